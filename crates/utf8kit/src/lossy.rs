//! Text from bytes that may not be all well-formed: U+FFFD in the place of each error.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::convert::owned::{append_lossy_utf8, append_lossy_utf8_bytes};
use crate::raw::{self, WellFormed};
use crate::simd::level::Features;

/// `bytes` as text, with U+FFFD for each maximal subpart that is ill-formed (Unicode chapter 3.9, D93b): in
/// place of [`String::from_utf8_lossy`].
///
/// Well-formed input is borrowed, and costs no more than its validation. From the first error on there
/// is a copy, which is checked as it is made. Allocates if there is an error. Cannot panic.
///
/// ```
/// use std::borrow::Cow;
///
/// assert!(matches!(utf8kit::from_utf8_lossy("naïve".as_bytes()), Cow::Borrowed("naïve")));
/// assert_eq!(utf8kit::from_utf8_lossy(b"na\xEFve"), "na\u{FFFD}ve");
/// // Three errors of a byte each, as in std: ED cannot be followed by A0.
/// assert_eq!(utf8kit::from_utf8_lossy(b"\xED\xA0\x80"), "\u{FFFD}\u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<'_, str> {
    match WellFormed::short_ascii(bytes) {
        Some(text) => Cow::Borrowed(text.as_str()),
        None => from_utf8_lossy_with(Features::active(), bytes),
    }
}

pub(crate) fn from_utf8_lossy_with(features: Features, bytes: &[u8]) -> Cow<'_, str> {
    match WellFormed::prefix(features, bytes) {
        (text, None) => Cow::Borrowed(text.as_str()),
        (text, Some(_)) => {
            let text = text.as_str();
            let mut lossy = String::with_capacity(bytes.len());
            lossy.push_str(text);
            append_lossy_utf8(&mut lossy, features, &bytes[text.len()..]);
            Cow::Owned(lossy)
        }
    }
}

/// `bytes` as a `String`, with U+FFFD for each error: without a copy where there is none.
///
/// Allocates if there is an error. Cannot panic.
///
/// ```
/// assert_eq!(utf8kit::string_from_utf8_lossy(vec![b'a', 0xC3, 0xA9]), "aé");
/// assert_eq!(utf8kit::string_from_utf8_lossy(vec![b'a', 0xC3]), "a\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf8_lossy(bytes: Vec<u8>) -> String {
    let features = Features::active();
    match raw::into_string(features, bytes) {
        Ok(text) => text,
        Err((bytes, _)) => from_utf8_lossy_with(features, &bytes).into_owned(),
    }
}

/// Appends `bytes` to `text`, with U+FFFD for each error.
///
/// Allocates where `text` has not the capacity. Cannot panic. Each call is for bytes of their own: what is
/// incomplete at their end is an error. For text in pieces there is [`stream`](crate::stream).
///
/// ```
/// let mut text = String::from("> ");
/// utf8kit::append_utf8_lossy(b"caf\xE9\n", &mut text);
/// assert_eq!(text, "> caf\u{FFFD}\n");
/// ```
pub fn append_utf8_lossy(bytes: &[u8], text: &mut String) {
    append_utf8_lossy_with(Features::active(), bytes, text);
}

pub(crate) fn append_utf8_lossy_with(features: Features, bytes: &[u8], text: &mut String) {
    match WellFormed::prefix(features, bytes) {
        (all, None) => text.push_str(all.as_str()),
        (start, Some(_)) => {
            let start = start.as_str();
            text.push_str(start);
            append_lossy_utf8(text, features, &bytes[start.len()..]);
        }
    }
}

/// As [`append_utf8_lossy`], to bytes: a buffer that a program keeps, or text that is none of its own.
///
/// Allocates where `to` has not the capacity. Cannot panic. What is in `to` already is not looked at.
///
/// ```
/// let mut to = b"> ".to_vec();
/// utf8kit::append_utf8_lossy_bytes(b"caf\xE9\n", &mut to);
/// assert_eq!(to, "> caf\u{FFFD}\n".as_bytes());
/// ```
pub fn append_utf8_lossy_bytes(bytes: &[u8], to: &mut Vec<u8>) {
    append_utf8_lossy_bytes_with(Features::active(), bytes, to);
}

pub(crate) fn append_utf8_lossy_bytes_with(features: Features, bytes: &[u8], to: &mut Vec<u8>) {
    let (start, error) = WellFormed::prefix(features, bytes);
    let start = start.as_str().as_bytes();
    to.extend_from_slice(start);
    if error.is_some() {
        append_lossy_utf8_bytes(to, features, &bytes[start.len()..]);
    }
}

/// Writes `bytes` to `writer`, with U+FFFD for each error.
///
/// Well-formed input is written in one piece, as it is; the rest goes through a buffer of a few KiB. Does
/// not allocate, cannot panic. As with [`append_utf8_lossy`], `bytes` are all there is.
///
/// # Errors
///
/// Those of `writer`. Some of the text may have been written then.
///
/// ```
/// let mut out = Vec::new();
/// utf8kit::write_utf8_lossy(b"caf\xE9", &mut out)?;
/// assert_eq!(out, "caf\u{FFFD}".as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn write_utf8_lossy(
    bytes: &[u8],
    writer: &mut (impl std::io::Write + ?Sized),
) -> std::io::Result<()> {
    use crate::convert::{self, Utf8};

    let (start, error) = WellFormed::prefix(Features::active(), bytes);
    let start = start.as_str().as_bytes();
    writer.write_all(start)?;
    if error.is_none() {
        return Ok(());
    }
    let mut rest = &bytes[start.len()..];
    let mut buffer = [0; 4096];
    while !rest.is_empty() {
        let progress = convert::lossy::<Utf8, Utf8>(rest, &mut buffer);
        writer.write_all(&buffer[..progress.written])?;
        rest = &rest[progress.read..];
    }
    Ok(())
}
