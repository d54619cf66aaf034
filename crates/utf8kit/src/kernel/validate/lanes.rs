//! The loops for long text in 512-bit lanes, where registers are enough for all of them in
//! one function.
//!
//! ```text
//! head: check the first block, go on at the first aligned address
//! loop:
//!     steps    64 bytes at a time, while most of the text is ASCII: is it ASCII? else check it
//!              for anything
//!     Groups   eight blocks at a time, with one branch, while the text is of the class
//!                  TWO_BYTE    one reload
//!                  BMP         two reloads
//!                  ANY         three reloads
//!              When the check of a class fails at once, try the next class; what fails as ANY is
//!              malformed. After GROUPS_PER_LOOK groups, look whether the text is ASCII or of a
//!              lower class.
//! check_end: nothing may be unfinished
//! ```
//!
//! These loops are bound by loads: one that crosses a cache line costs more than all that is
//! done with it, and all reloads cross one. So the classes of text differ in how many bytes
//! before a block have to be loaded again: one with no byte above DF, two with none above EF,
//! three for anything. Several blocks are judged together, with one branch, and whether they
//! are of the class at all is a part of the judgement.
//!
//! Text of which much is not ASCII is checked without skipping its ASCII ([`Groups`]): that
//! would save less than its unpredictable branches cost. Text that is mostly ASCII goes step
//! by step ([`steps`]). These test for ASCII in registers of half the width: the answer is
//! there some cycles sooner, and a mispredicted branch waits for it.

use core::marker::PhantomData;

use super::check::{BEFORE_HIGH_BMP, Tables};
use super::two_byte::{TwoByte, hidden_top_bit};
use super::{
    ASCII_STEPS, STEP_BYTES, Units, any_error, any_high, behind_ascii, check_end, head, reached,
    unfinished_before,
};
use crate::simd::lanes::Lanes;

/// A text goes on in groups after so many steps that are not ASCII.
const DENSE_STEPS: usize = 4;
/// So many ASCII steps in a row set the count of [`DENSE_STEPS`] back to zero.
const SPARSE_STEPS: usize = 6;

/// The number of blocks in a group.
const GROUP_BLOCKS: usize = 8;
/// After so many groups, a loop looks whether a cheaper one would do.
const GROUPS_PER_LOOK: usize = 8;
/// The most groups between two such looks. They become more each time that a class does not
/// last.
const MAX_GROUPS_PER_LOOK: usize = 64;
/// The number of groups of a class that is worth a change.
const WORTHWHILE_GROUPS: usize = 8;
/// Texts of at least so many bytes come from memory; shorter ones may be in a cache.
const FAR_BYTES: usize = 1 << 20;
/// How many bytes ahead of what they judge the loops for groups prefetch such a text.
const PREFETCH_BYTES: usize = 4096;

/// The fewest bytes that are worth the loops. Fewer are checked sooner as short input.
pub(super) const MIN_BYTES: usize = 4 * STEP_BYTES + 3;

/// Checks `bytes`, of which there must be at least [`MIN_BYTES`]. Gives the number of their
/// units `U` if they are well-formed, else an index near the first error.
#[inline(always)]
pub(super) fn validate<S: Lanes, U: Units>(simd: S, bytes: &[u8]) -> Result<usize, usize> {
    let mut at = head(simd, bytes)?;
    let mut groups = Groups::<S, U>::new(simd, bytes);
    groups.fewer.count(simd, &bytes[..at]);
    loop {
        at = steps(simd, &groups.any, bytes, at, &mut groups.fewer)?;
        if at == bytes.len() {
            return check_end(bytes).map(|()| bytes.len() - groups.fewer.units as usize);
        }
        at = groups.check(simd, at)?;
    }
}

/// How many fewer units than bytes the checked part of a text has. It can be negative where
/// the text was cut within a character: the lead byte of four bytes counts at once for both
/// units of its character.
struct Fewer<U> {
    units: isize,
    of: PhantomData<U>,
}

