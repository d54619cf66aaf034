//! The check for anything: three lookups a block.
//!
//! The lookup algorithm of Keiser and Lemire (*Validating UTF-8 in less than one instruction per
//! byte*, 2021): whether a byte may follow the one before it is decided by three 16-entry tables,
//! over the high and the low four bits of the byte before, and the high four of the byte itself.
//! Each table says which rules the byte could break; a rule that all three name is broken. The
//! third and fourth byte of a sequence are the only other rule: where the byte two before is
//! E0..FF or the byte three before is F0..FF, a continuation must stand, and nowhere else may two
//! continuations stand in a row.

use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// Which rule of well-formedness a pair of bytes breaks: a bit each.
mod rule {
    /// A lead, then no continuation.
    pub(super) const TOO_SHORT: u8 = 1 << 0;
    /// ASCII, then a continuation.
    pub(super) const TOO_LONG: u8 = 1 << 1;
    /// E0 80..9F.
    pub(super) const OVERLONG_3: u8 = 1 << 2;
    /// F4 90..BF, and F5..FF before 90..BF.
    pub(super) const TOO_LARGE: u8 = 1 << 3;
    /// ED A0..BF.
    pub(super) const SURROGATE: u8 = 1 << 4;
    /// C0 and C1 before any continuation.
    pub(super) const OVERLONG_2: u8 = 1 << 5;
    /// F0 80..8F; and F5..FF before 80..8F, which shares the bit.
    pub(super) const OVERLONG_4: u8 = 1 << 6;
    pub(super) const TOO_LARGE_1000: u8 = OVERLONG_4;
    /// Two continuations: wrong, unless a third or fourth byte is due. The top bit, because that
    /// is where the test for what is due has its answer.
    pub(super) const TWO_CONTINUATIONS: u8 = 1 << 7;

    /// What a first byte with any low bits can break.
    pub(super) const ANY_LOW: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;
}

/// By the high four bits of the byte before.
pub(in crate::kernel) const BEFORE_HIGH: [u8; 16] = {
    use rule::*;
    let mut table = [TOO_LONG; 16];
    table[0x8] = TWO_CONTINUATIONS;
    table[0x9] = TWO_CONTINUATIONS;
    table[0xA] = TWO_CONTINUATIONS;
    table[0xB] = TWO_CONTINUATIONS;
    table[0xC] = TOO_SHORT | OVERLONG_2;
    table[0xD] = TOO_SHORT;
    table[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
    table[0xF] = TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4;
    table
};

/// The same where surrogates are like other characters of three bytes, and nothing has four.
pub(in crate::kernel) const BEFORE_HIGH_OF_UNITS: [u8; 16] = {
    let mut table = BEFORE_HIGH_UP_TO_EF;
    table[0xE] &= !rule::SURROGATE;
    table
};

/// The same where nothing has four bytes: what begins so breaks all rules.
pub(super) const BEFORE_HIGH_UP_TO_EF: [u8; 16] = {
    let mut table = BEFORE_HIGH;
    table[0xF] = 0xFF;
    table
};

/// A table of text with nothing above EF, with one rule more, which is broken by all bytes but continuations, and by
/// which these are counted: [`COUNTED`]. What only forms of four bytes can break is not asked for there; these two
/// bits have what the two lowest ones had. So the sum of two answers, if all is well, is the number of bytes counted.
const fn and_counted(table: [u8; 16], counted: [bool; 16]) -> [u8; 16] {
    use rule::*;
    const STAY: u8 = OVERLONG_2 | OVERLONG_3 | SURROGATE | TWO_CONTINUATIONS;
    const MOVED_TOO_SHORT: u8 = TOO_LARGE;
    const MOVED_TOO_LONG: u8 = TOO_LARGE_1000;
    let mut with_counted = [0; 16];
    let mut entry = 0;
    while entry < 16 {
        let rules = table[entry];
        let mut new = rules & STAY;
        if rules & TOO_SHORT != 0 {
            new |= MOVED_TOO_SHORT;
        }
        if rules & TOO_LONG != 0 {
            new |= MOVED_TOO_LONG;
        }
        if counted[entry] {
            new |= COUNTED;
        }
        with_counted[entry] = new;
        entry += 1;
    }
    with_counted
}

/// The lowest bit; the next one is left free for the sum of two.
const COUNTED: u8 = 1;

/// By the low four bits of the byte before.
pub(in crate::kernel) const BEFORE_LOW: [u8; 16] = {
    use rule::*;
    let mut table = [ANY_LOW | TOO_LARGE | TOO_LARGE_1000; 16];
    table[0x0] = ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4;
    table[0x1] = ANY_LOW | OVERLONG_2;
    table[0x2] = ANY_LOW;
    table[0x3] = ANY_LOW;
    table[0x4] = ANY_LOW | TOO_LARGE;
    table[0xD] = ANY_LOW | TOO_LARGE | TOO_LARGE_1000 | SURROGATE;
    table
};

/// By the high four bits of the byte itself.
pub(in crate::kernel) const HERE_HIGH: [u8; 16] = {
    use rule::*;
    let continuation = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS;
    let mut table = [TOO_SHORT; 16];
    table[0x8] = continuation | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4;
    table[0x9] = continuation | OVERLONG_3 | TOO_LARGE;
    table[0xA] = continuation | SURROGATE | TOO_LARGE;
    table[0xB] = continuation | SURROGATE | TOO_LARGE;
    table
};

/// The constants of the check for anything.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Tables<S: Blocks> {
    before_high: S::Table,
    before_low: S::Table,
    here_high: S::Table,
    third: S::V,
    fourth: S::V,
    top_bit: S::V,
}

