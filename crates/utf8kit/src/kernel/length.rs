//! How many units well-formed UTF-16 and UTF-32 become in another encoding: counting, without conversion.
//! What UTF-8 and Latin-1 become, single bytes tell: see [`super::count`].

use core::marker::PhantomData;

use super::count::{GROUP, sum};
use super::transcode::Order;
use super::transcode::lanes::{ordered16, ordered32};
use super::transcode::parts::Source;
use super::transcode::parts::utf16::low_surrogates;
use crate::scalar::form::{Code, Utf16, Utf32};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;
use crate::simd::parts::Parts;

/// What units of [`Units::Source`] become: each a number of units, less some.
pub(super) trait Units {
    type Source: Source;
    /// The most that a unit becomes.
    const MOST: usize;

    /// How many less a unit becomes.
    fn less(unit: &[u8]) -> usize;

    /// `counter`, a unit for each, and how many less those of a block become.
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V;

    /// How many less those of a register, as it is in memory, become: what `counter` grew by, and a number
    /// besides, whichever is less work to count with.
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32);
}

/// How many units some units become.
pub(super) struct Length<'a, U>(&'a [u8], PhantomData<U>);

impl<'a, U: Units> Length<'a, U> {
    /// `bytes` are whole units.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Length(bytes, PhantomData)
    }

    /// The most that it can be.
    fn most(&self) -> usize {
        self.0.len() / U::Source::UNIT * U::MOST
    }
}

/// How many less some units become, one by one.
fn one_by_one<U: Units>(units: &[u8]) -> usize {
    units.chunks_exact(U::Source::UNIT).map(U::less).sum()
}

/// How many less the zeros become that fill the last one of the blocks of `rest`, so many bytes each.
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
        let group_len = GROUP * S::Parts::LANES;
        let mut less = 0;
        let mut rest = self.0;
        while rest.len() >= group_len {
            let mut counters = [simd.splat(0); GROUP];
            // More could overflow the lowest byte of a counter, and that alone is summed up.
            let mut groups = usize::from(u8::MAX) / U::MOST;
            while groups > 0
                && let Some((group, after)) = rest.split_at_checked(group_len)
            {
                let mut block = 0;
                while block < GROUP {
                    let v = simd.load(group, block * S::Parts::LANES);
                    counters[block] = U::count(simd, U::Source::ordered(simd, v), counters[block]);
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
            counter = U::count(simd, U::Source::ordered(simd, v), counter);
        }
        less += simd.sum(counter);
        most + padding - less as usize
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> usize {
        let mut less = 0;
        let mut rest = self.0;
        while rest.len() >= S::LANES {
            // As with blocks, more could overflow a counter.
            let registers = (rest.len() / S::LANES).min(usize::from(u8::MAX) / U::MOST);
            let (mut run, after) = rest.split_at(registers * S::LANES);
            rest = after;
            let mut counter = simd.splat(0);
            while let Some((register, after)) = run.split_at_checked(S::LANES) {
                let (counted, besides) = U::count_lanes(simd, simd.load(register, 0), counter);
                counter = counted;
                less += u64::from(besides);
                run = after;
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

/// UTF-16 to UTF-8: three bytes, but two below U+0800 and for half a pair, and one below U+0080.
pub(super) struct Utf16ToUtf8<O>(PhantomData<O>);

impl<O: Order> Units for Utf16ToUtf8<O> {
    type Source = Utf16<O>;
    const MOST: usize = 3;

    fn less(unit: &[u8]) -> usize {
        let unit = O::unit16([unit[0], unit[1]]);
        usize::from(unit < 0x80)
            + usize::from(unit < 0x800)
            + usize::from(matches!(unit, 0xD800..=0xDFFF))
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        // Surrogates become 0000..07FF, and what is there goes away.
        let surrogate = simd.xor(x, simd.splat16(0xD800));
        let from_800 = simd.and(simd.min16(x, surrogate), simd.splat16(0xF800));
        let from_80 = simd.and(x, simd.splat16(0xFF80));
        let counter = simd.sub16(counter, simd.eq16(from_800, simd.splat(0)));
        simd.sub16(counter, simd.eq16(from_80, simd.splat(0)))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        let x = ordered16::<S, O>(simd, v);
        let surrogate = simd.xor(x, simd.splat16(0xD800));
        let below_800 = simd.at_most16(simd.min16(x, surrogate), simd.splat16(0x7FF));
        let below_80 = simd.at_most16(x, simd.splat16(0x7F));
        (counter, below_800.count_ones() + below_80.count_ones())
    }
}

/// UTF-16 to UTF-32: one, and none for the second half of a pair.
pub(super) struct Utf16ToUtf32<O>(PhantomData<O>);

impl<O: Order> Units for Utf16ToUtf32<O> {
    type Source = Utf16<O>;
    const MOST: usize = 1;

    fn less(unit: &[u8]) -> usize {
        matches!(O::unit16([unit[0], unit[1]]), 0xDC00..=0xDFFF).into()
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        simd.sub16(counter, low_surrogates(simd, x))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        let tags = simd.and(v, simd.splat16(O::bytes16(0xFC00)));
        let others = simd.xor(tags, simd.splat16(O::bytes16(0xDC00)));
        (counter, simd.at_most16(others, simd.splat(0)).count_ones())
    }
}

/// How many bytes of UTF-8 less than four a scalar value has, by the number of leading zeros.
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

/// UTF-32 to UTF-8: four bytes, but three below U+10000, two below U+0800, and one below U+0080.
pub(super) struct Utf32ToUtf8<O>(PhantomData<O>);

impl<O: Order> Units for Utf32ToUtf8<O> {
    type Source = Utf32<O>;
    const MOST: usize = 4;

    fn less(unit: &[u8]) -> usize {
        let value = O::unit32([unit[0], unit[1], unit[2], unit[3]]);
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
        // Of the four bytes of the number of leading zeros, three are 0, where the table has 0.
        let zeros = simd.leading_zeros32(ordered32::<S, O>(simd, v));
        let less = simd.permute8(zeros, simd.load(&LESS_BY_LEADING_ZEROS, 0));
        (simd.add32(counter, less), 0)
    }
}

/// UTF-32 to UTF-16: two, but one below U+10000.
pub(super) struct Utf32ToUtf16<O>(PhantomData<O>);

impl<O: Order> Units for Utf32ToUtf16<O> {
    type Source = Utf32<O>;
    const MOST: usize = 2;

    fn less(unit: &[u8]) -> usize {
        (O::unit32([unit[0], unit[1], unit[2], unit[3]]) < 0x1_0000).into()
    }

    #[inline(always)]
    fn count<S: Parts>(simd: S, x: S::V, counter: S::V) -> S::V {
        simd.sub32(counter, simd.greater32(simd.splat32(0x1_0000), x))
    }

    #[inline(always)]
    fn count_lanes<S: Lanes>(simd: S, v: S::V, counter: S::V) -> (S::V, u32) {
        let above = simd.and(v, simd.splat32(O::bytes32(0xFFFF_0000)));
        (counter, simd.at_most32(above, simd.splat(0)).count_ones())
    }
}
