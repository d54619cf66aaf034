//! Text from bytes that may not be all well-formed: U+FFFD in the place of each error.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::engine::Engine;
use crate::kernel::copy::Copy;
use crate::raw::{self, Converted, Output, WellFormed};
use crate::scalar::Utf8;
use crate::scalar::decode::decode_at;

/// `bytes` as text, with U+FFFD for each maximal subpart that is ill-formed (Unicode chapter 3.9,
/// D93b): in place of [`String::from_utf8_lossy`].
///
/// Well-formed input is borrowed, and costs no more than its validation. From the first error on
/// there is a copy, which is checked as it is made. Allocates if there is an error. Cannot panic.
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
    Engine::best().from_utf8_lossy(bytes)
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
    let engine = Engine::best();
    match raw::into_string(engine, bytes) {
        Ok(text) => text,
        Err((bytes, _)) => engine.from_utf8_lossy(&bytes).into_owned(),
    }
}

/// Appends `bytes` to `text`, with U+FFFD for each error.
///
/// Allocates where `text` has not the capacity. Cannot panic. Each call is for bytes of their own:
/// what is incomplete at their end is an error. For text in pieces there is
/// [`stream`](crate::stream).
///
/// ```
/// let mut text = String::from("> ");
/// utf8kit::append_utf8_lossy(b"caf\xE9\n", &mut text);
/// assert_eq!(text, "> caf\u{FFFD}\n");
/// ```
pub fn append_utf8_lossy(bytes: &[u8], text: &mut String) {
    Engine::best().append_utf8_lossy(bytes, text);
}

/// Appends to bytes, as [`append_utf8_lossy`] does to text: to a buffer that a program keeps, or
/// text that is none of its own.
///
/// Allocates where `to` has not the capacity. Cannot panic. What is in `to` already is not looked
/// at.
///
/// ```
/// let mut to = b"> ".to_vec();
/// utf8kit::append_utf8_lossy_bytes(b"caf\xE9\n", &mut to);
/// assert_eq!(to, "> caf\u{FFFD}\n".as_bytes());
/// ```
pub fn append_utf8_lossy_bytes(bytes: &[u8], to: &mut Vec<u8>) {
    Engine::best().append_utf8_lossy_bytes(bytes, to);
}

impl Engine {
    /// [`from_utf8_lossy`] by this engine.
    #[must_use]
    pub fn from_utf8_lossy(self, bytes: &[u8]) -> Cow<'_, str> {
        if self.prefers_std() {
            return String::from_utf8_lossy(bytes);
        }
        match WellFormed::prefix(self, bytes) {
            (text, None) => Cow::Borrowed(text.as_str()),
            (text, Some(_)) => {
                let mut lossy = String::with_capacity(bytes.len());
                self.append_behind(text, bytes, &mut lossy);
                Cow::Owned(lossy)
            }
        }
    }

    /// [`append_utf8_lossy`] by this engine.
    pub fn append_utf8_lossy(self, bytes: &[u8], text: &mut String) {
        if self.prefers_std() {
            return std_chunks(bytes, |piece| text.push_str(piece));
        }
        match WellFormed::prefix(self, bytes) {
            (all, None) => text.push_str(all.as_str()),
            (start, Some(_)) => self.append_behind(start, bytes, text),
        }
    }

    /// Appends `bytes`, of which `start` is the well-formed start.
    fn append_behind(self, start: WellFormed<'_>, bytes: &[u8], text: &mut String) {
        let start = start.as_str();
        text.push_str(start);
        let mut converted = Converted::from(core::mem::take(text));
        append(self, &bytes[start.len()..], &mut converted);
        *text = converted.into_string();
    }

    /// [`append_utf8_lossy_bytes`] by this engine.
    pub fn append_utf8_lossy_bytes(self, bytes: &[u8], to: &mut Vec<u8>) {
        if self.prefers_std() {
            return std_chunks(bytes, |piece| to.extend_from_slice(piece.as_bytes()));
        }
        let (start, error) = WellFormed::prefix(self, bytes);
        let start = start.as_str().as_bytes();
        to.extend_from_slice(start);
        let mut rest = &bytes[start.len()..];
        if error.is_none() {
            rest = b"";
        }
        let mut buffer = [0; BUFFER_BYTES];
        while !rest.is_empty() {
            let (read, written) = copy(self, rest, &mut Output::over(&mut buffer));
            to.extend_from_slice(&buffer[..written]);
            rest = &rest[read..];
        }
    }
}

/// Gives `bytes` by std's code, piece by piece, with U+FFFD for each error.
fn std_chunks(bytes: &[u8], mut append: impl FnMut(&str)) {
    for chunk in bytes.utf8_chunks() {
        append(chunk.valid());
        if !chunk.invalid().is_empty() {
            append("\u{FFFD}");
        }
    }
}

/// Appends `bytes` to `text`, with U+FFFD for each error.
fn append(engine: Engine, bytes: &[u8], text: &mut Converted<u8, Utf8>) {
    let mut rest = bytes;
    while !rest.is_empty() {
        // An error is a byte or more, and becomes three.
        let likely = rest.len() + rest.len() / 8 + 64;
        let (read, _) = text.append(likely, |out| copy(engine, rest, out));
        rest = &rest[read..];
    }
}

/// Copies `src` with U+FFFD for each error, as far as there is room: whole characters. Gives how
/// many bytes were read, and how many written. Something is, where there is room for a character
/// and a replacement.
fn copy(engine: Engine, src: &[u8], out: &mut Output<'_>) -> (usize, usize) {
    let mut at = 0;
    while at < src.len() {
        (at, _) = Copy { src, at, out, replaces: true }.outlined(engine);
        // Where the kernel stops there is an error, or a little text that it did not take.
        let limit = src.len().min(at + STEP_BYTES);
        while at < limit {
            let (character, len) = match decode_at(src, at) {
                Ok(character) => (character, character.len_utf8()),
                Err(error) => (char::REPLACEMENT_CHARACTER, error.subpart_len()),
            };
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            if bytes.len() > out.room() {
                return (at, out.written());
            }
            out.extend(bytes);
            at += len;
        }
    }
    (at, out.written())
}

/// So many bytes are copied one character after the other where the kernel stops.
const STEP_BYTES: usize = 64;

/// Text with errors goes through a buffer of so many bytes, where it may not go to its place
/// directly.
const BUFFER_BYTES: usize = 4096;

/// Writes `bytes` to `writer`, with U+FFFD for each error.
///
/// Well-formed input is written in one piece, as it is; the rest goes through a buffer of a few
/// KiB. Does not allocate, cannot panic. As with [`append_utf8_lossy`], `bytes` are all there is.
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
    let (start, error) = WellFormed::prefix(Engine::best(), bytes);
    let start = start.as_str().as_bytes();
    writer.write_all(start)?;
    if error.is_none() {
        return Ok(());
    }
    let mut rest = &bytes[start.len()..];
    let mut buffer = [0; BUFFER_BYTES];
    while !rest.is_empty() {
        let (read, written) = copy(Engine::best(), rest, &mut Output::over(&mut buffer));
        writer.write_all(&buffer[..written])?;
        rest = &rest[read..];
    }
    Ok(())
}
