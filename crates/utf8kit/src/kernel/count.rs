//! Counting bytes of one sort: bytes that are not continuations, line feeds.

use core::marker::PhantomData;

use crate::scalar::table::is_continuation;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// A sort of bytes.
pub(crate) trait Sort {
    fn contains(byte: u8) -> bool;
    /// What [`Sort::hits`] compares with.
    const BORDER: u8;
    /// Which bytes of a block are of the sort; `border` is [`Sort::BORDER`] in each lane.
    fn hits<S: Blocks>(simd: S, v: S::V, border: S::V) -> S::M;
}

/// Bytes that are not continuations: in well-formed text, one a character.
pub(crate) struct NotContinuations;

impl Sort for NotContinuations {
    fn contains(byte: u8) -> bool {
        !is_continuation(byte)
    }

    const BORDER: u8 = 0xBF;

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V, border: S::V) -> S::M {
        // Read as signed numbers, the continuations 80..BF are the lowest.
        simd.greater_signed(v, border)
    }
}

/// Bytes 0A.
pub(crate) struct LineFeeds;

impl Sort for LineFeeds {
    fn contains(byte: u8) -> bool {
        byte == b'\n'
    }

    const BORDER: u8 = b'\n';

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V, border: S::V) -> S::M {
        simd.eq(v, border)
    }
}

/// How many bytes are of a sort.
pub(crate) struct Count<'a, K>(&'a [u8], PhantomData<K>);

impl<'a, K: Sort> Count<'a, K> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Count(bytes, PhantomData)
    }
}

/// Blocks to a group.
const GROUP: usize = 4;
/// Groups after which the counters, a byte each, must be summed: more could overflow them.
const GROUPS_PER_SUM: usize = 255;

impl<K: Sort> Operation for Count<'_, K> {
    type Output = usize;

    fn scalar(self) -> usize {
        // Counters of a byte, without branches, so that the compiler can use what the target has.
        let count = |run: &[u8]| run.iter().map(|&byte| u8::from(K::contains(byte))).sum::<u8>();
        self.0.chunks(GROUPS_PER_SUM).map(|run| usize::from(count(run))).sum()
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let border = simd.splat(K::BORDER);
        let mut total = 0;
        let mut rest = self.0;
        while rest.len() >= GROUP * S::LANES {
            let mut counters = [simd.splat(0); GROUP];
            let mut groups = 0;
            while groups < GROUPS_PER_SUM
                && let Some((group, after)) = rest.split_at_checked(GROUP * S::LANES)
            {
                let mut block = 0;
                while block < GROUP {
                    let v = simd.load(group, block * S::LANES);
                    counters[block] = simd.increment(counters[block], K::hits(simd, v, border));
                    block += 1;
                }
                rest = after;
                groups += 1;
            }
            total += simd.sum(counters[0])
                + simd.sum(counters[1])
                + simd.sum(counters[2])
                + simd.sum(counters[3]);
        }
        let mut counter = simd.splat(0);
        while let Some((block, after)) = rest.split_at_checked(S::LANES) {
            counter = simd.increment(counter, K::hits(simd, simd.load(block, 0), border));
            rest = after;
        }
        counter = simd.increment(counter, K::hits(simd, simd.load_prefix(rest), border));
        // The last block is filled up with zeros, which may be of the sort.
        let filling = if K::contains(0) { S::LANES - rest.len() } else { 0 };
        (total + simd.sum(counter)) as usize - filling
    }
}
