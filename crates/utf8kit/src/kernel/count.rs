//! Counting of what single bytes tell: characters, line feeds, and the units that UTF-8 and
//! Latin-1 become.
//!
//! A [`Tally`] says what each byte adds. A text is counted with one counter of a byte for
//! each lane, in four registers, and the sums of the counters are taken before one could
//! overflow:
//!
//! ```text
//! while groups of four blocks are left:
//!     counters = 0
//!     for as many groups as a byte can count:
//!         counters[i] += tally(block i), lane by lane
//!     total += sum of all lanes
//! the tail: block by block, and the last bytes as a block that is filled up with zeros
//! ```

use core::marker::PhantomData;

use super::validate::prefetch_group;
use crate::scalar::table::is_continuation;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// A sort of bytes that are counted.
pub(crate) trait Sort {
    fn contains(byte: u8) -> bool;
    /// A mask of the bytes of a block that are of the sort.
    fn hits<S: Blocks>(simd: S, v: S::V) -> S::M;
}

/// What the bytes of a text add up to.
pub(crate) trait Tally: Sized {
    /// The most that a byte adds; 0 if what a byte adds depends on more than the byte before
    /// it.
    const MAX_PER_BYTE: usize;
    /// The most that [`Tally::group`] adds to a lane of a counter if it has [`GROUP_BLOCKS`]
    /// counters. If it has one counter, a lane of that gets up to what a group has.
    const MAX_PER_GROUP: usize = Self::MAX_PER_BYTE;
    /// Whether what a byte adds depends on the byte before it.
    const LOOKS_BACK: bool;
    /// What `byte` adds behind `before`.
    fn of(byte: u8, before: u8) -> u8;
    /// Adds to `counter`, which has a byte for each lane, what a block adds. `one` is the
    /// block from the byte before on.
    fn tally<S: Blocks>(simd: S, v: S::V, one: S::V, counter: S::V) -> S::V;

    /// Adds to `counters` what a group adds. `window` is the group and, if the byte before
    /// matters, the byte before it.
    ///
    /// `detours` is 0 for the first group, and later what this function left there. An
    /// implementation that tries a shorter way first keeps in it for how many groups it will
    /// not try.
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
    const MAX_PER_BYTE: usize = 1;
    const LOOKS_BACK: bool = false;

    #[inline(always)]
    fn of(byte: u8, _: u8) -> u8 {
        K::contains(byte).into()
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, _: S::V, counter: S::V) -> S::V {
        simd.increment(counter, K::hits(simd, v))
    }
}

/// Nothing is counted.
impl Tally for () {
    const MAX_PER_BYTE: usize = 0;
    const LOOKS_BACK: bool = false;

    fn of(_: u8, _: u8) -> u8 {
        0
    }

    #[inline(always)]
    fn tally<S: Blocks>(_: S, _: S::V, _: S::V, counter: S::V) -> S::V {
        counter
    }
}

/// Bytes that are not continuation bytes: in well-formed text, one per character.
pub(crate) enum NotContinuations {}

impl Sort for NotContinuations {
    fn contains(byte: u8) -> bool {
        !is_continuation(byte)
    }

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> S::M {
        // Read as signed numbers, the continuation bytes 80..BF are the lowest.
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

/// The UTF-16 code units of well-formed UTF-8: two for a form of four bytes, else one.
pub(crate) enum Utf16Units {}

impl Utf16Units {
    /// The number of units, by the high four bits of a byte.
    pub(super) const BY_HIGH: [u8; 16] = {
        let mut units = [1; 16];
        units[0x8] = 0;
        units[0x9] = 0;
        units[0xA] = 0;
        units[0xB] = 0;
        units[0xF] = 2;
        units
    };

    /// A mask of the bytes of a block that are leads of four bytes.
    #[inline(always)]
    pub(super) fn seconds<S: Blocks>(simd: S, v: S::V) -> S::M {
        simd.at_most(simd.splat(0xF0), v)
    }
}

impl Tally for Utf16Units {
    const MAX_PER_BYTE: usize = 2;
    const LOOKS_BACK: bool = false;

    #[inline(always)]
    fn of(byte: u8, _: u8) -> u8 {
        u8::from(!is_continuation(byte)) + u8::from(byte >= 0xF0)
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, _: S::V, counter: S::V) -> S::V {
        // One lookup takes the place of two comparisons.
        simd.add(counter, simd.lookup_high(simd.table(Self::BY_HIGH), v))
    }
}

/// The sum of what bytes add, in a [`Tally`] that looks at single bytes.
pub(crate) struct Count<'a, T>(&'a [u8], PhantomData<T>);

impl<'a, T: Tally> Count<'a, T> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        const { assert!(!T::LOOKS_BACK, "nothing is before the first byte") };
        Count(bytes, PhantomData)
    }
}

