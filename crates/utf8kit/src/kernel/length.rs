//! How many units well-formed UTF-16 and UTF-32 become in another encoding, counted without
//! converting them. For UTF-8 and Latin-1 single bytes tell that: see [`super::count`].
//!
//! A unit becomes at most a fixed number of units, and the loops count how many fewer each
//! becomes:
//!
//! ```text
//! length = MAX_UNITS * units - sum of less(unit)
//!
//! UTF-16 to UTF-8, MAX_UNITS = 3    less: 0041 2, 00E9 1, 20AC 0, D83D 1, DE00 1
//! ```

use core::marker::PhantomData;

use super::count::{GROUP_BLOCKS, sum};

use super::transcode::parts::Source;
use super::transcode::parts::utf16::low_surrogates;
use crate::codec::{Codec, Utf16, Utf32};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;
use crate::simd::parts::Parts;

/// What the units of [`Units::Source`] become: each a fixed number of units, less some.
pub(super) trait Units {
    type Source: Source;
    /// The most units that a unit becomes.
    const MAX_UNITS: usize;

    /// How many fewer than [`Units::MAX_UNITS`] a unit becomes.
    fn less(unit: &[u8]) -> usize;

    /// Adds to `counter`, which has a lane for each unit, how many fewer those of a block
    /// become.
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V;

    /// Adds how many fewer the units of a register become: to `counter`, or as a number besides,
    /// whichever is less work.
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32);
}

/// The number of units that some units become.
pub(super) struct Length<'a, U>(&'a [u8], PhantomData<U>);

impl<'a, U: Units> Length<'a, U> {
    /// `bytes` must be whole units.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Length(bytes, PhantomData)
    }

    /// The most that the length can be.
    fn most(&self) -> usize {
        self.0.len() / U::Source::UNIT * U::MAX_UNITS
    }
}

/// How many fewer some units become, counted one by one.
fn one_by_one<U: Units>(units: &[u8]) -> usize {
    units.chunks_exact(U::Source::UNIT).map(U::less).sum()
}

/// How many fewer the zeros become that fill the last block of `rest`, where a block has
/// `block` bytes.
#[inline(always)]
fn padding<U: Units>(rest: &[u8], block: usize) -> usize {
    (rest.len().next_multiple_of(block) - rest.len()) / U::Source::UNIT * U::less(&[0; 4])
}

impl<U: Units> Operation for Length<'_, U> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.most() - one_by_one::<U>(self.0)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let simd = simd.parts();
        let most = self.most();
        let group_len = GROUP_BLOCKS * S::Parts::LANES;
        let mut less = 0;
        let mut rest = self.0;
        while rest.len() >= group_len {
            let mut counters = [simd.splat(0); GROUP_BLOCKS];
            // More groups could carry out of the lowest byte of a lane. The sum, which adds
            // up bytes, would be wrong then.
            let mut groups = usize::from(u8::MAX) / U::MAX_UNITS;
            while groups > 0
                && let Some((group, after)) = rest.split_at_checked(group_len)
            {
                let mut block = 0;
                while block < GROUP_BLOCKS {
                    let v = simd.load(group, block * S::Parts::LANES);
                    counters[block] = U::count(simd, v, counters[block]);
                    block += 1;
                }
                rest = after;
                groups -= 1;
            }
            less += sum(simd, counters);
        }
        let padding = padding::<U>(rest, S::Parts::LANES);
        let mut counter = simd.splat(0);
        while !rest.is_empty() {
            let v = if let Some((block, after)) = rest.split_at_checked(S::Parts::LANES) {
                rest = after;
                simd.load(block, 0)
            } else {
                simd.load_prefix(core::mem::take(&mut rest))
            };
            counter = U::count(simd, v, counter);
        }
        less += simd.sum(counter);
        most + padding - less as usize
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> usize {
        let mut less = 0;
        let mut rest = self.0;
        while rest.len() >= S::LANES {
            // More registers could overflow a counter.
            let registers = (rest.len() / S::LANES).min(usize::from(u8::MAX) / U::MAX_UNITS);
            let (mut stretch, after) = rest.split_at(registers * S::LANES);
            rest = after;
            let mut counter = simd.splat(0);
            while let Some((register, after)) = stretch.split_at_checked(S::LANES) {
                let (counted, besides) = U::count_lanes(simd, simd.load(register, 0), counter);
                counter = counted;
                less += u64::from(besides);
                stretch = after;
            }
            less += simd.sum(counter);
        }
        if !rest.is_empty() {
            let (counter, besides) = U::count_lanes(simd, simd.load_prefix(rest), simd.splat(0));
            less += simd.sum(counter) + u64::from(besides);
        }
        self.most() + padding::<U>(rest, S::LANES) - less as usize
    }
}

