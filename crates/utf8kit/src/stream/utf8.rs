//! UTF-8 in pieces, as runs of text.

use core::fmt;
use core::iter::FusedIterator;

use super::DecodeError;
use crate::bom::{Bom, BomError, BomPolicy};
use crate::boundary::incomplete_len;
use crate::engine::Engine;
use crate::error::{ErrorAt, Kind};
use crate::raw::WellFormed;
use crate::scalar::decode::decode_four;

/// Decodes UTF-8 that comes in pieces.
///
/// [`push`](Utf8Decoder::push) takes a piece and gives its runs of text, without a copy, and its
/// errors. A character that was cut comes out of the decoder's own memory when its last byte has
/// come. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::stream::Utf8Decoder;
///
/// let mut decoder = Utf8Decoder::new();
/// let first: Vec<_> = decoder.push(b"caf\xC3").collect();
/// assert_eq!(first, [Ok("caf")]);
/// let second: Vec<_> = decoder.push(b"\xA9 cr\xE8me").collect();
/// assert_eq!(second[..2], [Ok("é"), Ok(" cr")]);
/// assert_eq!(second[2].unwrap_err().to_string(), "malformed UTF-8 at byte 8: truncated");
/// assert_eq!(second[3], Ok("me"));
/// assert_eq!(decoder.finish().next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Utf8Decoder {
    /// How many bytes have come.
    offset: u64,
    /// The start of a character whose end has not come yet, and behind it, anything.
    held: [u8; 4],
    held_len: usize,
    /// Memory from which the character that was cut last is lent.
    joined: [u8; 4],
    policy: BomPolicy,
    /// Whether a character or an error has come.
    is_begun: bool,
    /// Stays when the text ends, until something comes of the next.
    bom_error: Option<BomError>,
    engine: Option<Engine>,
}

impl Default for Utf8Decoder {
    fn default() -> Self {
        Utf8Decoder::new()
    }
}

