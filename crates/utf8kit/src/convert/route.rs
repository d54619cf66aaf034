//! Which kernel converts what: the whole matrix.

use super::run::{self, Ran};
use crate::error::Error;
use crate::kernel::transcode::{
    AsPair, Big, Either, FourBytes, FromUnits, Latin1ToLatin1, Latin1ToUtf8, Latin1ToUtf16,
    Latin1ToUtf32, Little, Nul, Nul16, Nul32, Pairs, Part, Shunning, Supplementary, ToUnits,
    Transcode, Utf8ToLatin1, Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToLatin1, Utf16ToUtf8,
    Utf16ToUtf16, Utf16ToUtf32, Utf32ToLatin1, Utf32ToUtf8, Utf32ToUtf16, Utf32ToUtf32,
};
use crate::raw::Output;
use crate::scalar::form::{
    Cesu8, Code, Latin1, ModifiedUtf8, Replacement, Utf8, Utf16, Utf32, Wtf8,
};
use crate::simd::level::Features;

/// From one encoding to another.
///
/// The functions are those of the same names in `run.rs`. That they are here, and each pair by itself, is for the feature
/// `precompiled`: what belongs to no type parameter is compiled into this crate.
pub(crate) trait Route<T: Code>: Code {
    type Kernel: Transcode;

