//! UTF-8 to itself: a copy that is checked.
//!
//! # The shape
//!
//! Where a kernel starts it is at the start of the text or right behind an error, and where one error was there are others: a
//! step is checked while it is being stored, so that the next error costs no second look at what is before it. Text
//! that has been clean for a while is likely to remain so: it is validated, by loops that know its class, and then copied,
//! a window at a time; the copy finds in the cache what validation has read.
//!
//! Errors are replaced in three ways more, for as long as the text is like that:
//! - those that are far from each other, in wide lanes: [`sparse`];
//! - those that are not: [`damaged`];
//! - those that stand alone in ASCII: [`ascii`].

use core::marker::PhantomData;

mod ascii;
mod damaged;
mod search;
mod sparse;

use ascii::Ascii;
use damaged::Chunks;
use search::{ForAny, ForUsual};
use sparse::Sparse;

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

/// Bytes that are not many to the C library.
const PIECE: usize = 2048;

/// Bytes that are copied in any case, up to the next error, where there are many.
const RUN: usize = 2 * STEP;

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
        let mut output = out.take();
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
        let mut output = out.take();
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
        let at = replace_by_lines(simd, src, at, out);
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
            copy_exactly(&window[..well_formed], out);
            return (at + well_formed, Why::Error);
        }
        copy_exactly(window, out);
        at += len;
    }
    (at, Why::Error)
}

/// Copies `bytes`, for which there is room, and touches nothing behind them.
///
/// What C libraries use for many bytes is ten times slower, on some CPUs, where the copy lies a little more than a multiple
/// of 4096 bytes behind its source; as it does behind the first errors where both texts have pages of their own.
///
/// Out of line: the loops around it have better uses for registers.
#[inline(never)]
fn copy_exactly(bytes: &[u8], out: &mut Output<'_>) {
    let behind = out.behind_multiple_of(4096).wrapping_sub(bytes.as_ptr().addr()) % 4096;
    let piece = if behind < STEP { PIECE } else { WINDOW };
    for piece in bytes.chunks(piece) {
        out.extend(piece);
    }
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
        // In a variable of its own, which is lent to no frame, it stays in registers.
        let mut output = out.take();
        let stopped = steps(simd, &src[at..], &mut output);
        *out = output;
        match stopped {
            Ok(reached) => return at + reached,
            Err(error) => at += error,
        }
        let distance = at - from;
        let mut patience = None;
        loop {
            let ended;
            (at, ended) = one_by_one(simd, tables, src, at, patience, out);
            match ended {
                Ended::AtEnd => return at,
                Ended::InAscii => {
                    at = simd.frame(Ascii { src, at, are_many: distance < CLOSE, out });
                    break;
                }
                Ended::InErrors if distance < CLOSE => {
                    let are_few;
                    (at, are_few) =
                        simd.frame(Chunks { src, at, out, search: PhantomData::<ForAny> });
                    if are_few {
                        break;
                    }
                    patience = Some(PATIENCE);
                }
                Ended::InErrors | Ended::Clean => break,
            }
        }
    }
}

/// Texts with so many bytes are taken by lines,
const LONG: usize = 2048;
/// as long as so many are left.
const REST: usize = 1024;

/// Where it was less than so many bytes of ASCII, with errors, no more are expected.
const WORTHWHILE: usize = 1024;

