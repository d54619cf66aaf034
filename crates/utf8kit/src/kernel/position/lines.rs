//! What ends a line.

use core::marker::PhantomData;

use super::{Facts, Mark, Marks, STEP, Words, by_bytes, facts, facts_at, within};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// A mark on each LF.
pub(crate) enum LineFeeds {}

/// A mark on each CR, and on each LF that is not behind one: the first byte of each line end.
pub(crate) enum UniversalLineEnds {}

/// Marks of line ends. The first two facts are which bytes are LF or CR, if those end lines.
pub(crate) trait LineMarks: Marks {
    fn is_of_line_end(byte: u8) -> bool;
}

impl Marks for LineFeeds {
    const BEFORE: usize = 0;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        [simd.bits(simd.eq(v, simd.splat(b'\n'))), 0, 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, _: &mut Facts) -> Words {
        [facts[0], 0]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Result<Mark, usize> {
        by_bytes(text, from, to, nth, |_, byte| u8::from(byte == b'\n'))
    }
}

impl LineMarks for LineFeeds {
    fn is_of_line_end(byte: u8) -> bool {
        byte == b'\n'
    }
}

impl Marks for UniversalLineEnds {
    const BEFORE: usize = 1;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        let line_feeds = simd.bits(simd.eq(v, simd.splat(b'\n')));
        [line_feeds, simd.bits(simd.eq(v, simd.splat(b'\r'))), 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, before: &mut Facts) -> Words {
        let [line_feeds, returns, ..] = facts;
        let behind_return = returns << 1 | before[0] >> 63;
        before[0] = returns;
        [returns | line_feeds & !behind_return, 0]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Result<Mark, usize> {
        let weight = |before, byte| {
            u8::from(byte == b'\r') | (u8::from(byte == b'\n') & u8::from(before != b'\r'))
        };
        by_bytes(text, from, to, nth, weight)
    }
}

impl LineMarks for UniversalLineEnds {
    fn is_of_line_end(byte: u8) -> bool {
        matches!(byte, b'\n' | b'\r')
    }
}

/// The last byte among `from..to` of a text that belongs to a line end.
pub(crate) struct LastLineEnd<'a, M> {
    text: &'a [u8],
    from: usize,
    to: usize,
    marks: PhantomData<M>,
}

impl<'a, M: LineMarks> LastLineEnd<'a, M> {
    /// What of the range is beyond the text has no line ends.
    pub(crate) fn new(text: &'a [u8], from: usize, to: usize) -> Self {
        let to = to.min(text.len());
        LastLineEnd { text, from: from.min(to), to, marks: PhantomData }
    }
}

impl<M: LineMarks> Operation for LastLineEnd<'_, M> {
    type Output = Option<usize>;

    fn scalar(self) -> Option<usize> {
        let found = self.text[self.from..self.to].iter().rposition(|&byte| M::is_of_line_end(byte));
        found.map(|at| self.from + at)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Option<usize> {
        let LastLineEnd { text, from, to, .. } = self;
        let mut rest = &text[from..to];
        while let Some(window) = rest.len().checked_sub(STEP).and_then(|start| rest.get(start..)) {
            let [line_feeds, returns, ..] = facts::<S, M>(simd, window);
            let ends = line_feeds | returns;
            if ends != 0 {
                return Some(from + rest.len() - 1 - ends.leading_zeros() as usize);
            }
            rest = &rest[..rest.len() - STEP];
        }
        if rest.is_empty() {
            return None;
        }
        let [line_feeds, returns, ..] = facts_at::<S, M>(simd, text, from);
        let [ends, _] = within([line_feeds | returns, 0], 0, rest.len());
        (ends != 0).then(|| from + 63 - ends.leading_zeros() as usize)
    }
}
