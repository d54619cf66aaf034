//! UTF-16 to UTF-8.

mod blocks;
mod lanes;

use core::marker::PhantomData;

use super::{Order, Transcode, parts};
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::scalar::form::{Cesu8, Code, Utf8, Utf16};
use crate::simd::blocks::Blocks;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-16, in the byte order `O`, to UTF-8 or what differs from it in what is above U+FFFF.
pub(crate) struct Utf16ToUtf8<O, A = AsFour>(PhantomData<(O, A)>);

/// What characters above U+FFFF become.
pub(crate) trait Above {
    const NAME: &'static str;
    type Target: Code;
    /// Whether it is a pair of surrogates, each in three bytes.
    const IS_PAIR: bool;
}

/// Four bytes, as in UTF-8.
pub(crate) enum AsFour {}

/// A pair, as in CESU-8.
pub(crate) enum AsPair {}

impl Above for AsFour {
    type Target = Utf8;
    const NAME: &'static str = "UTF-16 to UTF-8";
    const IS_PAIR: bool = false;
}

impl Above for AsPair {
    type Target = Cesu8;
    const NAME: &'static str = "UTF-16 to CESU-8";
    const IS_PAIR: bool = true;
}

impl<O: Order, A: Above> Transcode for Utf16ToUtf8<O, A> {
    const NAME: &'static str = A::NAME;
    const COUNTS: bool = !A::IS_PAIR;
    const FEW: bool = true;
    const FEW_IN_BLOCKS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: super::lanes::convert::<_, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        super::lanes::few::<64, S, Self, Utf16<O>>(simd, src, out)
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
        dispatch::run(features, Length::<length::Utf16ToUtf8<O>>::of(src))
    }
}
