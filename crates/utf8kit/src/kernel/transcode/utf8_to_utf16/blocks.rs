//! UTF-8 to UTF-16, with blocks of parts.

use super::Utf8ToUtf16;
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::from_utf8::{Joiner, Views, Wide};
use crate::kernel::transcode::parts::{ordered16, put_as_16};
use crate::raw::Output;
use crate::simd::parts::Parts;

impl<O: Order> Wide for Utf8ToUtf16<O> {
    const UNIT: usize = 2;
    const PAIRS: bool = true;

    #[inline(always)]
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
        put_as_16::<S, O>(simd, x, out);
    }

    #[inline(always)]
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>) {
        out.put(simd, ordered16::<S, O>(simd, units), S::LANES);
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
        out.put(simd, ordered16::<S, O>(simd, pairs), S::LANES);
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
        let units = [ordered16::<S, O>(simd, low), ordered16::<S, O>(simd, high)];
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
        let units = [ordered16::<S, O>(simd, units[0]), ordered16::<S, O>(simd, units[1])];
        out.put_squeezed16(simd, units, keep);
    }
}
