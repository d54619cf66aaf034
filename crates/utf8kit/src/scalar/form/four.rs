//! A few characters at a time, in one word: what all of them have in common is seen at once, and none of them
//! needs a branch of its own.

use crate::raw::Output;

/// 1 in each of four lanes of 16 bits.
const EACH: u64 = 0x0001_0001_0001_0001;
/// The highest bit of each of these.
const HIGH: u64 = 0x8000 * EACH;
/// 1 in each of two lanes of 32 bits.
const EACH32: u64 = 0x0000_0001_0000_0001;

/// Four characters, the first one lowest.
#[derive(Clone, Copy)]
pub enum Four {
    /// Up to U+00FF, as bytes.
    Bytes(u32),
    /// Up to U+FFFF and no surrogates, in lanes of 16 bits.
    Units(u64),
}

impl Four {
    /// Four units, if none is a surrogate or above `last`, which is one less than a power of two.
    #[inline(always)]
    pub(super) fn of_units(units: u64, last: u16) -> Option<Four> {
        let is_any = if last < 0xD800 {
            units & !(u64::from(last) * EACH) != 0
        } else {
            // Surrogates become 0 in their upper five bits. Most text that is not above U+07FF is seen to have
            // none by the first of these.
            let upper = (units ^ (0xD800 * EACH)) & (0xF800 * EACH);
            units & (0xF800 * EACH) != 0 && upper.wrapping_sub(EACH) & !upper & HIGH != 0
        };
        (!is_any).then_some(Four::Units(units))
    }

    #[inline(always)]
    pub(super) fn units(self) -> u64 {
        match self {
            Four::Bytes(bytes) => {
                let pairs = (u64::from(bytes) | u64::from(bytes) << 16) & 0x0000_FFFF_0000_FFFF;
                (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
            }
            Four::Units(units) => units,
        }
    }

    /// As bytes, if none is above `last`, which is 7F or FF.
    #[inline(always)]
    pub(super) fn bytes_up_to(self, last: u8) -> Option<u32> {
        match self {
            Four::Bytes(bytes) => (bytes & !(u32::from(last) * 0x0101_0101) == 0).then_some(bytes),
            Four::Units(units) if units & !(u64::from(last) * EACH) == 0 => {
                let pairs = (units | units >> 8) & 0x0000_FFFF_0000_FFFF;
                Some((pairs | pairs >> 16) as u32)
            }
            Four::Units(_) => None,
        }
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
        let units = self.units();
        let without_high = units & !HIGH;
        let from_80 = ((without_high + 0x7F80 * EACH) | units) & HIGH;
        let from_800 = ((without_high + 0x7800 * EACH) | units) & HIGH;
        4 + sum((from_80 >> 15) + (from_800 >> 15)) as usize
    }

    /// Writes them as UTF-8, if there is room for what it takes to do so.
    #[inline(always)]
    pub(super) fn write_utf8(self, output: &mut Output<'_>) -> bool {
        if let Some(ascii) = self.bytes_up_to(0x7F) {
            return output.push_all(ascii.to_le_bytes());
        }
        let units = self.units();
        if units & (0xF800 * EACH) == 0 {
            let (bytes, len) = up_to_two(units);
            return output.push_start(bytes.to_le_bytes(), len);
        }
        let halves = [lanes32(units as u32), lanes32((units >> 32) as u32)];
        let are_three = (((units & !HIGH) + 0x7800 * EACH) | units) & HIGH == HIGH;
        let [(first, first_len), (second, second_len)] = if are_three {
            [three(halves[0]), three(halves[1])]
        } else {
            [up_to_three(halves[0]), up_to_three(halves[1])]
        };
        output.room() >= 16
            && output.push_start(first.to_le_bytes(), first_len)
            && output.push_start(second.to_le_bytes(), second_len)
    }
}

/// Two characters above U+FFFF, in lanes of 32 bits, the first one lowest.
#[derive(Clone, Copy)]
pub struct Two(u64);

impl Two {
    /// Of four units of UTF-16, if they are two pairs.
    #[inline(always)]
    pub(super) fn of_units(units: u64) -> Option<Two> {
        if units & (0xFC00 * EACH) != 0xDC00_D800 * EACH32 {
            return None;
        }
        let bits = (units & (0x3FF * EACH32)) << 10 | (units >> 16) & (0x3FF * EACH32);
        Some(Two(bits + 0x1_0000 * EACH32))
    }

