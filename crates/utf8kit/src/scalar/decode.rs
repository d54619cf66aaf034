//! Decoding one scalar value, and saying what is wrong with the sequence that has none.

use super::table::{contains, is_continuation, second_byte, sequence_len};
use crate::error::{Error, Kind};

/// The first scalar value of `bytes[at..]`, or the first maximal subpart. `at < bytes.len()`.
pub(crate) const fn decode_at(bytes: &[u8], at: usize) -> Result<char, Error> {
    decode_four(four(bytes, at), at, bytes.len() - at)
}

/// [`decode_at`] of the `left` bytes at `at` that begin with `first`, which has zeros behind the
/// last of them.
#[inline(always)]
pub(crate) const fn decode_four(first: [u8; 4], at: usize, left: usize) -> Result<char, Error> {
    let (len, due) = sequence(first);
    if len != due {
        return Err(Error::utf8(at, first, left, len));
    }
    if len == 1 {
        return Ok(first[0] as char);
    }
    // The lead's own bits: 5, 4 or 3 of them.
    let mut value = (first[0] & (0x7F >> len)) as u32;
    let mut read = 1;
    while read < len {
        value = (value << 6) | (first[read] & 0x3F) as u32;
        read += 1;
    }
    match char::from_u32(value) {
        Some(scalar) => Ok(scalar),
        // The sequence is one of table 3-7, which leave no value but scalar values.
        None => unreachable!(),
    }
}

/// What is wrong with the sequence at `at`, if something is. `at < bytes.len()`.
#[inline(always)]
pub(crate) fn error_at(bytes: &[u8], at: usize) -> Option<Error> {
    checked_len(bytes, at).err()
}

/// The length of the sequence at `at`, or what is wrong with it. `at < bytes.len()`.
#[inline(always)]
fn checked_len(bytes: &[u8], at: usize) -> Result<usize, Error> {
    let first = four(bytes, at);
    let (len, due) = sequence(first);
    if len == due { Ok(len) } else { Err(Error::utf8(at, first, bytes.len() - at, len)) }
}

/// Whether `len` bytes, and zeros, are the start of a character that has more.
#[inline(always)]
pub(crate) const fn is_incomplete(first: [u8; 4], len: usize) -> bool {
    let (together, due) = sequence(first);
    together == len && len < due
}

/// The four bytes from `at` on, with zeros for those that are beyond the end. `at < bytes.len()`.
#[inline(always)]
pub(crate) const fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    let last = bytes.len().saturating_sub(4);
    let from = if at < last { at } else { last };
    // The bytes are loaded from where four are, and shifted down. A branch on how much text is left
    // would not be foreseeable.
    if let Some(all) = bytes.split_at(from).1.first_chunk() {
        return (u32::from_le_bytes(*all) >> (8 * (at - from))).to_le_bytes();
    }
    match *bytes.split_at(at).1 {
        [first] => [first, 0, 0, 0],
        [first, second] => [first, second, 0, 0],
        [first, second, third] => [first, second, third, 0],
        _ => [0; 4],
    }
}

/// How many of these bytes belong together, and how many there should be; the second number is 0
/// where no sequence starts so. If the two differ, the first is the length of the maximal subpart.
///
/// No branch depends on the text, because in malformed text none would be foreseeable.
#[inline(always)]
const fn sequence(first: [u8; 4]) -> (usize, usize) {
    let due = sequence_len(first[0]);
    // The zeros behind the end continue nothing.
    let has_second = (due > 1) & contains(&second_byte(first[0]), first[1]);
    let has_third = has_second & (due > 2) & is_continuation(first[2]);
    let has_fourth = has_third & (due > 3) & is_continuation(first[3]);
    (1 + has_second as usize + has_third as usize + has_fourth as usize, due)
}

/// How many of the three bytes before a place belong to a sequence that may go on there. In
/// well-formed text at most one of them leaves something open.
#[inline(always)]
fn open_before(three: u8, two: u8, one: u8) -> usize {
    usize::from(one >= 0xC0) + 2 * usize::from(two >= 0xE0) + 3 * usize::from(three >= 0xF0)
}

/// What is wrong with a maximal subpart of `len` bytes. `seen` is the subpart and the byte behind
/// it, if there is one. This is the one classifier. It is asked when somebody wants to know, not
/// when an error is found.
pub(crate) const fn kind(seen: &[u8], len: usize) -> Kind {
    match (seen[0], len) {
        (0x80..=0xBF, _) => Kind::UnexpectedContinuation,
        (0xC0..=0xC1, _) => Kind::Overlong,
        (0xF5..=0xF7, _) => Kind::TooLarge,
        (0xF8..=0xFF, _) => Kind::InvalidByte,
        _ if seen.len() == len => Kind::Incomplete,
        // Only four leads refuse a continuation.
        (0xED, 1) if is_continuation(seen[1]) => Kind::Surrogate,
        (0xF4, 1) if is_continuation(seen[1]) => Kind::TooLarge,
        (0xE0 | 0xF0, 1) if is_continuation(seen[1]) => Kind::Overlong,
        _ => Kind::Truncated,
    }
}

/// The first error at or after `from`, which is a boundary: everything before it is well-formed.
pub(crate) fn first_error(bytes: &[u8], from: usize) -> Option<Error> {
    let mut at = from;
    while at < bytes.len() {
        match checked_len(bytes, at) {
            Ok(len) => at += len,
            Err(error) => return Some(error),
        }
    }
    None
}

/// The last index at or before `at`, and at most three before it, where a character can start.
///
/// Where everything before `at` is well-formed, apart from a sequence that may reach over it, this
/// is the start of that sequence, and so a boundary.
pub(crate) const fn boundary_before(bytes: &[u8], at: usize) -> usize {
    let first = at.saturating_sub(3);
    let mut index = at;
    while index > first {
        index -= 1;
        match bytes[index] {
            0x00..=0x7F => return at,
            0x80..=0xBF => {}
            0xC0..=0xFF => return index,
        }
    }
    at
}

/// Where the sequence starts that stands at `at` or reaches over it. Everything before it must be
/// well-formed.
pub(crate) fn sequence_over(bytes: &[u8], at: usize) -> usize {
    let Some(&[three, two, one]) = bytes[..at].last_chunk() else {
        return boundary_before(bytes, at);
    };
    at - open_before(three, two, one).min(3)
}
