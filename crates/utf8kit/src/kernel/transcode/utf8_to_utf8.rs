//! UTF-8 to itself: a copy that is checked.
//!
//! # The shape
//!
//! Two of them. Where a kernel starts it is at the start of the text or right behind an error, and
//! where one error was there are others: a step is checked while it is being stored, so that the next
//! error costs no second look at what is before it. Text that has been clean for a while is likely to
//! remain so: it is validated, by loops that know its class, and then copied, a window at a time; the
//! copy finds in the cache what validation has read.

use super::subparts::{STEP, Subparts};
use super::{InBlocks, InLanes, Stopped, Transcode, Why};
use crate::kernel::validate::check::Tables;
use crate::kernel::validate::up_to_df::UpToDf;
use crate::kernel::validate::{GROUP, Narrow, Validate, load, max, unfinished_wide_before};
use crate::raw::Output;
use crate::scalar::decode::{error_at, first_error, sequence_over};
use crate::scalar::form::Coded;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;

/// UTF-8 to UTF-8.
pub(crate) enum Utf8ToUtf8 {}

/// The most blocks that a step has.
const MOST_BLOCKS: usize = STEP / 16;

/// Bytes of ASCII that are stored at once, where some have been.
const STRETCH: usize = 256;

/// After so many bytes without an error the text is taken by windows.
const NEAR: usize = 4096;

/// After so many steps that are not ASCII it is looked whether the class with a loop of its own has come.
const STEPS_PER_LOOK: usize = 16;

/// Bytes that are validated and then copied.
const WINDOW: usize = 8192;

/// U+FFFD, in a store of its own size.
const REPLACEMENT: [u8; 4] = *b"\xEF\xBF\xBD\0";

impl Transcode for Utf8ToUtf8 {
    const NAME: &'static str = "UTF-8 to UTF-8";
    const BLOCKS: bool = true;
    const LANES: bool = true;
    const REPLACES: bool = true;
    const REPLACES_IN_LANES: bool = true;

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        // In a variable of its own it stays in registers.
        let mut output = core::mem::take(out);
        let stopped = copy::<S, InBlocks>(simd, src, at, &mut output);
        *out = output;
        stopped
    }

    #[inline(always)]
    fn replacing<S: Blocks>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        _: Coded,
    ) -> Stopped {
        let mut output = core::mem::take(out);
        let at = replace(simd, src, at, &mut output);
        let stopped = copy::<S, InBlocks>(simd, src, at, &mut output);
        *out = output;
        stopped
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        copy::<S, InLanes>(simd, src, at, out)
    }

    #[inline(always)]
    fn replacing_lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        let at = replace(simd, src, at, out);
        copy::<S, InLanes>(simd, src, at, out)
    }
}

/// The validation of one of the two shapes.
trait Validation<S> {
    /// As [`Validate`].
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

/// Copies `src` from `at` on, up to the first error.
#[inline(always)]
fn copy<S: Blocks, V: Validation<S>>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = at;
    // Nothing looks behind the start: what stands there may be an error that has been dealt with.
    match steps(simd, &src[at..], out) {
        Ok(reached) => at += reached,
        Err(error) => return (at + error, Why::Error),
    }
    while at < src.len() {
        let rest = &src[at..];
        let len = WINDOW.min(rest.len()).min(out.room());
        let len = if len < rest.len() { sequence_over(rest, len) } else { len };
        if len == 0 {
            return (at, Why::Room);
        }
        let window = &rest[..len];
        if let Err(near) = V::validate(simd, window) {
            let well_formed = valid_up_to(simd, window, near);
            out.extend(&window[..well_formed]);
            return (at + well_formed, Why::Error);
        }
        out.extend(window);
        at += len;
    }
    (at, Why::Error)
}

