//! Unicode's table 3-7, *Well-Formed UTF-8 Byte Sequences*, as questions about a lead byte.

use core::ops::RangeInclusive;

/// The bytes that a sequence with this lead has: 1 to 4, or 0 where no sequence starts so.
pub(crate) const fn sequence_len(lead: u8) -> usize {
    match lead {
        0x00..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}

/// The second bytes that may follow this lead. Only four leads narrow the range.
pub(crate) const fn second_byte(lead: u8) -> RangeInclusive<u8> {
    match lead {
        0xE0 => 0xA0..=0xBF,
        0xED => 0x80..=0x9F,
        0xF0 => 0x90..=0xBF,
        0xF4 => 0x80..=0x8F,
        _ => 0x80..=0xBF,
    }
}

/// The bytes that may follow `prefix`, a lead and the continuations seen so far.
pub(crate) const fn expected_after(prefix: &[u8]) -> RangeInclusive<u8> {
    match *prefix {
        [lead] => second_byte(lead),
        _ => 0x80..=0xBF,
    }
}

/// Whether `byte` is 80..BF.
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// `RangeInclusive::contains`, which is not `const`.
pub(crate) const fn contains(range: &RangeInclusive<u8>, byte: u8) -> bool {
    *range.start() <= byte && byte <= *range.end()
}
