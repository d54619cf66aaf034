//! UTF-32 to UTF-8 with 512-bit lanes: 64 values at a time, in one of three ways.
//!
//! ```text
//! all up to 7F:       narrow four registers into one
//! all up to 7FF:      narrow to 16 bits, make forms in lanes of 16 bits, compress two registers
//! all scalar values:  make forms in lanes of 32 bits, compress four registers
//! otherwise:          stop
//! ```

use super::Utf32ToUtf8;
use crate::kernel::transcode::Why;
use crate::kernel::transcode::lanes::latin1::narrow32;
use crate::kernel::transcode::lanes::to_utf8::{forms, put_all, two_byte_forms};
use crate::kernel::transcode::lanes::utf32::{
    BLOCK_VALUES, REGISTER_VALUES, all_scalar, load, narrow, or, scalars, why_not_more,
};
use crate::kernel::transcode::lanes::{ByBlocks, first_lanes};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

impl ByBlocks for Utf32ToUtf8 {
    const WINDOW_BYTES: usize = 4 * BLOCK_VALUES;
    const ROOM_BYTES: usize = 4 * BLOCK_VALUES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], grown_to: usize, out: &mut Output<'_>) -> usize {
        let x = load(simd, rest);
        let any = or(simd, x);
        // A block is likely to be of the class of the one before it. If that became too many
        // bytes for a faster way, this way is not tried.
        if grown_to <= BLOCK_VALUES + BLOCK_VALUES / 4
            && !simd.any_common_bit(any, simd.splat32(0xFFFF_FF80))
        {
            out.put(simd, narrow32(simd, x), BLOCK_VALUES);
            return 4 * BLOCK_VALUES;
        }
        if grown_to <= 2 * BLOCK_VALUES && !simd.any_common_bit(any, simd.splat32(0xFFFF_F800)) {
            let first = narrow(simd, x[0], x[1]);
            let second = narrow(simd, x[2], x[3]);
            let first = two_byte_forms(simd, 2 * REGISTER_VALUES, first);
            let second = two_byte_forms(simd, 2 * REGISTER_VALUES, second);
            put_all(simd, [first, second], out);
            return 4 * BLOCK_VALUES;
        }
        if !all_scalar(simd, x) {
            return 0;
        }
        let first = forms(simd, u16::MAX, x[0]);
        let second = forms(simd, u16::MAX, x[1]);
        let third = forms(simd, u16::MAX, x[2]);
        let fourth = forms(simd, u16::MAX, x[3]);
        put_all(simd, [first, second, third, fourth], out);
        4 * BLOCK_VALUES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_VALUES.min(rest.len() / 4);
        let x = simd.load_prefix(&rest[..4 * len]);
        let values = scalars(simd, x).min(len);
        let forms = forms(simd, first_lanes(values) as u16, x);
        if let Some(values) = forms.put_fitting(simd, 4, out) {
            return (4 * values, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}