/// Copies the start of `src`, whole steps, as far as there is room for them. Gives the start of the
/// character that it got to, or of the first error.
#[inline(always)]
fn steps<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> Result<usize, usize> {
    if src.len() < STEP || out.room() < STEP {
        return Ok(0);
    }
    let tables = Tables::new(simd);
    let first = simd.load(src, 0);
    out.put(simd, first, S::LANES);
    if simd.any_high(first) {
        let errors = tables.errors_at_start(simd, first);
        if simd.any_nonzero(errors) {
            let clean = simd.bits(simd.eq(errors, simd.splat(0))).trailing_ones() as usize;
            return Err(settle(src, clean, S::LANES, out));
        }
    }
    let end = src.len().min(NEAR);
    let mut until_look = 1;
    // From three bytes before what comes next.
    let mut rest = &src[S::LANES - 3..end];
    while let Some(window) = rest.get(..3 + STEP)
        && out.room() >= STEP
    {
        if !simd.any_high(put(simd, window, 3, STEP, out)) && !has_unfinished(window) {
            rest = &rest[STEP..];
            while let Some(window) = rest.get(3..3 + STRETCH)
                && out.room() >= STRETCH
            {
                if simd.any_high(put(simd, window, 0, STRETCH, out)) {
                    out.retract(STRETCH);
                    break;
                }
                rest = &rest[STRETCH..];
            }
            continue;
        }
        let mut errors = [simd.splat(0); MOST_BLOCKS];
        let mut any = simd.splat(0);
        let mut block = 0;
        while block < STEP / S::LANES {
            errors[block] = tables.errors_at(simd, window, 3 + block * S::LANES);
            any = simd.or(any, errors[block]);
            block += 1;
        }
        if simd.any_nonzero(any) {
            let here = end - (rest.len() - 3);
            return Err(settle(src, here + clean(simd, errors), here + STEP, out));
        }
        rest = &rest[STEP..];
        until_look -= 1;
        if until_look == 0 {
            until_look = STEPS_PER_LOOK;
            if let Some(window) = rest.get(..3 + GROUP * S::LANES)
                && !unfinished_wide_before(window, 3)
            {
                let from = rest.len();
                rest = groups_up_to_df(simd, rest, out);
                if rest.len() < from {
                    until_look = 1;
                }
            }
        }
    }
    let reached = end - (rest.len() - 3);
    Ok(settle(src, reached, reached, out))
}

/// How many bytes of a step there are before the first error.
#[inline(always)]
fn clean<S: Blocks>(simd: S, errors: [S::V; MOST_BLOCKS]) -> usize {
    let mut clean = 0;
    let mut block = 0;
    while block < STEP / S::LANES {
        clean |= simd.bits(simd.eq(errors[block], simd.splat(0))) << (block * S::LANES);
        block += 1;
    }
    clean.trailing_ones() as usize
}

/// Copies groups that have nothing above DF, from behind the first three bytes of `rest` on, which have
/// nothing above either; and gives what is then left, from three bytes before it.
#[inline(always)]
fn groups_up_to_df<'a, S: Blocks>(simd: S, rest: &'a [u8], out: &mut Output<'_>) -> &'a [u8] {
    let up_to_df = UpToDf::new(simd);
    let mut rest = rest;
    while let Some(window) = rest.get(..3 + GROUP * S::LANES)
        && out.room() >= GROUP * S::LANES
    {
        let x = load(simd, window, 3);
        if !up_to_df.covers(simd, max(simd, x)) || up_to_df.any_error(simd, window, x) {
            break;
        }
        out.put_two(simd, [x[0], x[1]], 2 * S::LANES);
        out.put_two(simd, [x[2], x[3]], 2 * S::LANES);
        rest = &rest[GROUP * S::LANES..];
    }
    rest
}

/// Writes `len` bytes from `at` on, whole blocks. Gives all of their bits.
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

/// Gives up what was stored from the sequence on that stands at `at` or reaches over it, up to
/// `stored`; and says where it starts.
#[inline(always)]
fn settle(src: &[u8], at: usize, stored: usize, out: &mut Output<'_>) -> usize {
    let start = sequence_over(src, at);
    out.retract(stored - start);
    start
}

