//! How long well-formed text becomes in another encoding: counting, without conversion.
//!
//! A target's length is the number of the source's units (or of its bytes), and for each unit something
//! more or less, which a few of its bytes tell. The kernels know bytes alone: where a unit has several,
//! the block is loaded again from the byte before, so that what belongs together meets in one lane.

use core::marker::PhantomData;

use crate::kernel::transcode::Order;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// The same bytes for each unit of a block: `unit` is in little-endian order. To be asked in a `const`: in a
/// loop, it would be made again and again.
const fn each<O: Order, const N: usize>(unit: [u8; N]) -> [u8; 64] {
    let mut lanes = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        lanes[lane] = unit[if O::SWAP { N - 1 - lane % N } else { lane % N }];
        lane += 1;
    }
    lanes
}

/// What each unit of a source adds to a length, or takes from it.
pub(crate) trait Extra {
    /// Bytes in a unit.
    const UNIT: usize;
    /// How many bytes before a block are looked at, or behind it.
    const BEFORE: usize;
    /// See [`Extra::BEFORE`].
    const BEHIND: usize;
    /// The most that a block adds to a lane's counter.
    const MOST: usize;

    /// What one unit adds.
    fn of(unit: &[u8]) -> isize;

    /// Counts a block: into a counter of what it adds, a byte a lane, and one of what it takes away.
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, counters: [S::V; 2]) -> [S::V; 2];
}

/// The sum of [`Extra`] over all units.
pub(crate) struct Sum<'a, E>(&'a [u8], PhantomData<E>);

impl<'a, E: Extra> Sum<'a, E> {
    /// `bytes` are whole units.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Sum(bytes, PhantomData)
    }
}

impl<E: Extra> Operation for Sum<'_, E> {
    type Output = isize;

    fn scalar(self) -> isize {
        self.0.chunks_exact(E::UNIT).map(E::of).sum()
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> isize {
        let bytes = self.0;
        // Blocks that may be counted before a counter could overflow.
        let run = 255 / E::MOST;
        let first = E::BEFORE.next_multiple_of(E::UNIT);
        let mut at = first;
        let mut total = 0;
        while at + S::LANES + E::BEHIND <= bytes.len() {
            let mut counters = [simd.splat(0), simd.splat(0)];
            let mut blocks = 0;
            while blocks < run && at + S::LANES + E::BEHIND <= bytes.len() {
                counters = E::count(simd, bytes, at, counters);
                at += S::LANES;
                blocks += 1;
            }
            total += simd.sum(counters[0]) as isize - simd.sum(counters[1]) as isize;
        }
        let head = &bytes[..first.min(bytes.len())];
        let tail = bytes.get(at..).unwrap_or_default();
        total + Sum::<E>::of(head).scalar() + Sum::<E>::of(tail).scalar()
    }
}

/// UTF-8 to UTF-16: a unit a character, and one more for four bytes; less the bytes.
pub(crate) enum Utf16OfUtf8 {}

impl Extra for Utf16OfUtf8 {
    const UNIT: usize = 1;
    const BEFORE: usize = 0;
    const BEHIND: usize = 0;
    const MOST: usize = 1;

    fn of(unit: &[u8]) -> isize {
        isize::from(unit[0] >= 0xF0) - isize::from(unit[0] & 0xC0 == 0x80)
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        let v = simd.load(bytes, at);
        let four = simd.at_most(simd.splat(0xF0), v);
        // Read as signed numbers, the continuations 80..BF are the lowest.
        let continuation = simd.greater_signed(simd.splat(0xC0), v);
        [simd.increment(more, four), simd.increment(less, continuation)]
    }
}

/// UTF-8 to UTF-32: a unit a character; less the bytes.
pub(crate) enum Utf32OfUtf8 {}

impl Extra for Utf32OfUtf8 {
    const UNIT: usize = 1;
    const BEFORE: usize = 0;
    const BEHIND: usize = 0;
    const MOST: usize = 1;

    fn of(unit: &[u8]) -> isize {
        -isize::from(unit[0] & 0xC0 == 0x80)
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        let continuation = simd.greater_signed(simd.splat(0xC0), simd.load(bytes, at));
        [more, simd.increment(less, continuation)]
    }
}

/// Latin-1 to UTF-8: a byte more for 80..FF.
pub(crate) enum Utf8OfLatin1 {}

impl Extra for Utf8OfLatin1 {
    const UNIT: usize = 1;
    const BEFORE: usize = 0;
    const BEHIND: usize = 0;
    const MOST: usize = 1;

    fn of(unit: &[u8]) -> isize {
        isize::from(unit[0] >= 0x80)
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        let high = simd.greater_signed(simd.splat(0), simd.load(bytes, at));
        [simd.increment(more, high), less]
    }
}

/// UTF-16 to UTF-8: two bytes from U+0080 on, three from U+0800 on, and two for half a pair.
pub(crate) struct Utf8OfUtf16<O>(PhantomData<O>);

