//! Marks of what ends a line: LF alone, or LF, CR and CRLF.
//!
//! With CR, an LF has a mark only if it is not behind a CR:
//!
//! ```text
//! bytes       a   CR  LF  b   LF  CR
//! LF          .   .   ^   .   ^   .
//! CR          .   ^   .   .   .   ^
//! behind CR   .   .   ^   .   .   .
//! marks       .   ^   .   .   ^   ^        CR | LF & !behind CR
//! ```

use core::marker::PhantomData;

use super::few::walk_runs;
use super::{Facts, FewMarks, Marks, STEP, Stop, Walk, Words, facts, facts_at, weight, within};
pub(crate) use crate::kernel::count::LineFeeds;
use crate::kernel::count::{GROUP_BLOCKS, Sort, Tally, add_group, sum_of_stretch};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::swar::equal;

/// A mark on the first byte of each line end: on each CR, and on each LF that is not behind
/// one.
pub(crate) enum UniversalLineEnds {}

/// Marks of line ends. The first two facts are masks of the bytes that are LF and CR, if
/// those end lines.
pub(crate) trait LineMarks: FewMarks {
    /// Counts the bytes that belong to line ends.
    type Bytes: Tally;

    /// A word with 1 for each byte of `word` that belongs to a line end.
    fn of_line_ends(word: u64) -> u64;
}

/// A mark on each LF.
impl Marks for LineFeeds {
    type Number = Self;
    const BEFORE: usize = 0;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        [simd.bits(LineFeeds::hits(simd, v)), 0, 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, _: &mut Facts) -> Words {
        [facts[0], 0]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
        walk_runs::<LineFeeds>(text, from, to, nth)
    }
}

impl FewMarks for LineFeeds {
    const FEW: usize = 24;

    #[inline(always)]
    fn weights(word: u64, _: u8) -> u64 {
        equal(word, b'\n')
    }
}

impl LineMarks for LineFeeds {
    type Bytes = Self;

    #[inline(always)]
    fn of_line_ends(word: u64) -> u64 {
        equal(word, b'\n')
    }
}

impl Tally for UniversalLineEnds {
    const MAX_PER_BYTE: usize = 1;
    const MAX_PER_GROUP: usize = GROUP_BLOCKS;
    const LOOKS_BACK: bool = true;

    #[inline(always)]
    fn of(byte: u8, before: u8) -> u8 {
        u8::from(byte == b'\r') + u8::from((byte == b'\n') & (before != b'\r'))
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, one: S::V, counter: S::V) -> S::V {
        let cr = simd.splat(b'\r');
        let line_feeds = simd.but_not(LineFeeds::hits(simd, v), simd.eq(one, cr));
        simd.increment(simd.increment(counter, simd.eq(v, cr)), line_feeds)
    }

    /// Counts a group. Most texts have no CR. Where none is in a group or right before it,
    /// each LF is a line end, which is quicker to count.
    #[inline(always)]
    fn group<S: Blocks, const N: usize>(
        simd: S,
        window: &[u8],
        counters: [S::V; N],
        detours: &mut u8,
    ) -> [S::V; N] {
        if *detours == 0 {
            if window[0] != b'\r' {
                let weights = simd.table(const { Self::WEIGHTS });
                let mut ends = simd.splat(0);
                let mut block = 0;
                while block < GROUP_BLOCKS {
                    let v = simd.load(window, 1 + block * S::LANES);
                    // Every byte above 15 becomes 15, which has no weight.
                    ends = simd.add(ends, simd.lookup_low(weights, simd.min(v, simd.splat(15))));
                    block += 1;
                }
                if !simd.any_nonzero(simd.and(ends, simd.splat(0xF0))) {
                    let mut counters = counters;
                    counters[0] = simd.add(counters[0], ends);
                    return counters;
                }
            }
            *detours = DETOUR_GROUPS;
        }
        *detours -= 1;
        add_group::<S, Self, N>(simd, window, counters)
    }
}

/// The number of groups that are taken to have a CR too, from a group on that has one or
/// stands right behind one.
const DETOUR_GROUPS: u8 = 16;

impl UniversalLineEnds {
    /// What each byte adds: the LFs of a group add up in the low half of a sum, and its CRs
    /// in the high half.
    const WEIGHTS: [u8; 16] = {
        let mut weights = [0; 16];
        weights[b'\n' as usize] = 0x01;
        weights[b'\r' as usize] = 0x10;
        weights
    };
}

impl Marks for UniversalLineEnds {
    type Number = Self;
    const BEFORE: usize = 1;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        let line_feeds = simd.bits(LineFeeds::hits(simd, v));
        [line_feeds, simd.bits(simd.eq(v, simd.splat(b'\r'))), 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, before: &mut Facts) -> Words {
        let [line_feeds, returns, ..] = facts;
        let behind_return = returns << 1 | before[0] >> 63;
        before[0] = returns;
        [returns | line_feeds & !behind_return, 0]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
        walk_runs::<UniversalLineEnds>(text, from, to, nth)
    }
}

