//! UTF-8 to 16-bit units: the planes of the low and the high byte are interleaved.
//!
//! A form of four bytes becomes two units, each from some of its bits:
//!
//! ```text
//! bytes             11110aaa  10bbcccc  10ddeeee  10ffffff
//! high surrogate    110110AA  AAccccdd      AAAA is aaabb less 1
//! low surrogate     110111ee  eeffffff
//! ```

use super::planes::{LEFT_2, Masks, Planes, RIGHT_4, Views, bmp};
use super::{BLOCK_BYTES, Wide, put_prefixes};
use crate::kernel::transcode::lanes::in_turn;
use crate::kernel::transcode::lanes::latin1::widen_to_16;
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// 16-bit units.
pub(in crate::kernel::transcode) enum Units16 {}

/// A permutation that interleaves the first 32 bytes of two planes. The bytes of the second
/// plane have indices from 64 on.
const INTERLEAVE: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = lane as u8 / 2 + 64 * (lane as u8 % 2);
        lane += 1;
    }
    index
};

/// Interleaves two planes: gives the result of their first halves, and that of their second
/// halves.
#[inline(always)]
fn interleaved<S: Lanes>(simd: S, low: S::V, high: S::V) -> [S::V; 2] {
    let (low, high) = (in_turn(simd, low), in_turn(simd, high));
    [simd.unpack8_low(low, high), simd.unpack8_high(low, high)]
}

impl Wide for Units16 {
    const UNIT_BYTES: usize = 2;
    const PAIRS: bool = true;

    #[inline(always)]
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        out.put_two(simd, widen_to_16(simd, x), 2 * BLOCK_BYTES);
    }

    #[inline(always)]
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>) {
        put_prefixes(simd, widen_to_16(simd, x), 2 * len, out);
    }

    #[inline(always)]
    fn two_byte<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64 {
        // The unit is (lead - C2) * 64 + continuation. The tag 80 of the continuation byte
        // stands for what C2 is above C0.
        let lead = simd.keep(masks.leads, simd.add(views.x, simd.splat(0xFF - 0xC2 + 1)));
        let bad = simd.high_bits(lead);
        if bad != 0 {
            return bad;
        }
        let low = simd.compress8(masks.starts, simd.select(masks.leads, views.one, views.x));
        let lead = simd.compress8(masks.starts, lead);
        let weights = simd.splat16(64 << 8 | 1);
        let [first, second] = interleaved(simd, low, lead);
        let units = [simd.multiply_add(first, weights), simd.multiply_add(second, weights)];
        out.put_two(simd, units, 2 * masks.starts.count_ones() as usize);
        0
    }

    #[inline(always)]
    fn four_byte<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>) {
        let high = simd.shift32_right::<10>(characters);
        let low = simd.shift32_right::<6>(simd.shift32_left::<22>(characters));
        let units = simd.or(simd.or(high, low), simd.splat32(0xDC00_D800));
        out.put(simd, units, BLOCK_BYTES);
    }

    #[inline(always)]
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, second: u64) -> Planes<S> {
        let Views { x, one, two, .. } = views;
        // The low surrogate is in the lane of the second byte of a form of four bytes. The
        // last two bytes of the form stand there where those of a form of three bytes do.
        let low_surrogates = masks.from_four << 1 | second;
        let three = Masks {
            leads: masks.leads | low_surrogates,
            from_three: masks.from_three | low_surrogates,
            ..masks
        };
        let mut planes = bmp(simd, views, three);
        planes.own = masks.starts | low_surrogates;
        planes.high = simd.select(
            low_surrogates,
            simd.or(simd.and(planes.high, simd.splat(0x03)), simd.splat(0xDC)),
            planes.high,
        );
        // The scalar value less 0x10000, shifted down by ten bits, is in `low` and `high`.
        let low = simd.or(simd.affine(one, LEFT_2), simd.affine(two, RIGHT_4));
        let borrow = simd.keep(simd.at_most(low, simd.splat(0x3F)), simd.splat(0xFF));
        let high = simd.add(simd.add(simd.and(x, simd.splat(0x0F)), simd.splat(0xD8)), borrow);
        planes.low =
            simd.select(masks.from_four, simd.add(low, simd.splat(0xFF - 0x40 + 1)), planes.low);
        planes.high = simd.select(masks.from_four, high, planes.high);
        let is_high_surrogate = simd.eq(simd.and(high, simd.splat(0xFC)), simd.splat(0xD8));
        planes.bad =
            planes.bad & !low_surrogates & !masks.from_four | masks.from_four & !is_high_surrogate;
        planes
    }

    #[inline(always)]
    fn write<S: Lanes>(simd: S, planes: Planes<S>, exact: bool, out: &mut Output<'_>) {
        let low = simd.compress8(planes.own, planes.low);
        let high = simd.compress8(planes.own, planes.high);
        let len = 2 * planes.own.count_ones() as usize;
        if len <= BLOCK_BYTES {
            let units = simd.permute8x2(simd.load(&INTERLEAVE, 0), low, high);
            put(simd, units, len, exact, out);
            return;
        }
        let [first, second] = interleaved(simd, low, high);
        let units = [first, second];
        if exact {
            out.put(simd, units[0], BLOCK_BYTES);
            out.put_prefix(simd, units[1], len - BLOCK_BYTES);
        } else {
            out.put_two(simd, units, len);
        }
    }
}

/// Writes up to a register, `len` bytes of it where the output may end behind them.
#[inline(always)]
fn put<S: Lanes>(simd: S, v: S::V, len: usize, exact: bool, out: &mut Output<'_>) {
    if exact {
        out.put_prefix(simd, v, len);
    } else {
        out.put(simd, v, len);
    }
}
