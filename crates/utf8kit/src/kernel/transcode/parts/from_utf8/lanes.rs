//! The units of a block, each in the lane of its last byte.
//!
//! ```text
//! x       10cccccc     low       00cccccc
//! one     10bbbbbb     middle    00bbbbbb
//! two     1110aaaa     high      aaaa0000
//! unit    aaaabbbb bbcccccc      low + 64 * middle, and `high` in the upper byte
//! ```

use crate::simd::parts::Parts;

/// The bytes of a block, and those one, two and three before each of them.
#[derive(Clone, Copy)]
pub(in crate::kernel::transcode) struct Views<S: Parts> {
    pub(in crate::kernel::transcode) x: S::V,
    pub(in crate::kernel::transcode) one: S::V,
    pub(in crate::kernel::transcode) two: S::V,
    pub(in crate::kernel::transcode) three: S::V,
}

impl<S: Parts> Views<S> {
    /// The views of a block with nothing before it.
    #[inline(always)]
    pub(super) fn at_start(simd: S, x: S::V) -> Self {
        Views {
            x,
            one: simd.shift_up::<1>(x),
            two: simd.shift_up::<2>(x),
            three: simd.shift_up::<3>(x),
        }
    }
}

/// The bits of 16-bit units, as bytes.
#[derive(Clone, Copy)]
pub(in crate::kernel::transcode) struct Planes<S: Parts> {
    /// Bits 0 to 5, or 0 to 6 of ASCII.
    low: S::V,
    /// Bits 6 to 11.
    pub(in crate::kernel::transcode) middle: S::V,
    /// Bits 8 to 15, which are put above the others. Four of them are set by `planes`.
    pub(in crate::kernel::transcode) high: S::V,
}

/// What joins the bytes of a form, in a register.
#[derive(Clone, Copy)]
pub(in crate::kernel::transcode) struct Joiner<S: Parts> {
    raised: S::V,
}

/// Each number of four bits, as the upper four bits of a byte.
const RAISED: [u8; 16] = {
    let mut table = [0; 16];
    let mut low = 0;
    while low < 16 {
        table[low] = (low as u8) << 4;
        low += 1;
    }
    table
};

impl<S: Parts> Joiner<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        Joiner { raised: simd.splat_part(RAISED) }
    }

    /// The low four bits of each byte of `v`, which must be below 80, as the upper four.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn raised(&self, simd: S, v: S::V) -> S::V {
        simd.shuffle(self.raised, v)
    }

    /// The planes of forms of one, two and three bytes. In a lane with the last byte of four,
    /// `high` is 0. A lane with the third byte of four is treated as if the form had three bytes.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn planes(&self, simd: S, views: Views<S>) -> Planes<S> {
        let Views { x, one, two, .. } = views;
        let is_ascii = simd.greater_signed(x, simd.splat(0xFF));
        Planes {
            // This clears the top bit of a continuation byte; the bit below it is clear already.
            low: simd.and(x, simd.splat(0x7F)),
            middle: simd.and_not(simd.and(one, simd.splat(0x3F)), simd.spread(is_ascii)),
            high: self.raised(simd, simd.saturating_sub(two, simd.splat(0xE0))),
        }
    }

    /// The units, laid out as the unpacks do it.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn join(simd: S, planes: Planes<S>) -> [S::V; 2] {
        let Planes { low, middle, high } = planes;
        let weights = simd.splat16(64 << 8 | 1);
        let zero = simd.splat(0);
        [
            simd.or(
                simd.multiply_add(simd.unpack8_low(low, middle), weights),
                simd.unpack8_low(zero, high),
            ),
            simd.or(
                simd.multiply_add(simd.unpack8_high(low, middle), weights),
                simd.unpack8_high(zero, high),
            ),
        ]
    }
}