/// As [`replace`], but much text by lines: in wide lanes that is the fastest way.
#[inline(always)]
fn replace_by_lines<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
    if src.len() - at < LONG || out.room() < STEP {
        return replace(simd, src, at, out);
    }
    let tables = Tables::new(simd);
    let mut at = at;
    let first = simd.load(&src[at..], 0);
    // Behind an error something can stand that is one too, and that no search notices: so a step is taken apart first.
    let mut patience = 1;
    if !simd.any_nonzero(tables.errors_at_start(simd, first)) {
        out.put(simd, first, S::LANES);
        at += settle(&src[at..], S::LANES, S::LANES, out);
        patience = 0;
    }
    let mut is_usual = true;
    let mut may_be_ascii = true;
    while src.len() - at >= REST {
        if patience > 0 {
            let ended;
            (at, ended) = one_by_one(simd, tables, src, at, Some(patience), out);
            if matches!(ended, Ended::AtEnd) {
                return at;
            }
            patience = 0;
        }
        let ended;
        (at, ended) = if is_usual {
            simd.frame(Sparse { src, at, may_be_ascii, out, search: PhantomData::<ForUsual> })
        } else {
            simd.frame(Sparse { src, at, may_be_ascii, out, search: PhantomData::<ForAny> })
        };
        match ended {
            sparse::Ended::Clean => return at,
            sparse::Ended::InAscii { are_many } => {
                let from = at;
                at = simd.frame(Ascii { src, at, are_many, out });
                may_be_ascii = at - from >= WORTHWHILE;
                patience = 1;
            }
            sparse::Ended::InUnusual => is_usual = false,
            sparse::Ended::InErrors => {
                let are_few;
                (at, are_few) = if is_usual {
                    simd.frame(Chunks { src, at, out, search: PhantomData::<ForUsual> })
                } else {
                    simd.frame(Chunks { src, at, out, search: PhantomData::<ForAny> })
                };
                // What is noticed everywhere may be no errors.
                patience = if are_few || is_usual { 1 } else { PATIENCE };
                is_usual &= are_few;
            }
            sparse::Ended::AtEnd => break,
        }
    }
    replace(simd, src, at, out)
}

/// Why [`one_by_one`] ended.
#[derive(Clone, Copy)]
enum Ended {
    /// There were enough steps without an error.
    Clean,
    /// There was an error, and there is no patience.
    InErrors,
    /// In ASCII, with a few errors.
    InAscii,
    /// Not much is left of either side.
    AtEnd,
}

/// Copies steps with U+FFFD for each error, one step like the other. With patience, until so many in a row have no error;
/// without, until one has that is not only ASCII otherwise, or has none.
#[inline(always)]
fn one_by_one<S: Blocks>(
    simd: S,
    tables: Tables<S>,
    src: &[u8],
    at: usize,
    patience: Option<usize>,
    out: &mut Output<'_>,
) -> (usize, Ended) {
    // In a variable of its own it stays in registers.
    let mut output = out.take();
    let mut at = at;
    let mut clean = 0;
    let ended = loop {
        let Some(window) = src.get(at..at + 2 * STEP) else { break Ended::AtEnd };
        if output.room() < MOST_OF_STEP {
            break Ended::AtEnd;
        }
        let step = Subparts::of(simd, tables, window);
        write(simd, window, step, &mut output);
        at += step.len;
        if step.errors == 0 {
            clean += 1;
            if clean >= patience.unwrap_or(1) {
                break Ended::Clean;
            }
            continue;
        }
        clean = 0;
        if step.high == step.errors {
            if ascii::is_worthwhile(step.errors) {
                break Ended::InAscii;
            }
        } else if patience.is_none() {
            break Ended::InErrors;
        }
    };
    *out = output;
    (at, ended)
}

/// Copies the first `len` bytes of `text`, which has some more.
#[inline(always)]
fn copy_run<S: Blocks>(simd: S, text: &[u8], len: usize, out: &mut Output<'_>) {
    let (mut text, mut len) = (text, len);
    while len > RUN {
        put(simd, text, 0, STEP, out);
        text = &text[STEP..];
        len -= STEP;
    }
    out.put_start::<S, RUN>(simd, text, len);
}

/// The most that a step may write, and store.
const MOST_OF_STEP: usize = (3 + 1) * STEP;

/// Errors with fewer bytes between them are close: more are to be expected, and [`Chunks`] is for them.
const CLOSE: usize = 128;
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

/// Replacements that are written in any case.
const REPLACEMENTS: usize = 5;

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
