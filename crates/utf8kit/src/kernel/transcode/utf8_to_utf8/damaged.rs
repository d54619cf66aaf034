//! Text with many errors.
//!
//! How many errors there are, and where, no predictor foresees; so what depends on that is not left to branches, as far as
//! possible. A chunk is looked through first, all of it alike, for the bytes at which an error is noticed. Then comes a
//! loop over these, in which only steps that begin right before one are taken apart, and what is between two errors is
//! copied by as many stores as most such runs need.

use super::{RUN, STEP, copy_run};
use crate::kernel::transcode::subparts::Sequences;
use crate::kernel::validate::AHEAD;
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::{Blocks, Kernel};

/// Steps to a chunk, for each of which there is a word.
const WORDS: usize = 32;

const CHUNK: usize = WORDS * STEP;

/// Bytes before the one at which an error is noticed that are taken apart with it: the error can start there. And bytes
/// before a chunk that are looked at with it: each byte is judged by the three before it.
const BEFORE: usize = 3;

/// Of a step that is taken apart, all but the last bytes: whether what starts in those is whole is not known.
const KNOWN: usize = STEP - 3;

/// An error is noticed at most three bytes behind its start. Up to so many bytes behind that others can stand that are
/// not noticed for themselves, because a lead before has them expected.
const UNNOTICED: usize = 2;

/// Fewer damaged steps in two chunks are few. With shorter registers the search takes longer beside what is done
/// where there are no errors.
const fn few<S: Blocks>() -> u32 {
    if S::LANES == STEP { 1 } else { 5 }
}

/// Where there are more, nearly all of them are taken apart: to take each one apart at once is faster.
const MOST: u32 = 28;

/// Replacements that are written in any case.
const REPLACEMENTS: usize = 5;

/// Room for what a chunk becomes, and what is written behind that.
const ROOM: usize = 3 * (CHUNK + STEP) + RUN + STEP;

/// Copies `src` from `at` on, where a step of [`Subparts`] ended, with U+FFFD for each error, as long as there are many
/// errors, though not everywhere, and much is left of both sides. Gives the boundary that it got to, and whether it
/// ended because there are few.
///
/// [`Subparts`]: crate::kernel::transcode::subparts::Subparts
pub(super) struct Chunks<'a, 'b, 'o> {
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    pub(super) out: &'b mut Output<'o>,
}

impl<S: Blocks> Kernel<S> for Chunks<'_, '_, '_> {
    type Output = (usize, bool);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, bool) {
        let Chunks { src, at, out } = self;
        // In a variable of this function it stays in registers.
        let mut output = out.take();
        let reached = copy(simd, src, at, &mut output);
        *out = output;
        reached
    }
}

