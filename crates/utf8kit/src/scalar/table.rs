//! Unicode's table 3-7, *Well-Formed UTF-8 Byte Sequences*, as questions about a lead byte.

use core::ops::RangeInclusive;

/// A row of the table, for one lead.
#[derive(Clone, Copy)]
struct Row {
    /// The bytes that a sequence has: 1 to 4, or 0 where no sequence starts so.
    len: u8,
    /// The second bytes that may follow.
    first: u8,
    last: u8,
}

/// By the lead. A table and not a `match`, because leads come in no order that a branch predictor
/// could learn.
static ROWS: [Row; 256] = {
    let mut rows = [Row { len: 0, first: 0x80, last: 0xBF }; 256];
    let mut lead = 0;
    while lead < 256 {
        rows[lead].len = match lead {
            0x00..=0x7F => 1,
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 0,
        };
        lead += 1;
    }
    // Only four leads narrow the range.
    rows[0xE0].first = 0xA0;
    rows[0xED].last = 0x9F;
    rows[0xF0].first = 0x90;
    rows[0xF4].last = 0x8F;
    rows
};

/// The bytes that a sequence with this lead has: 1 to 4, or 0 where no sequence starts so.
pub(crate) const fn sequence_len(lead: u8) -> usize {
    ROWS[lead as usize].len as usize
}

/// The second bytes that may follow this lead.
pub(crate) const fn second_byte(lead: u8) -> RangeInclusive<u8> {
    let Row { first, last, .. } = ROWS[lead as usize];
    first..=last
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
    (*range.start() <= byte) & (byte <= *range.end())
}
