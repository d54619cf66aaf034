//! A few bytes, as words of eight: for the shortest texts, which are not worth a call of a level's code, and
//! for where there is none.

use super::{Marks, Stop};
use crate::simd::blocks::prefix_of_16;

/// As many bytes as [`walk_few`] takes.
pub(crate) const FEW: usize = 16;

/// A byte of each of eight.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Marks that single bytes tell, or a byte and the one before it.
pub(crate) trait FewMarks: Marks {
    /// How many marks there are on each byte of a word; its first byte is the lowest, and `before` is the
    /// byte before that.
    fn weights(word: u64, before: u8) -> u64;
}

/// Which bytes of a word are equal to `byte`: 1 for each.
#[inline(always)]
pub(super) const fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ ONES * byte as u64;
    // Whether any of the lower seven bits is set, then any bit.
    let low = 0x7F * ONES;
    !(((differs & low) + low | differs) >> 7) & ONES
}

/// Which bytes of a word are not continuations: 1 for each.
#[inline(always)]
pub(super) const fn starts(word: u64) -> u64 {
    (!word >> 7 | word >> 6) & ONES
}

/// Which bytes of a word are F0..FF: 1 for each.
#[inline(always)]
pub(super) const fn from_f0(word: u64) -> u64 {
    word >> 7 & word >> 6 & word >> 5 & word >> 4 & ONES
}

/// [`super::Walk`] over no more than [`FEW`] bytes.
#[inline(always)]
pub(crate) fn walk_few<M: FewMarks>(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
    let bytes = u128::from_le_bytes(prefix_of_16(&text[from..to]));
    let beyond = 8 * (FEW - (to - from)) as u32;
    let before = if M::BEFORE > 0 && from > 0 { text[from - 1] } else { 0 };
    let first = M::weights(bytes as u64, before);
    let second = M::weights((bytes >> 64) as u64, (bytes >> 56) as u8);
    let weights = u128::from(first) | u128::from(second) << 64;
    let weights = weights & u128::MAX.checked_shr(beyond).unwrap_or(0);
    // How many marks there are up to each byte, it included.
    let first = (weights as u64).wrapping_mul(ONES);
    let second = ((weights >> 64) as u64).wrapping_mul(ONES) + (first >> 56) * ONES;
    let total = (second >> 56) as usize;
    if nth >= total {
        return Stop { at: to, before: total };
    }
    // The bytes up to which there are no more than `nth`.
    let most = nth as u64 * ONES | 0x80 * ONES;
    let first_few = (most - first) >> 7 & ONES;
    let second_few = (most - second) >> 7 & ONES;
    let index = ((first_few + second_few).wrapping_mul(ONES) >> 56) as usize;
    let totals = u128::from(first) | u128::from(second) << 64;
    let before = (totals << 8 >> (8 * index)) as u8;
    Stop { at: from + index, before: before.into() }
}

/// [`super::Walk`] over any number of bytes.
#[inline(always)]
pub(super) fn walk_words<M: FewMarks>(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
    /// Words whose weights, at most two for each byte, a byte can hold.
    const RUN: usize = 127;
    let mut before = if from > 0 { text[from - 1] } else { 0 };
    let mut at = from;
    let mut total = 0;
    let (words, _) = text[from..to].as_chunks::<8>();
    for run in words.chunks(RUN) {
        let mut weights = 0;
        let mut last = before;
        for word in run {
            let word = u64::from_le_bytes(*word);
            weights += M::weights(word, last);
            last = (word >> 56) as u8;
        }
        // Half of the lanes at a time: the sum of all does not fit one.
        let pairs = 0x00FF_00FF_00FF_00FF;
        let pairs = (weights & pairs) + (weights >> 8 & pairs);
        let marks = (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize;
        if marks > nth - total {
            break;
        }
        total += marks;
        before = last;
        at += 8 * run.len();
    }
    while at < to {
        let end = to.min(at + FEW);
        let stop = walk_few::<M>(text, at, end, nth - total);
        total += stop.before;
        if stop.at < end {
            return Stop { at: stop.at, before: total };
        }
        at = end;
    }
    Stop { at: to, before: total }
}
