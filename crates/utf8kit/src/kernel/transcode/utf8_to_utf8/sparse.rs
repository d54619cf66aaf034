//! Text with an error now and then.
//!
//! Lines of the cache are stored while they are checked, and all alike: what an error costs is the one branch that finds
//! it. What is wrong is then told without a branch for what it is, and the text goes on at once, in lines.

use core::marker::PhantomData;

use super::search::{BEFORE, KNOWN, Search, UNNOTICED, errors_of};
use super::{NEAR, RUN, STEP, ascii, push_replacements, put};
use crate::kernel::transcode::subparts::Sequences;
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::{Blocks, Kernel};

/// Bytes of the text that are looked at from three before a line on.
const WINDOW: usize = 4 * STEP;

/// How far ahead of a line memory is asked for.
const NEXT: usize = 512;

/// Room for what a line becomes, and what is written behind that.
const ROOM: usize = 3 * (2 * STEP) + RUN + STEP;

/// Errors with fewer bytes between them are near each other;
const NEAR_ERRORS: usize = 200;
/// so many of them in a row are many.
const MANY_ERRORS: u32 = 2;

/// Where that many errors in ASCII are asked for, no more are expected to be lonely.
const MOST_LONELY: u32 = 4;

/// Unusual leads with fewer bytes between them are near each other;
const NEAR_LEADS: usize = 512;
/// so many of them in a row are many.
const MANY_LEADS: u32 = 2;

/// Why [`Sparse`] ended.
#[derive(Clone, Copy)]
pub(super) enum Ended {
    /// There was no error for a while.
    Clean,
    /// There are many errors.
    InErrors,
    /// There is nothing but ASCII, and errors that stand alone. Whether they are near each other.
    InAscii(bool),
    /// There are many leads that are not usual.
    InUnusual,
    /// Not much is left of either side.
    AtEnd,
}

/// Copies `src` from `at` on, a boundary, with U+FFFD for each error, as long as these are far from each other. Gives
/// the boundary that it got to.
pub(super) struct Sparse<'a, 'b, 'o, C> {
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    /// So many lonely errors in a row, in ASCII, are for [`Ascii`](super::Ascii).
    pub(super) lonely: u32,
    pub(super) out: &'b mut Output<'o>,
    /// How errors are looked for.
    pub(super) search: PhantomData<C>,
}

impl<S: Blocks, C: Search<S>> Kernel<S> for Sparse<'_, '_, '_, C> {
    type Output = (usize, Ended);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, Ended) {
        let Sparse { src, at, lonely, out, .. } = self;
        // In a variable of this function it stays in registers.
        let mut output = out.take();
        let reached = copy::<S, C>(simd, src, at, lonely, &mut output);
        *out = output;
        reached
    }
}

