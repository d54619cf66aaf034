//! UTF-32 to UTF-8, with registers of parts.
//!
//! Whole steps are converted by the loops of [`to_utf8`]. This file has what they ask for,
//! and the conversion of a block of any values, each in its own lane of 32 bits:
//!
//! ```text
//!                 lowest byte ........ highest byte
//! U+20AC          AC     20     00     00
//! bits            00     02     02     AC           x >> 18, x >> 12, x >> 6, x
//! below six       00     02     02     2C
//! tags            00     E0     80     80
//! or              00     E2     82     AC           written: the last three bytes
//! ```

use super::Utf32ToUtf8;
use crate::codec::{Utf8, Utf32};
use crate::kernel::transcode::parts::to_utf8::{self, ToUtf8};
use crate::kernel::transcode::parts::utf32::{Narrowed, load_eights};
use crate::kernel::transcode::parts::{ByParts, Plain};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// The bits of the four bytes of each value, without tags, six bits to each of the last three
/// bytes; but the last byte has the two bits above its six as well.
#[inline(always)]
fn bits<S: Parts>(simd: S, x: S::V) -> S::V {
    let lead = simd.shift32_right::<18>(x);
    let second = simd.and(simd.shift32_right::<4>(x), simd.splat32(0x0000_3F00));
    let third = simd.and(simd.shift32_left::<10>(x), simd.splat32(0x003F_0000));
    let fourth = simd.shift32_left::<24>(x);
    simd.or(simd.or(lead, second), simd.or(third, fourth))
}

impl ByParts for Utf32ToUtf8 {
    type Source = Utf32;
    type Target = Utf8;
    const GROWTH_BLOCKS: usize = 1;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        let from_two = simd.greater32(x, simd.splat32(0x7F));
        let from_three = simd.greater32(x, simd.splat32(0x7FF));
        let four = simd.greater32(x, simd.splat32(0xFFFF));
        // Each longer form differs from the next shorter one in two tags.
        let tags = simd.xor(
            simd.and(from_two, simd.splat32(0x80C0_0000)),
            simd.xor(
                simd.and(from_three, simd.splat32(0x8080_E000 ^ 0x80C0_0000)),
                simd.and(four, simd.splat32(0x8080_80F0 ^ 0x8080_E000)),
            ),
        );
        let beyond_six = simd.and(from_two, simd.splat32(0xC000_0000));
        let forms = simd.or(simd.and_not(bits(simd, x), beyond_six), tags);
        // The number of bytes of a form, less one, has two bits. This is the lower one;
        // `from_three` is the upper one.
        let odd = simd.xor(simd.xor(from_two, from_three), four);
        out.put_compressed_four_byte(
            simd,
            forms,
            simd.high_bits32(odd),
            simd.high_bits32(from_three),
        );
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        to_utf8::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf32ToUtf8 {
    const UNITS_BYTES: (usize, usize) = (4, 1);
    const STEP_BLOCKS: usize = Self::UNITS_BYTES.0;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        to_utf8::ascii::<S, Self>(simd, text, out)
    }
}

impl ToUtf8 for Utf32ToUtf8 {
    #[inline(always)]
    fn load<S: Parts>(simd: S, text: &[u8], at: usize, leaving_out: usize) -> Narrowed<S> {
        load_eights(simd, text, at, 4 * leaving_out)
    }

    #[inline(always)]
    fn supplementary<S: Parts>(simd: S, x: S::V) -> S::V {
        simd.greater32(x, simd.splat32(0xFFFF))
    }

    #[inline(always)]
    fn put_supplementary<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) -> bool {
        let above = simd.sub32(x, simd.splat32(0x1_0000));
        if simd.any_common_bit(above, simd.splat32(!0xF_FFFF)) {
            return false;
        }
        let bits = simd.and_not(bits(simd, x), simd.splat32(0xC000_0000));
        out.put(simd, simd.or(bits, simd.splat32(0x8080_80F0)), S::LANES);
        true
    }
}
