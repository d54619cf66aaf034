//! UTF-8 to UTF-32.

mod blocks;

use super::utf8_lanes::Units32;
use super::{CheckedLen, Transcode, parts, utf8_lanes};
use crate::engine::Engine;
use crate::kernel::count::{Count, NotContinuations};
use crate::kernel::validate::ValidateAndCount;
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// UTF-8 to UTF-32.
pub(crate) enum Utf8ToUtf32 {}

impl Transcode for Utf8ToUtf32 {
    const SHORT_BYTES: usize = 64;
    const COUNTS: bool = true;

    shapes! {
        blocks: parts::from_utf8::convert::<_, Self>,
        lanes: utf8_lanes::convert::<_, Units32>,
        replacing: parts::from_utf8::replace::<_, Self>,
        replacing_lanes: utf8_lanes::replace::<_, Units32>,
    }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        utf8_lanes::short::<S, Units32>(simd, src, out)
    }

    #[inline(always)]
    fn short_in_blocks<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        parts::from_utf8::short::<_, _, Self>(simd.parts(), simd.half_width().parts(), src, out)
    }

    fn length(engine: Engine, src: &[u8]) -> usize {
        4 * engine.run(Count::<NotContinuations>::of(src))
    }

    fn checked_length(engine: Engine, src: &[u8]) -> Option<CheckedLen> {
        let checked = engine.run(ValidateAndCount::<NotContinuations>::of(src))?;
        Some(checked.map(|units| 4 * units))
    }
}