impl<T: Tally> Operation for Count<'_, T> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.0.chunks(stretch_len::<T>()).map(|stretch| sum_of_stretch::<T>(stretch, stretch)).sum()
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let (head, rest) = self.0.split_at(unaligned::<S>(self.0));
        let (groups, mut tail) = rest.split_at(rest.len() - rest.len() % (GROUP_BLOCKS * S::LANES));
        let mut total = tally::<S, T>(simd, groups);
        if !head.is_empty() {
            total += tally_short::<S, T>(simd, head);
        }
        let mut counter = simd.splat(0);
        while let Some((block, after)) = tail.split_at_checked(S::LANES) {
            let v = simd.load(block, 0);
            counter = T::tally(simd, v, v, counter);
            tail = after;
        }
        total + simd.sum(counter) as usize + tally_short::<S, T>(simd, tail)
    }
}

/// The number of blocks in a group.
pub(super) const GROUP_BLOCKS: usize = 4;

/// The fewest bytes of a text whose unaligned beginning is counted apart.
const LONG_BYTES: usize = 4096;

/// How many bytes stand before the first aligned block, if the text is long enough for these
/// to be counted apart; else 0. An aligned block lies within a cache line.
#[inline(always)]
pub(super) fn unaligned<S: Blocks>(bytes: &[u8]) -> usize {
    if bytes.len() < LONG_BYTES {
        0
    } else {
        bytes.as_ptr().align_offset(S::LANES).min(bytes.len())
    }
}

/// The sum of what a block or less adds. `window` is the bytes and, if the byte before
/// matters, the byte before them.
#[inline(always)]
pub(super) fn tally_short<S: Blocks, T: Tally>(simd: S, window: &[u8]) -> usize {
    let before = usize::from(T::LOOKS_BACK);
    let len = window.len() - before;
    let (v, one) = (simd.load_prefix(&window[before..]), simd.load_prefix(&window[..len]));
    // Zeros fill the block, and these may count.
    let filling = (S::LANES - len) * usize::from(T::of(0, 0));
    simd.sum(T::tally(simd, v, one, simd.splat(0))) as usize - filling
}

/// The sum of what whole groups add. `window` is the groups and, if the byte before matters,
/// the byte before them.
#[inline(always)]
pub(super) fn tally<S: Blocks, T: Tally>(simd: S, window: &[u8]) -> usize {
    let before = usize::from(T::LOOKS_BACK);
    let group_len = GROUP_BLOCKS * S::LANES;
    debug_assert_eq!(
        (window.len() - before) % group_len,
        0,
        "less than a group would not be counted"
    );
    let mut rest = window;
    let mut total = 0;
    let mut detours = 0;
    while rest.len() > before {
        // More groups could overflow a counter, which is a byte.
        let (len, most) =
            (rest.len() - before, usize::from(u8::MAX) / T::MAX_PER_GROUP * group_len);
        let len = if len < most { len } else { most };
        let mut stretch = &rest[..before + len];
        let mut counters = [simd.splat(0); GROUP_BLOCKS];
        // A loop of one group can run at half the speed, depending on where it comes to lie
        // in memory. A loop of two groups always runs at full speed.
        while let Some(two) = stretch.get(..before + 2 * group_len) {
            prefetch_group(simd, stretch);
            counters = T::group(simd, &two[..before + group_len], counters, &mut detours);
            prefetch_group(simd, &stretch[group_len..]);
            counters = T::group(simd, &two[group_len..], counters, &mut detours);
            stretch = &stretch[2 * group_len..];
        }
        if let Some(group) = stretch.get(..before + group_len) {
            counters = T::group(simd, group, counters, &mut detours);
        }
        total += sum(simd, counters);
        rest = &rest[len..];
    }
    total as usize
}

/// Adds to `counters` what the blocks of a group add, one block after the other to the next
/// counter.
#[inline(always)]
pub(super) fn add_group<S: Blocks, T: Tally, const N: usize>(
    simd: S,
    window: &[u8],
    counters: [S::V; N],
) -> [S::V; N] {
    let before = usize::from(T::LOOKS_BACK);
    let mut counters = counters;
    let mut block = 0;
    while block < GROUP_BLOCKS {
        let at = block * S::LANES;
        let (v, one) = (simd.load(window, before + at), simd.load(window, at));
        counters[block % N] = T::tally(simd, v, one, counters[block % N]);
        block += 1;
    }
    counters
}

/// The sum of all lanes of the counters of a group.
#[inline(always)]
pub(super) fn sum<S: Blocks>(simd: S, counters: [S::V; GROUP_BLOCKS]) -> u64 {
    simd.sum(counters[0]) + simd.sum(counters[1]) + simd.sum(counters[2]) + simd.sum(counters[3])
}

/// The number of bytes in a stretch where there are no blocks: no more than a byte can count, and
/// a multiple of registers of any size.
pub(super) const fn stretch_len<T: Tally>() -> usize {
    192 / T::MAX_PER_BYTE
}

/// The sum of what up to [`stretch_len`] bytes add. `before` has as many bytes, each the one
/// before.
///
/// Every byte is treated alike, without branches, so that the compiler can use the vectors of
/// the target.
#[inline(always)]
pub(super) fn sum_of_stretch<T: Tally>(stretch: &[u8], before: &[u8]) -> usize {
    let both = stretch.iter().zip(before);
    both.map(|(&byte, &before)| T::of(byte, before)).fold(0, u8::wrapping_add).into()
}
