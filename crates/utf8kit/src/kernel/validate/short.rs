//! The check of inputs of up to a few blocks: no loops for a class of text, and as few steps
//! as the length allows.
//!
//! ```text
//! length               checked as
//! less than a block    one block that is filled up with zeros. Without masked loads, by this
//!                      table again for blocks of half the size.
//! a block and 0..2     two overlapping blocks: the first, and the last but its first three bytes
//! up to two blocks     two overlapping blocks: the first and the last, with one branch for both
//! more                 one block after the other; the last overlaps the one before it
//! ```
//!
//! The index of an error is exact here: that of the first byte that cannot follow those
//! before it. A short input should be judged as soon as its error is found.

use super::check::Tables;
use super::{check_end, clean, head};
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// [`Validate`](super::Validate) for short inputs.
///
/// Short inputs have an operation of their own, because a frame that calls nothing saves no
/// registers.
pub(crate) struct ValidateShort<'a>(pub(crate) &'a [u8]);

impl ValidateShort<'_> {
    /// The most bytes that are short: a step of the loops.
    pub(crate) const MAX_BYTES: usize = super::STEP_BYTES;
}

impl Operation for ValidateShort<'_> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        dfa::validate(self.0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        validate(simd, self.0)
    }
}

/// Checks any number of bytes; meant for fewer than the loops need. Gives the index of the
/// first byte that cannot follow those before it.
#[inline(always)]
pub(super) fn validate<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let half = simd.half_width();
    if bytes.len() >= S::LANES {
        by_whole_blocks(simd, bytes)
    } else if S::MASKED {
        by_prefix(simd, bytes)
    } else if bytes.len() >= S::HalfWidth::LANES {
        by_whole_blocks(half, bytes)
    } else {
        by_prefix(half, bytes)
    }
}

/// Checks fewer bytes than a block has.
#[inline(always)]
fn by_prefix<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    // The zeros behind the text are ASCII, so that a character left unfinished at its end is
    // an error there.
    let errors = Tables::new(simd).errors_at_start(simd, simd.load_prefix(bytes));
    if simd.any_nonzero(errors) { Err(clean(simd, errors)) } else { Ok(()) }
}

/// Checks at least a block.
#[inline(always)]
fn by_whole_blocks<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    if bytes.len() > 2 * S::LANES {
        by_blocks(simd, bytes)
    } else if bytes.len() >= S::LANES + 3 {
        by_two(simd, bytes)
    } else {
        by_ends(simd, bytes)
    }
}

/// Checks a block and at most two bytes more.
#[inline(always)]
fn by_ends<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let first = tables.errors_at_start(simd, simd.load(bytes, 0));
    if simd.any_nonzero(first) {
        return Err(clean(simd, first));
    }
    // The last block is checked as if nothing were before it, so its first three bytes may be
    // reported falsely. They are ignored: the first block has them too.
    let at = bytes.len() - S::LANES;
    let last = tables.errors_at_start(simd, simd.load(bytes, at));
    let judged = simd.bits(simd.eq(last, simd.splat(0))) | 0b111;
    if judged != u64::MAX >> (64 - S::LANES) {
        return Err(at + judged.trailing_ones() as usize);
    }
    check_end(bytes)
}

/// Checks more than a block, and at most two, as the first block and the last. Both have one
/// branch, because no branch predictor could tell in which of them an error is.
#[inline(always)]
fn by_two<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let at = bytes.len() - S::LANES;
    let first = tables.errors_at_start(simd, simd.load(bytes, 0));
    let last = tables.errors_at(simd, bytes, at);
    if simd.any_nonzero(simd.or(first, last)) {
        let (in_first, in_last) = (clean(simd, first), at + clean(simd, last));
        return Err(if in_first < S::LANES { in_first } else { in_last });
    }
    check_end(bytes)
}

/// Checks more than two blocks, one after the other.
#[inline(always)]
fn by_blocks<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let mut at = head(simd, bytes)?;
    while at < bytes.len() {
        // The last block overlaps the one before it.
        at = at.min(bytes.len() - S::LANES);
        let errors = tables.errors_at(simd, bytes, at);
        if simd.any_nonzero(errors) {
            return Err(at + clean(simd, errors));
        }
        at += S::LANES;
    }
    check_end(bytes)
}
