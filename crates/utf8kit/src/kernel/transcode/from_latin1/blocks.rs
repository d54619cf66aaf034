//! From Latin-1, with blocks of parts.

use super::{Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32};
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::{
    self, ByParts, BySteps, Plain, Source, put_as_16, put_as_32, put_ascii,
};
use crate::raw::Output;
use crate::scalar::form::{Latin1, Utf8, Utf16, Utf32};
use crate::simd::parts::Parts;

/// Any byte is a character.
impl Source for Latin1 {
    #[inline(always)]
    fn ordered<S: Parts>(_: S, block: S::V) -> S::V {
        block
    }

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
    const GROWTH: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put_utf8(simd, x, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

/// Writes a block, each byte as one or two.
///
/// Both are made before they are put side by side, which makes two blocks of one.
#[inline(always)]
fn put_utf8<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
    // Behind C2 stand 80..BF as they are, and behind C3 are C0..FF 40 lower.
    let is_upper = simd.at_most(simd.splat(0xC0), x);
    let lead = simd.increment(simd.splat(0xC2), is_upper);
    let last = simd.and_not(x, simd.and(simd.spread(is_upper), simd.splat(0x40)));
    // As signed bytes, leads are more than continuations and less than ASCII.
    let first = simd.max_signed(last, lead);
    // In the order that narrowing expects, which is that of the bytes: the top bits of `x` say which have two.
    let units = [simd.unpack8_low(first, last), simd.unpack8_high(first, last)];
    out.put_squeezed_to_two(simd, units, simd.high_bits(x) as u32);
}

impl Plain for Latin1ToUtf8 {
    const UNITS: (usize, usize) = (1, 1);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_ascii::<2, S>(simd, text, out)
    }
}

impl BySteps for Latin1ToUtf8 {
    const ROOM: usize = 4;
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

impl<P: Order> ByParts for Latin1ToUtf16<P> {
    type Source = Latin1;
    type Target = Utf16<P>;
    const GROWTH: usize = 2;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put_as_16::<S, P>(simd, x, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl<P: Order> Plain for Latin1ToUtf16<P> {
    const UNITS: (usize, usize) = (1, 2);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_as_16::<S, P>(simd, simd.load(text, 0), out);
        put_as_16::<S, P>(simd, simd.load(text, S::LANES), out);
        true
    }
}

impl<P: Order> BySteps for Latin1ToUtf16<P> {
    const ROOM: usize = 4;
}

impl<P: Order> ByParts for Latin1ToUtf32<P> {
    type Source = Latin1;
    type Target = Utf32<P>;
    const GROWTH: usize = 4;

    #[inline(always)]
    fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
        put_as_32::<S, P>(simd, x, out);
    }

    #[inline(always)]
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
        parts::steps::<S, Self>(simd, src, at, out)
    }
}

impl<P: Order> Plain for Latin1ToUtf32<P> {
    const UNITS: (usize, usize) = (1, 4);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        put_as_32::<S, P>(simd, simd.load(text, 0), out);
        put_as_32::<S, P>(simd, simd.load(text, S::LANES), out);
        true
    }
}

impl<P: Order> BySteps for Latin1ToUtf32<P> {
    const ROOM: usize = 8;
}
