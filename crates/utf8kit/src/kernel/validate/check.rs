//! The check of a block of UTF-8, whatever it holds: three table lookups per block.
//!
//! This is the lookup algorithm of Keiser and Lemire (*Validating UTF-8 in less than one
//! instruction per byte*, 2021). Three 16-entry tables decide whether a byte `x` may follow
//! the byte `one` before it. Each table entry is a set of rules, a bit each, which a byte
//! with these four bits could break. Two adjacent bytes break the rules that all three tables
//! name. The only other rule is about the third and fourth byte of a sequence: a continuation
//! byte must stand behind another one where the byte two before is E0..FF or the byte three
//! before is F0..FF, and nowhere else.
//!
//! ```text
//! broken = BEFORE_HIGH[one >> 4] & BEFORE_LOW[one & 15] & HERE_HIGH[x >> 4]
//! due    = top bit where two >= E0 or three >= F0
//! errors = broken ^ due            the top bit of `broken` says "two continuations"
//!
//! bytes         E2        82           AC           41      A9
//! broken        0         0            top bit      0       TOO_LONG
//! due           0         0            top bit      0       0
//! errors        0         0            0            0       TOO_LONG
//! ```
//!
//! The check of a block does not see what follows its last byte: a sequence that is
//! unfinished there becomes an error in the next block.

use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// The rules of well-formedness that two adjacent bytes can break, one bit each.
mod rule {
    /// A lead byte, then no continuation byte.
    pub(super) const TOO_SHORT: u8 = 1 << 0;
    /// ASCII, then a continuation byte.
    pub(super) const TOO_LONG: u8 = 1 << 1;
    /// E0 80..9F.
    pub(super) const OVERLONG_3: u8 = 1 << 2;
    /// F4 90..BF, and F5..FF before 90..BF.
    pub(super) const TOO_LARGE: u8 = 1 << 3;
    /// ED A0..BF.
    pub(super) const SURROGATE: u8 = 1 << 4;
    /// C0 or C1, then a continuation byte.
    pub(super) const OVERLONG_2: u8 = 1 << 5;
    /// F0 80..8F. F5..FF before 80..8F shares this bit.
    pub(super) const OVERLONG_4: u8 = 1 << 6;
    pub(super) const TOO_LARGE_1000: u8 = OVERLONG_4;
    /// Two continuation bytes: an error unless a third or fourth byte is due. It is the top
    /// bit, because the test for bytes that are due has its answer there.
    pub(super) const TWO_CONTINUATIONS: u8 = 1 << 7;

    /// The rules that a first byte can break whatever its low four bits are.
    pub(super) const ANY_LOW: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS;
}

/// The rules that can be broken, by the high four bits of the byte before.
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

/// [`BEFORE_HIGH`] for characters up to U+FFFF, where nothing has four bytes: whatever follows
/// F0..FF breaks all rules.
pub(in crate::kernel) const BEFORE_HIGH_BMP: [u8; 16] = {
    let mut table = BEFORE_HIGH;
    table[0xF] = 0xFF;
    table
};

/// Adds to a table for text with no byte above EF the bit [`COUNTED`], for the entries in
/// `counted`.
///
/// If all three tables have the bit for every byte except continuation bytes, the check sets
/// it on the bytes that begin a character, and they can be counted by adding up the answers.
/// `TOO_SHORT` and `TOO_LONG` make room for it and for the sum of two answers: they move to
/// the bits of rules that only sequences of four bytes can break, which this text does not
/// have. In well-formed text each answer is 0 or 1; an answer with an error is 4 or more.
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

/// The bit of a byte that is counted: the lowest one. The bit above it is left free for the
/// sum of two answers.
const COUNTED: u8 = 1;

/// The rules that can be broken, by the low four bits of the byte before.
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

/// The rules that can be broken, by the high four bits of the byte itself.
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

/// The constants of the check, in registers.
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

    /// The tables for text with no byte above EF, which also count characters: see
    /// [`Tables::bmp_counts`].
    #[inline(always)]
    pub(super) fn counting_bmp(simd: S) -> Self {
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
            before_high: simd.table(const { and_counted(BEFORE_HIGH_BMP, ALL) }),
            before_low: simd.table(const { and_counted(BEFORE_LOW, ALL) }),
            here_high: simd.table(const { and_counted(HERE_HIGH, NOT_CONTINUATIONS) }),
            ..Self::new(simd)
        }
    }

    /// The tables with other rules for the high four bits of the byte before.
    #[inline(always)]
    pub(in crate::kernel) fn with(simd: S, before_high: [u8; 16]) -> Self {
        Tables {
            before_high: simd.table(before_high),
            before_low: simd.table(BEFORE_LOW),
            here_high: simd.table(HERE_HIGH),
            // After a saturating subtraction of these, the top bit is set for E0..FF and
            // F0..FF respectively, and for no lower byte.
            third: simd.splat(0xE0 - 0x80),
            fourth: simd.splat(0xF0 - 0x80),
            top_bit: simd.splat(0x80),
        }
    }

    /// The rules that `one` and `x` behind it break. Where `one` is a continuation byte,
    /// `TWO_CONTINUATIONS` may be among them although `x` is due there.
    #[inline(always)]
    pub(in crate::kernel) fn broken_rules(&self, simd: S, one: S::V, x: S::V) -> S::V {
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
        let broken = self.broken_rules(simd, one, x);
        let due = simd.and(
            simd.or(simd.saturating_sub(two, self.third), simd.saturating_sub(three, self.fourth)),
            self.top_bit,
        );
        simd.xor(due, broken)
    }

    /// [`Self::errors`] of the block at `at`, which must be at least 3.
    #[inline(always)]
    pub(in crate::kernel) fn errors_at(&self, simd: S, bytes: &[u8], at: usize) -> S::V {
        let before = [simd.load(bytes, at - 1), simd.load(bytes, at - 2), simd.load(bytes, at - 3)];
        self.errors(simd, simd.load(bytes, at), before)
    }

    /// [`Self::errors_at`] for text with no byte above EF. The tables must have been made
    /// with [`BEFORE_HIGH_BMP`], which makes a byte above EF an error at the byte behind
    /// it.
    #[inline(always)]
    pub(super) fn bmp_errors_at(&self, simd: S, bytes: &[u8], at: usize) -> S::V {
        let (one, two) = (simd.load(bytes, at - 1), simd.load(bytes, at - 2));
        let due = simd.and(simd.saturating_sub(two, self.third), self.top_bit);
        simd.xor(due, self.broken_rules(simd, one, simd.load(bytes, at)))
    }

    /// For each lane, how many bytes of the two blocks from `at` on are not continuation
    /// bytes: 0, 1 or 2. The lane has more than 2 if [`Self::bmp_errors_at`] would find
    /// an error there. The tables must be those of [`Self::counting_bmp`].
    #[inline(always)]
    pub(super) fn bmp_counts(&self, simd: S, bytes: &[u8], at: usize) -> S::V
    where
        S: Lanes,
    {
        let first = self.bmp_errors_at(simd, bytes, at);
        simd.saturating_add(first, self.bmp_errors_at(simd, bytes, at + S::LANES))
    }

    /// [`Self::errors`] of the first block of a text.
    #[inline(always)]
    pub(in crate::kernel) fn errors_at_start(&self, simd: S, x: S::V) -> S::V {
        let before = [simd.shift_up::<1>(x), simd.shift_up::<2>(x), simd.shift_up::<3>(x)];
        self.errors(simd, x, before)
    }
}
