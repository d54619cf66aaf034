//! CESU-8 to its 16-bit units, whatever surrogates are among them.

mod blocks;

use super::{Stopped, Transcode, parts, utf8_lanes};
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// CESU-8 to 16-bit units. Whether surrogates are paired is not asked.
pub(crate) enum AnyToUnits {}

impl Transcode for AnyToUnits {
    const NAME: &'static str = "CESU-8 to units";
    const BLOCKS: bool = true;
    const LANES: bool = true;

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        parts::from_utf8::convert::<S::Parts, Self>(simd.parts(), src, at, out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        utf8_lanes::convert::<S, utf8_lanes::AnyUnits16>(simd, src, at, out)
    }
}
