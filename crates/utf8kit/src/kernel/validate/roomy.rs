//! The loop where registers are plenty: one function holds the tables, constants and state of all
//! classes.
//!
//! Text is taken four blocks at a time. Where just one half of a group is ASCII, only the other is
//! checked.

use super::check::Tables;
use super::up_to_df::UpToDf;
use super::{
    GROUP, end, head, load, max, or, prefetch_group, unfinished_before, unfinished_wide_before,
};
use crate::simd::blocks::Blocks;

/// At least a group and three bytes.
#[inline(always)]
pub(super) fn validate<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let up_to_df = UpToDf::new(simd);
    let mut at = head(simd, bytes)?;
    // Nothing is known yet of what is before.
    let mut ascii_before = false;
    while at < bytes.len() {
        let Some(window) = bytes.get(at - 3..at + GROUP * S::LANES) else {
            // The last group overlaps the one before it, so where it begins has been checked, and
            // what `ascii_before` says does not matter.
            at = bytes.len() - GROUP * S::LANES;
            continue;
        };
        let x = load(simd, window, 3);
        if !simd.any_high(or(simd, x)) {
            at = ascii_group(simd, bytes, at, &mut ascii_before)?;
            continue;
        }
        prefetch_group(simd, window);
        if !simd.any_high(simd.or(x[0], x[1])) {
            if !ascii_before && unfinished_before(window, 3) {
                return Err(at);
            }
            if simd.any_nonzero(half_errors(simd, tables, window, 2 * S::LANES)) {
                return Err(at);
            }
            ascii_before = false;
        } else if !simd.any_high(simd.or(x[2], x[3])) {
            if simd.any_nonzero(half_errors(simd, tables, window, 0))
                || unfinished_before(window, 3 + 2 * S::LANES)
            {
                return Err(at);
            }
            ascii_before = true;
        } else if !unfinished_wide_before(window, 3) && up_to_df.covers(simd, max(simd, x)) {
            if up_to_df.any_error(simd, window, x) {
                return Err(at);
            }
            ascii_before = false;
        } else {
            let [one, two, three] =
                [load(simd, window, 2), load(simd, window, 1), load(simd, window, 0)];
            let errors = [
                tables.errors(simd, x[0], [one[0], two[0], three[0]]),
                tables.errors(simd, x[1], [one[1], two[1], three[1]]),
                tables.errors(simd, x[2], [one[2], two[2], three[2]]),
                tables.errors(simd, x[3], [one[3], two[3], three[3]]),
            ];
            if simd.any_nonzero(or(simd, errors)) {
                return Err(at);
            }
            ascii_before = false;
        }
        at += GROUP * S::LANES;
    }
    end(bytes)
}

/// Goes on behind the group at `at`, which is ASCII, and behind more of its kind.
#[inline(always)]
fn ascii_group<S: Blocks>(
    simd: S,
    bytes: &[u8],
    at: usize,
    ascii_before: &mut bool,
) -> Result<usize, usize> {
    let mut next = at + GROUP * S::LANES;
    if !core::mem::replace(ascii_before, true) {
        return if unfinished_before(bytes, at) { Err(at) } else { Ok(next) };
    }
    // The second in a row: likely to be a long run.
    while let Some(groups) = bytes.get(next..next + 2 * GROUP * S::LANES) {
        let a = or(simd, load(simd, groups, 0));
        let b = or(simd, load(simd, groups, GROUP * S::LANES));
        if simd.any_high(simd.or(a, b)) {
            break;
        }
        next += 2 * GROUP * S::LANES;
    }
    Ok(next)
}

/// The errors of the two blocks from `half` on in the window of a group.
#[inline(always)]
fn half_errors<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8], half: usize) -> S::V {
    simd.or(
        tables.errors_at(simd, window, 3 + half),
        tables.errors_at(simd, window, 3 + half + S::LANES),
    )
}