impl<O: Order> Extra for Utf8OfUtf16<O> {
    const UNIT: usize = 2;
    const BEFORE: usize = if O::SWAP { 0 } else { 1 };
    const BEHIND: usize = if O::SWAP { 1 } else { 0 };
    const MOST: usize = 2;

    fn of(unit: &[u8]) -> isize {
        let unit = O::unit16([unit[0], unit[1]]);
        isize::from(unit >= 0x80) + isize::from(unit >= 0x800)
            - isize::from(matches!(unit, 0xD800..=0xDFFF))
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        let here = simd.load(const { &each::<O, 2>([0x00, 0xFF]) }, 0);
        let high = simd.and(simd.load(bytes, at), here);
        let low = simd.load(bytes, if O::SWAP { at + 1 } else { at - 1 });
        // In the lanes of the low bytes the next three come to 0.
        let is_ascii =
            simd.eq(simd.or(high, simd.and(simd.and(low, here), simd.splat(0x80))), simd.splat(0));
        let from_three = simd.at_most(simd.splat(0x08), high);
        let no_surrogate = simd.at_most(simd.splat(0x08), simd.xor(high, simd.splat(0xD8)));
        [
            simd.increment(simd.increment(more, from_three), no_surrogate),
            simd.increment(less, is_ascii),
        ]
    }
}

/// UTF-16 to UTF-32: a unit less for each low surrogate.
pub(crate) struct Utf32OfUtf16<O>(PhantomData<O>);

impl<O: Order> Extra for Utf32OfUtf16<O> {
    const UNIT: usize = 2;
    const BEFORE: usize = 0;
    const BEHIND: usize = 0;
    const MOST: usize = 1;

    fn of(unit: &[u8]) -> isize {
        -isize::from(matches!(O::unit16([unit[0], unit[1]]), 0xDC00..=0xDFFF))
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        let high =
            simd.and(simd.load(bytes, at), simd.load(const { &each::<O, 2>([0x00, 0xFF]) }, 0));
        let low_surrogate = simd.eq(simd.and(high, simd.splat(0xFC)), simd.splat(0xDC));
        [more, simd.increment(less, low_surrogate)]
    }
}

/// UTF-32 to UTF-8: a byte more from U+0080 on, from U+0800 on, and from U+10000 on.
pub(crate) struct Utf8OfUtf32<O>(PhantomData<O>);

impl<O: Order> Extra for Utf8OfUtf32<O> {
    const UNIT: usize = 4;
    const BEFORE: usize = if O::SWAP { 0 } else { 2 };
    const BEHIND: usize = if O::SWAP { 2 } else { 0 };
    const MOST: usize = 3;

    fn of(unit: &[u8]) -> isize {
        let value = O::unit32([unit[0], unit[1], unit[2], unit[3]]);
        isize::from(value >= 0x80) + isize::from(value >= 0x800) + isize::from(value >= 0x1_0000)
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        // Everything in the lane of the plane.
        let here = simd.load(const { &each::<O, 4>([0x00, 0x00, 0xFF, 0x00]) }, 0);
        let plane = simd.and(simd.load(bytes, at), here);
        let middle = simd.load(bytes, if O::SWAP { at + 1 } else { at - 1 });
        let middle = simd.and(middle, here);
        let low = simd.load(bytes, if O::SWAP { at + 2 } else { at - 2 });
        let low = simd.and(low, simd.and(here, simd.splat(0x80)));
        let above_ascii = simd.or(simd.or(plane, middle), low);
        let from_three = simd.or(plane, simd.and(middle, simd.splat(0xF8)));
        let one = simd.splat(1);
        let more = simd.increment(more, simd.at_most(one, above_ascii));
        let more = simd.increment(more, simd.at_most(one, from_three));
        [simd.increment(more, simd.at_most(one, plane)), less]
    }
}

/// UTF-32 to UTF-16: a unit more from U+10000 on.
pub(crate) struct Utf16OfUtf32<O>(PhantomData<O>);

impl<O: Order> Extra for Utf16OfUtf32<O> {
    const UNIT: usize = 4;
    const BEFORE: usize = 0;
    const BEHIND: usize = 0;
    const MOST: usize = 1;

    fn of(unit: &[u8]) -> isize {
        isize::from(O::unit32([unit[0], unit[1], unit[2], unit[3]]) >= 0x1_0000)
    }

    #[inline(always)]
    fn count<S: Blocks>(simd: S, bytes: &[u8], at: usize, [more, less]: [S::V; 2]) -> [S::V; 2] {
        let here = simd.load(const { &each::<O, 4>([0x00, 0x00, 0xFF, 0x00]) }, 0);
        let plane = simd.and(simd.load(bytes, at), here);
        [simd.increment(more, simd.at_most(simd.splat(1), plane)), less]
    }
}
