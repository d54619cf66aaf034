//! Conversions of text in pieces.

use core::fmt;
use core::marker::PhantomData;

use super::DecodeError;
use super::unsettled::{MOST, unsettled};
use crate::bom::{Bom, BomError, BomPolicy};
use crate::convert::{Buffer, End, Form, Ran, To, is_converted_short, is_short};
use crate::encoding::Encoding;
use crate::error::{Error, ErrorAt};
use crate::raw::{Cut, Held, Joined, Output, SHORT, bytes_of, go_on};
use crate::scalar::form::Replacement;
use crate::simd::level::Features;

/// Converts text that comes in pieces, from the encoding `S` to `T`, into buffers of the caller's.
///
/// The types are those of [`convert`](crate::convert), and so is what is malformed. Does not allocate,
/// cannot panic.
///
/// ```
/// use utf8kit::convert::{Utf8, Utf16Le};
/// use utf8kit::stream::{Stop, Transcoder};
///
/// let mut transcoder = Transcoder::<Utf16Le, Utf8>::lossy();
/// let (mut buffer, mut text) = ([0; 64], Vec::new());
/// // U+1F600 is 3D D8 00 DE.
/// for piece in [&b"h\0i"[..], b"\0\x3D", b"\xD8\0", b"\xDE!\0"] {
///     let progress = transcoder.push(piece, &mut buffer);
///     assert_eq!((progress.read, progress.stop), (piece.len(), Stop::Done));
///     text.extend_from_slice(&buffer[..progress.written]);
/// }
/// let progress = transcoder.finish(&mut buffer);
/// assert_eq!((progress.written, progress.stop), (0, Stop::Done));
/// assert_eq!(text, "hi😀!".as_bytes());
/// ```
#[derive(Clone)]
pub struct Transcoder<S, T> {
    /// How many bytes have been converted: what is held back stands here.
    offset: u64,
    /// What is held back; behind it, anything.
    carry: [u8; CARRY],
    carry_len: usize,
    is_lossy: bool,
    policy: BomPolicy,
    is_begun: bool,
    pair: PhantomData<(S, T)>,
}

/// What is held back.
const CARRY: usize = 8;
/// What is held back and what follows it: after what is settled in so much, nothing is held back any more.
const JOINT: usize = 16;
const _: () = assert!(MOST <= CARRY && JOINT - MOST >= CARRY);

/// How far a [`Transcoder`] came with a piece.
///
/// ```
/// use utf8kit::convert::{Utf8, Utf16};
/// use utf8kit::stream::{Stop, Transcoder};
///
/// let mut transcoder = Transcoder::<Utf8, Utf16>::strict();
/// let progress = transcoder.push("né\u{1F600}".as_bytes(), &mut [0; 3]);
/// // The last character would take two units.
/// assert_eq!((progress.read, progress.written, progress.stop), (3, 2, Stop::OutputFull));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// How many elements of the piece are done with: the next call is for what is behind them. They
    /// include what the transcoder now holds back.
    pub read: usize,
    /// How many elements of the buffer were written. What is behind them is unspecified.
    pub written: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// Why a [`Transcoder`] ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// All of the piece is done with.
    Done,
    /// There is no room for the next character. The next call, with the rest of the piece and another
    /// buffer, goes on.
    OutputFull,
    /// Something is wrong, and everything before it has been written. A malformed sequence is done
    /// with: the next call goes on behind it. A [`Bom`](DecodeError::Bom) error is told once, and the text
    /// then taken as it is.
    Error(DecodeError),
}

impl<S: To<T>, T: Form> Transcoder<S, T> {
    /// One that stops at each error.
    ///
    /// ```
    /// use utf8kit::convert::{Utf8, Utf16};
    /// use utf8kit::stream::{Stop, Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::strict();
    /// let mut units = [0; 8];
    /// let progress = transcoder.push(b"a\xE2\x82z", &mut units);
    /// assert_eq!((progress.read, progress.written), (3, 1));
    /// let Stop::Error(error) = progress.stop else { panic!() };
    /// assert_eq!(error.to_string(), "malformed UTF-8 at byte 1: truncated");
    /// // The caller may have something else than U+FFFD for it, and go on.
    /// assert_eq!(transcoder.push(b"z", &mut units).stop, Stop::Done);
    /// ```
    #[must_use]
    pub const fn strict() -> Self {
        Transcoder::new(false)
    }

    /// One that writes U+FFFD for each error (in Latin-1, `?`).
    ///
    /// ```
    /// use utf8kit::convert::{Utf8, Utf16};
    /// use utf8kit::stream::Transcoder;
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::lossy();
    /// let mut units = [0; 8];
    /// let progress = transcoder.push(b"a\xE2\x82z", &mut units);
    /// assert_eq!(units[..progress.written], [0x61, 0xFFFD, 0x7A]);
    /// ```
    #[must_use]
    pub const fn lossy() -> Self {
        Transcoder::new(true)
    }

