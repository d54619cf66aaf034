//! Up to 64 bytes of ASCII, by four loads that overlap.
//!
//! No branch predictor knows how long a string is, so little here depends on it. Text of `N` to `4
//! N` bytes is looked at as four parts of `N` bytes, which overlap where there are fewer than `4
//! N`. With `N` = 4:
//!
//! ```text
//! length 4    aaaa            length 11   aaaa.......
//!             bbbb                        ....bbbb...
//!             cccc                        ...cccc....
//!             dddd                        .......dddd
//! ```
//!
//! `N` is 1 for 1 to 3 bytes, 4 for up to 15 and 16 for up to 64.

/// The most bytes that are short.
pub(crate) const MAX_BYTES: usize = 64;

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Where the four parts of `N` elements start, of `len` elements. `len` is `N` to `4 N`.
#[inline(always)]
pub(crate) const fn starts<const N: usize>(len: usize) -> [usize; 4] {
    let second = len / (2 * N) * N;
    [0, second, len - second - N, len - N]
}

/// The four parts of `bytes`, if it is `N` to `4 N` bytes.
#[inline(always)]
pub(crate) fn parts<const N: usize>(bytes: &[u8]) -> Option<[&[u8; N]; 4]> {
    if bytes.len() < N || bytes.len() > 4 * N {
        return None;
    }
    let [first, second, third, fourth] = starts::<N>(bytes.len());
    let part = |at: usize| bytes.get(at..)?.first_chunk();
    Some([part(first)?, part(second)?, part(third)?, part(fourth)?])
}

/// Whether all bytes of these parts are ASCII.
#[inline(always)]
pub(crate) fn are_ascii<const N: usize>(parts: [&[u8; N]; 4]) -> bool {
    let all = parts.into_iter().fold(0, |all, part| all | any_of(part));
    all & HIGH_BITS == 0
}

/// A word with the bits that any word of `part` has.
#[inline(always)]
fn any_of<const N: usize>(part: &[u8; N]) -> u64 {
    let (words, rest) = part.as_chunks();
    let all = words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word));
    match rest.first_chunk() {
        Some(half) => all | u64::from(u32::from_ne_bytes(*half)),
        None => rest.iter().fold(all, |all, byte| all | u64::from(*byte)),
    }
}

/// Whether `bytes` is ASCII, and at most [`MAX_BYTES`].
#[inline(always)]
pub(crate) fn is_short_ascii(bytes: &[u8]) -> bool {
    match bytes.len() {
        0 => true,
        1..=3 => parts::<1>(bytes).is_some_and(are_ascii),
        4..=15 => parts::<4>(bytes).is_some_and(are_ascii),
        16..=MAX_BYTES => parts::<16>(bytes).is_some_and(are_ascii),
        _ => false,
    }
}
