//! The loops for 512-bit lanes: there are registers enough for all of them in one function.
//!
//! What bounds them is loads: one that crosses a cache line costs more than what is done with it, and
//! all reloads do. So the classes of text differ in how many bytes before a block have to be loaded again:
//! nothing above DF needs one, nothing above EF two, anything three. Several blocks are judged
//! together, with one branch, and whether they are of the class at all is a part of the judgement.
//!
//! Text of which much is not ASCII is checked without passing over its ASCII ([`Groups`]): that would save less
//! than the branches cost that cannot be foreseen. Text that is mostly ASCII goes step by step
//! ([`steps`]). Whether a step is ASCII is asked of half registers: the answer is there some cycles sooner,
//! and that is what a wrong guess waits for.

use core::marker::PhantomData;

use super::check::{BEFORE_HIGH_UP_TO_EF, Tables};
use super::up_to_df::{UpToDf, hidden_top_bit};
use super::{
    ASCII_STEPS, STEP, Units, any_error, any_high, behind_ascii, end, head, reached,
    unfinished_before,
};
use crate::simd::lanes::Lanes;

/// After so many steps that are not ASCII a text goes on in groups,
const DENSE_STEPS: usize = 4;
/// not counting those before so many steps in a row that are.
const SPARSE_STEPS: usize = 6;

/// Blocks to a group.
const GROUP: usize = 8;
/// After so many groups it is looked whether a cheaper loop would do.
const GROUPS_PER_LOOK: usize = 8;
/// The same, at most, where a class does not last.
const MOST_PATIENT: usize = 64;
/// How many groups of a class are worth a change.
const WORTHWHILE: usize = 8;
/// Texts of so many bytes come from memory; shorter ones may be in a cache.
const FAR: usize = 1 << 20;
/// How far ahead of what they judge the loops for groups ask for such a text.
const AHEAD: usize = 4096;

/// The fewest bytes that are worth the loops; fewer are done sooner as short ones.
pub(super) const LEAST: usize = 4 * STEP + 3;

/// At least [`LEAST`] bytes. Gives how many units they have, if they are well-formed.
#[inline(always)]
pub(super) fn validate<S: Lanes, U: Units>(simd: S, bytes: &[u8]) -> Result<usize, usize> {
    let mut at = head(simd, bytes)?;
    let mut groups = Groups::<S, U>::new(simd, bytes);
    groups.fewer.count(simd, &bytes[..at]);
    loop {
        at = steps(simd, &groups.any, bytes, at, &mut groups.fewer)?;
        if at == bytes.len() {
            return end(bytes).map(|()| bytes.len() - groups.fewer.units as usize);
        }
        at = groups.run(simd, at)?;
    }
}

/// How many units fewer than bytes the text has, as far as it has been checked: where there is ASCII, as many.
/// Where it was cut there can be one more: a lead counts for the two units of its character.
struct Fewer<U> {
    units: isize,
    of: PhantomData<U>,
}

impl<U: Units> Fewer<U> {
    /// Whether there is anything to count.
    const COUNTS: bool = U::MOST > 0;

    /// Counts at most a block.
    #[inline(always)]
    fn count<S: Lanes>(&mut self, simd: S, bytes: &[u8]) {
        if Self::COUNTS {
            let x = simd.load_prefix(bytes);
            let units = simd.sum(U::tally(simd, x, x, simd.splat(0))) as isize;
            // What the block is filled up with counts as ASCII.
            self.units += S::LANES as isize - units;
        }
    }
}

/// Step by step from `at` (at least 3) on: to the end, or to where the text is better taken in groups.
#[inline(always)]
fn steps<S: Lanes, U: Units>(
    simd: S,
    tables: &Tables<S>,
    bytes: &[u8],
    at: usize,
    fewer: &mut Fewer<U>,
) -> Result<usize, usize> {
    // The three bytes before, and all that is left.
    let mut rest = &bytes[at - 3..];
    let mut dense = 0;
    'text: while let Some(window) = rest.get(..3 + STEP) {
        if any_high(simd.parts(), window, STEP) {
            if any_error(simd, *tables, window) {
                return Err(reached(bytes, rest));
            }
            fewer.count(simd, &window[3..]);
            rest = &rest[STEP..];
            dense += 1;
            if dense == DENSE_STEPS {
                return Ok(reached(bytes, rest));
            }
            continue;
        }
        if unfinished_before(window, 3) {
            return Err(reached(bytes, rest));
        }
        rest = &rest[STEP..];
        // Loops that count by themselves: a branch predictor has to remember each branch of a counter.
        for _ in 1..SPARSE_STEPS {
            match next_ascii(simd, rest) {
                Some(after) => rest = after,
                None => continue 'text,
            }
        }
        dense = 0;
        loop {
            for _ in SPARSE_STEPS..ASCII_STEPS {
                match next_ascii(simd, rest) {
                    Some(after) => rest = after,
                    None => continue 'text,
                }
            }
            // From memory, the narrower loads bring more.
            rest = if bytes.len() >= FAR {
                behind_ascii(simd.parts(), rest)
            } else {
                behind_ascii(simd, rest)
            };
        }
    }
    if rest.len() > 3 {
        // The last step overlaps the one before it.
        let at = bytes.len() - STEP;
        if any_error(simd, *tables, &bytes[at - 3..]) {
            return Err(at);
        }
        fewer.count(simd, &rest[3..]);
    }
    Ok(bytes.len())
}

