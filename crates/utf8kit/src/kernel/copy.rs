//! A copy of UTF-8 that is checked, and in which errors can be replaced.
//!
//! ```text
//! until the end:
//!     copy steps of 64 bytes and check each while it is stored, for up to 4 KiB      (some errors)
//!     then validate chunks of 8 KiB and copy each                                    (no errors)
//!     at an error, if errors are replaced:
//!         take each step apart into errors and what is between them,
//!         until four steps in a row have no error                                    (some errors)
//! ```
//!
//! A copy begins at the start of a text or right behind an error, and where one error was there are
//! others. So a step is checked while it is stored: the next error costs no second look at what
//! stands before it. Text that has been clean for a while is likely to remain so. It is validated
//! by loops that know its class, and then copied; the copy finds in the cache what validation has
//! read.

use super::subparts::{STEP_BYTES, Subparts};
use super::validate::check::Tables;
use super::validate::two_byte::TwoByte;
use super::validate::{GROUP_BLOCKS, Locate, Validate, clean, load, max, unfinished_wide_before};
use super::{Stopped, Why};
use crate::engine::Engine;
use crate::raw::Output;
use crate::scalar::decode::{error_at, first_error, sequence_over};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;

/// The most blocks that a step has.
const MAX_STEP_BLOCKS: usize = STEP_BYTES / 16;

/// So many bytes of ASCII are stored at once, behind a step that was ASCII.
const STRETCH_BYTES: usize = 256;

/// After so many bytes without an error, the text is validated and copied in chunks.
const NEAR_BYTES: usize = 4096;

/// After so many steps that are not ASCII, the loop looks whether the text has nothing above DF,
/// which has a loop of its own.
const STEPS_PER_LOOK: usize = 16;

/// So many bytes are validated and then copied.
const CHUNK_BYTES: usize = 8192;

/// So many bytes are few enough that a C library copies them with plain loads and stores: see
/// [`copy_exactly`].
const PIECE_BYTES: usize = 2048;

/// U+FFFD and a byte behind it, which make one store of four bytes.
const REPLACEMENT: [u8; 4] = *b"\xEF\xBF\xBD\0";

/// Copies `src` from `at` on, as far as there is room: up to the first error, or with U+FFFD in the
/// place of each error. The copy may stop at an error even if errors are replaced.
pub(crate) struct Copy<'r, 'o> {
    pub(crate) src: &'r [u8],
    pub(crate) at: usize,
    pub(crate) out: &'r mut Output<'o>,
    pub(crate) replaces: bool,
}

impl Copy<'_, '_> {
    /// Runs the copy. It is out of line, so that a program has the copy once.
    #[inline(never)]
    pub(crate) fn outlined(self, engine: Engine) -> Stopped {
        engine.run(self)
    }

    #[inline(always)]
    fn with<S: Blocks, V: Validation<S>>(self, simd: S) -> Stopped {
        let Copy { src, mut at, out, mut replaces } = self;
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let stopped = loop {
            // The slice begins at `at`, so that nothing looks at the bytes before it: these may be
            // an error that was replaced.
            at = match steps(simd, &src[at..], &mut output) {
                Ok(reached) => match chunks::<S, V>(simd, src, at + reached, &mut output) {
                    Ok(at) => break (at, Why::Room),
                    Err(error) => error,
                },
                Err(error) => at + error,
            };
            if !replaces {
                break (at, Why::Error);
            }
            let is_end;
            (at, is_end) = damaged(simd, src, at, &mut output);
            replaces = !is_end;
        };
        *out = output;
        stopped
    }
}

impl Operation for Copy<'_, '_> {
    type Output = Stopped;

