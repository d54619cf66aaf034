//! Is it UTF-16, is it UTF-32?

use core::marker::PhantomData;

use super::transcode::lanes;
use super::transcode::parts::{Source, utf16, utf32};
use crate::kernel::transcode::Order;
use crate::scalar::form::{Utf16, Utf32};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;
use crate::simd::parts::Parts;

/// Bytes that are looked at at once.
const GROUP: usize = 128;

/// Whether UTF-16 is well-formed, or else an index near the first error: everything before is well-formed,
/// and a unit starts there that is not half of a pair.
pub(crate) struct Validate16<'a, O>(&'a [u8], PhantomData<O>);

impl<'a, O: Order> Validate16<'a, O> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Validate16(bytes, PhantomData)
    }

    /// The unit at `at`, or 0 where there is none.
    fn unit(&self, at: usize) -> u16 {
        self.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |&bytes| O::unit16(bytes))
    }

    /// Whether a low surrogate is at `at`.
    fn is_low(&self, at: usize) -> bool {
        matches!(self.unit(at), 0xDC00..=0xDFFF)
    }

    /// The unit before `at`, if it is a high surrogate; else `at`.
    fn high_before(&self, at: usize) -> usize {
        Utf16::<O>::start(self.0, at)
    }

    /// The first error from `at` on, unit by unit.
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

impl<O: Order> Operation for Validate16<'_, O> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        self.one_by_one(0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let simd = simd.parts();
        let mut at = 0;
        // Half of a pair may be before a group, or behind it.
        while let Some(window) = self.0.get(at..at + GROUP + 2) {
            if any_surrogate::<S::Parts, O>(simd, window)
                && (self.is_low(at) != (self.high_before(at) < at)
                    || any_unpaired::<S::Parts, O>(simd, window))
            {
                break;
            }
            at += GROUP;
        }
        at = paired::<S::Parts, O>(simd, self.0, at);
        self.one_by_one(self.high_before(at))
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Result<(), usize> {
        let mut rest = self.0;
        while let Some(block) = rest.get(..2 * S::LANES) {
            let x = [simd.load(block, 0), simd.load(block, S::LANES)];
            if !lanes::utf16::any_surrogate::<S, O>(simd, x)
                || lanes::utf16::only_pairs::<S, O>(simd, x)
            {
                rest = &rest[2 * S::LANES..];
                continue;
            }
            let surrogates = lanes::utf16::Surrogates::of::<S, O>(simd, x[0]);
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
            if !lanes::utf16::any_surrogate::<S, O>(simd, x) {
                return Ok(());
            }
        }
        self.one_by_one(self.0.len() - rest.len())
    }
}

/// Whether there is a surrogate in a group, with which `window` begins.
#[inline(always)]
fn any_surrogate<S: Parts, O: Order>(simd: S, window: &[u8]) -> bool {
    // Surrogates become 0000..07FF.
    let mut least = simd.splat16(0xFFFF);
    let mut at = 0;
    while at < GROUP {
        let x = Utf16::<O>::ordered(simd, simd.load(window, at));
        least = simd.min16(least, simd.xor(x, simd.splat16(0xD800)));
        at += S::LANES;
    }
    simd.any_nonzero(simd.saturating_sub16(simd.splat16(0x0800), least))
}

/// Goes on from `at` up to the first block in which half of a pair is without the other one. Before `at`, and
/// before where it comes to, the first half of a pair may be.
#[inline(always)]
fn paired<S: Parts, O: Order>(simd: S, bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    while at < bytes.len() && bytes.len().is_multiple_of(2) {
        // The last block begins before, where there is enough for a whole one and the unit before it.
        let from = if bytes.len() < S::LANES + 2 { at } else { at.min(bytes.len() - S::LANES) };
        let (x, len) = next_block(simd, &bytes[from..]);
        let x = Utf16::<O>::ordered(simd, x);
        let before = if from == 0 {
            simd.shift_up::<2>(x)
        } else {
            Utf16::<O>::ordered(simd, simd.load(bytes, from - 2))
        };
        if simd.any_nonzero(utf16::unpaired(simd, x, before)) {
            break;
        }
        at = from + len;
    }
    at
}

/// The next block, which ends in zeros where there is less, and how many bytes there are.
#[inline(always)]
fn next_block<S: Blocks>(simd: S, rest: &[u8]) -> (S::V, usize) {
    match rest.get(..S::LANES) {
        Some(block) => (simd.load(block, 0), S::LANES),
        None => (simd.load_prefix(rest), rest.len()),
    }
}

/// Whether half of a pair is without the other one, in a group and where it meets the unit behind it, with
/// which `window` ends.
#[inline(always)]
fn any_unpaired<S: Parts, O: Order>(simd: S, window: &[u8]) -> bool {
    let mut errors = simd.splat(0);
    let mut at = 0;
    while at < GROUP {
        let before = Utf16::<O>::ordered(simd, simd.load(window, at));
        let x = Utf16::<O>::ordered(simd, simd.load(window, 2 + at));
        errors = simd.or(errors, utf16::unpaired(simd, x, before));
        at += S::LANES;
    }
    simd.any_nonzero(errors)
}

/// Whether a unit of a group is no scalar value.
#[inline(always)]
fn any_not_scalar<S: Parts, O: Order>(simd: S, group: &[u8]) -> bool {
    let mut farthest = simd.splat(0);
    let mut at = 0;
    while at < GROUP {
        let x = Utf32::<O>::ordered(simd, simd.load(group, at));
        farthest = simd.max32(farthest, utf32::distance(simd, x));
        at += S::LANES;
    }
    simd.any_nonzero(utf32::beyond(simd, farthest))
}

/// Whether UTF-32 is well-formed, or else an index near the first error, before which everything is.
pub(crate) struct Validate32<'a, O>(&'a [u8], PhantomData<O>);

impl<'a, O: Order> Validate32<'a, O> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Validate32(bytes, PhantomData)
    }

    fn one_by_one(&self, at: usize) -> Result<(), usize> {
        let (units, rest) = self.0[at..].as_chunks::<4>();
        match units.iter().position(|unit| char::from_u32(O::unit32(*unit)).is_none()) {
            Some(unit) => Err(at + 4 * unit),
            None if rest.is_empty() => Ok(()),
            None => Err(self.0.len() - rest.len()),
        }
    }
}

impl<O: Order> Operation for Validate32<'_, O> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        self.one_by_one(0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let simd = simd.parts();
        let mut at = 0;
        while let Some(group) = self.0.get(at..at + GROUP) {
            if any_not_scalar::<S::Parts, O>(simd, group) {
                break;
            }
            at += GROUP;
        }
        while at < self.0.len() {
            let (x, len) = next_block(simd, &self.0[at..]);
            let values = Utf32::<O>::ordered(simd, x);
            if len % 4 > 0 || simd.any_nonzero(utf32::not_scalar(simd, values)) {
                break;
            }
            at += len;
        }
        self.one_by_one(at)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Result<(), usize> {
        let mut at = 0;
        while let Some(block) = self.0.get(at..at + 4 * lanes::utf32::BLOCK)
            && lanes::utf32::all_scalar(simd, lanes::utf32::load::<S, O>(simd, block))
        {
            at += 4 * lanes::utf32::BLOCK;
        }
        while at < self.0.len() {
            let (x, len) = next_block(simd, &self.0[at..]);
            let values = lanes::ordered32::<S, O>(simd, x);
            if len % 4 > 0 || lanes::utf32::scalars(simd, values) < lanes::utf32::VALUES {
                break;
            }
            at += len;
        }
        self.one_by_one(at)
    }
}