/// Copies `src` from `at` on with U+FFFD for each error, as long as there is much of both sides left.
/// Gives the start of the character that it got to.
#[inline(always)]
fn replace<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
    let tables = Tables::new(simd);
    let mut at = at;
    loop {
        let from = at;
        match steps(simd, &src[at..], out) {
            Ok(reached) => return at + reached,
            Err(error) => at += error,
        }
        let patience = if at - from < CLOSE { PATIENCE } else { 1 };
        let mut clean = 0;
        while clean < patience {
            let Some(window) = src.get(at..at + 2 * STEP) else { return at };
            if out.room() < MOST_OF_STEP {
                return at;
            }
            let step = Subparts::of(simd, tables, window);
            write(simd, window, step, out);
            at += step.len;
            if step.are_ascii_and_errors {
                at = ascii(simd.parts(), src, at, out);
                break;
            }
            clean = if step.errors == 0 || patience == 1 { clean + 1 } else { 0 };
        }
    }
}

/// Copies ASCII from `at` on, with U+FFFD for each byte between that is none: one that stands alone
/// is an error, and one of its own. Gives where something else comes, or where there is not much left of
/// either side.
#[inline(always)]
fn ascii<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
    let mut at = at;
    while let Some(window) = src.get(at..at + STRETCH + 1)
        && out.room() >= STRETCH + STEP
    {
        if !simd.any_high(put(simd, window, 0, STRETCH, out)) {
            at += STRETCH;
            continue;
        }
        let clean = ascii_len(simd, window);
        out.retract(STRETCH - clean);
        at += clean;
        if window[clean + 1] >= 0x80 {
            break;
        }
        out.push(REPLACEMENT, 3);
        at += 1;
    }
    at
}

/// How many bytes of a stretch there are before the first that is not ASCII.
///
/// Without a branch for where it is, which could not be foreseen.
#[inline(always)]
fn ascii_len<S: Blocks>(simd: S, window: &[u8]) -> usize {
    let (mut len, mut high) = (0, 0);
    let mut step = STRETCH / STEP;
    while step > 0 {
        step -= 1;
        let mut bits = 0;
        let mut block = 0;
        while block < STEP / S::LANES {
            let x = simd.load(window, step * STEP + block * S::LANES);
            bits |= simd.high_bits(x) << (block * S::LANES);
            block += 1;
        }
        (len, high) = if bits == 0 { (len, high) } else { (step * STEP, bits) };
    }
    len + high.trailing_zeros() as usize
}

/// The most that a step may write, and store.
const MOST_OF_STEP: usize = (3 + 1) * STEP;

/// Errors with fewer bytes between them are close: more are to be expected.
const CLOSE: usize = 512;
/// So many steps in a row have to be without an error, where errors are close, before it is believed that
/// there are none.
const PATIENCE: usize = 4;

/// Writes what `window`, which has two steps, starts with: `step`.
#[inline(always)]
fn write<S: Blocks>(simd: S, window: &[u8], step: Subparts, out: &mut Output<'_>) {
    let mut errors = step.errors;
    let mut at = 0;
    while errors != 0 {
        let error = errors.trailing_zeros() as usize;
        put(simd, window, at, STEP, out);
        out.retract(STEP - (error - at));
        out.push(REPLACEMENT, 3);
        at = error + 1 + (step.dropped >> error >> 1).trailing_ones() as usize;
        errors &= errors - 1;
    }
    put(simd, window, at, STEP, out);
    out.retract(STEP - (step.len - at));
}

/// The index of the first error, of which validation says that it is near.
#[inline(always)]
fn valid_up_to<S: Blocks>(simd: S, bytes: &[u8], near: usize) -> usize {
    let start = sequence_over(bytes, near);
    if start < bytes.len() && error_at(bytes, start).is_some() {
        return start;
    }
    let near = Narrow { bytes, near: start }.blocks(simd);
    first_error(bytes, sequence_over(bytes, near)).map_or(start, |error| error.position())
}
