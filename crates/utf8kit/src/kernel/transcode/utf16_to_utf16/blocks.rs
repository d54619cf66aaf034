//! UTF-16 to UTF-16, with blocks of parts.

use super::Utf16ToUtf16;
use crate::kernel::transcode::parts::utf16::{surrogates, unpaired, whole};
use crate::kernel::transcode::parts::{self, ByParts, BySteps, Plain, ordered16};
use crate::kernel::transcode::{Big, Order};
use crate::raw::Output;
use crate::scalar::form::Utf16;
use crate::simd::parts::Parts;

impl<O: Order, P: Order> ByParts for Utf16ToUtf16<O, P> {
    type Source = Utf16<O>;
    type Target = Utf16<P>;
    const GROWTH: usize = 1;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        out.put(simd, ordered16::<S, P>(simd, x), S::LANES);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl<O: Order, P: Order> Plain for Utf16ToUtf16<O, P> {
    const UNITS: (usize, usize) = (2, 2);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let x = [simd.load(text, 0), simd.load(text, S::LANES)];
        let has_surrogates = simd
            .any_nonzero(simd.or(surrogates::<S, O>(simd, x[0]), surrogates::<S, O>(simd, x[1])));
        if !has_surrogates {
            out.put_all(simd, [swapped::<S, O, P>(simd, x[0]), swapped::<S, O, P>(simd, x[1])]);
        }
        !has_surrogates
    }
}

impl<O: Order, P: Order> BySteps for Utf16ToUtf16<O, P> {
    const ROOM: usize = 2;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let x = [simd.load(text, 2), simd.load(text, 2 + S::LANES)];
        let before = [simd.load(text, 0), simd.load(text, S::LANES)];
        let errors =
            simd.or(errors::<S, O>(simd, x[0], before[0]), errors::<S, O>(simd, x[1], before[1]));
        if simd.any_nonzero(errors) {
            return 0;
        }
        let len = whole::<O>(text);
        out.put_all(simd, [swapped::<S, O, P>(simd, x[0]), swapped::<S, O, P>(simd, x[1])]);
        out.retract(2 * S::LANES - len);
        len
    }
}

/// [`unpaired`], of units in the order `O`.
#[inline(always)]
fn errors<S: Parts, O: Order>(simd: S, x: S::V, before: S::V) -> S::V {
    unpaired(simd, ordered16::<S, O>(simd, x), ordered16::<S, O>(simd, before))
}

/// From the order `O` to the order `P`.
#[inline(always)]
fn swapped<S: Parts, O: Order, P: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP == P::SWAP { units } else { ordered16::<S, Big>(simd, units) }
}
