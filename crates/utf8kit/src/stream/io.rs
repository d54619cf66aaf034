//! Streams of the standard library.

use std::io::{self, BufRead, Read};
use std::string::String;
use std::vec::Vec;

use super::{DecodeError, Utf8Decoder};
use crate::error::ErrorAt;

/// A reader that passes UTF-8 on, and fails at what is none.
///
/// For whoever reads a whole file, or hands a reader on to what trusts it. Everything before the
/// first error is passed on; then there is an error of the kind
/// [`InvalidData`](io::ErrorKind::InvalidData), which holds a [`DecodeError`] with the offset in
/// the stream, and no byte more. What is cut by the end of a buffer is passed on as it comes, so of
/// an erroneous sequence the first bytes may have been.
///
/// [`read_to_string`](Read::read_to_string) does not need std's own validation, which is slower. It
/// reads into memory of its own first; nothing else here allocates, but the error. What is no
/// [`BufRead`] is put into a [`BufReader`](io::BufReader) first. Cannot panic, unless `inner` does.
///
/// ```
/// use std::io::Read;
/// use utf8kit::stream::Utf8Reader;
///
/// let mut text = String::new();
/// Utf8Reader::new("naïve".as_bytes()).read_to_string(&mut text)?;
/// assert_eq!(text, "naïve");
///
/// let error = Utf8Reader::new(&b"na\xEFve"[..]).read_to_string(&mut text).unwrap_err();
/// assert_eq!(error.to_string(), "malformed UTF-8 at byte 2: truncated");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Utf8Reader<R> {
    inner: R,
    decoder: Utf8Decoder,
    /// How much of what `inner` has in its buffer may be passed on.
    checked: usize,
    /// What comes after that.
    error: Option<DecodeError>,
}

impl<R: BufRead> Utf8Reader<R> {
    /// Reads from `inner`.
    ///
    /// ```
    /// use std::io::{BufRead, BufReader};
    /// use utf8kit::stream::Utf8Reader;
    ///
    /// let mut lines = Utf8Reader::new(BufReader::new(&b"one\ntw\xFF"[..])).lines();
    /// assert_eq!(lines.next().unwrap()?, "one");
    /// assert!(lines.next().unwrap().is_err());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn new(inner: R) -> Self {
        Utf8Reader { inner, decoder: Utf8Decoder::new(), checked: 0, error: None }
    }

    /// What it reads from. What it has checked and not passed on is still there.
    ///
    /// ```
    /// let reader = utf8kit::stream::Utf8Reader::new(&b"text"[..]);
    /// assert_eq!(reader.into_inner(), b"text");
    /// ```
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Checks what is in the buffer of `inner`, if nothing of it is checked yet.
    fn check(&mut self) -> io::Result<()> {
        if self.checked > 0 {
            return Ok(());
        }
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let before = self.decoder.offset();
        let buffer = self.inner.fill_buf()?;
        let mut runs =
            if buffer.is_empty() { self.decoder.finish() } else { self.decoder.push(buffer) };
        self.error = runs.find_map(Result::err);
        self.checked = match self.error {
            None => buffer.len(),
            Some(DecodeError::Malformed(error)) => good_before(error, before),
            Some(DecodeError::Bom(_)) => 0,
        };
        match self.error {
            Some(error) if self.checked == 0 => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// How many bytes from the offset `before` on are before `error`, which may have begun before them.
fn good_before(error: ErrorAt, before: u64) -> usize {
    // The index of something in a slice.
    error.offset().saturating_sub(before) as usize
}

impl<R: BufRead> BufRead for Utf8Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        let buffer = self.inner.fill_buf()?;
        // A reader that has less than it had breaks its promise, and is no reason to panic.
        Ok(&buffer[..self.checked.min(buffer.len())])
    }

    fn consume(&mut self, amount: usize) {
        let amount = amount.min(self.checked);
        self.checked -= amount;
        self.inner.consume(amount);
    }
}

impl<R: BufRead> Read for Utf8Reader<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        let read = self.fill_buf()?.read(to)?;
        self.consume(read);
        Ok(read)
    }

    fn read_to_string(&mut self, to: &mut String) -> io::Result<usize> {
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        // Not all of it need have been read here: what came before may have ended inside a
        // character.
        let text = crate::string_from_utf8(bytes)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let len = text.len();
        if to.is_empty() {
            *to = text;
        } else {
            to.push_str(&text);
        }
        Ok(len)
    }
}
