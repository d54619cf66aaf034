//! Text with an error now and then, or none.
//!
//! It is taken by lines of the cache, each stored while it is checked, and all alike. What an error costs is the branch that
//! finds it: what is wrong is told without another, what has been stored behind it is stored again in its place, and
//! the text goes on with the next line.
//!
//! Where the copy lies a little more than a multiple of 4096 bytes behind its source, some CPUs have loads wait for the
//! stores before them. So a line is loaded in full, for the check too, before it is stored.

use core::marker::PhantomData;

use super::search::{BEFORE, Errors, KNOWN, Search, UNNOTICED, errors_of};
use super::{NEAR, REPLACEMENT, RUN, STEP, ascii, push_replacements, put};
use crate::kernel::transcode::subparts::Sequences;
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::{Blocks, Kernel};

/// Bytes of the text that may be looked at, from those before a line on.
const WINDOW: usize = 5 * STEP;

/// How far ahead of a line memory is asked for.
const NEXT: usize = 512;

/// Bytes that are looked at to say that a text is ASCII.
const SAMPLE: usize = 8 * STEP;

/// Room for what a line becomes, and what is written behind that.
const ROOM: usize = 3 * (2 * STEP) + RUN + STEP;

/// Errors with fewer bytes between them are near each other,
const NEAR_ERRORS: usize = 200;
/// and so many of them in a row are many.
const MANY_ERRORS: u32 = 2;

/// Unusual leads with fewer bytes between them are near each other,
const NEAR_LEADS: usize = 512;
/// and so many of them in a row are many.
const MANY_LEADS: u32 = 2;

/// So many errors in a row that stand alone in ASCII are for [`Ascii`](super::Ascii).
const LONELY: u32 = 4;

/// Why [`Sparse`] ended.
#[derive(Clone, Copy)]
pub(super) enum Ended {
    /// There was no error for a while, and then nothing but ASCII.
    Clean,
    /// There are many errors.
    InErrors,
    /// There were errors that stand alone in ASCII. Whether they are near each other.
    InAscii { are_many: bool },
    /// There are many leads that are not usual.
    InUnusual,
    /// Not much is left of either side.
    AtEnd,
}

/// Copies `src` from `at` on, with U+FFFD for each error, as long as these are far from each other. Gives the boundary
/// that it got to.
///
/// `at` is a boundary, at least [`BEFORE`], and what is wrong right behind it has nothing to do with what is before it.
pub(super) struct Sparse<'a, 'b, 'o, C> {
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    /// Whether it is asked if the text is ASCII, but for errors.
    pub(super) may_be_ascii: bool,
    pub(super) out: &'b mut Output<'o>,
    /// How errors are looked for.
    pub(super) search: PhantomData<C>,
}

impl<S: Blocks, C: Search<S>> Kernel<S> for Sparse<'_, '_, '_, C> {
    type Output = (usize, Ended);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, Ended) {
        let Sparse { src, at, may_be_ascii, out, .. } = self;
        // In a variable of this function it stays in registers.
        let mut output = out.take();
        let reached = copy::<S, C>(simd, src, at, may_be_ascii, &mut output);
        *out = output;
        reached
    }
}

