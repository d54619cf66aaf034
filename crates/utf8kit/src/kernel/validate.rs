//! Is it UTF-8? Three lookups a block, and a shortcut for each class of text that has one.
//!
//! # The check
//!
//! The lookup algorithm of Keiser and Lemire (*Validating UTF-8 in less than one instruction per
//! byte*, 2021): whether a byte may follow the one before it is decided by three 16-entry tables,
//! over the high and the low four bits of the byte before, and the high four of the byte itself.
//! Each table says which rules the byte could break; a rule that all three name is broken. The
//! third and fourth byte of a sequence are the only other rule: where the byte two before is
//! E0..FF or the byte three before is F0..FF, a continuation must stand, and nowhere else may two
//! continuations stand in a row.
//!
//! # The shape
//!
//! The bytes one, two and three before are loaded again from memory at `at - 1`, `at - 2` and
//! `at - 3`, not made from registers: three loads are cheaper than three shuffles, and no state is
//! carried from block to block. So blocks can be checked in any order and twice: the head and the
//! tail are simply blocks that overlap their neighbours, and the loops can start at an aligned
//! address.
//!
//! Text is taken four blocks at a time. Each class of text has a loop that stays while the class
//! lasts:
//! - ASCII: nothing to check but that no sequence reaches in from before;
//! - nothing above DF (Latin, Greek, Cyrillic, Hebrew, Arabic): leads and continuations alternate,
//!   which needs one reload and no table;
//! - anything.
//!
//! Where just one half of a group is ASCII, only the other is checked. On ISAs with sixteen registers
//! the second loop is a function of its own: in one function the tables, constants and state of both
//! spill. With thirty-two registers one function has all three.

use crate::scalar::dfa;
use crate::simd::blocks::{Blocks, Kernel};
use crate::simd::dispatch::Operation;

/// Blocks to a group: what one test of the class covers.
const GROUP: usize = 4;

/// Whether `bytes` is well-formed, or else an index near its first error: everything before the
/// index is well-formed, but that the erroneous sequence may have begun up to three bytes before.
pub(crate) struct Validate<'a>(pub(crate) &'a [u8]);

impl Operation for Validate<'_> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        dfa::validate(self.0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let bytes = self.0;
        if bytes.len() >= GROUP * S::LANES + 3 {
            by_groups(simd, bytes)
        } else if bytes.len() >= S::LANES + 3 {
            by_blocks(simd, bytes)
        } else if S::MASKED {
            by_parts(simd, bytes)
        } else if bytes.len() >= S::Narrow::LANES + 3 {
            by_blocks(simd.narrow(), bytes)
        } else {
            dfa::validate(bytes)
        }
    }
}

/// From an index near the first error, as [`Validate`] gives it, to the same or a nearer one: at
/// best to the first byte that cannot follow those before it. What decodes one character after
/// another has the less to do.
pub(crate) struct Narrow<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) near: usize,
}