impl FewMarks for UniversalLineEnds {
    const FEW: usize = 16;

    #[inline(always)]
    fn weights(word: u64, before: u8) -> u64 {
        let returns = equal(word, b'\r');
        let behind_return = returns << 8 | u64::from(before == b'\r');
        returns | equal(word, b'\n') & !behind_return
    }
}

impl LineMarks for UniversalLineEnds {
    type Bytes = LineEndBytes;

    #[inline(always)]
    fn of_line_ends(word: u64) -> u64 {
        equal(word, b'\n') | equal(word, b'\r')
    }
}

/// Bytes LF and CR.
pub(crate) enum LineEndBytes {}

impl Tally for LineEndBytes {
    const MAX_PER_BYTE: usize = 1;
    const LOOKS_BACK: bool = false;

    #[inline(always)]
    fn of(byte: u8, _: u8) -> u8 {
        u8::from(byte == b'\n') + u8::from(byte == b'\r')
    }

    #[inline(always)]
    fn tally<S: Blocks>(simd: S, v: S::V, _: S::V, counter: S::V) -> S::V {
        let returns = simd.eq(v, simd.splat(b'\r'));
        simd.increment(simd.increment(counter, LineFeeds::hits(simd, v)), returns)
    }
}

/// How many lines end among the bytes `from..to` of a text, and the last byte that belongs to
/// a line end, or `to` if there is none.
pub(crate) struct LastLine<'a, M> {
    text: &'a [u8],
    from: usize,
    to: usize,
    marks: PhantomData<M>,
}

impl<'a, M: LineMarks> LastLine<'a, M> {
    /// A part of the range that is beyond the text has no line ends.
    #[inline(always)]
    pub(crate) fn new(text: &'a [u8], from: usize, to: usize) -> Self {
        let to = to.min(text.len());
        LastLine { text, from: from.min(to), to, marks: PhantomData }
    }
}

impl<M: LineMarks> Operation for LastLine<'_, M> {
    type Output = Stop;

    fn scalar(self) -> Stop {
        let LastLine { text, from, to, .. } = self;
        let mut rest = &text[from..to];
        while let Some((before, run)) = rest.split_last_chunk::<RUN_BYTES>() {
            // To count line ends takes less time than to stop at one, because counting has no
            // branches.
            if sum_of_stretch::<M::Bytes>(run, run) > 0 {
                break;
            }
            rest = before;
        }
        match rest.iter().rposition(|&byte| M::Bytes::of(byte, 0) > 0) {
            None => Stop { at: to, before: 0 },
            Some(last) => {
                let at = from + last;
                Stop { at, before: M::one_by_one(text, from, at + 1, usize::MAX).before }
            }
        }
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Stop {
        let LastLine { text, from, to, .. } = self;
        let mut rest = &text[from..to];
        while let Some(start) = rest.len().checked_sub(2 * GROUP_BLOCKS * S::LANES) {
            if any_line_end::<S, M>(simd, &rest[start..]) {
                break;
            }
            rest = &rest[..start];
        }
        while let Some(window) = rest.len().checked_sub(STEP).and_then(|start| rest.get(start..)) {
            let [line_feeds, returns, ..] = facts::<S, M>(simd, window);
            let ends = line_feeds | returns;
            if ends != 0 {
                let at = from + rest.len() - 1 - ends.leading_zeros() as usize;
                let walk = Walk::<M>::new(text, from, at + 1, usize::MAX);
                return Stop { at, before: walk.blocks(simd).before };
            }
            rest = &rest[..rest.len() - STEP];
        }
        if rest.is_empty() {
            return Stop { at: to, before: 0 };
        }
        // It matters whether the byte before the first is a CR.
        let start = from - M::BEFORE.min(from);
        let facts = facts_at::<S, M>(simd, text, start);
        let [ends, _] = within([facts[0] | facts[1], 0], from - start, from - start + rest.len());
        if ends == 0 {
            return Stop { at: to, before: 0 };
        }
        let words = within(M::words(facts, &mut [0; 4]), from - start, from - start + rest.len());
        Stop { at: start + 63 - ends.leading_zeros() as usize, before: weight(words) }
    }
}

/// The number of bytes that are searched at once where there are no blocks.
const RUN_BYTES: usize = 128;

/// Whether any byte of two groups belongs to a line end.
#[inline(always)]
fn any_line_end<S: Blocks, M: LineMarks>(simd: S, groups: &[u8]) -> bool {
    let mut counter = simd.splat(0);
    let mut block = 0;
    while block < 2 * GROUP_BLOCKS {
        let v = simd.load(groups, block * S::LANES);
        counter = M::Bytes::tally(simd, v, v, counter);
        block += 1;
    }
    simd.any_nonzero(counter)
}