#[inline(always)]
fn copy<S: Blocks, C: Search<S>>(
    simd: S,
    src: &[u8],
    at: usize,
    may_be_ascii: bool,
    out: &mut Output<'_>,
) -> (usize, Ended) {
    let check = C::check(simd);
    let tables = Tables::new(simd);
    let offset = src.as_ptr().addr() % STEP;
    let mut reached = Reached { copied: at, known: at, dealt_with: at, behind_error: at };
    let mut seen = Seen { may_be_ascii, in_ascii: 0, near_errors: 0, near_leads: 0, last_lead: at };
    let ended = 'text: loop {
        // The line that has the first byte of which not all is known. Before the first one there may be too little.
        let aligned = reached.known.saturating_sub((offset + reached.known) % STEP);
        let line = aligned.max(BEFORE);
        let mut rest = &src[line - BEFORE..];
        if rest.len() < WINDOW || out.room() < ROOM {
            break Ended::AtEnd;
        }
        let unknown = u64::MAX << (reached.known - line);
        let mut notices = C::notices(simd, check, rest, BEFORE) & unknown;
        reached.copy_up_to::<S, RUN>(simd, src, line + STEP, out);
        if notices == 0 {
            reached.known = line + STEP;
            if reached.copied > line + STEP || line > aligned {
                continue;
            }
            rest = &rest[STEP..];
        }
        // So much is left where it is looked whether the text has become ASCII.
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
                let line = src.len() - rest.len() + BEFORE;
                if notices == 0 {
                    reached.copied = line;
                    reached.known = line;
                    if rest.len() < WINDOW || out.room() < ROOM {
                        break 'text Ended::AtEnd;
                    }
                    if line - reached.behind_error >= NEAR
                        && is_ascii(simd, &src[line - SAMPLE..line])
                    {
                        break 'text Ended::Clean;
                    }
                    look = rest.len().saturating_sub(NEAR).max(WINDOW);
                    continue;
                }
                reached.copied = line + STEP;
            }
            let line = src.len() - rest.len() + BEFORE;
            let noticed = notices.trailing_zeros() as usize;
            let is_new = line + noticed >= reached.known;
            let last_error = reached.behind_error;
            if let Some(place) = alone(&rest[noticed..])
                && let error = line + noticed - BEFORE + place
                && error >= reached.dealt_with
            {
                reached.replace_one(simd, src, error, out);
                // Whatever else it has noticed is before this, and there is nothing but ASCII.
                reached.known = line + noticed + BEFORE;
                reached.dealt_with = reached.known;
                // In text no byte that is not ASCII stands alone.
                let are_in_ascii = seen.may_be_ascii
                    && ascii::is_worthwhile(simd.high_bits(simd.load(rest, BEFORE)));
                if let Some(ended) = seen.error(reached.behind_error - last_error, are_in_ascii) {
                    break 'text ended;
                }
                if noticed + BEFORE > STEP {
                    break;
                }
                reached.copy_up_to::<S, STEP>(simd, src, line + STEP, out);
                notices &= u64::MAX.unbounded_shl((noticed + BEFORE) as u32);
                if notices == 0 {
                    rest = &rest[STEP..];
                }
                continue;
            }
            let sequences = Sequences::of(simd, tables, &rest[noticed..noticed + 2 * STEP]);
            let errors = reached.replace(simd, src, line + noticed - BEFORE, sequences, out);
            let ended = if errors.first != 0 {
                let high = sequences.high & u64::MAX >> (STEP - KNOWN);
                let are_in_ascii = high == errors.first && ascii::is_worthwhile(high);
                seen.error(reached.behind_error - last_error, are_in_ascii)
            } else if !C::IS_EXACT && is_new {
                seen.lead(line + noticed)
            } else {
                None
            };
            // What is noticed behind an error may not be all that is wrong there.
            if let Some(ended) = ended
                && reached.behind_error <= reached.known
            {
                break 'text ended;
            }
            if reached.known < line + STEP || reached.copied > line + STEP {
                break;
            }
            reached.copy_up_to::<S, STEP>(simd, src, line + STEP, out);
            rest = &rest[STEP..];
            notices = 0;
        }
    };
    let end = reached.copied.min(reached.known);
    let boundary = sequence_over(src, end).max(reached.behind_error);
    out.retract(reached.copied - boundary);
    (boundary, ended)
}

/// The place of the byte that is not ASCII, if it is the only one of the first eight. `around` begins [`BEFORE`] bytes
/// before the one at which an error is noticed: so it is this one or the one before it, and it is an error and one of
/// its own, whatever byte it is.
#[inline(always)]
fn alone(around: &[u8]) -> Option<usize> {
    let high = u64::from_le_bytes(*around.first_chunk()?) & 0x8080_8080_8080_8080;
    high.is_power_of_two().then(|| high.trailing_zeros() as usize / 8)
}

/// How far a text has been dealt with.
struct Reached {
    /// What is before this is in the output.
    copied: usize,
    /// What is noticed before this is known.
    known: usize,
    /// What starts before this is an error that has been replaced, or none.
    dealt_with: usize,
    /// Behind the last error that was replaced.
    behind_error: usize,
}

