//! A few units of UTF-16 or UTF-32, all of them together: so nothing depends on what they are, and little on how many.

use crate::simd::words::TwoBlocks;

/// What some units are that are characters each.
#[derive(Clone, Copy, Default)]
pub struct Widths {
    /// How many bytes more than one each they have in UTF-8.
    pub(super) more: usize,
    /// How many of them are above U+FFFF.
    pub(super) supplementary: usize,
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

/// The first and the last bytes of `src`, as many as together are all of it, if that is [`LEAST`] to [`MOST`]. And which of them
/// are not in a block before, as FF.
#[inline(always)]
pub(super) fn ends(src: &[u8]) -> Option<(TwoBlocks, TwoBlocks)> {
    let (both, at) = match src.len() {
        16..=MOST => ([*src.first_chunk()?, *src.last_chunk()?], src.len()),
        LEAST..16 => ([half(src.first_chunk()?), half(src.last_chunk()?)], src.len() + 16),
        _ => return None,
    };
    Some((both, [ALL[0], *NONE_THEN_ALL[at..].first_chunk()?]))
}

/// Eight bytes, and zeros behind them.
#[inline(always)]
fn half(bytes: &[u8; 8]) -> [u8; 16] {
    let mut block = [0; 16];
    block[..8].copy_from_slice(bytes);
    block
}

/// All of `src`, more than [`MOST`], by what `of` says of two blocks at a time and of which bytes in them are not in a block
/// before.
#[inline(always)]
pub(super) fn all(
    src: &[u8],
    of: impl Fn(&TwoBlocks, &TwoBlocks) -> Option<Widths>,
) -> Option<Widths> {
    let mut sum = Widths::default();
    let mut rest = src;
    while let Some((both, behind)) = rest.split_first_chunk::<MOST>()
        && !behind.is_empty()
    {
        sum = sum.and(of(&blocks(both), &ALL)?);
        rest = behind;
    }
    let new = NONE_THEN_ALL.get(rest.len()..)?.first_chunk()?;
    Some(sum.and(of(&blocks(src.last_chunk()?), &blocks(new))?))
}

impl Widths {
    #[inline(always)]
    fn and(self, other: Widths) -> Widths {
        Widths {
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
