//! Readers and writers that convert on the way.

use std::io::{self, BufRead, Read, Write};
use std::vec::Vec;

use super::{DecodeError, Stop, Transcoder};
use crate::convert::{Form, To};

/// Bytes that are converted at once.
const BUFFER: usize = 8192;

/// A reader of text in the encoding `T`, of what another one has in the encoding `S`.
///
/// With a strict [`Transcoder`] the first error ends it, and a byte order mark that the policy does
/// not allow, or misses, in any case: with the kind [`InvalidData`](io::ErrorKind::InvalidData) and
/// a [`DecodeError`] inside. Allocates one buffer, and the error. What is no [`BufRead`] is put
/// into a [`BufReader`](io::BufReader) first. Cannot panic, unless `inner` does.
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
            if let Stop::Malformed(error) = progress.stop {
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
/// Whole characters are passed on, as soon as they have come; [`finish`](TranscodingWriter::finish)
/// has to be called at the end. With a strict [`Transcoder`] the first error ends it, and a byte
/// order mark that the policy does not allow, or misses, in any case: with the kind
/// [`InvalidData`](io::ErrorKind::InvalidData) and a [`DecodeError`] inside. Does not allocate, but
/// for that error, and does not buffer: `inner` should, where it is worth it. Cannot panic, unless
/// `inner` does.
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
                Stop::Malformed(error) => self.error = Some(error),
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
        if let Stop::Malformed(error) = progress.stop {
            self.error = Some(error);
            if progress.read == 0 {
                return Err(error.into());
            }
        }
        Ok(progress.read)
    }
}
