//! Text with many errors.
//!
//! How many errors there are, and where, no predictor foresees; so what depends on that is not left to branches, as far as
//! possible. A chunk is looked through first, all of it alike, for the bytes at which an error is noticed. Then comes a
//! loop over these, in which only steps that begin right before one are taken apart, and what is between two errors is
//! copied by as many stores as most such runs need.

use core::marker::PhantomData;

use super::search::{BEFORE, KNOWN, Search, UNNOTICED, errors_of};
use super::{RUN, STEP, copy_run, push_replacements};
use crate::kernel::transcode::subparts::Sequences;
use crate::kernel::validate::AHEAD;
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::{Blocks, Kernel};

/// Steps to a chunk, for each of which there is a word: at the end of the text there are fewer,
const WORDS: usize = MOST_WORDS - 1;
/// but not fewer than these.
const LEAST: usize = 8;

/// Words of which there is a bit in one. The one behind those of a chunk is among them.
const MOST_WORDS: usize = u64::BITS as usize;

/// Bytes that are looked at behind a chunk.
const BEHIND: usize = RUN + 2 * STEP;

/// Fewer damaged steps in two chunks are few. With shorter registers the search takes longer beside what is done
/// where there are no errors.
const fn few<S: Blocks>() -> u32 {
    if S::LANES == STEP { 16 } else { 10 }
}

/// Where there are more, nearly all of them are taken apart: to take each one apart at once is faster.
const MOST: u32 = 56;

/// Room for what is written behind what a chunk becomes: that is three times its bytes, at most.
const ROOM: usize = 3 * STEP + RUN + STEP;

/// Copies `src` from `at` on, where a step of [`Subparts`] ended, with U+FFFD for each error, as long as there are many
/// errors, though not everywhere, and much is left of both sides. Gives the boundary that it got to, and whether it
/// ended because there are few.
///
/// [`Subparts`]: crate::kernel::transcode::subparts::Subparts
pub(super) struct Chunks<'a, 'b, 'o, C> {
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    pub(super) out: &'b mut Output<'o>,
    /// How errors are looked for.
    pub(super) search: PhantomData<C>,
}

impl<S: Blocks, C: Search<S>> Kernel<S> for Chunks<'_, '_, '_, C> {
    type Output = (usize, bool);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, bool) {
        let Chunks { src, at, out, .. } = self;
        // In a variable of this function it stays in registers.
        let mut output = out.take();
        let reached = copy::<S, C>(simd, src, at, &mut output);
        *out = output;
        reached
    }
}

#[inline(always)]
fn copy<S: Blocks, C: Search<S>>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> (usize, bool) {
    let check = C::check(simd);
    let tables = Tables::new(simd);
    // Steps that are lines of the cache are loaded sooner.
    let mut chunk = at.saturating_sub(src[at..].as_ptr().addr() % STEP);
    let mut copied = at;
    // What starts before this has been dealt with.
    let mut dealt_with = at;
    let mut first = (at - chunk).saturating_sub(UNNOTICED);
    let mut notices = Notices { noticed: [0; MOST_WORDS + 1], steps: 0 };
    // Of damaged steps, in the last two chunks.
    let mut numbers = [1; 2];
    let mut are_few = false;
    while let Some(start) = chunk.checked_sub(BEFORE) {
        let left = src.len().saturating_sub(chunk + BEHIND);
        let steps = (left / STEP).min(out.room().saturating_sub(ROOM) / (3 * STEP)).min(WORDS);
        if steps < LEAST {
            break;
        }
        let len = steps * STEP;
        let text = &src[start..chunk + len + BEHIND];
        notices.read::<S, C>(simd, check, text, steps);
        numbers = [numbers[1], notices.steps.count_ones()];
        // Nearly everywhere: these are unusual leads, mostly, and no errors. For those there is a better search.
        if !C::IS_EXACT && numbers[1] > MOST {
            break;
        }
        let mut done = copied - start;
        let mut known = dealt_with.saturating_sub(start);
        let mut next = notices.first_from(first);
        while let Some(noticed) = next {
            let sequences = Sequences::of(simd, tables, &text[noticed..noticed + 2 * STEP]);
            let mut errors = errors_of(sequences, known.saturating_sub(noticed));
            known = noticed + KNOWN;
            // Before anything that waits for the errors.
            next = notices.first_from(known - BEFORE - UNNOTICED);
            while let Some(run) = errors.next_run() {
                copy_run(simd, &text[done..], noticed + run.start - done, out);
                push_replacements(run.count, out);
                done = noticed + run.end;
            }
        }
        dealt_with = start + known;
        first = 0;
        // What starts in the last three bytes may be found to be an error by the next chunk.
        if done < len {
            copy_run(simd, &text[done..], len - done, out);
            done = len;
        }
        copied = start + done;
        chunk += len;
        are_few = numbers[0] + numbers[1] < few::<S>();
        if are_few || numbers[1] > MOST {
            break;
        }
    }
    if copied == at {
        return (at, false);
    }
    let end = copied.max(sequence_over(src, chunk));
    out.extend(&src[copied..end]);
    (end, are_few)
}

/// The bytes of a chunk at which an error is noticed.
struct Notices {
    /// Those of each step: a bit for each. None in the word behind the last step, and none in the last word of all; those
    /// between them are of an earlier chunk.
    noticed: [u64; MOST_WORDS + 1],
    /// Which steps have any: the lowest bit is for the first one.
    steps: u64,
}

impl Notices {
    /// Looks through the chunk of so many steps, at least one, that `text` has after the bytes before it.
    #[inline(always)]
    fn read<S: Blocks, C: Search<S>>(
        &mut self,
        simd: S,
        check: C::Check,
        text: &[u8],
        steps: usize,
    ) {
        let words = &mut self.noticed[..steps];
        // In a variable of this function it stays in a register.
        let mut are_noticed = 0;
        let mut step = 0;
        while step < words.len() {
            simd.prefetch(text, AHEAD + step * STEP);
            let noticed = C::notices(simd, check, text, BEFORE + step * STEP);
            words[step] = noticed;
            are_noticed = are_noticed >> 1 | u64::from(noticed != 0) << (MOST_WORDS - 1);
            step += 1;
        }
        self.steps = are_noticed >> (MOST_WORDS - steps);
        self.noticed[steps] = 0;
    }

    /// The first one from `place` on, by its place in the chunk; `place` is in a step or in the one behind the last.
    ///
    /// Each search waits for the one before it. So the first one in the same word and the first one in a later word are
    /// looked up at the same time, and then one of them is taken.
    #[inline(always)]
    fn first_from(&self, place: usize) -> Option<usize> {
        let (step, bit) = (place / STEP % MOST_WORDS, place % STEP);
        let here = self.noticed[step] & u64::MAX << bit;
        let later = self.steps & (u64::MAX << 1) << step;
        let later_step = later.trailing_zeros() as usize;
        let noticed = if here != 0 {
            step * STEP + here.trailing_zeros() as usize
        } else {
            later_step * STEP + self.noticed[later_step].trailing_zeros() as usize
        };
        (noticed < WORDS * STEP).then_some(noticed)
    }
}
