//! A few units of UTF-16 or UTF-32, all of them together: so nothing depends on what they are, and little on how many.

use crate::simd::words::TwoBlocks;

/// What some units are, if each is a character or half of one.
#[derive(Clone, Copy, Default)]
pub struct Widths {
    /// How many characters fewer than units they are.
    pub(crate) fewer: usize,
    /// How many bytes more than one each they have in UTF-8.
    pub(super) more: usize,
    /// How many of them are above U+FFFF.
    pub(super) supplementary: usize,
}

/// Two blocks of what is looked at, and what of it was not in a block before.
pub(super) struct Blocks {
    pub(super) both: TwoBlocks,
    /// FF for each byte that was not.
    pub(super) is_new: TwoBlocks,
    /// How many bytes were not.
    pub(super) len: usize,
    /// How many bytes at the beginning were.
    old: usize,
    /// A bit for each byte that is filled of each block.
    pub(super) filled: u64,
    /// How many bytes there are from the beginning of the first block to that of the second one.
    second: usize,
}

impl Blocks {
    /// Of a bit for each unit of two bytes of both blocks: those of what is new, in a row.
    #[inline(always)]
    pub(super) fn new_bits(&self, units: u64) -> u64 {
        (units & 0xFF | units >> 8 << (self.second / 2)) >> (self.old / 2)
    }
}

/// All of two blocks.
const ALL: TwoBlocks = [[0xFF; 16]; 2];

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

/// The fewest bytes that [`ends`] has blocks for, and the most.
const LEAST: usize = 8;
const MOST: usize = 32;

/// The first and the last bytes of `src`, as many as together are all of it, if that is [`LEAST`] to [`MOST`].
#[inline(always)]
pub(super) fn ends(src: &[u8]) -> Option<Blocks> {
    let len = src.len();
    let (both, at, second, filled) = match len {
        16..=MOST => ([*src.first_chunk()?, *src.last_chunk()?], len, len - 16, 0xFFFF),
        LEAST..16 => ([half(src.first_chunk()?), half(src.last_chunk()?)], len + 16, len - 8, 0xFF),
        _ => return None,
    };
    let is_new = [ALL[0], *NONE_THEN_ALL[at..].first_chunk()?];
    Some(Blocks { both, is_new, len, old: 0, filled, second })
}

/// Eight bytes, and zeros behind them.
#[inline(always)]
fn half(bytes: &[u8; 8]) -> [u8; 16] {
    let mut block = [0; 16];
    block[..8].copy_from_slice(bytes);
    block
}

/// All of `src`, by what `of` says of two blocks at a time. `None` if that is less than [`MOST`], too, which [`ends`] is for.
#[inline(always)]
pub(super) fn all(src: &[u8], mut of: impl FnMut(&Blocks) -> Option<Widths>) -> Option<Widths> {
    let mut sum = Widths::default();
    let mut rest = src;
    while let Some((both, behind)) = rest.split_first_chunk::<MOST>()
        && !behind.is_empty()
    {
        sum = sum.and(of(&Blocks {
            both: blocks(both),
            is_new: ALL,
            len: MOST,
            old: 0,
            filled: 0xFFFF,
            second: 16,
        })?);
        rest = behind;
    }
    let len = rest.len();
    let is_new = blocks(NONE_THEN_ALL.get(len..)?.first_chunk()?);
    let both = blocks(src.last_chunk()?);
    Some(sum.and(of(&Blocks { both, is_new, len, old: MOST - len, filled: 0xFFFF, second: 16 })?))
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
fn blocks(bytes: &[u8; MOST]) -> TwoBlocks {
    let (blocks, _) = bytes.as_chunks();
    [blocks[0], blocks[1]]
}
