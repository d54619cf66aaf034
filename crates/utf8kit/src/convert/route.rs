//! Which kernel converts what: the whole matrix.

use crate::kernel::transcode::{
    Either, FourBytes, Latin1ToLatin1, Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32, Nul, Nul16,
    Nul32, Order, Part, Shunning, Supplementary, Surrogates, Transcode, Utf8ToLatin1, Utf8ToUtf8,
    Utf8ToUtf16, Utf8ToUtf32, Utf16ToLatin1, Utf16ToUtf8, Utf16ToUtf16, Utf16ToUtf32,
    Utf32ToLatin1, Utf32ToUtf8, Utf32ToUtf16, Utf32ToUtf32,
};
use crate::scalar::form::{Cesu8, Code, Latin1, ModifiedUtf8, Utf8, Utf16, Utf32, Wtf8};

/// From one encoding to another.
pub(crate) trait Route<T: Code>: Code {
    type Kernel: Transcode;
}

/// In brackets, what is any byte order.
macro_rules! routes {
    ($( [$($order:ident),*] $source:ty => $target:ty: $kernel:ty; )*) => {$(
        impl<$($order: Order),*> Route<$target> for $source {
            type Kernel = $kernel;
        }
    )*};
}

routes! {
    [] Utf8 => Utf8: Utf8ToUtf8;
    [P] Utf8 => Utf16<P>: Utf8ToUtf16<P>;
    [P] Utf8 => Utf32<P>: Utf8ToUtf32<P>;
    [] Utf8 => Latin1: Utf8ToLatin1;
    [] Utf8 => Cesu8: Shunning<Utf8ToUtf8, FourBytes>;
    [] Utf8 => ModifiedUtf8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;
    [] Utf8 => Wtf8: Utf8ToUtf8;

    [O] Utf16<O> => Utf8: Utf16ToUtf8<O>;
    [O, P] Utf16<O> => Utf16<P>: Utf16ToUtf16<O, P>;
    [O, P] Utf16<O> => Utf32<P>: Utf16ToUtf32<O, P>;
    [O] Utf16<O> => Latin1: Utf16ToLatin1<O>;
    [O] Utf16<O> => Cesu8: Shunning<Utf16ToUtf8<O>, Surrogates<O>>;
    [O] Utf16<O> => ModifiedUtf8: Shunning<Utf16ToUtf8<O>, Either<Surrogates<O>, Nul16>>;
    [O] Utf16<O> => Wtf8: Utf16ToUtf8<O>;

    [O] Utf32<O> => Utf8: Utf32ToUtf8<O>;
    [O, P] Utf32<O> => Utf16<P>: Utf32ToUtf16<O, P>;
    [O, P] Utf32<O> => Utf32<P>: Utf32ToUtf32<O, P>;
    [O] Utf32<O> => Latin1: Utf32ToLatin1<O>;
    [O] Utf32<O> => Cesu8: Shunning<Utf32ToUtf8<O>, Supplementary<O>>;
    [O] Utf32<O> => ModifiedUtf8: Shunning<Utf32ToUtf8<O>, Either<Supplementary<O>, Nul32>>;
    [O] Utf32<O> => Wtf8: Utf32ToUtf8<O>;

    [] Latin1 => Utf8: Latin1ToUtf8;
    [P] Latin1 => Utf16<P>: Latin1ToUtf16<P>;
    [P] Latin1 => Utf32<P>: Latin1ToUtf32<P>;
    [] Latin1 => Latin1: Latin1ToLatin1;
    [] Latin1 => Cesu8: Latin1ToUtf8;
    [] Latin1 => ModifiedUtf8: Shunning<Latin1ToUtf8, Nul>;
    [] Latin1 => Wtf8: Latin1ToUtf8;

    [] Cesu8 => Utf8: Shunning<Utf8ToUtf8, FourBytes>;
    [P] Cesu8 => Utf16<P>: Shunning<Utf8ToUtf16<P>, FourBytes>;
    [P] Cesu8 => Utf32<P>: Shunning<Utf8ToUtf32<P>, FourBytes>;
    [] Cesu8 => Latin1: Utf8ToLatin1;
    [] Cesu8 => Cesu8: Shunning<Utf8ToUtf8, FourBytes>;
    [] Cesu8 => ModifiedUtf8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;
    [] Cesu8 => Wtf8: Shunning<Utf8ToUtf8, FourBytes>;

    [] ModifiedUtf8 => Utf8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;
    [P] ModifiedUtf8 => Utf16<P>: Shunning<Utf8ToUtf16<P>, Either<FourBytes, Nul>>;
    [P] ModifiedUtf8 => Utf32<P>: Shunning<Utf8ToUtf32<P>, Either<FourBytes, Nul>>;
    [] ModifiedUtf8 => Latin1: Shunning<Utf8ToLatin1, Nul>;
    [] ModifiedUtf8 => Cesu8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;
    [] ModifiedUtf8 => ModifiedUtf8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;
    [] ModifiedUtf8 => Wtf8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;

    [] Wtf8 => Utf8: Part<Utf8ToUtf8>;
    [P] Wtf8 => Utf16<P>: Part<Utf8ToUtf16<P>>;
    [P] Wtf8 => Utf32<P>: Part<Utf8ToUtf32<P>>;
    [] Wtf8 => Latin1: Utf8ToLatin1;
    [] Wtf8 => Cesu8: Shunning<Utf8ToUtf8, FourBytes>;
    [] Wtf8 => ModifiedUtf8: Shunning<Utf8ToUtf8, Either<FourBytes, Nul>>;
    [] Wtf8 => Wtf8: Part<Utf8ToUtf8>;
}
