//! What UTF-8 becomes in blocks of parts: 16-bit units.

use core::marker::PhantomData;

use crate::kernel::transcode::Order;
use crate::kernel::transcode::utf8_blocks::{Joiner, Views, Wide};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// 16-bit units in the order `O`.
pub(super) struct Units16<O>(PhantomData<O>);

/// The bytes of each unit in the other order.
const SWAPPED: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];

#[inline(always)]
fn ordered<S: Parts, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.shuffle(units, simd.splat_part(SWAPPED)) } else { units }
}

impl<O: Order> Wide for Units16<O> {
    const UNIT: usize = 2;
    const PAIRS: bool = true;

    #[inline(always)]
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
        let [low, high] = simd.widen8(x);
        let units = [ordered::<S, O>(simd, low), ordered::<S, O>(simd, high)];
        out.put_two(simd, units, 2 * S::LANES);
    }

    #[inline(always)]
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>) {
        out.put(simd, ordered::<S, O>(simd, units), S::LANES);
    }

    #[inline(always)]
    fn four_bytes<S: Parts>(simd: S, halves: S::V, out: &mut Output<'_>) -> bool {
        // The first half and two bits of the second, less 0x10000 >> 10, are the high surrogate's bits.
        let high = simd.or(
            simd.and(simd.shift16_left::<2>(halves), simd.splat32(0x0000_FFFF)),
            simd.shift32_right::<26>(halves),
        );
        let low = simd.and(halves, simd.splat32(0x03FF_0000));
        let bits = simd.sub16(simd.or(high, low), simd.splat32(0x0000_0040));
        if simd.any_common_bit(bits, simd.splat32(0x0000_FC00)) {
            return false;
        }
        let pairs = simd.or(bits, simd.splat32(0xDC00_D800));
        out.put(simd, ordered::<S, O>(simd, pairs), S::LANES);
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
        let [low, high] = Joiner::join(simd, joiner.planes(simd, views));
        let units = [ordered::<S, O>(simd, low), ordered::<S, O>(simd, high)];
        out.put_squeezed16(simd, units, keep);
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        let f0 = simd.splat(0xF0);
        let mut planes = joiner.planes(simd, views);
        // The last byte of four has the low surrogate: ten bits, and DC above.
        let is_fourth = simd.spread(simd.at_most(f0, views.three));
        planes.middle = simd.and_not(planes.middle, simd.and(is_fourth, simd.splat(0x30)));
        planes.high = simd.or(planes.high, simd.and(is_fourth, simd.splat(0xDC)));
        let [low, high] = Joiner::join(simd, planes);
        // The third has the high one. As if it were the third of three, it has three bits of the first byte
        // and six of each other one, of which all but four count.
        let is_third = simd.spread(simd.at_most(f0, views.two));
        let base = simd.splat16(0xD800 - 0x0040);
        let units = [
            simd.choose(
                simd.unpack8_low(is_third, is_third),
                simd.add16(simd.shift16_right::<4>(low), base),
                low,
            ),
            simd.choose(
                simd.unpack8_high(is_third, is_third),
                simd.add16(simd.shift16_right::<4>(high), base),
                high,
            ),
        ];
        let units = [ordered::<S, O>(simd, units[0]), ordered::<S, O>(simd, units[1])];
        out.put_squeezed16(simd, units, keep);
    }
}
