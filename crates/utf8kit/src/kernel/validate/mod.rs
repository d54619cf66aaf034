//! Is it UTF-8? Three table lookups per block, and a shortcut for each class of text that has
//! one.
//!
//! # The shape
//!
//! The bytes one, two and three before a block are loaded again from memory at `at - 1`,
//! `at - 2` and `at - 3`, not made from registers: three loads are cheaper than three
//! shuffles, and no state is carried from block to block. So blocks can be checked in any
//! order, and twice: the head and the tail are simply blocks that overlap their neighbours,
//! and the loops can start at an aligned address.
//!
//! ```text
//! text     |head............|                       |tail............|
//!               |block...........|block...........| ...
//!               ^ aligned
//! ```
//!
//! Each class of text has a loop that runs while the class lasts:
//!
//! - ASCII: nothing to check but that no sequence reaches in from before;
//! - no byte above DF (Latin, Greek, Cyrillic, Hebrew, Arabic): each lead byte has one
//!   continuation byte, which needs one reload and no table ([`two_byte`]);
//! - anything ([`check`]).
//!
//! [`tight`] has these loops. [`lanes`] has those for 512-bit lanes, where more registers allow
//! more classes. Inputs that are too short for either are checked in [`short`].

pub(in crate::kernel) mod check;
mod lanes;
mod locate;
mod short;
mod tight;
pub(in crate::kernel) mod two_byte;

use core::marker::PhantomData;

use crate::kernel::count::{NotContinuations, Tally, Utf16Units};
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;
use check::Tables;

pub(crate) use locate::Locate;
pub(crate) use short::ValidateShort;

/// Whether the bytes are well-formed UTF-8. If not, gives an index near the first error:
/// everything before the index is well-formed, except that the malformed sequence may have
/// begun up to three bytes before it.
pub(crate) struct Validate<'a>(pub(crate) &'a [u8]);

impl Operation for Validate<'_> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        dfa::validate(self.0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let bytes = self.0;
        if bytes.len() >= STEP_BYTES + 3 {
            tight::validate(simd, bytes)
        } else {
            short::validate(simd, bytes)
        }
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Result<(), usize> {
        if self.0.len() >= lanes::MIN_BYTES {
            lanes::validate::<S, ()>(simd, self.0).map(|_| ())
        } else {
            short::validate(simd, self.0)
        }
    }
}

/// What can be counted of a text while it is checked: units, of which each character up to
/// U+FFFF is one.
pub(crate) trait Units: Tally {
    /// How many units a byte of well-formed text stands for, by its high four bits.
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

/// No units are counted.
impl Units for () {
    const BY_HIGH: [u8; 16] = [0; 16];
}

/// Validates like [`Validate`], and gives the number of units of a well-formed text. Gives
/// `None` where it takes less time to validate and to count one after the other.
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
        if self.0.len() < lanes::MIN_BYTES {
            return None;
        }
        Some(lanes::validate::<S, U>(simd, self.0))
    }
}

/// Checks the first block, which has nothing before it. Gives an index to go on from that
/// leaves no gap and has three bytes before it: the first aligned one, or the end of the
/// first block if the aligned one has fewer than three bytes before it.
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

/// How many bytes of a block stand before its first error.
#[inline(always)]
pub(in crate::kernel) fn clean<S: Blocks>(simd: S, errors: S::V) -> usize {
    simd.bits(simd.eq(errors, simd.splat(0))).trailing_ones() as usize
}

/// An error if a sequence is unfinished at the end of `bytes`, which must have at least four
/// bytes.
// The last bytes are read as a word, because to take bytes out of a block that is already in a
// register is expensive.
#[inline(always)]
fn check_end(bytes: &[u8]) -> Result<(), usize> {
    let last = bytes.last_chunk().map_or(0, |last| u32::from_le_bytes(*last));
    // A lead byte that asks for more bytes than there are has all of these bits.
    let unset = !last;
    let is_open = unset & 0xC000_0000 == 0 || unset & 0xE0_0000 == 0 || unset & 0xF000 == 0;
    if is_open { Err(bytes.len()) } else { Ok(()) }
}

/// Whether a sequence that starts before `at`, which is at least 3, reaches `at`.
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

