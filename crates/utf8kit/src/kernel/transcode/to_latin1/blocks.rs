//! From UTF-8, UTF-16 and UTF-32 to Latin-1, with registers of parts. Characters above U+00FF
//! count as errors.
//!
//! From UTF-16 and UTF-32, units are narrowed if all are up to FF. From UTF-8, each byte
//! sees the one before it, from the text loaded again from one byte before. A character
//! stands in the lane of its last byte, and lanes of lead bytes are compressed away:
//!
//! ```text
//! UTF-8        41    C3    A9    C2    A9
//! before       ..    41    C3    A9    C2
//! character    41    C3    E9    C2    A9        0x40 more behind C3
//! keep         ^           ^           ^
//! ```

use super::{Utf8ToLatin1, Utf16ToLatin1, Utf32ToLatin1};
use crate::codec::{Latin1, Utf8, Utf16, Utf32};
use crate::kernel::transcode::parts::{
    self, ByParts, BySteps, FIRST_OF_TWO, Plain, Source, put_ascii,
};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// UTF-8 up to U+00FF: everything else counts as an error.
impl Source for Utf8 {
    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
        let is_continuation = simd.spread(simd.greater_signed(simd.splat(0xC0), x));
        let is_start_beyond_ascii = simd.saturating_sub(x, simd.splat(0xBF));
        simd.or(
            simd.xor(is_continuation, leads(simd, before)),
            simd.and_not(is_start_beyond_ascii, leads(simd, x)),
        )
    }

    #[inline(always)]
    fn start(text: &[u8], at: usize) -> usize {
        match text[..at] {
            [.., 0xC2 | 0xC3] => at - 1,
            _ => at,
        }
    }
}

impl ByParts for Utf8ToLatin1 {
    type Source = Utf8;
    type Target = Latin1;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>) {
        // The character of each form is in the lane of its last byte.
        let is_upper = simd.spread(simd.eq(before, simd.splat(0xC3)));
        let characters = simd.add(x, simd.and(is_upper, simd.splat(0x40)));
        let keep = !simd.high_bits(leads(simd, x));
        out.put_compressed8(simd, characters, keep as u32);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

/// All bits set in the bytes C2 and C3, the lead bytes of U+0080..U+00FF.
#[inline(always)]
fn leads<S: Parts>(simd: S, x: S::V) -> S::V {
    simd.spread(simd.eq(simd.and(x, simd.splat(0xFE)), simd.splat(0xC2)))
}

impl Plain for Utf8ToLatin1 {
    const UNITS_BYTES: (usize, usize) = (1, 1);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_ascii::<2, S>(simd, text, out)
    }
}

impl BySteps for Utf8ToLatin1 {
    const ROOM_BLOCKS: usize = 4;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let x = [simd.load(text, 1), simd.load(text, 1 + S::LANES)];
        let before = [simd.load(text, 0), simd.load(text, S::LANES)];
        let errors =
            simd.or(Self::errors(simd, x[0], before[0]), Self::errors(simd, x[1], before[1]));
        if simd.any_nonzero(errors) {
            return 0;
        }
        Self::block(simd, x[0], before[0], out);
        Self::block(simd, x[1], before[1], out);
        Utf8::start(text, text.len()) - 1
    }

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_ascii::<4, S>(simd, text, out)
    }
}

impl ByParts for Utf16ToLatin1 {
    type Source = Utf16;
    type Target = Latin1;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, _: S::V) -> S::V {
        simd.and(x, simd.splat16(0xFF00))
    }

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        out.put_compressed8(simd, simd.narrow16([x, simd.splat(0)]), FIRST_OF_TWO);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf16ToLatin1 {
    const UNITS_BYTES: (usize, usize) = (2, 1);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let a = simd.load(text, 0);
        let b = simd.load(text, S::LANES);
        if simd.any_common_bit(simd.or(a, b), simd.splat16(0xFF00)) {
            return false;
        }
        out.put(simd, narrowed(simd, [a, b]), S::LANES);
        true
    }
}

impl BySteps for Utf16ToLatin1 {
    const ROOM_BLOCKS: usize = 1;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let [a, b, c, d] = four(simd, text);
        let all = simd.or(simd.or(a, b), simd.or(c, d));
        if simd.any_common_bit(all, simd.splat16(0xFF00)) {
            return false;
        }
        out.put_all(simd, [narrowed(simd, [a, b]), narrowed(simd, [c, d])]);
        true
    }
}

/// The bytes of two blocks of units, which must be up to FF.
#[inline(always)]
fn narrowed<S: Parts>(simd: S, [a, b]: [S::V; 2]) -> S::V {
    simd.narrow16_in_order([a, b])
}

/// Four blocks. Whole blocks are loaded, not parts: a CPU that makes two loads a cycle makes
/// only two of parts, too, and one shuffle puts the result in order.
#[inline(always)]
fn four<S: Parts>(simd: S, text: &[u8]) -> [S::V; 4] {
    [
        simd.load(text, 0),
        simd.load(text, S::LANES),
        simd.load(text, 2 * S::LANES),
        simd.load(text, 3 * S::LANES),
    ]
}

impl ByParts for Utf32ToLatin1 {
    type Source = Utf32;
    type Target = Latin1;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, _: S::V) -> S::V {
        simd.and(x, simd.splat32(0xFFFF_FF00))
    }

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        let zero = simd.splat(0);
        let bytes = simd.narrow16([simd.narrow32([x, zero]), zero]);
        // Each part has four bytes.
        out.put_compressed8(simd, bytes, 0x000F_000F);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf32ToLatin1 {
    const UNITS_BYTES: (usize, usize) = (4, 1);
    const STEP_BLOCKS: usize = 4;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let [a, b, c, d] = four(simd, text);
        let all = simd.or(simd.or(a, b), simd.or(c, d));
        if simd.any_common_bit(all, simd.splat32(0xFFFF_FF00)) {
            return false;
        }
        let values = [a, b, c, d];
        out.put(simd, simd.narrow32_to_8_in_order(values), S::LANES);
        true
    }
}

impl BySteps for Utf32ToLatin1 {
    const ROOM_BLOCKS: usize = 1;
}
