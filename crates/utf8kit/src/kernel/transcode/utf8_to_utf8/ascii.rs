//! ASCII, and between it bytes that are none: one that stands alone is an error, and one of its own.
//!
//! Where these bytes are is listed first, for a chunk, by code that is the same however many there are; what is then done
//! for each is the same wherever it is. So no branch depends on what cannot be foreseen.

use super::{REPLACEMENT, RUN, STEP, STRETCH, copy_run, put};
use crate::raw::Output;
use crate::simd::blocks::{Blocks, Kernel};

/// Steps to a chunk.
const STEPS: usize = 32;

const CHUNK: usize = STEPS * STEP;

/// Errors in a step, at most; text with more is not for this.
const MOST: usize = 4;

/// Where three errors have fewer bytes between the first and the last, many are to be expected.
const CLOSE: usize = 192;

/// Fewer errors in a chunk are few.
const FEW: usize = 8;

/// Where the errors of a chunk are, and how much of it is ASCII and errors.
struct Errors {
    places: [u16; STEPS * MOST + MOST],
    number: usize,
    end: usize,
}

/// Whether errors are so few and so lonely in a step of ASCII that [`Ascii`] is for them.
#[inline(always)]
pub(super) fn is_worthwhile(errors: u64) -> bool {
    errors & errors << 1 == 0 && errors.count_ones() as usize <= MOST
}

/// Copies `src` from `at` on, a boundary, with U+FFFD for each byte that is not ASCII and stands alone. Gives where
/// something else comes, or where there is not much left of either side.
pub(super) struct Ascii<'a, 'b, 'o> {
    pub(super) src: &'a [u8],
    pub(super) at: usize,
    /// Whether many errors are to be expected.
    pub(super) are_many: bool,
    pub(super) out: &'b mut Output<'o>,
}

impl<S: Blocks> Kernel<S> for Ascii<'_, '_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let Ascii { src, at, are_many, out } = self;
        // In a variable of this function it stays in registers.
        let mut output = out.take();
        let reached = copy(simd, src, at, are_many, &mut output);
        *out = output;
        reached
    }
}

#[inline(always)]
fn copy<S: Blocks>(simd: S, src: &[u8], at: usize, are_many: bool, out: &mut Output<'_>) -> usize {
    let mut at = at;
    let mut last = if are_many { 0 } else { CLOSE };
    let mut distance = 0;
    loop {
        if last + distance < CLOSE {
            at = copy_many(simd, src, at, out);
        }
        let (end, is_error) = to_error(simd.parts(), src, at, out);
        if !is_error {
            return end;
        }
        (last, distance) = (distance, end - at);
        out.push_start(REPLACEMENT, 3);
        at = end + 1;
    }
}

/// Copies ASCII from `at` on up to a byte that is none and stands alone: gives where it is, and that. Or up to
/// where something else is, or there is not much left of either side.
#[inline(always)]
fn to_error<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> (usize, bool) {
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
        return (at + clean, window[clean + 1] < 0x80);
    }
    (at, false)
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

/// [`copy`], as long as there are many errors in each chunk.
#[inline(always)]
fn copy_many<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
    let mut at = at;
    while let Some(text) = src.get(at..at + CHUNK + RUN)
        && out.room() >= CHUNK + 2 * STEPS * MOST + 2 * RUN
    {
        let errors = errors(simd, text);
        let mut done = 0;
        let mut error = 0;
        while error < errors.number {
            let place = usize::from(errors.places[error]);
            copy_run(simd, &text[done..], place - done, out);
            out.push_start(REPLACEMENT, 3);
            done = place + 1;
            error += 1;
        }
        copy_run(simd, &text[done..], errors.end - done, out);
        at += errors.end;
        if errors.end < CHUNK - 1 || errors.number < FEW {
            break;
        }
    }
    at
}

/// Looks through a chunk, with which `text` begins.
#[inline(always)]
fn errors<S: Blocks>(simd: S, text: &[u8]) -> Errors {
    let mut places = [0; STEPS * MOST + MOST];
    let mut number = 0;
    let mut last = 0;
    let mut step = 0;
    while step < STEPS {
        let mut high = 0;
        let mut at = 0;
        while at < STEP {
            high |= simd.high_bits(simd.load(text, step * STEP + at)) << at;
            at += S::LANES;
        }
        let count = high.count_ones() as usize;
        if high & (high << 1 | last) != 0 || count > MOST {
            break;
        }
        last = high >> 63;
        let mut left = high;
        let mut place = 0;
        while place < MOST {
            places[number + place] = (step * STEP) as u16 + left.trailing_zeros() as u16;
            left &= left.wrapping_sub(1);
            place += 1;
        }
        number += count;
        step += 1;
    }
    // Whether the last byte stands alone, the next one says.
    let last = last as usize;
    Errors { places, number: number - last, end: step * STEP - last }
}
