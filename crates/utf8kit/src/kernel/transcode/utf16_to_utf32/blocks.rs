//! UTF-16 to UTF-32, with registers of parts.
//!
//! Each 16-bit unit becomes a lower and an upper half of a 32-bit value. The value of a pair
//! stands in the place of its low surrogate, which sees the high one because the text is
//! loaded again from one unit before. Lanes of high surrogates are then compressed away.
//!
//! ```text
//! units     0041    D83D    DE00    0042        D83D DE00: U+1F600
//! before    ....    0041    D83D    DE00
//! lower     0041    D83D    F600    0042        before << 10 | low & 3FF
//! upper     0000    0000    0001    0000        ((before & 3FF) >> 6) + 1
//! keep      ^               ^       ^
//! ```
//!
//! Text without surrogates, two or four blocks at a time, is only widened.

use super::Utf16ToUtf32;
use crate::codec::{Utf16, Utf32};
use crate::kernel::transcode::parts::utf16::{high_surrogates, low_surrogates, unpaired, whole};
use crate::kernel::transcode::parts::{self, ByParts, BySteps, FIRST_OF_TWO, Plain};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// The lower and the upper half of the value of each unit. The value of a pair is in the
/// place of the low surrogate.
#[inline(always)]
fn halves<S: Parts>(simd: S, x: S::V, before: S::V) -> (S::V, S::V) {
    let is_low = low_surrogates(simd, x);
    let lower = simd.or(simd.shift16_left::<10>(before), simd.and(x, simd.splat16(0x03FF)));
    // The ten bits of a high surrogate begin at bit 10, so the lower six of them are in the
    // lower half. What is left of them counts from 0x10000 on, which adds 1.
    let upper = simd.shift16_right::<6>(simd.and(before, simd.splat16(0x03FF)));
    let upper = simd.add16(upper, simd.splat16(1));
    (simd.choose(is_low, lower, x), simd.and(is_low, upper))
}

/// Writes the values of the units of two blocks, which must be in turn (eight units of the
/// one, eight of the other). A pair counts as its low surrogate. Only lanes with a bit in
/// `lanes` are written.
#[inline(always)]
fn put<S: Parts>(simd: S, x: [S::V; 2], before: [S::V; 2], lanes: u32, out: &mut Output<'_>) {
    let (lower_a, upper_a) = halves(simd, x[0], before[0]);
    let (lower_b, upper_b) = halves(simd, x[1], before[1]);
    let keep = !simd.high_bits16([high_surrogates(simd, x[0]), high_surrogates(simd, x[1])]);
    out.put_compressed16_both(simd, [lower_a, lower_b], [upper_a, upper_b], keep & lanes);
}

impl ByParts for Utf16ToUtf32 {
    type Source = Utf16;
    type Target = Utf32;
    const GROWTH_BLOCKS: usize = 4;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>) {
        let zero = simd.splat(0);
        put(simd, [x, zero], [before, zero], FIRST_OF_TWO, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf16ToUtf32 {
    const UNITS_BYTES: (usize, usize) = (2, 4);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_widened::<2, S>(simd, text, out)
    }
}

impl BySteps for Utf16ToUtf32 {
    const ROOM_BLOCKS: usize = 4;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let x = in_turn(simd, text, 2);
        let before = in_turn(simd, text, 0);
        let errors = simd.or(unpaired(simd, x[0], before[0]), unpaired(simd, x[1], before[1]));
        if simd.any_nonzero(errors) {
            return 0;
        }
        put(simd, x, before, u32::MAX, out);
        whole(text)
    }

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_widened::<4, S>(simd, text, out)
    }
}

/// Writes the values of `N` blocks of units, and gives `true`, if none is a surrogate.
/// Otherwise it writes nothing and gives `false`.
#[inline(always)]
fn put_widened<const N: usize, S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
    let zero = simd.splat(0);
    let mut units = [zero; N];
    // Surrogates become 0000..07FF, and no other unit does.
    let mut least = simd.splat16(0xFFFF);
    let mut block = 0;
    while block < N {
        units[block] = simd.load(text, block * S::LANES);
        least = simd.min16(least, simd.xor(units[block], simd.splat16(0xD800)));
        block += 1;
    }
    if simd.any_nonzero(simd.saturating_sub16(simd.splat16(0x0800), least)) {
        return false;
    }
    block = 0;
    while block < N {
        let [first, second] = simd.widen16(units[block]);
        out.put_all(simd, [first, second]);
        block += 1;
    }
    true
}

/// Two blocks of the units at `at`, in turn: eight units belong to the one, and eight to the
/// other.
#[inline(always)]
fn in_turn<S: Parts>(simd: S, text: &[u8], at: usize) -> [S::V; 2] {
    [simd.load_parts(text, at, 16), simd.load_parts(text, at + 16, 16)]
}
