//! UTF-16 to UTF-8 with 512-bit lanes: 64 units at a time, in one of five ways.
//!
//! ```text
//! all up to 7F:     narrow two registers into one
//! all up to 7FF:    make forms in lanes of 16 bits, compress two registers
//! no surrogate:     widen to 32 bits, make forms there, compress four registers
//! only pairs:       join each pair, make forms of four bytes
//! otherwise, the first register alone:
//!     no unit without its other half, or stop (a high surrogate in the last lane waits)
//!     the value that begins with each unit, forms of those, compress two registers
//! ```

use super::Utf16ToUtf8;
use crate::kernel::transcode::Why;
use crate::kernel::transcode::lanes::ByBlocks;
use crate::kernel::transcode::lanes::latin1::narrow16;
use crate::kernel::transcode::lanes::to_utf8::{forms, four_byte_forms, put_all, two_byte_forms};
use crate::kernel::transcode::lanes::utf16::{
    REGISTER_UNITS, Surrogates, any_surrogate, characters, join, only_pairs, widen,
};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// The number of units in a block, which is two registers.
const BLOCK_UNITS: usize = 2 * REGISTER_UNITS;

impl ByBlocks for Utf16ToUtf8 {
    // The last sixteen units are loaded with sixteen more behind them.
    const WINDOW_BYTES: usize = 2 * (BLOCK_UNITS + 16);
    // Sixteen units at a time become a register. The last one is stored behind what at most 48
    // units became.
    const ROOM_BYTES: usize = 4 * 64;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], grown_to: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        let any = simd.or(x[0], x[1]);
        // A block is likely to be of the class of the one before it. If that became too many bytes
        // for a faster way, this way is not tried.
        if grown_to <= BLOCK_UNITS + BLOCK_UNITS / 4
            && !simd.any_common_bit(any, simd.splat16(0xFF80))
        {
            out.put(simd, narrow16(simd, x), BLOCK_UNITS);
            return 2 * BLOCK_UNITS;
        }
        if grown_to <= 2 * BLOCK_UNITS && !simd.any_common_bit(any, simd.splat16(0xF800)) {
            let first = two_byte_forms(simd, REGISTER_UNITS, x[0]);
            let second = two_byte_forms(simd, REGISTER_UNITS, x[1]);
            put_all(simd, [first, second], out);
            return 2 * BLOCK_UNITS;
        }
        if !any_surrogate(simd, x) {
            let first = forms(simd, u16::MAX, widen(simd, simd.load(rest, 0)));
            let second = forms(simd, u16::MAX, widen(simd, simd.load(rest, 32)));
            let third = forms(simd, u16::MAX, widen(simd, simd.load(rest, 64)));
            let fourth = forms(simd, u16::MAX, widen(simd, simd.load(rest, 96)));
            put_all(simd, [first, second, third, fourth], out);
            return 2 * BLOCK_UNITS;
        }
        if only_pairs(simd, x) {
            let first = four_byte_forms(simd, join(simd, x[0]));
            let second = four_byte_forms(simd, join(simd, x[1]));
            out.put_two(simd, [first, second], 2 * BLOCK_UNITS);
            return 2 * BLOCK_UNITS;
        }
        // Only one register is converted, because the next one cannot begin before it is known
        // where this one ends.
        let surrogates = Surrogates::of(simd, x[0]);
        let len = surrogates.before_cut();
        if surrogates.paired() < len {
            return 0;
        }
        let ([lower, upper], begins) = values(simd, surrogates, x[0], len);
        let lower = forms(simd, begins as u16, lower);
        let upper = forms(simd, (begins >> 16) as u16, upper);
        put_all(simd, [lower, upper], out);
        2 * len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        if !simd.any_common_bit(x, simd.splat16(0xF800)) {
            let forms = two_byte_forms(simd, len, x);
            return match forms.put_fitting(simd, 2, out) {
                Some(units) => (2 * units, Some(Why::Room)),
                // If there was no whole unit, half of one is left.
                None => (2 * len, (len == 0).then_some(Why::Error)),
            };
        }
        let surrogates = Surrogates::of(simd, x);
        let units = surrogates.paired().min(len);
        let ([lower, upper], begins) = values(simd, surrogates, x, units);
        let fitting = match forms(simd, begins as u16, lower).put_fitting(simd, 4, out) {
            Some(units) => Some(units),
            None => {
                let begins = (begins >> 16) as u16;
                forms(simd, begins, upper).put_fitting(simd, 4, out).map(|units| 16 + units)
            }
        };
        match fitting {
            Some(units) => (2 * units, Some(Why::Room)),
            None => (2 * units, surrogates.why_not_more(units, rest)),
        }
    }
}

/// The scalar values that the first `len` units of a register are, and the lanes in which they
/// begin.
#[inline(always)]
fn values<S: Lanes>(simd: S, surrogates: Surrogates, x: S::V, len: usize) -> ([S::V; 2], u32) {
    (characters(simd, surrogates, x), surrogates.begins(len))
}
