//! UTF-32 to UTF-16, with registers of parts.
//!
//! Each 32-bit value is made into both units of a pair, the high surrogate in its lower half.
//! Where the value is not above FFFF, it is one unit itself, and the upper half is compressed
//! away.
//!
//! ```text
//! values     00000041      0001F600
//! units      0041 0000     D83D DE00         lower half first
//! keep       ^             ^    ^
//! ```
//!
//! Text without pairs, two or four blocks of units at a time, is only narrowed.

use super::Utf32ToUtf16;
use crate::codec::{Utf16, Utf32};
use crate::kernel::transcode::parts::utf32::all_scalar;
use crate::kernel::transcode::parts::{self, ByParts, BySteps, FIRST_OF_TWO, Plain};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// Both units of each value. In the second result, the top bit of a unit is set if there is
/// such a unit.
#[inline(always)]
fn units<S: Parts>(simd: S, x: S::V) -> (S::V, S::V) {
    // The high surrogate comes first, so it is the lower half. Its bits are those of the
    // value less 0x10000: the subtraction is part of the base.
    let low_bits = simd.and(simd.shift32_left::<16>(x), simd.splat32(0x03FF_0000));
    let bits = simd.or(simd.shift32_right::<10>(x), low_bits);
    let base: u32 = 0xDC00_D800 - (0x1_0000 >> 10);
    let pairs = simd.sub32(bits, simd.splat32(base.wrapping_neg()));
    let is_pair = simd.greater32(x, simd.splat32(0xFFFF));
    (simd.choose(is_pair, pairs, x), simd.or(is_pair, simd.splat32(0x8000)))
}

/// Writes the units of the values of two blocks, which must be in turn (four values of the
/// one, four of the other). Only units with a bit in `lanes` are written.
#[inline(always)]
fn put<S: Parts>(simd: S, [a, b]: [S::V; 2], lanes: u32, out: &mut Output<'_>) {
    let (units_a, has_a) = units(simd, a);
    let (units_b, has_b) = units(simd, b);
    let keep = simd.high_bits16([has_a, has_b]);
    let units = [units_a, units_b];
    out.put_compressed16(simd, units, keep & lanes);
}

impl ByParts for Utf32ToUtf16 {
    type Source = Utf32;
    type Target = Utf16;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put(simd, [x, simd.splat(0)], FIRST_OF_TWO, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf32ToUtf16 {
    const UNITS_BYTES: (usize, usize) = (4, 2);
    const STEP_BLOCKS: usize = 4;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_narrowed::<2, S>(simd, text, out)
    }
}

impl BySteps for Utf32ToUtf16 {
    const ROOM_BLOCKS: usize = 4;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let first = in_turn(simd, text, 4);
        let second = in_turn(simd, text, 4 + 2 * S::LANES);
        if !all_scalar(simd, [first[0], first[1], second[0], second[1]]) {
            return 0;
        }
        put(simd, first, u32::MAX, out);
        put(simd, second, u32::MAX, out);
        4 * S::LANES
    }

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_narrowed::<4, S>(simd, text, out)
    }
}

/// Writes `N` blocks of units, made from twice as many blocks of values, and gives `true`, if
/// each value is one unit. Otherwise it writes nothing and gives `false`.
#[inline(always)]
fn put_narrowed<const N: usize, S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
    let d800 = simd.splat16(0xD800);
    let mut units = [d800; N];
    let mut least = simd.splat16(0xFFFF);
    let mut above = simd.splat(0);
    let mut block = 0;
    while block < N {
        let at = 2 * block * S::LANES;
        let first = simd.load(text, at);
        let second = simd.load(text, at + S::LANES);
        let narrowed = simd.narrow32_in_order([first, second]);
        units[block] = narrowed;
        // Surrogates become 0000..07FF, and no other unit does.
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

/// Two blocks of the values at `at`, in turn: four values belong to the one, and four to the
/// other.
#[inline(always)]
fn in_turn<S: Parts>(simd: S, text: &[u8], at: usize) -> [S::V; 2] {
    [simd.load_parts(text, at, 16), simd.load_parts(text, at + 16, 16)]
}
