//! Where in a text the n-th character, UTF-16 code unit or line is, and how many there are up
//! to some byte.
//!
//! All of these are [`Marks`]: some bytes of a text are marked, and marks are counted. A step
//! is 64 bytes, and its marks are a word or two with a bit for each byte. So counting and
//! finding are one loop over words, which knows no level, and the end of a text and the n-th
//! mark are found by arithmetic on a word. While it is certain that the n-th mark is not
//! among the next bytes, marks that single bytes tell are only added up, lane by lane.
//!
//! ```text
//! while so many bytes cannot have more than nth marks: add up runs of groups
//! while two groups, then one group, do not have them:  add them up
//! while a step does not have the nth mark:             count the bits of its words
//! in that step: halve its 64 bits six times, to the half that has the nth mark
//! ```

mod checked;
mod few;
mod lines;
mod well_formed;

use core::marker::PhantomData;

pub(crate) use checked::{CheckedScalars, CheckedUtf16};
pub(crate) use few::{FewMarks, count_few, last_line_of_few, walk_few};
pub(crate) use lines::{LastLine, LineFeeds, LineMarks, UniversalLineEnds};
pub(crate) use well_formed::{Scalars, Utf16};

use crate::kernel::count::{GROUP_BLOCKS, Tally, tally, tally_short, unaligned};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// The number of bytes in a step: one for each bit of a word.
const STEP: usize = 64;

/// Masks of what the levels find out about the bytes of a step. What each of the four says is
/// up to each [`Marks`].
type Facts = [u64; 4];

/// Masks of the bytes of a step that are marked. A byte in both words counts twice.
type Words = [u64; 2];

/// A sort of marks on the bytes of a text.
pub(crate) trait Marks {
    /// How many bytes before a byte affect how it is marked.
    const BEFORE: usize;
    /// Whether [`Marks::facts`] looks at the byte before.
    const IN_PAIRS: bool;
    /// Counts the marks, if each byte, alone or with the one before it, tells how many are on
    /// it.
    type Number: Tally;

    /// What is to be known of the block `v`. `one` is the block from the byte before on.
    fn facts<S: Blocks>(simd: S, v: S::V, one: S::V) -> Facts;

    /// The marks of a step. `before` is what this function left there for the step before, or
    /// zeros.
    fn words(facts: Facts, before: &mut Facts) -> Words;

    /// Does what [`Walk`] does where there are no blocks.
    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop;
}

/// Where a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stop {
    /// The byte with the mark that was looked for, or the end of the range if it has fewer
    /// marks.
    pub(crate) at: usize,
    /// How many marks there are on the bytes before it.
    pub(crate) before: usize,
}

/// Walks from the byte `from` to the `nth` mark, counted from 0, or to the byte `to`.
pub(crate) struct Walk<'a, M> {
    text: &'a [u8],
    from: usize,
    to: usize,
    nth: usize,
    marks: PhantomData<M>,
}

impl<'a, M: Marks> Walk<'a, M> {
    /// A part of the range that is beyond the text has no marks.
    #[inline(always)]
    pub(crate) fn new(text: &'a [u8], from: usize, to: usize, nth: usize) -> Self {
        let to = to.min(text.len());
        Walk { text, from: from.min(to), to, nth, marks: PhantomData }
    }
}

