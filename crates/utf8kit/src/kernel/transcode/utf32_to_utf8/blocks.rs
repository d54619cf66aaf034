//! UTF-32 to UTF-8, with blocks of parts.

use super::Utf32ToUtf8;
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::to_utf8::{self, ToUtf8};
use crate::kernel::transcode::parts::utf32::{Narrowed, load_eights};
use crate::kernel::transcode::parts::{ByParts, Plain};
use crate::raw::Output;
use crate::scalar::form::{Utf8, Utf32};
use crate::simd::parts::Parts;

/// The bits of the four bytes of each character, without tags, the last byte with up to seven.
#[inline(always)]
fn bits<S: Parts>(simd: S, x: S::V) -> S::V {
    let lead = simd.shift32_right::<18>(x);
    let second = simd.and(simd.shift32_right::<4>(x), simd.splat32(0x0000_3F00));
    let third = simd.and(simd.shift32_left::<10>(x), simd.splat32(0x003F_0000));
    let fourth = simd.shift32_left::<24>(x);
    simd.or(simd.or(lead, second), simd.or(third, fourth))
}

impl<O: Order> ByParts for Utf32ToUtf8<O> {
    type Source = Utf32<O>;
    type Target = Utf8;
    const GROWTH: usize = 1;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        let from_two = simd.greater32(x, simd.splat32(0x7F));
        let from_three = simd.greater32(x, simd.splat32(0x7FF));
        let four = simd.greater32(x, simd.splat32(0xFFFF));
        // Each longer form differs from the one before it in two tags.
        let tags = simd.xor(
            simd.and(from_two, simd.splat32(0x80C0_0000)),
            simd.xor(
                simd.and(from_three, simd.splat32(0x8080_E000 ^ 0x80C0_0000)),
                simd.and(four, simd.splat32(0x8080_80F0 ^ 0x8080_E000)),
            ),
        );
        let beyond_six = simd.and(from_two, simd.splat32(0xC000_0000));
        let forms = simd.or(simd.and_not(bits(simd, x), beyond_six), tags);
        // One, two or three bytes more than one, as a number of two bits.
        let odd = simd.xor(simd.xor(from_two, from_three), four);
        out.put_squeezed_to_four(simd, forms, simd.high_bits32(odd), simd.high_bits32(from_three));
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        to_utf8::steps::<S, Self>(simd, src, at, out)
    }
}

impl<O: Order> Plain for Utf32ToUtf8<O> {
    const UNITS: (usize, usize) = (4, 1);
    const BLOCKS: usize = Self::UNITS.0;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        to_utf8::ascii::<S, Self>(simd, text, out)
    }
}

impl<O: Order> ToUtf8 for Utf32ToUtf8<O> {
    #[inline(always)]
    fn load<S: Parts>(simd: S, text: &[u8], at: usize, leaving_out: usize) -> Narrowed<S> {
        load_eights::<S, O>(simd, text, at, 4 * leaving_out)
    }

    #[inline(always)]
    fn above_ffff<S: Parts>(simd: S, x: S::V) -> S::V {
        simd.greater32(x, simd.splat32(0xFFFF))
    }

    #[inline(always)]
    fn put_above_ffff<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) -> bool {
        let above = simd.sub32(x, simd.splat32(0x1_0000));
        if simd.any_common_bit(above, simd.splat32(!0xF_FFFF)) {
            return false;
        }
        let bits = simd.and_not(bits(simd, x), simd.splat32(0xC000_0000));
        out.put(simd, simd.or(bits, simd.splat32(0x8080_80F0)), S::LANES);
        true
    }
}
