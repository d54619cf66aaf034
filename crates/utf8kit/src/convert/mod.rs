//! From each encoding to each other one.
//!
//! ```
//! use utf8kit::convert::{self, Utf8, Utf16};
//!
//! let units = convert::strict_owned::<Utf8, Utf16>("日本語".as_bytes())?;
//! assert_eq!(units, [0x65E5, 0x672C, 0x8A9E]);
//! assert_eq!(convert::lossy_owned::<Utf16, Utf8>(&units), "日本語");
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! # The matrix
//!
//! Two types say what is converted, and the function says how. Any of these types goes to any
//! other, and to itself (a copy that is checked).
//!
//! | type | elements | the text |
//! | --- | --- | --- |
//! | [`Utf8`] | `u8`, `String` | RFC 3629 |
//! | [`Utf16`], [`Utf32`] | `u16`, `u32` | native code units |
//! | [`Utf16Le`], [`Utf16Be`], [`Utf32Le`], [`Utf32Be`] | `u8` | bytes in that order, at any alignment |
//! | [`Latin1`] | `u8` | U+0000..U+00FF |
//! | [`Cesu8`], [`ModifiedUtf8`] | `u8` | UTF-16's units in UTF-8's way; Java's variant |
//! | [`Wtf8`] | `u8` | UTF-8, and forms for unpaired surrogates |
//!
//! | | into a slice | the length | into a new `Vec` or `String` |
//! | --- | --- | --- | --- |
//! | what is malformed ends it | [`strict`] | [`strict_len`] | [`strict_owned`] |
//! | what is malformed is replaced | [`lossy`] | [`lossy_len`] | [`lossy_owned`] |
//! | from a `&str`, where nothing is | [`encode`] | [`encode_len`] | [`encode_owned`] |
//!
//! Without a target: [`validate`], [`swap_bytes`],
//! [`utf16::to_well_formed`](crate::utf16::to_well_formed).
//!
//! Between UTF-8 and UTF-16, UTF-32, Latin-1 or CESU-8 there are also functions without type
//! parameters: see [`utf16`](crate::utf16), [`utf32`](crate::utf32), [`latin1`](crate::latin1) and
//! [`cesu8`](crate::cesu8).
//!
//! # What is malformed
//!
//! As everywhere in this crate: in UTF-8, a maximal subpart; in UTF-16, an unpaired surrogate; in
//! UTF-32, a value that is no scalar value; in CESU-8 and Modified UTF-8, a maximal subpart or the
//! three bytes of an unpaired surrogate; in WTF-8, a maximal subpart or the six bytes of two
//! surrogates that pair; in bytes of UTF-16 and UTF-32, a part of a unit at the end. A character
//! that the target does not have ([`Latin1`] has 256) is treated alike, as
//! [`Kind::Unrepresentable`](crate::Kind::Unrepresentable). Each becomes one U+FFFD, or `?` in
//! Latin-1.
//!
//! A byte order mark is a character here like any other; see [`BomPolicy`](crate::BomPolicy).
//!
//! # Costs
//!
//! Nothing here allocates but what gives a new `Vec` or `String`, and nothing panics.

mod driver;
mod form;
mod in_place;
#[cfg(feature = "alloc")]
mod owned;
mod pair;
mod route;
mod short;

pub use form::{
    Buffer, Cesu8, Form, Latin1, ModifiedUtf8, To, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
    Utf32Le, Wtf8,
};
pub use in_place::swap_bytes;
#[cfg(feature = "alloc")]
pub use owned::{encode_owned, lossy_owned, strict_owned};

pub(crate) use driver::{End, Ran};

use crate::codec::Replacement;
use crate::engine::Engine;
use crate::error::Error;
use crate::raw::{Output, bytes_of};

