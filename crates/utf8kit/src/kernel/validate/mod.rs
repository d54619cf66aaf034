//! Is it UTF-8? Three lookups a block, and a shortcut for each class of text that has one.
//!
//! # The shape
//!
//! The bytes one, two and three before are loaded again from memory at `at - 1`, `at - 2` and
//! `at - 3`, not made from registers: three loads are cheaper than three shuffles, and no state is
//! carried from block to block. So blocks can be checked in any order and twice: the head and the
//! tail are simply blocks that overlap their neighbours, and the loops can start at an aligned
//! address.
//!
//! Each class of text has a loop that stays while the class lasts:
//! - ASCII: nothing to check but that no sequence reaches in from before;
//! - nothing above DF (Latin, Greek, Cyrillic, Hebrew, Arabic): leads and continuations alternate,
//!   which needs one reload and no table ([`up_to_df`]);
//! - anything ([`check`]).
//!
//! These loops are in [`tight`]; those for 512-bit lanes, where more registers allow more classes, in [`lanes`].
//! Inputs too short for either are in [`short`], and short pieces of a text in [`follow`].

pub(in crate::kernel) mod check;
mod follow;
mod lanes;
mod narrow;
mod short;
mod tight;
pub(in crate::kernel) mod up_to_df;
pub(in crate::kernel) mod usual;

use core::marker::PhantomData;

use crate::kernel::count::{NotContinuations, Tally, Utf16Units};
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;
use check::Tables;

pub(crate) use follow::{ends_well, few_follow, follow, is_ascii, unfinished};
pub(crate) use narrow::Narrow;
pub(crate) use short::FirstError;

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
        if bytes.len() >= STEP + 3 {
            tight::validate(simd, bytes)
        } else {
            short::validate(simd, bytes)
        }
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Result<(), usize> {
        if self.0.len() >= lanes::LEAST {
            lanes::validate::<S, ()>(simd, self.0).map(|_| ())
        } else {
            short::validate(simd, self.0)
        }
    }
}

/// What can be counted of a text while it is checked: units, of which each character up to U+FFFF is one.
pub(crate) trait Units: Tally {
    /// How many a byte of well-formed text stands for, by its high four bits.
    const BY_HIGH: [u8; 16];
}

impl Units for NotContinuations {
    const BY_HIGH: [u8; 16] = {
        let mut units = Utf16Units::BY_HIGH;
        units[0xF] = 1;
        units
    };
}

impl Units for Utf16Units {
    const BY_HIGH: [u8; 16] = Utf16Units::BY_HIGH;
}

/// None.
impl Units for () {
    const BY_HIGH: [u8; 16] = [0; 16];
}

/// As [`Validate`], and how many units the text has; or nothing, where both are sooner done one after the other.
pub(crate) struct ValidateAndCount<'a, U>(&'a [u8], PhantomData<U>);

impl<'a, U> ValidateAndCount<'a, U> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        ValidateAndCount(bytes, PhantomData)
    }
}

impl<U: Units> Operation for ValidateAndCount<'_, U> {
    type Output = Option<Result<usize, usize>>;

    fn scalar(self) -> Self::Output {
        None
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, _: S) -> Self::Output {
        None
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Self::Output {
        if self.0.len() < lanes::LEAST {
            return None;
        }
        Some(lanes::validate::<S, U>(simd, self.0))
    }
}

/// The first block, which has nothing before it. Gives an index to go on from that leaves no gap and
/// has three bytes before it: the first aligned one, unless that has fewer.
#[inline(always)]
fn head<S: Blocks>(simd: S, bytes: &[u8]) -> Result<usize, usize> {
    let x = simd.load(bytes, 0);
    if simd.any_high(x) {
        let errors = Tables::new(simd).errors_at_start(simd, x);
        if simd.any_nonzero(errors) {
            return Err(clean(simd, errors));
        }
    }
    let aligned = S::LANES - bytes.as_ptr().addr() % S::LANES;
    Ok(if aligned < 3 { S::LANES } else { aligned })
}

/// How many bytes of a block there are before the first error.
#[inline(always)]
fn clean<S: Blocks>(simd: S, errors: S::V) -> usize {
    simd.bits(simd.eq(errors, simd.splat(0))).trailing_ones() as usize
}

