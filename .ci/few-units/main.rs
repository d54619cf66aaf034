//! Functions that convert a few units without a call: `.ci/inlining` looks at their machine code. There is nothing to run.

use std::hint::black_box;

use callers::{is_valid, lossy, strict, strict_len};
use utf8kit::convert::{Cesu8, Form, Latin1, ModifiedUtf8, Utf8, Utf16, Utf32};

/// Nothing else is to be in here: all that these call is listed.
mod callers {
    use utf8kit::convert::{self, Form, Progress, Stop, To};

    pub(super) fn strict<S: To<T>, T: Form>(src: &[S::Unit], dst: &mut [T::Unit]) -> usize {
        written(convert::strict::<S, T>(src, dst))
    }

    pub(super) fn lossy<S: To<T>, T: Form>(src: &[S::Unit], dst: &mut [T::Unit]) -> usize {
        written(convert::lossy::<S, T>(src, dst))
    }

    fn written(progress: Progress) -> usize {
        match progress {
            Progress { written, stop: Stop::Done, .. } => written,
            _ => 0,
        }
    }

    pub(super) fn strict_len<S: To<T>, T: Form>(src: &[S::Unit]) -> usize {
        convert::strict_len::<S, T>(src).unwrap_or(0)
    }

    pub(super) fn is_valid<S: To<S>>(src: &[S::Unit]) -> bool {
        convert::validate::<S>(src).is_ok()
    }
}

type Convert<S, T> = fn(&[<S as Form>::Unit], &mut [<T as Form>::Unit]) -> usize;
type Measure<S> = fn(&[<S as Form>::Unit]) -> usize;
type Validate<S> = fn(&[<S as Form>::Unit]) -> bool;

/// Has the functions for these pairs compiled.
macro_rules! keep {
    ($($source:ty => $($target:ty),+;)+) => {$($(
        black_box(strict::<$source, $target> as Convert<$source, $target>);
        black_box(strict_len::<$source, $target> as Measure<$source>);
    )+)+};
}

fn main() {
    keep! {
        Utf8 => Utf16, Utf32, Latin1, Cesu8, ModifiedUtf8;
        Utf16 => Utf8, Utf32, Latin1;
        Utf32 => Utf8, Utf16, Latin1;
        Latin1 => Utf8, Utf16, Utf32;
        Cesu8 => Utf8;
        ModifiedUtf8 => Utf8;
    }
    black_box(lossy::<Utf8, Utf8> as Convert<Utf8, Utf8>);
    black_box(lossy::<Utf8, Utf16> as Convert<Utf8, Utf16>);
    black_box(is_valid::<Utf16> as Validate<Utf16>);
    black_box(is_valid::<Utf32> as Validate<Utf32>);
}
