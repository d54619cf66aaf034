//! UTF-16 to UTF-8, with blocks of parts.
//!
//! Text is converted by the loops of [`to_utf8`]. This file has what they ask for. Each half of a
//! surrogate pair becomes two of the four bytes:
//!
//! ```text
//! high surrogate    110110AA  AAccccdd      aaabb is AAAA and 1
//! low surrogate     110111ee  eeffffff
//! bytes             11110aaa  10bbcccc      10ddeeee  10ffffff
//!                   ~ of the high one ~     ~ of the low one ~
//! ```

use super::Utf16ToUtf8;
use crate::codec::{Utf8, Utf16};
use crate::kernel::transcode::parts::to_utf8::{self, Bytes, Forms, ToUtf8};
use crate::kernel::transcode::parts::utf16::{
    bits_of_pairs, high_surrogates, low_surrogates, surrogates,
};
use crate::kernel::transcode::parts::utf32::Narrowed;
use crate::kernel::transcode::parts::{ByParts, Plain};
use crate::raw::Output;
use crate::simd::parts::Parts;

impl ByParts for Utf16ToUtf8 {
    type Source = Utf16;
    type Target = Utf8;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>) {
        let mut bytes = Forms::bmp(simd, x);
        // A high surrogate becomes the first two bytes. Its own bits, together with what 0x10000 is
        // when it is shifted down by ten bits, are the bits of the character above the lowest ten:
        // three bits for the lead, six for the second byte, and two more that the low surrogate has
        // to know.
        let is_high = high_surrogates(simd, x);
        let number = simd.add16(x, simd.splat16(0x0040));
        let lead = simd.or(simd.and(number, simd.splat16(0x0700)), simd.splat16(0xF000));
        let second = simd.or(
            simd.and(simd.shift16_right::<2>(number), simd.splat16(0x003F)),
            simd.splat16(0x0080),
        );
        // A low surrogate becomes the last two bytes. The last one is made as in any other form,
        // and so is the third one, as far as the surrogate's own bits go.
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
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        to_utf8::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Utf16ToUtf8 {
    const UNITS_BYTES: (usize, usize) = (2, 1);
    const STEP_BLOCKS: usize = Self::UNITS_BYTES.0;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        to_utf8::ascii::<S, Self>(simd, text, out)
    }
}

impl ToUtf8 for Utf16ToUtf8 {
    const HALF_PAIR_BYTES: usize = 2;

    #[inline(always)]
    fn load<S: Parts>(simd: S, text: &[u8], at: usize, leaving_out: usize) -> Narrowed<S> {
        let units = simd.load_parts(text, at, 2 * leaving_out);
        Narrowed { units, above: simd.splat(0) }
    }

    #[inline(always)]
    fn supplementary<S: Parts>(simd: S, x: S::V) -> S::V {
        surrogates(simd, x)
    }

    #[inline(always)]
    fn put_supplementary<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) -> bool {
        let Some(bits) = bits_of_pairs(simd, x) else { return false };
        // The lower half has the bits of the character above its lowest ten: three for the lead,
        // six for the second byte, and two for the third. The upper half has the lowest ten.
        let halves = simd.add16(bits, simd.splat32(0x0000_0040));
        let lead = simd.and(simd.shift32_right::<8>(halves), simd.splat32(0x0000_0007));
        let second = simd.and(simd.shift32_left::<6>(halves), simd.splat32(0x0000_3F00));
        let third = simd.or(
            simd.and(simd.shift32_left::<20>(halves), simd.splat32(0x0030_0000)),
            simd.and(simd.shift32_right::<6>(halves), simd.splat32(0x000F_0000)),
        );
        let fourth = simd.and(simd.shift32_left::<8>(halves), simd.splat32(0x3F00_0000));
        let bits = simd.or(simd.or(lead, second), simd.or(third, fourth));
        out.put(simd, simd.or(bits, simd.splat32(0x8080_80F0)), S::LANES);
        true
    }
}