impl Operation for Narrow<'_> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.near
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let Narrow { bytes, near } = self;
        // Three bytes have to be before a block.
        if near < 3 {
            return near;
        }
        let tables = Tables::new(simd);
        let none = simd.splat(0);
        let mut at = near;
        while at + S::LANES <= bytes.len() {
            let errors = tables.errors_at(simd, bytes, at);
            if simd.any_nonzero(errors) {
                let clean = simd.bits(simd.eq(errors, none));
                return at + clean.trailing_ones() as usize;
            }
            at += S::LANES;
        }
        at
    }
}

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
const BEFORE_HIGH: [u8; 16] = {
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

/// By the low four bits of the byte before.
const BEFORE_LOW: [u8; 16] = {
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
const HERE_HIGH: [u8; 16] = {
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
struct Tables<S: Blocks> {
    before_high: S::Table,
    before_low: S::Table,
    here_high: S::Table,
    third: S::V,
    fourth: S::V,
    top_bit: S::V,
}

impl<S: Blocks> Tables<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        Tables {
            before_high: simd.table(BEFORE_HIGH),
            before_low: simd.table(BEFORE_LOW),
            here_high: simd.table(HERE_HIGH),
            // What is left of E0..FF, or F0..FF, has its top bit set; of anything less, not.
            third: simd.splat(0xE0 - 0x80),
            fourth: simd.splat(0xF0 - 0x80),
            top_bit: simd.splat(0x80),
        }
    }

    /// Not zero where `x` cannot follow the bytes one, two and three before it.
    #[inline(always)]
    fn errors(&self, simd: S, x: S::V, before: [S::V; 3]) -> S::V {
        let [one, two, three] = before;
        let broken = simd.and(
            simd.and(
                simd.lookup_high(self.before_high, one),
                simd.lookup_low(self.before_low, one),
            ),
            simd.lookup_high(self.here_high, x),
        );
        let due = simd.and(
            simd.or(simd.saturating_sub(two, self.third), simd.saturating_sub(three, self.fourth)),
            self.top_bit,
        );
        simd.xor(due, broken)
    }

    /// [`Self::errors`] of the block at `at`, which is at least 3.
    #[inline(always)]
    fn errors_at(&self, simd: S, bytes: &[u8], at: usize) -> S::V {
        let before = [simd.load(bytes, at - 1), simd.load(bytes, at - 2), simd.load(bytes, at - 3)];
        self.errors(simd, simd.load(bytes, at), before)
    }

    /// [`Self::errors`] of a block with nothing before it.
    #[inline(always)]
    fn errors_at_start(&self, simd: S, x: S::V) -> S::V {
        let before = [simd.shift_up::<1>(x), simd.shift_up::<2>(x), simd.shift_up::<3>(x)];
        self.errors(simd, x, before)
    }
}

/// Whether a sequence that starts before `at` reaches it or over it.
#[inline(always)]
fn unfinished_before(bytes: &[u8], at: usize) -> bool {
    let [three, two, one] = bytes[at - 3..at] else { return false };
    one >= 0xC0 || two >= 0xE0 || three >= 0xF0
}

/// At most `LANES + 2` bytes, where a part of a block is as easily loaded as a whole one.
#[inline(always)]
fn by_parts<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let first = &bytes[..bytes.len().min(S::LANES)];
    let x = simd.load_prefix(first);
    if bytes.len() < S::LANES {
        // The zeros behind the text are ASCII: what it leaves unfinished is an error there.
        let clean = !simd.any_high(x) || !simd.any_nonzero(tables.errors_at_start(simd, x));
        return if clean { Ok(()) } else { Err(0) };
    }
    if simd.any_high(x) && simd.any_nonzero(tables.errors_at_start(simd, x)) {
        return Err(0);
    }
    // All but the three bytes that the rest needs before it: less than a block, so zeros again.
    let [x, one, two, three] = [3, 2, 1, 0].map(|at| {
        let rest = &bytes[at..];
        simd.load_prefix(&rest[..rest.len().min(S::LANES)])
    });
    if simd.any_nonzero(tables.errors(simd, x, [one, two, three])) { Err(3) } else { Ok(()) }
}

/// At least `LANES + 3` bytes, block by block.
#[inline(always)]
fn by_blocks<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let tables = Tables::new(simd);
    let mut at = head(simd, bytes)?;
    while at < bytes.len() {
        // The last one overlaps the one before it.
        at = at.min(bytes.len() - S::LANES);
        if simd.any_nonzero(tables.errors_at(simd, bytes, at)) {
            return Err(at);
        }
        at += S::LANES;
    }
    end(bytes)
}

/// At least a group and three bytes, in the loops.
#[inline(always)]
fn by_groups<S: Blocks>(simd: S, bytes: &[u8]) -> Result<(), usize> {
    let mut at = head(simd, bytes)?;
    let mut first_look = 1;
    while at < bytes.len() {
        at = simd.frame(Groups { bytes, at, first_look })?;
        if !S::ROOMY {
            let from = at;
            at = simd.frame(GroupsUpToDf { bytes, at })?;
            // Where the class does not last, look for it less often.
            let lasted = at - from >= WORTHWHILE * GROUP * S::LANES;
            first_look = if lasted { 1 } else { MOST_PATIENT.min(first_look * 4) };
        }
    }
    end(bytes)
}

/// The first block, which has nothing before it. Gives the first aligned index to go on from that
/// leaves no gap and has three bytes before it.
#[inline(always)]
fn head<S: Blocks>(simd: S, bytes: &[u8]) -> Result<usize, usize> {
    let x = simd.load(bytes, 0);
    if simd.any_high(x) && simd.any_nonzero(Tables::new(simd).errors_at_start(simd, x)) {
        return Err(0);
    }
    let aligned = S::LANES - bytes.as_ptr().addr() % S::LANES;
    Ok(if aligned < 3 { S::LANES } else { aligned })
}

/// Nothing may be unfinished at the end.
#[inline(always)]
fn end(bytes: &[u8]) -> Result<(), usize> {
    if unfinished_before(bytes, bytes.len()) { Err(bytes.len()) } else { Ok(()) }
}

