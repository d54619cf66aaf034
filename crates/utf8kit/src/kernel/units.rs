//! Is it UTF-16, or UTF-32?
//!
//! ```text
//! UTF-16 in blocks    groups of 128 bytes: no surrogate, or all are paired, with the units before
//!                     and behind the group
//!                     blocks: each unit against the unit before it, until one is not paired
//! UTF-16 in lanes     two registers: no surrogate, or only pairs
//!                     otherwise the first register alone: all are paired, up to a cut at its end
//! UTF-32              groups, then blocks: all are scalar values
//! all of them         the rest, unit by unit, which finds the first error
//! ```
//!
//! [`utf16`], [`utf32`] and [`lanes`] tell surrogates and scalar values.

use super::transcode::lanes;
use super::transcode::parts::{Source, utf16, utf32};
use crate::codec::Utf16;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;
use crate::simd::parts::Parts;

/// The number of bytes that are looked at together.
const GROUP_BYTES: usize = 128;

/// Whether UTF-16 is well-formed. If not, gives an index near the first error: everything
/// before it is well-formed, and the unit there is not the second half of a pair.
pub(crate) struct Validate16<'a>(&'a [u8]);

impl<'a> Validate16<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Validate16(bytes)
    }

    /// The unit at `at`, or 0 where there is none.
    fn unit(&self, at: usize) -> u16 {
        self.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |&bytes| u16::from_le_bytes(bytes))
    }

    /// Whether the unit at `at` is a low surrogate.
    fn is_low(&self, at: usize) -> bool {
        matches!(self.unit(at), 0xDC00..=0xDFFF)
    }

    /// The index of the unit before `at`, if that is a high surrogate; else `at`.
    fn high_before(&self, at: usize) -> usize {
        Utf16::start(self.0, at)
    }

    /// The first error from `at` on, found unit by unit.
    fn one_by_one(&self, mut at: usize) -> Result<(), usize> {
        while at < self.0.len() {
            if at + 2 > self.0.len() {
                return Err(at);
            }
            match self.unit(at) {
                0xD800..=0xDBFF if self.is_low(at + 2) => at += 4,
                0xD800..=0xDFFF => return Err(at),
                _ => at += 2,
            }
        }
        Ok(())
    }
}

impl Operation for Validate16<'_> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        self.one_by_one(0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let simd = simd.parts();
        let mut at = 0;
        // A pair may reach over the start of a group, or over its end.
        while let Some(window) = self.0.get(at..at + GROUP_BYTES + 2) {
            if any_surrogate::<S::Parts>(simd, window)
                && (self.is_low(at) != (self.high_before(at) < at)
                    || any_unpaired::<S::Parts>(simd, window))
            {
                break;
            }
            at += GROUP_BYTES;
        }
        at = paired::<S::Parts>(simd, self.0, at);
        self.one_by_one(self.high_before(at))
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Result<(), usize> {
        let mut rest = self.0;
        while let Some(block) = rest.get(..2 * S::LANES) {
            let x = [simd.load(block, 0), simd.load(block, S::LANES)];
            if !lanes::utf16::any_surrogate(simd, x) || lanes::utf16::only_pairs(simd, x) {
                rest = &rest[2 * S::LANES..];
                continue;
            }
            let surrogates = lanes::utf16::Surrogates::of(simd, x[0]);
            let len = surrogates.before_cut();
            if surrogates.paired() < len {
                break;
            }
            rest = &rest[2 * len..];
        }
        if rest.len() < 2 * S::LANES && rest.len().is_multiple_of(2) {
            // The zeros behind the end are characters.
            let (first, second) = rest.split_at(rest.len().min(S::LANES));
            let x = [simd.load_prefix(first), simd.load_prefix(second)];
            if !lanes::utf16::any_surrogate(simd, x) {
                return Ok(());
            }
        }
        self.one_by_one(self.0.len() - rest.len())
    }
}

/// Whether there is a surrogate in the group with which `window` begins.
#[inline(always)]
fn any_surrogate<S: Parts>(simd: S, window: &[u8]) -> bool {
    // Surrogates become 0000..07FF, and no other unit does.
    let mut least = simd.splat16(0xFFFF);
    let mut at = 0;
    while at < GROUP_BYTES {
        let x = simd.load(window, at);
        least = simd.min16(least, simd.xor(x, simd.splat16(0xD800)));
        at += S::LANES;
    }
    simd.any_nonzero(simd.saturating_sub16(simd.splat16(0x0800), least))
}

