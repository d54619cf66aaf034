//! UTF-32 as it becomes UTF-8, with blocks of parts.

use core::marker::PhantomData;

use crate::kernel::transcode::Order;
use crate::kernel::transcode::to_utf8_blocks::{Narrowed, Units};
use crate::raw::Output;
use crate::scalar::form::{Code, Utf32};
use crate::simd::parts::Parts;

/// 32-bit units in the order `O`.
pub(super) struct Units32<O>(PhantomData<O>);

/// The bytes of each unit in the other order.
const SWAPPED: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

impl<O: Order> Units32<O> {
    /// Eight units at `at`, and eight each time after so many bytes more.
    #[inline(always)]
    fn load_eights<S: Parts>(simd: S, text: &[u8], at: usize, gap: usize) -> Narrowed<S> {
        // The two halves of each eight are next to each other when they have been narrowed.
        let first = Self::ordered(simd, simd.load_parts(text, at, 16 + gap));
        let second = Self::ordered(simd, simd.load_parts(text, at + 16, 16 + gap));
        Narrowed {
            units: simd.narrow32([first, second]),
            above: simd.and(simd.or(first, second), simd.splat32(0xFFFF_0000)),
        }
    }
}

/// The bits of the four bytes of each character, without tags, the last byte with up to seven.
#[inline(always)]
fn bits<S: Parts>(simd: S, x: S::V) -> S::V {
    let lead = simd.shift32_right::<18>(x);
    let second = simd.and(simd.shift32_right::<4>(x), simd.splat32(0x0000_3F00));
    let third = simd.and(simd.shift32_left::<10>(x), simd.splat32(0x003F_0000));
    let fourth = simd.shift32_left::<24>(x);
    simd.or(simd.or(lead, second), simd.or(third, fourth))
}

impl<O: Order> Units for Units32<O> {
    const UNIT: usize = 4;

    #[inline(always)]
    fn load<S: Parts>(simd: S, text: &[u8], at: usize) -> Narrowed<S> {
        Self::load_eights(simd, text, at, 0)
    }

    #[inline(always)]
    fn load_every_other<S: Parts>(simd: S, text: &[u8], at: usize) -> Narrowed<S> {
        Self::load_eights(simd, text, at, 32)
    }

    #[inline(always)]
    fn ordered<S: Parts>(simd: S, block: S::V) -> S::V {
        if O::SWAP { simd.shuffle(block, simd.splat_part(SWAPPED)) } else { block }
    }

    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, _: S::V) -> S::V {
        let surrogate =
            simd.eq32(simd.and(x, simd.splat32(0xFFFF_F800)), simd.splat32(0x0000_D800));
        let above = simd.greater32(x, simd.splat32(0x0010_FFFF));
        let negative = simd.greater32(simd.splat(0), x);
        simd.or(surrogate, simd.or(above, negative))
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
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
    fn above_ffff<S: Parts>(simd: S, x: S::V) -> S::V {
        simd.greater32(x, simd.splat32(0xFFFF))
    }

    #[inline(always)]
    fn four_bytes<S: Parts>(simd: S, x: S::V) -> Option<S::V> {
        let above = simd.sub32(x, simd.splat32(0x1_0000));
        if simd.any_common_bit(above, simd.splat32(!0xF_FFFF)) {
            return None;
        }
        let bits = simd.and_not(bits(simd, x), simd.splat32(0xC000_0000));
        Some(simd.or(bits, simd.splat32(0x8080_80F0)))
    }

    #[inline(always)]
    fn len(text: &[u8], at: usize) -> (usize, usize) {
        match Utf32::<O>::decode(text, at) {
            Ok((code, len)) => (len, char::from_u32(code).map_or(3, char::len_utf8)),
            Err(_) => (0, usize::MAX),
        }
    }

    #[inline(always)]
    fn start(_: &[u8], at: usize) -> usize {
        at / 4 * 4
    }
}
