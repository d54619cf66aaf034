//! The loops where registers are few: those for ASCII and for anything in one function, and that for
//! text with nothing above DF in another. In one function the tables, constants and state of all
//! three would spill.
//!
//! Text changes its class at places that a CPU cannot foresee, and each such change costs as much as
//! checking a hundred bytes. So there is one branch for a change, and no other whose outcome
//! depends on the text; and no more branches than needed, because a branch predictor foresees from the
//! branches that came before, of which it remembers so many. That is why the loops shorten a slice
//! (one comparison a step) instead of moving an index (two).

use super::check::Tables;
use super::up_to_df::UpToDf;
use super::{
    AHEAD, ASCII_STEPS, GROUP, STEP, any_error, any_high, behind_ascii, end, head, load, max,
    prefetch_group, reached, unfinished_before, unfinished_wide_before,
};
use crate::simd::blocks::{Blocks, Kernel};

/// After so many steps in a row that are not ASCII, the loop for anything looks whether the class with
/// a loop of its own has come: looking costs, and so does a change of loops.
const STEPS_PER_LOOK: usize = 32;
/// The same, at most, where that class came and did not last.
const MOST_PATIENT: usize = 64;
/// After so many groups of that class it is looked whether the text has become ASCII, which would do
/// here as well, but not as fast.
const GROUPS_PER_LOOK: usize = 8;
/// How many groups of one class are worth a change of loops.
const WORTHWHILE: usize = 8;

/// At least a step and three bytes.
#[inline(always)]
pub(super) fn validate<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let mut at = head(simd, bytes)?;
    let mut first_look = 1;
    loop {
        at = simd.frame(Steps { bytes, at, first_look })?;
        if at == bytes.len() {
            return end(bytes);
        }
        let from = at;
        at = simd.frame(GroupsUpToDf { bytes, at })?;
        let lasted = at - from >= WORTHWHILE * GROUP * S::LANES;
        first_look = if lasted { 1 } else { MOST_PATIENT.min(first_look * 4) };
    }
}

/// The loops for ASCII and for anything, from `at` (at least 3) on. Gives the index that they got
/// to: the end, or a group of the class that has a loop of its own. There are at least a step and three
/// bytes in all, though not behind `at`.
struct Steps<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Look for that class after so many steps that are not ASCII, and from then on regularly.
    first_look: usize,
}

impl<S: Blocks> Kernel<S> for Steps<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Result<usize, usize> {
        let Steps { bytes, at, first_look } = self;
        let tables = Tables::new(simd);
        let mut until_look = first_look;
        // The three bytes before, and all that is left.
        let mut rest = &bytes[at - 3..];
        'text: while let Some(window) = rest.get(..3 + STEP) {
            if !any_high(simd, window, STEP) {
                if unfinished_before(window, 3) {
                    return Err(reached(bytes, rest));
                }
                rest = &rest[STEP..];
                'ascii: loop {
                    for _ in 1..ASCII_STEPS {
                        let Some(window) = rest.get(..3 + STEP) else { break 'text };
                        if any_high(simd, window, STEP) {
                            break 'ascii;
                        }
                        rest = &rest[STEP..];
                    }
                    rest = behind_ascii(simd, rest);
                }
            }
            loop {
                for _ in 0..until_look {
                    let Some(window) = rest.get(..3 + STEP) else { break 'text };
                    if !any_high(simd, window, STEP) {
                        continue 'text;
                    }
                    simd.prefetch(rest, AHEAD);
                    if any_error(simd, tables, window) {
                        return Err(reached(bytes, rest));
                    }
                    rest = &rest[STEP..];
                }
                until_look = STEPS_PER_LOOK;
                if let Some(window) = rest.get(..3 + GROUP * S::LANES)
                    && !unfinished_wide_before(window, 3)
                    && UpToDf::new(simd).covers(simd, max(simd, load(simd, window, 3)))
                {
                    return Ok(reached(bytes, rest));
                }
            }
        }
        if rest.len() > 3 {
            // The last step overlaps the one before it.
            let at = bytes.len() - STEP;
            if any_error(simd, tables, &bytes[at - 3..]) {
                return Err(at);
            }
        }
        Ok(bytes.len())
    }
}

/// The loop for text with nothing above DF, from `at` (at least 3) on, where a group of that class
/// stands. Gives the index where something else comes.
struct GroupsUpToDf<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<S: Blocks> Kernel<S> for GroupsUpToDf<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Result<usize, usize> {
        let GroupsUpToDf { bytes, at } = self;
        let up_to_df = UpToDf::new(simd);
        let mut rest = &bytes[at - 3..];
        'text: loop {
            for _ in 0..GROUPS_PER_LOOK {
                let Some(window) = rest.get(..3 + GROUP * S::LANES) else { break 'text };
                prefetch_group(simd, rest);
                let x = load(simd, window, 3);
                if !up_to_df.covers(simd, max(simd, x)) {
                    break 'text;
                }
                if up_to_df.any_error(simd, window, x) {
                    return Err(reached(bytes, rest));
                }
                rest = &rest[GROUP * S::LANES..];
            }
            if let Some(window) = rest.get(..3 + GROUP * S::LANES)
                && !any_high(simd, window, GROUP * S::LANES)
            {
                break;
            }
        }
        Ok(reached(bytes, rest))
    }
}
