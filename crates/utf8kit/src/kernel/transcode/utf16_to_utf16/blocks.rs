//! UTF-16 to UTF-16, with registers of parts.
//!
//! Two blocks are a step. Without surrogates it is written whole. Otherwise each unit is
//! compared with the one before it, from the text loaded again from one unit before; if all
//! surrogates are paired, the step is written up to a pair that is cut off at its end.

use super::Utf16ToUtf16;
use crate::codec::Utf16;
use crate::kernel::transcode::parts::utf16::{surrogates, unpaired, whole};
use crate::kernel::transcode::parts::{self, ByParts, BySteps, Plain};
use crate::raw::Output;
use crate::simd::parts::Parts;

impl ByParts for Utf16ToUtf16 {
    type Source = Utf16;
    type Target = Utf16;
    const GROWTH_BLOCKS: usize = 1;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        out.put(simd, x, S::LANES);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf16ToUtf16 {
    const UNITS_BYTES: (usize, usize) = (2, 2);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let x = [simd.load(text, 0), simd.load(text, S::LANES)];
        let has_surrogates =
            simd.any_nonzero(simd.or(surrogates(simd, x[0]), surrogates(simd, x[1])));
        if !has_surrogates {
            out.put_all(simd, x);
        }
        !has_surrogates
    }
}

impl BySteps for Utf16ToUtf16 {
    const ROOM_BLOCKS: usize = 2;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let x = [simd.load(text, 2), simd.load(text, 2 + S::LANES)];
        let before = [simd.load(text, 0), simd.load(text, S::LANES)];
        let errors = simd.or(unpaired(simd, x[0], before[0]), unpaired(simd, x[1], before[1]));
        if simd.any_nonzero(errors) {
            return 0;
        }
        let len = whole(text);
        out.put_all(simd, x);
        out.retract(2 * S::LANES - len);
        len
    }
}
