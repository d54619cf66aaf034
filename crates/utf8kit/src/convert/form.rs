//! The encodings as types: what a conversion is from, and to.

use core::mem::MaybeUninit;

use super::pair::Pair;
use super::route::RouteTo;
use crate::codec;
use crate::encoding::Encoding;
#[cfg(feature = "alloc")]
use crate::raw::Converted;
use crate::raw::{Output, Unit};

/// An encoding of text, as a type: [`Utf8`], [`Utf16`], [`Utf16Le`] and so on.
///
/// Sealed: the types of this module are all there are.
pub trait Form: sealed::Coded + Copy + core::fmt::Debug {
    /// The elements of a slice of such text: bytes, or native code units.
    type Unit: Unit;
    /// What owns such text: a `String` for [`Utf8`], a `Vec` of units for the others.
    #[cfg(feature = "alloc")]
    type Owned: Default;
    /// The encoding's entry among all [encodings](Encoding).
    const ENCODING: Encoding;

    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn own(text: Converted<Self::Unit, Self::Codec>) -> Self::Owned;
}

/// What only this crate can name.
pub(crate) mod sealed {
    use crate::codec::Codec;

    pub trait Coded: 'static {
        type Codec: Codec;
        /// Whether code units are in the other byte order than the codec has, which is
        /// little-endian.
        const IS_SWAPPED: bool;
    }
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
    const PAIR: Pair;
}

impl<S: Form, T: Form> To<T> for S
where
    S::Codec: RouteTo<T::Codec>,
{
    const PAIR: Pair =
        Pair::new(<S::Codec as RouteTo<T::Codec>>::ROUTE, S::IS_SWAPPED, T::IS_SWAPPED);
}

/// Whether native code units are big-endian.
const IS_BIG_ENDIAN: bool = cfg!(target_endian = "big");

macro_rules! forms {
    ($( $(#[$doc:meta])* $name:ident($unit:ty, $codec:ty, $is_swapped:expr, $owned:ty, $own:expr); )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}

        impl sealed::Coded for $name {
            type Codec = $codec;
            const IS_SWAPPED: bool = $is_swapped;
        }

        impl Form for $name {
            type Unit = $unit;
            #[cfg(feature = "alloc")]
            type Owned = $owned;
            const ENCODING: Encoding = Encoding::$name;

            #[cfg(feature = "alloc")]
            #[inline]
            fn own(text: Converted<$unit, $codec>) -> $owned {
                $own(text)
            }
        }
    )*};
}

forms! {
    /// RFC 3629.
    Utf8(u8, codec::Utf8, false, alloc::string::String, Converted::into_string);
    /// UTF-16 as native code units. A byte order mark is a character like any other.
    Utf16(u16, codec::Utf16, IS_BIG_ENDIAN, alloc::vec::Vec<u16>, Converted::into_units);
    /// UTF-16 as bytes, the least significant of each unit first; at any alignment.
    Utf16Le(u8, codec::Utf16, false, alloc::vec::Vec<u8>, Converted::into_units);
    /// UTF-16 as bytes, the most significant of each unit first; at any alignment.
    Utf16Be(u8, codec::Utf16, true, alloc::vec::Vec<u8>, Converted::into_units);
    /// UTF-32 as native code units.
    Utf32(u32, codec::Utf32, IS_BIG_ENDIAN, alloc::vec::Vec<u32>, Converted::into_units);
    /// UTF-32 as bytes, the least significant of each unit first; at any alignment.
    Utf32Le(u8, codec::Utf32, false, alloc::vec::Vec<u8>, Converted::into_units);
    /// UTF-32 as bytes, the most significant of each unit first; at any alignment.
    Utf32Be(u8, codec::Utf32, true, alloc::vec::Vec<u8>, Converted::into_units);
    /// True ISO 8859-1: U+0000..U+00FF, each in its byte. As a source, nothing is malformed; as a
    /// target, other characters are [unrepresentable](crate::Kind::Unrepresentable).
    Latin1(u8, codec::Latin1, false, alloc::vec::Vec<u8>, Converted::into_units);
    /// CESU-8 (Unicode Technical Report 26): UTF-16's code units, each in UTF-8's way. Forms of
    /// four bytes are malformed.
    Cesu8(u8, codec::Cesu8, false, alloc::vec::Vec<u8>, Converted::into_units);
    /// Java's modification: CESU-8, with C0 80 for NUL. A byte 00 is malformed.
    ModifiedUtf8(u8, codec::ModifiedUtf8, false, alloc::vec::Vec<u8>, Converted::into_units);
    /// UTF-8 in which unpaired surrogates have a form: what UTF-16 that may be ill-formed (file
    /// names on Windows, strings of JavaScript) becomes without loss.
    Wtf8(u8, codec::Wtf8, false, alloc::vec::Vec<u8>, Converted::into_units);
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
