//! UTF-16 to UTF-16: a copy that checks whether surrogates are paired.
//!
//! 512-bit lanes are here, registers of parts in [`blocks`].
//!
//! ```text
//! two registers of units:
//!     no surrogate, or only pairs: write both
//!     otherwise, the first register alone:
//!         no unit without its other half, or stop (a high surrogate in the last lane waits)
//!         write what comes before such a high surrogate
//! ```

mod blocks;

use super::lanes::utf16::{REGISTER_UNITS, Surrogates, any_surrogate, only_pairs};
use super::lanes::{self, ByBlocks};
use super::{Transcode, Why, parts};
use crate::engine::Engine;
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-16 to UTF-16.
pub(crate) enum Utf16ToUtf16 {}

impl Transcode for Utf16ToUtf16 {
    const COUNTS: bool = true;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    fn length(_: Engine, src: &[u8]) -> usize {
        src.len()
    }
}

/// The number of units in a block, which is two registers.
const BLOCK_UNITS: usize = 2 * REGISTER_UNITS;

impl ByBlocks for Utf16ToUtf16 {
    const WINDOW_BYTES: usize = 2 * BLOCK_UNITS;
    const ROOM_BYTES: usize = 2 * BLOCK_UNITS;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        if !any_surrogate(simd, x) || only_pairs(simd, x) {
            out.put_two(simd, x, 2 * BLOCK_UNITS);
            return 2 * BLOCK_UNITS;
        }
        let surrogates = Surrogates::of(simd, x[0]);
        let len = surrogates.before_cut();
        if surrogates.paired() < len {
            return 0;
        }
        out.put(simd, x[0], 2 * len);
        2 * len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        let surrogates = Surrogates::of(simd, x);
        let units = surrogates.paired().min(len);
        let room = out.room() / 2;
        if units > room {
            // A pair is not cut in two.
            let cut = room - (surrogates.low >> room & 1) as usize;
            out.put_prefix(simd, x, 2 * cut);
            return (2 * cut, Some(Why::Room));
        }
        out.put_prefix(simd, x, 2 * units);
        (2 * units, surrogates.why_not_more(units, rest))
    }
}