    const fn new(is_lossy: bool) -> Self {
        Transcoder {
            offset: 0,
            carry: [0; CARRY],
            carry_len: 0,
            is_lossy,
            policy: BomPolicy::Keep,
            is_begun: false,
            pair: PhantomData,
        }
    }

    /// The same, which does with a byte order mark at the start of the text what `policy` says. The mark
    /// is U+FEFF in the encoding `S`; Latin-1 has none. Without this, it is a character.
    ///
    /// ```
    /// use utf8kit::BomPolicy;
    /// use utf8kit::convert::{Utf8, Utf16Le};
    /// use utf8kit::stream::Transcoder;
    ///
    /// let mut transcoder = Transcoder::<Utf16Le, Utf8>::strict().with_bom(BomPolicy::Strip);
    /// let mut text = [0; 8];
    /// assert_eq!(transcoder.push(b"\xFF", &mut text).written, 0);
    /// assert_eq!(transcoder.push(b"\xFEa\0", &mut text).written, 1);
    /// assert_eq!(text[0], b'a');
    /// ```
    #[must_use]
    pub const fn with_bom(mut self, policy: BomPolicy) -> Self {
        self.policy = policy;
        self
    }

    /// Converts a piece into `dst`, but for what more input may complete.
    ///
    /// Touches nothing outside of `dst`, which may be uninitialised.
    ///
    /// ```
    /// use utf8kit::convert::{Latin1, Utf8};
    /// use utf8kit::stream::{Stop, Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Latin1, Utf8>::strict();
    /// let mut text = [0; 3];
    /// let progress = transcoder.push(b"caf\xE9", &mut text);
    /// assert_eq!((progress.read, progress.stop), (3, Stop::OutputFull));
    /// let progress = transcoder.push(b"\xE9", &mut text);
    /// assert_eq!((progress.written, progress.stop), (2, Stop::Done));
    /// ```
    pub fn push(
        &mut self,
        piece: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        self.push_with(Features::active(), piece, dst)
    }

    pub(crate) fn push_with(
        &mut self,
        features: Features,
        piece: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        let mut out = dst.output();
        let (read, stop) = self.convert(features, bytes_of(piece), false, &mut out);
        Progress {
            read: read / size_of::<S::Unit>(),
            written: out.written() / size_of::<T::Unit>(),
            stop,
        }
    }

    /// Ends the text: converts what was held back, which nothing completes any more. After
    /// [`Stop::Done`] the transcoder is as it was when it was new; after anything else, this is to be
    /// called again.
    ///
    /// ```
    /// use utf8kit::convert::{Utf8, Utf16};
    /// use utf8kit::stream::{Stop, Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::lossy();
    /// let mut units = [0; 8];
    /// assert_eq!(transcoder.push(b"\xE2\x82", &mut units).written, 0);
    /// let progress = transcoder.finish(&mut units);
    /// assert_eq!((progress.stop, &units[..progress.written]), (Stop::Done, &[0xFFFD][..]));
    /// ```
    pub fn finish(&mut self, dst: &mut (impl Buffer<T::Unit> + ?Sized)) -> Progress {
        let mut out = dst.output();
        let (_, stop) = self.convert(Features::NONE, b"", true, &mut out);
        if stop == Stop::Done {
            self.reset();
        }
        Progress { read: 0, written: out.written() / size_of::<T::Unit>(), stop }
    }

    /// Forgets what has come, for another text in the same way.
    ///
    /// ```
    /// use utf8kit::convert::{Utf8, Utf16};
    /// use utf8kit::stream::{Stop, Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::strict();
    /// let mut units = [0; 8];
    /// assert_eq!(transcoder.push(b"\xE2\x82", &mut units).written, 0);
    /// transcoder.reset();
    /// assert_eq!(transcoder.push(b"a", &mut units).written, 1);
    /// ```
    pub const fn reset(&mut self) {
        *self = Transcoder::new(self.is_lossy).with_bom(self.policy);
    }

