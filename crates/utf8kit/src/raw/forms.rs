//! The forms of a few characters, which differ in length.
#![allow(unsafe_code)]

use core::hint::assert_unchecked;
use core::mem::MaybeUninit;

/// How many bytes each of four forms has, one to four.
#[derive(Clone, Copy)]
pub(crate) struct Lens {
    /// A byte for each.
    each: u32,
    /// Where each one ends if they stand one behind the other, likewise.
    ends: u32,
}

impl Lens {
    /// `more` says how many bytes more than one each has.
    #[inline(always)]
    pub(crate) fn new(more: [u8; 4]) -> Lens {
        const EACH: u32 = 0x0101_0101;
        let each = (u32::from_le_bytes(more) & (3 * EACH)) + EACH;
        // Each becomes the sum of itself and all before it.
        Lens { each, ends: each.wrapping_mul(EACH) }
    }

    /// Of the one with this index, below four.
    #[inline(always)]
    fn of(self, index: usize) -> usize {
        (self.each >> (8 * index)) as usize & 0xFF
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
        self.before_last_two(count) + self.of(2) + self.of(3)
    }

    /// Of those before the last two, likewise: none, or the first one or two.
    #[inline(always)]
    fn before_last_two(self, count: usize) -> usize {
        self.of_first(count.saturating_sub(2).min(2))
    }
}

/// Four forms of one to four bytes each.
#[derive(Clone, Copy)]
pub struct Forms {
    /// Each begins a lane of four bytes, and behind it are zeros.
    pub(crate) lanes: [u8; 16],
    pub(crate) lens: Lens,
}

impl Forms {
    /// Writes them one behind the other, from the start of `to` on, and something behind them. Says where they end: all before that
    /// is initialised.
    #[inline(always)]
    pub(super) fn write(self, to: &mut [MaybeUninit<u8>; 16]) -> usize {
        let behind = |count| self.lens.of_first(count);
        let lanes = u128::from_le_bytes(self.lanes);
        for index in 0..4 {
            let start = behind(index);
            // SAFETY: before it there are at most three forms, and `Lens::new` lets none have more than four bytes.
            unsafe { assert_unchecked(start <= 12) }
            let form = (lanes >> (32 * index)) as u32;
            to[start..start + 4].write_copy_of_slice(&form.to_le_bytes());
        }
        behind(4)
    }

    /// The same where they are the first two and the last two of `count`, which is two to four.
    ///
    /// Two are joined, and stored together: the second one goes where the first one's zeros begin. (All four are sooner stored one by one.)
    #[inline(always)]
    pub(super) fn write_two_and_two(self, to: &mut [MaybeUninit<u8>; 16], count: usize) -> usize {
        let joined = |two: u64, first: usize| {
            (two & u64::from(u32::MAX)) | two >> 32 << (8 * self.lens.of(first))
        };
        let lanes = u128::from_le_bytes(self.lanes);
        let start = self.lens.before_last_two(count);
        // SAFETY: before it there are at most two forms, and `Lens::new` lets none have more than four bytes.
        unsafe { assert_unchecked(start <= 8) }
        to[..8].write_copy_of_slice(&joined(lanes as u64, 0).to_le_bytes());
        to[start..start + 8].write_copy_of_slice(&joined((lanes >> 64) as u64, 2).to_le_bytes());
        self.lens.of_two_and_two(count)
    }
}