/// UTF-16 to UTF-8: three bytes, but two below U+0800 and for half a pair, and one below
/// U+0080.
pub(super) enum Utf16ToUtf8 {}

impl Units for Utf16ToUtf8 {
    type Source = Utf16;
    const MAX_UNITS: usize = 3;

    fn less(unit: &[u8]) -> usize {
        let unit = u16::from_le_bytes([unit[0], unit[1]]);
        usize::from(unit < 0x80)
            + usize::from(unit < 0x800)
            + usize::from(matches!(unit, 0xD800..=0xDFFF))
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        // Surrogates become 0000..07FF here. What was there becomes something else, but the
        // minimum with `x` keeps it.
        let surrogate = simd.xor(x, simd.splat16(0xD800));
        let from_800 = simd.and(simd.min16(x, surrogate), simd.splat16(0xF800));
        let from_80 = simd.and(x, simd.splat16(0xFF80));
        let counter = simd.sub16(counter, simd.eq16(from_800, simd.splat(0)));
        simd.sub16(counter, simd.eq16(from_80, simd.splat(0)))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        let x = v;
        let surrogate = simd.xor(x, simd.splat16(0xD800));
        let below_800 = simd.at_most16(simd.min16(x, surrogate), simd.splat16(0x7FF));
        let below_80 = simd.at_most16(x, simd.splat16(0x7F));
        (counter, below_800.count_ones() + below_80.count_ones())
    }
}

/// UTF-16 to UTF-32: one unit, and none for the second half of a pair.
pub(super) enum Utf16ToUtf32 {}

impl Units for Utf16ToUtf32 {
    type Source = Utf16;
    const MAX_UNITS: usize = 1;

    fn less(unit: &[u8]) -> usize {
        matches!(u16::from_le_bytes([unit[0], unit[1]]), 0xDC00..=0xDFFF).into()
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        simd.sub16(counter, low_surrogates(simd, x))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        let tags = simd.and(v, simd.splat16(0xFC00));
        let others = simd.xor(tags, simd.splat16(0xDC00));
        (counter, simd.at_most16(others, simd.splat(0)).count_ones())
    }
}

/// How many fewer than four bytes of UTF-8 a scalar value has, by its number of leading
/// zeros.
const LESS_BY_LEADING_ZEROS: [u8; 64] = {
    let mut less = [0; 64];
    let mut zeros = 0;
    while zeros <= 32 {
        less[zeros] = match 32 - zeros {
            ..=7 => 3,
            8..=11 => 2,
            12..=16 => 1,
            _ => 0,
        };
        zeros += 1;
    }
    less
};

/// UTF-32 to UTF-8: four bytes, but three below U+10000, two below U+0800, and one below
/// U+0080.
pub(super) enum Utf32ToUtf8 {}

impl Units for Utf32ToUtf8 {
    type Source = Utf32;
    const MAX_UNITS: usize = 4;

    fn less(unit: &[u8]) -> usize {
        let value = u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]]);
        usize::from(value < 0x80) + usize::from(value < 0x800) + usize::from(value < 0x1_0000)
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        let counter = simd.sub32(counter, simd.greater32(simd.splat32(0x80), x));
        let counter = simd.sub32(counter, simd.greater32(simd.splat32(0x800), x));
        simd.sub32(counter, simd.greater32(simd.splat32(0x1_0000), x))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        // The number of leading zeros has four bytes. Three of them are 0, for which the
        // table has 0.
        let zeros = simd.leading_zeros32(v);
        let less = simd.permute8(zeros, simd.load(&LESS_BY_LEADING_ZEROS, 0));
        (simd.add32(counter, less), 0)
    }
}

/// UTF-32 to UTF-16: two units, but one below U+10000.
pub(super) enum Utf32ToUtf16 {}

impl Units for Utf32ToUtf16 {
    type Source = Utf32;
    const MAX_UNITS: usize = 2;

    fn less(unit: &[u8]) -> usize {
        (u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]]) < 0x1_0000).into()
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        simd.sub32(counter, simd.greater32(simd.splat32(0x1_0000), x))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        let above = simd.and(v, simd.splat32(0xFFFF_0000));
        (counter, simd.at_most32(above, simd.splat(0)).count_ones())
    }
}
