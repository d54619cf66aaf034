//! Where a text is cut into what is fixed at once: whole lines, as many as fit into 64 KiB.
//!
//! ```text
//! a line end within 64 KiB              behind the last one
//! else a line end within 68 KiB         behind that
//! else, a line that is longer           between 64 and 68 KiB: behind a space or a comma and the
//!                                       like; else before ASCII; else between two escapes of
//!                                       JSON; else before a character of Chinese and the like;
//!                                       else where any sequence starts
//! ```
//!
//! A long line is cut at places that depend on that line alone. So they are the same, however the
//! text comes.

use memchr::{memchr, memrchr};
use utf8kit::decode_last;

/// How much is fixed at once.
pub(super) const GROUP: usize = 64 * 1024;

/// A place to cut is looked for in so many bytes behind that.
const REACH: usize = 4 * 1024;

/// No check looks further than so many bytes behind a place.
const MARGIN: usize = 16;

/// The length of the first group of `text`, which starts where a line or the rest of a cut line does:
/// whole lines, or a part of a line that is longer than 68 KiB. A [`Fixer`](super::Fixer) works on one
/// group at a time. `None` where more text is needed to tell; if `is_last`, nothing follows.
///
/// ```
/// use utf8kit_text::fix::first_group;
/// assert_eq!(first_group(b"one\ntwo\nthr", false), Some(8));
/// assert_eq!(first_group(b"thr", false), None);
/// assert_eq!(first_group(b"thr", true), Some(3));
/// ```
#[must_use]
pub fn first_group(text: &[u8], is_last: bool) -> Option<usize> {
    let near = &text[..text.len().min(GROUP)];
    if let Some(end) = memrchr(b'\n', near) {
        return Some(end + 1);
    }
    let far = &text[near.len()..text.len().min(GROUP + REACH + MARGIN)];
    if let Some(end) = memchr(b'\n', far) {
        return Some(GROUP + end + 1);
    }
    if text.len() < GROUP + REACH + MARGIN {
        return is_last.then_some(text.len()).filter(|len| *len > 0);
    }
    let places = || GROUP..GROUP + REACH;
    let place = places().find(|&at| is_between_words(text, at));
    let place = place.or_else(|| places().find(|&at| is_before_ascii(text, at)));
    let place = place.or_else(|| places().find(|&at| is_between_escapes(text, at)));
    let place = place.or_else(|| places().find(|&at| is_before_ideograph(text, at)));
    Some(place.unwrap_or_else(|| boundary(text, GROUP + REACH)))
}

fn is_between_words(text: &[u8], at: usize) -> bool {
    matches!(text[at - 1], b' ' | b'\t' | b',' | b';' | b'>' | b'}') && is_before_ascii(text, at)
}

/// Whether ASCII begins at `at` that belongs to nothing before it: to no escape, and no line end.
fn is_before_ascii(text: &[u8], at: usize) -> bool {
    /// A pair of escapes of JSON.
    const LONGEST_ESCAPE: usize = 12;
    // Behind half a character of a legacy charset, it may be the other half.
    text[at].is_ascii_alphanumeric()
        && !text[at - LONGEST_ESCAPE..at].contains(&b'\\')
        && matches!(decode_last(&text[..at]), Some(Ok(_)))
}

/// Whether `\u1234` stands before `at`, which is no first half of a pair, and another one behind it.
fn is_between_escapes(text: &[u8], at: usize) -> bool {
    let (before, behind) = (&text[at - 7..at], &text[at..at + 2]);
    let is_high = matches!(before[3..5], [b'd' | b'D', b'8' | b'9' | b'a' | b'A' | b'b' | b'B']);
    matches!(before, [first, b'\\', b'u', digits @ ..]
        if *first != b'\\' && digits.iter().all(u8::is_ascii_hexdigit))
        && !is_high
        && behind == b"\\u"
}

/// Whether a character from U+4000 to U+CFFF begins at `at`: none of them composes with what is before
/// it.
fn is_before_ideograph(text: &[u8], at: usize) -> bool {
    matches!(text[at..], [0xE4..=0xEC, 0x80..=0xBF, 0x80..=0xBF, ..])
}

/// The last place at or before `at` where a sequence of UTF-8's shape starts, or a pair of
/// surrogates.
fn boundary(text: &[u8], at: usize) -> usize {
    let is_continuation = |at: usize| matches!(text[at], 0x80..=0xBF);
    let start = (at - 6..=at).rev().find(|&at| !is_continuation(at)).unwrap_or(at);
    let is_high = matches!(text[start - 3..start], [0xED, 0xA0..=0xAF, 0x80..=0xBF]);
    if is_high { start - 3 } else { start }
}