    /// Converts a piece as bytes, the last one or not. Gives how many of its bytes are done with.
    fn convert(
        &mut self,
        features: Features,
        piece: &[u8],
        is_last: bool,
        out: &mut Output<'_>,
    ) -> (usize, Stop) {
        let mut read = 0;
        if !self.is_begun {
            let (taken, error) = self.begin(piece, is_last);
            read = taken;
            if let Some(error) = error {
                return (read, Stop::Error(DecodeError::Bom(error)));
            }
            if !self.is_begun {
                return (read, Stop::Done);
            }
        }
        if S::ENCODING == Encoding::Utf8
            && T::ENCODING == Encoding::Utf8
            && !is_last
            && let Some(cut) = copy_short(features, self.cut(), &piece[read..], out)
        {
            self.offset += (self.carry_len + piece.len() - read - cut.len()) as u64;
            self.carry = u64::from(cut.with(0)).to_le_bytes();
            self.carry_len = cut.len();
            return (piece.len(), Stop::Done);
        }
        if !is_last && let Some(word) = few(&piece[read..]) {
            let (taken, stop) = self.convert_few(&piece[read..], word, out);
            return (read + taken, stop);
        }
        while self.carry_len > 0 {
            let held = self.carry_len;
            let rest = &piece[read..];
            let mut joint = [0; JOINT];
            let more = rest.len().min(JOINT - held);
            joint[..held].copy_from_slice(&self.carry[..held]);
            joint[held..held + more].copy_from_slice(&rest[..more]);
            let is_end = more == rest.len();
            // So few characters are converted before the vector registers are set up.
            let joint = &joint[..held + more];
            let (done, stop) = self.convert_any(Features::NONE, joint, is_last && is_end, out);
            self.carry.copy_within(done.min(held)..held, 0);
            self.carry_len = held.saturating_sub(done);
            read += done.saturating_sub(held);
            if stop != Stop::Done {
                return (read, stop);
            }
            if self.carry_len > 0 {
                // Not even what was held back is settled; and there is no more of it.
                let rest = &piece[read..];
                self.hold(rest);
                return (piece.len(), Stop::Done);
            }
        }
        let rest = &piece[read..];
        let features = if rest.len() < JOINT { Features::NONE } else { features };
        let (done, stop) = self.convert_any(features, rest, is_last, out);
        read += done;
        if stop == Stop::Done {
            let more = &rest[done..];
            // Nothing, mostly: a copy of variable length is a call.
            if !more.is_empty() {
                self.hold(more);
            }
            read = piece.len();
        }
        (read, stop)
    }

    /// What is held back, the first byte lowest.
    fn held(&self) -> u64 {
        u64::from_le_bytes(self.carry) & !(u64::MAX << (8 * self.carry_len))
    }

    /// The same of UTF-8.
    fn cut(&self) -> Cut {
        Cut::new((self.held() as u32).to_le_bytes(), self.carry_len)
    }

    /// Converts a piece of up to eight bytes, which are in `word` too, with what is held back before it.
    ///
    /// In registers: what is stored in parts and loaded as one has to wait until it has reached the cache.
    fn convert_few(&mut self, piece: &[u8], word: u64, out: &mut Output<'_>) -> (usize, Stop) {
        let held = self.carry_len;
        let all = u128::from(self.held()) | u128::from(word) << (8 * held);
        let joint = all.to_le_bytes();
        let len = held + piece.len();
        let (done, stop) = self.convert_settled(Features::NONE, &joint[..len], false, out);
        // What is not done with is held back; but where something is in the way, only what was before.
        let (end, read) = match stop {
            Stop::Done => (len, piece.len()),
            _ => (done.max(held), done.saturating_sub(held)),
        };
        self.carry_len = end - done;
        self.carry = ((all >> (8 * done)) as u64).to_le_bytes();
        (read, stop)
    }

    /// Holds back what follows what is held back.
    fn hold(&mut self, more: &[u8]) {
        self.carry[self.carry_len..][..more.len()].copy_from_slice(more);
        self.carry_len += more.len();
    }

    /// [`Self::convert_settled`], which what is short and well-formed need not go through.
    #[inline(always)]
    fn convert_any(
        &mut self,
        features: Features,
        src: &[u8],
        is_end: bool,
        out: &mut Output<'_>,
    ) -> (usize, Stop) {
        if is_short::<S>(src)
            && !is_end
            && let Some(done) = self.convert_short(src, out)
        {
            return (done, Stop::Done);
        }
        self.convert_settled(features, src, is_end, out)
    }

    /// Converts what of `src` is settled, if it is short and nothing is wrong with it, and says how many bytes
    /// that was.
    // In a function of its own: what is longer is to have the registers.
    #[inline(never)]
    fn convert_short(&mut self, src: &[u8], out: &mut Output<'_>) -> Option<usize> {
        let settled = &src[..src.len() - unsettled(S::ENCODING, src)];
        if !is_converted_short::<S, T>(settled, out) {
            return None;
        }
        self.offset += settled.len() as u64;
        Some(settled.len())
    }