/// How far a conversion came. One into a slice stops at an [`Error`]; a
/// [stream](crate::stream::Transcoder) at a [`DecodeError`](crate::stream::DecodeError).
///
/// ```
/// use utf8kit::convert::{self, Progress, Stop, Utf8, Utf16};
///
/// let mut units = [0; 4];
/// let Progress { read, written, stop, .. } =
///     convert::strict::<Utf8, Utf16>("naïve 😀".as_bytes(), &mut units);
/// assert_eq!((read, written), (5, 4));
/// assert_eq!(stop, Stop::OutputFull);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress<E = Error> {
    /// How many elements of the source are done with: whole characters and, in a stream, what the
    /// transcoder holds back.
    pub read: usize,
    /// How many elements of the target they became. What is behind them in the slice is
    /// unspecified.
    pub written: usize,
    /// Why the conversion ended.
    pub stop: Stop<E>,
}

impl<E> Progress<E> {
    /// The progress of a conversion that a program makes itself.
    ///
    /// ```
    /// use utf8kit::convert::{Progress, Stop};
    ///
    /// let progress: Progress = Progress::new(2, 4, Stop::Done);
    /// assert_eq!((progress.read, progress.written), (2, 4));
    /// ```
    #[must_use]
    pub const fn new(read: usize, written: usize, stop: Stop<E>) -> Self {
        Progress { read, written, stop }
    }
}

/// Why a conversion ended.
///
/// ```
/// use utf8kit::convert::{self, Stop, Utf8, Utf16};
///
/// let stop = convert::strict::<Utf8, Utf16>(b"hi", &mut [0; 2]).stop;
/// assert_eq!(stop, Stop::Done);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop<E = Error> {
    /// All of the source is done with.
    Done,
    /// There is no room for the next character, which is well-formed. Going on with the rest of the
    /// source and another slice gives what one conversion would have given.
    OutputFull,
    /// What stands at [`Progress::read`] is malformed, or has no form in the target. A stream has
    /// read it already: the next call goes on behind it.
    Malformed(E),
}

/// Converts `src` into `dst`, up to what is malformed.
///
/// Does not allocate, cannot panic, and touches nothing outside of `dst`, which may be
/// uninitialised.
///
/// ```
/// use utf8kit::convert::{self, Stop, Utf16Be, Utf8};
/// use utf8kit::Kind;
///
/// let mut bytes = [0; 16];
/// let progress = convert::strict::<Utf8, Utf16Be>(b"hi \xFF", &mut bytes);
/// assert_eq!(bytes[..progress.written], *b"\0h\0i\0 ");
/// let Stop::Malformed(error) = progress.stop else { panic!() };
/// assert_eq!((error.position(), error.kind()), (3, Kind::InvalidByte));
/// ```
#[inline]
pub fn strict<S: To<T>, T: Form>(
    src: &[S::Unit],
    dst: &mut (impl Buffer<T::Unit> + ?Sized),
) -> Progress {
    Engine::best().strict::<S, T>(src, dst)
}

/// Converts `src` into `dst`, with U+FFFD in the place of each error (in Latin-1, `?`).
///
/// [`Stop`] is `Done` or `OutputFull`. Does not allocate, cannot panic, and touches nothing outside
/// of `dst`, which may be uninitialised.
///
/// ```
/// use utf8kit::convert::{self, Latin1, Utf8, Utf16};
///
/// let mut units = [0; 16];
/// let progress = convert::lossy::<Utf8, Utf16>(b"a\xE2\x82z", &mut units);
/// assert_eq!(units[..progress.written], [0x61, 0xFFFD, 0x7A]);
///
/// let mut bytes = [0; 16];
/// let progress = convert::lossy::<Utf8, Latin1>("5 €".as_bytes(), &mut bytes);
/// assert_eq!(bytes[..progress.written], *b"5 ?");
/// ```
#[inline]
pub fn lossy<S: To<T>, T: Form>(
    src: &[S::Unit],
    dst: &mut (impl Buffer<T::Unit> + ?Sized),
) -> Progress {
    Engine::best().lossy::<S, T>(src, dst)
}