impl Utf8Decoder {
    /// A decoder to which a byte order mark is a character.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// assert_eq!(decoder.push(b"\xEF\xBB\xBF!").next(), Some(Ok("\u{FEFF}!")));
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Utf8Decoder::with_bom(BomPolicy::Keep)
    }

    /// A decoder that does with a byte order mark at the start of the text what `policy` says,
    /// however the mark is cut.
    ///
    /// ```
    /// use utf8kit::BomPolicy;
    /// use utf8kit::stream::Utf8Decoder;
    ///
    /// let mut decoder = Utf8Decoder::with_bom(BomPolicy::Strip);
    /// assert_eq!(decoder.push(b"\xEF\xBB").next(), None);
    /// assert_eq!(decoder.push(b"\xBF!").next(), Some(Ok("!")));
    /// ```
    #[must_use]
    pub const fn with_bom(policy: BomPolicy) -> Self {
        Utf8Decoder {
            offset: 0,
            held: [0; 4],
            held_len: 0,
            joined: [0; 4],
            policy,
            is_begun: false,
            bom_error: None,
            engine: None,
        }
    }

    /// This decoder, which runs on `engine` and not on the best one.
    ///
    /// ```
    /// use utf8kit::stream::Utf8Decoder;
    /// use utf8kit::{Engine, Level};
    ///
    /// let mut decoder = Utf8Decoder::new().with_engine(Engine::at(Level::Scalar));
    /// assert_eq!(decoder.push(b"na").next(), Some(Ok("na")));
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Takes a piece, all of it, and gives its runs of text and its errors in their order. What is
    /// not asked for is lost.
    ///
    /// A run is never empty, and there is more than one only where there is an error, or a
    /// character that was cut. Errors have their offsets in the whole stream.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// for run in decoder.push("naïve".as_bytes()) {
    ///     assert_eq!(run?, "naïve");
    /// }
    /// # Ok::<(), utf8kit::stream::DecodeError>(())
    /// ```
    pub fn push<'a>(&'a mut self, piece: &'a [u8]) -> Runs<'a> {
        let mut runs = self.runs(b"");
        if self.offset == 0 {
            self.bom_error = None;
        }
        self.offset += piece.len() as u64;
        let mut first = None;
        let mut body = piece;
        if self.held_len > 0 {
            match self.join(piece) {
                None => return runs,
                Some((joined, taken)) => {
                    first = Some(joined);
                    body = &piece[taken..];
                }
            }
        }
        let incomplete = incomplete_len(body);
        let (text, cut) = body.split_at(body.len() - incomplete);
        self.hold(cut);
        runs.body = text;
        runs.offset = self.offset - body.len() as u64;
        if !self.is_begun && (first.is_some() || !text.is_empty()) {
            let mut bytes = [0; 4];
            let start = match first {
                Some(Ok(scalar)) => scalar.encode_utf8(&mut bytes).as_bytes(),
                Some(Err(_)) => b"",
                None => text,
            };
            let has_mark = start.starts_with(Bom::Utf8.as_bytes());
            runs.bom_error = self.judge_start(start);
            if has_mark && self.policy == BomPolicy::Strip && first.take().is_none() {
                runs.body = &text[Bom::Utf8.len()..];
                runs.offset += Bom::Utf8.len() as u64;
            }
        }
        match first {
            Some(Ok(scalar)) => runs.joined = scalar.encode_utf8(&mut self.joined),
            Some(Err(error)) => runs.error = Some(error),
            None => {}
        }
        runs
    }

    /// Ends the text: gives the errors that only its end makes certain, a character that is still
    /// incomplete and a mark that is missing. The decoder then is as it was when it was new, but
    /// for its [`bom_error`](Utf8Decoder::bom_error).
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// assert_eq!(decoder.push(b"\xF0\x9F").next(), None);
    /// let error = decoder.finish().next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "malformed UTF-8 at byte 0: incomplete");
    /// assert_eq!(decoder.push(b"again").next(), Some(Ok("again")));
    /// ```
    pub fn finish(&mut self) -> Runs<'_> {
        let mut runs = self.runs(b"");
        if self.held_len > 0 {
            let at = self.offset - self.held_len as u64;
            runs.error = Some(ErrorAt::new(at, self.held_len as u8, Kind::Incomplete));
        }
        if !self.is_begun {
            runs.bom_error = self.judge_start(b"");
        }
        let bom_error = self.bom_error;
        self.reset();
        self.bom_error = bom_error;
        runs
    }

    /// Forgets what has come, for another text under the same policy.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// assert_eq!(decoder.push(b"\xF0\x9F").next(), None);
    /// decoder.reset();
    /// assert_eq!(decoder.push(b"again").next(), Some(Ok("again")));
    /// ```
    pub const fn reset(&mut self) {
        let engine = self.engine;
        *self = Utf8Decoder::with_bom(self.policy);
        self.engine = engine;
    }

    /// How many bytes have come.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// decoder.push(b"caf\xC3").for_each(drop);
    /// assert_eq!(decoder.offset(), 4);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The bytes that are held back: none, or the start of a character whose end has not come yet.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// decoder.push(b"caf\xC3").for_each(drop);
    /// assert_eq!(decoder.pending(), b"\xC3");
    /// ```
    #[must_use]
    pub fn pending(&self) -> &[u8] {
        &self.held[..self.held_len]
    }

    /// How the text so far breaks the policy: what [`Runs::lossy`] passes over.
    ///
    /// After [`finish`](Utf8Decoder::finish), how the text does that has ended, until the next
    /// piece. A text without a byte has no mark, as it has none in one piece.
    ///
    /// ```
    /// use utf8kit::{BomError, BomPolicy};
    /// use utf8kit::stream::Utf8Decoder;
    ///
    /// let mut decoder = Utf8Decoder::with_bom(BomPolicy::Require);
    /// assert_eq!(decoder.push(b"").lossy().next(), None);
    /// assert_eq!(decoder.bom_error(), None);
    /// assert_eq!(decoder.finish().lossy().next(), None);
    /// assert_eq!(decoder.bom_error(), Some(BomError::Missing));
    /// ```
    #[must_use]
    pub const fn bom_error(&self) -> Option<BomError> {
        self.bom_error
    }

    /// The runs of `body`, with nothing before it.
    fn runs<'a>(&self, body: &'a [u8]) -> Runs<'a> {
        Runs {
            engine: self.engine.unwrap_or_else(Engine::best),
            bom_error: None,
            joined: "",
            error: None,
            body,
            offset: self.offset,
        }
    }

    /// What the policy has against a text that starts so.
    fn judge_start(&mut self, start: &[u8]) -> Option<BomError> {
        self.is_begun = true;
        self.bom_error = self.policy.apply(start).err();
        self.bom_error
    }

    /// Completes what is held back with the start of `piece`, which has been counted: gives the
    /// character or the error that it becomes, and how many bytes of the piece that takes. `None`
    /// where more bytes are needed.
    fn join(&mut self, piece: &[u8]) -> Option<(Result<char, ErrorAt>, usize)> {
        let held = self.held_len;
        let more = piece.len().min(self.held.len() - held);
        let mut first = [0; 4];
        first[..held].copy_from_slice(&self.held[..held]);
        first[held..held + more].copy_from_slice(&piece[..more]);
        match decode_four(first, 0, held + piece.len()) {
            Ok(scalar) => Some((Ok(scalar), scalar.len_utf8() - held)),
            Err(error) if error.error_len().is_none() => {
                self.held = first;
                self.held_len = error.subpart_len();
                None
            }
            Err(error) => {
                let at = self.offset - (held + piece.len()) as u64;
                Some((Err(ErrorAt::of(at, error)), error.subpart_len() - held))
            }
        }
    }

    /// Holds back `cut`, the start of a character, or nothing.
    fn hold(&mut self, cut: &[u8]) {
        self.held[..cut.len()].copy_from_slice(cut);
        self.held_len = cut.len();
    }
}

