//! Pieces that an iterator gives.

use alloc::string::String;

use super::{DecodeError, Utf8Decoder};

/// The text of an iterator's pieces, a `String` for each that has any.
///
/// Ends at the first error, after the text before it. Allocates the strings. Cannot panic, unless
/// the iterator does.
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
pub(super) struct End {
    /// What is said last.
    error: Option<DecodeError>,
    is_reached: bool,
}

impl End {
    pub(super) const NOT_REACHED: End = End { error: None, is_reached: false };

    /// The next text that is not empty, or the error that comes last. `take` appends what comes of
    /// a piece, or of the end of them.
    pub(super) fn next<P>(
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

    /// Strings with U+FFFD for each error: all items are `Ok`.
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