#[inline(always)]
fn copy<S: Blocks, C: Search<S>>(
    simd: S,
    src: &[u8],
    at: usize,
    lonely: u32,
    out: &mut Output<'_>,
) -> (usize, Ended) {
    let check = C::check(simd);
    let tables = Tables::new(simd);
    let offset = src.as_ptr().addr() % STEP;
    // As far it has been copied, as notices are known, and as errors have been dealt with.
    let (mut copied, mut known, mut dealt_with) = (at, at, at);
    // Behind the last error, or the last lead that is not usual.
    let (mut behind_error, mut behind_lead) = (at, at);
    let (mut near_errors, mut near_leads, mut in_ascii) = (0, 0, 0);
    let ended = 'text: loop {
        // The line of which not all is known, from three bytes before it.
        let aligned = known.saturating_sub((offset + known) % STEP);
        let line = aligned.max(BEFORE);
        let mut rest = &src[line - BEFORE..];
        if rest.len() < WINDOW + STEP || out.room() < ROOM {
            break Ended::AtEnd;
        }
        let mut notices = C::notices(simd, check, rest, BEFORE) & u64::MAX << (known - line);
        out.put_start::<S, RUN>(simd, &src[copied..], (line + STEP).saturating_sub(copied));
        copied = copied.max(line + STEP);
        if notices == 0 {
            known = line + STEP;
            if copied > known || line > aligned {
                continue;
            }
            rest = &rest[STEP..];
        }
        // So much is left where it is looked whether the text is ASCII.
        let mut look = rest.len().saturating_sub(NEAR).max(WINDOW);
        loop {
            if notices == 0 {
                while rest.len() >= look && out.room() >= ROOM {
                    simd.prefetch(rest, NEXT);
                    notices = C::notices(simd, check, rest, BEFORE);
                    put(simd, rest, BEFORE, STEP, out);
                    if notices != 0 {
                        break;
                    }
                    rest = &rest[STEP..];
                }
                copied = src.len() - rest.len() + BEFORE;
                if notices == 0 {
                    if rest.len() < WINDOW || out.room() < ROOM {
                        break 'text Ended::AtEnd;
                    }
                    if copied - behind_error >= NEAR && ends_in_ascii(simd, src, copied) {
                        break 'text Ended::Clean;
                    }
                    look = rest.len().saturating_sub(NEAR).max(WINDOW);
                    continue;
                }
                copied += STEP;
            }
            let start = src.len() - rest.len();
            let noticed = notices.trailing_zeros() as usize;
            let sequences = Sequences::of(simd, tables, &rest[noticed..noticed + 2 * STEP]);
            let (errors, dropped) = errors_of(sequences, dealt_with.saturating_sub(start + noticed));
            let is_new = start + BEFORE + noticed >= known;
            dealt_with = dealt_with.max(start + noticed + KNOWN);
            known = start + noticed + KNOWN - UNNOTICED;
            let mut bad = errors | dropped;
            if bad == 0 {
                if !C::IS_EXACT && is_new {
                    let distance = start + noticed - behind_lead;
                    behind_lead = start + noticed;
                    near_leads = if distance < NEAR_LEADS { near_leads + 1 } else { 0 };
                    if near_leads == MANY_LEADS {
                        break 'text Ended::InUnusual;
                    }
                }
            } else {
                // What is before the first error is stored already, unless that is not what was noticed.
                let mut error = noticed + bad.trailing_zeros() as usize;
                let stored = copied - start;
                if error > stored {
                    out.put_start::<S, STEP>(simd, &rest[stored..], error - stored);
                } else {
                    out.retract(stored - error);
                }
                let mut done;
                loop {
                    // Adding to the lowest of a run of bits carries to the one behind it.
                    let carried = bad.wrapping_add(bad & bad.wrapping_neg());
                    push_replacements((errors & bad & !carried).count_ones() as usize, out);
                    done = noticed + carried.trailing_zeros() as usize;
                    bad &= carried;
                    if bad == 0 {
                        break;
                    }
                    error = noticed + bad.trailing_zeros() as usize;
                    out.put_start::<S, STEP>(simd, &rest[done..], error - done);
                }
                copied = start + done;
                let distance = copied - behind_error;
                behind_error = copied;
                near_errors = if distance < NEAR_ERRORS { near_errors + 1 } else { 0 };
                if lonely <= MOST_LONELY {
                    let is_ascii = sequences.high & (u64::MAX >> (STEP - KNOWN)) == errors
                        && ascii::is_worthwhile(errors);
                    in_ascii = if is_ascii { in_ascii + 1 } else { 0 };
                    if in_ascii == lonely {
                        break 'text Ended::InAscii(distance < NEAR_ERRORS);
                    }
                    if is_ascii {
                        near_errors = 0;
                    }
                }
                if near_errors == MANY_ERRORS {
                    break 'text Ended::InErrors;
                }
                if done <= BEFORE + STEP {
                    out.put_start::<S, STEP>(simd, &rest[done..], BEFORE + STEP - done);
                    copied = start + BEFORE + STEP;
                }
            }
            // All of the line is known.
            if noticed >= 8 && copied == start + BEFORE + STEP {
                rest = &rest[STEP..];
                notices = 0;
                continue;
            }
            continue 'text;
        }
    };
    let boundary = sequence_over(src, copied).max(behind_error);
    out.retract(copied - boundary);
    (boundary, ended)
}

/// Whether the last bytes before `at` are ASCII.
#[inline(always)]
fn ends_in_ascii<S: Blocks>(simd: S, src: &[u8], at: usize) -> bool {
    let bytes = &src[at - 8 * STEP..at];
    let mut all = simd.splat(0);
    let mut block = 0;
    while block < bytes.len() {
        all = simd.or(all, simd.load(bytes, block));
        block += S::LANES;
    }
    !simd.any_high(all)
}
