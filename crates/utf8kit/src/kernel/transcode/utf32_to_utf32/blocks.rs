//! UTF-32 to UTF-32, with registers of parts: two blocks are a step, which is checked and
//! written whole.

use super::Utf32ToUtf32;
use crate::codec::Utf32;
use crate::kernel::transcode::parts::utf32::all_scalar;
use crate::kernel::transcode::parts::{self, ByParts, BySteps, Plain};
use crate::raw::Output;
use crate::simd::parts::Parts;

impl ByParts for Utf32ToUtf32 {
    type Source = Utf32;
    type Target = Utf32;
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

impl Plain for Utf32ToUtf32 {
    const UNITS_BYTES: (usize, usize) = (4, 4);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let x = [simd.load(text, 0), simd.load(text, S::LANES)];
        if !all_scalar(simd, x) {
            return false;
        }
        out.put_all(simd, x);
        true
    }
}

impl BySteps for Utf32ToUtf32 {
    const ROOM_BLOCKS: usize = 2;
}
