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
//! characters that become four bytes ([`four_bytes`]), which need no squeezing. The loops start between
//! two characters. At the start of the text, behind an error and where either side ends, [`careful`] takes
//! a block that needs nothing around it.

mod any;
mod bytes;
mod careful;
mod four_bytes;
mod up_to_7ff;
mod up_to_ffff;

use core::marker::PhantomData;

use super::Stopped;
use crate::raw::Output;
use crate::simd::parts::Parts;
pub(super) use bytes::{Bytes, Forms};

/// The units that become UTF-8.
pub(super) trait Units {
    /// Bytes in a unit.
    const UNIT: usize;

    /// As many units as a block has of 16 bits, from `at` on.
    fn load<S: Parts>(simd: S, text: &[u8], at: usize) -> Narrowed<S>;

    /// As many, but after each eight the next eight are left out.
    fn load_every_other<S: Parts>(simd: S, text: &[u8], at: usize) -> Narrowed<S>;

    /// A block as it is in memory, in the order in which kernels compute.
    fn ordered<S: Parts>(simd: S, block: S::V) -> S::V;

    /// Which bytes of a block belong to a unit that cannot stand there; `before` is the unit before each.
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V;

    /// Writes a block of any units, which have no errors; a half of a pair has its two bytes.
    fn any<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>);

    /// Which bytes of a block belong to characters above U+FFFF.
    fn above_ffff<S: Parts>(simd: S, x: S::V) -> S::V;

    /// A block of characters above U+FFFF in UTF-8; nothing, if something else is in it.
    fn four_bytes<S: Parts>(simd: S, x: S::V) -> Option<S::V>;

    /// How many bytes the character at `at` has, and how many in UTF-8. It is whole.
    fn len(text: &[u8], at: usize) -> (usize, usize);

    /// Where the character starts that reaches over `at`; else `at`.
    fn start(text: &[u8], at: usize) -> usize;
}

/// 16-bit units, and what of units that were wider is above them.
pub(super) struct Narrowed<S: Parts> {
    pub(super) units: S::V,
    /// Nothing, where it is zero.
    pub(super) above: S::V,
}

/// What comes next, as a loop that ends sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    UpTo7ff,
    UpToFfff,
    Any,
    /// Characters that become four bytes.
    Fours,
    /// An error, or too little of either side for a loop.
    Unknown,
}

/// Converts `src` from `at` on.
#[inline(always)]
pub(super) fn convert<S: Parts, U: Units>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = at;
    loop {
        match careful::block::<S, U>(simd, src, at, out) {
            Ok(next) => at = next,
            Err(stopped) => return stopped,
        }
        let mut next = Next::UpTo7ff;
        while src.len() - at >= S::LANES * U::UNIT && out.room() >= 4 * S::LANES {
            let units = PhantomData::<U>;
            let (reached, then) = match next {
                Next::UpTo7ff => simd.frame(up_to_7ff::Steps { src, at, out, units }),
                Next::UpToFfff => simd.frame(up_to_ffff::Steps { src, at, out, units }),
                Next::Any => simd.frame(any::Steps { src, at, out, units }),
                Next::Fours => simd.frame(four_bytes::Steps { src, at, out, units }),
                Next::Unknown => break,
            };
            (at, next) = (reached, then);
        }
    }
}

/// The two blocks of the step that `window` begins with.
#[inline(always)]
fn step<S: Parts, U: Units>(simd: S, window: &[u8]) -> [Narrowed<S>; 2] {
    [U::load(simd, window, 0), U::load(simd, window, S::LANES / 2 * U::UNIT)]
}

/// The same, their parts in turn.
#[inline(always)]
fn step_in_turn<S: Parts, U: Units>(simd: S, window: &[u8]) -> [Narrowed<S>; 2] {
    [U::load_every_other(simd, window, 0), U::load_every_other(simd, window, 8 * U::UNIT)]
}
