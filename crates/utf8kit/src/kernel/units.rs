//! Is it UTF-16, is it UTF-32?
//!
//! As everywhere, units are seen as bytes, in either order: what tells surrogates and what is too large is
//! in single bytes of a unit.

use core::marker::PhantomData;

use crate::kernel::transcode::Order;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// The same bytes for each unit of a block: `unit` is in little-endian order. To be asked in a `const`: in a
/// loop, it would be made again and again.
pub(super) const fn each<O: Order, const N: usize>(unit: [u8; N]) -> [u8; 64] {
    let mut lanes = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        lanes[lane] = unit[if O::SWAP { N - 1 - lane % N } else { lane % N }];
        lane += 1;
    }
    lanes
}

/// Blocks that are looked at at once.
const GROUP: usize = 4;

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

    /// The first error from `at` on, unit by unit; or the end.
    fn one_by_one(&self, mut at: usize, end: usize) -> Result<usize, usize> {
        while at < end {
            if at + 2 > self.0.len() {
                return Err(at);
            }
            match self.unit(at) {
                0xD800..=0xDBFF if matches!(self.unit(at + 2), 0xDC00..=0xDFFF) => at += 4,
                0xD800..=0xDFFF => return Err(at),
                _ => at += 2,
            }
        }
        Ok(at)
    }
}

impl<O: Order> Operation for Validate16<'_, O> {
    type Output = Result<(), usize>;

    fn scalar(self) -> Result<(), usize> {
        self.one_by_one(0, self.0.len()).map(|_| ())
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Result<(), usize> {
        let bytes = self.0;
        // The first byte of a value.
        let is_high_byte: u64 = if O::SWAP { 0x5555_5555_5555_5555 } else { 0xAAAA_AAAA_AAAA_AAAA };
        let surrogate_bits = simd.load(const { &each::<O, 2>([0x00, 0xF8]) }, 0);
        let mut at = 0;
        // Whether the unit before `at` is a high surrogate: two bits on, its other half must be.
        let mut due = 0;
        while let Some(group) = bytes.get(at..at + GROUP * S::LANES) {
            let mut block = 0;
            let mut any = simd.splat(0);
            while block < GROUP {
                let v = simd.load(group, block * S::LANES);
                let v = simd.xor(simd.and(v, surrogate_bits), simd.splat(0xD8));
                // 0 where it is a surrogate's.
                any = simd.max(any, simd.saturating_sub(simd.splat(1), v));
                block += 1;
            }
            if !simd.any_nonzero(any) && due == 0 {
                at += GROUP * S::LANES;
                continue;
            }
            let mut block = 0;
            while block < GROUP {
                let kind = simd.and(simd.load(group, block * S::LANES), simd.splat(0xFC));
                let high = simd.bits(simd.eq(kind, simd.splat(0xD8))) & is_high_byte;
                let low = simd.bits(simd.eq(kind, simd.splat(0xDC))) & is_high_byte;
                let expected = (u128::from(high) << 2) | due;
                let here = u64::MAX >> (64 - S::LANES);
                if low != expected as u64 & here {
                    // The unit before may be the half that lacks the other.
                    let start = at + block * S::LANES;
                    let start = if due == 0 { start } else { start - 2 };
                    return self.one_by_one(start, bytes.len()).map(|_| ());
                }
                due = expected >> S::LANES;
                block += 1;
            }
            at += GROUP * S::LANES;
        }
        let start = if due == 0 { at } else { at - 2 };
        self.one_by_one(start, bytes.len()).map(|_| ())
    }
}

/// Whether UTF-32 is well-formed, or else the index of the first error.
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
        let bytes = self.0;
        // The highest value of each byte that has one; the plane of U+10FFFF is 10.
        let most = simd.load(const { &each::<O, 4>([0xFF, 0xFF, 0x10, 0x00]) }, 0);
        let surrogate_bits = simd.load(const { &each::<O, 4>([0x00, 0xF8, 0xFF, 0xFF]) }, 0);
        let surrogate = simd.load(const { &each::<O, 4>([0x00, 0xD8, 0x00, 0x00]) }, 0);
        let mut at = 0;
        while let Some(group) = bytes.get(at..at + GROUP * S::LANES) {
            let mut block = 0;
            let mut too_large = simd.splat(0);
            let mut surrogates = 0;
            while block < GROUP {
                let v = simd.load(group, block * S::LANES);
                too_large = simd.or(too_large, simd.saturating_sub(v, most));
                let equal = simd.bits(simd.eq(simd.and(v, surrogate_bits), surrogate));
                // All four bytes.
                let equal = equal & equal >> 1;
                surrogates |= equal & equal >> 2 & 0x1111_1111_1111_1111;
                block += 1;
            }
            if surrogates != 0 || simd.any_nonzero(too_large) {
                break;
            }
            at += GROUP * S::LANES;
        }
        self.one_by_one(at)
    }
}
