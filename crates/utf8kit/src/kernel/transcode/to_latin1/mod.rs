//! To Latin-1, from UTF-8, UTF-16 and UTF-32. What it does not have counts as an error here.

mod blocks;
mod utf8_lanes;

use core::marker::PhantomData;

use super::lanes::latin1::{narrow16, narrow32};
use super::lanes::utf16::UNITS;
use super::lanes::utf32::{BLOCK, VALUES, load, or, why_not_more};
use super::lanes::{self, ByBlocks, ordered32};
use super::{Order, Transcode, Why, parts};
use crate::raw::Output;
use crate::scalar::form::{Utf16, Utf32};
use crate::simd::lanes::Lanes;

/// UTF-8 to Latin-1.
pub(crate) enum Utf8ToLatin1 {}

impl Transcode for Utf8ToLatin1 {
    const NAME: &'static str = "UTF-8 to Latin-1";
    const FEW: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: utf8_lanes::convert }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        utf8_lanes::few(simd, src, out)
    }
}

/// UTF-16 to Latin-1, from the byte order `O`.
pub(crate) struct Utf16ToLatin1<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf16ToLatin1<O> {
    const NAME: &'static str = "UTF-16 to Latin-1";
    const FEW: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::few::<64, S, Self, Utf16<O>>(simd, src, out)
    }
}

impl<O: Order> ByBlocks for Utf16ToLatin1<O> {
    const WINDOW: usize = 2 * 64;
    const ROOM: usize = 64;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        if simd.any_common_bit(simd.or(x[0], x[1]), simd.splat16(O::bytes16(0xFF00))) {
            return 0;
        }
        out.put(simd, narrow16::<S, O>(simd, x), 64);
        2 * 64
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        let upper_half = simd.and(x, simd.splat16(O::bytes16(0xFF00)));
        let latin1 = simd.at_most16(upper_half, simd.splat(0));
        let units = (latin1.trailing_ones() as usize).min(len);
        let fitting = units.min(out.room());
        out.put_prefix(simd, narrow16::<S, O>(simd, [x, simd.splat(0)]), fitting);
        if fitting < units {
            return (2 * fitting, Some(Why::Room));
        }
        (2 * units, why_not_more(units, len))
    }
}

/// UTF-32 to Latin-1, from the byte order `O`.
pub(crate) struct Utf32ToLatin1<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf32ToLatin1<O> {
    const NAME: &'static str = "UTF-32 to Latin-1";
    const FEW: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::few::<64, S, Self, Utf32<O>>(simd, src, out)
    }
}

impl<O: Order> ByBlocks for Utf32ToLatin1<O> {
    const WINDOW: usize = 4 * BLOCK;
    const ROOM: usize = BLOCK;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = load::<S, O>(simd, rest);
        if simd.any_common_bit(or(simd, x), simd.splat32(0xFFFF_FF00)) {
            return 0;
        }
        out.put(simd, narrow32(simd, x), BLOCK);
        4 * BLOCK
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = VALUES.min(rest.len() / 4);
        let x = ordered32::<S, O>(simd, simd.load_prefix(&rest[..4 * len]));
        let latin1 = simd.at_most32(x, simd.splat32(0xFF));
        let values = (latin1.trailing_ones() as usize).min(len);
        let fitting = values.min(out.room());
        let nothing = simd.splat(0);
        out.put_prefix(simd, narrow32(simd, [x, nothing, nothing, nothing]), fitting);
        if fitting < values {
            return (4 * fitting, Some(Why::Room));
        }
        (4 * values, why_not_more(values, len))
    }
}
