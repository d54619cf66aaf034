//! From Latin-1, in which nothing is malformed.

mod blocks;

use core::marker::PhantomData;

use super::lanes::latin1::{widen_to_16, widen_to_32};
use super::lanes::to_utf8::{forms_up_to_7ff, put_latin1};
use super::lanes::utf16::UNITS;
use super::lanes::utf32::VALUES;
use super::lanes::{self, ByBlocks};
use super::{Little, Order, Stopped, Transcode, Why, parts};
use crate::kernel::count::{Count, High};
use crate::raw::Output;
use crate::scalar::form::Latin1;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// Bytes in a register. Blocks are two of them: there is so little to do for one that asking for room would
/// be half of it.
const REGISTER: usize = 64;

/// Latin-1 to Latin-1: a copy.
pub(crate) enum Latin1ToLatin1 {}

impl Transcode for Latin1ToLatin1 {
    const NAME: &'static str = "Latin-1 to Latin-1";
    const BLOCKS: bool = true;
    const COUNTS: bool = true;

    #[inline(always)]
    fn blocks<S: Blocks>(_: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        let fitting = (src.len() - at).min(out.room());
        out.extend(&src[at..at + fitting]);
        (at + fitting, Why::Room)
    }
}

/// Latin-1 to UTF-8.
pub(crate) enum Latin1ToUtf8 {}

impl Transcode for Latin1ToUtf8 {
    const NAME: &'static str = "Latin-1 to UTF-8";
    const FEW: bool = true;
    const COUNTS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: lanes::convert_aligned::<1, 1, _, Self> }

    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::few::<UNITS, S, Self, Latin1>(simd, src, out)
    }

    fn length(features: Features, src: &[u8]) -> usize {
        src.len() + dispatch::run(features, Count::<High>::of(src))
    }
}

impl Latin1ToUtf8 {
    /// Converts a register, whose lanes `above_ascii` are not ASCII. There is room for two.
    #[inline(always)]
    fn register<S: Lanes>(simd: S, x: S::V, above_ascii: u64, out: &mut Output<'_>) {
        if above_ascii == 0 {
            out.put(simd, x, REGISTER);
        } else {
            put_latin1(simd, x, above_ascii, out);
        }
    }
}

impl ByBlocks for Latin1ToUtf8 {
    const WINDOW: usize = 2 * REGISTER;
    const ROOM: usize = 4 * REGISTER;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let (first, second) = (simd.load(rest, 0), simd.load(rest, REGISTER));
        let above_ascii = [simd.high_bits(first), simd.high_bits(second)];
        if above_ascii[0] | above_ascii[1] == 0 {
            out.put_two(simd, [first, second], 2 * REGISTER);
        } else {
            Self::register(simd, first, above_ascii[0], out);
            Self::register(simd, second, above_ascii[1], out);
        }
        2 * REGISTER
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = UNITS.min(rest.len());
        let [units, _] = widen_to_16::<S, Little>(simd, simd.load_prefix(&rest[..len]));
        match forms_up_to_7ff(simd, len, units).put_fitting(simd, 2, out) {
            Some(fitting) => (fitting, Some(Why::Room)),
            None => (len, None),
        }
    }
}

/// As [`lanes::convert_aligned`], to units of so many bytes. The last block of a long text overlaps the one
/// before it.
#[inline(always)]
fn to_units<const UNIT: usize, S: Lanes, K: ByBlocks>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut rest = &src[at..];
    if rest.len() >= 2 * K::WINDOW {
        let few = lanes::few_to_align::<1, UNIT, S, K>(simd, rest, out);
        rest = &rest[few..];
        rest = lanes::whole_blocks::<S, K>(simd, rest, out);
        let is_too_little = !rest.is_empty() && rest.len() < K::WINDOW;
        if is_too_little && out.room() >= UNIT * rest.len() {
            out.retract(UNIT * (K::WINDOW - rest.len()));
            rest = &src[src.len() - K::WINDOW..];
        }
    }
    lanes::convert::<S, K>(simd, src, src.len() - rest.len(), out)
}

/// Latin-1 to UTF-16, in the byte order `P`.
pub(crate) struct Latin1ToUtf16<P>(PhantomData<P>);

impl<P: Order> Transcode for Latin1ToUtf16<P> {
    const NAME: &'static str = "Latin-1 to UTF-16";
    const COUNTS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: to_units::<2, _, Self> }

    fn length(_: Features, src: &[u8]) -> usize {
        2 * src.len()
    }
}

impl<P: Order> ByBlocks for Latin1ToUtf16<P> {
    const WINDOW: usize = 2 * REGISTER;
    const ROOM: usize = 4 * REGISTER;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        out.put_two(simd, widen_to_16::<S, P>(simd, simd.load(rest, 0)), 2 * REGISTER);
        out.put_two(simd, widen_to_16::<S, P>(simd, simd.load(rest, REGISTER)), 2 * REGISTER);
        2 * REGISTER
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = UNITS.min(rest.len());
        let fitting = len.min(out.room() / 2);
        let [units, _] = widen_to_16::<S, P>(simd, simd.load_prefix(&rest[..fitting]));
        out.put_prefix(simd, units, 2 * fitting);
        (fitting, (fitting < len).then_some(Why::Room))
    }
}

/// Latin-1 to UTF-32, in the byte order `P`.
pub(crate) struct Latin1ToUtf32<P>(PhantomData<P>);

impl<P: Order> Transcode for Latin1ToUtf32<P> {
    const NAME: &'static str = "Latin-1 to UTF-32";
    const COUNTS: bool = true;

    shapes! { plain: parts::plain::convert::<_, Self>, blocks: parts::convert::<_, Self>, lanes: to_units::<4, _, Self> }

    fn length(_: Features, src: &[u8]) -> usize {
        4 * src.len()
    }
}

impl<P: Order> Latin1ToUtf32<P> {
    /// Converts a register. There is room for four.
    #[inline(always)]
    fn register<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        let [first, second, third, fourth] = widen_to_32::<S, P>(simd, x);
        out.put_two(simd, [first, second], 2 * REGISTER);
        out.put_two(simd, [third, fourth], 2 * REGISTER);
    }
}

impl<P: Order> ByBlocks for Latin1ToUtf32<P> {
    const WINDOW: usize = 2 * REGISTER;
    const ROOM: usize = 8 * REGISTER;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        Self::register(simd, simd.load(rest, 0), out);
        Self::register(simd, simd.load(rest, REGISTER), out);
        2 * REGISTER
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = VALUES.min(rest.len());
        let fitting = len.min(out.room() / 4);
        let [values, ..] = widen_to_32::<S, P>(simd, simd.load_prefix(&rest[..fitting]));
        out.put_prefix(simd, values, 4 * fitting);
        (fitting, (fitting < len).then_some(Why::Room))
    }
}