impl Reached {
    /// Copies up to `end`, unless more has been copied. At most `N` bytes.
    #[inline(always)]
    fn copy_up_to<S: Blocks, const N: usize>(
        &mut self,
        simd: S,
        src: &[u8],
        end: usize,
        out: &mut Output<'_>,
    ) {
        let len = end.saturating_sub(self.copied);
        debug_assert!(len <= N);
        out.put_start::<S, N>(simd, &src[self.copied..], len);
        self.copied += len;
    }

    /// Has the output end where `end` is, which is less than a step behind what has been copied.
    #[inline(always)]
    fn end_at<S: Blocks>(&mut self, simd: S, src: &[u8], end: usize, out: &mut Output<'_>) {
        if end < self.copied {
            out.retract(self.copied - end);
        } else {
            debug_assert!(end - self.copied <= STEP);
            out.put_start::<S, STEP>(simd, &src[self.copied..], end - self.copied);
        }
        self.copied = end;
    }

    /// Replaces the byte at `at`, which is an error.
    #[inline(always)]
    fn replace_one<S: Blocks>(&mut self, simd: S, src: &[u8], at: usize, out: &mut Output<'_>) {
        self.end_at(simd, src, at, out);
        out.push_start(REPLACEMENT, 3);
        self.copied = at + 1;
        self.behind_error = self.copied;
    }

    /// Replaces the errors among `sequences`, which are those from `from` on, and says where they are.
    #[inline(always)]
    fn replace<S: Blocks>(
        &mut self,
        simd: S,
        src: &[u8],
        from: usize,
        sequences: Sequences,
        out: &mut Output<'_>,
    ) -> Errors {
        let errors = errors_of(sequences, self.dealt_with.saturating_sub(from));
        self.dealt_with = self.dealt_with.max(from + KNOWN);
        self.known = from + KNOWN - UNNOTICED;
        let mut rest = errors;
        while let Some(run) = rest.next_run() {
            let start = from + run.start;
            self.end_at(simd, src, start, out);
            push_replacements(run.count, out);
            self.copied = from + run.end;
            self.behind_error = self.copied;
        }
        errors
    }
}

/// What has been seen of late, by which it is told what else the text is for.
struct Seen {
    /// As [`Sparse`] has it.
    may_be_ascii: bool,
    /// Errors in a row that stood alone in ASCII.
    in_ascii: u32,
    /// Errors in a row that were near the one before.
    near_errors: u32,
    /// The same of leads that are not usual, and the last one of these.
    near_leads: u32,
    last_lead: usize,
}

impl Seen {
    /// Some errors, `distance` behind the one before, and whether they stand alone in ASCII. Says where they are not for
    /// [`Sparse`].
    #[inline(always)]
    fn error(&mut self, distance: usize, are_in_ascii: bool) -> Option<Ended> {
        let are_near = distance < NEAR_ERRORS;
        self.near_errors = if are_near { self.near_errors + 1 } else { 0 };
        if self.may_be_ascii {
            if are_in_ascii {
                self.near_errors = 0;
                self.in_ascii += 1;
            } else {
                self.in_ascii = 0;
            }
            if self.in_ascii >= LONELY {
                return Some(Ended::InAscii { are_many: are_near });
            }
        }
        (self.near_errors >= MANY_ERRORS).then_some(Ended::InErrors)
    }

    /// A lead that is not usual, or what follows it.
    #[inline(always)]
    fn lead(&mut self, at: usize) -> Option<Ended> {
        self.near_leads = if at - self.last_lead < NEAR_LEADS { self.near_leads + 1 } else { 0 };
        self.last_lead = at;
        (self.near_leads >= MANY_LEADS).then_some(Ended::InUnusual)
    }
}

/// Whether `bytes`, whole blocks, are ASCII.
#[inline(always)]
fn is_ascii<S: Blocks>(simd: S, bytes: &[u8]) -> bool {
    let mut all = simd.splat(0);
    let mut block = 0;
    while block < bytes.len() {
        all = simd.or(all, simd.load(bytes, block));
        block += S::LANES;
    }
    !simd.any_high(all)
}
