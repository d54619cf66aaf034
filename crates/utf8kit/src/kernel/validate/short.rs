//! Inputs of up to a few blocks: no loops that stay in a class, and as few steps as the length allows.
//! An error's index is exact here, that of the first byte that cannot follow those before it, because a
//! short input should be judged as soon as its error is found.

use super::check::Tables;
use super::{clean, end, head};
use crate::error::Error;
use crate::scalar::decode::{FEW, error_before, error_in_few};
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::words::up_to_seven;

/// The first error of a short input.
///
/// Apart from [`Validate`](super::Validate), because a frame that calls nothing saves no registers.
pub(crate) struct FirstError<'a>(&'a [u8]);

impl<'a> FirstError<'a> {
    /// The most bytes that are short: a step of the loops.
    pub(crate) const MOST: usize = super::STEP;

    /// Nothing where there are more.
    #[inline(always)]
    pub(crate) fn of(bytes: &'a [u8]) -> Option<Self> {
        if bytes.len() <= Self::MOST { Some(FirstError(bytes)) } else { None }
    }
}

impl Operation for FirstError<'_> {
    type Output = Option<Error>;

    fn scalar(self) -> Option<Error> {
        match dfa::validate_short(self.0) {
            Ok(()) => None,
            Err(at) if self.0.len() <= FEW => {
                Some(error_in_few(up_to_seven(self.0), at, self.0.len()))
            }
            Err(at) => Some(error_before(self.0, at)),
        }
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Option<Error> {
        // With masks, one way is for any length: no predictor need know it.
        if !S::MASKED && self.0.len() <= FEW {
            return first_of_few(simd.parts().narrow(), self.0);
        }
        match validate(simd, self.0) {
            Ok(()) => None,
            Err(at) if self.0.len() <= FEW => {
                Some(error_in_few(up_to_seven(self.0), at, self.0.len()))
            }
            Err(at) => Some(error_before(self.0, at)),
        }
    }
}

/// The first error of up to [`FEW`] bytes, which are read once.
#[inline(always)]
fn first_of_few<S: Blocks>(simd: S, bytes: &[u8]) -> Option<Error> {
    let word = up_to_seven(bytes);
    // The zeros behind the text are ASCII: what it leaves unfinished is an error there.
    let errors = Tables::new(simd).errors_at_start(simd, simd.load_prefix(&word.to_le_bytes()));
    if simd.any_nonzero(errors) {
        Some(error_in_few(word, clean(simd, errors), bytes.len()))
    } else {
        None
    }
}

/// Any number of bytes; meant for fewer than the loops take.
#[inline(always)]
pub(super) fn validate<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let narrow = simd.narrow();
    if bytes.len() >= S::LANES {
        by_whole_blocks(simd, bytes)
    } else if S::MASKED {
        by_prefix(simd, bytes)
    } else if bytes.len() >= S::Narrow::LANES {
        by_whole_blocks(narrow, bytes)
    } else {
        by_prefix(narrow, bytes)
    }
}

/// Fewer bytes than a block has.
#[inline(always)]
fn by_prefix<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    // The zeros behind the text are ASCII: what it leaves unfinished is an error there.
    let errors = Tables::new(simd).errors_at_start(simd, simd.load_prefix(bytes));
    if simd.any_nonzero(errors) { Err(clean(simd, errors)) } else { Ok(()) }
}

/// At least a block.
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

/// A block, and two bytes more at most.
#[inline(always)]
fn by_ends<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let first = tables.errors_at_start(simd, simd.load(bytes, 0));
    if simd.any_nonzero(first) {
        return Err(clean(simd, first));
    }
    // Of the last block, what is before its first three bytes is not known here; but the first
    // block has them.
    let at = bytes.len() - S::LANES;
    let last = tables.errors_at_start(simd, simd.load(bytes, at));
    let judged = simd.bits(simd.eq(last, simd.splat(0))) | 0b111;
    if judged != u64::MAX >> (64 - S::LANES) {
        return Err(at + judged.trailing_ones() as usize);
    }
    end(bytes)
}

/// Two blocks, the first and the last. In which of them an error is, no branch predictor could tell.
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
    end(bytes)
}

/// More than two blocks: one after the other.
#[inline(always)]
fn by_blocks<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let mut at = head(simd, bytes)?;
    while at < bytes.len() {
        // The last one overlaps the one before it.
        at = at.min(bytes.len() - S::LANES);
        let errors = tables.errors_at(simd, bytes, at);
        if simd.any_nonzero(errors) {
            return Err(at + clean(simd, errors));
        }
        at += S::LANES;
    }
    end(bytes)
}
