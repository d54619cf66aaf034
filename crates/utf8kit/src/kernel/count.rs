//! Counting, byte by byte: characters, line feeds, the units that UTF-8 and Latin-1 become.

use core::marker::PhantomData;

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
pub(crate) trait Tally {
    /// The most that a byte adds; 0 if that is not for a single byte to say.
    const MOST: usize;
    fn of(byte: u8) -> u8;
    /// `counter`, a byte for each lane, and what a block adds.
    fn tally<S: Blocks>(simd: S, v: S::V, counter: S::V) -> S::V;
}

impl<K: Sort> Tally for K {
    const MOST: usize = 1;

    fn of(byte: u8) -> u8 {
        K::contains(byte).into()
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, counter: S::V) -> S::V {
        simd.increment(counter, K::hits(simd, v))
    }
}

/// Nothing.
impl Tally for () {
    const MOST: usize = 0;

    fn of(_: u8) -> u8 {
        0
    }

    #[inline(always)]
    fn tally<S: Blocks>(_: S, _: S::V, counter: S::V) -> S::V {
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
    /// Which bytes of a block are leads of four bytes.
    #[inline(always)]
    pub(super) fn seconds<S: Blocks>(simd: S, v: S::V) -> S::M {
        simd.at_most(simd.splat(0xF0), v)
    }
}

impl Tally for Utf16Units {
    const MOST: usize = 2;

    fn of(byte: u8) -> u8 {
        u8::from(!is_continuation(byte)) + u8::from(byte >= 0xF0)
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, counter: S::V) -> S::V {
        simd.increment(NotContinuations::tally(simd, v, counter), Self::seconds(simd, v))
    }
}

/// What bytes add up to.
pub(crate) struct Count<'a, T>(&'a [u8], PhantomData<T>);

impl<'a, T: Tally> Count<'a, T> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Count(bytes, PhantomData)
    }
}

impl<T: Tally> Operation for Count<'_, T> {
    type Output = usize;

    fn scalar(self) -> usize {
        // Counters of a byte, without branches, so that the compiler can use what the target has.
        let count = |run: &[u8]| run.iter().map(|&byte| T::of(byte)).sum::<u8>();
        let run = usize::from(u8::MAX) / T::MOST;
        self.0.chunks(run).map(|run| usize::from(count(run))).sum()
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let (groups, mut rest) = self.0.split_at(self.0.len() - self.0.len() % (GROUP * S::LANES));
        let total = tally::<S, T>(simd, groups);
        let mut counter = simd.splat(0);
        while let Some((block, after)) = rest.split_at_checked(S::LANES) {
            counter = T::tally(simd, simd.load(block, 0), counter);
            rest = after;
        }
        counter = T::tally(simd, simd.load_prefix(rest), counter);
        // The last block is filled up with zeros, which may count.
        let filling = (S::LANES - rest.len()) * usize::from(T::of(0));
        total + simd.sum(counter) as usize - filling
    }
}

/// Blocks to a group.
pub(super) const GROUP: usize = 4;

/// What whole groups add up to.
#[inline(always)]
pub(super) fn tally<S: Blocks, T: Tally>(simd: S, mut rest: &[u8]) -> usize {
    let mut total = 0;
    while !rest.is_empty() {
        let mut counters = [simd.splat(0); GROUP];
        // More could overflow a counter, which is a byte.
        let mut groups = usize::from(u8::MAX) / T::MOST;
        while groups > 0
            && let Some((group, after)) = rest.split_at_checked(GROUP * S::LANES)
        {
            let mut block = 0;
            while block < GROUP {
                let v = simd.load(group, block * S::LANES);
                counters[block] = T::tally(simd, v, counters[block]);
                block += 1;
            }
            rest = after;
            groups -= 1;
        }
        total += sum(simd, counters);
    }
    total as usize
}

/// The sum of all counters of a group.
#[inline(always)]
pub(super) fn sum<S: Blocks>(simd: S, counters: [S::V; GROUP]) -> u64 {
    simd.sum(counters[0]) + simd.sum(counters[1]) + simd.sum(counters[2]) + simd.sum(counters[3])
}
