//! Counting, byte by byte: characters, line feeds, the units that UTF-8 and Latin-1 become.

use core::marker::PhantomData;

use super::validate::prefetch_group;
use crate::scalar::table::is_continuation;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// A sort of bytes.
pub(crate) trait Sort {
    fn contains(byte: u8) -> bool;
    /// Which bytes of a block are of the sort.
    fn hits<S: Blocks>(simd: S, v: S::V) -> S::M;
}

/// What the bytes of a text add up to.
pub(crate) trait Tally: Sized {
    /// The most that a byte adds; 0 if that takes more than the byte before it to say.
    const MOST: usize;
    /// The most that [`Tally::group`] adds to a lane of a counter where it is given [`GROUP`] of these. Where it is
    /// given one, that gets up to what a group has.
    const MOST_OF_GROUP: usize = Self::MOST;
    /// Whether the byte before has a say.
    const IN_PAIRS: bool;
    /// What a byte adds behind `before`.
    fn of(byte: u8, before: u8) -> u8;
    /// `counter`, a byte for each lane, and what a block adds; `one` is the block from the byte before on.
    fn tally<S: Blocks>(simd: S, v: S::V, one: S::V, counter: S::V) -> S::V;

    /// `counters` and what a group adds. `window` is the group and, for pairs, the byte before it.
    ///
    /// `detours` is 0 for the first group, and then what this left there: for those that try something
    /// shorter first, how many groups that is not worth it for.
    #[inline(always)]
    fn group<S: Blocks, const N: usize>(
        simd: S,
        window: &[u8],
        counters: [S::V; N],
        _detours: &mut u8,
    ) -> [S::V; N] {
        add_group::<S, Self, N>(simd, window, counters)
    }
}

impl<K: Sort> Tally for K {
    const MOST: usize = 1;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn of(byte: u8, _: u8) -> u8 {
        K::contains(byte).into()
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, _: S::V, counter: S::V) -> S::V {
        simd.increment(counter, K::hits(simd, v))
    }
}

/// Nothing.
impl Tally for () {
    const MOST: usize = 0;
    const IN_PAIRS: bool = false;

    fn of(_: u8, _: u8) -> u8 {
        0
    }

    #[inline(always)]
    fn tally<S: Blocks>(_: S, _: S::V, _: S::V, counter: S::V) -> S::V {
        counter
    }
}

/// Bytes that are not continuations: in well-formed text, one a character.
pub(crate) enum NotContinuations {}

impl Sort for NotContinuations {
    fn contains(byte: u8) -> bool {
        !is_continuation(byte)
    }

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> S::M {
        // Read as signed numbers, the continuations 80..BF are the lowest.
        simd.greater_signed(v, simd.splat(0xBF))
    }
}

/// Bytes 0A.
pub(crate) enum LineFeeds {}

impl Sort for LineFeeds {
    fn contains(byte: u8) -> bool {
        byte == b'\n'
    }

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> S::M {
        simd.eq(v, simd.splat(b'\n'))
    }
}

/// Bytes 80..FF: in Latin-1, the characters that have two bytes in UTF-8.
pub(crate) enum High {}

impl Sort for High {
    fn contains(byte: u8) -> bool {
        !byte.is_ascii()
    }

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> S::M {
        simd.greater_signed(simd.splat(0), v)
    }
}

/// The UTF-16 code units of well-formed UTF-8: two for four bytes, else one.
pub(crate) enum Utf16Units {}

impl Utf16Units {
    /// By the high four bits of a byte.
    pub(super) const BY_HIGH: [u8; 16] = {
        let mut units = [1; 16];
        units[0x8] = 0;
        units[0x9] = 0;
        units[0xA] = 0;
        units[0xB] = 0;
        units[0xF] = 2;
        units
    };

    /// Which bytes of a block are leads of four bytes.
    #[inline(always)]
    pub(super) fn seconds<S: Blocks>(simd: S, v: S::V) -> S::M {
        simd.at_most(simd.splat(0xF0), v)
    }
}

impl Tally for Utf16Units {
    const MOST: usize = 2;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn of(byte: u8, _: u8) -> u8 {
        u8::from(!is_continuation(byte)) + u8::from(byte >= 0xF0)
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, _: S::V, counter: S::V) -> S::V {
        // One lookup for what would be two comparisons.
        simd.add(counter, simd.lookup_high(simd.table(Self::BY_HIGH), v))
    }
}

/// What bytes add up to.
pub(crate) struct Count<'a, T>(&'a [u8], PhantomData<T>);

impl<'a, T: Tally> Count<'a, T> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        const { assert!(!T::IN_PAIRS, "nothing is before the first byte") };
        Count(bytes, PhantomData)
    }
}

