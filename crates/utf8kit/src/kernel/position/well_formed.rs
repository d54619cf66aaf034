//! Marks of text that is known to be well-formed: each byte tells alone what it counts for.

use super::few::walk_runs;
use super::{Facts, FewMarks, Marks, Stop, Words};
use crate::kernel::count::{NotContinuations, Sort, Utf16Units};
use crate::simd::blocks::Blocks;
use crate::simd::swar::{from_f0, starts};

/// A mark for each scalar value, on its first byte.
pub(crate) enum Scalars {}

impl Marks for Scalars {
    type Number = NotContinuations;
    const BEFORE: usize = 0;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        [simd.bits(NotContinuations::hits(simd, v)), 0, 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, _: &mut Facts) -> Words {
        [facts[0], 0]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
        walk_runs::<Scalars>(text, from, to, nth)
    }
}

impl FewMarks for Scalars {
    const FEW: usize = 64;

    #[inline(always)]
    fn weights(word: u64, _: u8) -> u64 {
        starts(word)
    }
}

/// A mark for each UTF-16 code unit, on the first byte of its scalar value: two marks on
/// F0..F4.
pub(crate) enum Utf16 {}

impl Marks for Utf16 {
    type Number = Utf16Units;
    const BEFORE: usize = 0;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, _: S::V) -> Facts {
        [simd.bits(NotContinuations::hits(simd, v)), simd.bits(Utf16Units::seconds(simd, v)), 0, 0]
    }

    #[inline(always)]
    fn words(facts: Facts, _: &mut Facts) -> Words {
        [facts[0], facts[1]]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
        walk_runs::<Utf16>(text, from, to, nth)
    }
}

impl FewMarks for Utf16 {
    const FEW: usize = 48;

    #[inline(always)]
    fn weights(word: u64, _: u8) -> u64 {
        starts(word) + from_f0(word)
    }
}
