//! UTF-16 to UTF-32: with 512-bit lanes here, and with registers of parts in [`blocks`].
//!
//! ```text
//! two registers of units:
//!     no surrogate: widen each half register
//!     only pairs:   join each pair
//!     otherwise, the first register alone:
//!         no unit without its other half, or stop (a high surrogate in the last lane waits)
//!         the value that begins with each unit; compress those of low surrogates away
//! ```

mod blocks;

use super::lanes::utf16::{
    REGISTER_UNITS, Surrogates, any_surrogate, characters, join, only_pairs, widen,
};
use super::lanes::{self, ByBlocks, first_lanes, first_without_room};
use super::{Transcode, Why, parts};
use crate::codec::Utf16;
use crate::engine::Engine;
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-16 to UTF-32.
pub(crate) enum Utf16ToUtf32 {}

impl Transcode for Utf16ToUtf32 {
    const COUNTS: bool = true;
    const SHORT_BYTES: usize = 128;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert_aligned::<2, 4, _, Self> }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::short::<64, S, Self, Utf16>(simd, src, out)
    }

    fn length(engine: Engine, src: &[u8]) -> usize {
        4 * engine.run(Length::<length::Utf16ToUtf32>::of(src))
    }
}

/// The number of units in a block, which is two registers.
const BLOCK_UNITS: usize = 2 * REGISTER_UNITS;

impl ByBlocks for Utf16ToUtf32 {
    // The last sixteen units are loaded with sixteen more behind them.
    const WINDOW_BYTES: usize = 2 * (BLOCK_UNITS + 16);
    const ROOM_BYTES: usize = 4 * BLOCK_UNITS;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        if !any_surrogate(simd, x) {
            let first = widen(simd, simd.load(rest, 0));
            let second = widen(simd, simd.load(rest, 32));
            let third = widen(simd, simd.load(rest, 64));
            let fourth = widen(simd, simd.load(rest, 96));
            out.put_two(simd, [first, second], 2 * BLOCK_UNITS);
            out.put_two(simd, [third, fourth], 2 * BLOCK_UNITS);
            return 2 * BLOCK_UNITS;
        }
        if only_pairs(simd, x) {
            let first = join(simd, x[0]);
            let second = join(simd, x[1]);
            out.put_two(simd, [first, second], 2 * BLOCK_UNITS);
            return 2 * BLOCK_UNITS;
        }
        // Only one register is converted, because the next one cannot begin before it is
        // known where this one ends.
        let surrogates = Surrogates::of(simd, x[0]);
        let len = surrogates.before_cut();
        if surrogates.paired() < len {
            return 0;
        }
        let begins = surrogates.begins(len);
        let [lower, upper] = characters(simd, surrogates, x[0]);
        let (begins_lower, begins_upper) = (begins as u16, (begins >> 16) as u16);
        let lower = simd.compress32(begins_lower, lower);
        let upper = simd.compress32(begins_upper, upper);
        out.put(simd, lower, 4 * begins_lower.count_ones() as usize);
        out.put(simd, upper, 4 * begins_upper.count_ones() as usize);
        2 * len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        let surrogates = Surrogates::of(simd, x);
        let units = surrogates.paired().min(len);
        let begins = surrogates.begins(units);
        let fitting = first_without_room(begins.into(), out.room() / 4);
        let begins = begins & first_lanes(fitting) as u32;
        let [lower, upper] = characters(simd, surrogates, x);
        let (begins_lower, begins_upper) = (begins as u16, (begins >> 16) as u16);
        let lower = simd.compress32(begins_lower, lower);
        let upper = simd.compress32(begins_upper, upper);
        out.put_prefix(simd, lower, 4 * begins_lower.count_ones() as usize);
        out.put_prefix(simd, upper, 4 * begins_upper.count_ones() as usize);
        if fitting < REGISTER_UNITS {
            return (2 * fitting, Some(Why::Room));
        }
        (2 * units, surrogates.why_not_more(units, rest))
    }
}
