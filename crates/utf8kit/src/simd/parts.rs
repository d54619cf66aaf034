//! The vocabulary of parts: units of 16 and 32 bits, and shuffles within sixteen bytes.

use core::mem::MaybeUninit;

use super::blocks::Blocks;

/// Operations as SSE and AVX2 have them: what moves bytes moves them within a part, which is sixteen
/// bytes, and nothing squeezes lanes out but a shuffle from a table.
///
/// A block is 16-bit units or 32-bit values, little-endian, where the name of an operation says so (none:
/// bytes). The exact meaning of each is in `emulated.rs`.
pub(crate) trait Parts: Blocks {
    /// The same bytes in each part.
    fn splat_part(self, part: [u8; 16]) -> Self::V;
    fn splat16(self, unit: u16) -> Self::V;
    fn splat32(self, value: u32) -> Self::V;
    /// A part from `at`, one from `at + 16 + gap`, and so on; panics where one is out of range.
    fn load_parts(self, bytes: &[u8], at: usize, gap: usize) -> Self::V;

    /// FF where the mask is set, else 0.
    fn spread(self, m: Self::M) -> Self::V;
    /// FF where `bits` has a bit, the lowest for the first byte; else 0.
    fn spread_bits(self, bits: u32) -> Self::V;
    /// `yes` where the top bit of the byte in `mask` is set, else `no`.
    fn choose(self, mask: Self::V, yes: Self::V, no: Self::V) -> Self::V;
    /// Whether `a & b` has a bit set.
    fn any_common_bit(self, a: Self::V, b: Self::V) -> bool;

    /// For each byte, that of its part which `index` names with its low four bits; 0 where the top bit of
    /// `index` is set.
    fn shuffle(self, v: Self::V, index: Self::V) -> Self::V;
    /// In each part: the low eight bytes of `a` and `b` in turn.
    fn unpack8_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack8_high(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack16_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack16_high(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack64_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack64_high(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bytes as units, in two blocks.
    fn widen8(self, v: Self::V) -> [Self::V; 2];
    /// The same, signed.
    fn widen8_signed(self, v: Self::V) -> [Self::V; 2];
    /// The bytes as values, in four blocks.
    fn widen8_to_32(self, v: Self::V) -> [Self::V; 4];
    /// The units as values, in two blocks.
    fn widen16(self, v: Self::V) -> [Self::V; 2];

    /// Units as bytes: in each part those of the first block, then those of the second. What is more than FF
    /// becomes FF, but 0 where the top bit is set.
    fn narrow16(self, units: [Self::V; 2]) -> Self::V;
    /// The same from values to units.
    fn narrow32(self, values: [Self::V; 2]) -> Self::V;
    /// As [`Parts::narrow16`], but all those of the first block, and then those of the second.
    fn narrow16_in_order(self, units: [Self::V; 2]) -> Self::V;
    /// The same from values to units.
    fn narrow32_in_order(self, values: [Self::V; 2]) -> Self::V;
    /// Values as bytes, by way of units, those of each block behind those of the one before.
    fn narrow32_to_8_in_order(self, values: [Self::V; 4]) -> Self::V;
    /// A bit for each unit, in the order of [`Parts::narrow16`], where its top bit is set.
    fn high_bits16(self, units: [Self::V; 2]) -> u32;
    /// Bit `i` for value `i`, where its top bit is set.
    fn high_bits32(self, values: Self::V) -> u32;

    /// All bits set where the units are equal, else none.
    fn eq16(self, a: Self::V, b: Self::V) -> Self::V;
    /// All bits set where the value of `a` is greater, signed; else none.
    fn greater32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Of signed bytes.
    fn max_signed(self, a: Self::V, b: Self::V) -> Self::V;
    /// Pairs of products, `a` unsigned and `b` signed, added with saturation into 16 bits.
    fn multiply_add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Pairs of products of signed units, added.
    fn multiply_add16(self, a: Self::V, b: Self::V) -> Self::V;
    fn add16(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V;
    fn saturating_sub16(self, a: Self::V, b: Self::V) -> Self::V;
    fn min16(self, a: Self::V, b: Self::V) -> Self::V;
    fn shift16_left<const BY: i32>(self, v: Self::V) -> Self::V;
    fn shift16_right<const BY: i32>(self, v: Self::V) -> Self::V;
    fn sub32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned.
    fn max32(self, a: Self::V, b: Self::V) -> Self::V;
    fn shift32_left<const BY: i32>(self, v: Self::V) -> Self::V;
    fn shift32_right<const BY: i32>(self, v: Self::V) -> Self::V;

    /// Writes the bytes that `keep` has a bit for, side by side; `to` has twice the bytes of a block, some of
    /// which may be written over.
    fn squeeze8(self, v: Self::V, keep: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the units that `keep` has a bit for, side by side. They are laid out as the two unpacks do
    /// it: part by part, `low`'s and `high`'s. What follows them in `to` is overwritten, and it panics
    /// where `to` has not twice the bytes of a block.
    fn squeeze16(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]);
    /// The same, each unit as a value of 32 bits; `to` has four times the bytes of a block.
    fn squeeze16_to_32(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]);
    /// The same, each unit of `first` with that of `second` behind it.
    fn squeeze16_pairs(
        self,
        first: [Self::V; 2],
        second: [Self::V; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    );

    /// Writes the low byte of each unit, in the order of [`Parts::narrow16`], and behind it the high one
    /// where `both` has a bit; `to` has twice the bytes of a block.
    fn squeeze_to_two(self, units: [Self::V; 2], both: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the lower three bytes of values, which are laid out as the two unpacks do it. Of the two bits
    /// that `drop` has for each, the lower one leaves out its second byte, and the other one its first. `to`
    /// has twice the bytes of a block.
    fn squeeze_to_three(self, values: [Self::V; 2], drop: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the last of the four bytes of each value of a block, one more before it where `one` has a
    /// bit, and two more where `two` has one; `to` has the bytes of a block.
    fn squeeze_to_four(self, values: Self::V, one: u32, two: u32, to: &mut [MaybeUninit<u8>]);
}
