//! Streams of the standard library.

use std::io::{self, BufRead, Read, Write};
use std::string::String;
use std::vec::Vec;

use super::{DecodeError, Stop, Transcoder, Utf8Decoder};
use crate::convert::{Form, To};
use crate::error::ErrorAt;

/// A reader that passes UTF-8 on, and fails at what is none.
///
/// For whoever reads a whole file, or hands a reader on to what trusts it. Everything before the first
/// error is passed on; then there is an error of the kind
/// [`InvalidData`](io::ErrorKind::InvalidData), which holds a [`DecodeError`] with the offset in
/// the stream, and no byte more. What is cut by the end of a buffer is passed on as it comes, so of an
/// erroneous sequence the first bytes may have been.
///
/// [`read_to_string`](Read::read_to_string) does not need std's own validation, which is slower. It reads
/// into memory of its own first; nothing else here allocates, but the error. What is no [`BufRead`] is put into a
/// [`BufReader`](io::BufReader) first. Cannot panic, unless `inner` does.
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
        // Not all of it need have been read here: what came before may have ended inside a character.
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

/// Bytes that are converted at once.
const BUFFER: usize = 8192;

/// A reader of text in the encoding `T`, of what another one has in the encoding `S`.
///
/// With a strict [`Transcoder`] the first error ends it, and a byte order mark that the policy does not allow, or misses,
/// in any case: with the kind [`InvalidData`](io::ErrorKind::InvalidData) and a [`DecodeError`] inside. Allocates one buffer, and the error. What is
/// no [`BufRead`] is put into a [`BufReader`](io::BufReader) first. Cannot panic, unless `inner` does.
///
/// ```
/// use std::io::Read;
/// use utf8kit::BomPolicy;
/// use utf8kit::convert::{Utf8, Utf16Le};
/// use utf8kit::stream::{Transcoder, TranscodingReader};
///
/// let transcoder = Transcoder::<Utf16Le, Utf8>::lossy().with_bom(BomPolicy::Strip);
/// let mut reader = TranscodingReader::new(&b"\xFF\xFEh\0i\0\n\0"[..], transcoder);
/// let mut text = String::new();
/// reader.read_to_string(&mut text)?;
/// assert_eq!(text, "hi\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct TranscodingReader<R, S, T> {
    inner: R,
    transcoder: Transcoder<S, T>,
    /// `buffer[at..end]` is converted and not passed on.
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    error: Option<DecodeError>,
    is_ended: bool,
}

impl<R: BufRead, S: To<T> + Form<Unit = u8>, T: Form<Unit = u8>> TranscodingReader<R, S, T> {
    /// Reads from `inner` what `transcoder` converts.
    ///
    /// ```
    /// use std::io::BufRead;
    /// use utf8kit::convert::{Latin1, Utf8};
    /// use utf8kit::stream::{Transcoder, TranscodingReader};
    ///
    /// let reader = TranscodingReader::new(&b"caf\xE9\n"[..], Transcoder::<Latin1, Utf8>::strict());
    /// assert_eq!(reader.lines().next().unwrap()?, "café");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(inner: R, transcoder: Transcoder<S, T>) -> Self {
        TranscodingReader {
            inner,
            transcoder,
            buffer: std::vec![0; BUFFER],
            at: 0,
            end: 0,
            error: None,
            is_ended: false,
        }
    }

    /// What it reads from. What was converted and not passed on is lost.
    ///
    /// ```
    /// use utf8kit::convert::{Latin1, Utf8};
    /// use utf8kit::stream::{Transcoder, TranscodingReader};
    ///
    /// let reader = TranscodingReader::new(&b"caf\xE9"[..], Transcoder::<Latin1, Utf8>::strict());
    /// assert_eq!(reader.into_inner(), b"caf\xE9");
    /// ```
    pub fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: BufRead, S: To<T> + Form<Unit = u8>, T: Form<Unit = u8>> BufRead
    for TranscodingReader<R, S, T>
{
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at == self.end && !self.is_ended {
            if let Some(error) = self.error {
                return Err(error.into());
            }
            let piece = self.inner.fill_buf()?;
            let progress = if piece.is_empty() {
                let progress = self.transcoder.finish(&mut self.buffer[..]);
                self.is_ended = progress.stop == Stop::Done;
                progress
            } else {
                self.transcoder.push(piece, &mut self.buffer[..])
            };
            self.inner.consume(progress.read);
            (self.at, self.end) = (0, progress.written);
            if let Stop::Error(error) = progress.stop {
                self.error = Some(error);
            }
        }
        Ok(&self.buffer[self.at..self.end])
    }

    fn consume(&mut self, amount: usize) {
        self.at = self.end.min(self.at.saturating_add(amount));
    }
}

