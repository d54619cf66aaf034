//! UTF-16 in 512-bit lanes: which units are whole characters, and which scalar values they
//! are.
//!
//! The units of a register are looked at as 32 lanes and as masks of 32 bits. To become
//! scalar values, each unit is loaded into a lane of 32 bits with the unit behind it above
//! it. Where it is a high surrogate, both are joined; otherwise the upper one is cleared.
//! Lanes of low surrogates mean nothing: the mask [`Surrogates::begins`] leaves them out.
//!
//! ```text
//! units          0041          D83D          DE00          0042
//! with next      D83D_0041     DE00_D83D     0042_DE00     ...._0042
//! high                         ^
//! characters     41            1F600         DE00          42
//! begins         ^             ^                           ^
//! ```

use super::first_lanes;
use crate::kernel::transcode::Why;
use crate::simd::lanes::Lanes;

/// The number of units in a register.
pub(crate) const REGISTER_UNITS: usize = 32;

/// Whether there is a surrogate among the units of two registers.
#[inline(always)]
pub(crate) fn any_surrogate<S: Lanes>(simd: S, x: [S::V; 2]) -> bool {
    // Surrogates become 0000..07FF, and no other unit does.
    let tag = simd.splat16(0xD800);
    let first = simd.xor(x[0], tag);
    let second = simd.xor(x[1], tag);
    simd.at_most16(simd.min16(first, second), simd.splat16(0x07FF)) != 0
}

/// Whether the units of two registers are all surrogates that alternate as
/// in pairs.
#[inline(always)]
pub(crate) fn only_pairs<S: Lanes>(simd: S, x: [S::V; 2]) -> bool {
    let mask = simd.splat16(0xFC00);
    let tags = simd.splat32(0xDC00_D800);
    let first = simd.xor(simd.and(x[0], mask), tags);
    let second = simd.xor(simd.and(x[1], mask), tags);
    !simd.any_nonzero(simd.or(first, second))
}

/// Masks of the units of a register that are high and low surrogates.
#[derive(Clone, Copy)]
pub(crate) struct Surrogates {
    pub(crate) high: u32,
    pub(crate) low: u32,
}

impl Surrogates {
    /// The surrogates among units.
    #[inline(always)]
    pub(crate) fn of<S: Lanes>(simd: S, units: S::V) -> Surrogates {
        let tags = simd.and(units, simd.splat16(0xFC00));
        let not_high = simd.xor(tags, simd.splat16(0xD800));
        let not_low = simd.xor(tags, simd.splat16(0xDC00));
        Surrogates {
            high: simd.at_most16(not_high, simd.splat(0)),
            low: simd.at_most16(not_low, simd.splat(0)),
        }
    }

    /// How many units come before the first surrogate that is not half of a pair within the
    /// register.
    #[inline(always)]
    pub(crate) fn paired(self) -> usize {
        let unpaired = self.high & !(self.low >> 1) | self.low & !(self.high << 1);
        unpaired.trailing_zeros() as usize
    }

    /// How many units come before a high surrogate in the last lane, which may have its other
    /// half behind the register: all units, if there is none.
    #[inline(always)]
    pub(crate) fn before_cut(self) -> usize {
        REGISTER_UNITS - (self.high >> (REGISTER_UNITS - 1)) as usize
    }

    /// Why no more than the first `units` of a register were converted, with which `rest`
    /// begins. `None` if the register does not tell, or if there are no more.
    #[inline(always)]
    pub(crate) fn why_not_more(self, units: usize, rest: &[u8]) -> Option<Why> {
        // A high surrogate in the last lane may have its other half behind it.
        let is_cut = units == self.before_cut() && rest.len() >= 2 * (REGISTER_UNITS + 1);
        let is_all = units == REGISTER_UNITS.min(rest.len() / 2) && units > 0;
        (!is_cut && !is_all).then_some(Why::Error)
    }

    /// A mask of the units that characters begin with, among the first `len`.
    #[inline(always)]
    pub(crate) fn begins(self, len: usize) -> u32 {
        !self.low & first_lanes(len) as u32
    }
}

/// The scalar values that begin with each of 32 units: those of the first
/// sixteen, and those of the others. The last unit must not be a high surrogate.
#[inline(always)]
pub(crate) fn characters<S: Lanes>(simd: S, surrogates: Surrogates, units: S::V) -> [S::V; 2] {
    let index = simd.load(const { &with_next() }, 0);
    let lower = simd.permute8(index, units);
    let upper = simd.permute8(simd.add(index, simd.splat(32)), units);
    let high = surrogates.high;
    [
        simd.select32(high as u16, join(simd, lower), alone(simd, lower)),
        simd.select32((high >> 16) as u16, join(simd, upper), alone(simd, upper)),
    ]
}

/// A permutation of bytes that gives each of sixteen units, in a lane of 32 bits, with the
/// unit behind it above it.
const fn with_next() -> [u8; 64] {
    let mut from = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        let within = byte as u8 % 4;
        from[byte] = byte as u8 / 4 * 2 + within;
        byte += 1;
    }
    from
}

/// Each unit of [`with_next`] without the one above it.
#[inline(always)]
fn alone<S: Lanes>(simd: S, with_next: S::V) -> S::V {
    simd.and(with_next, simd.splat32(0xFFFF))
}

/// The scalar values of surrogate pairs, the low surrogate above the high one.
#[inline(always)]
pub(crate) fn join<S: Lanes>(simd: S, pairs: S::V) -> S::V {
    // The result is (high - 0xD800 + 0x40) * 0x400 + (low - 0xDC00).
    let bits = simd.add16(pairs, simd.splat32(0x2400_2840));
    simd.multiply_add16(bits, simd.splat32(0x0001_0400))
}

/// The first sixteen units as 32-bit values.
#[inline(always)]
pub(crate) fn widen<S: Lanes>(simd: S, units: S::V) -> S::V {
    simd.widen16_low(units)
}
