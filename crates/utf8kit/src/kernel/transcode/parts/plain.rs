//! The tail of text of which each unit becomes one.
//!
//! What is left behind whole steps is converted as one more step, which overlaps the last one:
//!
//! ```text
//! text     |step........|step........|tail|
//!                            |step........|
//! ```
//!
//! In a short text most of the time would otherwise go to what any text needs: registers that are
//! saved, and an end that may have errors or be cut off.

use crate::raw::Output;
use crate::simd::parts::Parts;

/// A kernel for which there is text of which each unit becomes one.
pub(in crate::kernel::transcode) trait Plain {
    /// Bytes in a unit of the source, and of the target.
    const UNITS_BYTES: (usize, usize);
    /// Blocks of the source in a step.
    const STEP_BLOCKS: usize;

    /// Converts a step and gives `true`, if each unit of it becomes one. Otherwise it writes
    /// nothing and gives `false`. There must be room.
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool;
}

/// Converts the tail of `src` behind `reached`, if it is less than a step, together with so much of
/// what stands before it that both are a step. Each unit from `at` to `reached` must have become
/// one. Gives how far the source is then converted.
#[inline(always)]
pub(super) fn tail<S: Parts, K: Plain>(
    simd: S,
    src: &[u8],
    at: usize,
    reached: usize,
    out: &mut Output<'_>,
) -> usize {
    let (from, to) = K::UNITS_BYTES;
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
    let (from, to) = K::UNITS_BYTES;
    let step = K::STEP_BLOCKS * S::LANES;
    (step, step / from * to)
}
