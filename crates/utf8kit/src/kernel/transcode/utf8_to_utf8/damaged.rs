//! Text with many errors.
//!
//! How many errors a block has, and where, no predictor foresees; so what depends on that is not
//! left to branches, as far as possible. A chunk is looked through first, all of it alike, for the blocks with an error:
//! a bit for each. Then comes a loop over these bits, in which only the damaged blocks are taken apart, and what is
//! between two errors is copied by as many stores as most such runs need.

use super::{RUN, STEP, copy_run};
use crate::kernel::transcode::subparts::Sequences;
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::{Blocks, Kernel};

/// Bytes from one block to the next.
///
/// What is known of a block is known of [`STEP`] bytes: of these, and the three before them, in which what reaches
/// into the block can start; and the last three tell whether what starts before them is whole.
const BLOCK: usize = STEP - BEFORE - 3;

/// Blocks to a chunk, for each of which there is a bit.
const BLOCKS: usize = 32;

const CHUNK: usize = BLOCKS * BLOCK;

/// Bytes before a block that are looked at with it.
const BEFORE: usize = 3;

/// Bytes before a chunk that are looked at with it: the search begins two bytes before a block, and each byte is
/// judged by the three before it.
const BEFORE_CHUNK: usize = 5;

/// Fewer damaged blocks in two chunks are few. With shorter registers the search takes longer beside what is done
/// where there are no errors.
const fn few<S: Blocks>() -> u32 {
    if S::LANES == STEP { 2 } else { 5 }
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
        let mut output = core::mem::take(out);
        let reached = copy(simd, src, at, &mut output);
        *out = output;
        reached
    }
}

#[inline(always)]
fn copy<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> (usize, bool) {
    let tables = Tables::new(simd);
    let mut chunk = at;
    let mut copied = at;
    // The block behind the last one that was taken apart: what starts before it has been dealt with. So it has for
    // the first one, which may follow on an error.
    let mut next = 0;
    // Of damaged blocks, in the last two chunks.
    let mut numbers = [1; 2];
    let mut are_few = false;
    while let Some(start) = chunk.checked_sub(BEFORE_CHUNK)
        && let Some(text) = src.get(start..chunk + CHUNK + RUN + 2 * STEP)
        && out.room() >= ROOM
    {
        let mut damaged = damaged_blocks(simd, tables, text);
        numbers = [numbers[1], damaged.count_ones()];
        let mut done = copied - start;
        while damaged != 0 {
            let block = damaged.leading_zeros() as usize;
            damaged &= u32::MAX >> 1 >> block;
            let from = block * BLOCK + BEFORE_CHUNK - BEFORE;
            let sequences = Sequences::of(simd, tables, &text[from..from + 2 * STEP]);
            let (errors, dropped) = errors_of(sequences, block == next);
            next = block + 1;
            let mut bad = errors | dropped;
            while bad != 0 {
                // Adding to the lowest of a run of bits carries to the one behind it.
                let carried = bad.wrapping_add(bad & bad.wrapping_neg());
                let error = from + bad.trailing_zeros() as usize;
                copy_run(simd, &text[done..], error - done, out);
                push_replacements((errors & bad & !carried).count_ones() as usize, out);
                done = from + carried.trailing_zeros() as usize;
                bad &= carried;
            }
        }
        // What starts in the last three bytes may be found to be an error by the next block.
        let certain = CHUNK + BEFORE_CHUNK - BEFORE;
        if done < certain {
            copy_run(simd, &text[done..], certain - done, out);
            done = certain;
        }
        copied = start + done;
        chunk += CHUNK;
        next = next.wrapping_sub(BLOCKS);
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

/// The blocks of a chunk, which `text` has after the bytes before it, in or at whose start is an error: the first
/// one is the top bit.
///
/// An error is noticed at most three bytes behind its start. Up to two bytes behind that others can stand that
/// are not noticed for themselves, because a lead before has them expected: so the last two bytes of the
/// block before count too.
#[inline(always)]
fn damaged_blocks<S: Blocks>(simd: S, tables: Tables<S>, text: &[u8]) -> u32 {
    let mut damaged = 0;
    let mut block = 0;
    while block < BLOCKS {
        let mut clean = u64::MAX << (2 + BLOCK);
        let mut at = 0;
        while at < STEP {
            let errors = tables.errors_at(simd, text, block * BLOCK + BEFORE_CHUNK - 2 + at);
            clean |= simd.bits(simd.eq(errors, simd.splat(0))) << at;
            at += S::LANES;
        }
        damaged = damaged << 1 | u32::from(clean != u64::MAX);
        block += 1;
    }
    damaged
}

/// The first bytes of the maximal subparts that are ill-formed, and their other bytes: of those that start in a
/// block or in the three bytes before it, with which the step begins. Where these are dealt with, of those in the block.
///
/// Where they are not, there is no error before the block, other than one that reaches into it.
#[inline(always)]
fn errors_of(sequences: Sequences, are_dealt_with: bool) -> (u64, u64) {
    const OF_BLOCK: u64 = ((1 << BLOCK) - 1) << BEFORE;
    let broken = !sequences.whole() & if are_dealt_with { OF_BLOCK } else { OF_BLOCK | 0b111 };
    let stray = sequences.continuations & !sequences.covered() & OF_BLOCK;
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
