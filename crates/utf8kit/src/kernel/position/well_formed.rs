//! Text that is known to be well-formed: what a byte counts for is in the byte.

use super::{Facts, Mark, Marks, Words, by_bytes};
use crate::scalar::table::is_continuation;
use crate::simd::blocks::Blocks;

/// A mark for each scalar value, on its first byte.
pub(crate) enum Scalars {}

impl Marks for Scalars {
    const BEFORE: usize = 0;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        [starts(simd, v), 0, 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, _: &mut Facts) -> Words {
        [facts[0], 0]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Result<Mark, usize> {
        by_bytes(text, from, to, nth, |_, byte| u8::from(!is_continuation(byte)))
    }
}

/// A mark for each UTF-16 code unit, on the first byte of its scalar value.
pub(crate) enum Utf16 {}

impl Marks for Utf16 {
    const BEFORE: usize = 0;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        [starts(simd, v), simd.bits(simd.at_most(simd.splat(0xF0), v)), 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, _: &mut Facts) -> Words {
        [facts[0], facts[1]]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Result<Mark, usize> {
        let weight = |_, byte| u8::from(!is_continuation(byte)) + u8::from(byte >= 0xF0);
        by_bytes(text, from, to, nth, weight)
    }
}

/// Which bytes are not continuations.
#[inline(always)]
fn starts<S: Blocks>(simd: S, v: S::V) -> u64 {
    // Read as signed numbers, the continuations 80..BF are the lowest.
    simd.bits(simd.greater_signed(v, simd.splat(0xBF)))
}
