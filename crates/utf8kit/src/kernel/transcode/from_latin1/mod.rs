//! From Latin-1, in which nothing is malformed, to Latin-1, UTF-8, UTF-16 and UTF-32.
//!
//! 512-bit lanes are here, two registers at a time; registers of parts are in [`blocks`].
//!
//! ```text
//! to UTF-8     both registers ASCII: copy them
//!              otherwise: one or two bytes for each byte, compressed (put_latin1)
//! to UTF-16    widen each register to two
//! to UTF-32    widen each register to four
//! ```

mod blocks;

use super::lanes::latin1::{widen_to_16, widen_to_32};
use super::lanes::to_utf8::{put_latin1, two_byte_forms};
use super::lanes::utf16::REGISTER_UNITS;
use super::lanes::utf32::REGISTER_VALUES;
use super::lanes::{self, ByBlocks};
use super::{Stopped, Transcode, Why, parts};
use crate::codec::Latin1;
use crate::engine::Engine;
use crate::kernel::count::{Count, High};
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// The number of bytes in a register. Blocks are two registers: there is so little to do for
/// one that to ask for room would be half of the work.
const REGISTER_BYTES: usize = 64;

/// Latin-1 to Latin-1: a copy.
pub(crate) enum Latin1ToLatin1 {}

impl Transcode for Latin1ToLatin1 {
    const COUNTS: bool = true;

    #[inline(always)]
    fn blocks<S: Blocks>(_: S, src: &[u8], at: usize, out: &mut Output<'_>, _: bool) -> Stopped {
        let fitting = (src.len() - at).min(out.room());
        out.extend(&src[at..at + fitting]);
        (at + fitting, Why::Room)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>, _: bool) -> Stopped {
        Self::blocks(simd, src, at, out, false)
    }
}

/// Latin-1 to UTF-8.
pub(crate) enum Latin1ToUtf8 {}

impl Transcode for Latin1ToUtf8 {
    const SHORT_BYTES: usize = 64;
    const COUNTS: bool = true;

    shapes! { blocks: parts::convert::<_, Self>, lanes: lanes::convert_aligned::<1, 1, _, Self> }

    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        lanes::short::<REGISTER_UNITS, S, Self, Latin1>(simd, src, out)
    }

    fn length(engine: Engine, src: &[u8]) -> usize {
        src.len() + engine.run(Count::<High>::of(src))
    }
}

impl Latin1ToUtf8 {
    /// Converts a register. `above_ascii` is the mask of its lanes that are not ASCII. There
    /// must be room for two registers.
    #[inline(always)]
    fn register<S: Lanes>(simd: S, x: S::V, above_ascii: u64, out: &mut Output<'_>) {
        if above_ascii == 0 {
            out.put(simd, x, REGISTER_BYTES);
        } else {
            put_latin1(simd, x, above_ascii, out);
        }
    }
}

impl ByBlocks for Latin1ToUtf8 {
    const WINDOW_BYTES: usize = 2 * REGISTER_BYTES;
    const ROOM_BYTES: usize = 4 * REGISTER_BYTES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        let (first, second) = (simd.load(rest, 0), simd.load(rest, REGISTER_BYTES));
        let above_ascii = [simd.high_bits(first), simd.high_bits(second)];
        if above_ascii[0] | above_ascii[1] == 0 {
            out.put_two(simd, [first, second], 2 * REGISTER_BYTES);
        } else {
            Self::register(simd, first, above_ascii[0], out);
            Self::register(simd, second, above_ascii[1], out);
        }
        2 * REGISTER_BYTES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_UNITS.min(rest.len());
        let [units, _] = widen_to_16(simd, simd.load_prefix(&rest[..len]));
        match two_byte_forms(simd, len, units).put_fitting(simd, 2, out) {
            Some(fitting) => (fitting, Some(Why::Room)),
            None => (len, None),
        }
    }
}

/// Converts like [`lanes::convert_aligned`], to units of `UNIT_BYTES`, but the last block of
/// a long text overlaps the one before it.
#[inline(always)]
fn to_units<const UNIT_BYTES: usize, S: Lanes, K: ByBlocks>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut rest = &src[at..];
    if rest.len() >= 2 * K::WINDOW_BYTES {
        let read = lanes::align_stores::<1, UNIT_BYTES, S, K>(simd, rest, out);
        rest = &rest[read..];
        rest = lanes::whole_blocks::<S, K>(simd, rest, out);
        let is_too_little = !rest.is_empty() && rest.len() < K::WINDOW_BYTES;
        if is_too_little && out.room() >= UNIT_BYTES * rest.len() {
            out.retract(UNIT_BYTES * (K::WINDOW_BYTES - rest.len()));
            rest = &src[src.len() - K::WINDOW_BYTES..];
        }
    }
    lanes::convert::<S, K>(simd, src, src.len() - rest.len(), out)
}

/// Latin-1 to UTF-16.
pub(crate) enum Latin1ToUtf16 {}

impl Transcode for Latin1ToUtf16 {
    const COUNTS: bool = true;

    shapes! { blocks: parts::convert::<_, Self>, lanes: to_units::<2, _, Self> }

    fn length(_: Engine, src: &[u8]) -> usize {
        2 * src.len()
    }
}

impl ByBlocks for Latin1ToUtf16 {
    const WINDOW_BYTES: usize = 2 * REGISTER_BYTES;
    const ROOM_BYTES: usize = 4 * REGISTER_BYTES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        out.put_two(simd, widen_to_16(simd, simd.load(rest, 0)), 2 * REGISTER_BYTES);
        out.put_two(simd, widen_to_16(simd, simd.load(rest, REGISTER_BYTES)), 2 * REGISTER_BYTES);
        2 * REGISTER_BYTES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_UNITS.min(rest.len());
        let fitting = len.min(out.room() / 2);
        let [units, _] = widen_to_16(simd, simd.load_prefix(&rest[..fitting]));
        out.put_prefix(simd, units, 2 * fitting);
        (fitting, (fitting < len).then_some(Why::Room))
    }
}

/// Latin-1 to UTF-32.
pub(crate) enum Latin1ToUtf32 {}

impl Transcode for Latin1ToUtf32 {
    const COUNTS: bool = true;

    shapes! { blocks: parts::convert::<_, Self>, lanes: to_units::<4, _, Self> }

    fn length(_: Engine, src: &[u8]) -> usize {
        4 * src.len()
    }
}

impl Latin1ToUtf32 {
    /// Converts a register. There must be room for four.
    #[inline(always)]
    fn register<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        let [first, second, third, fourth] = widen_to_32(simd, x);
        out.put_two(simd, [first, second], 2 * REGISTER_BYTES);
        out.put_two(simd, [third, fourth], 2 * REGISTER_BYTES);
    }
}

impl ByBlocks for Latin1ToUtf32 {
    const WINDOW_BYTES: usize = 2 * REGISTER_BYTES;
    const ROOM_BYTES: usize = 8 * REGISTER_BYTES;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], _: usize, out: &mut Output<'_>) -> usize {
        Self::register(simd, simd.load(rest, 0), out);
        Self::register(simd, simd.load(rest, REGISTER_BYTES), out);
        2 * REGISTER_BYTES
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = REGISTER_VALUES.min(rest.len());
        let fitting = len.min(out.room() / 4);
        let [values, ..] = widen_to_32(simd, simd.load_prefix(&rest[..fitting]));
        out.put_prefix(simd, values, 4 * fitting);
        (fitting, (fitting < len).then_some(Why::Room))
    }
}
