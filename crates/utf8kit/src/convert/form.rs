//! The encodings as types: what a conversion is from, and to.

use core::mem::MaybeUninit;

use super::route::Route;
#[cfg(feature = "alloc")]
use super::run::run_any;
use super::run::{
    Ran, convert_directly, convert_few, has_few, length, run_many, short_length, takes_few,
};
use crate::encoding::Encoding;
use crate::error::Error;
use crate::kernel::transcode::{Big, Little, Native, Transcode};
#[cfg(feature = "alloc")]
use crate::raw;
use crate::raw::{Output, Unit};
use crate::scalar::form::{self, Code, Replacement};
use crate::simd::level::Features;

/// An encoding of text, as a type: [`Utf8`], [`Utf16`], [`Utf16Le`] and so on.
///
/// Sealed: the types of this module are all there are.
pub trait Form: Code_ + Copy + core::fmt::Debug {
    /// The elements of a slice of such text: bytes, or native code units.
    type Unit: Unit;
    /// What owns such text: a `String` for [`Utf8`], a `Vec` of units for the others.
    #[cfg(feature = "alloc")]
    type Owned: Default;
    /// The encoding's entry among all [encodings](Encoding).
    const ENCODING: Encoding;

    /// Converts `src` behind what `text` holds, with room for at least `more` bytes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn append<S: To<Self>>(
        text: &mut Self::Owned,
        more: usize,
        features: Features,
        src: &[u8],
        is_lossy: bool,
    ) -> Ran
    where
        Self: Sized;
}

/// What the library alone has to know of a form.
pub trait Code_: 'static {
    type Code: Code;
}

