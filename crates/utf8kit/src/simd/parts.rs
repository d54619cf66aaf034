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
    /// A bit for each unit, in the order of [`Parts::narrow16`], where its top bit is set.
    fn high_bits16(self, units: [Self::V; 2]) -> u32;
    /// Bit `i` for value `i`, where its top bit is set.
    fn high_bits32(self, values: Self::V) -> u32;

    /// All bits set where the units are equal, else none.
    fn eq16(self, a: Self::V, b: Self::V) -> Self::V;
    /// All bits set where the value of `a` is greater, signed; else none.
    fn greater32(self, a: Self::V, b: Self::V) -> Self::V;
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

/// The first `N` bytes of `to`; panics where there are fewer.
#[inline(always)]
pub(super) fn first_of<const N: usize>(to: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<u8>; N] {
    match to.first_chunk_mut() {
        Some(first) => first,
        None => panic!("a store beyond the end of the slice"),
    }
}

/// For each set of eight bytes: the shuffle that brings them side by side.
pub(super) static SQUEEZE_8: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut byte, mut to) = (0, 0);
        while byte < 8 {
            if set >> byte & 1 == 1 {
                table[set][to] = byte;
                to += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    table
};

/// For each set of eight units: the shuffle that brings them side by side.
pub(super) static SQUEEZE_16: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            if set >> unit & 1 == 1 {
                table[set][to] = 2 * unit;
                table[set][to + 1] = 2 * unit + 1;
                to += 2;
            }
            unit += 1;
        }
        set += 1;
    }
    table
};

/// For each set of eight units: the shuffle that brings their low bytes side by side, and the high bytes of
/// the set behind theirs.
pub(super) static SQUEEZE_TO_TWO: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut unit, mut to) = (0, 0);
        while unit < 8 {
            table[set][to] = 2 * unit;
            to += 1;
            if set >> unit & 1 == 1 {
                table[set][to] = 2 * unit + 1;
                to += 1;
            }
            unit += 1;
        }
        set += 1;
    }
    table
};

/// For four pairs of bits: the shuffle that brings three bytes of each of four values side by side, without
/// the second where the lower bit is set, and the first where the other one is.
pub(super) static SQUEEZE_TO_THREE: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut value, mut to) = (0, 0);
        while value < 4 {
            let drop = set >> (2 * value);
            if drop & 0b10 == 0 {
                table[set][to] = 4 * value;
                to += 1;
            }
            if drop & 0b01 == 0 {
                table[set][to] = 4 * value + 1;
                to += 1;
            }
            table[set][to] = 4 * value + 2;
            to += 1;
            value += 1;
        }
        set += 1;
    }
    table
};

/// For two sets of four values, the first one in the lower four bits: the shuffle that brings their last
/// bytes side by side, each with one more before it if it is in the first set, and two if it is in the
/// second.
pub(super) static SQUEEZE_TO_FOUR: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut sets = 0;
    while sets < 256 {
        let (mut value, mut to) = (0, 0);
        while value < 4 {
            let mut byte = 3 - (sets >> value & 1) as u8 - 2 * (sets >> (4 + value) & 1) as u8;
            while byte < 4 {
                table[sets][to] = 4 * value + byte;
                to += 1;
                byte += 1;
            }
            value += 1;
        }
        sets += 1;
    }
    table
};
