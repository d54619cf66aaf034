//! How errors are looked for: in any text, or faster in most.

use super::STEP;
use crate::kernel::transcode::subparts::Sequences;
use crate::kernel::validate::check::Tables;
use crate::kernel::validate::usual::Usual;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// A search of whole steps for the bytes at which an error is noticed: up to [`BEFORE`] bytes behind its start.
///
/// Up to [`UNNOTICED`] bytes behind one that is, others can stand that are not noticed for themselves, because a lead
/// before has them expected.
pub(super) trait Search<S: Blocks> {
    type Check: Copy;

    /// Whether nothing but errors is noticed.
    const IS_EXACT: bool;

    fn check(simd: S) -> Self::Check;

    /// The bytes of the step at `at` (at least [`BEFORE`]) that are noticed.
    fn notices(simd: S, check: Self::Check, bytes: &[u8], at: usize) -> u64;
}

/// Bytes before the one at which an error is noticed at which it can start.
pub(super) const BEFORE: usize = 3;

/// See [`Search`].
pub(super) const UNNOTICED: usize = 2;

/// Of a step that is taken apart, all but the last bytes: whether what starts in those is whole is not known.
pub(super) const KNOWN: usize = STEP - 3;

/// For anything.
pub(super) enum ForAny {}

impl<S: Blocks> Search<S> for ForAny {
    type Check = Tables<S>;

    const IS_EXACT: bool = true;

    #[inline(always)]
    fn check(simd: S) -> Tables<S> {
        Tables::new(simd)
    }

    #[inline(always)]
    fn notices(simd: S, check: Tables<S>, bytes: &[u8], at: usize) -> u64 {
        let mut clean = 0;
        let mut block = 0;
        while block < STEP {
            let errors = check.errors_at(simd, bytes, at + block);
            clean |= simd.bits(simd.eq(errors, simd.splat(0))) << block;
            block += S::LANES;
        }
        !clean
    }
}

/// For text whose leads are usual: those that are not are noticed too.
pub(super) enum ForUsual {}

impl<S: Lanes> Search<S> for ForUsual {
    type Check = Usual<S>;

    const IS_EXACT: bool = false;

    #[inline(always)]
    fn check(simd: S) -> Usual<S> {
        Usual::new(simd)
    }

    #[inline(always)]
    fn notices(simd: S, check: Usual<S>, bytes: &[u8], at: usize) -> u64 {
        check.suspects_at(simd, bytes, at)
    }
}

/// The maximal subparts that are ill-formed: of those that start in the part of the step that is known, but for its first
/// `dealt_with` bytes.
///
/// What the first three bytes continue is not known; but if an error starts there, it is one that reaches over them.
#[inline(always)]
pub(super) fn errors_of(sequences: Sequences, dealt_with: usize) -> Errors {
    const KNOWN_BITS: u64 = u64::MAX >> (STEP - KNOWN);
    let here = KNOWN_BITS & u64::MAX << dealt_with.min(STEP - 1);
    let broken = !sequences.whole() & here;
    let stray = sequences.continuations & !sequences.covered() & here & u64::MAX << BEFORE;
    let first = sequences.leads() & broken | stray;
    let dropped = (sequences.one & broken) << 1 | (sequences.two & broken) << 2;
    Errors { first, bad: first | dropped }
}

/// Maximal subparts of a step that are ill-formed.
#[derive(Clone, Copy)]
pub(super) struct Errors {
    /// Their first bytes.
    pub(super) first: u64,
    /// All of their bytes; of those only that no [`Run`] has been made of.
    bad: u64,
}

/// Some of them, side by side.
pub(super) struct Run {
    /// Where the first one starts, and the last one ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// How many they are.
    pub(super) count: usize,
}

impl Errors {
    /// Those that come next.
    #[inline(always)]
    pub(super) fn next_run(&mut self) -> Option<Run> {
        let bad = self.bad;
        if bad == 0 {
            return None;
        }
        // Adding to the lowest of a run of bits carries to the one behind it.
        let carried = bad.wrapping_add(bad & bad.wrapping_neg());
        self.bad &= carried;
        Some(Run {
            start: bad.trailing_zeros() as usize,
            end: carried.trailing_zeros() as usize,
            count: (self.first & bad & !carried).count_ones() as usize,
        })
    }
}
