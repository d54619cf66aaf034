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
}

/// Where the first two and the last two forms in UTF-16 of two to four characters go, one behind the other: of four, all.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// Where each form begins but the first one, and where the last one ends.
    behind_first: [u8; 4],
}

/// Of two characters, of three and of four, for each way in which these forms can be pairs. To add lengths up takes twice the time.
static PLACES: [[Places; 16]; 3] = {
    let mut all = [[Places::new(2, 0); 16]; 3];
    let mut at = 0;
    while at < 48 {
        all[at / 16][at % 16] = Places::new(2 + at / 16, at % 16);
        at += 1;
    }
    all
};

impl Places {
    /// Of `count` characters, if these are two to four, where a bit of `pairs` says for each form if it is one.
    #[inline(always)]
    pub(crate) fn of(pairs: u64, count: usize) -> Option<Places> {
        PLACES.get(count.wrapping_sub(2))?.get(usize::try_from(pairs).ok()?).copied()
    }

    const fn new(count: usize, pairs: usize) -> Places {
        let mut lens = [2; 4];
        let mut index = 0;
        while index < 4 {
            if pairs >> index & 1 == 1 {
                lens[index] = 4;
            }
            index += 1;
        }
        let [first, second, third, fourth] = lens;
        // Where there are fewer than four, some of the last two are some of the first two.
        let before_third = match count {
            2 => 0,
            3 => first,
            _ => first + second,
        };
        let before_fourth = before_third + third;
        let places =
            Places { behind_first: [first, before_third, before_fourth, before_fourth + fourth] };
        places.check();
        places
    }

    /// Panics, and then there is no such constant, if one of four bytes at each place, or one of eight at the third one, went beyond the
    /// sixteenth, or left some before the last one's end out.
    const fn check(self) {
        let [second, third, fourth, end] = self.behind_first;
        assert!(second <= 12 && third <= 8 && fourth <= 12);
        assert!(second <= 4 && third <= second + 4 && fourth <= third + 4 && end <= fourth + 4);
        // What `write_joined` subtracts.
        assert!(third <= fourth);
    }

    /// How many bytes the first `count` forms have together, where they are four.
    #[inline(always)]
    pub(crate) fn len_of_first(self, count: usize) -> usize {
        self.behind_first.get(count.wrapping_sub(1)).copied().unwrap_or_default().into()
    }

    /// How many bytes all have together.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.len_of_first(4)
    }

    /// Writes the forms, each of which begins a lane of four bytes, from the start of `to` on, and something behind them. All before
    /// [`Places::len`] is initialised then.
    #[inline(always)]
    pub(super) fn write(self, lanes: [u8; 16], to: &mut [MaybeUninit<u8>; 16]) {
        let lanes = u128::from_le_bytes(lanes);
        let mut write = |start: u8, lane: usize| {
            let start = usize::from(start);
            // SAFETY: the first one begins at 0. The others are of `PLACES`, of which each one went through `Places::check`.
            unsafe { assert_unchecked(start <= 12) }
            let form = (lanes >> (32 * lane)) as u32;
            to[start..start + 4].write_copy_of_slice(&form.to_le_bytes());
        };
        let [second, third, fourth, _] = self.behind_first;
        write(0, 0);
        write(second, 1);
        write(third, 2);
        write(fourth, 3);
    }

    /// The same where all that is behind a form in its lane is zero: two are joined, and stored together.
    ///
    /// Where that is all there is to do it is sooner done; where four more follow, [`Places::write`] is.
    #[inline(always)]
    pub(super) fn write_joined(self, lanes: [u8; 16], to: &mut [MaybeUninit<u8>; 16]) {
        let [second, third, fourth, _] = self.behind_first.map(usize::from);
        // The second one goes where the first one's zeros begin.
        let joined = |two: u64, first: usize| {
            ((two & u64::from(u32::MAX)) | two >> 32 << (8 * first)).to_le_bytes()
        };
        let lanes = u128::from_le_bytes(lanes);
        // SAFETY: it is of `PLACES`, of which each one went through `Places::check`.
        unsafe { assert_unchecked(third <= 8) }
        to[..8].write_copy_of_slice(&joined(lanes as u64, second));
        to[third..third + 8].write_copy_of_slice(&joined((lanes >> 64) as u64, fourth - third));
    }
}
