//! Short pieces of a text that was cut anywhere. Pieces come in any length and are cut anywhere, so no
//! branch here depends on where.

use super::check::Tables;
use crate::simd::blocks::Blocks;

/// Whether `piece` can follow the three bytes in `before`, the last of which is the highest; whatever is
/// unfinished at its end. Its last byte is not looked at as the lead that it may be.
///
/// `before` is what is unfinished there, behind zeros.
#[inline(always)]
pub(crate) fn follows<S: Blocks>(simd: S, before: u32, piece: &[u8]) -> bool {
    let narrow = simd.narrow();
    if piece.len() >= S::LANES {
        by_blocks(simd, before, piece)
    } else if S::MASKED {
        by_prefix(simd, before, piece)
    } else if piece.len() >= S::Narrow::LANES {
        by_blocks(narrow, before, piece)
    } else {
        by_prefix(narrow, before, piece)
    }
}

/// Whether `piece` is ASCII. `false` says only that there is no short way to tell.
#[inline(always)]
pub(crate) fn is_ascii<S: Blocks>(simd: S, piece: &[u8]) -> bool {
    if piece.len() >= S::LANES {
        are_ascii(simd, piece)
    } else {
        piece.len() >= S::Narrow::LANES && are_ascii(simd.narrow(), piece)
    }
}

/// The same of at least a block.
#[inline(always)]
fn are_ascii<S: Blocks>(simd: S, piece: &[u8]) -> bool {
    let mut all = simd.or(simd.load(piece, 0), simd.load(piece, piece.len() - S::LANES));
    let mut rest = &piece[S::LANES..];
    while rest.len() > S::LANES {
        all = simd.or(all, simd.load(rest, 0));
        rest = &rest[S::LANES..];
    }
    !simd.any_high(all)
}

/// The same for a piece of up to eight bytes, in a word.
#[inline(always)]
pub(crate) fn few_follow<S: Blocks>(simd: S, before: u32, piece: u64, len: usize) -> bool {
    let simd = simd.parts().narrow();
    let all = u128::from(before) | u128::from(piece) << 24;
    let x = simd.load_prefix(&all.to_le_bytes());
    let errors = Tables::new(simd).errors_at_start(simd, x);
    are_zero(simd, errors, 3 + len)
}

/// Whether the first `len` bytes are zero.
#[inline(always)]
fn are_zero<S: Blocks>(simd: S, v: S::V, len: usize) -> bool {
    let zero = simd.bits(simd.eq(v, simd.splat(0)));
    zero | u64::MAX << len == u64::MAX
}

/// Fewer bytes than a block has.
#[inline(always)]
fn by_prefix<S: Blocks>(simd: S, before: u32, piece: &[u8]) -> bool {
    let errors = errors_at_start(simd, Tables::new(simd), simd.load_prefix(piece), before);
    are_zero(simd, errors, piece.len())
}

/// At least a block.
#[inline(always)]
fn by_blocks<S: Blocks>(simd: S, before: u32, piece: &[u8]) -> bool {
    let first = simd.load(piece, 0);
    // The last block overlaps the one before it.
    let end = piece.len() - S::LANES;
    let tables = Tables::new(simd);
    let mut errors = errors_at_start(simd, tables, first, before);
    if end < 3 {
        // What is before the last block's first three bytes is not known here; but the first block has them.
        let last = tables.errors_at_start(simd, simd.load(piece, end));
        let last = simd.eq(last, simd.splat(0));
        return !simd.any_nonzero(errors) && simd.bits(last) | 0b111 == u64::MAX >> (64 - S::LANES);
    }
    // From three bytes before what comes next.
    let mut rest = &piece[S::LANES - 3..];
    while rest.len() > 3 + S::LANES {
        errors = simd.or(errors, tables.errors_at(simd, rest, 3));
        rest = &rest[S::LANES..];
    }
    errors = simd.or(errors, tables.errors_at(simd, &piece[end - 3..], 3));
    !simd.any_nonzero(errors)
}

/// [`Tables::errors`] of a block behind `before`.
#[inline(always)]
fn errors_at_start<S: Blocks>(simd: S, tables: Tables<S>, x: S::V, before: u32) -> S::V {
    let one = simd.or(simd.shift_up::<1>(x), simd.low(before >> 16));
    let two = simd.or(simd.shift_up::<2>(x), simd.low(before >> 8));
    let three = simd.or(simd.shift_up::<3>(x), simd.low(before));
    tables.errors(simd, x, [one, two, three])
}
