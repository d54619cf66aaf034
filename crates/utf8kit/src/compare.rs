//! Sorting UTF-16 as UTF-8 sorts (RFC 3629 section 1).

use core::cmp::Ordering;

/// Compares UTF-16 in code point order, which is the byte order of the same text in UTF-8.
///
/// Comparing code units as numbers gives another order: surrogates, which stand for the characters
/// from U+10000 on, are lower than U+E000..U+FFFF. An unpaired surrogate counts as the code point
/// D800..DFFF. Does not allocate, cannot panic.
///
/// ```
/// use std::cmp::Ordering;
///
/// let private_use = [0xE000];
/// let emoji = [0xD83D, 0xDE00];
/// assert_eq!(utf8kit::cmp_utf16(&private_use, &emoji), Ordering::Less);
/// // By code units it would be the other way round.
/// assert!(private_use[0] > emoji[0]);
/// assert_eq!("\u{E000}".cmp("😀"), Ordering::Less);
/// ```
#[must_use]
pub fn cmp_utf16(a: &[u16], b: &[u16]) -> Ordering {
    match first_difference(a, b) {
        Some(at) => rank(a, at).cmp(&rank(b, at)),
        None => a.len().cmp(&b.len()),
    }
}

/// The first index at which both have a unit and the two differ.
fn first_difference(a: &[u16], b: &[u16]) -> Option<usize> {
    // Whole runs compare as memory; the pairs of one run do not.
    const RUN: usize = 64;
    let (a_runs, b_runs) = (a.chunks_exact(RUN), b.chunks_exact(RUN));
    let equal = a_runs.zip(b_runs).take_while(|(a, b)| a == b).count() * RUN;
    let mut pairs = a[equal..].iter().zip(&b[equal..]);
    pairs.position(|(a, b)| a != b).map(|at| equal + at)
}

/// A number that orders the unit at `at` as the code point that it is part of.
///
/// Where two texts first differ in the second half of a pair, the first halves are equal, so half
/// a pair is enough to order by.
fn rank(units: &[u16], at: usize) -> u32 {
    let unit = units[at];
    let is_paired = match unit {
        0xD800..=0xDBFF => matches!(units.get(at + 1), Some(0xDC00..=0xDFFF)),
        0xDC00..=0xDFFF => at > 0 && matches!(units[at - 1], 0xD800..=0xDBFF),
        _ => false,
    };
    // Above all that stands for itself.
    u32::from(unit) + if is_paired { 0x10000 } else { 0 }
}
