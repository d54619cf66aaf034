//! UTF-16 as it becomes UTF-8, with blocks of parts.

use core::marker::PhantomData;

use crate::kernel::transcode::Order;
use crate::kernel::transcode::to_utf8_blocks::{Bytes, Forms, Narrowed, Units};
use crate::raw::Output;
use crate::scalar::form::{Code, Utf16};
use crate::simd::parts::Parts;

/// 16-bit units in the order `O`.
pub(super) struct Units16<O>(PhantomData<O>);

/// The bytes of each unit in the other order.
const SWAPPED: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];

/// Which units are high, or leading, surrogates: all bits set.
#[inline(always)]
fn high_surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    simd.eq16(simd.and(units, simd.splat16(0xFC00)), simd.splat16(0xD800))
}

/// Which units are low, or trailing, surrogates.
#[inline(always)]
fn low_surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    simd.eq16(simd.and(units, simd.splat16(0xFC00)), simd.splat16(0xDC00))
}

impl<O: Order> Units for Units16<O> {
    const UNIT: usize = 2;

    #[inline(always)]
    fn load<S: Parts>(simd: S, text: &[u8], at: usize) -> Narrowed<S> {
        Narrowed { units: Self::ordered(simd, simd.load(text, at)), above: simd.splat(0) }
    }

    #[inline(always)]
    fn load_every_other<S: Parts>(simd: S, text: &[u8], at: usize) -> Narrowed<S> {
        let units = Self::ordered(simd, simd.load_parts(text, at, 16));
        Narrowed { units, above: simd.splat(0) }
    }

    #[inline(always)]
    fn ordered<S: Parts>(simd: S, block: S::V) -> S::V {
        if O::SWAP { simd.shuffle(block, simd.splat_part(SWAPPED)) } else { block }
    }

    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
        simd.xor(low_surrogates(simd, x), high_surrogates(simd, before))
    }

    #[inline(always)]
    fn any<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>) {
        let mut bytes = Forms::up_to_ffff(simd, x);
        // A high surrogate has the first two bytes. The number of its pair, shifted down by ten bits, is
        // the surrogate's own bits and what 0x10000 is there: three bits for the lead, six, and two more that
        // the low surrogate has to know.
        let is_high = high_surrogates(simd, x);
        let number = simd.add16(x, simd.splat16(0x0040));
        let lead = simd.or(simd.and(number, simd.splat16(0x0700)), simd.splat16(0xF000));
        let second = simd.or(
            simd.and(simd.shift16_right::<2>(number), simd.splat16(0x003F)),
            simd.splat16(0x0080),
        );
        // A low one has the last byte where every unit has it, and the third as far as its own bits go.
        let is_low = low_surrogates(simd, x);
        let third = simd.or(
            simd.and(bytes.first, simd.splat16(0x8F00)),
            simd.and(simd.shift16_left::<12>(before), simd.splat16(0x3000)),
        );
        bytes = Bytes {
            first: simd.choose(is_low, third, simd.choose(is_high, lead, bytes.first)),
            last: simd.choose(is_high, second, bytes.last),
            at_most_two: simd.or(bytes.at_most_two, simd.or(is_high, is_low)),
            ascii: bytes.ascii,
        };
        Forms::put(simd, bytes, out);
    }

    #[inline(always)]
    fn above_ffff<S: Parts>(simd: S, x: S::V) -> S::V {
        simd.or(high_surrogates(simd, x), low_surrogates(simd, x))
    }

    #[inline(always)]
    fn four_bytes<S: Parts>(simd: S, x: S::V) -> Option<S::V> {
        let bits = simd.xor(x, simd.splat32(0xDC00_D800));
        if simd.any_common_bit(bits, simd.splat32(0xFC00_FC00)) {
            return None;
        }
        // The number of the character, shifted down by ten bits, below: three bits for the lead, six for the
        // second byte, and two; and ten bits above.
        let halves = simd.add16(bits, simd.splat32(0x0000_0040));
        let lead = simd.and(simd.shift32_right::<8>(halves), simd.splat32(0x0000_0007));
        let second = simd.and(simd.shift32_left::<6>(halves), simd.splat32(0x0000_3F00));
        let third = simd.or(
            simd.and(simd.shift32_left::<20>(halves), simd.splat32(0x0030_0000)),
            simd.and(simd.shift32_right::<6>(halves), simd.splat32(0x000F_0000)),
        );
        let fourth = simd.and(simd.shift32_left::<8>(halves), simd.splat32(0x3F00_0000));
        let bits = simd.or(simd.or(lead, second), simd.or(third, fourth));
        Some(simd.or(bits, simd.splat32(0x8080_80F0)))
    }

    #[inline(always)]
    fn len(text: &[u8], at: usize) -> (usize, usize) {
        match Utf16::<O>::decode(text, at) {
            Ok((code, len)) => (len, char::from_u32(code).map_or(3, char::len_utf8)),
            Err(_) => (0, usize::MAX),
        }
    }

    #[inline(always)]
    fn start(text: &[u8], at: usize) -> usize {
        match text[..at].last_chunk() {
            Some(&last) if matches!(O::unit16(last), 0xD800..=0xDBFF) => at - 2,
            _ => at,
        }
    }
}