/// Converts to Latin-1 as [`lossy`] does, with a byte of the caller's choice in the place of `?`.
///
/// ```
/// use utf8kit::convert::{self, Utf8};
///
/// let mut bytes = [0; 16];
/// let progress = convert::lossy_latin1::<Utf8>("5 €".as_bytes(), &mut bytes, b'_');
/// assert_eq!(bytes[..progress.written], *b"5 _");
/// ```
#[inline]
pub fn lossy_latin1<S: To<Latin1>>(
    src: &[S::Unit],
    dst: &mut (impl Buffer<u8> + ?Sized),
    replacement: u8,
) -> Progress {
    Engine::best().lossy_latin1::<S>(src, dst, replacement)
}

/// How many elements [`strict`] writes, given room for all.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// What [`strict`] would stop at.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16};
///
/// assert_eq!(convert::strict_len::<Utf8, Utf16>("naïve 😀".as_bytes()), Ok(8));
/// assert_eq!(convert::strict_len::<Utf8, Utf16>(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[inline]
pub fn strict_len<S: To<T>, T: Form>(src: &[S::Unit]) -> Result<usize, Error> {
    Engine::best().strict_len::<S, T>(src)
}

/// How many elements [`lossy`] writes, given room for all.
///
/// Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16};
/// assert_eq!(convert::lossy_len::<Utf8, Utf16>(b"a\xE2\x82z"), 3);
/// ```
#[inline]
#[must_use]
pub fn lossy_len<S: To<T>, T: Form>(src: &[S::Unit]) -> usize {
    Engine::best().lossy_len::<S, T>(src)
}

/// Converts text into `dst`: [`strict`] from what cannot be malformed. To [`Latin1`], what it does
/// not have still ends the conversion.
///
/// ```
/// use utf8kit::convert::{self, Stop, Utf16};
///
/// let mut units = [0; 16];
/// let progress = convert::encode::<Utf16>("né", &mut units);
/// assert_eq!(progress.stop, Stop::Done);
/// assert_eq!(units[..progress.written], [0x6E, 0xE9]);
/// ```
#[inline]
pub fn encode<T: Form>(text: &str, dst: &mut (impl Buffer<T::Unit> + ?Sized)) -> Progress
where
    Utf8: To<T>,
{
    strict::<Utf8, T>(text.as_bytes(), dst)
}

/// How many elements [`encode`] writes, given room for all. What [`Latin1`] does not have counts as
/// one.
///
/// ```
/// use utf8kit::convert::{self, Utf16};
/// assert_eq!(convert::encode_len::<Utf16>("né"), 2);
/// ```
#[inline]
#[must_use]
pub fn encode_len<T: Form>(text: &str) -> usize
where
    Utf8: To<T>,
{
    Engine::best().encode_len::<T>(text)
}

/// Whether `src` is well-formed, and if not, the first error in it.
///
/// For UTF-8, [`from_utf8`](crate::from_utf8) does the same and gives the text. Does not allocate,
/// cannot panic.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use utf8kit::convert::{self, Utf16, Utf32};
/// use utf8kit::Kind;
///
/// assert_eq!(convert::validate::<Utf16>(&[0xD83D, 0xDE00]), Ok(()));
/// let error = convert::validate::<Utf16>(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, Kind::UnpairedSurrogate));
/// let error = convert::validate::<Utf32>(&[0x11_0000]).unwrap_err();
/// assert_eq!(error.kind(), Kind::OutOfRange);
/// ```
#[inline]
pub fn validate<S: To<S>>(src: &[S::Unit]) -> Result<(), Error> {
    Engine::best().validate::<S>(src)
}

impl Engine {
    /// [`convert::strict`](strict) by this engine.
    #[inline]
    pub fn strict<S: To<T>, T: Form>(
        self,
        src: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        self.convert::<S, T>(src, dst, None)
    }

