//! Which kernel and which codecs convert what: the whole matrix.

use super::driver::{self, Characters};
use super::short::{self, Short};
use crate::codec::{
    Cesu8, Checked, Codec, Coded, Latin1, ModifiedUtf8, Replacement, Utf8, Utf16, Utf32, Wtf8,
};
use crate::engine::Engine;
use crate::error::Error;
use crate::kernel::Stopped;
use crate::kernel::transcode::{
    self, CheckedLen, Latin1ToLatin1, Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32, Transcode,
    Utf8ToLatin1, Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToLatin1, Utf16ToUtf8, Utf16ToUtf16,
    Utf16ToUtf32, Utf32ToLatin1, Utf32ToUtf8, Utf32ToUtf16, Utf32ToUtf32,
};
use crate::raw::Output;

/// How one encoding is converted to another: what the driver has to know of the pair.
///
/// It is a table and not a type parameter, so that the driver is compiled once. A kernel is
/// compiled once for its kind of source and target, and for each pair only what decodes and encodes
/// one character.
pub(crate) struct Route {
    /// Bytes in a code unit of the source.
    pub(super) source_unit: usize,
    /// The most bytes that a character has in the source.
    pub(super) source_most: usize,
    /// Bytes in a code unit of the target.
    pub(super) target_unit: usize,
    /// The fewest bytes that a character has in the target.
    pub(super) target_least: usize,
    /// The most bytes of the target that a code unit of the source becomes.
    pub(super) most_per_unit: usize,
    /// Whether each byte of the source is a code unit of the same value in the target.
    pub(super) are_bytes_same: bool,
    /// Whether each byte of ASCII is a code unit of the same value in the target.
    pub(super) is_ascii_same: bool,
    /// Whether the first error of the source is the first error of the conversion.
    pub(super) is_source_error_first: bool,
    /// Whether the kernel may put U+FFFD in the place of errors.
    pub(super) may_replace: bool,
    /// Whether there are characters that the kernel must not see. CESU-8 and Modified UTF-8 use the
    /// kernels of UTF-8, but have supplementary characters as pairs of surrogates of three bytes
    /// each, and NUL in another way.
    pub(super) avoids: bool,

