//! UTF-8 to UTF-32.

mod blocks;

use core::marker::PhantomData;

use super::utf8_lanes::Units32;
use super::{Order, Stopped, Transcode, parts, utf8_lanes};
use crate::kernel::count::{Count, NotContinuations};
use crate::raw::Output;
use crate::scalar::form::Coded;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-8 to UTF-32, in the byte order `O`.
pub(crate) struct Utf8ToUtf32<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf8ToUtf32<O> {
    const NAME: &'static str = "UTF-8 to UTF-32";
    const REPLACES: bool = true;
    const REPLACES_IN_LANES: bool = true;
    const COUNTS: bool = true;

    shapes! {
        blocks: parts::from_utf8::convert::<_, Self>,
        lanes: utf8_lanes::convert::<_, Units32<O>>,
    }

    fn length(features: Features, src: &[u8]) -> usize {
        4 * dispatch::run(features, Count::<NotContinuations>::of(src))
    }

    #[inline(always)]
    fn replacing<S: Blocks>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        _: Coded,
    ) -> Stopped {
        // U+FFFD is all that stands for an error here.
        parts::from_utf8::replace::<_, Self>(simd.parts(), src, at, out)
    }

    #[inline(always)]
    fn replacing_lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        utf8_lanes::replace::<S, Units32<O>>(simd, src, at, out)
    }
}