    /// [`convert::lossy`](lossy) by this engine.
    #[inline]
    pub fn lossy<S: To<T>, T: Form>(
        self,
        src: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
    ) -> Progress {
        self.convert::<S, T>(src, dst, Some(Replacement::USUAL))
    }

    /// [`convert::lossy_latin1`](lossy_latin1) by this engine.
    #[inline]
    pub fn lossy_latin1<S: To<Latin1>>(
        self,
        src: &[S::Unit],
        dst: &mut (impl Buffer<u8> + ?Sized),
        replacement: u8,
    ) -> Progress {
        self.convert::<S, Latin1>(src, dst, Some(Replacement::of(replacement)))
    }

    #[inline]
    fn convert<S: To<T>, T: Form>(
        self,
        src: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
        replacement: Option<Replacement>,
    ) -> Progress {
        let src = bytes_of(src);
        let memory = dst.output().into_memory();
        let written = S::PAIR.short(src, memory);
        if written > 0 {
            let read = src.len() / size_of::<S::Unit>();
            return Progress::new(read, written / size_of::<T::Unit>(), Stop::Done);
        }
        let mut out = Output::over_uninit(memory);
        let ran = S::PAIR.convert(self, src, &mut out, replacement);
        let stop = match ran.end {
            End::Done => Stop::Done,
            End::Full => Stop::OutputFull,
            End::Malformed(error) => Stop::Malformed(error.in_units(size_of::<S::Unit>())),
        };
        let written = out.written() / size_of::<T::Unit>();
        Progress::new(ran.read / size_of::<S::Unit>(), written, stop)
    }

    /// [`convert::strict_len`](strict_len) by this engine.
    ///
    /// # Errors
    ///
    /// Those of [`convert::strict_len`](strict_len).
    #[inline]
    pub fn strict_len<S: To<T>, T: Form>(self, src: &[S::Unit]) -> Result<usize, Error> {
        match S::PAIR.len(self, bytes_of(src), None) {
            Ok(bytes) => Ok(bytes / size_of::<T::Unit>()),
            Err(error) => Err(error.in_units(size_of::<S::Unit>())),
        }
    }

    /// [`convert::lossy_len`](lossy_len) by this engine.
    #[inline]
    #[must_use]
    pub fn lossy_len<S: To<T>, T: Form>(self, src: &[S::Unit]) -> usize {
        match S::PAIR.len(self, bytes_of(src), Some(Replacement::USUAL)) {
            Ok(bytes) => bytes / size_of::<T::Unit>(),
            // What is malformed is replaced.
            Err(_) => unreachable!(),
        }
    }

    /// [`convert::encode_len`](encode_len) by this engine.
    #[inline]
    #[must_use]
    pub fn encode_len<T: Form>(self, text: &str) -> usize
    where
        Utf8: To<T>,
    {
        <Utf8 as To<T>>::PAIR.known_len(self, text.as_bytes()) / size_of::<T::Unit>()
    }

    /// [`convert::validate`](validate) by this engine.
    ///
    /// # Errors
    ///
    /// The first error.
    #[inline]
    pub fn validate<S: To<S>>(self, src: &[S::Unit]) -> Result<(), Error> {
        self.strict_len::<S, S>(src).map(|_| ())
    }

    /// How many bytes of `src` are left to the codec, and not converted by a kernel.
    #[cfg(feature = "internal")]
    #[doc(hidden)]
    pub fn bytes_left_by_kernel<S: To<T>, T: Form>(
        self,
        src: &[S::Unit],
        dst: &mut (impl Buffer<T::Unit> + ?Sized),
        is_lossy: bool,
    ) -> usize {
        let replacement = is_lossy.then_some(Replacement::USUAL);
        S::PAIR.convert(self, bytes_of(src), &mut dst.output(), replacement).by_codec
    }
}
