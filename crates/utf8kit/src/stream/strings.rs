//! Pieces that an iterator gives.

use alloc::string::String;

use super::{DecodeError, Stop, Transcoder, Utf8Decoder};
use crate::convert::{To, Utf8};
use crate::lossy::append_utf8_lossy;

/// The text of an iterator's pieces, a `String` for each that has any.
///
/// Ends at the first error, after the text before it. Allocates the strings. Cannot panic, unless the iterator does.
///
/// ```
/// use utf8kit::stream::Strings;
///
/// let pieces = ["na\u{EF}ve".as_bytes().split_at(3), (b"", b"!\xFF")];
/// let mut strings = Strings::new(pieces.into_iter().flat_map(|(a, b)| [a, b]));
/// assert_eq!(strings.next().unwrap()?, "na");
/// assert_eq!(strings.next().unwrap()?, "ïve");
/// assert_eq!(strings.next().unwrap()?, "!");
/// assert_eq!(
///     strings.next().unwrap().unwrap_err().to_string(),
///     "malformed UTF-8 at byte 7: invalid-byte",
/// );
/// assert!(strings.next().is_none());
/// # Ok::<(), utf8kit::stream::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless they are advanced"]
pub struct Strings<I> {
    pieces: I,
    decoder: Utf8Decoder,
    is_lossy: bool,
    end: End,
}

/// How far what is said of pieces has come to its end.
#[derive(Clone, Debug)]
struct End {
    /// What is said last.
    error: Option<DecodeError>,
    is_reached: bool,
}

impl End {
    const NOT_REACHED: End = End { error: None, is_reached: false };

    /// The next text that is not empty, or the error that comes last. `take` appends what comes of a piece, or of the end of
    /// them.
    fn next<P>(
        &mut self,
        pieces: &mut impl Iterator<Item = P>,
        mut take: impl FnMut(Option<&P>, &mut String) -> Result<(), DecodeError>,
    ) -> Option<Result<String, DecodeError>> {
        while !self.is_reached {
            let piece = pieces.next();
            let mut text = String::new();
            self.error = take(piece.as_ref(), &mut text).err();
            self.is_reached = piece.is_none() || self.error.is_some();
            if !text.is_empty() {
                return Some(Ok(text));
            }
        }
        self.error.take().map(Err)
    }
}

impl<I> Strings<I> {
    /// The text of `pieces`.
    ///
    /// ```
    /// let pieces = [b"1 ", b"2 "];
    /// let strings: Result<Vec<_>, _> = utf8kit::stream::Strings::new(pieces.iter()).collect();
    /// assert_eq!(strings.unwrap(), ["1 ", "2 "]);
    /// ```
    pub const fn new(pieces: I) -> Self {
        Strings::with_decoder(pieces, Utf8Decoder::new())
    }

    /// The same with U+FFFD for each error: all items are `Ok`.
    ///
    /// ```
    /// let pieces = [b"a\xFF", b"b\xC3"];
    /// let text: Result<String, _> = utf8kit::stream::Strings::lossy(pieces.iter()).collect();
    /// assert_eq!(text.unwrap(), "a\u{FFFD}b\u{FFFD}");
    /// ```
    pub const fn lossy(pieces: I) -> Self {
        let mut strings = Strings::new(pieces);
        strings.is_lossy = true;
        strings
    }

    /// The text of `pieces`, decoded from where `decoder` is: perhaps under a
    /// [`BomPolicy`](crate::BomPolicy).
    ///
    /// ```
    /// use utf8kit::BomPolicy;
    /// use utf8kit::stream::{Strings, Utf8Decoder};
    ///
    /// let decoder = Utf8Decoder::with_bom(BomPolicy::Strip);
    /// let mut strings = Strings::with_decoder([b"\xEF\xBB", b"\xBF!"].iter(), decoder);
    /// assert_eq!(strings.next().unwrap().unwrap(), "!");
    /// ```
    pub const fn with_decoder(pieces: I, decoder: Utf8Decoder) -> Self {
        Strings { pieces, decoder, is_lossy: false, end: End::NOT_REACHED }
    }
}