impl<M: Marks> Operation for Walk<'_, M> {
    type Output = Stop;

    fn scalar(self) -> Stop {
        M::one_by_one(self.text, self.from, self.to, self.nth)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Stop {
        let Walk { text, from, to, nth, .. } = self;
        let (mut at, mut total) = behind_first::<M>(from, &text[..to]);
        if total > nth {
            return Stop { at: from, before: 0 };
        }
        if M::Number::MAX_PER_BYTE > 0 {
            let pair = usize::from(M::Number::LOOKS_BACK);
            let group = GROUP_BLOCKS * S::LANES;
            let head = unaligned::<S>(&text[at..to]);
            // However these bytes are marked, they do not have more than `nth` marks.
            if head > 0 && head * M::Number::MAX_PER_BYTE <= nth - total {
                total += tally_short::<S, M::Number>(simd, &text[at - pair..at + head]);
                at += head;
            }
            loop {
                // However this many bytes are marked, they do not have more than `nth` marks.
                let run = (to - at).min((nth - total) / M::Number::MAX_PER_BYTE.max(1));
                // The sums at the end of a run cost as much as some groups.
                if run < group || run < to - at && run < WORTHWHILE_GROUPS * group {
                    break;
                }
                let run = run - run % group;
                total += tally::<S, M::Number>(simd, &text[at - pair..at + run]);
                at += run;
            }
            let mut detours = 0;
            // A sum costs as much as some blocks, so two groups are summed at once as long as
            // there are two.
            while let Some(window) = text[..to].get(at.wrapping_sub(pair)..at + 2 * group) {
                let [first] = M::Number::group(simd, window, [simd.splat(0)], &mut detours);
                let [second] =
                    M::Number::group(simd, &window[group..], [simd.splat(0)], &mut detours);
                let marks = simd.sum(simd.add(first, second)) as usize;
                if marks > nth - total {
                    break;
                }
                total += marks;
                at += 2 * group;
            }
            while let Some(window) = text[..to].get(at.wrapping_sub(pair)..at + group) {
                let [counter] = M::Number::group(simd, window, [simd.splat(0)], &mut detours);
                let marks = simd.sum(counter) as usize;
                if marks > nth - total {
                    break;
                }
                total += marks;
                at += group;
            }
        }
        let mut before = [0; 4];
        if M::BEFORE > 0 && at < to {
            // This begins a few bytes early, to learn what they say about the first.
            let start = at - M::BEFORE.min(at);
            let words = M::words(facts_at::<S, M>(simd, text, start), &mut before);
            let words = within(words, at - start, to - start);
            let marks = weight(words);
            if marks > nth - total {
                return nth_mark(words, nth - total, start, total);
            }
            total += marks;
            at = to.min(start + STEP);
        }
        let pair = usize::from(M::IN_PAIRS);
        while let Some(window) = text[..to].get(at.wrapping_sub(pair)..at + STEP) {
            let words = M::words(facts::<S, M>(simd, window), &mut before);
            let marks = weight(words);
            if marks > nth - total {
                return nth_mark(words, nth - total, at, total);
            }
            total += marks;
            at += STEP;
        }
        if at < to {
            let words = M::words(facts_at::<S, M>(simd, text, at), &mut before);
            let words = within(words, 0, to - at);
            let marks = weight(words);
            if marks > nth - total {
                return nth_mark(words, nth - total, at, total);
            }
            total += marks;
        }
        Stop { at: to, before: total }
    }
}

/// The number of groups that is worth a run, if more will follow.
const WORTHWHILE_GROUPS: usize = 16;

/// The first byte to go on from that has one before it, and how many marks were counted up to
/// there. Only if the first byte of the text is in the range, and the byte before matters, is
/// that first byte counted here.
#[inline(always)]
fn behind_first<M: Marks>(from: usize, text: &[u8]) -> (usize, usize) {
    match text.first() {
        Some(&first) if M::Number::LOOKS_BACK && from == 0 => {
            (1, usize::from(M::Number::of(first, 0)))
        }
        _ => (from, 0),
    }
}

/// The facts of a step. `window` is the step and, if [`Marks::IN_PAIRS`], the byte before it.
#[inline(always)]
fn facts<S: Blocks, M: Marks>(simd: S, window: &[u8]) -> Facts {
    let pair = usize::from(M::IN_PAIRS);
    let mut facts = [0; 4];
    let mut lane = 0;
    while lane < STEP {
        let v = simd.load(window, pair + lane);
        facts = join(facts, M::facts(simd, v, simd.load(window, lane)), lane);
        lane += S::LANES;
    }
    facts
}