impl<R: BufRead, S: To<T> + Form<Unit = u8>, T: Form<Unit = u8>> Read
    for TranscodingReader<R, S, T>
{
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        let read = self.fill_buf()?.read(to)?;
        self.consume(read);
        Ok(read)
    }
}

/// A writer of text in the encoding `S`, of which another one gets the encoding `T`.
///
/// Whole characters are passed on, as soon as they have come; [`finish`](TranscodingWriter::finish) has to
/// be called at the end. With a strict [`Transcoder`] the first error ends it, and a byte order mark that the policy does
/// not allow, or misses, in any case: with the kind
/// [`InvalidData`](io::ErrorKind::InvalidData) and a [`DecodeError`] inside. Does not allocate, but for that error, and
/// does not buffer: `inner` should, where it is worth it. Cannot panic, unless `inner` does.
///
/// ```
/// use std::io::Write;
/// use utf8kit::convert::Utf8;
/// use utf8kit::stream::{Transcoder, TranscodingWriter};
///
/// let mut writer = TranscodingWriter::new(Vec::new(), Transcoder::<Utf8, Utf8>::lossy());
/// writer.write_all(b"na\xC3")?;
/// writer.write_all(b"\xAFve \xFF")?;
/// assert_eq!(writer.finish()?, "naïve \u{FFFD}".as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct TranscodingWriter<W, S, T> {
    inner: W,
    transcoder: Transcoder<S, T>,
    error: Option<DecodeError>,
}

impl<W: Write, S: To<T> + Form<Unit = u8>, T: Form<Unit = u8>> TranscodingWriter<W, S, T> {
    /// Writes to `inner` what `transcoder` converts.
    ///
    /// ```
    /// use std::io::Write;
    /// use utf8kit::convert::{Utf8, Utf16Be};
    /// use utf8kit::stream::{Transcoder, TranscodingWriter};
    ///
    /// let mut writer = TranscodingWriter::new(Vec::new(), Transcoder::<Utf8, Utf16Be>::strict());
    /// write!(writer, "né")?;
    /// assert_eq!(writer.finish()?, b"\0n\0\xE9");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn new(inner: W, transcoder: Transcoder<S, T>) -> Self {
        TranscodingWriter { inner, transcoder, error: None }
    }

    /// Ends the text, and gives what it was written to.
    ///
    /// # Errors
    ///
    /// Those of the writer; and with a strict transcoder, what is still incomplete.
    ///
    /// ```
    /// use std::io::Write;
    /// use utf8kit::convert::Utf8;
    /// use utf8kit::stream::{Transcoder, TranscodingWriter};
    ///
    /// let mut writer = TranscodingWriter::new(Vec::new(), Transcoder::<Utf8, Utf8>::strict());
    /// writer.write_all(b"\xC3")?;
    /// let error = writer.finish().unwrap_err();
    /// assert_eq!(error.to_string(), "malformed UTF-8 at byte 0: incomplete");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn finish(mut self) -> io::Result<W> {
        loop {
            if let Some(error) = self.error {
                return Err(error.into());
            }
            let mut buffer = [0; BUFFER];
            let progress = self.transcoder.finish(&mut buffer);
            self.inner.write_all(&buffer[..progress.written])?;
            match progress.stop {
                Stop::Done => return Ok(self.inner),
                Stop::OutputFull => {}
                Stop::Error(error) => self.error = Some(error),
            }
        }
    }
}

impl<W: Write, S: To<T> + Form<Unit = u8>, T: Form<Unit = u8>> Write
    for TranscodingWriter<W, S, T>
{
    /// What `inner` has not taken when it fails is lost.
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        // To clear a large buffer takes longer than to convert a little.
        if piece.len() <= 64 { self.convert::<512>(piece) } else { self.convert::<BUFFER>(piece) }
    }

    /// Flushes `inner`. The start of a character stays here.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write, S: To<T> + Form<Unit = u8>, T: Form<Unit = u8>> TranscodingWriter<W, S, T> {
    /// Passes on what fits into a buffer of so many bytes. Says how much of `piece` that was.
    fn convert<const BYTES: usize>(&mut self, piece: &[u8]) -> io::Result<usize> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let mut buffer = [0; BYTES];
        let progress = self.transcoder.push(piece, &mut buffer);
        self.inner.write_all(&buffer[..progress.written])?;
        if let Stop::Error(error) = progress.stop {
            self.error = Some(error);
            if progress.read == 0 {
                return Err(error.into());
            }
        }
        Ok(progress.read)
    }
}