    /// Converts what of `src` is settled, and says how many bytes that was, an error's included.
    fn convert_settled(
        &mut self,
        features: Features,
        src: &[u8],
        is_end: bool,
        out: &mut Output<'_>,
    ) -> (usize, Stop) {
        let held = if is_end { 0 } else { unsettled(S::ENCODING, src) };
        let settled = &src[..src.len() - held];
        let replacement = self.is_lossy.then_some(Replacement::USUAL);
        let Ran { read, end, .. } = S::run(features, settled, out, replacement);
        let (done, stop) = match end {
            End::Done => (read, Stop::Done),
            End::Full => (read, Stop::OutputFull),
            End::Malformed(error) => {
                // What the error is may depend on what follows it.
                let error = if held == 0 { error } else { self.error_at(src, error.position()) };
                let len = error.subpart_len();
                let at = ErrorAt::of(
                    self.offset / size_of::<S::Unit>() as u64,
                    error.in_units(size_of::<S::Unit>()),
                );
                (read + len, Stop::Error(DecodeError::Malformed(at)))
            }
        };
        self.offset += done as u64;
        (done, stop)
    }

    /// The error that stands at `at`.
    #[cold]
    fn error_at(&self, src: &[u8], at: usize) -> Error {
        match S::run(Features::NONE, &src[at..], &mut Output::default(), None).end {
            End::Malformed(error) => error.shifted(at),
            // An error is found before it is asked for room.
            End::Done | End::Full => unreachable!(),
        }
    }

    /// Looks for the mark at the start of the text. Gives how many bytes of the piece are done with, and what
    /// the policy has against the text.
    fn begin(&mut self, piece: &[u8], is_last: bool) -> (usize, Option<BomError>) {
        let mark = if self.policy == BomPolicy::Keep { b"" } else { mark(S::ENCODING) };
        let held = self.carry_len;
        // More is held back than the mark has where the policy was another one then.
        let more = piece.len().min(mark.len().saturating_sub(held));
        let mut start = [0; CARRY];
        start[..held].copy_from_slice(&self.carry[..held]);
        start[held..held + more].copy_from_slice(&piece[..more]);
        let could_be = mark.starts_with(&start[..held + more]);
        let is_whole = held + more == mark.len();
        if could_be && !is_whole && !is_last {
            self.hold(&piece[..more]);
            return (more, None);
        }
        self.is_begun = true;
        let has_mark = could_be && is_whole && !mark.is_empty();
        match self.policy {
            BomPolicy::Strip if has_mark => {
                self.carry_len = 0;
                self.offset += mark.len() as u64;
                (more, None)
            }
            BomPolicy::Require if !has_mark => (0, Some(BomError::Missing)),
            BomPolicy::Reject if has_mark => (0, Some(BomError::Forbidden)),
            _ => (0, None),
        }
    }
}

/// Copies a short piece of UTF-8 behind `cut`, if nothing in it is wrong and there is room for it. Gives what
/// is cut then.
#[inline(never)]
fn copy_short(features: Features, cut: Cut, piece: &[u8], out: &mut Output<'_>) -> Option<Cut> {
    if piece.len() > SHORT || out.room() < cut.len() + piece.len() {
        return None;
    }
    let mut held = Held { cut, joined: Joined::NOTHING };
    let text = go_on(features, &mut held, piece)?;
    out.extend(held.joined.as_str().as_bytes());
    out.extend(text.as_str().as_bytes());
    Some(held.cut)
}

/// Up to eight bytes in a word, the first one lowest; nothing where there are more.
fn few(bytes: &[u8]) -> Option<u64> {
    let len = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        let shift = 8 * (len - 4);
        return (len <= 8).then(|| u64::from(first) | u64::from(last) << shift);
    }
    let (first, last) = (*bytes.first()?, *bytes.last()?);
    // Two of the three are the same where there are fewer.
    let middle = len / 2;
    let bytes = [(first, 0), (bytes[middle], middle), (last, len - 1)];
    Some(bytes.iter().fold(0, |all, &(byte, at)| all | u64::from(byte) << (8 * at)))
}

/// U+FEFF in this encoding, if it has it.
fn mark(encoding: Encoding) -> &'static [u8] {
    const NATIVE_IS_LITTLE: bool = cfg!(target_endian = "little");
    let bom = match encoding {
        Encoding::Utf16 if NATIVE_IS_LITTLE => Bom::Utf16Le,
        Encoding::Utf16 | Encoding::Utf16Be => Bom::Utf16Be,
        Encoding::Utf16Le => Bom::Utf16Le,
        Encoding::Utf32 if NATIVE_IS_LITTLE => Bom::Utf32Le,
        Encoding::Utf32 | Encoding::Utf32Be => Bom::Utf32Be,
        Encoding::Utf32Le => Bom::Utf32Le,
        Encoding::Utf8 | Encoding::Cesu8 | Encoding::ModifiedUtf8 | Encoding::Wtf8 => Bom::Utf8,
        Encoding::Ascii | Encoding::Latin1 => return b"",
    };
    bom.as_bytes()
}

impl<S, T> fmt::Debug for Transcoder<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcoder")
            .field("offset", &self.offset)
            .field("is_lossy", &self.is_lossy)
            .finish_non_exhaustive()
    }
}
