//! UTF-8 to UTF-16.

mod blocks;

use core::marker::PhantomData;

use super::utf8_lanes::Units16;
use super::{Order, Transcode, parts, utf8_lanes};
use crate::kernel::count::{Count, Utf16Units};
use crate::kernel::position::Utf16;
use crate::kernel::position::short::count_units;
use crate::kernel::validate::ValidateAndCount;
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-8 to UTF-16, in the byte order `O`.
pub(crate) struct Utf8ToUtf16<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf8ToUtf16<O> {
    const NAME: &'static str = "UTF-8 to UTF-16";
    const FEW: bool = true;
    const FEW_IN_BLOCKS: bool = true;
    const COUNTS: bool = true;

    shapes! {
        plain: parts::plain::convert::<_, Self>,
        blocks: parts::from_utf8::convert::<_, Self>,
        lanes: utf8_lanes::convert::<_, Units16<O>>,
        replacing: parts::from_utf8::replace::<_, Self>,
        replacing_lanes: utf8_lanes::replace::<_, Units16<O>>,
    }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        utf8_lanes::few::<S, Units16<O>>(simd, src, out)
    }

    #[inline(always)]
    fn few_in_blocks<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        parts::from_utf8::few::<_, _, Self>(simd.parts(), simd.narrow().parts(), src, out)
    }

    #[inline(always)]
    fn is_one_block<S: Blocks>(simd: S, src: &[u8], room: usize) -> bool {
        parts::from_utf8::is_one_block::<_, _, Self>(simd.parts(), simd.narrow().parts(), src, room)
    }

    #[inline(always)]
    fn one_block<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        parts::from_utf8::one_block::<_, _, Self>(simd.parts(), simd.narrow().parts(), src, out)
    }

    fn length(features: Features, src: &[u8]) -> usize {
        2 * dispatch::run(features, Count::<Utf16Units>::of(src))
    }

    #[inline(always)]
    fn short_length(src: &[u8]) -> Option<usize> {
        Some(2 * count_units::<Utf16>(src, src.len()))
    }

    fn checked_length(features: Features, src: &[u8]) -> Option<Result<usize, usize>> {
        let checked = dispatch::run(features, ValidateAndCount::<Utf16Units>::of(src))?;
        Some(checked.map(|units| 2 * units))
    }
}
