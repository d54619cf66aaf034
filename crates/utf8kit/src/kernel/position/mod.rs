//! Where in a text the n-th character, UTF-16 code unit or line is, and how many there are up to some byte.
//!
//! All of these are [`Marks`]: some bytes of a text are marked, and marks are counted. 64 bytes are a step,
//! their marks a word or two; so counting and finding are one loop over words, which knows no level, and
//! the end of a text and the n-th mark are found by arithmetic on a word. Where it is certain that the n-th
//! mark is not yet to come, marks that are a matter of single bytes are only added up, lane by lane.

mod checked;
mod few;
mod lines;
pub(crate) mod short;
mod well_formed;

use core::marker::PhantomData;

pub(crate) use checked::{CheckedScalars, CheckedUtf16};
pub(crate) use few::{FewMarks, count_few, last_line_of_few, walk_few};
pub(crate) use lines::{LastLine, LineFeeds, LineMarks, UniversalLineEnds};
pub(crate) use well_formed::{Scalars, Utf16};

use crate::kernel::count::{GROUP, Tally, tally, tally_few, unaligned};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// Bytes to a step: one for each bit of a word.
const STEP: usize = 64;

/// What the levels find out about the bytes of a step, bit `i` about byte `i`. What it is, each [`Marks`]
/// says.
type Facts = [u64; 4];

/// Which bytes of a step are marked. One that is in both words counts twice.
type Words = [u64; 2];

/// A sort of marks on the bytes of a text.
pub(crate) trait Marks {
    /// How many bytes before a byte have a say in how it is marked.
    const BEFORE: usize;
    /// Whether [`Marks::facts`] looks at the byte before.
    const IN_PAIRS: bool;
    /// The number of marks, if each byte, alone or with the one before it, tells how many are on it.
    type Number: Tally;

    /// What is to be known of a block `v`; `one` is the block from the byte before on.
    fn facts<S: Blocks>(simd: S, v: S::V, one: S::V) -> Facts;

    /// The marks of a step. `before` is what this left there for the step before, or zeros.
    fn words(facts: Facts, before: &mut Facts) -> Words;

    /// [`Walk`] where there are no blocks.
    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop;
}

/// Where a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stop {
    /// The byte with the mark that was looked for; or the end, where there are not so many.
    pub(crate) at: usize,
    /// How many marks there are on the bytes before it.
    pub(crate) before: usize,
}

/// From `from` to the `nth` mark, counted from 0, or to `to`.
pub(crate) struct Walk<'a, M> {
    text: &'a [u8],
    from: usize,
    to: usize,
    nth: usize,
    marks: PhantomData<M>,
}

impl<'a, M: Marks> Walk<'a, M> {
    /// What of the range is beyond the text has no marks.
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
        if M::Number::MOST > 0 {
            let pair = usize::from(M::Number::IN_PAIRS);
            let group = GROUP * S::LANES;
            let head = unaligned::<S>(&text[at..to]);
            // However they are marked, so few bytes do not have more than `nth`.
            if head > 0 && head * M::Number::MOST <= nth - total {
                total += tally_few::<S, M::Number>(simd, &text[at - pair..at + head]);
                at += head;
            }
            loop {
                // However they are marked, so many bytes do not have more than `nth`.
                let run = (to - at).min((nth - total) / M::Number::MOST.max(1));
                // The sums at the end of a run cost as much as some groups.
                if run < group || run < to - at && run < WORTHWHILE * group {
                    break;
                }
                let run = run - run % group;
                total += tally::<S, M::Number>(simd, &text[at - pair..at + run]);
                at += run;
            }
            let mut detours = 0;
            // A sum costs as much as some blocks: two groups to each, as long as there are two.
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
            // A few bytes too early, to learn what they say about the first.
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

/// Groups that are worth a run, if more will follow.
const WORTHWHILE: usize = 16;

/// Where all bytes have one before them, and the marks up to there: if the first of the text is among those
/// from `from` on, and it matters what is before it, that one is counted here.
#[inline(always)]
fn behind_first<M: Marks>(from: usize, text: &[u8]) -> (usize, usize) {
    match text.first() {
        Some(&first) if M::Number::IN_PAIRS && from == 0 => {
            (1, usize::from(M::Number::of(first, 0)))
        }
        _ => (from, 0),
    }
}

/// The facts of a step. `window` is it and, for pairs, the byte before it.
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

/// The facts of as much of a step as there is at `at`, which is less than the length.
#[inline(always)]
fn facts_at<S: Blocks, M: Marks>(simd: S, text: &[u8], at: usize) -> Facts {
    let pair = usize::from(M::IN_PAIRS);
    let left = text.len() - at;
    if at >= pair && left >= STEP {
        return facts::<S, M>(simd, &text[at - pair..at + STEP]);
    }
    if text.len() >= pair + STEP && left < STEP {
        // The last ones of the text, some of which come before.
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
    let narrow = simd.narrow();
    if S::MASKED {
        let v = simd.load_prefix(bytes);
        M::facts(simd, v, v)
    } else if bytes.len() >= S::LANES {
        overlapping::<S, M>(simd, bytes)
    } else if bytes.len() >= S::Narrow::LANES {
        overlapping::<S::Narrow, M>(narrow, bytes)
    } else {
        let v = narrow.load_prefix(bytes);
        M::facts(narrow, v, v)
    }
}

/// At least a block: the last one begins within the one before it.
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

/// The facts of a step, and those of a block of it from `lane` on.
#[inline(always)]
fn join(step: Facts, block: Facts, lane: usize) -> Facts {
    [
        step[0] | block[0] << lane,
        step[1] | block[1] << lane,
        step[2] | block[2] << lane,
        step[3] | block[3] << lane,
    ]
}

/// Without what is before `start` or from `end` on. `start` is less than 64.
#[inline(always)]
fn within(words: Words, start: usize, end: usize) -> Words {
    let mask = lowest(end) & u64::MAX << start;
    [words[0] & mask, words[1] & mask]
}

/// So many bits, or all.
#[inline(always)]
fn lowest(count: usize) -> u64 {
    if count < STEP { !(u64::MAX << count) } else { u64::MAX }
}

#[inline(always)]
fn weight(words: Words) -> usize {
    (words[0].count_ones() + words[1].count_ones()) as usize
}

/// The `nth` mark of a step that has more than that; the step is at `at`, with `before` marks before it.
#[inline(always)]
fn nth_mark(words: Words, nth: usize, at: usize, before: usize) -> Stop {
    // All are marked as far as that.
    if words[0].trailing_ones() as usize > nth && words[1] & lowest(nth + 1) == 0 {
        return Stop { at: at + nth, before: before + nth };
    }
    // Which half of the bits, which quarter, and so on: six steps, without a branch.
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