impl<U: Units> Fewer<U> {
    /// Whether there is anything to count.
    const COUNTS: bool = U::MAX_PER_BYTE > 0;

    /// Counts the units of `bytes`, which are at most a block.
    #[inline(always)]
    fn count<S: Lanes>(&mut self, simd: S, bytes: &[u8]) {
        if Self::COUNTS {
            let x = simd.load_prefix(bytes);
            let units = simd.sum(U::tally(simd, x, x, simd.splat(0))) as isize;
            // The zeros that fill the block count as one unit each.
            self.units += S::LANES as isize - units;
        }
    }
}

/// Checks step by step from `at` (at least 3) on. Gives the index that it got to: the end, or
/// where the text is better taken in groups.
#[inline(always)]
fn steps<S: Lanes, U: Units>(
    simd: S,
    tables: &Tables<S>,
    bytes: &[u8],
    at: usize,
    fewer: &mut Fewer<U>,
) -> Result<usize, usize> {
    // The three bytes before `at`, and all that is left.
    let mut rest = &bytes[at - 3..];
    let mut dense = 0;
    'text: while let Some(window) = rest.get(..3 + STEP_BYTES) {
        if any_high(simd.parts(), window, STEP_BYTES) {
            if any_error(simd, *tables, window) {
                return Err(reached(bytes, rest));
            }
            fewer.count(simd, &window[3..]);
            rest = &rest[STEP_BYTES..];
            dense += 1;
            if dense == DENSE_STEPS {
                return Ok(reached(bytes, rest));
            }
            continue;
        }
        if unfinished_before(window, 3) {
            return Err(reached(bytes, rest));
        }
        rest = &rest[STEP_BYTES..];
        // The loops count ASCII steps by themselves. A counter of ASCII steps, compared in each
        // step, would have a branch each time, and a branch predictor would have to remember
        // each of these.
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
            // Narrower loads bring more from memory.
            rest = if bytes.len() >= FAR_BYTES {
                behind_ascii(simd.parts(), rest)
            } else {
                behind_ascii(simd, rest)
            };
        }
    }
    if rest.len() > 3 {
        // The last step overlaps the one before it.
        let at = bytes.len() - STEP_BYTES;
        if any_error(simd, *tables, &bytes[at - 3..]) {
            return Err(at);
        }
        fewer.count(simd, &rest[3..]);
    }
    Ok(bytes.len())
}

/// What is left of `rest` behind its first step, if that step is ASCII; else `None`.
#[inline(always)]
fn next_ascii<S: Lanes>(simd: S, rest: &[u8]) -> Option<&[u8]> {
    match rest.get(..3 + STEP_BYTES) {
        Some(window) if !any_high(simd.parts(), window, STEP_BYTES) => Some(&rest[STEP_BYTES..]),
        _ => None,
    }
}

/// What a text has above ASCII. The lower the class, the cheaper its check.
type Class = u8;
/// Forms of up to two bytes: no byte above DF.
const TWO_BYTE: Class = 0;
/// Characters up to U+FFFF: no byte above EF.
const BMP: Class = 1;
const ANY: Class = 2;

/// The loops for text of which much is not ASCII, one for each class.
struct Groups<'a, S: Lanes, U> {
    bytes: &'a [u8],
    two_byte: TwoByte<S>,
    bmp: Tables<S>,
    any: Tables<S>,
    /// After a saturating subtraction of this, the top bit is set for F0..FF, and for no
    /// lower byte.
    widest: S::V,
    /// After so many groups, a loop looks whether a cheaper one would do.
    patience: usize,
    fewer: Fewer<U>,
    /// The table [`Units::BY_HIGH`].
    by_high: S::Table,
    /// 80 in each lane, from [`hidden_top_bit`] if there is anything to count.
    top_bit: S::V,
}