    /// Of two values, if these are such characters.
    #[inline(always)]
    pub(super) fn of_values(values: u64) -> Option<Two> {
        let is_one = |value: u32| matches!(value, 0x1_0000..=0x10_FFFF);
        (is_one(values as u32) && is_one((values >> 32) as u32)).then_some(Two(values))
    }

    #[inline(always)]
    pub(super) fn values(self) -> u64 {
        self.0
    }

    /// As pairs of UTF-16.
    #[inline(always)]
    pub(super) fn units(self) -> u64 {
        let bits = self.0 - 0x1_0000 * EACH32;
        (bits >> 10) & (0x3FF * EACH32) | (bits & (0x3FF * EACH32)) << 16 | (0xDC00_D800 * EACH32)
    }

    #[inline(always)]
    pub(super) fn utf8(self) -> u64 {
        let Two(values) = self;
        (values >> 18) & (0x07 * EACH32)
            | (values >> 4) & (0x3F00 * EACH32)
            | (values << 10) & (0x3F_0000 * EACH32)
            | (values << 24) & (0x3F00_0000 * EACH32)
            | (0x8080_80F0 * EACH32)
    }
}

/// Four lanes of 16 bits with their bytes the other way round.
#[inline(always)]
pub(super) fn swapped16(units: u64) -> u64 {
    (units >> 8) & (0xFF * EACH) | (units & (0xFF * EACH)) << 8
}

/// Two lanes of 32 bits with their bytes the other way round.
#[inline(always)]
pub(super) fn swapped32(values: u64) -> u64 {
    values.swap_bytes().rotate_left(32)
}

/// Two lanes of 16 bits in lanes of 32.
#[inline(always)]
pub(super) fn lanes32(units: u32) -> u64 {
    (u64::from(units) | u64::from(units) << 16) & (0xFFFF * EACH32)
}

/// The other way round; what is above 16 bits is lost.
#[inline(always)]
pub(super) fn lanes16(values: u64) -> u32 {
    let values = values & (0xFFFF * EACH32);
    (values | values >> 16) as u32
}

/// The sum of four lanes of 16 bits.
#[inline(always)]
fn sum(lanes: u64) -> u64 {
    lanes.wrapping_mul(EACH) >> 48
}

/// The forms in UTF-8 of four characters up to U+07FF, one behind the other, and how long they are.
#[inline(always)]
fn up_to_two(units: u64) -> (u64, usize) {
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

/// The forms of three bytes of two characters from U+0800 on, in lanes of 32 bits.
#[inline(always)]
fn three_bytes(units: u64) -> u64 {
    (units >> 12) & (0x0F * EACH32)
        | (units << 2) & (0x3F00 * EACH32)
        | (units << 16) & (0x3F_0000 * EACH32)
        | (0x80_80E0 * EACH32)
}

/// These, one behind the other, and how long they are.
#[inline(always)]
fn three(units: u64) -> (u64, usize) {
    let form = three_bytes(units);
    (form & 0xFF_FFFF | form >> 32 << 24, 6)
}

/// As [`up_to_two`], of two characters up to U+FFFF, in lanes of 32 bits.
#[inline(always)]
fn up_to_three(units: u64) -> (u64, usize) {
    let two = (units >> 6) & (0x1F * EACH32) | (units << 8) & (0x3F00 * EACH32) | (0x80C0 * EACH32);
    let from_80 = (units + 0xFF80 * EACH32) >> 16 & EACH32;
    let from_800 = (units + 0xF800 * EACH32) >> 16 & EACH32;
    let form = units ^ (units ^ two) & (from_80 * 0xFFFF);
    let form = form ^ (form ^ three_bytes(units)) & (from_800 * 0xFF_FFFF);
    let len = EACH32 + from_80 + from_800;
    let first = len as u32;
    (form & 0xFFFF_FFFF | form >> 32 << (8 * first), first as usize + (len >> 32) as usize)
}
