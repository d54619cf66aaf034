//! Four bytes at a time, in one word: what all of them have in common is seen at once, and none of them needs a branch of its
//! own.

use crate::raw::Output;

/// 1 in each of four lanes of 16 bits.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each of these.
const HIGH: u64 = 0x8000 * EACH;
/// 1 in each of two lanes of 32 bits.
const EACH32: u64 = 0x0000_0001_0000_0001;

/// Four characters up to U+00FF, as bytes, the first one lowest.
#[derive(Clone, Copy)]
pub struct Four(pub(super) u32);

impl Four {
    /// In lanes of 16 bits.
    #[inline(always)]
    pub(super) fn units(self) -> u64 {
        let Four(bytes) = self;
        let pairs = (u64::from(bytes) | u64::from(bytes) << 16) & 0x0000_FFFF_0000_FFFF;
        (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
    }

    /// As bytes, if none is above `last`, which is 7F or FF.
    #[inline(always)]
    pub(super) fn bytes_up_to(self, last: u8) -> Option<u32> {
        let Four(bytes) = self;
        (bytes & !(u32::from(last) * 0x0101_0101) == 0).then_some(bytes)
    }

    /// Whether one is NUL.
    #[inline(always)]
    pub(super) fn has_nul(self) -> bool {
        let units = self.units();
        units.wrapping_sub(EACH) & !units & HIGH != 0
    }

    /// How many bytes they are in UTF-8.
    #[inline(always)]
    pub(super) fn utf8_len(self) -> usize {
        let Four(bytes) = self;
        4 + (bytes & 0x8080_8080).count_ones() as usize
    }

    /// Writes them as UTF-8, if there is room for what it takes to do so.
    #[inline(always)]
    pub(super) fn write_utf8(self, output: &mut Output<'_>) -> bool {
        if let Some(ascii) = self.bytes_up_to(0x7F) {
            return output.push_all(ascii.to_le_bytes());
        }
        write_utf8(self.units(), 4, output)
    }
}

/// The characters of two to four bytes of UTF-8, in lanes of 16 bits, and how many there are: if two of them have two bytes, or one has
/// and the others are ASCII. Which one it is, no branch depends on: no predictor knows where spaces are.
#[inline(always)]
pub(super) fn of_two_bytes(src: &[u8]) -> Option<(u64, usize)> {
    let (first, last) = (src.first_chunk()?, src.last_chunk()?);
    if src.len() > 4 {
        return None;
    }
    // They overlap, or one comes right behind the other.
    let bytes = u32::from(u16::from_le_bytes(*first))
        | u32::from(u16::from_le_bytes(*last)) << (8 * (src.len() - 2));
    let beyond_ascii = bytes & 0x8080_8080;
    // By the bit; without any, there is nothing at 0.
    let at = beyond_ascii.trailing_zeros() & 0x18;
    if beyond_ascii == 0x8080 << at {
        let form = bytes >> at;
        let before = bytes & !(u32::MAX << at);
        // Behind what is before them, and behind a byte for the character.
        let others = before | (form >> 8 & 0xFF_FF00) << at;
        let characters = Four(others).units() | u64::from(code_of_two(form)) << (2 * at);
        return is_of_two(form).then_some((characters, src.len() - 1));
    }
    let both = [bytes, bytes >> 16];
    let codes = both.map(|form| u64::from(code_of_two(form)));
    (src.len() == 4 && both.into_iter().all(is_of_two)).then_some((codes[0] | codes[1] << 16, 2))
}

/// Whether a word begins with the form of a character of two bytes.
#[inline(always)]
fn is_of_two(word: u32) -> bool {
    word & 0xC0E0 == 0x80C0 && word & 0x1E != 0
}

/// Which one, if so.
#[inline(always)]
fn code_of_two(word: u32) -> u32 {
    (word & 0x1F) << 6 | word >> 8 & 0x3F
}

/// Four lanes of 16 bits with their bytes the other way round.
#[inline(always)]
pub(super) fn swapped16(units: u64) -> u64 {
    (units >> 8) & (0xFF * EACH) | (units & (0xFF * EACH)) << 8
}

/// Two lanes of 16 bits in lanes of 32.
#[inline(always)]
pub(super) fn lanes32(units: u32) -> u64 {
    (u64::from(units) | u64::from(units) << 16) & (0xFFFF * EACH32)
}

/// Two to four units of 16 bits in lanes of these, and zeros behind them: the first two and the last two of `len`.
#[inline(always)]
pub(super) fn joined_units([first, last]: [u32; 2], len: usize) -> u64 {
    // Those that are among both are the same.
    u64::from(first) | u64::from(last) << (16 * (len.clamp(2, 4) - 2))
}

/// Writes the first `len` of four characters up to U+07FF in lanes of 16 bits as UTF-8, if there is room for what it takes to do so. All
/// behind them are zeros.
#[inline(always)]
pub(super) fn write_utf8(units: u64, len: usize, output: &mut Output<'_>) -> bool {
    let (bytes, all) = utf8(units);
    // Each of those zeros is a byte.
    output.push_start(bytes.to_le_bytes(), all - (4 - len.min(4)))
}

/// The forms in UTF-8 of four characters up to U+07FF in lanes of 16 bits, one behind the other, and how long they are.
#[inline(always)]
fn utf8(units: u64) -> (u64, usize) {
    let two = (units >> 6) & (0x1F * EACH) | (units << 8) & (0x3F00 * EACH) | (0x80C0 * EACH);
    let from_80 = ((units + 0x7F80 * EACH) & HIGH) >> 15;
    let form = units ^ (units ^ two) & (from_80 * 0xFFFF);
    // How many bits more than 8 each one has with all before it.
    let more = (from_80 << 3).wrapping_mul(EACH);
    let lane = |index: u32| form >> (16 * index) & 0xFFFF;
    let start = |index: u32| 8 * index + (more >> (16 * (index - 1)) & 0xFFFF) as u32;
    let bytes = lane(0) | lane(1) << start(1) | lane(2) << start(2) | lane(3) << start(3);
    (bytes, 4 + (more >> 51) as usize)
}
