//! From Latin-1 to UTF-8, UTF-16 and UTF-32, with registers of parts.
//!
//! To UTF-16 and UTF-32, each byte is widened. To UTF-8, each byte becomes two, and the
//! second is left out for ASCII:
//!
//! ```text
//! Latin-1    41        E9
//! lead       C2        C3          C2, or C3 from C0 on
//! last       41        A9          less 0x40 from C0 on
//! first      41        C3          last for ASCII, else lead
//! written    41        C3 A9
//! ```

use super::{Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32};
use crate::codec::{Latin1, Utf8, Utf16, Utf32};
use crate::kernel::transcode::parts::{
    self, ByParts, BySteps, Plain, Source, put_as_16, put_as_32, put_ascii,
};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// Every byte is a character.
impl Source for Latin1 {
    #[inline(always)]
    fn errors<S: Parts>(simd: S, _: S::V, _: S::V) -> S::V {
        simd.splat(0)
    }

    #[inline(always)]
    fn start(_: &[u8], at: usize) -> usize {
        at
    }
}

impl ByParts for Latin1ToUtf8 {
    type Source = Latin1;
    type Target = Utf8;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put_utf8(simd, x, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

/// Writes a block as UTF-8, one or two bytes for each of its bytes.
///
/// Both bytes are made before they are put side by side. That makes two blocks of one, and
/// whatever is done behind it is done twice.
#[inline(always)]
fn put_utf8<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
    // 80..BF stand behind C2 as they are, and C0..FF stand behind C3, less 0x40.
    let is_upper = simd.at_most(simd.splat(0xC0), x);
    let lead = simd.increment(simd.splat(0xC2), is_upper);
    let last = simd.and_not(x, simd.and(simd.spread(is_upper), simd.splat(0x40)));
    // Read as signed numbers, lead bytes are more than continuation bytes and less than
    // ASCII.
    let first = simd.max_signed(last, lead);
    // The units are in the order that narrowing expects, which is that of the bytes of `x`,
    // so its top bits say which of them have two bytes.
    let units = [simd.unpack8_low(first, last), simd.unpack8_high(first, last)];
    out.put_compressed_two_byte(simd, units, simd.high_bits(x) as u32);
}

impl Plain for Latin1ToUtf8 {
    const UNITS_BYTES: (usize, usize) = (1, 1);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_ascii::<2, S>(simd, text, out)
    }
}

impl BySteps for Latin1ToUtf8 {
    const ROOM_BLOCKS: usize = 4;
    const IN_TWOS: bool = true;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        put_utf8(simd, simd.load(text, 1), out);
        put_utf8(simd, simd.load(text, 1 + S::LANES), out);
        2 * S::LANES
    }

    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_ascii::<4, S>(simd, text, out)
    }
}

impl ByParts for Latin1ToUtf16 {
    type Source = Latin1;
    type Target = Utf16;
    const GROWTH_BLOCKS: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put_as_16(simd, x, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Latin1ToUtf16 {
    const UNITS_BYTES: (usize, usize) = (1, 2);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_as_16(simd, simd.load(text, 0), out);
        put_as_16(simd, simd.load(text, S::LANES), out);
        true
    }
}

impl BySteps for Latin1ToUtf16 {
    const ROOM_BLOCKS: usize = 4;
}

impl ByParts for Latin1ToUtf32 {
    type Source = Latin1;
    type Target = Utf32;
    const GROWTH_BLOCKS: usize = 4;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put_as_32(simd, x, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl Plain for Latin1ToUtf32 {
    const UNITS_BYTES: (usize, usize) = (1, 4);
    const STEP_BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_as_32(simd, simd.load(text, 0), out);
        put_as_32(simd, simd.load(text, S::LANES), out);
        true
    }
}

impl BySteps for Latin1ToUtf32 {
    const ROOM_BLOCKS: usize = 8;
}