/// What is left of `rest` behind its first step, if that is ASCII.
#[inline(always)]
fn next_ascii<S: Lanes>(simd: S, rest: &[u8]) -> Option<&[u8]> {
    match rest.get(..3 + STEP) {
        Some(window) if !any_high(simd.parts(), window, STEP) => Some(&rest[STEP..]),
        _ => None,
    }
}

/// What a text has above ASCII; the lower, the cheaper is its check.
type Class = u8;
/// Nothing above DF.
const UP_TO_DF: Class = 0;
/// Nothing above EF.
const UP_TO_EF: Class = 1;
const ANY: Class = 2;

/// The loops for text of which much is not ASCII, one for each class.
struct Groups<'a, S: Lanes, U> {
    bytes: &'a [u8],
    up_to_df: UpToDf<S>,
    up_to_ef: Tables<S>,
    any: Tables<S>,
    /// What is left of F0..FF has its top bit set; of anything less, not.
    widest: S::V,
    /// After so many groups it is looked whether a cheaper loop would do.
    patience: usize,
    fewer: Fewer<U>,
    /// [`Units::BY_HIGH`].
    by_high: S::Table,
    /// Of [`hidden_top_bit`], to count.
    top_bit: S::V,
}

impl<'a, S: Lanes, U: Units> Groups<'a, S, U> {
    #[inline(always)]
    fn new(simd: S, bytes: &'a [u8]) -> Self {
        Groups {
            bytes,
            up_to_df: UpToDf::new(simd),
            up_to_ef: if Fewer::<U>::COUNTS {
                Tables::counting_up_to_ef(simd)
            } else {
                Tables::with(simd, BEFORE_HIGH_UP_TO_EF)
            },
            any: Tables::new(simd),
            widest: simd.splat(0xF0 - 0x80),
            patience: GROUPS_PER_LOOK,
            fewer: Fewer { units: 0, of: PhantomData },
            by_high: simd.table(U::BY_HIGH),
            top_bit: if Fewer::<U>::COUNTS { hidden_top_bit(simd) } else { simd.splat(0x80) },
        }
    }

    /// From `at` (at least 3) on while there are groups, or to where ASCII begins.
    #[inline(always)]
    fn run(&mut self, simd: S, at: usize) -> Result<usize, usize> {
        let mut rest = &self.bytes[at - 3..];
        let mut least = UP_TO_DF;
        while let Some(window) = group::<S>(rest) {
            let class =
                least.max(class_before(window)).max(self.class_of(simd, max_of(simd, window)));
            let left = rest.len();
            let is_ascii;
            (rest, is_ascii) = match class {
                UP_TO_DF => self.run_class::<UP_TO_DF>(simd, rest),
                UP_TO_EF => self.run_class::<UP_TO_EF>(simd, rest),
                _ => self.run_class::<ANY>(simd, rest),
            };
            let at = reached(self.bytes, rest);
            if is_ascii {
                return Ok(at);
            }
            let judged = left - rest.len();
            // What no check finds well-formed is not.
            least = match judged {
                0 if class == ANY => return Err(at),
                0 => class + 1,
                _ => UP_TO_DF,
            };
            self.patience = if judged < WORTHWHILE * GROUP * S::LANES {
                MOST_PATIENT.min(2 * self.patience)
            } else {
                GROUPS_PER_LOOK
            };
        }
        Ok(reached(self.bytes, rest))
    }

