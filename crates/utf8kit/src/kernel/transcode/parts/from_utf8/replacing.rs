//! Text with errors, each of which becomes U+FFFD.
//!
//! Where errors are is in masks of a whole step ([`Subparts`]). In the lane of an error's first byte the
//! views are made to show the bytes of U+FFFD, the lanes of its other bytes are squeezed out, and a lead of
//! which an error is hidden from the lanes behind it, to which it does not belong. So a step with errors costs
//! what one without costs, and no branch depends on where they are.

use core::marker::PhantomData;

use super::{Joiner, Next, Views, Wide, careful, is_step_left, loops};
use crate::kernel::transcode::parts::give_up_unaligned;
use crate::kernel::transcode::subparts::{STEP, Subparts};
use crate::kernel::transcode::{Stopped, Why};
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// Errors with fewer bytes between them are close: more are to be expected.
const CLOSE: usize = 512;
/// So many bytes in a row have to be without an error, where errors are close, before it is believed that
/// there are none.
const PATIENCE: usize = 256;
/// The same in ASCII, where a step with errors takes hardly longer than one without.
const PATIENCE_IN_ASCII: usize = 4096;
/// What the loops for clean text need before them: no lead that reaches over the place.
const LEAST_CLEAN: usize = 3;

/// Converts `src` from `at` on, with U+FFFD in the place of each error.
#[inline(always)]
pub(in crate::kernel::transcode) fn replace<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = careful::ascii::<S, W>(simd, src, at, out);
    let (mut class, mut patience) = (Next::UpToEf, LEAST_CLEAN);
    while at < src.len() {
        match careful::block::<S, W>(simd, src, at, out) {
            Ok(next) if next < LEAST_CLEAN => at = next,
            Ok(next) => (at, class) = loops::<S, W>(simd, src, next, class, out),
            Err((error, Why::Error)) if error < src.len() => {
                at = error;
                if !is_step_left::<W>(src, at, out) {
                    return last::<S, W>(simd, src, at, out);
                }
            }
            Err(stopped) => return stopped,
        }
        while is_step_left::<W>(src, at, out) {
            let wide = PhantomData::<W>;
            let from = simd.frame(Steps { src, at, out, patience, wide });
            (at, class) = loops::<S, W>(simd, src, from, class, out);
            patience = if at - from < CLOSE { PATIENCE } else { LEAST_CLEAN };
        }
    }
    (at, Why::Error)
}

/// Converts the last bytes of `src`, if there is room for all of them.
#[inline(always)]
fn last<S: Parts, W: Wide>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
    let rest = &src[at..];
    if rest.len() > STEP {
        return (at, Why::Error);
    }
    // To zeros behind the end, what is incomplete is as it is to the end.
    let mut padded = [0; 2 * STEP];
    padded[..rest.len()].copy_from_slice(rest);
    let mut memory = [0; 2 * STEP * 4];
    let mut units = Output::over(&mut memory);
    let (tables, joiner) = (Tables::new(simd), Joiner::new(simd));
    let mut read = 0;
    while read < rest.len() {
        let window = &padded[read..read + STEP + 1];
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

/// Steps until so many bytes in a row are without an error, or there is too little of either side for one.
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
        // In a variable of this function it can be kept in registers.
        let mut output = out.take();
        let (tables, joiner) = (Tables::new(simd), Joiner::new(simd));
        let mut rest = &src[at..];
        let mut clean = 0;
        while clean < patience
            && let Some(window) = rest.get(..STEP + 1)
            && output.room() >= STEP * W::UNIT
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

/// Writes the units of `step`, which `window` starts with.
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
    while block < STEP / S::LANES {
        let at = block * S::LANES;
        let x = simd.load(window, at);
        // Before the window there is nothing that belongs to it.
        let (one, two, three) = if block == 0 {
            (simd.shift_up::<1>(x), simd.shift_up::<2>(x), simd.shift_up::<3>(x))
        } else {
            (simd.load(window, at - 1), simd.load(window, at - 2), simd.load(window, at - 3))
        };
        // Two bytes before is a byte of the same character where continuations follow it.
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
            W::up_to_ef(simd, joiner, views, keep, out);
        } else {
            W::any(simd, joiner, views, keep, out);
        }
        block += 1;
    }
}

/// Converts the steps that are ASCII and bytes between that stand alone, each of which is an error, for as
/// long as there are some and errors are not rare. Gives what is then left, and how many steps before it, as
/// bytes, have no error.
#[inline(always)]
fn ascii_and_errors<'a, S: Parts, W: Wide>(
    simd: S,
    rest: &'a [u8],
    out: &mut Output<'_>,
) -> (&'a [u8], usize) {
    let mut rest = rest;
    let mut clean = 0;
    while clean < PATIENCE_IN_ASCII
        && let Some(window) = rest.get(..STEP + 1)
        && out.room() >= STEP * W::UNIT
    {
        let mut high = 0;
        let mut block = 0;
        while block < STEP / S::LANES {
            high |= simd.high_bits(simd.load(window, block * S::LANES)) << (block * S::LANES);
            block += 1;
        }
        let next = high >> 1 | u64::from(window[STEP] >> 7) << 63;
        if high & next != 0 {
            break;
        }
        let mut block = 0;
        while block < STEP / S::LANES {
            let x = simd.load(window, block * S::LANES);
            // FD, with its sign, becomes FFFD.
            let [low, high] = simd.widen8_signed(simd.choose(x, simd.splat(0xFD), x));
            W::units(simd, low, out);
            W::units(simd, high, out);
            block += 1;
        }
        rest = &rest[STEP - give_up_unaligned::<S>(W::UNIT, out)..];
        clean = if high == 0 { clean + STEP } else { 0 };
    }
    (rest, clean)
}
