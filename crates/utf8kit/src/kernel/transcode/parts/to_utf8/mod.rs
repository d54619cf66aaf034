//! From UTF-16 and UTF-32 to UTF-8, with registers of parts.
//!
//! # The shape
//!
//! Two blocks of 16-bit units are a step. (32-bit units are narrowed first, while they are
//! not above FFFF.) Each unit becomes all the bytes that it could need, side by side, and a
//! shuffle from a lookup table compresses away those that it does not need, eight or four units
//! at a time. The next step starts where this one ends, whatever was found in it: no load
//! waits for a result. The two units of a surrogate pair become two bytes each, so that they
//! are units like any other.
//!
//! ```text
//! units            0041         0416         20AC
//! bytes            .. .. 41     .. D0 96     E2 82 AC
//! compressed       41 D0 96 E2 82 AC
//! ```
//!
//! Each class of text has a loop, in a function of its own because registers are few. A
//! loop ends with a guess at what comes next, which chooses the next loop:
//!
//! - text up to U+07FF, and ASCII ([`two_byte`]);
//! - text up to U+FFFF ([`bmp`]);
//! - any text ([`any`]);
//! - nothing but characters above U+FFFF, which need no compressing ([`supplementary`]).
//!
//! A loop must start between two characters.

mod any;
mod bmp;
mod bytes;
mod supplementary;
mod two_byte;

use core::marker::PhantomData;

use super::utf32::Narrowed;
use super::{ByParts, is_unit_for_unit, plain};
use crate::codec::Codec;
use crate::raw::Output;
use crate::simd::parts::Parts;
pub(in crate::kernel::transcode) use bytes::{Bytes, Forms};

/// A kernel from UTF-16 or UTF-32 to UTF-8.
pub(in crate::kernel::transcode) trait ToUtf8: ByParts {
    /// The number of bytes that half of a surrogate pair becomes.
    const HALF_PAIR_BYTES: usize = 2;

    /// As many 16-bit units as a block has, from the byte `at` on: eight at a time, with
    /// `leaving_out` units left out between each eight.
    fn load<S: Parts>(simd: S, text: &[u8], at: usize, leaving_out: usize) -> Narrowed<S>;

    /// All bits set in the bytes of a block that belong to characters above U+FFFF.
    fn supplementary<S: Parts>(simd: S, x: S::V) -> S::V;

    /// Writes a block of characters above U+FFFF, and gives `true`. If anything else is in
    /// it, writes nothing and gives `false`. There must be room for two blocks.
    fn put_supplementary<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) -> bool;
}

/// The class of what comes next, as the loop that ends sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    TwoByte,
    Bmp,
    Any,
    Supplementary,
    /// An error, or too little source or room for a loop.
    Unknown,
}

/// [`ByParts::steps`]: runs one loop after the other, until one ends at an error or too near
/// to an end.
#[inline(always)]
pub(in crate::kernel::transcode) fn steps<S: Parts, K: ToUtf8>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> usize {
    // Where the conversion starts in the source and in the output.
    let start = (at, out.written());
    let (mut at, mut next) = (at, Next::TwoByte);
    while src.len() - at >= S::LANES * K::Source::UNIT && out.room() >= 4 * S::LANES {
        let kernel = PhantomData::<K>;
        (at, next) = match next {
            Next::TwoByte => simd.frame(two_byte::Steps { src, at, out, kernel }),
            Next::Bmp => simd.frame(bmp::Steps { src, at, out, kernel }),
            Next::Any => simd.frame(any::Steps { src, at, out, kernel }),
            Next::Supplementary => simd.frame(supplementary::Steps { src, at, out, kernel }),
            Next::Unknown => break,
        };
    }
    if is_unit_for_unit::<K>(at - start.0, out.written() - start.1) {
        at = plain::tail::<S, K>(simd, src, start.0, at, out);
    }
    at
}

/// [`Plain::plain`](super::Plain::plain) of these kernels: writes a step of ASCII.
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

/// The two blocks of the step with which `window` begins, one after the other.
#[inline(always)]
fn step<S: Parts, K: ToUtf8>(simd: S, window: &[u8]) -> [Narrowed<S>; 2] {
    [K::load(simd, window, 0, 0), K::load(simd, window, S::LANES / 2 * K::Source::UNIT, 0)]
}

/// The two blocks of the step with which `window` begins, in turn: eight units belong to the
/// one, and eight to the other. A narrowing within parts puts them in order.
#[inline(always)]
fn step_in_turn<S: Parts, K: ToUtf8>(simd: S, window: &[u8]) -> [Narrowed<S>; 2] {
    [K::load(simd, window, 0, 8), K::load(simd, window, 8 * K::Source::UNIT, 8)]
}
