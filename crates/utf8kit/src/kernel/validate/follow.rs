//! Short pieces of a text that was cut anywhere. Pieces come in any length and are cut anywhere, so no
//! branch here depends on where.

use core::hint::cold_path;

use super::check::Tables;
use crate::simd::blocks::Blocks;

/// What is unfinished at the end of `piece`, as [`unfinished`] has it, if nothing is wrong with it behind the last
/// three bytes in `before`, the last of which is the highest. `tail` are its own likewise.
///
/// `before` is what is unfinished there, behind zeros. A piece of at least nine bytes.
#[inline(always)]
pub(crate) fn follow<S: Blocks>(simd: S, before: u32, piece: &[u8], tail: u32) -> Option<u32> {
    let narrow = simd.narrow();
    if piece.len() >= S::LANES + 3 {
        return by_blocks(simd, before, piece, tail);
    }
    let follows = if piece.len() >= S::LANES {
        by_ends(simd, before, piece)
    } else if S::MASKED {
        by_prefix(simd, before, piece)
    } else if piece.len() >= S::Narrow::LANES + 3 {
        return by_blocks(narrow, before, piece, tail);
    } else if piece.len() >= S::Narrow::LANES {
        by_ends(narrow, before, piece)
    } else {
        by_prefix(narrow, before, piece)
    };
    if follows && ends_well(tail) { Some(unfinished(tail)) } else { None }
}

const LEAST_TOO_LARGE: u32 = 0xF500_0000;

/// Whether the last byte, the highest, is no lead, or a good one: the check of pairs has not seen what follows it.
#[inline(always)]
pub(crate) fn ends_well(tail: u32) -> bool {
    tail < LEAST_TOO_LARGE && tail & 0xFE00_0000 != 0xC000_0000
}

/// Those of the last three bytes of a text, the last of which is the highest, that are the start of a character that
/// has more, where they are; zeros elsewhere.
#[inline(always)]
pub(crate) fn unfinished(tail: u32) -> u32 {
    // A byte that leaves something open where it is carries into the one above it: C0 and more as the last, E0 and
    // more as the one before, F0 and more as the third from the end. In a text, no more than one of them does.
    let carries = ((tail >> 8 & 0x00C0_E0F0) + 0x0040_2010) & 0x0101_0100;
    // The carry is where the byte was before the shift. All bits from there on; none if there is none.
    tail & carries.wrapping_neg()
}

/// Whether `piece` is ASCII. `false` says only that there is no short way to tell.
///
/// Up to four blocks are looked at without a loop: it would be most of the work.
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
    let end = piece.len() - S::LANES;
    let mut all = simd.or(simd.load(piece, 0), simd.load(piece, end));
    if end > S::LANES {
        all = simd.or(all, simd.load(piece, S::LANES));
        all = simd.or(all, simd.load(piece, end - S::LANES));
        let mut rest = &piece[2 * S::LANES..];
        while rest.len() > 2 * S::LANES {
            all = simd.or(all, simd.load(rest, 0));
            rest = &rest[S::LANES..];
        }
    }
    !simd.any_high(all)
}

/// [`follow`] for a piece of up to eight bytes, in a word.
#[inline(always)]
pub(crate) fn few_follow<S: Blocks>(
    simd: S,
    before: u32,
    piece: u64,
    len: usize,
    tail: u32,
) -> Option<u32> {
    let simd = simd.parts().narrow();
    let all = u128::from(before) | u128::from(piece) << 32;
    let x = simd.load_prefix(&all.to_le_bytes());
    let errors = Tables::new(simd).errors_at_start(simd, x);
    if are_zero(simd, errors, 4 + len) && ends_well(tail) { Some(unfinished(tail)) } else { None }
}

/// Whether the first `len` bytes are zero.
#[inline(always)]
fn are_zero<S: Blocks>(simd: S, v: S::V, len: usize) -> bool {
    let zero = simd.bits(simd.eq(v, simd.splat(0)));
    zero | u64::MAX.unbounded_shl(len as u32) == u64::MAX
}

/// Fewer bytes than a block has.
#[inline(always)]
fn by_prefix<S: Blocks>(simd: S, before: u32, piece: &[u8]) -> bool {
    let errors = errors_at_start(simd, Tables::new(simd), simd.load_prefix(piece), before);
    are_zero(simd, errors, piece.len())
}

/// At least a block and three bytes.
#[inline(always)]
fn by_blocks<S: Blocks>(simd: S, before: u32, piece: &[u8], tail: u32) -> Option<u32> {
    if tail >= LEAST_TOO_LARGE {
        cold_path();
        return None;
    }
    let tables = Tables::new(simd);
    let mut errors = errors_at_start(simd, tables, simd.load(piece, 0), before);
    // From three bytes before what comes next.
    let mut rest = &piece[S::LANES - 3..];
    // One comparison where there are two blocks.
    if rest.len() > 3 + S::LANES {
        if S::LANES == 64 {
            cold_path();
        }
        while rest.len() > 3 + 2 * S::LANES {
            errors = simd.or(errors, tables.errors_at(simd, rest, 3));
            errors = simd.or(errors, tables.errors_at(simd, rest, 3 + S::LANES));
            rest = &rest[2 * S::LANES..];
        }
        if rest.len() > 3 + S::LANES {
            errors = simd.or(errors, tables.errors_at(simd, rest, 3));
        }
    }
    // The last block overlaps the one before it.
    errors = simd.or(errors, tables.errors_at(simd, piece, piece.len() - S::LANES));
    if simd.any_nonzero(errors) || tail & 0xFE00_0000 == 0xC000_0000 {
        cold_path();
        return None;
    }
    Some(unfinished(tail))
}

/// At least a block, and two bytes more at most.
#[inline(always)]
fn by_ends<S: Blocks>(simd: S, before: u32, piece: &[u8]) -> bool {
    let first = simd.load(piece, 0);
    // The last block overlaps the one before it.
    let end = piece.len() - S::LANES;
    let tables = Tables::new(simd);
    let errors = errors_at_start(simd, tables, first, before);
    // What is before the last block's first three bytes is not known here; but the first block has them.
    let last = tables.errors_at_start(simd, simd.load(piece, end));
    let last = simd.eq(last, simd.splat(0));
    !simd.any_nonzero(errors) && simd.bits(last) | 0b111 == u64::MAX >> (64 - S::LANES)
}

/// [`Tables::errors`] of a block behind `before`.
#[inline(always)]
fn errors_at_start<S: Blocks>(simd: S, tables: Tables<S>, x: S::V, before: u32) -> S::V {
    let before = [
        simd.shift_in::<1>(x, before),
        simd.shift_in::<2>(x, before),
        simd.shift_in::<3>(x, before),
    ];
    tables.errors(simd, x, before)
}
