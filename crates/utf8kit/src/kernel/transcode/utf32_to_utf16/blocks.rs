//! UTF-32 to UTF-16, with blocks of parts.

use super::Utf32ToUtf16;
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::utf32::all_scalar;
use crate::kernel::transcode::parts::{
    self, ByParts, BySteps, FIRST_OF_TWO, Plain, ordered16, ordered32,
};
use crate::raw::Output;
use crate::scalar::form::{Utf16, Utf32};
use crate::simd::parts::Parts;

/// Both units of each scalar value, and a unit each with the top bit set if there is such a unit.
#[inline(always)]
fn units<S: Parts>(simd: S, x: S::V) -> (S::V, S::V) {
    // The high surrogate comes first, so it is the lower half. Its bits are those of the value less 10000.
    let low_bits = simd.and(simd.shift32_left::<16>(x), simd.splat32(0x03FF_0000));
    let bits = simd.or(simd.shift32_right::<10>(x), low_bits);
    let base: u32 = 0xDC00_D800 - (0x1_0000 >> 10);
    let pairs = simd.sub32(bits, simd.splat32(base.wrapping_neg()));
    let is_pair = simd.greater32(x, simd.splat32(0xFFFF));
    (simd.choose(is_pair, pairs, x), simd.or(is_pair, simd.splat32(0x8000)))
}

/// Writes the units of values that are four and four of two blocks in turn: those that `lanes` has a bit for.
#[inline(always)]
fn put<S: Parts, P: Order>(simd: S, [a, b]: [S::V; 2], lanes: u32, out: &mut Output<'_>) {
    let (units_a, has_a) = units(simd, a);
    let (units_b, has_b) = units(simd, b);
    let keep = simd.high_bits16([has_a, has_b]);
    let units = [ordered16::<S, P>(simd, units_a), ordered16::<S, P>(simd, units_b)];
    out.put_squeezed16(simd, units, keep & lanes);
}

impl<O: Order, P: Order> ByParts for Utf32ToUtf16<O, P> {
    type Source = Utf32<O>;
    type Target = Utf16<P>;
    const GROWTH: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put::<S, P>(simd, [x, simd.splat(0)], FIRST_OF_TWO, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl<O: Order, P: Order> Plain for Utf32ToUtf16<O, P> {
    const UNITS: (usize, usize) = (4, 2);
    const BLOCKS: usize = 4;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_narrowed::<2, S, O, P>(simd, text, out)
    }
}

impl<O: Order, P: Order> BySteps for Utf32ToUtf16<O, P> {
    const ROOM: usize = 4;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let first = in_turn::<S, O>(simd, text, 4);
        let second = in_turn::<S, O>(simd, text, 4 + 2 * S::LANES);
        if !all_scalar(simd, [first[0], first[1], second[0], second[1]]) {
            return 0;
        }
        put::<S, P>(simd, first, u32::MAX, out);
        put::<S, P>(simd, second, u32::MAX, out);
        4 * S::LANES
    }

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_narrowed::<4, S, O, P>(simd, text, out)
    }
}

/// Writes so many blocks of units, twice as many of values, if each is one unit; else nothing.
#[inline(always)]
fn put_narrowed<const N: usize, S: Parts, O: Order, P: Order>(
    simd: S,
    text: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let d800 = simd.splat16(0xD800);
    let mut units = [d800; N];
    let mut least = simd.splat16(0xFFFF);
    let mut above = simd.splat(0);
    let mut block = 0;
    while block < N {
        let at = 2 * block * S::LANES;
        let first = ordered32::<S, O>(simd, simd.load(text, at));
        let second = ordered32::<S, O>(simd, simd.load(text, at + S::LANES));
        let narrowed = simd.narrow32_in_order([first, second]);
        units[block] = ordered16::<S, P>(simd, narrowed);
        // Surrogates become 0000..07FF.
        least = simd.min16(least, simd.xor(narrowed, d800));
        above = simd.or(above, simd.or(first, second));
        block += 1;
    }
    let surrogates = simd.saturating_sub16(simd.splat16(0x0800), least);
    let above = simd.and(above, simd.splat32(0xFFFF_0000));
    if simd.any_nonzero(simd.or(surrogates, above)) {
        return false;
    }
    out.put_all(simd, units);
    true
}

/// Two blocks of values, four to the one and four to the other in turn.
#[inline(always)]
fn in_turn<S: Parts, O: Order>(simd: S, text: &[u8], at: usize) -> [S::V; 2] {
    [
        ordered32::<S, O>(simd, simd.load_parts(text, at, 16)),
        ordered32::<S, O>(simd, simd.load_parts(text, at + 16, 16)),
    ]
}
