//! The vocabulary of 512-bit lanes: operations that AVX-512 has and narrower ISAs have not.

use super::blocks::Blocks;

/// Operations that AVX-512 has and narrower ISAs have no like of: masks that select, byte
/// permutes over the whole register, compress, multishift, and affine maps.
///
/// A register is 64 bytes, 32 units of 16 bits or 16 values of 32 bits, little-endian. An
/// operation works on units if its name has 16 in it, on values if it has 32, and otherwise
/// on bytes. Bit `i` of a mask is lane `i`.
///
/// The exact meaning of each operation is in `emulated`.
pub(crate) trait Lanes: Blocks<M = u64> {
    fn splat16(self, unit: u16) -> Self::V;
    fn splat32(self, value: u32) -> Self::V;
    /// `yes` where the mask is set, else `no`.
    fn select(self, m: u64, yes: Self::V, no: Self::V) -> Self::V;
    fn select16(self, m: u32, yes: Self::V, no: Self::V) -> Self::V;
    fn select32(self, m: u16, yes: Self::V, no: Self::V) -> Self::V;
    /// `v` where the mask is set, else 0.
    fn keep(self, m: u64, v: Self::V) -> Self::V;
    fn keep32(self, m: u16, v: Self::V) -> Self::V;
    /// A mask of the units whose top bit is set.
    fn high_bits16(self, v: Self::V) -> u32;
    /// A mask of the units where `a <= b`, unsigned.
    fn at_most16(self, a: Self::V, b: Self::V) -> u32;
    /// A mask of the values where `a <= b`, unsigned.
    fn at_most32(self, a: Self::V, b: Self::V) -> u16;
    /// Whether `a & b` has a bit set.
    fn any_common_bit(self, a: Self::V, b: Self::V) -> bool;

    /// The bytes whose bit is set in the mask, side by side from the lowest lane on, then
    /// zeros.
    fn compress8(self, m: u64, v: Self::V) -> Self::V;
    fn compress16(self, m: u32, v: Self::V) -> Self::V;
    fn compress32(self, m: u16, v: Self::V) -> Self::V;
    /// `v[index % 64]` for each byte.
    fn permute8(self, index: Self::V, v: Self::V) -> Self::V;
    /// The byte `index % 128`, for each byte, of the 128 bytes of `low` and then `high`.
    fn permute8x2(self, index: Self::V, low: Self::V, high: Self::V) -> Self::V;
    /// The value `index % 32`, for each value, of the 32 values of `low` and then `high`.
    fn permute32x2(self, index: Self::V, low: Self::V, high: Self::V) -> Self::V;
    /// The low eight bytes of `a` and `b` in turn, in each part of 16 bytes.
    fn unpack8_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack8_high(self, a: Self::V, b: Self::V) -> Self::V;
    /// The low four units of `a` and `b` in turn, in each part of 16 bytes.
    fn unpack16_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack16_high(self, a: Self::V, b: Self::V) -> Self::V;
    /// The low 16 units as 32-bit values.
    fn widen16_low(self, v: Self::V) -> Self::V;
    /// For each byte, eight bits of the 64-bit lane it stands in, from bit `control % 64` on.
    fn multishift(self, control: Self::V, v: Self::V) -> Self::V;
    /// Each byte as a vector of bits, multiplied by `matrix`, whose byte `7 - i` makes bit
    /// `i`.
    fn affine(self, v: Self::V, matrix: u64) -> Self::V;
    /// Products of bytes, `a` unsigned and `b` signed, of which each two neighbours are added
    /// with saturation into 16 bits.
    fn multiply_add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Products of signed units, of which each two neighbours are added modulo 2^32.
    fn multiply_add16(self, a: Self::V, b: Self::V) -> Self::V;
    fn leading_zeros32(self, v: Self::V) -> Self::V;
    /// Adds to each of the eight 64-bit sums in `sums` the eight bytes of `v` in its lane.
    fn add_to_sums(self, sums: Self::V, v: Self::V) -> Self::V;
    /// The sum of the eight sums of [`Lanes::add_to_sums`].
    fn sum_of_sums(self, sums: Self::V) -> u64;

    /// The mean of each two bytes, unsigned, rounded up.
    fn average(self, a: Self::V, b: Self::V) -> Self::V;
    fn saturating_add(self, a: Self::V, b: Self::V) -> Self::V;
    fn add16(self, a: Self::V, b: Self::V) -> Self::V;
    fn min16(self, a: Self::V, b: Self::V) -> Self::V;
    fn add32(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub32(self, a: Self::V, b: Self::V) -> Self::V;
    fn max32(self, a: Self::V, b: Self::V) -> Self::V;
    fn shift16_left<const BY: u32>(self, v: Self::V) -> Self::V;
    fn shift16_right<const BY: u32>(self, v: Self::V) -> Self::V;
    fn shift32_left<const BY: u32>(self, v: Self::V) -> Self::V;
    fn shift32_right<const BY: u32>(self, v: Self::V) -> Self::V;
}
