//! What UTF-8 becomes in blocks of parts: 32-bit units.

use core::marker::PhantomData;

use crate::kernel::transcode::Order;
use crate::kernel::transcode::utf8_blocks::{Joiner, Views, Wide};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// 32-bit units in the order `O`.
pub(super) struct Units32<O>(PhantomData<O>);

/// The bytes of each half of a unit, and of each unit, in the other order.
const SWAPPED_HALVES: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
const SWAPPED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

#[inline(always)]
fn ordered<S: Parts, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.shuffle(units, simd.splat_part(SWAPPED)) } else { units }
}

impl<O: Order> Units32<O> {
    /// Writes the lanes that `keep` has a bit for, of the lower and the upper halves of units.
    #[inline(always)]
    fn squeezed<S: Parts>(
        simd: S,
        lower: [S::V; 2],
        upper: [S::V; 2],
        keep: u32,
        out: &mut Output<'_>,
    ) {
        if O::SWAP {
            let swap = simd.splat_part(SWAPPED_HALVES);
            let first = [simd.shuffle(upper[0], swap), simd.shuffle(upper[1], swap)];
            let second = [simd.shuffle(lower[0], swap), simd.shuffle(lower[1], swap)];
            out.put_squeezed16_pairs(simd, first, second, keep);
        } else {
            out.put_squeezed16_pairs(simd, lower, upper, keep);
        }
    }
}

impl<O: Order> Wide for Units32<O> {
    const UNIT: usize = 4;
    const PAIRS: bool = false;

    #[inline(always)]
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
        let [low, high] = simd.widen8(x);
        Self::units(simd, low, out);
        Self::units(simd, high, out);
    }

    #[inline(always)]
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>) {
        let [low, high] = simd.widen16(units);
        let units = [ordered::<S, O>(simd, low), ordered::<S, O>(simd, high)];
        out.put_two(simd, units, 2 * S::LANES);
    }

    #[inline(always)]
    fn four_bytes<S: Parts>(simd: S, halves: S::V, out: &mut Output<'_>) -> bool {
        let units = simd.multiply_add16(halves, simd.splat32(1 << 16 | 1 << 12));
        let above = simd.sub32(units, simd.splat32(0x1_0000));
        if simd.any_common_bit(above, simd.splat32(!0xF_FFFF)) {
            return false;
        }
        out.put(simd, ordered::<S, O>(simd, units), S::LANES);
        true
    }

    #[inline(always)]
    fn up_to_ef<S: Parts>(
        simd: S,
        joiner: Joiner<S>,
        views: Views<S>,
        keep: u32,
        out: &mut Output<'_>,
    ) {
        let units = Joiner::join(simd, joiner.planes(simd, views));
        if O::SWAP {
            let zero = simd.splat(0);
            Self::squeezed(simd, units, [zero, zero], keep, out);
        } else {
            out.put_squeezed16_to_32(simd, units, keep);
        }
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        let mut planes = joiner.planes(simd, views);
        // In a lane with the last byte of four, the second one has four bits of the lower half and two of
        // the upper one, where the first has the three above.
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
        Self::squeezed(simd, Joiner::join(simd, planes), upper, keep, out);
    }
}
