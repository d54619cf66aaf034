//! From UTF-8, UTF-16 and UTF-32 to Latin-1. Characters above U+00FF count as errors.
//!
//! 512-bit lanes for UTF-16 and UTF-32 are here: if all units of a block are up to FF, they
//! are narrowed into one register; otherwise conversion stops. Lanes for UTF-8 are in
//! [`utf8_lanes`], registers of parts in [`blocks`].

mod blocks;
mod utf8_lanes;

use super::lanes::latin1::{narrow16, narrow32};
use super::lanes::utf16::REGISTER_UNITS;
use super::lanes::utf32::{BLOCK_VALUES, REGISTER_VALUES, load, or, why_not_more};
use super::lanes::{self, ByBlocks};
use super::{Transcode, Why, parts};
use crate::codec::{Utf16, Utf32};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-8 to Latin-1.
pub(crate) enum Utf8ToLatin1 {}

impl Transcode for Utf8ToLatin1 {
    const SHORT_BYTES: usize = 64;

    shapes! { blocks: parts::convert::<_, Self>, lanes: utf8_lanes::convert }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        utf8_lanes::short(simd, src, out)
    }
}

/// UTF-16 to Latin-1.
pub(crate) enum Utf16ToLatin1 {}

impl Transcode for Utf16ToLatin1 {
    const SHORT_BYTES: usize = 128;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::short::<64, S, Self, Utf16>(simd, src, out)
    }
}

impl ByBlocks for Utf16ToLatin1 {
    const WINDOW_BYTES: usize = 2 * 64;
    const ROOM_BYTES: usize = 64;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        if simd.any_common_bit(simd.or(x[0], x[1]), simd.splat16(0xFF00)) {
            return 0;
        }
        out.put(simd, narrow16(simd, x), 64);
        2 * 64
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        let upper_half = simd.and(x, simd.splat16(0xFF00));
        let latin1 = simd.at_most16(upper_half, simd.splat(0));
        let units = (latin1.trailing_ones() as usize).min(len);
        let fitting = units.min(out.room());
        out.put_prefix(simd, narrow16(simd, [x, simd.splat(0)]), fitting);
        if fitting < units {
            return (2 * fitting, Some(Why::Room));
        }
        (2 * units, why_not_more(units, len))
    }
}

/// UTF-32 to Latin-1.
pub(crate) enum Utf32ToLatin1 {}

impl Transcode for Utf32ToLatin1 {
    const SHORT_BYTES: usize = 128;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::short::<64, S, Self, Utf32>(simd, src, out)
    }
}

impl ByBlocks for Utf32ToLatin1 {
    const WINDOW_BYTES: usize = 4 * BLOCK_VALUES;
    const ROOM_BYTES: usize = BLOCK_VALUES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = load(simd, rest);
        if simd.any_common_bit(or(simd, x), simd.splat32(0xFFFF_FF00)) {
            return 0;
        }
        out.put(simd, narrow32(simd, x), BLOCK_VALUES);
        4 * BLOCK_VALUES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_VALUES.min(rest.len() / 4);
        let x = simd.load_prefix(&rest[..4 * len]);
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
