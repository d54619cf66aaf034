//! CESU-8 to its 16-bit units, with blocks of parts.

use super::AnyToUnits;
use crate::kernel::transcode::parts::from_utf8::{Joiner, Views, Wide};
use crate::kernel::transcode::{Little, Utf8ToUtf16};
use crate::raw::Output;
use crate::simd::parts::Parts;

impl Wide for AnyToUnits {
    const UNIT: usize = 2;
    const PAIRS: bool = false;
    const SURROGATES: bool = true;

    #[inline(always)]
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
        Utf8ToUtf16::<Little>::ascii(simd, x, out);
    }

    #[inline(always)]
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>) {
        Utf8ToUtf16::<Little>::units(simd, units, out);
    }

    #[inline(always)]
    fn four_bytes<S: Parts>(_: S, _: S::V, _: &mut Output<'_>) -> bool {
        false
    }

    #[inline(always)]
    fn up_to_ef<S: Parts>(
        simd: S,
        joiner: Joiner<S>,
        views: Views<S>,
        keep: u32,
        out: &mut Output<'_>,
    ) {
        Utf8ToUtf16::<Little>::up_to_ef(simd, joiner, views, keep, out);
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        Self::up_to_ef(simd, joiner, views, keep, out);
    }
}