    fn run(
        features: Features,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran;

    fn run_from(
        features: Features,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran;

    fn measure(
        features: Features,
        src: &[u8],
        replacement: Option<Replacement>,
    ) -> Result<usize, Error>;
}

/// As [`Pairs`], and NUL is shunned by both kernels.
type ButNul<K, W, P> = Pairs<K, Either<W, Nul>, Shunning<P, Nul>>;

/// The same, from 32-bit units.
type ButNul32<K, W, P> = Pairs<K, Either<W, Nul32>, Shunning<P, Nul32>>;

type AsPairs = Utf16ToUtf8<Little, AsPair>;
type FromCesu8<K, B> = Pairs<K, FourBytes, FromUnits<B, Cesu8>>;
type FromModifiedUtf8<K, B> = ButNul<K, FourBytes, FromUnits<B, ModifiedUtf8>>;
type Units8 = ToUnits<Utf8ToUtf16<Little>, Utf8>;
type UnitsOfWtf8 = ToUnits<Part<Utf8ToUtf16<Little>>, Wtf8>;
type Units32<O> = ToUnits<Utf32ToUtf16<O, Little>, Utf32<O>>;

/// In brackets, what is any byte order.
macro_rules! routes {
    ($( [$($order:ident),*] $source:ty => $target:ty: $kernel:ty; )*) => {$(
        routes! { @orders [$($order)*] $source => $target: $kernel }
    )*};
    (@orders [$order:ident $($orders:ident)*] $source:ty => $target:ty: $kernel:ty) => {
        const _: () = {
            type $order = Little;
            routes! { @orders [$($orders)*] $source => $target: $kernel }
        };
        const _: () = {
            type $order = Big;
            routes! { @orders [$($orders)*] $source => $target: $kernel }
        };
    };
    (@orders [] $source:ty => $target:ty: $kernel:ty) => {
        impl Route<$target> for $source {
            type Kernel = $kernel;

            #[cfg_attr(not(all(feature = "precompiled", not(test))), inline)]
            fn run(
                features: Features,
                src: &[u8],
                out: &mut Output<'_>,
                replacement: Option<Replacement>,
            ) -> Ran {
                run::run::<$source, $target>(features, src, out, replacement)
            }

            #[cfg_attr(not(all(feature = "precompiled", not(test))), inline)]
            fn run_from(
                features: Features,
                src: &[u8],
                at: usize,
                out: &mut Output<'_>,
                replacement: Option<Replacement>,
            ) -> Ran {
                run::run_from::<$source, $target>(features, src, at, out, replacement)
            }

            #[cfg_attr(not(all(feature = "precompiled", not(test))), inline)]
            fn measure(
                features: Features,
                src: &[u8],
                replacement: Option<Replacement>,
            ) -> Result<usize, Error> {
                run::measure::<$source, $target>(features, src, replacement)
            }
        }
    };
}

routes! {
    [] Utf8 => Utf8: Utf8ToUtf8;
    [P] Utf8 => Utf16<P>: Utf8ToUtf16<P>;
    [P] Utf8 => Utf32<P>: Utf8ToUtf32<P>;
    [] Utf8 => Latin1: Utf8ToLatin1;
    [] Utf8 => Cesu8: Pairs<Utf8ToUtf8, FourBytes, Units8>;
    [] Utf8 => ModifiedUtf8: ButNul<Utf8ToUtf8, FourBytes, Units8>;
    [] Utf8 => Wtf8: Utf8ToUtf8;

    [O] Utf16<O> => Utf8: Utf16ToUtf8<O>;
    [O, P] Utf16<O> => Utf16<P>: Utf16ToUtf16<O, P>;
    [O, P] Utf16<O> => Utf32<P>: Utf16ToUtf32<O, P>;
    [O] Utf16<O> => Latin1: Utf16ToLatin1<O>;
    [O] Utf16<O> => Cesu8: Utf16ToUtf8<O, AsPair>;
    [O] Utf16<O> => ModifiedUtf8: Shunning<Utf16ToUtf8<O, AsPair>, Nul16>;
    [O] Utf16<O> => Wtf8: Utf16ToUtf8<O>;

    [O] Utf32<O> => Utf8: Utf32ToUtf8<O>;
    [O, P] Utf32<O> => Utf16<P>: Utf32ToUtf16<O, P>;
    [O, P] Utf32<O> => Utf32<P>: Utf32ToUtf32<O, P>;
    [O] Utf32<O> => Latin1: Utf32ToLatin1<O>;
    [O] Utf32<O> => Cesu8: Pairs<Utf32ToUtf8<O>, Supplementary<O>, Units32<O>>;
    [O] Utf32<O> => ModifiedUtf8: ButNul32<Utf32ToUtf8<O>, Supplementary<O>, Units32<O>>;
    [O] Utf32<O> => Wtf8: Utf32ToUtf8<O>;

    [] Latin1 => Utf8: Latin1ToUtf8;
    [P] Latin1 => Utf16<P>: Latin1ToUtf16<P>;
    [P] Latin1 => Utf32<P>: Latin1ToUtf32<P>;
    [] Latin1 => Latin1: Latin1ToLatin1;
    [] Latin1 => Cesu8: Latin1ToUtf8;
    [] Latin1 => ModifiedUtf8: Shunning<Latin1ToUtf8, Nul>;
    [] Latin1 => Wtf8: Latin1ToUtf8;

    [] Cesu8 => Utf8: FromCesu8<Utf8ToUtf8, Utf16ToUtf8<Little>>;
    [P] Cesu8 => Utf16<P>: FromCesu8<Utf8ToUtf16<P>, Utf16ToUtf16<Little, P>>;
    [P] Cesu8 => Utf32<P>: FromCesu8<Utf8ToUtf32<P>, Utf16ToUtf32<Little, P>>;
    [] Cesu8 => Latin1: Utf8ToLatin1;
    [] Cesu8 => Cesu8: FromCesu8<Utf8ToUtf8, AsPairs>;
    [] Cesu8 => ModifiedUtf8: ButNul<Utf8ToUtf8, FourBytes, FromUnits<AsPairs, Cesu8>>;
    [] Cesu8 => Wtf8: FromCesu8<Utf8ToUtf8, Utf16ToUtf8<Little>>;

    [] ModifiedUtf8 => Utf8: FromModifiedUtf8<Utf8ToUtf8, Utf16ToUtf8<Little>>;
    [P] ModifiedUtf8 => Utf16<P>: FromModifiedUtf8<Utf8ToUtf16<P>, Utf16ToUtf16<Little, P>>;
    [P] ModifiedUtf8 => Utf32<P>: FromModifiedUtf8<Utf8ToUtf32<P>, Utf16ToUtf32<Little, P>>;
    [] ModifiedUtf8 => Latin1: Shunning<Utf8ToLatin1, Nul>;
    [] ModifiedUtf8 => Cesu8: FromModifiedUtf8<Utf8ToUtf8, AsPairs>;
    [] ModifiedUtf8 => ModifiedUtf8: FromModifiedUtf8<Utf8ToUtf8, AsPairs>;
    [] ModifiedUtf8 => Wtf8: FromModifiedUtf8<Utf8ToUtf8, Utf16ToUtf8<Little>>;

    [] Wtf8 => Utf8: Part<Utf8ToUtf8>;
    [P] Wtf8 => Utf16<P>: Part<Utf8ToUtf16<P>>;
    [P] Wtf8 => Utf32<P>: Part<Utf8ToUtf32<P>>;
    [] Wtf8 => Latin1: Utf8ToLatin1;
    [] Wtf8 => Cesu8: Pairs<Utf8ToUtf8, FourBytes, UnitsOfWtf8>;
    [] Wtf8 => ModifiedUtf8: ButNul<Utf8ToUtf8, FourBytes, UnitsOfWtf8>;
    [] Wtf8 => Wtf8: Part<Utf8ToUtf8>;
}