impl<I: Iterator<Item: AsRef<[u8]>>> Iterator for Strings<I> {
    type Item = Result<String, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Strings { pieces, decoder, is_lossy, end } = self;
        end.next(pieces, |piece, text| {
            let mut runs = match piece {
                Some(piece) => decoder.push(piece.as_ref()),
                None => decoder.finish(),
            };
            if *is_lossy {
                text.extend(runs.lossy());
                return Ok(());
            }
            runs.try_for_each(|run| run.map(|run| text.push_str(run)))
        })
    }
}

impl<I: Iterator<Item: AsRef<[u8]>>> core::iter::FusedIterator for Strings<I> {}

/// The text of an iterator's pieces in the encoding `S`, a `String` for each that has any: what a [`Transcoder`] makes of
/// them.
///
/// With a strict one it ends at the first error, after the text before it; a byte order mark that the policy does not
/// allow, or misses, ends it in any case. Allocates the strings. Cannot panic, unless the iterator does.
///
/// ```
/// use utf8kit::convert::Utf16Le;
/// use utf8kit::stream::{Transcoder, TranscodingStrings};
///
/// let pieces = [&b"n\0a"[..], b"\0\xEF\0v\0e\0\x3D", b"\xD8\x00\xDE"];
/// let transcoder = Transcoder::<Utf16Le, _>::strict();
/// let strings: Result<Vec<_>, _> = TranscodingStrings::new(pieces.iter(), transcoder).collect();
/// assert_eq!(strings?, ["n", "aïve", "😀"]);
/// # Ok::<(), utf8kit::stream::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators do nothing unless they are advanced"]
pub struct TranscodingStrings<I, S> {
    pieces: I,
    transcoder: Transcoder<S, Utf8>,
    end: End,
}

impl<I, S: To<Utf8>> TranscodingStrings<I, S> {
    /// The text of `pieces`, converted from where `transcoder` is.
    ///
    /// ```
    /// use utf8kit::convert::Utf16;
    /// use utf8kit::stream::{Transcoder, TranscodingStrings};
    ///
    /// let pieces = [&[0x68, 0xD83D][..], &[0x69]];
    /// let mut strings = TranscodingStrings::new(pieces.iter(), Transcoder::<Utf16, _>::lossy());
    /// assert_eq!(strings.next().unwrap().unwrap(), "h");
    /// assert_eq!(strings.next().unwrap().unwrap(), "\u{FFFD}i");
    /// ```
    pub const fn new(pieces: I, transcoder: Transcoder<S, Utf8>) -> Self {
        TranscodingStrings { pieces, transcoder, end: End::NOT_REACHED }
    }
}

/// What comes of a piece, or of the end, appended to `text`.
fn convert<S: To<Utf8>>(
    transcoder: &mut Transcoder<S, Utf8>,
    piece: Option<&[S::Unit]>,
    text: &mut String,
) -> Result<(), DecodeError> {
    let mut buffer = [0; 1024];
    let mut rest = piece.unwrap_or_default();
    loop {
        let progress = match piece {
            Some(_) => transcoder.push(rest, &mut buffer),
            None => transcoder.finish(&mut buffer),
        };
        // Whole characters: that they are is checked once more, at the speed of a copy.
        append_utf8_lossy(&buffer[..progress.written], text);
        rest = &rest[progress.read..];
        match progress.stop {
            Stop::Done => return Ok(()),
            Stop::OutputFull => {}
            Stop::Error(error) => return Err(error),
        }
    }
}

impl<S: To<Utf8>, I: Iterator<Item: AsRef<[S::Unit]>>> Iterator for TranscodingStrings<I, S> {
    type Item = Result<String, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let TranscodingStrings { pieces, transcoder, end } = self;
        end.next(pieces, |piece, text| convert(transcoder, piece.map(AsRef::as_ref), text))
    }
}

impl<S: To<Utf8>, I: Iterator<Item: AsRef<[S::Unit]>>> core::iter::FusedIterator
    for TranscodingStrings<I, S>
{
}
