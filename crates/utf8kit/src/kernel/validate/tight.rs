//! The loops for long text where registers are few (SSE and AVX2). One function holds the
//! loops for ASCII and for anything, and another the loop for text with no byte above DF. In
//! one function, the tables, constants and state of all three would spill.
//!
//! ```text
//! head: check the first block, go on at the first aligned address
//! loop:
//!     Steps          64 bytes at a time: ASCII? else check for anything. Every STEPS_PER_LOOK
//!                    steps that are not ASCII, look whether the text has no byte above DF; if so,
//!                    change loops.
//!     TwoByteGroups  four blocks at a time, until a byte is above DF or the text is ASCII
//! check_end: nothing may be unfinished
//! ```
//!
//! Text changes its class at places that a CPU cannot foresee, and each change costs as much
//! as checking a hundred bytes. So one branch tells that the class has changed, and no other
//! branch depends on the text. There are also no more branches than needed, because a branch
//! predictor foresees from the branches that came before, of which it remembers only so many.
//! That is why the loops shorten a slice (one comparison a step) instead of moving an index
//! (two).

use super::check::Tables;
use super::two_byte::TwoByte;
use super::{
    ASCII_STEPS, GROUP_BLOCKS, PREFETCH_BYTES, STEP_BYTES, any_error, any_high, behind_ascii,
    check_end, head, load, max, prefetch_group, reached, unfinished_before, unfinished_wide_before,
};
use crate::simd::blocks::{Blocks, Kernel};

/// After so many steps in a row that are not ASCII, the loop for anything looks whether the
/// text has no byte above DF, which has a loop of its own. To look costs time, and so does a
/// change of loops.
const STEPS_PER_LOOK: usize = 32;
/// The most steps before that loop looks for the first time. They become more each time that
/// the class came and did not last.
const MAX_STEPS_TO_FIRST_LOOK: usize = 64;
/// After so many groups, the loop for text with no byte above DF looks whether the text has
/// become ASCII, which that loop handles as well, but not as fast.
const GROUPS_PER_LOOK: usize = 8;
/// The number of groups of one class that is worth a change of loops.
const WORTHWHILE_GROUPS: usize = 8;

/// Checks `bytes`, which must have at least a step and three bytes. An error is an index near
/// the first one, as [`Validate`](super::Validate) gives it.
#[inline(always)]
pub(super) fn validate<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let mut at = head(simd, bytes)?;
    let mut first_look = 1;
    loop {
        at = simd.frame(Steps { bytes, at, first_look })?;
        if at == bytes.len() {
            return check_end(bytes);
        }
        let from = at;
        at = simd.frame(TwoByteGroups { bytes, at })?;
        let lasted = at - from >= WORTHWHILE_GROUPS * GROUP_BLOCKS * S::LANES;
        first_look = if lasted { 1 } else { MAX_STEPS_TO_FIRST_LOOK.min(first_look * 4) };
    }
}

/// The loops for ASCII and for anything, from `at` (at least 3) on. There must be at least a
/// step and three bytes in all, though not behind `at`.
///
/// Gives the index that the loops got to: the end, or a group with no byte above DF.
struct Steps<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The number of steps that are not ASCII before the loop first looks for a group with no
    /// byte above DF. After that it is [`STEPS_PER_LOOK`].
    first_look: usize,
}

impl<S: Blocks> Kernel<S> for Steps<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Result<usize, usize> {
        let Steps { bytes, at, first_look } = self;
        let tables = Tables::new(simd);
        let mut until_look = first_look;
        // The three bytes before `at`, and all that is left.
        let mut rest = &bytes[at - 3..];
        'text: while let Some(window) = rest.get(..3 + STEP_BYTES) {
            if !any_high(simd, window, STEP_BYTES) {
                if unfinished_before(window, 3) {
                    return Err(reached(bytes, rest));
                }
                rest = &rest[STEP_BYTES..];
                'ascii: loop {
                    for _ in 1..ASCII_STEPS {
                        let Some(window) = rest.get(..3 + STEP_BYTES) else { break 'text };
                        if any_high(simd, window, STEP_BYTES) {
                            break 'ascii;
                        }
                        rest = &rest[STEP_BYTES..];
                    }
                    rest = behind_ascii(simd, rest);
                }
            }
            loop {
                for _ in 0..until_look {
                    let Some(window) = rest.get(..3 + STEP_BYTES) else { break 'text };
                    if !any_high(simd, window, STEP_BYTES) {
                        continue 'text;
                    }
                    simd.prefetch(rest, PREFETCH_BYTES);
                    if any_error(simd, tables, window) {
                        return Err(reached(bytes, rest));
                    }
                    rest = &rest[STEP_BYTES..];
                }
                until_look = STEPS_PER_LOOK;
                if let Some(window) = rest.get(..3 + GROUP_BLOCKS * S::LANES)
                    && !unfinished_wide_before(window, 3)
                    && TwoByte::new(simd).covers(simd, max(simd, load(simd, window, 3)))
                {
                    return Ok(reached(bytes, rest));
                }
            }
        }
        if rest.len() > 3 {
            // The last step overlaps the one before it.
            let at = bytes.len() - STEP_BYTES;
            if any_error(simd, tables, &bytes[at - 3..]) {
                return Err(at);
            }
        }
        Ok(bytes.len())
    }
}

/// The loop for text with no byte above DF, from `at` (at least 3) on, where a group of that
/// class must stand. Gives the index where something else comes.
struct TwoByteGroups<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<S: Blocks> Kernel<S> for TwoByteGroups<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Result<usize, usize> {
        let TwoByteGroups { bytes, at } = self;
        let two_byte = TwoByte::new(simd);
        let mut rest = &bytes[at - 3..];
        'text: loop {
            for _ in 0..GROUPS_PER_LOOK {
                let Some(window) = rest.get(..3 + GROUP_BLOCKS * S::LANES) else { break 'text };
                prefetch_group(simd, rest);
                let x = load(simd, window, 3);
                if !two_byte.covers(simd, max(simd, x)) {
                    break 'text;
                }
                if two_byte.any_error(simd, window, x) {
                    return Err(reached(bytes, rest));
                }
                rest = &rest[GROUP_BLOCKS * S::LANES..];
            }
            if let Some(window) = rest.get(..3 + GROUP_BLOCKS * S::LANES)
                && !any_high(simd, window, GROUP_BLOCKS * S::LANES)
            {
                break;
            }
        }
        Ok(reached(bytes, rest))
    }
}
