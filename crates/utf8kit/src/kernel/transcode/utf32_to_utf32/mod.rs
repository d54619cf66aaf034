//! UTF-32 to UTF-32: checked, and in another byte order if need be.

mod blocks;

use core::marker::PhantomData;

use super::lanes::utf32::{BLOCK, VALUES, all_scalar, load, scalars, why_not_more};
use super::lanes::{self, ByBlocks, ordered32};
use super::{Order, Transcode, Why, parts};
use crate::raw::Output;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-32 to UTF-32, in the byte orders `O` and `P`.
pub(crate) struct Utf32ToUtf32<O, P>(PhantomData<(O, P)>);

impl<O: Order, P: Order> Transcode for Utf32ToUtf32<O, P> {
    const NAME: &'static str = "UTF-32 to UTF-32";
    const COUNTS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    fn length(_: Features, src: &[u8]) -> usize {
        src.len()
    }
}

impl<O: Order, P: Order> ByBlocks for Utf32ToUtf32<O, P> {
    const WINDOW: usize = 4 * BLOCK;
    const ROOM: usize = 4 * BLOCK;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = load::<S, O>(simd, rest);
        if !all_scalar(simd, x) {
            return 0;
        }
        let first = [ordered32::<S, P>(simd, x[0]), ordered32::<S, P>(simd, x[1])];
        let second = [ordered32::<S, P>(simd, x[2]), ordered32::<S, P>(simd, x[3])];
        out.put_two(simd, first, 2 * BLOCK);
        out.put_two(simd, second, 2 * BLOCK);
        4 * BLOCK
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = VALUES.min(rest.len() / 4);
        let x = ordered32::<S, O>(simd, simd.load_prefix(&rest[..4 * len]));
        let values = scalars(simd, x).min(len);
        let fitting = values.min(out.room() / 4);
        out.put_prefix(simd, ordered32::<S, P>(simd, x), 4 * fitting);
        if fitting < values {
            return (4 * fitting, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}