/// The number of blocks in a group, which are looked at together.
pub(in crate::kernel) const GROUP_BLOCKS: usize = 4;

/// The number of bytes in a step of the loops for ASCII and for anything. The end of a class
/// is found to this precision.
const STEP_BYTES: usize = 64;

/// ASCII that has lasted for so many steps is likely to last, and is then tested
/// [`STRETCH_BYTES`] at a time.
const ASCII_STEPS: usize = 16;
/// The number of bytes of long ASCII that are tested at once.
const STRETCH_BYTES: usize = 8 * STEP_BYTES;

/// How many bytes ahead of what they check the loops prefetch, where there is more to do than
/// for ASCII. The prefetcher of the CPU, which goes by the loads, keeps too little under way
/// for them.
pub(super) const PREFETCH_BYTES: usize = 2048;

/// Prefetches the group that is [`PREFETCH_BYTES`] behind the start of `bytes`.
#[inline(always)]
pub(super) fn prefetch_group<S: Blocks>(simd: S, bytes: &[u8]) {
    /// The number of bytes that one prefetch brings.
    const CACHE_LINE_BYTES: usize = 64;
    for line in 0..(GROUP_BLOCKS * S::LANES).div_ceil(CACHE_LINE_BYTES) {
        simd.prefetch(bytes, PREFETCH_BYTES + line * CACHE_LINE_BYTES);
    }
}

/// The group at `at`.
// Here and below, four lines stand where a closure could: functions that take closures may be
// inlined too late for the operations in them to be inlined in turn.
#[inline(always)]
pub(in crate::kernel) fn load<S: Blocks>(simd: S, bytes: &[u8], at: usize) -> [S::V; GROUP_BLOCKS] {
    [
        simd.load(bytes, at),
        simd.load(bytes, at + S::LANES),
        simd.load(bytes, at + 2 * S::LANES),
        simd.load(bytes, at + 3 * S::LANES),
    ]
}

/// Combines the blocks of a group with a bitwise or.
#[inline(always)]
fn or<S: Blocks>(simd: S, x: [S::V; GROUP_BLOCKS]) -> S::V {
    simd.or(simd.or(x[0], x[1]), simd.or(x[2], x[3]))
}

/// The greatest byte of each lane in the blocks of a group.
#[inline(always)]
pub(in crate::kernel) fn max<S: Blocks>(simd: S, x: [S::V; GROUP_BLOCKS]) -> S::V {
    simd.max(simd.max(x[0], x[1]), simd.max(x[2], x[3]))
}

/// The least byte of each lane in the blocks of a group.
#[inline(always)]
fn min<S: Blocks>(simd: S, x: [S::V; GROUP_BLOCKS]) -> S::V {
    simd.min(simd.min(x[0], x[1]), simd.min(x[2], x[3]))
}

/// The index in `bytes` of the fourth byte of `rest`, which is a suffix of `bytes` that
/// begins three bytes before what is still to be checked.
#[inline(always)]
fn reached(bytes: &[u8], rest: &[u8]) -> usize {
    bytes.len() - (rest.len() - 3)
}

/// Whether any of the `length` bytes behind the first three of `window` is not ASCII.
#[inline(always)]
pub(in crate::kernel) fn any_high<S: Blocks>(simd: S, window: &[u8], length: usize) -> bool {
    let mut all = simd.load(window, 3);
    for block in 1..length / S::LANES {
        all = simd.or(all, simd.load(window, 3 + block * S::LANES));
    }
    simd.any_high(all)
}

/// What is left of `rest` behind the stretches of ASCII that follow its first three bytes.
#[inline(always)]
fn behind_ascii<S: Blocks>(simd: S, mut rest: &[u8]) -> &[u8] {
    while let Some(window) = rest.get(..3 + STRETCH_BYTES)
        && !any_high(simd, window, STRETCH_BYTES)
    {
        rest = &rest[STRETCH_BYTES..];
    }
    rest
}

/// Whether the step behind the first three bytes of `window` has an error.
#[inline(always)]
fn any_error<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8]) -> bool {
    let mut errors = tables.errors_at(simd, window, 3);
    for block in 1..STEP_BYTES / S::LANES {
        errors = simd.or(errors, tables.errors_at(simd, window, 3 + block * S::LANES));
    }
    simd.any_nonzero(errors)
}