impl<S: Blocks> Tables<S> {
    #[inline(always)]
    pub(in crate::kernel) fn new(simd: S) -> Self {
        Self::with(simd, BEFORE_HIGH)
    }

    /// For text with nothing above EF, of which characters are counted too: see [`Tables::counts_up_to_ef`].
    #[inline(always)]
    pub(super) fn counting_up_to_ef(simd: S) -> Self {
        const ALL: [bool; 16] = [true; 16];
        const NOT_CONTINUATIONS: [bool; 16] = {
            let mut counted = ALL;
            counted[0x8] = false;
            counted[0x9] = false;
            counted[0xA] = false;
            counted[0xB] = false;
            counted
        };
        Tables {
            before_high: simd.table(const { and_counted(BEFORE_HIGH_UP_TO_EF, ALL) }),
            before_low: simd.table(const { and_counted(BEFORE_LOW, ALL) }),
            here_high: simd.table(const { and_counted(HERE_HIGH, NOT_CONTINUATIONS) }),
            ..Self::new(simd)
        }
    }

    /// With other rules by the high four bits of the byte before.
    #[inline(always)]
    pub(in crate::kernel) fn with(simd: S, before_high: [u8; 16]) -> Self {
        Tables {
            before_high: simd.table(before_high),
            before_low: simd.table(BEFORE_LOW),
            here_high: simd.table(HERE_HIGH),
            // What is left of E0..FF, or F0..FF, has its top bit set; of anything less, not.
            third: simd.splat(0xE0 - 0x80),
            fourth: simd.splat(0xF0 - 0x80),
            top_bit: simd.splat(0x80),
        }
    }

    /// The rules that `x` may break by following `one`. Behind a lead, those that it does.
    #[inline(always)]
    pub(in crate::kernel) fn pairs(&self, simd: S, one: S::V, x: S::V) -> S::V {
        simd.and(
            simd.and(
                simd.lookup_high(self.before_high, one),
                simd.lookup_low(self.before_low, one),
            ),
            simd.lookup_high(self.here_high, x),
        )
    }

    /// Not zero where `x` cannot follow the bytes one, two and three before it.
    #[inline(always)]
    pub(in crate::kernel) fn errors(&self, simd: S, x: S::V, before: [S::V; 3]) -> S::V {
        let [one, two, three] = before;
        let broken = self.pairs(simd, one, x);
        let due = simd.and(
            simd.or(simd.saturating_sub(two, self.third), simd.saturating_sub(three, self.fourth)),
            self.top_bit,
        );
        simd.xor(due, broken)
    }

    /// [`Self::errors`] of the block at `at`, which is at least 3.
    #[inline(always)]
    pub(in crate::kernel) fn errors_at(&self, simd: S, bytes: &[u8], at: usize) -> S::V {
        let before = [simd.load(bytes, at - 1), simd.load(bytes, at - 2), simd.load(bytes, at - 3)];
        self.errors(simd, simd.load(bytes, at), before)
    }

    /// The same where nothing is above EF. [`BEFORE_HIGH_UP_TO_EF`] has to be among the tables: what is
    /// above breaks a rule then.
    #[inline(always)]
    pub(super) fn errors_up_to_ef_at(&self, simd: S, bytes: &[u8], at: usize) -> S::V {
        let (one, two) = (simd.load(bytes, at - 1), simd.load(bytes, at - 2));
        let due = simd.and(simd.saturating_sub(two, self.third), self.top_bit);
        simd.xor(due, self.pairs(simd, one, simd.load(bytes, at)))
    }

    /// Of each two blocks on top of each other, from `at` on: how many bytes are not continuations, or more than
    /// two where the same would find an error. By [`Self::counting_up_to_ef`].
    #[inline(always)]
    pub(super) fn counts_up_to_ef(&self, simd: S, bytes: &[u8], at: usize) -> S::V
    where
        S: Lanes,
    {
        let first = self.errors_up_to_ef_at(simd, bytes, at);
        simd.saturating_add(first, self.errors_up_to_ef_at(simd, bytes, at + S::LANES))
    }

    /// [`Self::errors`] of a block with nothing before it.
    #[inline(always)]
    pub(in crate::kernel) fn errors_at_start(&self, simd: S, x: S::V) -> S::V {
        let before = [simd.shift_up::<1>(x), simd.shift_up::<2>(x), simd.shift_up::<3>(x)];
        self.errors(simd, x, before)
    }
}
