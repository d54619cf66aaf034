//! UTF-32 to UTF-8.

mod blocks;
mod lanes;

use core::marker::PhantomData;

use super::lanes::convert;
use super::{Order, Stopped, Transcode, parts, with_extra};
use crate::kernel::length::Utf8OfUtf32;
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-32 to UTF-8, in the byte order `O`.
pub(crate) struct Utf32ToUtf8<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf32ToUtf8<O> {
    const NAME: &'static str = "UTF-32 to UTF-8";
    const BLOCKS: bool = true;
    const LANES: bool = true;
    const COUNTS: bool = true;

    fn length(features: Features, src: &[u8]) -> usize {
        with_extra::<Utf8OfUtf32<O>>(features, src)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        parts::convert::<S::Parts, Self>(simd.parts(), src, at, out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        convert::<S, Self>(simd, src, at, out)
    }
}