impl<'a, S: Lanes, U: Units> Groups<'a, S, U> {
    #[inline(always)]
    fn new(simd: S, bytes: &'a [u8]) -> Self {
        Groups {
            bytes,
            two_byte: TwoByte::new(simd),
            bmp: if Fewer::<U>::COUNTS {
                Tables::counting_bmp(simd)
            } else {
                Tables::with(simd, BEFORE_HIGH_BMP)
            },
            any: Tables::new(simd),
            widest: simd.splat(0xF0 - 0x80),
            patience: GROUPS_PER_LOOK,
            fewer: Fewer { units: 0, of: PhantomData },
            by_high: simd.table(U::BY_HIGH),
            top_bit: if Fewer::<U>::COUNTS { hidden_top_bit(simd) } else { simd.splat(0x80) },
        }
    }

    /// Checks from `at` (at least 3) on, while there are groups, or until ASCII begins. Gives
    /// the index that it got to.
    #[inline(always)]
    fn check(&mut self, simd: S, at: usize) -> Result<usize, usize> {
        let mut rest = &self.bytes[at - 3..];
        let mut least = TWO_BYTE;
        while let Some(window) = group::<S>(rest) {
            let class =
                least.max(class_before(window)).max(self.class_of(simd, max_of(simd, window)));
            let left = rest.len();
            let is_ascii;
            (rest, is_ascii) = match class {
                TWO_BYTE => self.check_class::<TWO_BYTE>(simd, rest),
                BMP => self.check_class::<BMP>(simd, rest),
                _ => self.check_class::<ANY>(simd, rest),
            };
            let at = reached(self.bytes, rest);
            if is_ascii {
                return Ok(at);
            }
            let judged = left - rest.len();
            // What the check of its class does not accept is tried as the next class; what
            // none accepts is malformed.
            least = match judged {
                0 if class == ANY => return Err(at),
                0 => class + 1,
                _ => TWO_BYTE,
            };
            self.patience = if judged < WORTHWHILE_GROUPS * GROUP_BLOCKS * S::LANES {
                MAX_GROUPS_PER_LOOK.min(2 * self.patience)
            } else {
                GROUPS_PER_LOOK
            };
        }
        Ok(reached(self.bytes, rest))
    }

