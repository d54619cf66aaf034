//! UTF-8 in pieces, as runs of text.

use core::fmt;
use core::iter::FusedIterator;

use super::DecodeError;
use crate::bom::{Bom, BomError, BomPolicy};
use crate::boundary::incomplete_len;
use crate::error::{ErrorAt, Kind};
use crate::raw::{Cut, Held, Joined, SHORT, WellFormed, go_on, start_of};
use crate::scalar::decode::decode_four;
use crate::simd::level::Features;

/// Decodes UTF-8 that comes in pieces.
///
/// [`push`](Utf8Decoder::push) takes a piece and gives its runs of text, without a copy, and its errors.
/// A character that was cut comes out of the decoder's own memory when its last byte has come.
/// Does not allocate, cannot panic.
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
    /// The start of a character whose end has not come yet, and the last one of which it has.
    held: Held,
    policy: BomPolicy,
    /// Pieces of fewer bytes are taken by [`go_on`]: none before a character or an error has come, if the policy minds. Both
    /// are one comparison so.
    short: usize,
    /// Stays when the text ends, until something comes of the next.
    bom_error: Option<BomError>,
    /// What is wrong with the piece whose runs are lent.
    rest: Rest,
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

    /// A decoder that does with a byte order mark at the start of the text what `policy` says, however
    /// the mark is cut.
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
            held: Held::NOTHING,
            policy,
            short: if matches!(policy, BomPolicy::Keep) { SHORT + 1 } else { 0 },
            bom_error: None,
            rest: Rest::NOTHING,
        }
    }

    /// Takes a piece, all of it, and gives its runs of text and its errors in their order. What is not
    /// asked for is lost.
    ///
    /// A run is never empty, and there is more than one only where there is an error, or a character
    /// that was cut. Errors have their offsets in the whole stream.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// for run in decoder.push("naïve".as_bytes()) {
    ///     assert_eq!(run?, "naïve");
    /// }
    /// # Ok::<(), utf8kit::stream::DecodeError>(())
    /// ```
    #[inline]
    pub fn push<'a>(&'a mut self, piece: &'a [u8]) -> Runs<'a> {
        push_with(self, Features::active(), piece)
    }

    /// Ends the text: gives the errors that only its end makes certain, a character that is still
    /// incomplete and a mark that is missing. The decoder then is as it was when it was new, but for its
    /// [`bom_error`](Utf8Decoder::bom_error).
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// assert_eq!(decoder.push(b"\xF0\x9F").next(), None);
    /// let error = decoder.finish().next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "malformed UTF-8 at byte 0: incomplete");
    /// assert_eq!(decoder.push(b"again").next(), Some(Ok("again")));
    /// ```
    pub fn finish(&mut self) -> Runs<'_> {
        let mut rest = Rest::NOTHING;
        let len = self.held.cut.len();
        if len > 0 {
            let at = self.offset - len as u64;
            rest.error = Some(ErrorAt::new(at, len as u8, Kind::Incomplete));
        }
        if !self.is_begun() {
            rest.bom_error = self.judge_start(b"");
        }
        let bom_error = self.bom_error;
        self.reset();
        (self.bom_error, self.rest) = (bom_error, rest);
        Runs::of_rest("", b"", &mut self.rest)
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
        *self = Utf8Decoder::with_bom(self.policy);
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
        self.held.cut.as_bytes()
    }

    /// How the text so far breaks the policy: what [`Runs::lossy`] passes over.
    ///
    /// After [`finish`](Utf8Decoder::finish), how the text does that has ended, until the next piece. A
    /// text without a byte has no mark, as it has none in one piece.
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

    /// Whether a character or an error has come, or the policy does not mind.
    const fn is_begun(&self) -> bool {
        self.short > 0
    }

    /// What the policy has against a text that starts so; `start` has all of its first character.
    fn judge_start(&mut self, start: &[u8]) -> Option<BomError> {
        self.short = SHORT + 1;
        self.bom_error = self.policy.apply(start).err();
        self.bom_error
    }

    /// Goes on with the sequence that was cut. Gives what has become of it, if that is certain, and how
    /// many bytes of the piece belong to it.
    fn join(&mut self, piece: &[u8]) -> (Option<Result<char, ErrorAt>>, usize) {
        let held = self.held.cut.len();
        let first = self.held.cut.with(start_of(piece)).to_le_bytes();
        match decode_four(first, 0, held + piece.len()) {
            Ok(scalar) => {
                self.held.cut = Cut::NOTHING;
                (Some(Ok(scalar)), scalar.len_utf8() - held)
            }
            Err(error) if error.error_len().is_none() => {
                self.held.cut = Cut::new(first, error.subpart_len());
                (None, piece.len())
            }
            Err(error) => {
                let at = self.offset - held as u64;
                self.held.cut = Cut::NOTHING;
                (Some(Err(ErrorAt::of(at, error))), error.subpart_len() - held)
            }
        }
    }

    /// Takes a piece of any length, and whatever is wrong with it.
    #[inline(never)]
    fn take<'a>(&'a mut self, features: Features, piece: &'a [u8]) -> Runs<'a> {
        self.rest = Rest { features, ..Rest::NOTHING };
        if self.offset == 0 {
            self.bom_error = None;
        }
        let (mut joined, mut taken) = (None, 0);
        if self.held.cut.len() > 0 {
            (joined, taken) = self.join(piece);
            if joined.is_none() {
                self.offset += piece.len() as u64;
                return Runs::of_rest("", b"", &mut self.rest);
            }
        }
        self.rest.offset = self.offset + taken as u64;
        self.offset += piece.len() as u64;
        let mut body = self.hold_back(&piece[taken..]);
        if !self.is_begun() && (joined.is_some() || !body.is_empty()) {
            let mut first = [0; 4];
            let start = match joined {
                Some(Ok(scalar)) => scalar.encode_utf8(&mut first).as_bytes(),
                Some(Err(_)) => b"",
                None => body,
            };
            let has_mark = start.starts_with(Bom::Utf8.as_bytes());
            self.rest.bom_error = self.judge_start(start);
            if has_mark && self.policy == BomPolicy::Strip && joined.take().is_none() {
                body = &body[Bom::Utf8.len()..];
                self.rest.offset += Bom::Utf8.len() as u64;
            }
        }
        self.held.joined = Joined::NOTHING;
        match joined {
            Some(Ok(scalar)) => self.held.joined = scalar.into(),
            Some(Err(error)) => self.rest.error = Some(error),
            None => {}
        }
        Runs::of_rest(self.held.joined.as_str(), body, &mut self.rest)
    }

    /// The piece without the start of a character at its end, which is cut now.
    fn hold_back<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        let (text, held) = piece.split_at(piece.len() - incomplete_len(piece));
        self.held.cut = Cut::new(start_of(held).to_le_bytes(), held.len());
        text
    }
}