    fn scalar(self) -> Stopped {
        (self.at, Why::Room)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Stopped {
        self.with::<S, InBlocks>(simd)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Stopped {
        self.with::<S, InLanes>(simd)
    }
}

/// Validates with blocks.
enum InBlocks {}

/// Validates with 512-bit lanes.
enum InLanes {}

/// How one of the two shapes validates.
trait Validation<S> {
    /// Runs [`Validate`].
    fn validate(simd: S, bytes: &[u8]) -> Result<(), usize>;
}

impl<S: Blocks> Validation<S> for InBlocks {
    #[inline(always)]
    fn validate(simd: S, bytes: &[u8]) -> Result<(), usize> {
        Validate(bytes).blocks(simd)
    }
}

impl<S: Lanes> Validation<S> for InLanes {
    #[inline(always)]
    fn validate(simd: S, bytes: &[u8]) -> Result<(), usize> {
        Validate(bytes).lanes(simd)
    }
}

/// Copies `src` from `at` on, chunk by chunk. Gives where it got to, if no error comes before the
/// end of the text or of the room; otherwise gives where the error is.
#[inline(always)]
fn chunks<S: Blocks, V: Validation<S>>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Result<usize, usize> {
    let mut at = at;
    while at < src.len() {
        let rest = &src[at..];
        let len = CHUNK_BYTES.min(rest.len()).min(out.room());
        let len = if len < rest.len() { sequence_over(rest, len) } else { len };
        if len == 0 {
            break;
        }
        let chunk = &rest[..len];
        if let Err(near) = V::validate(simd, chunk) {
            let well_formed = valid_up_to(simd, chunk, near);
            copy_exactly(&chunk[..well_formed], out);
            return Err(at + well_formed);
        }
        copy_exactly(chunk, out);
        at += len;
    }
    Ok(at)
}

/// Copies `bytes`, for which there is room, and touches nothing behind them.
///
/// What C libraries use for many bytes is ten times slower, on some CPUs, where the copy lies a
/// little more than a multiple of 4096 bytes behind its source. Behind the first errors of a text
/// it does lie there, because source and output both begin at a page of their own.
///
/// It is out of line, because the loops around it have better uses for registers.
#[inline(never)]
fn copy_exactly(bytes: &[u8], out: &mut Output<'_>) {
    let behind = out.behind_multiple_of(4096).wrapping_sub(bytes.as_ptr().addr()) % 4096;
    let piece = if behind < STEP_BYTES { PIECE_BYTES } else { CHUNK_BYTES };
    for piece in bytes.chunks(piece) {
        out.extend(piece);
    }
}

/// Copies whole steps from the start of `src`, as far as there is room for them. Gives the start of
/// the character that it got to, or of the first error.
#[inline(always)]
fn steps<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> Result<usize, usize> {
    if src.len() < STEP_BYTES || out.room() < STEP_BYTES {
        return Ok(0);
    }
    let tables = Tables::new(simd);
    let first = simd.load(src, 0);
    out.put(simd, first, S::LANES);
    if simd.any_high(first) {
        let errors = tables.errors_at_start(simd, first);
        if simd.any_nonzero(errors) {
            return Err(settle(src, clean(simd, errors), S::LANES, out));
        }
    }
    let stop_at = src.len().min(NEAR_BYTES);
    let mut until_look = 1;
    // `rest` begins three bytes before what comes next.
    let mut rest = &src[S::LANES - 3..stop_at];
    while let Some(window) = rest.get(..3 + STEP_BYTES)
        && out.room() >= STEP_BYTES
    {
        if !simd.any_high(put(simd, window, 3, STEP_BYTES, out)) && !has_unfinished(window) {
            rest = &rest[STEP_BYTES..];
            while let Some(window) = rest.get(3..3 + STRETCH_BYTES)
                && out.room() >= STRETCH_BYTES
            {
                if simd.any_high(put(simd, window, 0, STRETCH_BYTES, out)) {
                    out.retract(STRETCH_BYTES);
                    break;
                }
                rest = &rest[STRETCH_BYTES..];
            }
            continue;
        }
        let mut errors = [simd.splat(0); MAX_STEP_BLOCKS];
        let mut any = simd.splat(0);
        let mut block = 0;
        while block < STEP_BYTES / S::LANES {
            errors[block] = tables.errors_at(simd, window, 3 + block * S::LANES);
            any = simd.or(any, errors[block]);
            block += 1;
        }
        if simd.any_nonzero(any) {
            let here = stop_at - (rest.len() - 3);
            return Err(settle(src, here + clean_in_step(simd, errors), here + STEP_BYTES, out));
        }
        rest = &rest[STEP_BYTES..];
        until_look -= 1;
        if until_look == 0 {
            until_look = STEPS_PER_LOOK;
            if let Some(window) = rest.get(..3 + GROUP_BLOCKS * S::LANES)
                && !unfinished_wide_before(window, 3)
            {
                let from = rest.len();
                rest = two_byte_groups(simd, rest, out);
                if rest.len() < from {
                    until_look = 1;
                }
            }
        }
    }
    let reached = stop_at - (rest.len() - 3);
    Ok(settle(src, reached, reached, out))
}

/// How many bytes of a step there are before the first error.
#[inline(always)]
fn clean_in_step<S: Blocks>(simd: S, errors: [S::V; MAX_STEP_BLOCKS]) -> usize {
    let mut clean = 0;
    let mut block = 0;
    while block < STEP_BYTES / S::LANES {
        clean |= simd.bits(simd.eq(errors[block], simd.splat(0))) << (block * S::LANES);
        block += 1;
    }
    clean.trailing_ones() as usize
}

/// Copies groups that have nothing above DF. The first three bytes of `rest` are passed already,
/// and have nothing above DF either. Gives what is then left, from three bytes before it.
#[inline(always)]
fn two_byte_groups<'a, S: Blocks>(simd: S, rest: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
    let two_byte = TwoByte::new(simd);
    let mut rest = rest;
    while let Some(window) = rest.get(..3 + GROUP_BLOCKS * S::LANES)
        && out.room() >= GROUP_BLOCKS * S::LANES
    {
        let x = load(simd, window, 3);
        if !two_byte.covers(simd, max(simd, x)) || two_byte.any_error(simd, window, x) {
            break;
        }
        out.put_two(simd, [x[0], x[1]], 2 * S::LANES);
        out.put_two(simd, [x[2], x[3]], 2 * S::LANES);
        rest = &rest[GROUP_BLOCKS * S::LANES..];
    }
    rest
}

/// Writes `len` bytes from `at` on, which must be whole blocks. Gives the bits that any of them
/// has, lane by lane.
#[inline(always)]
fn put<S: Blocks>(simd: S, bytes: &[u8], at: usize, len: usize, out: &mut Output<'_>) -> S::V {
    let mut all = simd.splat(0);
    let mut block = 0;
    while block < len / S::LANES {
        let x = simd.load(bytes, at + block * S::LANES);
        out.put(simd, x, S::LANES);
        all = simd.or(all, x);
        block += 1;
    }
    all
}

/// Whether a sequence starts in the first three bytes of `window` that reaches over them.
#[inline(always)]
fn has_unfinished(window: &[u8]) -> bool {
    window[0] >= 0xF0 || window[1] >= 0xE0 || window[2] >= 0xC0
}

/// Takes back what was stored of the sequence that stands at `at` or reaches over it, and
/// everything behind that. `stored` is how far bytes were stored. Gives the start of the sequence.
#[inline(always)]
fn settle(src: &[u8], at: usize, stored: usize, out: &mut Output<'_>) -> usize {
    let start = sequence_over(src, at);
    out.retract(stored - start);
    start
}

/// Copies steps with U+FFFD for each error, until [`PATIENCE_STEPS`] in a row have none. Gives
/// where it got to, and whether that is near the end of the text or of the room.
#[inline(always)]
fn damaged<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> (usize, bool) {
    let tables = Tables::new(simd);
    let mut at = at;
    let mut clean_steps = 0;
    while clean_steps < PATIENCE_STEPS {
        let Some(window) = src.get(at..at + 2 * STEP_BYTES) else { return (at, true) };
        if out.room() < MAX_WRITTEN_BYTES {
            return (at, true);
        }
        if !simd.any_high(put(simd, window, 0, STEP_BYTES, out)) {
            at += STEP_BYTES;
            clean_steps += 1;
            continue;
        }
        out.retract(STEP_BYTES);
        let step = Subparts::of(simd, tables, window);
        write(simd, window, step, out);
        at += step.len;
        clean_steps = if step.errors == 0 { clean_steps + 1 } else { 0 };
    }
    (at, false)
}

/// The most bytes that a step may write, and store.
const MAX_WRITTEN_BYTES: usize = (3 + 1) * STEP_BYTES;

/// After so many steps in a row without an error, no more errors are likely.
const PATIENCE_STEPS: usize = 4;

/// Writes `step`, with which `window` begins, with U+FFFD for each error in it. `window` has two
/// steps.
#[inline(always)]
fn write<S: Blocks>(simd: S, window: &[u8], step: Subparts, out: &mut Output<'_>) {
    let mut errors = step.errors;
    let mut at = 0;
    while errors != 0 {
        let error = errors.trailing_zeros() as usize;
        put(simd, window, at, STEP_BYTES, out);
        out.retract(STEP_BYTES - (error - at));
        out.push_start(REPLACEMENT, 3);
        at = error + 1 + (step.dropped >> error >> 1).trailing_ones() as usize;
        errors &= errors - 1;
    }
    put(simd, window, at, STEP_BYTES, out);
    out.retract(STEP_BYTES - (step.len - at));
}

/// The index of the first error. `near` is the index near it that validation gives.
#[inline(always)]
fn valid_up_to<S: Blocks>(simd: S, bytes: &[u8], near: usize) -> usize {
    let start = sequence_over(bytes, near);
    if start < bytes.len() && error_at(bytes, start).is_some() {
        return start;
    }
    let near = Locate { bytes, near: start }.blocks(simd);
    first_error(bytes, sequence_over(bytes, near)).map_or(start, |error| error.position())
}