/// Goes on from `at` up to the first block in which half of a pair stands without the other
/// one, and gives the index of that. The high surrogate of a pair may stand right before
/// `at`, and right before the result.
#[inline(always)]
fn paired<S: Parts>(simd: S, bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while at < bytes.len() && bytes.len().is_multiple_of(2) {
        // The last block begins earlier, where there is enough for a whole block and the unit
        // before it.
        let from = if bytes.len() < S::LANES + 2 { at } else { at.min(bytes.len() - S::LANES) };
        let (x, len) = next_block(simd, &bytes[from..]);
        let before = if from == 0 { simd.shift_up::<2>(x) } else { simd.load(bytes, from - 2) };
        if simd.any_nonzero(utf16::unpaired(simd, x, before)) {
            break;
        }
        at = from + len;
    }
    at
}

/// The next block, filled up with zeros at the end of the text, and how many bytes of the
/// text it has.
#[inline(always)]
fn next_block<S: Blocks>(simd: S, rest: &[u8]) -> (S::V, usize) {
    match rest.get(..S::LANES) {
        Some(block) => (simd.load(block, 0), S::LANES),
        None => (simd.load_prefix(rest), rest.len()),
    }
}

/// Whether half of a pair stands without the other one in a group, or where the group meets
/// the unit behind it. `window` is the group and that unit.
#[inline(always)]
fn any_unpaired<S: Parts>(simd: S, window: &[u8]) -> bool {
    let mut errors = simd.splat(0);
    let mut at = 0;
    while at < GROUP_BYTES {
        let before = simd.load(window, at);
        let x = simd.load(window, 2 + at);
        errors = simd.or(errors, utf16::unpaired(simd, x, before));
        at += S::LANES;
    }
    simd.any_nonzero(errors)
}

/// Whether any unit of a group is no scalar value.
#[inline(always)]
fn any_not_scalar<S: Parts>(simd: S, group: &[u8]) -> bool {
    let mut farthest = simd.splat(0);
    let mut at = 0;
    while at < GROUP_BYTES {
        let x = simd.load(group, at);
        farthest = simd.max32(farthest, utf32::distance(simd, x));
        at += S::LANES;
    }
    simd.any_nonzero(utf32::beyond(simd, farthest))
}

/// Whether UTF-32 is well-formed. If not, gives an index near the first error, before which
/// everything is well-formed.
pub(crate) struct Validate32<'a>(&'a [u8]);

impl<'a> Validate32<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Validate32(bytes)
    }

    /// The first error from `at` on, found unit by unit.
    fn one_by_one(&self, at: usize) -> Result<(), usize> {
        let (units, rest) = self.0[at..].as_chunks::<4>();
        match units.iter().position(|unit| char::from_u32(u32::from_le_bytes(*unit)).is_none()) {
            Some(unit) => Err(at + 4 * unit),
            None if rest.is_empty() => Ok(()),
            None => Err(self.0.len() - rest.len()),
        }
    }
}

impl Operation for Validate32<'_> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        self.one_by_one(0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let simd = simd.parts();
        let mut at = 0;
        while let Some(group) = self.0.get(at..at + GROUP_BYTES) {
            if any_not_scalar::<S::Parts>(simd, group) {
                break;
            }
            at += GROUP_BYTES;
        }
        while at < self.0.len() {
            let (x, len) = next_block(simd, &self.0[at..]);
            if len % 4 > 0 || simd.any_nonzero(utf32::not_scalar(simd, x)) {
                break;
            }
            at += len;
        }
        self.one_by_one(at)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Result<(), usize> {
        let mut at = 0;
        while let Some(block) = self.0.get(at..at + 4 * lanes::utf32::BLOCK_VALUES)
            && lanes::utf32::all_scalar(simd, lanes::utf32::load(simd, block))
        {
            at += 4 * lanes::utf32::BLOCK_VALUES;
        }
        while at < self.0.len() {
            let (x, len) = next_block(simd, &self.0[at..]);
            if len % 4 > 0 || lanes::utf32::scalars(simd, x) < lanes::utf32::REGISTER_VALUES {
                break;
            }
            at += len;
        }
        self.one_by_one(at)
    }
}