/// [`Utf8Decoder::push`] at the best level among `features`.
#[inline]
pub(crate) fn push_with<'a>(
    decoder: &'a mut Utf8Decoder,
    features: Features,
    piece: &'a [u8],
) -> Runs<'a> {
    if piece.len() < decoder.short
        && let Some(text) = go_on(features, &mut decoder.held, piece).map(WellFormed::as_str)
    {
        decoder.offset += piece.len() as u64;
        let joined = decoder.held.joined.as_str();
        return Runs { joined, text, late: "", body: b"", rest: None };
    }
    decoder.take(features, piece)
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
    /// These are known to be text, and come first, in this order.
    joined: &'a str,
    text: &'a str,
    /// Where there is a rest, what is wrong at its start comes next; then this, if it is not empty; then
    /// an error that this one ends in, and then what is in the body, at whose end nothing is incomplete
    /// but for good.
    late: &'a str,
    body: &'a [u8],
    /// In the decoder, so that runs are few words where nothing is wrong.
    rest: Option<&'a mut Rest>,
}

impl<'a> Runs<'a> {
    fn of_rest(late: &'a str, body: &'a [u8], rest: &'a mut Rest) -> Self {
        Runs { joined: "", text: "", late, body, rest: Some(rest) }
    }

    /// The same with U+FFFD in the place of each error.
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

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if !self.joined.is_empty() {
            return Some(Ok(core::mem::take(&mut self.joined)));
        }
        if !self.text.is_empty() {
            return Some(Ok(core::mem::take(&mut self.text)));
        }
        let rest = self.rest.as_deref_mut()?;
        let (next, late, body) = rest.next(self.late, self.body);
        (self.late, self.body) = (late, body);
        next
    }
}

/// A piece in which something may be wrong.
#[derive(Clone, Debug)]
struct Rest {
    bom_error: Option<BomError>,
    error: Option<ErrorAt>,
    /// Where the body starts.
    offset: u64,
    features: Features,
}

impl Default for Rest {
    fn default() -> Self {
        Rest::NOTHING
    }
}

impl Rest {
    const NOTHING: Rest =
        Rest { bom_error: None, error: None, offset: 0, features: Features::NONE };

    /// The next run or error, and what of the two is then left.
    #[cold]
    #[inline(never)]
    fn next<'a>(&mut self, late: &'a str, body: &'a [u8]) -> Next<'a> {
        if let Some(error) = self.bom_error.take() {
            return (Some(Err(DecodeError::Bom(error))), late, body);
        }
        if !late.is_empty() {
            return (Some(Ok(late)), "", body);
        }
        if let Some(error) = self.error.take() {
            return (Some(Err(DecodeError::Malformed(error))), "", body);
        }
        if body.is_empty() {
            return (None, "", body);
        }
        let (text, error) = WellFormed::prefix(self.features, body);
        let text = text.as_str();
        let read = text.len() + error.map_or(0, |error| error.subpart_len());
        // The end of the body is not the end of the text.
        let error = error.map(|error| ErrorAt::of(self.offset, error).cut_short());
        self.offset += read as u64;
        let next = match error {
            Some(error) if text.is_empty() => Err(DecodeError::Malformed(error)),
            _ => {
                self.error = error;
                Ok(text)
            }
        };
        (Some(next), "", &body[read..])
    }
}

/// What [`Rest::next`] gives.
type Next<'a> = (Option<Result<&'a str, DecodeError>>, &'a str, &'a [u8]);

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
