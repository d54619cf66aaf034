//! 16-bit and 32-bit units to UTF-8, with blocks of parts.
//!
//! # The shape
//!
//! Two blocks of 16-bit units are a step. (32-bit units are narrowed first, while they are not above
//! FFFF.) Each unit becomes all the bytes that it could need, side by side, and those that it does not need
//! are squeezed out, by a shuffle from a table for each eight or four units. The next step starts where this
//! one ends, whatever was found in it: no load waits for a result. The two units of a surrogate pair become
//! two bytes each, so that they are units like any other.
//!
//! Text is in classes, with a loop for each, in a function of its own because registers are few: up to
//! U+07FF, ASCII too ([`up_to_7ff`]), up to U+FFFF ([`up_to_ffff`]), anything ([`any`]), and runs of
//! characters above U+FFFF ([`above_ffff`]), which need no squeezing. The loops start between
//! two characters.

mod above_ffff;
mod any;
mod bytes;
mod up_to_7ff;
mod up_to_ffff;

use core::marker::PhantomData;

use super::utf32::Narrowed;
use super::{ByParts, is_unit_for_unit, plain};
use crate::raw::Output;
use crate::scalar::form::Code;
use crate::simd::parts::Parts;
pub(in crate::kernel::transcode) use bytes::{Bytes, Forms};

/// A kernel from 16-bit or 32-bit units.
pub(in crate::kernel::transcode) trait ToUtf8: ByParts {
    /// The bytes that half of a surrogate pair becomes.
    const HALF: usize = 2;

    /// As many units as a block has of 16 bits, from `at` on: eight, and eight each time after leaving out
    /// so many.
    fn load<S: Parts>(simd: S, text: &[u8], at: usize, leaving_out: usize) -> Narrowed<S>;

    /// Which bytes of a block belong to characters above U+FFFF.
    fn above_ffff<S: Parts>(simd: S, x: S::V) -> S::V;

    /// Writes a block of characters above U+FFFF; nothing, and gives `false`, if something else is in it.
    /// There is room for two blocks.
    fn put_above_ffff<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) -> bool;
}

/// What comes next, as a loop that ends sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    UpTo7ff,
    UpToFfff,
    Any,
    AboveFfff,
    /// An error, or too little of either side for a loop.
    Unknown,
}

/// [`ByParts::steps`]
#[inline(always)]
pub(in crate::kernel::transcode) fn steps<S: Parts, K: ToUtf8>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> usize {
    // Where it is on both sides.
    let start = (at, out.written());
    let (mut at, mut next) = (at, Next::UpTo7ff);
    while src.len() - at >= S::LANES * K::Source::UNIT && out.room() >= 4 * S::LANES {
        let kernel = PhantomData::<K>;
        (at, next) = match next {
            Next::UpTo7ff => simd.frame(up_to_7ff::Steps { src, at, out, kernel }),
            Next::UpToFfff => simd.frame(up_to_ffff::Steps { src, at, out, kernel }),
            Next::Any => simd.frame(any::Steps { src, at, out, kernel }),
            Next::AboveFfff => simd.frame(above_ffff::Steps { src, at, out, kernel }),
            Next::Unknown => break,
        };
    }
    if is_unit_for_unit::<K>(at - start.0, out.written() - start.1) {
        at = plain::end::<S, K>(simd, src, start.0, at, out);
    }
    at
}

/// [`Plain::plain`](super::Plain::plain): ASCII.
#[inline(always)]
pub(in crate::kernel::transcode) fn ascii<S: Parts, K: ToUtf8>(
    simd: S,
    text: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let [a, b] = step_in_turn::<S, K>(simd, text);
    let all = simd.or(simd.or(a.units, b.units), simd.or(a.above, b.above));
    let is_ascii = !simd.any_common_bit(all, simd.splat16(0xFF80));
    if is_ascii {
        Forms::put_ascii(simd, [a.units, b.units], out);
    }
    is_ascii
}

/// The two blocks of the step that `window` begins with.
#[inline(always)]
fn step<S: Parts, K: ToUtf8>(simd: S, window: &[u8]) -> [Narrowed<S>; 2] {
    [K::load(simd, window, 0, 0), K::load(simd, window, S::LANES / 2 * K::Source::UNIT, 0)]
}

/// The same, eight units to the one and eight to the other in turn.
#[inline(always)]
fn step_in_turn<S: Parts, K: ToUtf8>(simd: S, window: &[u8]) -> [Narrowed<S>; 2] {
    [K::load(simd, window, 0, 8), K::load(simd, window, 8 * K::Source::UNIT, 8)]
}
