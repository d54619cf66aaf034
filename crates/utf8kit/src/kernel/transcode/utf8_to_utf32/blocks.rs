//! UTF-8 to UTF-32, with blocks of parts.
//!
//! Text is converted by [`from_utf8`](crate::kernel::transcode::parts::from_utf8). Units are made
//! as halves of 16 bits, each in the lane of its last byte. Where a form has four bytes, the upper
//! half is not zero:
//!
//! ```text
//! bytes         11110aaa  10bbcccc  10ddddee  10ffffff
//! upper half    00000000  000aaabb
//! lower half    ccccdddd  eeffffff
//! ```

use super::Utf8ToUtf32;
use crate::kernel::transcode::parts::from_utf8::{Joiner, Views, Wide};
use crate::kernel::transcode::parts::put_as_32;
use crate::raw::Output;
use crate::simd::parts::Parts;

impl Utf8ToUtf32 {
    /// Writes the lanes that `keep` has a bit for, of the lower and the upper halves of units.
    #[inline(always)]
    fn put_halves<S: Parts>(
        simd: S,
        lower: [S::V; 2],
        upper: [S::V; 2],
        keep: u32,
        out: &mut Output<'_>,
    ) {
        let (first, second) = (lower, upper);
        out.put_compressed16_both(simd, [first[0], first[1]], [second[0], second[1]], keep);
    }
}

impl Wide for Utf8ToUtf32 {
    const UNIT_BYTES: usize = 4;
    const PAIRS: bool = false;

    #[inline(always)]
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
        put_as_32(simd, x, out);
    }

    #[inline(always)]
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>) {
        let [low, high] = simd.widen16(units);
        let units = [low, high];
        out.put_two(simd, units, 2 * S::LANES);
    }

    #[inline(always)]
    fn four_byte<S: Parts>(simd: S, halves: S::V, out: &mut Output<'_>) -> bool {
        let units = simd.multiply_add16(halves, simd.splat32(1 << 16 | 1 << 12));
        let above = simd.sub32(units, simd.splat32(0x1_0000));
        if simd.any_common_bit(above, simd.splat32(!0xF_FFFF)) {
            return false;
        }
        out.put(simd, units, S::LANES);
        true
    }

    #[inline(always)]
    fn bmp<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        let units = Joiner::join(simd, joiner.planes(simd, views));
        out.put_compressed16_to_32(simd, units, keep);
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        let mut planes = joiner.planes(simd, views);
        // In a lane with the last byte of four, the second byte has four bits of the lower half and
        // two of the upper one. The first byte has the three bits above these two.
        let is_fourth = simd.spread(simd.at_most(simd.splat(0xF0), views.three));
        let second = simd.and(views.two, is_fourth);
        let first = simd.and(views.three, is_fourth);
        planes.high = simd.or(planes.high, joiner.raised(simd, simd.and(second, simd.splat(0x0F))));
        let upper = simd.or(
            simd.shift16_left::<2>(simd.and(first, simd.splat(0x07))),
            simd.shift16_right::<4>(simd.and(second, simd.splat(0x30))),
        );
        let zero = simd.splat(0);
        let upper = [simd.unpack8_low(upper, zero), simd.unpack8_high(upper, zero)];
        Self::put_halves(simd, Joiner::join(simd, planes), upper, keep, out);
    }
}
