//! To Latin-1, from UTF-8, UTF-16 and UTF-32. What it does not have counts as an error here.

mod blocks;

use core::marker::PhantomData;

use super::lanes::latin1::{narrow16, narrow32};
use super::lanes::utf16::UNITS;
use super::lanes::utf32::{BLOCK, VALUES, load, or, why_not_more};
use super::lanes::{self, ByBlocks, first_lanes, first_without_room, ordered32};
use super::{Order, Transcode, Why, parts};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// UTF-8 to Latin-1.
pub(crate) enum Utf8ToLatin1 {}

impl Transcode for Utf8ToLatin1 {
    const NAME: &'static str = "UTF-8 to Latin-1";

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }
}

impl ByBlocks for Utf8ToLatin1 {
    const WINDOW: usize = 64;
    const ROOM: usize = 64;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = simd.load(rest, 0);
        if !simd.any_high(x) {
            out.put(simd, x, 64);
            return 64;
        }
        let sequences = Sequences::of(simd, x);
        // A lead that is the last byte waits for the next block. Where that begins is known soon if it is
        // asked of the byte, and not of the lanes.
        let len = 64 - usize::from(rest[63] >= 0xC0);
        if sequences.whole() < len {
            return 0;
        }
        let kept = !sequences.leads & first_lanes(len);
        let bytes = simd.compress8(kept, sequences.characters(simd, x));
        out.put(simd, bytes, kept.count_ones() as usize);
        len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = rest.len().min(64);
        let x = simd.load_prefix(&rest[..len]);
        let sequences = Sequences::of(simd, x);
        let whole = sequences.whole().min(len);
        let kept = !sequences.leads & first_lanes(whole);
        let fitting = first_without_room(kept, out.room());
        let kept = kept & first_lanes(fitting);
        let bytes = simd.compress8(kept, sequences.characters(simd, x));
        out.put_prefix(simd, bytes, kept.count_ones() as usize);
        if fitting < 64 {
            // In the lane of a continuation is what begins with the lead before it.
            let lead = (sequences.leads << 1 >> fitting & 1) as usize;
            return (fitting - lead, Some(Why::Room));
        }
        // The last lead may have its continuation behind it.
        let is_cut = whole == 63 && rest.len() > 64;
        (whole, (whole < len && !is_cut).then_some(Why::Error))
    }
}

/// Which bytes of a register begin, and end, the forms of U+0080..U+00FF.
struct Sequences {
    /// C2 and C3.
    leads: u64,
    /// C3.
    upper: u64,
    continuations: u64,
    ascii: u64,
}

impl Sequences {
    #[inline(always)]
    fn of<S: Lanes>(simd: S, x: S::V) -> Sequences {
        let starts = simd.greater_signed(x, simd.splat(0xBF));
        let ascii = !simd.high_bits(x);
        let upper = simd.eq(x, simd.splat(0xC3));
        let leads = simd.eq(x, simd.splat(0xC2)) | upper;
        Sequences { leads, upper, continuations: !starts, ascii }
    }

    /// How many bytes come before the first that is part of something else.
    #[inline(always)]
    fn whole(&self) -> usize {
        let paired = self.leads & self.continuations >> 1;
        (self.ascii | paired | paired << 1).trailing_ones() as usize
    }

    /// The character of each form, in the lane of its last byte.
    #[inline(always)]
    fn characters<S: Lanes>(&self, simd: S, x: S::V) -> S::V {
        simd.select(self.upper << 1, simd.add(x, simd.splat(0x40)), x)
    }
}

/// UTF-16 to Latin-1, from the byte order `O`.
pub(crate) struct Utf16ToLatin1<O>(PhantomData<O>);

impl<O: Order> Transcode for Utf16ToLatin1<O> {
    const NAME: &'static str = "UTF-16 to Latin-1";

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }
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

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }
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