    /// Judges groups of `rest` as of `CLASS`. Gives what is left, and whether ASCII begins there.
    #[inline(always)]
    fn run_class<'b, const CLASS: Class>(&mut self, simd: S, rest: &'b [u8]) -> (&'b [u8], bool) {
        let mut counts = simd.splat(0);
        let (after, is_ascii) = self.judge_class::<CLASS>(simd, rest, &mut counts);
        if Fewer::<U>::COUNTS {
            let count = simd.sum_of_sums(counts) as isize;
            self.fewer.units += match CLASS {
                UP_TO_DF => count / (128 / GROUP) as isize,
                _ => (rest.len() - after.len()) as isize - count,
            };
            // What begins with the last byte may have four: only what is behind it would have broken a rule. (Behind
            // such a byte this class is not begun.)
            if CLASS == UP_TO_EF && after[2] >= 0xF0 {
                self.fewer.units += 1 - isize::from(U::of(after[2], 0));
            }
        }
        (after, is_ascii)
    }

    /// The same, with sums of what [`Self::judge`] counted.
    #[inline(always)]
    fn judge_class<'b, const CLASS: Class>(
        &self,
        simd: S,
        mut rest: &'b [u8],
        counts: &mut S::V,
    ) -> (&'b [u8], bool) {
        let far = self.bytes.len() >= FAR;
        loop {
            for _ in 0..self.patience {
                let Some(window) = group::<S>(rest) else { return (rest, false) };
                if far {
                    prefetch(simd, rest);
                }
                let (is_wrong, counted) = self.judge::<CLASS>(simd, window);
                if is_wrong {
                    return (rest, false);
                }
                if Fewer::<U>::COUNTS {
                    *counts = simd.add_to_sums(*counts, counted);
                }
                rest = &rest[GROUP * S::LANES..];
            }
            let Some(window) = group::<S>(rest) else { return (rest, false) };
            let max = max_of(simd, window);
            if !simd.any_high(max) {
                return (rest, true);
            }
            if CLASS != UP_TO_DF && self.class_of(simd, max) < CLASS {
                return (rest, false);
            }
        }
    }

    /// The class of a group with these maxima.
    #[inline(always)]
    fn class_of(&self, simd: S, max: S::V) -> Class {
        if self.up_to_df.covers(simd, max) {
            UP_TO_DF
        } else if simd.any_high(simd.saturating_sub(max, self.widest)) {
            ANY
        } else {
            UP_TO_EF
        }
    }

    /// Whether the group in `window` is not well-formed, or not of `CLASS`. Else, if that is wanted, the units in
    /// it, a number for each lane; up to DF it is that of continuations, `128 / GROUP` times.
    #[inline(always)]
    fn judge<const CLASS: Class>(&self, simd: S, window: &[u8]) -> (bool, S::V) {
        let mut errors = simd.splat(0);
        let mut units = simd.splat(0);
        if CLASS == UP_TO_DF {
            return if Fewer::<U>::COUNTS {
                self.up_to_df.judge::<GROUP, true>(simd, self.top_bit, window)
            } else {
                self.up_to_df.judge::<GROUP, false>(simd, self.top_bit, window)
            };
        }
        let mut block = 0;
        while block < GROUP {
            let at = 3 + block * S::LANES;
            if CLASS == UP_TO_EF && Fewer::<U>::COUNTS {
                let counts = self.up_to_ef.counts_up_to_ef(simd, window, at);
                errors = simd.max(errors, counts);
                units = simd.add(units, counts);
                block += 2;
                continue;
            }
            let more = if CLASS == UP_TO_EF {
                self.up_to_ef.errors_up_to_ef_at(simd, window, at)
            } else {
                self.any.errors_at(simd, window, at)
            };
            // Of an `or` the compiler makes a comparison for each block, which takes longer.
            errors = simd.max(errors, more);
            if Fewer::<U>::COUNTS {
                // A lookup, because the ports for comparisons have enough to do.
                let more = simd.lookup_high(self.by_high, simd.load(window, at));
                units = simd.add(units, more);
            }
            block += 1;
        }
        if CLASS == UP_TO_EF && Fewer::<U>::COUNTS {
            errors = simd.saturating_sub(errors, simd.splat(2));
        }
        (simd.any_nonzero(errors), units)
    }
}

/// The first group of `rest`, behind its first three bytes.
#[inline(always)]
fn group<S: Lanes>(rest: &[u8]) -> Option<&[u8]> {
    rest.get(..3 + GROUP * S::LANES)
}

/// The greatest byte of a group in each lane.
#[inline(always)]
fn max_of<S: Lanes>(simd: S, window: &[u8]) -> S::V {
    let mut max = simd.load(window, 3);
    let mut block = 1;
    while block < GROUP {
        max = simd.max(max, simd.load(window, 3 + block * S::LANES));
        block += 1;
    }
    max
}

/// Asks for the group that is [`AHEAD`] of the first of `rest`.
#[inline(always)]
fn prefetch<S: Lanes>(simd: S, rest: &[u8]) {
    for block in 0..GROUP {
        simd.prefetch(rest, AHEAD + block * S::LANES);
    }
}

/// The class of the first three bytes of `window`.
// As a word: of a block that is in a register already, bytes are taken out at a high price.
#[inline(always)]
fn class_before(window: &[u8]) -> Class {
    let before = window.first_chunk().map_or(0, |first| u32::from_le_bytes(*first));
    let wide = before & before << 1 & before << 2 & 0x80_8080;
    if wide == 0 {
        UP_TO_DF
    } else if wide & before << 3 == 0 {
        UP_TO_EF
    } else {
        ANY
    }
}
