//! Where a piece ends in the middle of something.

use crate::boundary::incomplete_len;
use crate::encoding::Encoding;
use crate::scalar::table::is_continuation;

/// The most bytes that can be unsettled: a high surrogate of three bytes and two of a low one.
pub(super) const MOST: usize = 5;

/// How many bytes at the end of `src` could mean something else if more followed. What is before them is
/// settled, and ends between two units.
// Inlined where the encoding is a constant.
#[inline(always)]
pub(super) fn unsettled(encoding: Encoding, src: &[u8]) -> usize {
    match encoding {
        Encoding::Ascii | Encoding::Latin1 => 0,
        Encoding::Utf8 => incomplete_len(src),
        Encoding::Utf16Le => half_pair(src, u16::from_le_bytes),
        Encoding::Utf16Be => half_pair(src, u16::from_be_bytes),
        // Native code units; bytes of either order come under its own name.
        Encoding::Utf16 => half_pair(src, u16::from_ne_bytes),
        Encoding::Utf32 | Encoding::Utf32Le | Encoding::Utf32Be => src.len() % 4,
        Encoding::Wtf8 => with_surrogates(src),
        Encoding::Cesu8 => with_surrogates_only(src),
        Encoding::ModifiedUtf8 if src.last() == Some(&0xC0) => 1,
        Encoding::ModifiedUtf8 => with_surrogates_only(src),
    }
}

/// A part of a unit, and a high surrogate before it.
#[inline(always)]
fn half_pair(src: &[u8], unit: fn([u8; 2]) -> u16) -> usize {
    let part = src.len() % 2;
    match src[..src.len() - part].last_chunk() {
        Some(last) if matches!(unit(*last), 0xD800..=0xDBFF) => 2 + part,
        _ => part,
    }
}

/// In UTF-8 that has forms for surrogates: what is incomplete, or a high one and perhaps the start of
/// its other half.
fn with_surrogates(src: &[u8]) -> usize {
    (2..=MOST).rev().find(|&len| starts_pair(src, len)).unwrap_or_else(|| incomplete_len(src))
}

/// The same where forms of four bytes are wrong from their first byte on.
fn with_surrogates_only(src: &[u8]) -> usize {
    let len = with_surrogates(src);
    if src[src.len() - len..].first().is_some_and(|&lead| lead >= 0xF0) { 0 } else { len }
}

/// Whether the last `len` bytes, two or more, are the start of a surrogate's form, or of two that pair.
fn starts_pair(src: &[u8], len: usize) -> bool {
    let Some(tail) = src.len().checked_sub(len).map(|at| &src[at..]) else { return false };
    match *tail {
        [0xED, 0xA0..=0xBF] => true,
        [0xED, 0xA0..=0xAF, third, ref low @ ..] => {
            is_continuation(third) && matches!(low, [] | [0xED] | [0xED, 0xB0..=0xBF])
        }
        _ => false,
    }
}