impl<T: Tally> Operation for Count<'_, T> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.0.chunks(run_len::<T>()).map(|run| sum_of_run::<T>(run, run)).sum()
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let (head, rest) = self.0.split_at(unaligned::<S>(self.0));
        let (groups, mut rest) = rest.split_at(rest.len() - rest.len() % (GROUP * S::LANES));
        let mut total = tally::<S, T>(simd, groups);
        if !head.is_empty() {
            total += tally_few::<S, T>(simd, head);
        }
        let mut counter = simd.splat(0);
        while let Some((block, after)) = rest.split_at_checked(S::LANES) {
            let v = simd.load(block, 0);
            counter = T::tally(simd, v, v, counter);
            rest = after;
        }
        total + simd.sum(counter) as usize + tally_few::<S, T>(simd, rest)
    }
}

/// Blocks to a group.
pub(super) const GROUP: usize = 4;

/// Texts shorter than this are not worth a beginning of their own.
const LONG: usize = 4096;

/// How many bytes are before the first block that lies within the lines of the cache, if that is worth it.
#[inline(always)]
pub(super) fn unaligned<S: Blocks>(bytes: &[u8]) -> usize {
    if bytes.len() < LONG { 0 } else { bytes.as_ptr().align_offset(S::LANES).min(bytes.len()) }
}

/// What at most a block adds up to. `window` is it and, for pairs, the byte before it.
#[inline(always)]
pub(super) fn tally_few<S: Blocks, T: Tally>(simd: S, window: &[u8]) -> usize {
    let pair = usize::from(T::IN_PAIRS);
    let len = window.len() - pair;
    let (v, one) = (simd.load_prefix(&window[pair..]), simd.load_prefix(&window[..len]));
    // The block is filled up with zeros, which may count.
    let filling = (S::LANES - len) * usize::from(T::of(0, 0));
    simd.sum(T::tally(simd, v, one, simd.splat(0))) as usize - filling
}

/// What whole groups add up to. `window` is they and, for pairs, the byte before them.
#[inline(always)]
pub(super) fn tally<S: Blocks, T: Tally>(simd: S, window: &[u8]) -> usize {
    let pair = usize::from(T::IN_PAIRS);
    let group_len = GROUP * S::LANES;
    debug_assert_eq!(
        (window.len() - pair) % group_len,
        0,
        "less than a group would not be counted"
    );
    let mut rest = window;
    let mut total = 0;
    let mut detours = 0;
    while rest.len() > pair {
        // More could overflow a counter, which is a byte.
        let (len, most) = (rest.len() - pair, usize::from(u8::MAX) / T::MOST_OF_GROUP * group_len);
        let len = if len < most { len } else { most };
        let mut stretch = &rest[..pair + len];
        let mut counters = [simd.splat(0); GROUP];
        // Where a loop of one group comes to lie can decide whether it runs at half the speed. One of two always runs at all of it.
        while let Some(two) = stretch.get(..pair + 2 * group_len) {
            prefetch_group(simd, stretch);
            counters = T::group(simd, &two[..pair + group_len], counters, &mut detours);
            prefetch_group(simd, &stretch[group_len..]);
            counters = T::group(simd, &two[group_len..], counters, &mut detours);
            stretch = &stretch[2 * group_len..];
        }
        if let Some(group) = stretch.get(..pair + group_len) {
            counters = T::group(simd, group, counters, &mut detours);
        }
        total += sum(simd, counters);
        rest = &rest[len..];
    }
    total as usize
}

/// `counters` and what the blocks of a group add: one after the other to the next counter.
#[inline(always)]
pub(super) fn add_group<S: Blocks, T: Tally, const N: usize>(
    simd: S,
    window: &[u8],
    counters: [S::V; N],
) -> [S::V; N] {
    let pair = usize::from(T::IN_PAIRS);
    let mut counters = counters;
    let mut block = 0;
    while block < GROUP {
        let at = block * S::LANES;
        let (v, one) = (simd.load(window, pair + at), simd.load(window, at));
        counters[block % N] = T::tally(simd, v, one, counters[block % N]);
        block += 1;
    }
    counters
}

/// The sum of all counters of a group.
#[inline(always)]
pub(super) fn sum<S: Blocks>(simd: S, counters: [S::V; GROUP]) -> u64 {
    simd.sum(counters[0]) + simd.sum(counters[1]) + simd.sum(counters[2]) + simd.sum(counters[3])
}

/// Bytes to a run where there are no blocks: no more than a byte can count, and whole registers of any size.
pub(super) const fn run_len<T: Tally>() -> usize {
    192 / T::MOST
}

/// What up to [`run_len`] bytes add up to; `before` are as many, each the one before.
///
/// One byte like the other, without branches, so that the compiler can use what the target has.
#[inline(always)]
pub(super) fn sum_of_run<T: Tally>(run: &[u8], before: &[u8]) -> usize {
    let pairs = run.iter().zip(before);
    pairs.map(|(&byte, &before)| T::of(byte, before)).fold(0, u8::wrapping_add).into()
}
