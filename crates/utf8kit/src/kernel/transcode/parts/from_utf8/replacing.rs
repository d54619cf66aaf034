//! Text with errors, each of which becomes U+FFFD.
//!
//! The masks of a whole step tell where errors are ([`Subparts`]). In the lane of an error's first
//! byte, the views are made to show the bytes of U+FFFD, and the lanes of its other bytes are
//! compressed away. A lead byte whose form is not whole is hidden from the lanes behind it, to
//! which it does not belong. So a step with errors costs what one without costs, and no branch
//! depends on where they are.
//!
//! ```text
//! loop:
//!     Steps    convert steps with their errors, until so many bytes in a row have none:
//!                  PATIENCE_BYTES, if the last errors were close
//!                  only as many as the loops need before them, otherwise
//!     loops    convert steps without errors, up to the next error
//! the tail: a step at a time, with zeros behind it, into memory of its own
//! ```

use core::marker::PhantomData;

use super::{Joiner, Next, Views, Wide, careful, is_step_left, loops};
use crate::kernel::subparts::{STEP_BYTES, Subparts};
use crate::kernel::transcode::parts::give_up_unaligned;
use crate::kernel::transcode::{Stopped, Why};
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// Errors with fewer bytes between them are close, and more of them are to be expected.
const CLOSE_BYTES: usize = 512;
/// Where errors are close, the text is taken to be clean after so many bytes in a row without an
/// error.
const PATIENCE_BYTES: usize = 256;
/// In ASCII with errors, the text is taken to be clean after so many bytes in a row without an
/// error. They are many, because a step with errors takes hardly longer there than one without.
const ASCII_PATIENCE_BYTES: usize = 4096;
/// The loops for clean text need so many bytes before them in which no character reaches over the
/// place where they start.
const MIN_CLEAN_BYTES: usize = 3;

/// Converts `src` from `at` on, with U+FFFD in the place of each error.
#[inline(always)]
pub(in crate::kernel::transcode) fn replace<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = careful::ascii::<S, W>(simd, src, at, out);
    let (mut class, mut patience) = (Next::Bmp, MIN_CLEAN_BYTES);
    while at < src.len() {
        match careful::block::<S, W>(simd, src, at, out) {
            Ok(next) if next < MIN_CLEAN_BYTES => at = next,
            Ok(next) => (at, class) = loops::<S, W>(simd, src, next, class, out),
            Err((error, Why::Error)) if error < src.len() => {
                at = error;
                if !is_step_left::<W>(src, at, out) {
                    return tail::<S, W>(simd, src, at, out);
                }
            }
            Err(stopped) => return stopped,
        }
        while is_step_left::<W>(src, at, out) {
            let wide = PhantomData::<W>;
            let from = simd.frame(Steps { src, at, out, patience, wide });
            (at, class) = loops::<S, W>(simd, src, from, class, out);
            patience = if at - from < CLOSE_BYTES { PATIENCE_BYTES } else { MIN_CLEAN_BYTES };
        }
    }
    (at, Why::Error)
}

/// Converts all of the tail of `src` from `at` on, if it is at most a step and there is room for
/// it.
#[inline(always)]
fn tail<S: Parts, W: Wide>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
    let rest = &src[at..];
    if rest.len() > STEP_BYTES {
        return (at, Why::Error);
    }
    // Zeros do not complete a character that is cut off, so it is an error before them as it is at
    // the end.
    let mut padded = [0; 2 * STEP_BYTES];
    padded[..rest.len()].copy_from_slice(rest);
    let mut memory = [0; 2 * STEP_BYTES * 4];
    let mut units = Output::over(&mut memory);
    let (tables, joiner) = (Tables::new(simd), Joiner::new(simd));
    let mut read = 0;
    while read < rest.len() {
        let window = &padded[read..read + STEP_BYTES + 1];
        let step = Subparts::of(simd, tables, window).up_to(rest.len() - read);
        write::<S, W>(simd, joiner, window, step, &mut units);
        read += step.len;
    }
    let written = units.written();
    if written > out.room() {
        return (at, Why::Error);
    }
    out.extend(&memory[..written]);
    (src.len(), Why::Error)
}

/// Converts steps until `patience` bytes in a row are without an error, or until source or room are
/// too little for a step.
struct Steps<'k, 'o, W> {
    src: &'k [u8],
    at: usize,
    out: &'k mut Output<'o>,
    patience: usize,
    wide: PhantomData<W>,
}

