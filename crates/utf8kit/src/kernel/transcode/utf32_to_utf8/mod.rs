//! UTF-32 to UTF-8.

mod blocks;
mod lanes;

use core::marker::PhantomData;

use super::{Order, Transcode, parts};
use crate::kernel::length::{self, Length};
use crate::simd::dispatch;
use crate::simd::level::Features;

/// UTF-32 to UTF-8, in the byte order `O`.
pub(crate) struct Utf32ToUtf8<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf32ToUtf8<O> {
    const NAME: &'static str = "UTF-32 to UTF-8";
    const COUNTS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: super::lanes::convert::<_, Self> }

    fn length(features: Features, src: &[u8]) -> usize {
        dispatch::run(features, Length::<length::Utf32ToUtf8<O>>::of(src))
    }
}
