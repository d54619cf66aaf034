//! UTF-32 to UTF-16: with 512-bit lanes here, and with registers of parts in [`blocks`].
//!
//! ```text
//! four registers of values:
//!     not all scalar values: stop
//!     none above FFFF: narrow two registers into one
//!     otherwise, each register:
//!         both units of a pair for each value, the high surrogate in the lower half;
//!         compress away the upper half of values that are one unit
//! ```

mod blocks;

use super::lanes::utf32::{
    BLOCK_VALUES, REGISTER_VALUES, all_scalar, load, narrow, or, scalars, why_not_more,
};
use super::lanes::{self, ByBlocks, first_lanes, first_without_room};
use super::{Transcode, Why, parts};
use crate::codec::Utf32;
use crate::engine::Engine;
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-32 to UTF-16.
pub(crate) enum Utf32ToUtf16 {}

impl Transcode for Utf32ToUtf16 {
    const COUNTS: bool = true;
    const SHORT_BYTES: usize = 128;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::short::<64, S, Self, Utf32>(simd, src, out)
    }

    fn length(engine: Engine, src: &[u8]) -> usize {
        2 * engine.run(Length::<length::Utf32ToUtf16>::of(src))
    }
}

impl ByBlocks for Utf32ToUtf16 {
    const WINDOW_BYTES: usize = 4 * BLOCK_VALUES;
    const ROOM_BYTES: usize = 4 * BLOCK_VALUES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = load(simd, rest);
        if !all_scalar(simd, x) {
            return 0;
        }
        if !simd.any_common_bit(or(simd, x), simd.splat32(0xFFFF_0000)) {
            let first = narrow(simd, x[0], x[1]);
            let second = narrow(simd, x[2], x[3]);
            out.put_two(simd, [first, second], 2 * BLOCK_VALUES);
            return 4 * BLOCK_VALUES;
        }
        put_units(simd, x[0], out);
        put_units(simd, x[1], out);
        put_units(simd, x[2], out);
        put_units(simd, x[3], out);
        4 * BLOCK_VALUES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_VALUES.min(rest.len() / 4);
        let x = simd.load_prefix(&rest[..4 * len]);
        let values = scalars(simd, x).min(len);
        let (units, kept) = units(simd, x);
        let kept = kept & first_lanes(2 * values) as u32;
        let fitting = first_without_room(kept.into(), out.room() / 2) / 2;
        let kept = kept & first_lanes(2 * fitting) as u32;
        let units = simd.compress16(kept, units);
        out.put_prefix(simd, units, 2 * kept.count_ones() as usize);
        if fitting < REGISTER_VALUES {
            return (4 * fitting, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}

/// Writes the units of sixteen scalar values. There must be room for a register.
#[inline(always)]
fn put_units<S: Lanes>(simd: S, scalars: S::V, out: &mut Output<'_>) {
    let (units, kept) = units(simd, scalars);
    let units = simd.compress16(kept, units);
    out.put(simd, units, 2 * kept.count_ones() as usize);
}

/// Two units for each of sixteen scalar values, and a mask of those of them that there are.
#[inline(always)]
fn units<S: Lanes>(simd: S, scalars: S::V) -> (S::V, u32) {
    // The high surrogate comes first, so it is the lower half.
    let low_bits = simd.and(simd.shift32_left::<16>(scalars), simd.splat32(0x03FF_0000));
    let bits = simd.or(simd.shift32_right::<10>(scalars), low_bits);
    // The bits of the high surrogate are those of the value less 0x10000: the subtraction is
    // part of what is added.
    let pairs = simd.add32(bits, simd.splat32(0xDC00_D800 - (0x1_0000 >> 10)));
    let is_pair = simd.at_most32(simd.splat32(0x1_0000), scalars);
    let units = simd.select32(is_pair, pairs, scalars);
    (units, simd.high_bits16(simd.or(units, simd.splat32(0x8000))))
}
