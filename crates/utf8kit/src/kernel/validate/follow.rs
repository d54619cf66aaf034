//! Short pieces of a text that was cut anywhere. Pieces come in any length and are cut anywhere, so no
//! branch here depends on where.

use super::check::Tables;
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// Whether `piece` can follow the three bytes in `before`, the last of which is the highest; whatever is
/// unfinished at its end. Its last byte is not looked at as the lead that it may be.
///
/// `before` is what is unfinished there, behind zeros.
pub(crate) struct Follows<'a> {
    pub(crate) before: u32,
    pub(crate) piece: &'a [u8],
}

impl Operation for Follows<'_> {
    type Output = bool;

    fn scalar(self) -> bool {
        dfa::can_follow(&self.before.to_le_bytes()[..3], self.piece)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> bool {
        let Follows { before, piece } = self;
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
}

/// The same for up to eight bytes, which are `before` and the piece in one number, and how many the
/// piece has.
pub(crate) struct FewFollow {
    pub(crate) bytes: u128,
    pub(crate) len: usize,
}

impl Operation for FewFollow {
    type Output = bool;

    fn scalar(self) -> bool {
        dfa::can_follow(&[], &self.bytes.to_le_bytes()[..3 + self.len])
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> bool {
        let simd = simd.parts().narrow();
        let x = simd.load_prefix(&self.bytes.to_le_bytes());
        let errors = Tables::new(simd).errors_at_start(simd, x);
        are_zero(simd, errors, 3 + self.len)
    }
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
    let last = simd.load(piece, end);
    let mut all = simd.or(first, last);
    let mut at = S::LANES;
    while at < end {
        all = simd.or(all, simd.load(piece, at));
        at += S::LANES;
    }
    if before == 0 && !simd.any_high(all) {
        return true;
    }
    let tables = Tables::new(simd);
    let mut errors = errors_at_start(simd, tables, first, before);
    let mut at = S::LANES;
    while at < end {
        errors = simd.or(errors, tables.errors_at(simd, piece, at));
        at += S::LANES;
    }
    if end >= 3 {
        return !simd.any_nonzero(simd.or(errors, tables.errors_at(simd, piece, end)));
    }
    // What is before the last block's first three bytes is not known here; but the first block has them.
    let last = simd.eq(tables.errors_at_start(simd, last), simd.splat(0));
    !simd.any_nonzero(errors) && simd.bits(last) | 0b111 == u64::MAX >> (64 - S::LANES)
}

/// [`Tables::errors`] of a block behind `before`.
#[inline(always)]
fn errors_at_start<S: Blocks>(simd: S, tables: Tables<S>, x: S::V, before: u32) -> S::V {
    let one = simd.or(simd.shift_up::<1>(x), simd.low(before >> 16));
    let two = simd.or(simd.shift_up::<2>(x), simd.low(before >> 8));
    let three = simd.or(simd.shift_up::<3>(x), simd.low(before));
    tables.errors(simd, x, [one, two, three])
}