/// The facts of the step at `at`, or of what there is of it. `at` must be less than the
/// length.
#[inline(always)]
fn facts_at<S: Blocks, M: Marks>(simd: S, text: &[u8], at: usize) -> Facts {
    let pair = usize::from(M::IN_PAIRS);
    let left = text.len() - at;
    if at >= pair && left >= STEP {
        return facts::<S, M>(simd, &text[at - pair..at + STEP]);
    }
    if text.len() >= pair + STEP && left < STEP {
        // The last 64 bytes of the text are loaded, some of which stand before `at`.
        let mut facts = facts::<S, M>(simd, &text[text.len() - STEP - pair..]);
        let mut fact = 0;
        while fact < facts.len() {
            facts[fact] >>= STEP - left;
            fact += 1;
        }
        return facts;
    }
    if !M::IN_PAIRS {
        return facts_of_few::<S, M>(simd, &text[at..]);
    }
    let mut window = [0; 1 + STEP];
    let start = at.saturating_sub(1);
    let end = text.len().min(at + STEP);
    window[start + 1 - at..][..end - start].copy_from_slice(&text[start..end]);
    facts::<S, M>(simd, &window)
}

/// The facts of fewer bytes than a step has.
#[inline(always)]
fn facts_of_few<S: Blocks, M: Marks>(simd: S, bytes: &[u8]) -> Facts {
    let narrow = simd.half_width();
    if S::MASKED {
        let v = simd.load_prefix(bytes);
        M::facts(simd, v, v)
    } else if bytes.len() >= S::LANES {
        overlapping::<S, M>(simd, bytes)
    } else if bytes.len() >= S::HalfWidth::LANES {
        overlapping::<S::HalfWidth, M>(narrow, bytes)
    } else {
        let v = narrow.load_prefix(bytes);
        M::facts(narrow, v, v)
    }
}

/// The facts of at least a block and less than a step. The last block overlaps the one before
/// it.
#[inline(always)]
fn overlapping<S: Blocks, M: Marks>(simd: S, bytes: &[u8]) -> Facts {
    let last = bytes.len() - S::LANES;
    let mut facts = [0; 4];
    let mut at = 0;
    while at < last {
        let v = simd.load(bytes, at);
        facts = join(facts, M::facts(simd, v, v), at);
        at += S::LANES;
    }
    let v = simd.load(bytes, last);
    join(facts, M::facts(simd, v, v), last)
}

/// Adds to the facts of a step those of a block of it, which begins at `lane`.
#[inline(always)]
fn join(step: Facts, block: Facts, lane: usize) -> Facts {
    [
        step[0] | block[0] << lane,
        step[1] | block[1] << lane,
        step[2] | block[2] << lane,
        step[3] | block[3] << lane,
    ]
}

/// The marks of the bytes from `start` (less than 64) to `end`.
#[inline(always)]
fn within(words: Words, start: usize, end: usize) -> Words {
    let mask = lowest(end) & u64::MAX << start;
    [words[0] & mask, words[1] & mask]
}

/// A mask of the lowest `count` bits, or of all.
#[inline(always)]
fn lowest(count: usize) -> u64 {
    if count < STEP { !(u64::MAX << count) } else { u64::MAX }
}

/// The number of marks.
#[inline(always)]
fn weight(words: Words) -> usize {
    (words[0].count_ones() + words[1].count_ones()) as usize
}

/// The `nth` mark of a step, which must have more than `nth`. The step is at `at`, and
/// `before` marks stand before it.
#[inline(always)]
fn nth_mark(words: Words, nth: usize, at: usize, before: usize) -> Stop {
    // Every byte up to the mark is marked once.
    if words[0].trailing_ones() as usize > nth && words[1] & lowest(nth + 1) == 0 {
        return Stop { at: at + nth, before: before + nth };
    }
    // The mark is in one half of the bits, in one half of that, and so on: six steps, without
    // a branch.
    let mut words = words;
    let mut skipped = 0;
    let mut bit = 0;
    let mut width = STEP / 2;
    while width > 0 {
        let low = weight([words[0] & lowest(width), words[1] & lowest(width)]);
        let is_above = nth - skipped >= low;
        skipped += if is_above { low } else { 0 };
        let shift = if is_above { width } else { 0 };
        words = [words[0] >> shift, words[1] >> shift];
        bit += shift;
        width /= 2;
    }
    Stop { at: at + bit, before: before + skipped }
}
