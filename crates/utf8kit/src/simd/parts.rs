//! The vocabulary of parts: operations on units of 16 and 32 bits, and shuffles within
//! sixteen bytes.

use core::mem::MaybeUninit;

use super::blocks::Blocks;

/// Operations as SSE and AVX2 have them: what moves bytes moves them within a part, which is
/// sixteen bytes, and only a shuffle from a lookup table compresses lanes away.
///
/// A block is bytes, 16-bit units or 32-bit values, little-endian. An operation works on
/// units if its name has 16 in it, on values if it has 32, and otherwise on bytes. The exact
/// meaning of each operation is in `emulated`.
pub(crate) trait Parts: Blocks {
    /// The bytes `part` in each part.
    fn splat_part(self, part: [u8; 16]) -> Self::V;
    fn splat16(self, unit: u16) -> Self::V;
    fn splat32(self, value: u32) -> Self::V;
    /// Loads the first part from `at`, the next one from `at + 16 + gap`, and so on; panics
    /// where one is out of range.
    fn load_parts(self, bytes: &[u8], at: usize, gap: usize) -> Self::V;

    /// FF where the mask is set, else 0.
    fn spread(self, m: Self::M) -> Self::V;
    /// FF where `bits` has a bit set, the lowest for the first byte; else 0.
    fn spread_bits(self, bits: u32) -> Self::V;
    /// `yes` where the top bit of the byte in `mask` is set, else `no`.
    fn choose(self, mask: Self::V, yes: Self::V, no: Self::V) -> Self::V;
    /// Whether `a & b` has a bit set.
    fn any_common_bit(self, a: Self::V, b: Self::V) -> bool;

    /// For each byte, the byte of its part which `index` names with its low four bits; 0
    /// where the top bit of `index` is set.
    fn shuffle(self, v: Self::V, index: Self::V) -> Self::V;
    /// The low eight bytes of `a` and `b` in turn, in each part.
    fn unpack8_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack8_high(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack16_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack16_high(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack64_low(self, a: Self::V, b: Self::V) -> Self::V;
    fn unpack64_high(self, a: Self::V, b: Self::V) -> Self::V;
    /// The bytes as 16-bit units, in two blocks.
    fn widen8(self, v: Self::V) -> [Self::V; 2];
    /// The signed bytes as signed 16-bit units, in two blocks.
    fn widen8_signed(self, v: Self::V) -> [Self::V; 2];
    /// The bytes as 32-bit values, in four blocks.
    fn widen8_to_32(self, v: Self::V) -> [Self::V; 4];
    /// The 16-bit units as 32-bit values, in two blocks.
    fn widen16(self, v: Self::V) -> [Self::V; 2];

    /// Units as bytes. Each part has those of the first block, then those of the second. A
    /// unit above FF becomes FF, but 0 where its top bit is set.
    fn narrow16(self, units: [Self::V; 2]) -> Self::V;
    /// Values as units, in the order of [`Parts::narrow16`]. A value above FFFF becomes FFFF,
    /// but 0 where its top bit is set.
    fn narrow32(self, values: [Self::V; 2]) -> Self::V;
    /// Units as bytes like [`Parts::narrow16`], but all those of the first block, and then
    /// all those of the second.
    fn narrow16_in_order(self, units: [Self::V; 2]) -> Self::V;
    /// Values as units like [`Parts::narrow32`], but all those of the first block, and then
    /// all those of the second.
    fn narrow32_in_order(self, values: [Self::V; 2]) -> Self::V;
    /// Values as bytes, by way of units, those of each block behind those of the one before.
    fn narrow32_to_8_in_order(self, values: [Self::V; 4]) -> Self::V;
    /// A mask of the units whose top bit is set, in the order of [`Parts::narrow16`].
    fn high_bits16(self, units: [Self::V; 2]) -> u32;
    /// A mask of the values whose top bit is set; bit `i` is value `i`.
    fn high_bits32(self, values: Self::V) -> u32;

    /// All bits set in each unit where `a` and `b` are equal, else none.
    fn eq16(self, a: Self::V, b: Self::V) -> Self::V;
    /// All bits set in each value where `a > b`, signed; else none.
    fn greater32(self, a: Self::V, b: Self::V) -> Self::V;
    /// The greater of each two signed bytes.
    fn max_signed(self, a: Self::V, b: Self::V) -> Self::V;
    /// Products of bytes, `a` unsigned and `b` signed, of which each two neighbours are added
    /// with saturation into 16 bits.
    fn multiply_add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Products of signed units, of which each two neighbours are added modulo 2^32.
    fn multiply_add16(self, a: Self::V, b: Self::V) -> Self::V;
    fn add16(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V;
    fn saturating_sub16(self, a: Self::V, b: Self::V) -> Self::V;
    fn min16(self, a: Self::V, b: Self::V) -> Self::V;
    fn shift16_left<const BY: i32>(self, v: Self::V) -> Self::V;
    fn shift16_right<const BY: i32>(self, v: Self::V) -> Self::V;
    fn sub32(self, a: Self::V, b: Self::V) -> Self::V;
    /// The greater of each two values, unsigned.
    fn max32(self, a: Self::V, b: Self::V) -> Self::V;
    fn shift32_left<const BY: i32>(self, v: Self::V) -> Self::V;
    fn shift32_right<const BY: i32>(self, v: Self::V) -> Self::V;

    /// Writes the bytes that `keep` has a bit for, side by side. `to` must have twice the
    /// bytes of a block; what follows the bytes in it may be overwritten.
    fn compress_store8(self, v: Self::V, keep: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the units that `keep` has a bit for, side by side. The units must be laid out
    /// as the two unpacks do it: part by part, those of the first block and those of the
    /// second in turn. What follows them in `to` is overwritten. It panics if `to` has not
    /// twice the bytes of a block.
    fn compress_store16(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes units like [`Parts::compress_store16`], each as a value of 32 bits. `to` must have
    /// four times the bytes of a block.
    fn compress_store16_to_32(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the units of `first` like [`Parts::compress_store16`], each with that of `second`
    /// behind it. `to` must have four times the bytes of a block.
    fn compress_store16_both(
        self,
        first: [Self::V; 2],
        second: [Self::V; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    );

    /// Writes the low byte of each unit, in the order of [`Parts::narrow16`], and behind it
    /// the high byte where `both` has a bit. `to` must have twice the bytes of a block.
    fn compress_store_two_byte(self, units: [Self::V; 2], both: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the lower three bytes of each value. The values must be laid out as the two
    /// unpacks do it. Of the two bits that `drop` has for each value, the lower one leaves
    /// out its second byte, and the other one its first. `to` must have twice the bytes of a
    /// block.
    fn compress_store_three_byte(self, values: [Self::V; 2], drop: u32, to: &mut [MaybeUninit<u8>]);
    /// Writes the last of the four bytes of each value of a block, one more before it where
    /// `one` has a bit, and two more where `two` has one. `to` must have the bytes of a
    /// block.
    fn compress_store_four_byte(
        self,
        values: Self::V,
        one: u32,
        two: u32,
        to: &mut [MaybeUninit<u8>],
    );
}
