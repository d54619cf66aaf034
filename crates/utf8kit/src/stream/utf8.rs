//! UTF-8 in pieces, as runs of text.

use core::fmt;
use core::iter::FusedIterator;

use super::DecodeError;
use crate::bom::{Bom, BomError, BomPolicy};
use crate::error::{ErrorAt, Kind};
use crate::raw::WellFormed;
use crate::scalar::decode::{decode_four, is_incomplete};
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
#[derive(Clone, Debug, Default)]
pub struct Utf8Decoder {
    /// How many bytes have come.
    offset: u64,
    /// The start of a character, whose end has not come yet.
    /// Then zeros.
    carry: [u8; 4],
    carry_len: u8,
    /// A character that was cut, for as long as its run is lent.
    joined: [u8; 4],
    policy: BomPolicy,
    /// Whether a character or an error has come.
    is_begun: bool,
    bom_error: Option<BomError>,
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
            carry: [0; 4],
            carry_len: 0,
            joined: [0; 4],
            policy,
            is_begun: false,
            bom_error: None,
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

    /// Ends the text: gives the error that a character is without which is still incomplete, and makes
    /// the decoder as it was when it was new.
    ///
    /// ```
    /// let mut decoder = utf8kit::stream::Utf8Decoder::new();
    /// assert_eq!(decoder.push(b"\xF0\x9F").next(), None);
    /// let error = decoder.finish().next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "malformed UTF-8 at byte 0: incomplete");
    /// assert_eq!(decoder.push(b"again").next(), Some(Ok("again")));
    /// ```
    pub fn finish(&mut self) -> Runs<'static> {
        let mut runs = Runs::empty();
        if self.carry_len > 0 {
            let at = self.offset - u64::from(self.carry_len);
            runs.error = Some(ErrorAt::new(at, self.carry_len, Kind::Incomplete));
        }
        if !self.is_begun {
            runs.bom_error = self.judge_start(b"");
        }
        self.reset();
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
        &self.carry[..usize::from(self.carry_len)]
    }

    /// How the text so far breaks the policy: what [`Runs::lossy`] passes over.
    ///
    /// ```
    /// use utf8kit::{BomError, BomPolicy};
    /// use utf8kit::stream::Utf8Decoder;
    ///
    /// let mut decoder = Utf8Decoder::with_bom(BomPolicy::Reject);
    /// decoder.push(b"\xEF\xBB\xBF!").for_each(drop);
    /// assert_eq!(decoder.bom_error(), Some(BomError::Forbidden));
    /// ```
    #[must_use]
    pub const fn bom_error(&self) -> Option<BomError> {
        self.bom_error
    }

    /// What the policy has against a text that starts so; `start` has all of its first character.
    fn judge_start(&mut self, start: &[u8]) -> Option<BomError> {
        self.is_begun = true;
        self.bom_error = self.policy.apply(start).err();
        self.bom_error
    }

    /// Goes on with the sequence that was cut. Gives what has become of it, if that is certain, and how
    /// many bytes of the piece belong to it.
    fn join(&mut self, piece: &[u8]) -> (Option<Result<char, ErrorAt>>, usize) {
        let held = usize::from(self.carry_len);
        let first = u32::from_le_bytes(self.carry) | start_of(piece) << (8 * held);
        match decode_four(first.to_le_bytes(), 0, held + piece.len()) {
            Ok(scalar) => {
                self.carry_len = 0;
                (Some(Ok(scalar)), scalar.len_utf8() - held)
            }
            Err(error) if error.error_len().is_none() => {
                self.carry = first.to_le_bytes();
                // Three at most: four are a character or wrong.
                self.carry_len = error.subpart_len() as u8;
                (None, piece.len())
            }
            Err(error) => {
                let at = self.offset - u64::from(self.carry_len);
                self.carry_len = 0;
                (Some(Err(ErrorAt::of(at, error))), error.subpart_len() - held)
            }
        }
    }
}

/// [`Utf8Decoder::push`] at the best level among `features`.
#[inline]
pub(crate) fn push_with<'a>(
    decoder: &'a mut Utf8Decoder,
    features: Features,
    piece: &'a [u8],
) -> Runs<'a> {
    // Most pieces are in the middle of a text and begin with a character.
    if decoder.carry_len == 0 && decoder.is_begun {
        let offset = decoder.offset;
        decoder.offset += piece.len() as u64;
        let body = hold_back(decoder, piece);
        return Runs { body, offset, features, ..Runs::empty() };
    }
    push_outlined(decoder, features, piece)
}