/// Nothing may be unfinished at the end. At least four bytes.
// As a word: of a block that is in a register already, bytes are taken out at a high price.
#[inline(always)]
fn end(bytes: &[u8]) -> Result<(), usize> {
    let last = bytes.last_chunk().map_or(0, |last| u32::from_le_bytes(*last));
    // A lead has all of these bits.
    let unset = !last;
    let is_open = unset & 0xC000_0000 == 0 || unset & 0xE0_0000 == 0 || unset & 0xF000 == 0;
    if is_open { Err(bytes.len()) } else { Ok(()) }
}

/// Whether a sequence that starts before `at` reaches it or over it.
#[inline(always)]
fn unfinished_before(bytes: &[u8], at: usize) -> bool {
    let [three, two, one] = bytes[at - 3..at] else { return false };
    one >= 0xC0 || two >= 0xE0 || three >= 0xF0
}

/// Whether a sequence of three or four bytes that starts before `at` may reach it.
#[inline(always)]
pub(in crate::kernel) fn unfinished_wide_before(bytes: &[u8], at: usize) -> bool {
    bytes[at - 3] >= 0xE0 || bytes[at - 2] >= 0xE0 || bytes[at - 1] >= 0xE0
}

/// Blocks to a group, where several are looked at together.
pub(in crate::kernel) const GROUP: usize = 4;

/// Bytes to a step of the loops for ASCII and for anything: where a class ends is found to this.
const STEP: usize = 64;

/// ASCII that has lasted for so many steps is likely to last, and is then taken faster.
const ASCII_STEPS: usize = 16;
/// Bytes that are then tested at once.
const STRETCH: usize = 8 * STEP;

/// How far ahead of what they check the loops ask for memory, where there is more to do than for
/// ASCII: the CPU's own prefetching, which looks at the loads, keeps too little under way for them.
pub(super) const AHEAD: usize = 2048;

/// Asks for the group that is [`AHEAD`].
#[inline(always)]
pub(super) fn prefetch_group<S: Blocks>(simd: S, bytes: &[u8]) {
    /// What one request brings.
    const CACHE_LINE: usize = 64;
    for line in 0..(GROUP * S::LANES).div_ceil(CACHE_LINE) {
        simd.prefetch(bytes, AHEAD + line * CACHE_LINE);
    }
}

/// The group at `at`.
// Here and below four lines stand where a closure could: functions that take closures may be
// inlined too late for the operations in them to be inlined in their turn.
#[inline(always)]
pub(in crate::kernel) fn load<S: Blocks>(simd: S, bytes: &[u8], at: usize) -> [S::V; GROUP] {
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
pub(in crate::kernel) fn max<S: Blocks>(simd: S, x: [S::V; GROUP]) -> S::V {
    simd.max(simd.max(x[0], x[1]), simd.max(x[2], x[3]))
}

#[inline(always)]
fn min<S: Blocks>(simd: S, x: [S::V; GROUP]) -> S::V {
    simd.min(simd.min(x[0], x[1]), simd.min(x[2], x[3]))
}

/// The index in `bytes` of what follows the first three bytes of its end `rest`.
#[inline(always)]
fn reached(bytes: &[u8], rest: &[u8]) -> usize {
    bytes.len() - (rest.len() - 3)
}

/// Whether the first `length` bytes behind the first three of `window` are not all ASCII.
#[inline(always)]
fn any_high<S: Blocks>(simd: S, window: &[u8], length: usize) -> bool {
    let mut all = simd.load(window, 3);
    for block in 1..length / S::LANES {
        all = simd.or(all, simd.load(window, 3 + block * S::LANES));
    }
    simd.any_high(all)
}

/// What is left of `rest` behind the ASCII that follows its first three bytes.
#[inline(always)]
fn behind_ascii<S: Blocks>(simd: S, mut rest: &[u8]) -> &[u8] {
    while let Some(window) = rest.get(..3 + STRETCH)
        && !any_high(simd, window, STRETCH)
    {
        rest = &rest[STRETCH..];
    }
    rest
}

/// Whether something is wrong in the step behind the first three bytes of `window`.
#[inline(always)]
fn any_error<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8]) -> bool {
    let mut errors = tables.errors_at(simd, window, 3);
    for block in 1..STEP / S::LANES {
        errors = simd.or(errors, tables.errors_at(simd, window, 3 + block * S::LANES));
    }
    simd.any_nonzero(errors)
}
