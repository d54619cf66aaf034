//! UTF-8 to 32-bit units: three planes of bytes, and zeros for the highest byte, are
//! interleaved in two steps.
//!
//! ```text
//! low, high         a b c d     A B C D
//! top, zeros        e f g h     0 0 0 0
//! lower halves      aA bB cC dD
//! upper halves      e0 f0 g0 h0
//! units             aAe0 bBf0 cCg0 dDh0
//! ```

use super::planes::{Masks, Planes, RIGHT_2, RIGHT_4, Views, bmp, low_of, matrix};
use super::{BLOCK_BYTES, Wide, put_prefixes};
use crate::kernel::transcode::lanes::latin1::widen_to_32;
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// 32-bit units.
pub(in crate::kernel::transcode) enum Units32 {}

/// A permutation of groups of four bytes of a plane: those of its quarters in turn.
const QUARTERS_IN_TURN: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = (lane / 16 * 4 + lane / 4 % 4 * 16 + lane % 4) as u8;
        lane += 1;
    }
    index
};

impl Units32 {
    /// Two quarters of the units, from the interleaved lower planes and the upper plane.
    #[inline(always)]
    fn quarters<S: Lanes>(simd: S, lower: S::V, upper: S::V) -> [S::V; 2] {
        [simd.unpack16_low(lower, upper), simd.unpack16_high(lower, upper)]
    }
}

impl Wide for Units32 {
    const UNIT_BYTES: usize = 4;
    const PAIRS: bool = false;

    #[inline(always)]
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        let [first, second, third, fourth] = widen_to_32(simd, x);
        out.put_two(simd, [first, second], 2 * BLOCK_BYTES);
        out.put_two(simd, [third, fourth], 2 * BLOCK_BYTES);
    }

    #[inline(always)]
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>) {
        put_prefixes(simd, widen_to_32(simd, x), 4 * len, out);
    }

    #[inline(always)]
    fn two_byte<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64 {
        let Views { x, one, .. } = views;
        let bad = simd.high_bits(simd.keep(masks.leads, simd.add(x, simd.splat(0xFF - 0xC2 + 1))));
        if bad != 0 {
            return bad;
        }
        let low = low_of(simd, masks.leads, x, x, one);
        let high = simd.keep(masks.leads, simd.affine(x, RIGHT_2));
        let planes = Planes { low, high, top: None, own: masks.starts, bad: 0 };
        Self::write(simd, planes, false, out);
        0
    }

    #[inline(always)]
    fn four_byte<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>) {
        let values = simd.add32(characters, simd.splat32(0x1_0000));
        out.put(simd, values, BLOCK_BYTES);
    }

    #[inline(always)]
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, _: u64) -> Planes<S> {
        let Views { x, one, two, three } = views;
        // A form of four bytes without its first is like a form of three, but for the tag of
        // its lead.
        let first = simd.select(masks.from_four, one, x);
        let second = simd.select(masks.from_four, two, one);
        let third = simd.select(masks.from_four, three, two);
        let rest = Views { x: first, one: second, two: third, three };
        let mut planes = bmp(simd, rest, masks);
        let top = simd.or(simd.affine(x, LEFT_2_OF_FOUR), simd.affine(one, RIGHT_4));
        planes.top = Some(simd.keep(masks.from_four, top));
        // The top byte of U+10000..U+10FFFF is 01..10.
        let in_range = simd.at_most(simd.add(top, simd.splat(0xFF)), simd.splat(0x0F));
        planes.bad = planes.bad & !masks.from_four | masks.from_four & !in_range;
        planes
    }

    #[inline(always)]
    fn write<S: Lanes>(simd: S, planes: Planes<S>, exact: bool, out: &mut Output<'_>) {
        // The planes are interleaved in two steps, so that there are four results.
        let in_turn = simd.load(&QUARTERS_IN_TURN, 0);
        let low = simd.permute8(in_turn, simd.compress8(planes.own, planes.low));
        let high = simd.permute8(in_turn, simd.compress8(planes.own, planes.high));
        let (even, odd) = (low, high);
        let zero = simd.splat(0);
        let upper = match planes.top {
            Some(top) => {
                let top = simd.permute8(in_turn, simd.compress8(planes.own, top));
                let (even, odd) = (top, zero);
                [simd.unpack8_low(even, odd), simd.unpack8_high(even, odd)]
            }
            None => [zero, zero],
        };
        let [first, second] = Self::quarters(simd, simd.unpack8_low(even, odd), upper[0]);
        let [third, fourth] = Self::quarters(simd, simd.unpack8_high(even, odd), upper[1]);
        let len = 4 * planes.own.count_ones() as usize;
        if exact {
            out.put_prefix(simd, first, len);
            out.put_prefix(simd, second, len.saturating_sub(BLOCK_BYTES));
            out.put_prefix(simd, third, len.saturating_sub(2 * BLOCK_BYTES));
            out.put_prefix(simd, fourth, len.saturating_sub(3 * BLOCK_BYTES));
        } else if len <= BLOCK_BYTES {
            out.put(simd, first, len);
        } else if len <= 2 * BLOCK_BYTES {
            out.put_two(simd, [first, second], len);
        } else {
            out.put_two(simd, [first, second], 2 * BLOCK_BYTES);
            out.put_two(simd, [third, fourth], len - 2 * BLOCK_BYTES);
        }
    }
}

/// `v << 2 & 0x3C`
const LEFT_2_OF_FOUR: u64 = matrix([0, 0, 0x08, 0x04, 0x02, 0x01, 0, 0]);
