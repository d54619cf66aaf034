//! UTF-8 to UTF-32.

mod blocks;

use core::marker::PhantomData;

use super::{Order, Stopped, Transcode, parts, utf8_lanes, with_extra};
use crate::kernel::length::Utf32OfUtf8;
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-8 to UTF-32, in the byte order `O`.
pub(crate) struct Utf8ToUtf32<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf8ToUtf32<O> {
    const NAME: &'static str = "UTF-8 to UTF-32";
    const BLOCKS: bool = true;
    const LANES: bool = true;
    const REPLACES_IN_LANES: bool = true;
    const COUNTS: bool = true;

    fn length(features: Features, src: &[u8]) -> usize {
        4 * with_extra::<Utf32OfUtf8>(features, src)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        parts::from_utf8::convert::<S::Parts, Self>(simd.parts(), src, at, out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        utf8_lanes::convert::<S, utf8_lanes::Units32<O>>(simd, src, at, out)
    }

    #[inline(always)]
    fn replacing_lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        utf8_lanes::replace::<S, utf8_lanes::Units32<O>>(simd, src, at, out)
    }
}
