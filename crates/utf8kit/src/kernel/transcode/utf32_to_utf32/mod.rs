//! UTF-32 to UTF-32: a copy that checks whether all units are scalar values.
//!
//! 512-bit lanes are here, registers of parts in [`blocks`].
//!
//! ```text
//! four registers of values:
//!     not all scalar values: stop
//!     otherwise: write them
//! ```

mod blocks;

use super::lanes::utf32::{BLOCK_VALUES, REGISTER_VALUES, all_scalar, load, scalars, why_not_more};
use super::lanes::{self, ByBlocks};
use super::{Transcode, Why, parts};
use crate::engine::Engine;
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-32 to UTF-32.
pub(crate) enum Utf32ToUtf32 {}

impl Transcode for Utf32ToUtf32 {
    const COUNTS: bool = true;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    fn length(_: Engine, src: &[u8]) -> usize {
        src.len()
    }
}

impl ByBlocks for Utf32ToUtf32 {
    const WINDOW_BYTES: usize = 4 * BLOCK_VALUES;
    const ROOM_BYTES: usize = 4 * BLOCK_VALUES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = load(simd, rest);
        if !all_scalar(simd, x) {
            return 0;
        }
        let first = [x[0], x[1]];
        let second = [x[2], x[3]];
        out.put_two(simd, first, 2 * BLOCK_VALUES);
        out.put_two(simd, second, 2 * BLOCK_VALUES);
        4 * BLOCK_VALUES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_VALUES.min(rest.len() / 4);
        let x = simd.load_prefix(&rest[..4 * len]);
        let values = scalars(simd, x).min(len);
        let fitting = values.min(out.room() / 4);
        out.put_prefix(simd, x, 4 * fitting);
        if fitting < values {
            return (4 * fitting, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}
