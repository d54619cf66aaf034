//! UTF-8 to UTF-16, with blocks of parts.
//!
//! Text is converted by [`from_utf8`](crate::kernel::transcode::parts::from_utf8). A unit stands in
//! the lane of its last byte. A form of four bytes becomes a pair, whose high surrogate stands in
//! the lane of the third byte:
//!
//! ```text
//! bytes             11110aaa  10bbcccc  10ddeeee  10ffffff
//! high surrogate    110110AA  AAccccdd      AAAA is aaabb less 1
//! low surrogate     110111ee  eeffffff
//! ```

use super::Utf8ToUtf16;
use crate::kernel::transcode::parts::from_utf8::{Joiner, Views, Wide};
use crate::kernel::transcode::parts::put_as_16;
use crate::raw::Output;
use crate::simd::parts::Parts;

impl Wide for Utf8ToUtf16 {
    const UNIT_BYTES: usize = 2;
    const PAIRS: bool = true;

    #[inline(always)]
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
        put_as_16(simd, x, out);
    }

    #[inline(always)]
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>) {
        out.put(simd, units, S::LANES);
    }

    #[inline(always)]
    fn four_byte<S: Parts>(simd: S, halves: S::V, out: &mut Output<'_>) -> bool {
        // The first half and two bits of the second, less 0x10000 >> 10, are the bits of the high
        // surrogate.
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
        out.put(simd, pairs, S::LANES);
        true
    }

    #[inline(always)]
    fn bmp<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        let units = Joiner::join(simd, joiner.planes(simd, views));
        out.put_compressed16(simd, units, keep);
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>) {
        let f0 = simd.splat(0xF0);
        let mut planes = joiner.planes(simd, views);
        // In the lane of the last byte of four stands the low surrogate: ten bits, and DC above
        // them.
        let is_fourth = simd.spread(simd.at_most(f0, views.three));
        planes.middle = simd.and_not(planes.middle, simd.and(is_fourth, simd.splat(0x30)));
        planes.high = simd.or(planes.high, simd.and(is_fourth, simd.splat(0xDC)));
        let [low, high] = Joiner::join(simd, planes);
        // In the lane of the third byte of four stands the high surrogate. The lane was treated as
        // that of the last byte of three. So it has three bits of the first byte and six of each
        // other one, of which all but the lowest four count.
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

        out.put_compressed16(simd, units, keep);
    }
}
