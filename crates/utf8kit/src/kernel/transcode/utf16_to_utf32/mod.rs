//! UTF-16 to UTF-32.

mod blocks;

use core::marker::PhantomData;

use super::lanes::utf16::{Surrogates, UNITS, any_surrogate, characters, join, only_pairs, widen};
use super::lanes::{self, ByBlocks, first_lanes, first_without_room, ordered16, ordered32};
use super::{Order, Transcode, Why, parts};
use crate::kernel::length::{self, Length};
use crate::raw::Output;
use crate::scalar::form::Utf16;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-16 to UTF-32, in the byte orders `O` and `P`.
pub(crate) struct Utf16ToUtf32<O, P>(PhantomData<(O, P)>);

impl<O: Order, P: Order> Transcode for Utf16ToUtf32<O, P> {
    const NAME: &'static str = "UTF-16 to UTF-32";
    const COUNTS: bool = true;
    const FEW: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert_aligned::<2, 4, _, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::few::<64, S, Self, Utf16<O>>(simd, src, out)
    }

    fn length(features: Features, src: &[u8]) -> usize {
        4 * dispatch::run(features, Length::<length::Utf16ToUtf32<O>>::of(src))
    }
}

/// Units in a block, which is two registers.
const BLOCK: usize = 2 * UNITS;

impl<O: Order, P: Order> ByBlocks for Utf16ToUtf32<O, P> {
    // The last sixteen units are loaded with as many behind them.
    const WINDOW: usize = 2 * (BLOCK + 16);
    const ROOM: usize = 4 * BLOCK;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        if !any_surrogate::<S, O>(simd, x) {
            let first = ordered32::<S, P>(simd, widen::<S, O>(simd, simd.load(rest, 0)));
            let second = ordered32::<S, P>(simd, widen::<S, O>(simd, simd.load(rest, 32)));
            let third = ordered32::<S, P>(simd, widen::<S, O>(simd, simd.load(rest, 64)));
            let fourth = ordered32::<S, P>(simd, widen::<S, O>(simd, simd.load(rest, 96)));
            out.put_two(simd, [first, second], 2 * BLOCK);
            out.put_two(simd, [third, fourth], 2 * BLOCK);
            return 2 * BLOCK;
        }
        if only_pairs::<S, O>(simd, x) {
            let first = ordered32::<S, P>(simd, join(simd, ordered16::<S, O>(simd, x[0])));
            let second = ordered32::<S, P>(simd, join(simd, ordered16::<S, O>(simd, x[1])));
            out.put_two(simd, [first, second], 2 * BLOCK);
            return 2 * BLOCK;
        }
        // A register at a time: the next one cannot begin before it is known where this one ends.
        let surrogates = Surrogates::of::<S, O>(simd, x[0]);
        let len = surrogates.before_cut();
        if surrogates.paired() < len {
            return 0;
        }
        let begins = surrogates.begins(len);
        let [lower, upper] = characters::<S, O>(simd, surrogates, x[0]);
        let (begins_lower, begins_upper) = (begins as u16, (begins >> 16) as u16);
        let lower = ordered32::<S, P>(simd, simd.compress32(begins_lower, lower));
        let upper = ordered32::<S, P>(simd, simd.compress32(begins_upper, upper));
        out.put(simd, lower, 4 * begins_lower.count_ones() as usize);
        out.put(simd, upper, 4 * begins_upper.count_ones() as usize);
        2 * len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        let surrogates = Surrogates::of::<S, O>(simd, x);
        let units = surrogates.paired().min(len);
        let begins = surrogates.begins(units);
        let fitting = first_without_room(begins.into(), out.room() / 4);
        let begins = begins & first_lanes(fitting) as u32;
        let [lower, upper] = characters::<S, O>(simd, surrogates, x);
        let (begins_lower, begins_upper) = (begins as u16, (begins >> 16) as u16);
        let lower = ordered32::<S, P>(simd, simd.compress32(begins_lower, lower));
        let upper = ordered32::<S, P>(simd, simd.compress32(begins_upper, upper));
        out.put_prefix(simd, lower, 4 * begins_lower.count_ones() as usize);
        out.put_prefix(simd, upper, 4 * begins_upper.count_ones() as usize);
        if fitting < UNITS {
            return (2 * fitting, Some(Why::Room));
        }
        (2 * units, surrogates.why_not_more(units, rest))
    }
}
