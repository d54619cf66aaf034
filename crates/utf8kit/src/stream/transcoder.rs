//! Conversions of text in pieces.

use core::fmt;
use core::marker::PhantomData;

use super::DecodeError;
use crate::bom::{Bom, BomError, BomPolicy};
use crate::codec::{MOST_UNSETTLED, Replacement};
use crate::convert::{Buffer, End, Form, Progress, Ran, Stop, To};
use crate::encoding::Encoding;
use crate::engine::Engine;
use crate::error::{Error, ErrorAt};
use crate::raw::{Output, bytes_of};

/// Converts text that comes in pieces, from the encoding `S` to `T`, into buffers of the caller's.
///
/// The types are those of [`convert`](crate::convert), and so is what is malformed. Does not
/// allocate, cannot panic.
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
    carry: [u8; CARRY_BYTES],
    carry_len: usize,
    is_lossy: bool,
    policy: BomPolicy,
    is_begun: bool,
    engine: Option<Engine>,
    pair: PhantomData<(S, T)>,
}

/// What is held back.
const CARRY_BYTES: usize = 8;
/// What is held back and what follows it: after what is settled in so much, nothing is held back
/// any more.
const JOINT_BYTES: usize = 16;
const _: () = assert!(MOST_UNSETTLED <= CARRY_BYTES && JOINT_BYTES - MOST_UNSETTLED >= CARRY_BYTES);

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
    /// let Stop::Malformed(error) = progress.stop else { panic!() };
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
            carry: [0; CARRY_BYTES],
            carry_len: 0,
            is_lossy,
            policy: BomPolicy::Keep,
            is_begun: false,
            engine: None,
            pair: PhantomData,
        }
    }

    /// This transcoder, which does with a byte order mark at the start of the text what `policy`
    /// says. The mark is U+FEFF in the encoding `S`; Latin-1 has none. Without this, it is a
    /// character.
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

    /// This transcoder, which runs on `engine` and not on the best one.
    ///
    /// ```
    /// use utf8kit::convert::{Latin1, Utf8};
    /// use utf8kit::stream::Transcoder;
    /// use utf8kit::{Engine, Level};
    ///
    /// let engine = Engine::at(Level::Scalar);
    /// let mut transcoder = Transcoder::<Latin1, Utf8>::strict().with_engine(engine);
    /// assert_eq!(transcoder.push(b"caf\xE9", &mut [0; 8]).written, 5);
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
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
    ) -> Progress<DecodeError> {
        let mut out = dst.output();
        let (read, stop) = self.convert(bytes_of(piece), false, &mut out);
        let written = out.written() / size_of::<T::Unit>();
        Progress::new(read / size_of::<S::Unit>(), written, stop)
    }

    /// Ends the text: converts what was held back, which nothing completes any more. After
    /// [`Stop::Done`] the transcoder is as it was when it was new; after anything else, this is to
    /// be called again.
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
    pub fn finish(&mut self, dst: &mut (impl Buffer<T::Unit> + ?Sized)) -> Progress<DecodeError> {
        let mut out = dst.output();
        let (_, stop) = self.convert(b"", true, &mut out);
        if stop == Stop::Done {
            self.reset();
        }
        Progress::new(0, out.written() / size_of::<T::Unit>(), stop)
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
        let engine = self.engine;
        *self = Transcoder::new(self.is_lossy).with_bom(self.policy);
        self.engine = engine;
    }

    /// Converts a piece as bytes, the last one or not. Gives how many of its bytes are done with.
    fn convert(
        &mut self,
        piece: &[u8],
        is_last: bool,
        out: &mut Output<'_>,
    ) -> (usize, Stop<DecodeError>) {
        let mut read = 0;
        if !self.is_begun {
            let (taken, error) = self.begin(piece, is_last);
            read = taken;
            if let Some(error) = error {
                return (read, Stop::Malformed(DecodeError::Bom(error)));
            }
            if !self.is_begun {
                return (read, Stop::Done);
            }
        }
        while self.carry_len > 0 {
            let held = self.carry_len;
            let rest = &piece[read..];
            let mut joint = [0; JOINT_BYTES];
            let more = rest.len().min(JOINT_BYTES - held);
            joint[..held].copy_from_slice(&self.carry[..held]);
            joint[held..held + more].copy_from_slice(&rest[..more]);
            let is_end = more == rest.len();
            let (done, stop) = self.convert_settled(&joint[..held + more], is_last && is_end, out);
            self.carry.copy_within(done.min(held)..held, 0);
            self.carry_len = held.saturating_sub(done);
            read += done.saturating_sub(held);
            if stop != Stop::Done {
                return (read, stop);
            }
            if self.carry_len > 0 {
                // Not even what was held back is settled, and there is no more of the piece.
                self.hold(&piece[read..]);
                return (piece.len(), Stop::Done);
            }
        }
        let rest = &piece[read..];
        let (done, stop) = self.convert_settled(rest, is_last, out);
        read += done;
        if stop == Stop::Done {
            self.hold(&rest[done..]);
            read = piece.len();
        }
        (read, stop)
    }

    /// Holds back what follows what is held back.
    fn hold(&mut self, more: &[u8]) {
        self.carry[self.carry_len..][..more.len()].copy_from_slice(more);
        self.carry_len += more.len();
    }

    /// Converts what of `src` is settled. Says how many bytes that was, an error's included.
    fn convert_settled(
        &mut self,
        src: &[u8],
        is_end: bool,
        out: &mut Output<'_>,
    ) -> (usize, Stop<DecodeError>) {
        let held = if is_end { 0 } else { S::PAIR.unsettled(src) };
        let settled = &src[..src.len() - held];
        let replacement = self.is_lossy.then_some(Replacement::USUAL);
        let engine = self.engine.unwrap_or_else(Engine::best);
        let Ran { read, end, .. } = S::PAIR.convert(engine, settled, out, replacement);
        let (done, stop) = match end {
            End::Done => (read, Stop::Done),
            End::Full => (read, Stop::OutputFull),
            End::Malformed(error) => {
                // What the error is may depend on what follows it.
                let error = if held == 0 { error } else { Self::error_at(src, error.position()) };
                let len = error.subpart_len();
                let unit = size_of::<S::Unit>();
                let at = ErrorAt::of(self.offset / unit as u64, error.in_units(unit));
                (read + len, Stop::Malformed(DecodeError::Malformed(at)))
            }
        };
        self.offset += done as u64;
        (done, stop)
    }

    /// The error that stands at `at`.
    #[cold]
    fn error_at(src: &[u8], at: usize) -> Error {
        match S::PAIR.convert(Engine::SCALAR, &src[at..], &mut Output::default(), None).end {
            End::Malformed(error) => error.shifted(at),
            // An error is found before it is asked for room.
            End::Done | End::Full => unreachable!(),
        }
    }

    /// Looks for the mark at the start of the text. Gives how many bytes of the piece are done
    /// with, and what the policy has against the text.
    fn begin(&mut self, piece: &[u8], is_last: bool) -> (usize, Option<BomError>) {
        let mark = if self.policy == BomPolicy::Keep { b"" } else { mark(S::ENCODING) };
        let held = self.carry_len;
        // More is held back than the mark has where the policy was another one then.
        let more = piece.len().min(mark.len().saturating_sub(held));
        let mut start = [0; CARRY_BYTES];
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
