//! Short pieces of a text that was cut anywhere. Pieces come in any length and are cut anywhere, so no
//! branch here depends on where.

use core::hint::cold_path;

use super::check::Tables;
use crate::simd::blocks::Blocks;

/// What is unfinished at the end of `piece`, as [`unfinished`] has it, if nothing is wrong with it behind the last
/// three bytes in `before`, the last of which is the highest. `tail` has its own last three likewise.
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

/// Whether the last byte, the highest, is no lead, or a good one: the check of pairs has not seen what follows it.
#[inline(always)]
pub(crate) fn ends_well(tail: u32) -> bool {
    !ends_too_large(tail) && !ends_overlong(tail)
}

/// Whether the last byte is F5..FF.
#[inline(always)]
fn ends_too_large(tail: u32) -> bool {
    tail >= 0xF500_0000
}

/// Whether the last byte is C0 or C1.
#[inline(always)]
fn ends_overlong(tail: u32) -> bool {
    tail & 0xFE00_0000 == 0xC000_0000
}

/// What is left of `tail`, whose upper three bytes are the last of a text in which nothing is wrong, if all becomes zero
/// but the start of a character that has more.
#[inline(always)]
pub(crate) fn unfinished(tail: u32) -> u32 {
    // A lead of two bytes or more carries as the last byte, of three or more as the one before, of four as the third
    // from the end: where they leave something open. No more than one of the three does.
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

/// [`follow`], of at least a block and three bytes.
///
/// How many operations there are is what counts here, and that none of those for what is wrong are in the way. So
/// [`ends_well`] is asked for with two jumps in two places: in one place the compiler makes nine operations of it, and one jump.
#[inline(always)]
fn by_blocks<S: Blocks>(simd: S, before: u32, piece: &[u8], tail: u32) -> Option<u32> {
    if ends_too_large(tail) {
        cold_path();
        return None;
    }
    let tables = Tables::new(simd);
    let mut errors = errors_at_start(simd, tables, simd.load(piece, 0), before);
    // From three bytes before what comes next.
    let mut rest = &piece[S::LANES - 3..];
    // One comparison where there are two blocks.
    if rest.len() > 3 + S::LANES {
        // Of such blocks two are usual. Of smaller ones more are.
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
    if simd.any_nonzero(errors) || ends_overlong(tail) {
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