    /// Judges groups of `rest` as of `CLASS` until one fails. Gives what is left, and whether
    /// ASCII begins there.
    #[inline(always)]
    fn check_class<'b, const CLASS: Class>(&mut self, simd: S, rest: &'b [u8]) -> (&'b [u8], bool) {
        let mut counts = simd.splat(0);
        let (after, is_ascii) = self.judge_class::<CLASS>(simd, rest, &mut counts);
        if Fewer::<U>::COUNTS {
            let count = simd.sum_of_sums(counts) as isize;
            self.fewer.units += match CLASS {
                TWO_BYTE => count / (128 / GROUP_BLOCKS) as isize,
                _ => (rest.len() - after.len()) as isize - count,
            };
            // The last byte may be a lead of four bytes, which was counted as one unit: only
            // the byte behind it would have broken a rule. (A class up to EF is never begun
            // behind such a byte.)
            if CLASS == BMP && after[2] >= 0xF0 {
                self.fewer.units += 1 - isize::from(U::of(after[2], 0));
            }
        }
        (after, is_ascii)
    }

    /// [`Self::check_class`] that adds to `counts` what [`Self::judge`] counted.
    #[inline(always)]
    fn judge_class<'b, const CLASS: Class>(
        &self,
        simd: S,
        mut rest: &'b [u8],
        counts: &mut S::V,
    ) -> (&'b [u8], bool) {
        let far = self.bytes.len() >= FAR_BYTES;
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
                rest = &rest[GROUP_BLOCKS * S::LANES..];
            }
            let Some(window) = group::<S>(rest) else { return (rest, false) };
            let max = max_of(simd, window);
            if !simd.any_high(max) {
                return (rest, true);
            }
            if CLASS != TWO_BYTE && self.class_of(simd, max) < CLASS {
                return (rest, false);
            }
        }
    }

    /// The class of a group with these maxima.
    #[inline(always)]
    fn class_of(&self, simd: S, max: S::V) -> Class {
        if self.two_byte.covers(simd, max) {
            TWO_BYTE
        } else if simd.any_high(simd.saturating_sub(max, self.widest)) {
            ANY
        } else {
            BMP
        }
    }

    /// Whether the group in `window` is malformed, or not of `CLASS`. If it is neither, and
    /// if units are counted, the second value has a number of units for each lane. For
    /// [`TWO_BYTE`] it has the number of continuation bytes instead, `128 / GROUP_BLOCKS`
    /// times.
    #[inline(always)]
    fn judge<const CLASS: Class>(&self, simd: S, window: &[u8]) -> (bool, S::V) {
        let mut errors = simd.splat(0);
        let mut units = simd.splat(0);
        if CLASS == TWO_BYTE {
            return if Fewer::<U>::COUNTS {
                self.two_byte.judge::<GROUP_BLOCKS, true>(simd, self.top_bit, window)
            } else {
                self.two_byte.judge::<GROUP_BLOCKS, false>(simd, self.top_bit, window)
            };
        }
        let mut block = 0;
        while block < GROUP_BLOCKS {
            let at = 3 + block * S::LANES;
            if CLASS == BMP && Fewer::<U>::COUNTS {
                let counts = self.bmp.bmp_counts(simd, window, at);
                errors = simd.max(errors, counts);
                units = simd.add(units, counts);
                block += 2;
                continue;
            }
            let more = if CLASS == BMP {
                self.bmp.bmp_errors_at(simd, window, at)
            } else {
                self.any.errors_at(simd, window, at)
            };
            // Of an `or` here the compiler would make a comparison for each block, which takes
            // longer than this maximum.
            errors = simd.max(errors, more);
            if Fewer::<U>::COUNTS {
                // Units are looked up, because the ports for comparisons have enough to do.
                let more = simd.lookup_high(self.by_high, simd.load(window, at));
                units = simd.add(units, more);
            }
            block += 1;
        }
        if CLASS == BMP && Fewer::<U>::COUNTS {
            errors = simd.saturating_sub(errors, simd.splat(2));
        }
        (simd.any_nonzero(errors), units)
    }
}

/// The first three bytes of `rest` and the group behind them, if there is one.
#[inline(always)]
fn group<S: Lanes>(rest: &[u8]) -> Option<&[u8]> {
    rest.get(..3 + GROUP_BLOCKS * S::LANES)
}

/// The greatest byte of a group in each lane.
#[inline(always)]
fn max_of<S: Lanes>(simd: S, window: &[u8]) -> S::V {
    let mut max = simd.load(window, 3);
    let mut block = 1;
    while block < GROUP_BLOCKS {
        max = simd.max(max, simd.load(window, 3 + block * S::LANES));
        block += 1;
    }
    max
}

/// Prefetches the group that is [`PREFETCH_BYTES`] ahead of the first of `rest`.
#[inline(always)]
fn prefetch<S: Lanes>(simd: S, rest: &[u8]) {
    for block in 0..GROUP_BLOCKS {
        simd.prefetch(rest, PREFETCH_BYTES + block * S::LANES);
    }
}

/// The class of the first three bytes of `window`, which stand before a group. Its check must
/// know the sequences that may reach into the group from them.
// The bytes are read as a word, because to take bytes out of a block that is already in a
// register is expensive.
#[inline(always)]
fn class_before(window: &[u8]) -> Class {
    let before = window.first_chunk().map_or(0, |first| u32::from_le_bytes(*first));
    let wide = before & before << 1 & before << 2 & 0x80_8080;
    if wide == 0 {
        TWO_BYTE
    } else if wide & before << 3 == 0 {
        BMP
    } else {
        ANY
    }
}
