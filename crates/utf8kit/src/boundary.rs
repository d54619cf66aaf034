//! Where text may be cut.
//!
//! A boundary lies between two units, a unit being a scalar value or, in malformed input, a maximal
//! subpart. Whether an index is one depends on at most three bytes before it and three after.

use crate::scalar::decode::{boundary_before, decode_at, is_incomplete};
use crate::scalar::table::is_continuation;

/// The start of the unit that the byte at `at` belongs to. `at < bytes.len()`.
pub(crate) const fn unit_start(bytes: &[u8], at: usize) -> usize {
    if !is_continuation(bytes[at]) {
        return at;
    }
    let (start, end) = unit_near(bytes, at);
    if at < end { start } else { at }
}

/// Start and end of the unit that may hold the continuation at `at`: the one of the last lead
/// before it. That unit may end before `at`. Where no lead is near, it is the unit at `at` itself.
#[inline(always)]
const fn unit_near(bytes: &[u8], at: usize) -> (usize, usize) {
    let lead = boundary_before(bytes, at);
    let len = match decode_at(bytes, lead) {
        Ok(scalar) => scalar.len_utf8(),
        Err(error) => error.subpart_len(),
    };
    (lead, lead + len)
}

/// The last boundary at or before `index`; the length where `index` is beyond it.
///
/// In well-formed text a boundary is a place between two characters, as in
/// `str::floor_char_boundary`; in malformed input, one that does not split a maximal subpart
/// either. Reads at most seven bytes; does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::floor_char_boundary("aé".as_bytes(), 2), 1);
/// assert_eq!(utf8kit::floor_char_boundary(b"a\x80\x80", 2), 2);
/// ```
#[must_use]
pub const fn floor_char_boundary(bytes: &[u8], index: usize) -> usize {
    if index >= bytes.len() { bytes.len() } else { unit_start(bytes, index) }
}

/// The first boundary at or after `index`; the length where `index` is beyond it.
///
/// ```
/// assert_eq!(utf8kit::ceil_char_boundary("aéb".as_bytes(), 2), 3);
/// ```
#[must_use]
pub const fn ceil_char_boundary(bytes: &[u8], index: usize) -> usize {
    if index >= bytes.len() {
        return bytes.len();
    }
    if !is_continuation(bytes[index]) {
        return index;
    }
    let (start, end) = unit_near(bytes, index);
    if start < index && index < end { end } else { index }
}

/// The longest prefix of at most `max_len` bytes that splits no character.
///
/// ```
/// assert_eq!(utf8kit::truncate("naïve".as_bytes(), 3), b"na");
/// ```
#[must_use]
pub const fn truncate(bytes: &[u8], max_len: usize) -> &[u8] {
    bytes.split_at(floor_char_boundary(bytes, max_len)).0
}

/// `bytes` without the incomplete sequence at its end, if there is one: at most three bytes that
/// more input could turn into a character.
///
/// What else is wrong stays.
///
/// ```
/// assert_eq!(utf8kit::trim_incomplete(b"caf\xC3"), b"caf");
/// assert_eq!(utf8kit::trim_incomplete(b"caf\xFF"), b"caf\xFF");
/// assert_eq!(utf8kit::trim_incomplete("café".as_bytes()), "café".as_bytes());
/// ```
#[must_use]
pub const fn trim_incomplete(bytes: &[u8]) -> &[u8] {
    bytes.split_at(bytes.len() - incomplete_len(bytes)).0
}

/// The length of the incomplete sequence at the end: 0 to 3.
#[inline]
pub(crate) const fn incomplete_len(bytes: &[u8]) -> usize {
    let [three, two, one] = match *bytes {
        [.., three, two, one] => [three, two, one],
        [two, one] => [0, two, one],
        [one] => [0, 0, one],
        [] => return 0,
    };
    // What the last lead leaves open, if it is near enough: which it is, no branch predictor could
    // tell.
    let len = if one >= 0xC0 {
        1
    } else if two >= 0xE0 {
        2
    } else {
        3 * (three >= 0xF0) as usize
    };
    let tail = u32::from_le_bytes([three, two, one, 0]).unbounded_shr(8 * (3 - len as u32));
    if len > 0 && is_incomplete(tail.to_le_bytes(), len) { len } else { 0 }
}
