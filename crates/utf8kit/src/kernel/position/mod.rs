//! Where in a text the n-th character, UTF-16 code unit or line is, and how many there are up to some byte.
//!
//! All of these are [`Marks`]: some bytes of a text are marked, and marks are counted. 64 bytes are a step,
//! their marks a word or two; so counting and finding are one loop over words, which knows no level, and
//! the end of a text and the n-th mark are found by arithmetic on a word.

mod checked;
mod lines;
mod well_formed;

use core::marker::PhantomData;

pub(crate) use checked::{CheckedScalars, CheckedUtf16};
pub(crate) use lines::{LastLineEnd, LineFeeds, UniversalLineEnds};
pub(crate) use well_formed::{Scalars, Utf16};

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

    /// What is to be known of a block `v`; `one` is the block from the byte before on.
    fn facts<S: Blocks>(simd: S, v: S::V, one: S::V) -> Facts;

    /// The marks of a step. `before` is what this left there for the step before, or zeros.
    fn words(facts: Facts, before: &mut Facts) -> Words;

    /// [`Walk`] where there are no blocks.
    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Result<Mark, usize>;
}

/// A mark that was looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// The index of the byte.
    pub(crate) at: usize,
    /// How many marks there are on the bytes before it, from where the search began.
    pub(crate) before: usize,
}

/// The `nth` mark, counted from 0, on the bytes `from..to` of a text; or how many there are, where there are
/// not more than `nth`.
pub(crate) struct Walk<'a, M> {
    text: &'a [u8],
    from: usize,
    to: usize,
    nth: usize,
    marks: PhantomData<M>,
}

impl<'a, M: Marks> Walk<'a, M> {
    /// What of the range is beyond the text has no marks.
    pub(crate) fn new(text: &'a [u8], from: usize, to: usize, nth: usize) -> Self {
        let to = to.min(text.len());
        Walk { text, from: from.min(to), to, nth, marks: PhantomData }
    }
}

impl<M: Marks> Operation for Walk<'_, M> {
    type Output = Result<Mark, usize>;

    fn scalar(self) -> Result<Mark, usize> {
        M::one_by_one(self.text, self.from, self.to, self.nth)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<Mark, usize> {
        let Walk { text, from, to, nth, .. } = self;
        let mut before = [0; 4];
        let mut total = 0;
        let mut at = from;
        if from == to {
            return Err(0);
        }
        if M::BEFORE > 0 {
            // A few bytes too early, to learn what they say about the first.
            at -= M::BEFORE.min(from);
            let words = M::words(facts_at::<S, M>(simd, text, at), &mut before);
            let words = within(words, from - at, to - at);
            total = weight(words);
            if total > nth {
                return Ok(nth_mark(words, nth, at, 0));
            }
            at += STEP;
            if at >= to {
                return Err(total);
            }
        }
        let pair = usize::from(M::IN_PAIRS);
        let mut rest = &text[at - pair..to];
        while let Some(window) = rest.get(..pair + STEP) {
            let words = M::words(facts::<S, M>(simd, window), &mut before);
            let marks = weight(words);
            if marks > nth - total {
                return Ok(nth_mark(words, nth - total, to - (rest.len() - pair), total));
            }
            total += marks;
            rest = &rest[STEP..];
        }
        if rest.len() > pair {
            let left = rest.len() - pair;
            let words = M::words(facts_at::<S, M>(simd, text, to - left), &mut before);
            let words = within(words, 0, left);
            let marks = weight(words);
            if marks > nth - total {
                return Ok(nth_mark(words, nth - total, to - left, total));
            }
            total += marks;
        }
        Err(total)
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
fn nth_mark(words: Words, nth: usize, at: usize, before: usize) -> Mark {
    // All are marked as far as that.
    if words[0].trailing_ones() as usize > nth && words[1] & lowest(nth + 1) == 0 {
        return Mark { at: at + nth, before: before + nth };
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
    Mark { at: at + bit, before: before + skipped }
}

/// [`Marks::one_by_one`] where a byte counts for `weight`, at most two, by itself and the byte before it, or
/// 0 at the start. Without branches over some bytes, so that the compiler can use what the target has.
#[inline(always)]
fn by_bytes(
    text: &[u8],
    from: usize,
    to: usize,
    nth: usize,
    weight: impl Fn(u8, u8) -> u8,
) -> Result<Mark, usize> {
    // Twice as many do not fit a byte.
    const RUN: usize = 127;
    let mut before = if from > 0 { text[from - 1] } else { 0 };
    let mut total = 0;
    for (index, run) in text[from..to].chunks(RUN).enumerate() {
        let pairs = run.iter().zip(&run[1..]).map(|(&before, &byte)| weight(before, byte));
        let marks = usize::from(weight(before, run[0]) + pairs.sum::<u8>());
        if marks > nth - total {
            for (offset, &byte) in run.iter().enumerate() {
                let marks = usize::from(weight(before, byte));
                if marks > nth - total {
                    return Ok(Mark { at: from + index * RUN + offset, before: total });
                }
                total += marks;
                before = byte;
            }
        }
        total += marks;
        before = run[run.len() - 1];
    }
    Err(total)
}