    /// [`transcode::short`] of the kernel, and the longest source for it.
    pub(super) short_kernel: fn(Engine, &[u8], &mut Output<'_>) -> bool,
    pub(super) short_kernel_bytes: usize,
    /// [`Transcode::long`] of the kernel.
    pub(super) long: fn(Engine, &[u8], usize, &mut Output<'_>, bool) -> Stopped,
    /// [`Transcode::length`], if the kernel counts.
    pub(super) known_len: Option<fn(Engine, &[u8]) -> usize>,
    /// [`Transcode::checked_length`].
    pub(super) checked_len: fn(Engine, &[u8]) -> Option<CheckedLen>,

    /// [`Codec::check`] of the source.
    pub(super) check: fn(Engine, &[u8]) -> Checked,
    /// [`Codec::unsettled`] of the source.
    pub(super) unsettled: fn(&[u8]) -> usize,
    /// How many bytes the kernel may see.
    pub(super) len_for_kernel: fn(&[u8]) -> usize,
    /// Converts short text.
    pub(super) short: Short,
    /// [`Codec::decode`] of the source.
    pub(super) decode: Decode,
    /// [`Codec::encode`] of the target.
    pub(super) encode: fn(u32) -> Option<Coded>,
    /// [`Codec::HAS_SURROGATES`] of the target.
    pub(super) takes_surrogates: bool,
    /// [`Codec::unpaired`] of the source.
    pub(super) unpaired: fn(&[u8], usize, u32, usize) -> Error,
    /// [`Codec::unrepresentable`] of the source.
    pub(super) unrepresentable: fn(usize, u32, usize) -> Error,
    /// Converts characters one after the other.
    pub(super) characters: Characters,
    /// What stands for an error in the target.
    pub(super) replacement: fn(Replacement) -> Coded,
}

/// The code point at an index, and how many bytes it has.
type Decode = fn(&[u8], usize) -> Result<(u32, usize), Error>;

impl Route {
    const fn new<S: Codec, T: Codec, K: Transcode>() -> Route {
        let avoids = S::HAS_PAIRS_OF_THREE || T::HAS_PAIRS_OF_THREE;
        let is_target_latin1 = T::MOST == 1;
        Route {
            source_unit: S::UNIT,
            source_most: S::MOST,
            target_unit: T::UNIT,
            target_least: T::LEAST,
            most_per_unit: most_per_unit::<S, T>(),
            are_bytes_same: short::are_bytes_same::<S, T>(),
            is_ascii_same: short::is_ascii_same::<S, T>(),
            is_source_error_first: !T::HAS_SURROGATES && !is_target_latin1,
            may_replace: S::IS_UTF8 && !avoids,
            avoids,
            short_kernel: transcode::short::<K>,
            short_kernel_bytes: if avoids { 0 } else { K::SHORT_BYTES },
            long: K::long,
            known_len: if K::COUNTS && !avoids { Some(K::length) } else { None },
            checked_len: if S::IS_UTF8 { K::checked_length } else { |_, _| None },
            check: S::check,
            unsettled: S::unsettled,
            len_for_kernel: driver::len_for_kernel::<S, T>,
            short: short::short::<S, T>,
            decode: S::decode,
            encode: T::encode,
            takes_surrogates: T::HAS_SURROGATES,
            unpaired: S::unpaired,
            unrepresentable: S::unrepresentable,
            characters: driver::characters::<S, T>,
            replacement: Replacement::coded::<T>,
        }
    }

    /// A route that is seldom taken. It has no loop over characters of its own, so it is slower
    /// where there is no kernel.
    const fn rare<S: Codec, T: Codec, K: Transcode>() -> Route {
        Route {
            short: short::never_short,
            characters: driver::characters_by_next,
            ..Route::new::<S, T, K>()
        }
    }
}

/// See [`Route::most_per_unit`].
const fn most_per_unit<S: Codec, T: Codec>() -> usize {
    // A unit of its own is at most U+FFFF, or an error, which becomes U+FFFD. UTF-32 has all in one
    // unit.
    match (S::UNIT, T::UNIT) {
        (4, 1) => T::MOST,
        (_, 1) => 3,
        (4, _) => 4,
        (_, unit) => unit,
    }
}

/// An encoding that can be converted to `T`.
pub(crate) trait RouteTo<T>: Codec {
    const ROUTE: &'static Route;
}

macro_rules! routes {
    ($($source:ident => $target:ident: $constructor:ident $kernel:ident;)*) => {$(
        impl RouteTo<$target> for $source {
            // A static, whatever is compiled for it, belongs to this crate.
            const ROUTE: &'static Route = {
                static ROUTE: Route = Route::$constructor::<$source, $target, $kernel>();
                &ROUTE
            };
        }
    )*};
}

routes! {
    Utf8 => Utf8: new Utf8ToUtf8;
    Utf8 => Utf16: new Utf8ToUtf16;
    Utf8 => Utf32: new Utf8ToUtf32;
    Utf8 => Latin1: new Utf8ToLatin1;
    Utf8 => Cesu8: new Utf8ToUtf8;
    Utf8 => ModifiedUtf8: new Utf8ToUtf8;
    Utf8 => Wtf8: new Utf8ToUtf8;

    Utf16 => Utf8: new Utf16ToUtf8;
    Utf16 => Utf16: new Utf16ToUtf16;
    Utf16 => Utf32: new Utf16ToUtf32;
    Utf16 => Latin1: new Utf16ToLatin1;
    Utf16 => Cesu8: new Utf16ToUtf8;
    Utf16 => ModifiedUtf8: new Utf16ToUtf8;
    Utf16 => Wtf8: new Utf16ToUtf8;

    Utf32 => Utf8: new Utf32ToUtf8;
    Utf32 => Utf16: new Utf32ToUtf16;
    Utf32 => Utf32: new Utf32ToUtf32;
    Utf32 => Latin1: new Utf32ToLatin1;
    Utf32 => Cesu8: rare Utf32ToUtf8;
    Utf32 => ModifiedUtf8: rare Utf32ToUtf8;
    Utf32 => Wtf8: rare Utf32ToUtf8;

    Latin1 => Utf8: new Latin1ToUtf8;
    Latin1 => Utf16: new Latin1ToUtf16;
    Latin1 => Utf32: new Latin1ToUtf32;
    Latin1 => Latin1: new Latin1ToLatin1;
    Latin1 => Cesu8: rare Latin1ToUtf8;
    Latin1 => ModifiedUtf8: rare Latin1ToUtf8;
    Latin1 => Wtf8: rare Latin1ToUtf8;

    Cesu8 => Utf8: new Utf8ToUtf8;
    Cesu8 => Utf16: new Utf8ToUtf16;
    Cesu8 => Utf32: rare Utf8ToUtf32;
    Cesu8 => Latin1: rare Utf8ToLatin1;
    Cesu8 => Cesu8: rare Utf8ToUtf8;
    Cesu8 => ModifiedUtf8: rare Utf8ToUtf8;
    Cesu8 => Wtf8: rare Utf8ToUtf8;

    ModifiedUtf8 => Utf8: new Utf8ToUtf8;
    ModifiedUtf8 => Utf16: new Utf8ToUtf16;
    ModifiedUtf8 => Utf32: rare Utf8ToUtf32;
    ModifiedUtf8 => Latin1: rare Utf8ToLatin1;
    ModifiedUtf8 => Cesu8: rare Utf8ToUtf8;
    ModifiedUtf8 => ModifiedUtf8: rare Utf8ToUtf8;
    ModifiedUtf8 => Wtf8: rare Utf8ToUtf8;

    Wtf8 => Utf8: new Utf8ToUtf8;
    Wtf8 => Utf16: new Utf8ToUtf16;
    Wtf8 => Utf32: rare Utf8ToUtf32;
    Wtf8 => Latin1: rare Utf8ToLatin1;
    Wtf8 => Cesu8: rare Utf8ToUtf8;
    Wtf8 => ModifiedUtf8: rare Utf8ToUtf8;
    Wtf8 => Wtf8: rare Utf8ToUtf8;
}
