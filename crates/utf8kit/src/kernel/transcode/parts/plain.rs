//! Text of which each unit becomes one.
//!
//! Where there is not much of it, most of the time would go to what the loops for all text need: registers saved
//! for them, and an end that may have errors or be cut. This way needs neither.

use crate::raw::Output;
use crate::simd::parts::Parts;

/// A kernel for which there is such text.
pub(in crate::kernel::transcode) trait Plain {
    /// Bytes in a unit of the source, and of the target.
    const UNITS: (usize, usize);
    /// Blocks of the source in a step.
    const BLOCKS: usize;

    /// Converts a step, if each unit of it becomes one; else writes nothing and is `false`. There is room.
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool;
}

/// Converts `src` as far as each unit becomes one, in whole steps, or to the end.
#[inline(always)]
pub(in crate::kernel::transcode) fn convert<S: Parts, K: Plain>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> usize {
    let (step, written) = lens::<S, K>();
    // In a variable of this function it can be kept in registers.
    let mut output = out.take();
    let mut rest = src;
    while let Some(text) = rest.get(..step)
        && output.room() >= written
        && K::plain(simd, text, &mut output)
    {
        rest = &rest[step..];
    }
    let reached = end::<S, K>(simd, src, 0, src.len() - rest.len(), &mut output);
    *out = output;
    reached
}

/// Converts the end of `src`, which is behind `reached`, if it is less than a step: with so much of what is before
/// it again that it is one. From `at` to `reached` all must have been plain.
#[inline(always)]
pub(super) fn end<S: Parts, K: Plain>(
    simd: S,
    src: &[u8],
    at: usize,
    reached: usize,
    out: &mut Output<'_>,
) -> usize {
    let (from, to) = K::UNITS;
    let (step, written) = lens::<S, K>();
    let left = src.len() - reached;
    if !(1..step).contains(&left) || !left.is_multiple_of(from) || src.len() - at < step {
        return reached;
    }
    let again = (step - left) / from * to;
    if out.room() + again < written {
        return reached;
    }
    out.retract(again);
    let at = src.len() - step;
    if K::plain(simd, &src[at..], out) { src.len() } else { at }
}

/// How many bytes there are in a step, and how many it writes.
#[inline(always)]
fn lens<S: Parts, K: Plain>() -> (usize, usize) {
    let (from, to) = K::UNITS;
    let step = K::BLOCKS * S::LANES;
    (step, step / from * to)
}