impl<S: Parts, W: Wide> Kernel<S> for Steps<'_, '_, W> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let Steps { src, at, out, patience, .. } = self;
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let (tables, joiner) = (Tables::new(simd), Joiner::new(simd));
        let mut rest = &src[at..];
        let mut clean = 0;
        while clean < patience
            && let Some(window) = rest.get(..STEP_BYTES + 1)
            && output.room() >= STEP_BYTES * W::UNIT_BYTES
        {
            let step = Subparts::of(simd, tables, window);
            write::<S, W>(simd, joiner, window, step, &mut output);
            rest = &rest[step.len..];
            clean = step.clean_behind(clean);
            if step.errors != 0 && step.high == step.errors {
                (rest, clean) = ascii_and_errors::<S, W>(simd, rest, &mut output);
            }
        }
        *out = output;
        src.len() - rest.len()
    }
}

/// Writes the units of `step`, with which `window` begins.
#[inline(always)]
fn write<S: Parts, W: Wide>(
    simd: S,
    joiner: Joiner<S>,
    window: &[u8],
    step: Subparts,
    out: &mut Output<'_>,
) {
    let mut keep = step.ends | step.errors;
    if W::PAIRS {
        keep |= step.thirds_of_four;
    }
    let mut block = 0;
    while block < STEP_BYTES / S::LANES {
        let at = block * S::LANES;
        let x = simd.load(window, at);
        // What stands before the window does not belong to it.
        let (one, two, three) = if block == 0 {
            (simd.shift_up::<1>(x), simd.shift_up::<2>(x), simd.shift_up::<3>(x))
        } else {
            (simd.load(window, at - 1), simd.load(window, at - 2), simd.load(window, at - 3))
        };
        // The byte two before belongs to the same character where it is followed by continuation
        // bytes.
        let c0 = simd.splat(0xC0);
        let follow = simd.and(
            simd.spread(simd.greater_signed(c0, x)),
            simd.spread(simd.greater_signed(c0, one)),
        );
        let is_error = simd.spread_bits((step.errors >> at) as u32);
        let two = simd.choose(is_error, simd.splat(0xEF), simd.and(two, follow));
        let views = Views {
            x: simd.choose(is_error, simd.splat(0xBD), x),
            one: simd.choose(is_error, simd.splat(0xBF), one),
            two,
            three: simd.and(three, simd.spread(simd.greater_signed(c0, two))),
        };
        let keep = (keep >> at) as u32;
        if step.thirds_of_four == 0 {
            W::bmp(simd, joiner, views, keep, out);
        } else {
            W::any(simd, joiner, views, keep, out);
        }
        block += 1;
    }
}

/// Converts steps of ASCII in which bytes stand that are errors, each of them alone, for as long as
/// there are such steps and errors are not rare. Gives what is then left, and how many bytes before
/// it, in whole steps, are without an error.
#[inline(always)]
fn ascii_and_errors<'a, S: Parts, W: Wide>(
    simd: S,
    rest: &'a [u8],
    out: &mut Output<'_>,
) -> (&'a [u8], usize) {
    let mut rest = rest;
    let mut clean = 0;
    while clean < ASCII_PATIENCE_BYTES
        && let Some(window) = rest.get(..STEP_BYTES + 1)
        && out.room() >= STEP_BYTES * W::UNIT_BYTES
    {
        let mut high = 0;
        let mut block = 0;
        while block < STEP_BYTES / S::LANES {
            high |= simd.high_bits(simd.load(window, block * S::LANES)) << (block * S::LANES);
            block += 1;
        }
        let next = high >> 1 | u64::from(window[STEP_BYTES] >> 7) << 63;
        if high & next != 0 {
            break;
        }
        let mut block = 0;
        while block < STEP_BYTES / S::LANES {
            let x = simd.load(window, block * S::LANES);
            // FD is negative as a signed byte, so that it becomes FFFD.
            let [low, high] = simd.widen8_signed(simd.choose(x, simd.splat(0xFD), x));
            W::units(simd, low, out);
            W::units(simd, high, out);
            block += 1;
        }
        rest = &rest[STEP_BYTES - give_up_unaligned::<S>(W::UNIT_BYTES, out)..];
        clean = if high == 0 { clean + STEP_BYTES } else { 0 };
    }
    (rest, clean)
}
