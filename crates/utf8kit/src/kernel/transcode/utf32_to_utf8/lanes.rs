//! With 512-bit lanes: 64 values at a time, in one of three ways.

use super::Utf32ToUtf8;
use crate::kernel::transcode::lanes::latin1::narrow32;
use crate::kernel::transcode::lanes::to_utf8::{forms, forms_up_to_7ff, put_all};
use crate::kernel::transcode::lanes::utf32::{
    BLOCK, VALUES, all_scalar, load, narrow, or, scalars, why_not_more,
};
use crate::kernel::transcode::lanes::{ByBlocks, first_lanes, ordered32};
use crate::kernel::transcode::{Little, Order, Why};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

impl<O: Order> ByBlocks for Utf32ToUtf8<O> {
    const WINDOW: usize = 4 * BLOCK;
    const ROOM: usize = 4 * BLOCK;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], grown_to: usize, out: &mut Output<'_>) -> usize {
        let x = load::<S, O>(simd, rest);
        let any = or(simd, x);
        // What the block before was, this one likely is: no need to ask for less, which is only faster.
        if grown_to <= BLOCK + BLOCK / 4 && !simd.any_common_bit(any, simd.splat32(0xFFFF_FF80)) {
            out.put(simd, narrow32(simd, x), BLOCK);
            return 4 * BLOCK;
        }
        if grown_to <= 2 * BLOCK && !simd.any_common_bit(any, simd.splat32(0xFFFF_F800)) {
            let first = narrow::<S, Little>(simd, x[0], x[1]);
            let second = narrow::<S, Little>(simd, x[2], x[3]);
            let first = forms_up_to_7ff(simd, 2 * VALUES, first);
            let second = forms_up_to_7ff(simd, 2 * VALUES, second);
            put_all(simd, [first, second], out);
            return 4 * BLOCK;
        }
        if !all_scalar(simd, x) {
            return 0;
        }
        let first = forms(simd, u16::MAX, x[0]);
        let second = forms(simd, u16::MAX, x[1]);
        let third = forms(simd, u16::MAX, x[2]);
        let fourth = forms(simd, u16::MAX, x[3]);
        put_all(simd, [first, second, third, fourth], out);
        4 * BLOCK
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = VALUES.min(rest.len() / 4);
        let x = ordered32::<S, O>(simd, simd.load_prefix(&rest[..4 * len]));
        let values = scalars(simd, x).min(len);
        let forms = forms(simd, first_lanes(values) as u16, x);
        if let Some(values) = forms.put_fitting(simd, 4, out) {
            return (4 * values, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}