/// The loop for anything, from `at` (at least 3) on. Gives the index that it got to: the end or,
/// where the ISA is not roomy, a group of the class that has a loop of its own. There is at least
/// one group, and three bytes before it.
struct Groups<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Look for that class after so many groups that are not ASCII, and from then on regularly.
    first_look: u32,
}

/// How many groups of one class are worth a change of loops.
const WORTHWHILE: usize = 8;
/// How many groups the loop for anything takes before it looks again whether the class with a loop
/// of its own has come: looking costs, and so does a change of loops.
const GROUPS_PER_LOOK: u32 = 16;
/// The same, at most, where that class came and did not last.
const MOST_PATIENT: u32 = 64;

impl<S: Blocks> Kernel<S> for Groups<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Result<usize, usize> {
        let Groups { bytes, mut at, first_look } = self;
        let tables = Tables::new(simd);
        let up_to_df = UpToDf::new(simd);
        // Nothing is known yet of what is before.
        let mut ascii_before = false;
        let mut until_look = first_look;
        while at < bytes.len() {
            let Some(window) = group::<S>(bytes, at) else {
                // The last group overlaps the one before it.
                at = bytes.len() - GROUP * S::LANES;
                continue;
            };
            let x = load(simd, window, 3);
            if !simd.any_high(or(simd, x)) {
                at = ascii_group(simd, bytes, at, &mut ascii_before)?;
                continue;
            }
            let first_half = simd.or(x[0], x[1]);
            if !simd.any_high(first_half) {
                if !ascii_before && unfinished_before(window, 3) {
                    return Err(at);
                }
                if simd.any_nonzero(half_errors(simd, tables, window, 2 * S::LANES)) {
                    return Err(at);
                }
                ascii_before = false;
                at += GROUP * S::LANES;
                continue;
            }
            ascii_before = false;
            if !simd.any_high(simd.or(x[2], x[3])) {
                if simd.any_nonzero(half_errors(simd, tables, window, 0))
                    || unfinished_before(window, 3 + 2 * S::LANES)
                {
                    return Err(at);
                }
                ascii_before = true;
                at += GROUP * S::LANES;
                continue;
            }
            if S::ROOMY {
                if !unfinished_wide_before(window) && up_to_df.covers(simd, max(simd, x)) {
                    if up_to_df.any_error(simd, window, x) {
                        return Err(at);
                    }
                    at += GROUP * S::LANES;
                    continue;
                }
            } else {
                until_look -= 1;
                if until_look == 0 {
                    if !unfinished_wide_before(window) && up_to_df.covers(simd, max(simd, x)) {
                        return Ok(at);
                    }
                    until_look = GROUPS_PER_LOOK;
                }
            }
            let [one, two, three] =
                [load(simd, window, 2), load(simd, window, 1), load(simd, window, 0)];
            let errors = [
                tables.errors(simd, x[0], [one[0], two[0], three[0]]),
                tables.errors(simd, x[1], [one[1], two[1], three[1]]),
                tables.errors(simd, x[2], [one[2], two[2], three[2]]),
                tables.errors(simd, x[3], [one[3], two[3], three[3]]),
            ];
            if simd.any_nonzero(or(simd, errors)) {
                return Err(at);
            }
            at += GROUP * S::LANES;
        }
        Ok(at)
    }
}

/// The loop for text with nothing above DF, from `at` (at least 3) on. Gives the index where
/// something else comes.
struct GroupsUpToDf<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<S: Blocks> Kernel<S> for GroupsUpToDf<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Result<usize, usize> {
        let GroupsUpToDf { bytes, mut at } = self;
        let up_to_df = UpToDf::new(simd);
        let mut ascii_before = false;
        while let Some(window) = group::<S>(bytes, at) {
            let x = load(simd, window, 3);
            let max = max(simd, x);
            if !simd.any_high(max) {
                at = ascii_group(simd, bytes, at, &mut ascii_before)?;
                continue;
            }
            ascii_before = false;
            if unfinished_wide_before(window) || !up_to_df.covers(simd, max) {
                break;
            }
            if up_to_df.any_error(simd, window, x) {
                return Err(at);
            }
            at += GROUP * S::LANES;
        }
        Ok(at)
    }
}

