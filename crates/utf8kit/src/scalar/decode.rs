//! Decoding one scalar value, and saying what is wrong with the sequence that has none.

use super::table::{contains, is_continuation, second_byte, sequence_len};
use crate::error::{Error, Kind};

/// The first scalar value of `bytes[at..]`, or the first maximal subpart. `at < bytes.len()`.
///
/// This is the one classifier: whatever noticed *that* something is wrong asks it *what*.
pub(crate) const fn decode_at(bytes: &[u8], at: usize) -> Result<char, Error> {
    let (_, rest) = bytes.split_at(at);
    let lead = rest[0];
    let len = sequence_len(lead);
    if len == 1 {
        return Ok(lead as char);
    }
    if len == 0 {
        let kind = match lead {
            0x80..=0xBF => Kind::UnexpectedContinuation,
            0xC0..=0xC1 => Kind::Overlong,
            0xF5..=0xF7 => Kind::TooLarge,
            _ => Kind::InvalidByte,
        };
        return Err(Error::utf8(at, rest, 1, kind));
    }
    if rest.len() > 1 && !contains(&second_byte(lead), rest[1]) {
        let kind = match (lead, is_continuation(rest[1])) {
            (_, false) => Kind::Truncated,
            (0xED, true) => Kind::Surrogate,
            (0xF4, true) => Kind::TooLarge,
            // E0 and F0 are the other leads that narrow the second byte.
            (_, true) => Kind::Overlong,
        };
        return Err(Error::utf8(at, rest, 1, kind));
    }
    // The lead's own bits: 5, 4 or 3 of them.
    let mut value = (lead & (0x7F >> len)) as u32;
    let mut read = 1;
    while read < len {
        if read == rest.len() {
            return Err(Error::utf8(at, rest, read, Kind::Incomplete));
        }
        if !is_continuation(rest[read]) {
            return Err(Error::utf8(at, rest, read, Kind::Truncated));
        }
        value = (value << 6) | (rest[read] & 0x3F) as u32;
        read += 1;
    }
    match char::from_u32(value) {
        Some(scalar) => Ok(scalar),
        // The ranges above leave no value but scalar values.
        None => unreachable!(),
    }
}

/// The first error at or after `from`, which is a boundary: everything before it is well-formed.
pub(crate) fn first_error(bytes: &[u8], from: usize) -> Option<Error> {
    let mut at = from;
    while let Some(ascii) = bytes[at..].iter().position(|&byte| byte >= 0x80) {
        match decode_at(bytes, at + ascii) {
            Ok(scalar) => at += ascii + scalar.len_utf8(),
            Err(error) => return Some(error),
        }
    }
    None
}

/// The last index at or before `at`, and at most three before it, where a character can start.
///
/// Where everything before `at` is well-formed, apart from a sequence that may reach over it, this
/// is the start of that sequence, and so a boundary.
pub(crate) fn boundary_before(bytes: &[u8], at: usize) -> usize {
    (at.saturating_sub(3)..at)
        .rev()
        .take_while(|&index| bytes[index] >= 0x80)
        .find(|&index| bytes[index] >= 0xC0)
        .unwrap_or(at)
}
