//! The encodings as types: what a conversion is from, and to.

use core::mem::MaybeUninit;

use super::route::Route;
use super::run::{Ran, length, measure, run};
use crate::encoding::Encoding;
use crate::error::Error;
use crate::kernel::transcode::{Big, Little, Native};
use crate::raw::{Output, Unit};
use crate::scalar::form::{self, Code, Coded};
use crate::simd::level::Features;

/// An encoding of text, as a type: [`Utf8`], [`Utf16`], [`Utf16Le`] and so on.
///
/// Sealed: the types of this module are all there are.
pub trait Form: Code_ {
    /// The elements of a slice of such text: bytes, or native code units.
    type Unit: Unit;
    /// What owns such text: a `String` for [`Utf8`], a `Vec` of units for the others.
    #[cfg(feature = "alloc")]
    type Owned: super::owned::Grow;
    /// The encoding's entry among all [encodings](Encoding).
    const ENCODING: Encoding;
}

/// What the library alone has to know of a form.
pub trait Code_: 'static {
    type Code: Code;
}

/// A [`Form`] that can be converted to `T`. Every form can, to every one.
pub trait To<T: Form>: Form {
    #[doc(hidden)]
    fn run(features: Features, src: &[u8], out: &mut Output<'_>, replacement: Option<Coded>)
    -> Ran;

    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn measure(features: Features, src: &[u8], replacement: Option<Coded>) -> Result<usize, Error>;

    #[doc(hidden)]
    #[must_use]
    fn length(features: Features, src: &[u8]) -> Option<usize>;

    #[doc(hidden)]
    #[must_use]
    fn kernel() -> &'static str;
}

impl<S: Form, T: Form> To<T> for S
where
    S::Code: Route<T::Code>,
{
    fn run(
        features: Features,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Coded>,
    ) -> Ran {
        run::<S::Code, T::Code>(features, src, out, replacement)
    }

    fn measure(features: Features, src: &[u8], replacement: Option<Coded>) -> Result<usize, Error> {
        measure::<S::Code, T::Code>(features, src, replacement)
    }

    fn length(features: Features, src: &[u8]) -> Option<usize> {
        length::<S::Code, T::Code>(features, src)
    }

    fn kernel() -> &'static str {
        <<S::Code as Route<T::Code>>::Kernel as crate::kernel::transcode::Transcode>::NAME
    }
}

macro_rules! forms {
    ($( $(#[$doc:meta])* $name:ident($unit:ty, $owned:ty, $code:ty); )*) => {$(
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
        }
    )*};
}

forms! {
    /// RFC 3629.
    Utf8(u8, alloc::string::String, form::Utf8);
    /// UTF-16 as native code units. A byte order mark is a character like any other.
    Utf16(u16, alloc::vec::Vec<u16>, form::Utf16<Native>);
    /// UTF-16 as bytes, the least significant of each unit first; at any alignment.
    Utf16Le(u8, alloc::vec::Vec<u8>, form::Utf16<Little>);
    /// UTF-16 as bytes, the most significant of each unit first; at any alignment.
    Utf16Be(u8, alloc::vec::Vec<u8>, form::Utf16<Big>);
    /// UTF-32 as native code units.
    Utf32(u32, alloc::vec::Vec<u32>, form::Utf32<Native>);
    /// UTF-32 as bytes, the least significant of each unit first; at any alignment.
    Utf32Le(u8, alloc::vec::Vec<u8>, form::Utf32<Little>);
    /// UTF-32 as bytes, the most significant of each unit first; at any alignment.
    Utf32Be(u8, alloc::vec::Vec<u8>, form::Utf32<Big>);
    /// True ISO 8859-1: U+0000..U+00FF, each in its byte. As a source, nothing is malformed; as a
    /// target, other characters are [unrepresentable](crate::Kind::Unrepresentable).
    Latin1(u8, alloc::vec::Vec<u8>, form::Latin1);
    /// CESU-8 (Unicode Technical Report 26): UTF-16's code units, each in UTF-8's way. Forms of four
    /// bytes are malformed.
    Cesu8(u8, alloc::vec::Vec<u8>, form::Cesu8);
    /// Java's modification: CESU-8, with C0 80 for NUL. A byte 00 is malformed.
    ModifiedUtf8(u8, alloc::vec::Vec<u8>, form::ModifiedUtf8);
    /// UTF-8 in which unpaired surrogates have a form: what UTF-16 that may be ill-formed (file names on
    /// Windows, strings of JavaScript) becomes without loss.
    Wtf8(u8, alloc::vec::Vec<u8>, form::Wtf8);
}

/// Memory to convert into: a slice of code units, initialised or not.
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

impl<U, const N: usize> Buffer<U> for [U; N]
where
    [U]: Buffer<U>,
{
    fn output(&mut self) -> Output<'_> {
        Buffer::<U>::output(&mut self[..])
    }
}
