//! UTF-32 to UTF-8: with registers of parts in [`blocks`], and with 512-bit lanes in
//! [`lanes`].

mod blocks;
mod lanes;

use super::{Transcode, parts};
use crate::codec::Utf32;
use crate::engine::Engine;
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// UTF-32 to UTF-8.
pub(crate) enum Utf32ToUtf8 {}

impl Transcode for Utf32ToUtf8 {
    const COUNTS: bool = true;
    const SHORT_BYTES: usize = 128;

    shapes! { blocks: parts::convert::<_, Self>, lanes: super::lanes::convert::<_, Self> }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        super::lanes::short::<64, S, Self, Utf32>(simd, src, out)
    }

    #[inline(always)]
    fn short_in_blocks<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        parts::short::short::<_, Self>(simd.parts(), src, out)
    }

    fn length(engine: Engine, src: &[u8]) -> usize {
        engine.run(Length::<length::Utf32ToUtf8>::of(src))
    }
}