/// The runs of text and the errors of a piece. Made by [`Utf8Decoder::push`], and by
/// [`finish`](Utf8Decoder::finish) for what the end makes certain.
///
/// ```
/// let mut decoder = utf8kit::stream::Utf8Decoder::new();
/// let mut runs = decoder.push(b"ab\xFFcd");
/// assert_eq!(runs.next(), Some(Ok("ab")));
/// assert!(runs.next().unwrap().is_err());
/// assert_eq!(runs.next(), Some(Ok("cd")));
/// assert_eq!(runs.next(), None);
/// ```
#[must_use = "the text is in the runs"]
pub struct Runs<'a> {
    engine: Engine,
    // What comes, in this order.
    bom_error: Option<BomError>,
    /// A character that was cut.
    joined: &'a str,
    error: Option<ErrorAt>,
    /// At the end of the body nothing is incomplete but for good.
    body: &'a [u8],
    /// Where the body starts in the stream.
    offset: u64,
}

impl<'a> Runs<'a> {
    /// The runs of text with U+FFFD in the place of each error.
    ///
    /// What a [`BomPolicy`] has against the text is passed over: see [`Utf8Decoder::bom_error`].
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// let text: String = decoder.push(b"ab\xFFcd\xC3").lossy().collect();
    /// assert_eq!(text, "ab\u{FFFD}cd");
    /// let rest: String = decoder.finish().lossy().collect();
    /// assert_eq!(rest, "\u{FFFD}");
    /// ```
    #[inline]
    pub const fn lossy(self) -> LossyRuns<'a> {
        LossyRuns(self)
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Result<&'a str, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.bom_error.take() {
            return Some(Err(DecodeError::Bom(error)));
        }
        if !self.joined.is_empty() {
            return Some(Ok(core::mem::take(&mut self.joined)));
        }
        if let Some(error) = self.error.take() {
            return Some(Err(DecodeError::Malformed(error)));
        }
        if self.body.is_empty() {
            return None;
        }
        let (text, error) = WellFormed::prefix(self.engine, self.body);
        let text = text.as_str();
        let read = text.len() + error.map_or(0, |error| error.subpart_len());
        // The end of the body is not the end of the text.
        let error = error.map(|error| ErrorAt::of(self.offset, error).cut_short());
        self.offset += read as u64;
        self.body = &self.body[read..];
        match error {
            Some(error) if text.is_empty() => Some(Err(DecodeError::Malformed(error))),
            _ => {
                self.error = error;
                Some(Ok(text))
            }
        }
    }
}

impl FusedIterator for Runs<'_> {}

impl fmt::Debug for Runs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runs").finish_non_exhaustive()
    }
}

/// The text of a piece, with U+FFFD for each error. Made by [`Runs::lossy`].
///
/// ```
/// let mut decoder = utf8kit::stream::Utf8Decoder::new();
/// let mut runs = decoder.push(b"ab\xFFcd").lossy();
/// assert_eq!(runs.next(), Some("ab"));
/// assert_eq!(runs.next(), Some("\u{FFFD}"));
/// assert_eq!(runs.next(), Some("cd"));
/// assert_eq!(runs.next(), None);
/// ```
#[derive(Debug)]
#[must_use = "the text is in the runs"]
pub struct LossyRuns<'a>(Runs<'a>);

impl<'a> Iterator for LossyRuns<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        loop {
            match self.0.next()? {
                Ok(text) => return Some(text),
                Err(DecodeError::Malformed(_)) => return Some("\u{FFFD}"),
                Err(DecodeError::Bom(_)) => {}
            }
        }
    }
}

impl FusedIterator for LossyRuns<'_> {}
