//! UTF-32 to UTF-16.

mod blocks;

use core::marker::PhantomData;

use super::lanes::utf32::{BLOCK, VALUES, all_scalar, load, narrow, or, scalars, why_not_more};
use super::lanes::{self, ByBlocks, first_lanes, first_without_room, ordered16, ordered32};
use super::{Order, Transcode, Why, parts};
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::scalar::form::Utf32;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-32 to UTF-16, in the byte orders `O` and `P`.
pub(crate) struct Utf32ToUtf16<O, P>(PhantomData<(O, P)>);

impl<O: Order, P: Order> Transcode for Utf32ToUtf16<O, P> {
    const NAME: &'static str = "UTF-32 to UTF-16";
    const COUNTS: bool = true;
    const FEW: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::few::<64, S, Self, Utf32<O>>(simd, src, out)
    }

    fn length(features: Features, src: &[u8]) -> usize {
        2 * dispatch::run(features, Length::<length::Utf32ToUtf16<O>>::of(src))
    }
}

impl<O: Order, P: Order> ByBlocks for Utf32ToUtf16<O, P> {
    const WINDOW: usize = 4 * BLOCK;
    const ROOM: usize = 4 * BLOCK;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = load::<S, O>(simd, rest);
        if !all_scalar(simd, x) {
            return 0;
        }
        if !simd.any_common_bit(or(simd, x), simd.splat32(0xFFFF_0000)) {
            let first = narrow::<S, P>(simd, x[0], x[1]);
            let second = narrow::<S, P>(simd, x[2], x[3]);
            out.put_two(simd, [first, second], 2 * BLOCK);
            return 4 * BLOCK;
        }
        put_units::<S, P>(simd, x[0], out);
        put_units::<S, P>(simd, x[1], out);
        put_units::<S, P>(simd, x[2], out);
        put_units::<S, P>(simd, x[3], out);
        4 * BLOCK
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = VALUES.min(rest.len() / 4);
        let x = ordered32::<S, O>(simd, simd.load_prefix(&rest[..4 * len]));
        let values = scalars(simd, x).min(len);
        let (units, kept) = units(simd, x);
        let kept = kept & first_lanes(2 * values) as u32;
        let fitting = first_without_room(kept.into(), out.room() / 2) / 2;
        let kept = kept & first_lanes(2 * fitting) as u32;
        let units = ordered16::<S, P>(simd, simd.compress16(kept, units));
        out.put_prefix(simd, units, 2 * kept.count_ones() as usize);
        if fitting < VALUES {
            return (4 * fitting, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}

/// Writes the units of sixteen scalar values. There is room for a register.
#[inline(always)]
fn put_units<S: Lanes, P: Order>(simd: S, scalars: S::V, out: &mut Output<'_>) {
    let (units, kept) = units(simd, scalars);
    let units = ordered16::<S, P>(simd, simd.compress16(kept, units));
    out.put(simd, units, 2 * kept.count_ones() as usize);
}

/// One or two units for each of sixteen scalar values, and which of them there are.
#[inline(always)]
fn units<S: Lanes>(simd: S, scalars: S::V) -> (S::V, u32) {
    // The high surrogate comes first, so it is the lower half.
    let low_bits = simd.and(simd.shift32_left::<16>(scalars), simd.splat32(0x03FF_0000));
    let bits = simd.or(simd.shift32_right::<10>(scalars), low_bits);
    // The high one's bits are those of the value less 10000.
    let pairs = simd.add32(bits, simd.splat32(0xDC00_D800 - (0x1_0000 >> 10)));
    let is_pair = simd.at_most32(simd.splat32(0x1_0000), scalars);
    let units = simd.select32(is_pair, pairs, scalars);
    (units, simd.high_bits16(simd.or(units, simd.splat32(0x8000))))
}
