//! UTF-16 to UTF-32, with blocks of parts.

use super::Utf16ToUtf32;
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::utf16::{high_surrogates, low_surrogates, unpaired, whole};
use crate::kernel::transcode::parts::{
    self, ByParts, BySteps, FIRST_OF_TWO, Plain, ordered16, ordered32,
};
use crate::raw::Output;
use crate::scalar::form::{Utf16, Utf32};
use crate::simd::parts::Parts;

/// The lower and the upper half of the character of each unit, of a pair in the place of the low surrogate.
#[inline(always)]
fn halves<S: Parts>(simd: S, x: S::V, before: S::V) -> (S::V, S::V) {
    let is_low = low_surrogates(simd, x);
    let lower = simd.or(simd.shift16_left::<10>(before), simd.and(x, simd.splat16(0x03FF)));
    // Six of the ten bits of the high surrogate are below, and one more than the others is above.
    let upper = simd.shift16_right::<6>(simd.and(before, simd.splat16(0x03FF)));
    let upper = simd.add16(upper, simd.splat16(1));
    (simd.choose(is_low, lower, x), simd.and(is_low, upper))
}

/// Writes the characters of units that are eight and eight of two blocks in turn: the last unit of each, if
/// `lanes` has a bit for it.
#[inline(always)]
fn put<S: Parts, P: Order>(
    simd: S,
    x: [S::V; 2],
    before: [S::V; 2],
    lanes: u32,
    out: &mut Output<'_>,
) {
    let (lower_a, upper_a) = halves(simd, x[0], before[0]);
    let (lower_b, upper_b) = halves(simd, x[1], before[1]);
    let keep = !simd.high_bits16([high_surrogates(simd, x[0]), high_surrogates(simd, x[1])]);
    let (lower, upper) = ([lower_a, lower_b], [upper_a, upper_b]);
    let (first, second) = if P::SWAP { (upper, lower) } else { (lower, upper) };
    out.put_squeezed16_pairs(
        simd,
        [ordered16::<S, P>(simd, first[0]), ordered16::<S, P>(simd, first[1])],
        [ordered16::<S, P>(simd, second[0]), ordered16::<S, P>(simd, second[1])],
        keep & lanes,
    );
}

impl<O: Order, P: Order> ByParts for Utf16ToUtf32<O, P> {
    type Source = Utf16<O>;
    type Target = Utf32<P>;
    const GROWTH: usize = 4;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>) {
        let zero = simd.splat(0);
        put::<S, P>(simd, [x, zero], [before, zero], FIRST_OF_TWO, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl<O: Order, P: Order> Plain for Utf16ToUtf32<O, P> {
    const UNITS: (usize, usize) = (2, 4);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_widened::<2, S, O, P>(simd, text, out)
    }
}

impl<O: Order, P: Order> BySteps for Utf16ToUtf32<O, P> {
    const ROOM: usize = 4;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let x = in_turn::<S, O>(simd, text, 2);
        let before = in_turn::<S, O>(simd, text, 0);
        let errors = simd.or(unpaired(simd, x[0], before[0]), unpaired(simd, x[1], before[1]));
        if simd.any_nonzero(errors) {
            return 0;
        }
        put::<S, P>(simd, x, before, u32::MAX, out);
        whole::<O>(text)
    }

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_widened::<4, S, O, P>(simd, text, out)
    }
}

/// Writes the characters of so many blocks of units, if each unit is one; else nothing.
#[inline(always)]
fn put_widened<const N: usize, S: Parts, O: Order, P: Order>(
    simd: S,
    text: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let zero = simd.splat(0);
    let mut units = [zero; N];
    // Surrogates become 0000..07FF.
    let mut least = simd.splat16(0xFFFF);
    let mut block = 0;
    while block < N {
        units[block] = ordered16::<S, O>(simd, simd.load(text, block * S::LANES));
        least = simd.min16(least, simd.xor(units[block], simd.splat16(0xD800)));
        block += 1;
    }
    if simd.any_nonzero(simd.saturating_sub16(simd.splat16(0x0800), least)) {
        return false;
    }
    block = 0;
    while block < N {
        let [first, second] = simd.widen16(units[block]);
        out.put_all(simd, [ordered32::<S, P>(simd, first), ordered32::<S, P>(simd, second)]);
        block += 1;
    }
    true
}

/// Two blocks of units, eight to the one and eight to the other in turn.
#[inline(always)]
fn in_turn<S: Parts, O: Order>(simd: S, text: &[u8], at: usize) -> [S::V; 2] {
    [
        ordered16::<S, O>(simd, simd.load_parts(text, at, 16)),
        ordered16::<S, O>(simd, simd.load_parts(text, at + 16, 16)),
    ]
}
