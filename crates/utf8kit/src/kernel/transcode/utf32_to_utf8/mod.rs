//! UTF-32 to UTF-8.

mod blocks;
mod lanes;

use core::marker::PhantomData;

use super::{Order, Transcode, parts};
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::scalar::form::Utf32;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-32 to UTF-8, in the byte order `O`.
pub(crate) struct Utf32ToUtf8<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf32ToUtf8<O> {
    const NAME: &'static str = "UTF-32 to UTF-8";
    const COUNTS: bool = true;
    const FEW: bool = true;
    const FEW_IN_BLOCKS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: super::lanes::convert::<_, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        super::lanes::few::<64, S, Self, Utf32<O>>(simd, src, out)
    }

    #[inline(always)]
    fn few_in_blocks<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        parts::few::few::<_, Self>(simd.parts(), src, out)
    }

    #[inline(always)]
    fn is_one_block<S: Blocks>(simd: S, src: &[u8], room: usize) -> bool {
        parts::few::is_one_block::<_, Self>(simd.parts(), src, room)
    }

    #[inline(always)]
    fn one_block<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        parts::few::one_block::<_, Self>(simd.parts(), src, out)
    }

    fn length(features: Features, src: &[u8]) -> usize {
        dispatch::run(features, Length::<length::Utf32ToUtf8<O>>::of(src))
    }
}
