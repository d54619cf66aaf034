//! A few units of UTF-16 or UTF-32, all of them together: so nothing depends on what they are, and little on how many.

use crate::simd::words::{TwoBlocks, four_to_eight};

/// What some units are, if each is a character or half of one.
#[derive(Clone, Copy, Default)]
pub struct Widths {
    /// How many characters fewer than units they are.
    pub(super) fewer: usize,
    /// How many bytes more than units they have in UTF-8.
    pub(super) more: usize,
    /// How many characters of them are above U+FFFF.
    pub(super) supplementary: usize,
}

/// Two blocks of what is looked at, and what of it was not in a block before.
pub(super) struct Blocks {
    pub(super) both: TwoBlocks,
    /// FF for each byte that was not.
    pub(super) is_new: TwoBlocks,
    /// A bit for each unit of UTF-16 in both blocks that is to be looked at together with the one before it, and one more for what is
    /// behind them. What is missing is so elsewhere.
    pub(super) seams: u64,
}

/// All of two blocks.
pub(super) const ALL: TwoBlocks = [[0xFF; 16]; 2];

/// Each unit and the one before it, and the end behind the last one.
const ALL_SEAMS: u64 = 0x1_FFFF;

/// Two blocks of which nothing is wanted, and then two of which all is.
static NONE_THEN_ALL: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut at = 32;
    while at < 64 {
        bytes[at] = 0xFF;
        at += 1;
    }
    bytes
};

/// The most bytes that [`ends`] has blocks for.
pub(crate) const MOST_OF_FEW: usize = 32;

/// All of `src` in one block, and zeros behind it, if that is 4 to 16 bytes.
#[inline(always)]
pub(super) fn row(src: &[u8]) -> Option<[u8; 16]> {
    let len = src.len();
    if !(4..=16).contains(&len) {
        return None;
    }
    let row = if len > 8 {
        let [first, last] = [word(src.first_chunk()?), word(src.last_chunk()?)];
        u128::from(first) | u128::from(last >> (8 * (16 - len))) << 64
    } else {
        four_to_eight(src).into()
    };
    Some(row.to_le_bytes())
}

/// The first and the last bytes of `src`, as many as together are all of it, if that is 16 to [`MOST_OF_FEW`].
#[inline(always)]
pub(super) fn ends(src: &[u8]) -> Option<Blocks> {
    let len = src.len();
    if len > MOST_OF_FEW {
        return None;
    }
    let both = [*src.first_chunk()?, *src.last_chunk()?];
    let is_new = [ALL[0], *NONE_THEN_ALL[len..].first_chunk()?];
    // What the second block begins with is in the first one, too, with what is before it; unless they have nothing in common.
    let seams = if len < MOST_OF_FEW { ALL_SEAMS & !0x100 } else { ALL_SEAMS };
    Some(Blocks { both, is_new, seams })
}

/// All of `src`, by what `of` says of two blocks at a time. `None` if that is less than [`MOST_OF_FEW`] bytes, too, which [`row`] and
/// [`ends`] are for.
#[inline(always)]
pub(super) fn many(src: &[u8], mut of: impl FnMut(&Blocks) -> Option<Widths>) -> Option<Widths> {
    let mut sum = Widths::default();
    let mut rest = src;
    while let Some((both, behind)) = rest.split_first_chunk::<MOST_OF_FEW>()
        && !behind.is_empty()
    {
        // The end is looked at with what is behind it.
        let seams = ALL_SEAMS >> 1;
        sum = sum.and(of(&Blocks { both: blocks(both), is_new: ALL, seams })?);
        rest = behind;
    }
    let len = rest.len();
    let is_new = blocks(NONE_THEN_ALL.get(len..)?.first_chunk()?);
    let seams = if len < MOST_OF_FEW { ALL_SEAMS & !1 } else { ALL_SEAMS };
    Some(sum.and(of(&Blocks { both: blocks(src.last_chunk()?), is_new, seams })?))
}

impl Widths {
    #[inline(always)]
    fn and(self, other: Widths) -> Widths {
        Widths {
            fewer: self.fewer + other.fewer,
            more: self.more + other.more,
            supplementary: self.supplementary + other.supplementary,
        }
    }
}

#[inline(always)]
fn blocks(bytes: &[u8; MOST_OF_FEW]) -> TwoBlocks {
    let (blocks, _) = bytes.as_chunks();
    [blocks[0], blocks[1]]
}

#[inline(always)]
fn word(bytes: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*bytes)
}