#[inline(never)]
fn push_outlined<'a>(
    decoder: &'a mut Utf8Decoder,
    features: Features,
    piece: &'a [u8],
) -> Runs<'a> {
    let mut runs = Runs { features, ..Runs::empty() };
    let (mut joined, mut taken) = (None, 0);
    if decoder.carry_len > 0 {
        (joined, taken) = decoder.join(piece);
        if joined.is_none() {
            decoder.offset += piece.len() as u64;
            return runs;
        }
    }
    runs.offset = decoder.offset + taken as u64;
    decoder.offset += piece.len() as u64;
    runs.body = hold_back(decoder, &piece[taken..]);
    if !decoder.is_begun && (joined.is_some() || !runs.body.is_empty()) {
        let mut first = [0; 4];
        let start = match joined {
            Some(Ok(scalar)) => scalar.encode_utf8(&mut first).as_bytes(),
            Some(Err(_)) => b"",
            None => runs.body,
        };
        let has_mark = start.starts_with(Bom::Utf8.as_bytes());
        runs.bom_error = decoder.judge_start(start);
        if has_mark && decoder.policy == BomPolicy::Strip && joined.take().is_none() {
            runs.body = &runs.body[Bom::Utf8.len()..];
            runs.offset += Bom::Utf8.len() as u64;
        }
    }
    match joined {
        Some(Ok(scalar)) => runs.joined = Some(scalar.encode_utf8(&mut decoder.joined)),
        Some(Err(error)) => runs.error = Some(error),
        None => {}
    }
    runs
}

/// The first four bytes, the first one lowest, or those that there are and zeros.
#[inline(always)]
fn start_of(piece: &[u8]) -> u32 {
    match piece.first_chunk() {
        Some(first) => u32::from_le_bytes(*first),
        None => piece.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte)),
    }
}

/// The piece without the start of a character at its end, which goes into the empty carry.
///
/// With one branch: where a piece ends in its last character, no branch predictor could tell.
#[inline(always)]
fn hold_back<'a>(decoder: &mut Utf8Decoder, piece: &'a [u8]) -> &'a [u8] {
    let [three, two, one] = match *piece {
        [.., three, two, one] => [three, two, one],
        [two, one] => [0, two, one],
        [one] => [0, 0, one],
        [] => return piece,
    };
    // What the last lead leaves open, if it is near enough.
    let len = if one >= 0xC0 {
        1
    } else if two >= 0xE0 {
        2
    } else {
        3 * usize::from(three >= 0xF0)
    };
    let tail = u32::from_le_bytes([three, two, one, 0]).unbounded_shr(8 * (3 - len as u32));
    if len == 0 || !is_incomplete(tail.to_le_bytes(), len) {
        return piece;
    }
    decoder.carry = tail.to_le_bytes();
    decoder.carry_len = len as u8;
    &piece[..piece.len() - len]
}

/// The runs of text and the errors of a piece. Made by [`Utf8Decoder::push`].
///
/// ```
/// let mut decoder = utf8kit::stream::Utf8Decoder::new();
/// let mut runs = decoder.push(b"ab\xFFcd");
/// assert_eq!(runs.next(), Some(Ok("ab")));
/// assert!(runs.next().unwrap().is_err());
/// assert_eq!(runs.next(), Some(Ok("cd")));
/// assert_eq!(runs.next(), None);
/// ```
#[derive(Clone)]
#[must_use = "the text is in the runs"]
pub struct Runs<'a> {
    /// These come first, in this order.
    bom_error: Option<BomError>,
    joined: Option<&'a str>,
    error: Option<ErrorAt>,
    /// And then what is in here, which starts at `offset`, and at whose end nothing is incomplete but
    /// for good.
    body: &'a [u8],
    offset: u64,
    features: Features,
}

impl Runs<'_> {
    const fn empty() -> Self {
        Runs {
            bom_error: None,
            joined: None,
            error: None,
            body: &[],
            offset: 0,
            features: Features::NONE,
        }
    }
}

impl<'a> Runs<'a> {
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
    pub const fn lossy(self) -> LossyRuns<'a> {
        LossyRuns(self)
    }

    /// What comes before the body.
    #[cold]
    fn next_of_start(&mut self) -> Option<Result<&'a str, DecodeError>> {
        if let Some(error) = self.bom_error.take() {
            return Some(Err(DecodeError::Bom(error)));
        }
        if let Some(text) = self.joined.take() {
            return Some(Ok(text));
        }
        self.error.take().map(|error| Err(DecodeError::Malformed(error)))
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Result<&'a str, DecodeError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.joined.is_some() || self.error.is_some() || self.bom_error.is_some() {
            return self.next_of_start();
        }
        if self.body.is_empty() {
            return None;
        }
        let text = if let Some(text) = WellFormed::few_ascii(self.body) {
            self.body = &[];
            text.as_str()
        } else {
            // A few bytes are checked one by one before the vector registers are set up.
            let features = if self.body.len() < 8 { Features::NONE } else { self.features };
            let (text, error) = WellFormed::prefix(features, self.body);
            let text = text.as_str();
            // The end of the body is not the end of the text.
            self.error = error.map(|error| ErrorAt::of(self.offset, error).cut_short());
            let read = text.len() + error.map_or(0, |error| error.subpart_len());
            self.body = &self.body[read..];
            self.offset += read as u64;
            text
        };
        if text.is_empty() { self.next_of_start() } else { Some(Ok(text)) }
    }
}

impl FusedIterator for Runs<'_> {}

impl fmt::Debug for Runs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runs").field("offset", &self.offset).finish_non_exhaustive()
    }
}

/// The text of a piece, with U+FFFD for each error. Made by [`Runs::lossy`].
#[derive(Clone, Debug)]
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
