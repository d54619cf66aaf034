//! The forms of a few characters, which differ in length.
#![allow(unsafe_code)]

use core::hint::assert_unchecked;
use core::mem::MaybeUninit;

/// How many bytes each of four forms has, one to four.
#[derive(Clone, Copy)]
pub(crate) struct Lens {
    /// Where each one ends if they stand one behind the other: a byte for each.
    ends: u32,
}

impl Lens {
    /// `more` says how many bytes more than one each has.
    #[inline(always)]
    pub(crate) fn new(more: [u8; 4]) -> Lens {
        const EACH: u32 = 0x0101_0101;
        let lens = (u32::from_le_bytes(more) & (3 * EACH)) + EACH;
        // Each becomes the sum of itself and all before it.
        Lens { ends: lens.wrapping_mul(EACH) }
    }

    /// Of the first `count` together.
    #[inline(always)]
    pub(super) fn of_first(self, count: usize) -> usize {
        // Before the first one there are none.
        let starts = u64::from(self.ends) << 8;
        (starts >> (8 * count.min(4))) as usize & 0xFF
    }

    /// Of `count` together, which is two to four: the forms are their first two and their last two.
    #[inline(always)]
    pub(crate) fn of_two_and_two(self, count: usize) -> usize {
        self.of_first(4) - self.of_those_again(count)
    }

    /// Of those of the last two that are among the first two, likewise.
    #[inline(always)]
    fn of_those_again(self, count: usize) -> usize {
        self.of_first(2) - self.of_first(count.saturating_sub(2).min(2))
    }
}

/// Four forms of one to four bytes each.
#[derive(Clone, Copy)]
pub struct Forms {
    /// Each begins a lane of four bytes.
    pub(crate) lanes: [u8; 16],
    pub(crate) lens: Lens,
}

impl Forms {
    /// Writes them one behind the other, from the start of `to` on, and something behind them. Says where they end: all before that
    /// is initialised.
    #[inline(always)]
    pub(super) fn write(self, to: &mut [MaybeUninit<u8>; 16]) -> usize {
        self.write_two_and_two(to, 4)
    }

    /// The same where they are the first two and the last two of `count`, which is two to four.
    #[inline(always)]
    pub(super) fn write_two_and_two(self, to: &mut [MaybeUninit<u8>; 16], count: usize) -> usize {
        let behind = |count| self.lens.of_first(count);
        let [second, third, fourth, end] = [behind(1), behind(2), behind(3), behind(4)];
        let again = self.lens.of_those_again(count);
        let lanes = u128::from_le_bytes(self.lanes);
        let [low, high] = [lanes as u64, (lanes >> 64) as u64];
        let starts = [0, second, third - again, fourth - again];
        for (start, form) in starts.into_iter().zip([low, low >> 32, high, high >> 32]) {
            // SAFETY: before it there are at most three forms, and `Lens::new` lets none have more than four bytes.
            unsafe { assert_unchecked(start <= 12) }
            to[start..start + 4].write_copy_of_slice(&(form as u32).to_le_bytes());
        }
        end - again
    }
}
