//! An iterator over pieces of text in another encoding.

use alloc::string::String;

use super::strings::End;
use super::{DecodeError, Stop, Transcoder};
use crate::convert::{To, Utf8};
use crate::lossy::append_utf8_lossy;

/// The text of an iterator's pieces in the encoding `S`, a `String` for each that has any: what a
/// [`Transcoder`] makes of them.
///
/// With a strict one it ends at the first error, after the text before it; a byte order mark that
/// the policy does not allow, or misses, ends it in any case. Allocates the strings. Cannot panic,
/// unless the iterator does.
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
            Stop::Malformed(error) => return Err(error),
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