/// Goes on behind the group at `at`, which is ASCII, and behind more of its kind.
#[inline(always)]
fn ascii_group<S: Blocks>(
    simd: S,
    bytes: &[u8],
    at: usize,
    ascii_before: &mut bool,
) -> Result<usize, usize> {
    let mut next = at + GROUP * S::LANES;
    if !core::mem::replace(ascii_before, true) {
        return if unfinished_before(bytes, at) { Err(at) } else { Ok(next) };
    }
    // The second in a row: likely to be a long run.
    while let Some(groups) = bytes.get(next..next + 2 * GROUP * S::LANES) {
        let a = or(simd, load(simd, groups, 0));
        let b = or(simd, load(simd, groups, GROUP * S::LANES));
        if simd.any_high(simd.or(a, b)) {
            break;
        }
        next += 2 * GROUP * S::LANES;
    }
    Ok(next)
}

/// The group at `at` and the three bytes before it, if there is a whole one.
#[inline(always)]
fn group<S: Blocks>(bytes: &[u8], at: usize) -> Option<&[u8]> {
    bytes.get(at - 3..at + GROUP * S::LANES)
}

/// The four blocks of the group at `at`.
// Here and below four lines stand where a closure could: functions that take closures may be
// inlined too late for the operations in them to be inlined in their turn.
#[inline(always)]
fn load<S: Blocks>(simd: S, bytes: &[u8], at: usize) -> [S::V; GROUP] {
    [
        simd.load(bytes, at),
        simd.load(bytes, at + S::LANES),
        simd.load(bytes, at + 2 * S::LANES),
        simd.load(bytes, at + 3 * S::LANES),
    ]
}

#[inline(always)]
fn or<S: Blocks>(simd: S, x: [S::V; GROUP]) -> S::V {
    simd.or(simd.or(x[0], x[1]), simd.or(x[2], x[3]))
}

#[inline(always)]
fn max<S: Blocks>(simd: S, x: [S::V; GROUP]) -> S::V {
    simd.max(simd.max(x[0], x[1]), simd.max(x[2], x[3]))
}

#[inline(always)]
fn min<S: Blocks>(simd: S, x: [S::V; GROUP]) -> S::V {
    simd.min(simd.min(x[0], x[1]), simd.min(x[2], x[3]))
}

/// [`Tables::errors`] of the two blocks from `half` on in the window of a group.
#[inline(always)]
fn half_errors<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8], half: usize) -> S::V {
    simd.or(
        tables.errors_at(simd, window, 3 + half),
        tables.errors_at(simd, window, 3 + half + S::LANES),
    )
}

/// Whether a sequence of three or four bytes may reach into the group of this window.
#[inline(always)]
fn unfinished_wide_before(window: &[u8]) -> bool {
    window[0] >= 0xE0 || window[1] >= 0xE0 || window[2] >= 0xE0
}

/// The check of text with nothing above DF.
#[derive(Clone, Copy)]
struct UpToDf<S: Blocks> {
    wide: S::V,
    overlong: S::V,
    one: S::V,
}

impl<S: Blocks> UpToDf<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        UpToDf {
            // What is left of E0..FF has its top bit set; of anything less, not.
            wide: simd.splat(0xE0 - 0x80),
            overlong: simd.splat(0xC0),
            one: simd.splat(1),
        }
    }

    #[inline(always)]
    fn covers(&self, simd: S, max: S::V) -> bool {
        !simd.any_high(simd.saturating_sub(max, self.wide))
    }

    /// A continuation must stand after each lead and nowhere else, and C0 and C1 nowhere.
    #[inline(always)]
    fn any_error(&self, simd: S, window: &[u8], x: [S::V; GROUP]) -> bool {
        let one = load(simd, window, 2);
        let misplaced = [
            Self::misplaced(simd, x[0], one[0]),
            Self::misplaced(simd, x[1], one[1]),
            Self::misplaced(simd, x[2], one[2]),
            Self::misplaced(simd, x[3], one[3]),
        ];
        // C0 and C1 are the bytes that differ from C0 by at most 1. They are looked for before each
        // byte, as the tables do it: so whatever check comes next looks at this group's last byte.
        let least = min(
            simd,
            [
                simd.xor(one[0], self.overlong),
                simd.xor(one[1], self.overlong),
                simd.xor(one[2], self.overlong),
                simd.xor(one[3], self.overlong),
            ],
        );
        simd.any_high(or(simd, misplaced)) || simd.bits(simd.at_most(least, self.one)) != 0
    }

    /// Top bit set where `x` is a continuation and `one`, before it, no lead, or the other way
    /// round. The two top bits tell what a byte is: a continuation has 10, a lead 11.
    #[inline(always)]
    fn misplaced(simd: S, x: S::V, one: S::V) -> S::V {
        let continuation = simd.and_not(x, simd.add(x, x));
        let after_lead = simd.and(one, simd.add(one, one));
        simd.xor(continuation, after_lead)
    }
}
