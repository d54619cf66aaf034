//! UTF-16 to UTF-16: checked, and in another byte order if need be.

mod blocks;

use core::marker::PhantomData;

use super::lanes::utf16::{Surrogates, UNITS, any_surrogate, only_pairs};
use super::lanes::{self, ByBlocks};
use super::{Order, Transcode, Why, parts};
use crate::raw::Output;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// UTF-16 to UTF-16, in the byte orders `O` and `P`.
pub(crate) struct Utf16ToUtf16<O, P>(PhantomData<(O, P)>);

impl<O: Order, P: Order> Transcode for Utf16ToUtf16<O, P> {
    const NAME: &'static str = "UTF-16 to UTF-16";
    const COUNTS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert::<_, Self> }

    fn length(_: Features, src: &[u8]) -> usize {
        src.len()
    }
}

/// Units in a block, which is two registers.
const BLOCK: usize = 2 * UNITS;

impl<O: Order, P: Order> ByBlocks for Utf16ToUtf16<O, P> {
    const WINDOW: usize = 2 * BLOCK;
    const ROOM: usize = 2 * BLOCK;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        let swapped = [swapped::<S, O, P>(simd, x[0]), swapped::<S, O, P>(simd, x[1])];
        if !any_surrogate::<S, O>(simd, x) || only_pairs::<S, O>(simd, x) {
            out.put_two(simd, swapped, 2 * BLOCK);
            return 2 * BLOCK;
        }
        let surrogates = Surrogates::of::<S, O>(simd, x[0]);
        let len = surrogates.before_cut();
        if surrogates.paired() < len {
            return 0;
        }
        out.put(simd, swapped[0], 2 * len);
        2 * len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        let surrogates = Surrogates::of::<S, O>(simd, x);
        let units = surrogates.paired().min(len);
        let room = out.room() / 2;
        if units > room {
            // A pair is not cut.
            let cut = room - (surrogates.low >> room & 1) as usize;
            out.put_prefix(simd, swapped::<S, O, P>(simd, x), 2 * cut);
            return (2 * cut, Some(Why::Room));
        }
        out.put_prefix(simd, swapped::<S, O, P>(simd, x), 2 * units);
        (2 * units, surrogates.why_not_more(units, rest))
    }
}

/// From the order `O` to the order `P`.
#[inline(always)]
fn swapped<S: Lanes, O: Order, P: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP == P::SWAP { units } else { simd.byte_swap16(units) }
}