/// A [`Form`] that can be converted to `T`. Every form can, to every one.
///
/// What a function asks for that is itself generic:
///
/// ```
/// use utf8kit::convert::{self, Latin1, To, Utf8, Utf16};
///
/// fn has_room<S: To<Utf8>>(text: &[S::Unit], room: usize) -> bool {
///     convert::lossy_len::<S, Utf8>(text) <= room
/// }
///
/// assert!(!has_room::<Latin1>(b"caf\xE9", 4));
/// assert!(has_room::<Utf16>(&[0x63, 0x61], 4));
/// ```
pub trait To<T: Form>: Form {
    #[doc(hidden)]
    fn run(
        features: Features,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran;

    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn run_any(features: Features, src: &[u8], out: &mut Output<'_>, is_lossy: bool) -> Ran;

    #[doc(hidden)]
    fn run_many(
        features: Features,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran;

    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn measure(
        features: Features,
        src: &[u8],
        replacement: Option<Replacement>,
    ) -> Result<usize, Error>;

    #[doc(hidden)]
    #[must_use]
    fn length(features: Features, src: &[u8]) -> Option<usize>;

    #[doc(hidden)]
    #[must_use]
    fn short_length(src: &[u8]) -> Option<usize>;

    #[doc(hidden)]
    #[must_use]
    fn takes_few(src: &[u8]) -> bool;

    #[doc(hidden)]
    #[must_use]
    fn may_have_few() -> bool;

    #[doc(hidden)]
    #[must_use]
    fn has_few(features: Features) -> bool;

    #[doc(hidden)]
    fn convert_few(features: Features, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize;

    #[doc(hidden)]
    fn convert_directly(features: Features, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize;

    #[doc(hidden)]
    #[must_use]
    fn kernel() -> &'static str;
}

/// What converts long text.
type Kernel<S, T> = <S as Route<T>>::Kernel;

impl<S: Form, T: Form> To<T> for S
where
    S::Code: Route<T::Code>,
{
    #[inline(always)]
    fn run(
        features: Features,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran {
        S::Code::run(features, src, out, replacement)
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn run_any(features: Features, src: &[u8], out: &mut Output<'_>, is_lossy: bool) -> Ran {
        run_any::<S::Code, T::Code>(features, src, out, is_lossy)
    }

    #[inline(always)]
    fn run_many(
        features: Features,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran {
        run_many::<S::Code, T::Code>(features, src, out, replacement)
    }

    fn measure(
        features: Features,
        src: &[u8],
        replacement: Option<Replacement>,
    ) -> Result<usize, Error> {
        S::Code::measure(features, src, replacement)
    }

    fn length(features: Features, src: &[u8]) -> Option<usize> {
        length::<S::Code, T::Code>(features, src)
    }

    #[inline(always)]
    fn short_length(src: &[u8]) -> Option<usize> {
        short_length::<S::Code, T::Code>(src)
    }

    #[inline(always)]
    fn takes_few(src: &[u8]) -> bool {
        takes_few::<S::Code, T::Code>(src)
    }

    #[inline(always)]
    fn may_have_few() -> bool {
        Kernel::<S::Code, T::Code>::FEW_IN_BLOCKS
            || Features::known().is_some_and(Features::has_lanes)
    }

    #[inline(always)]
    fn has_few(features: Features) -> bool {
        has_few::<S::Code, T::Code>(features)
    }

    #[inline(always)]
    fn convert_few(features: Features, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
        convert_few::<S::Code, T::Code>(features, src, dst)
    }

    #[inline(always)]
    fn convert_directly(features: Features, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
        convert_directly::<S::Code, T::Code>(features, src, dst)
    }

    fn kernel() -> &'static str {
        Kernel::<S::Code, T::Code>::NAME
    }
}

macro_rules! forms {
    ($( $(#[$doc:meta])* $name:ident($unit:ty, $code:ty, $owned:ty, $append:expr); )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl Code_ for $name {
            type Code = $code;
        }

        impl Form for $name {
            type Unit = $unit;
            #[cfg(feature = "alloc")]
            type Owned = $owned;
            const ENCODING: Encoding = Encoding::$name;

            #[cfg(feature = "alloc")]
            fn append<S: To<Self>>(
                text: &mut Self::Owned,
                more: usize,
                features: Features,
                src: &[u8],
                is_lossy: bool,
            ) -> Ran {
                $append(text, more, features, src, is_lossy)
            }
        }
    )*};
}

forms! {
    /// RFC 3629.
    Utf8(u8, form::Utf8, alloc::string::String, raw::append_utf8::<S>);
    /// UTF-16 as native code units. A byte order mark is a character like any other.
    Utf16(u16, form::Utf16<Native>, alloc::vec::Vec<u16>, append_units::<S, Self>);
    /// UTF-16 as bytes, the least significant of each unit first; at any alignment.
    Utf16Le(u8, form::Utf16<Little>, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// UTF-16 as bytes, the most significant of each unit first; at any alignment.
    Utf16Be(u8, form::Utf16<Big>, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// UTF-32 as native code units.
    Utf32(u32, form::Utf32<Native>, alloc::vec::Vec<u32>, append_units::<S, Self>);
    /// UTF-32 as bytes, the least significant of each unit first; at any alignment.
    Utf32Le(u8, form::Utf32<Little>, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// UTF-32 as bytes, the most significant of each unit first; at any alignment.
    Utf32Be(u8, form::Utf32<Big>, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// True ISO 8859-1: U+0000..U+00FF, each in its byte. As a source, nothing is malformed; as a
    /// target, other characters are [unrepresentable](crate::Kind::Unrepresentable).
    Latin1(u8, form::Latin1, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// CESU-8 (Unicode Technical Report 26): UTF-16's code units, each in UTF-8's way. Forms of four
    /// bytes are malformed.
    Cesu8(u8, form::Cesu8, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// Java's modification: CESU-8, with C0 80 for NUL. A byte 00 is malformed.
    ModifiedUtf8(u8, form::ModifiedUtf8, alloc::vec::Vec<u8>, append_units::<S, Self>);
    /// UTF-8 in which unpaired surrogates have a form: what UTF-16 that may be ill-formed (file names on
    /// Windows, strings of JavaScript) becomes without loss.
    Wtf8(u8, form::Wtf8, alloc::vec::Vec<u8>, append_units::<S, Self>);
}

#[cfg(feature = "alloc")]
fn append_units<S: To<T>, T: Form>(
    units: &mut alloc::vec::Vec<T::Unit>,
    more: usize,
    features: Features,
    src: &[u8],
    is_lossy: bool,
) -> Ran {
    let more = more.div_ceil(size_of::<T::Unit>());
    raw::append(units, more, |out| S::run_any(features, src, out, is_lossy))
}

/// Memory to convert into: a slice or an array of code units, initialised or not.
///
/// Sealed: these are all there are.
///
/// ```
/// use std::mem::MaybeUninit;
/// use utf8kit::convert::{self, Utf8, Utf16, Utf16Le};
///
/// let mut units = [MaybeUninit::uninit(); 8];
/// let progress = convert::strict::<Utf8, Utf16>("né".as_bytes(), &mut units);
/// assert_eq!(progress.written, 2);
///
/// let mut bytes = Vec::with_capacity(8);
/// let progress = convert::strict::<Utf8, Utf16Le>("né".as_bytes(), bytes.spare_capacity_mut());
/// assert_eq!(progress.written, 4);
/// ```
pub trait Buffer<U> {
    #[doc(hidden)]
    fn output(&mut self) -> Output<'_>;
}

impl<U: Unit> Buffer<U> for [U] {
    fn output(&mut self) -> Output<'_> {
        Output::over(self)
    }
}

impl<U: Unit> Buffer<U> for [MaybeUninit<U>] {
    fn output(&mut self) -> Output<'_> {
        Output::over_uninit(self)
    }
}

impl<U: Unit, const N: usize> Buffer<U> for [U; N] {
    fn output(&mut self) -> Output<'_> {
        Output::over(self)
    }
}

impl<U: Unit, const N: usize> Buffer<U> for [MaybeUninit<U>; N] {
    fn output(&mut self) -> Output<'_> {
        Output::over_uninit(self)
    }
}
