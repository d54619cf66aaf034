//! UTF-16: which units are whole characters, and which characters.

use super::first_lanes;
use crate::kernel::transcode::{Order, Why};
use crate::simd::lanes::Lanes;

/// Units in a register.
pub(crate) const UNITS: usize = 32;

/// Whether there is a surrogate among units in the order `O`.
#[inline(always)]
pub(crate) fn any_surrogate<S: Lanes, O: Order>(simd: S, x: [S::V; 2]) -> bool {
    // Surrogates become 0000..07FF.
    let tag = simd.splat16(0xD800);
    let first = simd.xor(upper_byte::<S, O>(simd, x[0]), tag);
    let second = simd.xor(upper_byte::<S, O>(simd, x[1]), tag);
    simd.at_most16(simd.min16(first, second), simd.splat16(0x07FF)) != 0
}

/// Units in the order `O`, of which only the upper byte matters, in the order of a register.
#[inline(always)]
fn upper_byte<S: Lanes, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.shift16_left::<8>(units) } else { units }
}

/// Whether units in the order `O` are all surrogates, and alternate as in pairs.
#[inline(always)]
pub(crate) fn only_pairs<S: Lanes, O: Order>(simd: S, x: [S::V; 2]) -> bool {
    let mask = simd.splat16(O::bytes16(0xFC00));
    let tags = simd.splat32(u32::from(O::bytes16(0xDC00)) << 16 | u32::from(O::bytes16(0xD800)));
    let first = simd.xor(simd.and(x[0], mask), tags);
    let second = simd.xor(simd.and(x[1], mask), tags);
    !simd.any_nonzero(simd.or(first, second))
}

/// Which units of a register are surrogates.
#[derive(Clone, Copy)]
pub(crate) struct Surrogates {
    pub(crate) high: u32,
    pub(crate) low: u32,
}

impl Surrogates {
    /// Among units in the order `O`.
    #[inline(always)]
    pub(crate) fn of<S: Lanes, O: Order>(simd: S, units: S::V) -> Surrogates {
        let tags = simd.and(units, simd.splat16(O::bytes16(0xFC00)));
        let not_high = simd.xor(tags, simd.splat16(O::bytes16(0xD800)));
        let not_low = simd.xor(tags, simd.splat16(O::bytes16(0xDC00)));
        Surrogates {
            high: simd.at_most16(not_high, simd.splat(0)),
            low: simd.at_most16(not_low, simd.splat(0)),
        }
    }

    /// How many units come before the first that is without its other half.
    #[inline(always)]
    pub(crate) fn paired(self) -> usize {
        let unpaired = self.high & !(self.low >> 1) | self.low & !(self.high << 1);
        unpaired.trailing_zeros() as usize
    }

    /// How many units come before a high surrogate that is the last unit.
    #[inline(always)]
    pub(crate) fn before_cut(self) -> usize {
        UNITS - (self.high >> (UNITS - 1)) as usize
    }

    /// Why no more than the first `units` of a register were converted, which `rest` starts with; `None`
    /// if that is not known from it, or if there are no more.
    #[inline(always)]
    pub(crate) fn why_not_more(self, units: usize, rest: &[u8]) -> Option<Why> {
        // A high surrogate in the last lane may have its other half behind it.
        let is_cut = units == self.before_cut() && rest.len() >= 2 * (UNITS + 1);
        let is_all = units == UNITS.min(rest.len() / 2) && units > 0;
        (!is_cut && !is_all).then_some(Why::Error)
    }

    /// The units that characters begin with, among the first `len`.
    #[inline(always)]
    pub(crate) fn begins(self, len: usize) -> u32 {
        !self.low & first_lanes(len) as u32
    }
}

/// The characters that begin with each of 32 units in the order `O`: the first sixteen, the others. (The
/// last unit is no high surrogate.)
#[inline(always)]
pub(crate) fn characters<S: Lanes, O: Order>(
    simd: S,
    surrogates: Surrogates,
    units: S::V,
) -> [S::V; 2] {
    let index = simd.load(const { &with_next::<O>() }, 0);
    let lower = simd.permute8(index, units);
    let upper = simd.permute8(simd.add(index, simd.splat(32)), units);
    let high = surrogates.high;
    [
        simd.select32(high as u16, join(simd, lower), alone(simd, lower)),
        simd.select32((high >> 16) as u16, join(simd, upper), alone(simd, upper)),
    ]
}

/// Where the bytes of each of sixteen units come from, and those of the one behind it above it.
const fn with_next<O: Order>() -> [u8; 64] {
    let mut from = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        let within = if O::SWAP { (byte as u8 % 4) ^ 1 } else { byte as u8 % 4 };
        from[byte] = byte as u8 / 4 * 2 + within;
        byte += 1;
    }
    from
}

/// Each unit without the one above it.
#[inline(always)]
fn alone<S: Lanes>(simd: S, with_next: S::V) -> S::V {
    simd.and(with_next, simd.splat32(0xFFFF))
}

/// The characters of surrogate pairs, the low one above the high one.
#[inline(always)]
pub(crate) fn join<S: Lanes>(simd: S, pairs: S::V) -> S::V {
    // (high - D800 + 40) * 400 + (low - DC00)
    let bits = simd.add16(pairs, simd.splat32(0x2400_2840));
    simd.multiply_add16(bits, simd.splat32(0x0001_0400))
}

/// The first sixteen units, as 32-bit values.
#[inline(always)]
pub(crate) fn widen<S: Lanes, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP {
        alone(simd, simd.permute8(simd.load(const { &with_next::<O>() }, 0), units))
    } else {
        simd.widen16_low(units)
    }
}
