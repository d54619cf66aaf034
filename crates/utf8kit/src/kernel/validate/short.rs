//! Inputs of up to a few blocks: no loops that stay in a class, and as few steps as the length allows.
//! An error's index is exact here, that of the first byte that cannot follow those before it, because a
//! short input should be judged as soon as its error is found.

use super::check::Tables;
use super::{clean, end, head};
use crate::simd::blocks::Blocks;

/// Any number of bytes; meant for fewer than the loops take.
#[inline(always)]
pub(super) fn validate<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let narrow = simd.narrow();
    if bytes.len() >= S::LANES {
        by_ends_or_blocks(simd, bytes)
    } else if S::MASKED {
        by_prefix(simd, bytes)
    } else if bytes.len() >= S::Narrow::LANES {
        by_ends_or_blocks(narrow, bytes)
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
fn by_ends_or_blocks<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    if bytes.len() <= 2 * S::LANES - 3 { by_ends(simd, bytes) } else { by_blocks(simd, bytes) }
}

/// Two blocks, the first and the last, that overlap by three bytes or more; or just one.
#[inline(always)]
fn by_ends<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let first = tables.errors_at_start(simd, simd.load(bytes, 0));
    if simd.any_nonzero(first) {
        return Err(clean(simd, first));
    }
    if bytes.len() == S::LANES {
        return end(bytes);
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

/// More than two blocks that overlap so: block by block.
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
