//! Counting bytes of one sort: bytes that are not continuations, line feeds.

use crate::scalar::table::is_continuation;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// The bytes that are not continuations: in well-formed text, its characters.
pub(crate) struct CountCharacters<'a>(pub(crate) &'a [u8]);

impl Operation for CountCharacters<'_> {
    type Output = usize;

    fn scalar(self) -> usize {
        count_scalar(self.0, |byte| !is_continuation(byte))
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        // Read as signed numbers, 80..BF are the lowest.
        let last_continuation = simd.splat(0xBF);
        let hits = |v| simd.greater_signed(v, last_continuation);
        // A block that is filled up with zeros counts those too.
        count(simd, self.0, hits, 1)
    }
}

/// The line feeds (0A).
pub(crate) struct CountLineFeeds<'a>(pub(crate) &'a [u8]);

impl Operation for CountLineFeeds<'_> {
    type Output = usize;

    fn scalar(self) -> usize {
        count_scalar(self.0, |byte| byte == b'\n')
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let line_feed = simd.splat(b'\n');
        count(simd, self.0, |v| simd.eq(v, line_feed), 0)
    }
}

/// Blocks to a group.
const GROUP: usize = 4;
/// Groups after which the counters of single bytes, each one more at most a group, must be summed.
const GROUPS_PER_SUM: usize = 255;

/// How many bytes are `hits`. `zero` is 1 where a zero byte is one, else 0.
#[inline(always)]
fn count<S: Blocks>(simd: S, bytes: &[u8], hits: impl Fn(S::V) -> S::M, zero: usize) -> usize {
    let mut total = 0;
    let mut rest = bytes;
    while rest.len() >= GROUP * S::LANES {
        let mut counters = [simd.splat(0); GROUP];
        let mut groups = 0;
        while groups < GROUPS_PER_SUM
            && let Some((group, after)) = rest.split_at_checked(GROUP * S::LANES)
        {
            counters = core::array::from_fn(|i| {
                simd.increment(counters[i], hits(simd.load(group, i * S::LANES)))
            });
            rest = after;
            groups += 1;
        }
        total += counters.into_iter().map(|counter| simd.sum(counter)).sum::<u64>();
    }
    let mut counter = simd.splat(0);
    while let Some((block, after)) = rest.split_at_checked(S::LANES) {
        counter = simd.increment(counter, hits(simd.load(block, 0)));
        rest = after;
    }
    counter = simd.increment(counter, hits(simd.load_prefix(rest)));
    total += simd.sum(counter);
    total as usize - zero * (S::LANES - rest.len())
}

/// Without branches, so that the compiler can use what the target has.
fn count_scalar(bytes: &[u8], hit: impl Fn(u8) -> bool) -> usize {
    bytes.iter().map(|&byte| usize::from(hit(byte))).sum()
}
