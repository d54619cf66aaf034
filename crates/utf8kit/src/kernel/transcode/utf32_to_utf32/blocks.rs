//! UTF-32 to UTF-32, with blocks of parts.

use super::Utf32ToUtf32;
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::utf32::all_scalar;
use crate::kernel::transcode::parts::{self, ByParts, BySteps, Plain, ordered32};
use crate::raw::Output;
use crate::scalar::form::Utf32;
use crate::simd::parts::Parts;

impl<O: Order, P: Order> ByParts for Utf32ToUtf32<O, P> {
    type Source = Utf32<O>;
    type Target = Utf32<P>;
    const GROWTH: usize = 1;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        out.put(simd, ordered32::<S, P>(simd, x), S::LANES);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl<O: Order, P: Order> Plain for Utf32ToUtf32<O, P> {
    const UNITS: (usize, usize) = (4, 4);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let source = [simd.load(text, 0), simd.load(text, S::LANES)];
        let x = [ordered32::<S, O>(simd, source[0]), ordered32::<S, O>(simd, source[1])];
        if !all_scalar(simd, x) {
            return false;
        }
        if O::SWAP == P::SWAP {
            out.put_all(simd, source);
        } else {
            out.put_all(simd, [ordered32::<S, P>(simd, x[0]), ordered32::<S, P>(simd, x[1])]);
        }
        true
    }
}

impl<O: Order, P: Order> BySteps for Utf32ToUtf32<O, P> {
    const ROOM: usize = 2;
}