#[inline(always)]
fn copy<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> (usize, bool) {
    let tables = Tables::new(simd);
    // Steps that are lines of the cache are loaded sooner.
    let mut chunk = at.saturating_sub(src[at..].as_ptr().addr() % STEP);
    let mut copied = at;
    // What starts before this has been dealt with.
    let mut dealt_with = at;
    let mut notices = Notices { clean: [0; WORDS], steps: 0 };
    // Of damaged steps, in the last two chunks.
    let mut numbers = [1; 2];
    let mut are_few = false;
    while let Some(start) = chunk.checked_sub(BEFORE)
        && let Some(text) = src.get(start..chunk + CHUNK + RUN + 2 * STEP)
        && out.room() >= ROOM
    {
        notices.read(simd, tables, text);
        numbers = [numbers[1], notices.steps.count_ones()];
        let mut done = copied - start;
        while let Some(noticed) = notices.first() {
            let sequences = Sequences::of(simd, tables, &text[noticed..noticed + 2 * STEP]);
            let from = start + noticed;
            let (errors, dropped) = errors_of(sequences, dealt_with.saturating_sub(from));
            dealt_with = dealt_with.max(from + KNOWN);
            notices.forget(noticed + KNOWN - BEFORE - UNNOTICED);
            let mut bad = errors | dropped;
            while bad != 0 {
                // Adding to the lowest of a run of bits carries to the one behind it.
                let carried = bad.wrapping_add(bad & bad.wrapping_neg());
                let error = noticed + bad.trailing_zeros() as usize;
                copy_run(simd, &text[done..], error - done, out);
                push_replacements((errors & bad & !carried).count_ones() as usize, out);
                done = noticed + carried.trailing_zeros() as usize;
                bad &= carried;
            }
        }
        // What starts in the last three bytes may be found to be an error by the next chunk.
        if done < CHUNK {
            copy_run(simd, &text[done..], CHUNK - done, out);
            done = CHUNK;
        }
        copied = start + done;
        chunk += CHUNK;
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

/// The bytes of a chunk at which an error is noticed, and is not forgotten.
struct Notices {
    /// Of each step, the bytes at which none is: a bit for each.
    clean: [u64; WORDS],
    /// Which of these are not all ones: the first one is the top bit.
    steps: u32,
}

impl Notices {
    /// Looks through the chunk that `text` has after the bytes before it.
    #[inline(always)]
    fn read<S: Blocks>(&mut self, simd: S, tables: Tables<S>, text: &[u8]) {
        // In a variable of this function it stays in a register.
        let mut steps = 0;
        let mut step = 0;
        while step < WORDS {
            simd.prefetch(text, AHEAD + step * STEP);
            let mut clean = 0;
            let mut at = 0;
            while at < STEP {
                let errors = tables.errors_at(simd, text, BEFORE + step * STEP + at);
                clean |= simd.bits(simd.eq(errors, simd.splat(0))) << at;
                at += S::LANES;
            }
            self.clean[step] = clean;
            steps = steps << 1 | u32::from(clean != u64::MAX);
            step += 1;
        }
        self.steps = steps;
    }

    /// The first one, by its place in the chunk.
    #[inline(always)]
    fn first(&self) -> Option<usize> {
        if self.steps == 0 {
            return None;
        }
        let step = self.steps.leading_zeros() as usize;
        Some(step * STEP + self.clean[step].trailing_ones() as usize)
    }

    /// Forgets those before `place`.
    #[inline(always)]
    fn forget(&mut self, place: usize) {
        let (step, bit) = (place / STEP, place % STEP);
        if step >= WORDS {
            self.steps = 0;
            return;
        }
        self.clean[step] |= !(u64::MAX << bit);
        let is_clean = u32::from(self.clean[step] == u64::MAX);
        self.steps &= u32::MAX >> step & !(is_clean << 31 >> step);
    }
}

/// The first bytes of the maximal subparts that are ill-formed, and their other bytes: of those that start in the part of
/// the step that is known, but for its first `dealt_with` bytes.
///
/// What the first three bytes continue is not known; but if an error starts there, it is one that reaches over them.
#[inline(always)]
fn errors_of(sequences: Sequences, dealt_with: usize) -> (u64, u64) {
    const KNOWN_BITS: u64 = u64::MAX >> (STEP - KNOWN);
    let here = KNOWN_BITS & u64::MAX << dealt_with.min(STEP - 1);
    let broken = !sequences.whole() & here;
    let stray = sequences.continuations & !sequences.covered() & here & u64::MAX << BEFORE;
    let errors = sequences.leads() & broken | stray;
    (errors, (sequences.one & broken) << 1 | (sequences.two & broken) << 2)
}

#[inline(always)]
fn push_replacements(count: usize, out: &mut Output<'_>) {
    const ALL: [u8; 16] = *b"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\0";
    let mut count = count;
    while count > REPLACEMENTS {
        out.push_start(ALL, 3 * REPLACEMENTS);
        count -= REPLACEMENTS;
    }
    out.push_start(ALL, 3 * count);
}
