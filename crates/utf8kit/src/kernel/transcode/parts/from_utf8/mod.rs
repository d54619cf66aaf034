//! UTF-8 to 16-bit and 32-bit units, with blocks of parts.
//!
//! # The shape
//!
//! Lane `j` of a block belongs to the character that ends with byte `j`. It sees the bytes before by
//! loading the text again from one, two and three bytes further back. The last byte has the low six bits
//! in any form, and the one before it the next six, whatever is its tag: so forms of one, two and three
//! bytes are one formula, and nothing is selected. Lanes in which nothing ends are squeezed out, by a
//! shuffle from a table for each eight of them. The next step starts 64 bytes on, whatever was found in
//! this one: no load waits for a result.
//!
//! What is checked is one byte ahead of what is converted: whether each byte may follow those before it
//! is known up to the first byte of the next step. So a character that ends is complete, and a loop can
//! stop behind any step.
//!
//! Text is in classes, with a loop for each, in a function of its own because registers are few: nothing
//! above EF ([`up_to_ef`], ASCII too), anything ([`any`]), and runs of characters of three bytes and of
//! four ([`runs`]), which need no squeezing. The loops start between two characters, with at least three
//! bytes of whole characters before. At the start of the text, behind an error and where either side ends,
//! [`careful`] takes a block that needs nothing around it, and so does [`few`] where there is no more than a few bytes.

mod any;
mod careful;
mod few;
mod lanes;
mod replacing;
mod runs;
mod up_to_ef;

use core::marker::PhantomData;

use super::Plain;
use crate::kernel::transcode::{Stopped, Why};
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::Blocks;
use crate::simd::parts::Parts;
pub(in crate::kernel::transcode) use few::{few, is_one_block, one_block};
pub(in crate::kernel::transcode) use lanes::{Joiner, Views};
pub(in crate::kernel::transcode) use replacing::replace;

/// Bytes to a step of the loops.
const STEP: usize = 64;

/// The units that UTF-8 becomes.
pub(in crate::kernel::transcode) trait Wide {
    /// Bytes in a unit.
    const UNIT: usize;
    /// Whether a form of four bytes becomes two units, the first in the lane of its third byte.
    const PAIRS: bool;
    /// Whether surrogates have a form of three bytes, each like a character, and nothing has four.
    const SURROGATES: bool = false;

    /// A block of ASCII.
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>);

    /// A block of 16-bit units, in order.
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>);

    /// A block of characters of four bytes: of each the first two bytes, nine bits of the character
    /// together, and behind them the last two, which have twelve. Writes nothing and is `false` where
    /// one is not in U+10000..U+10FFFF.
    fn four_bytes<S: Parts>(simd: S, halves: S::V, out: &mut Output<'_>) -> bool;

    /// The lanes that `keep` has a bit for, of text with nothing above EF.
    fn up_to_ef<S: Parts>(
        simd: S,
        joiner: Joiner<S>,
        views: Views<S>,
        keep: u32,
        out: &mut Output<'_>,
    );

    /// The lanes that `keep` has a bit for.
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>);
}

/// What comes next, as a loop that ends sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    UpToEf,
    Any,
    /// Characters of three bytes.
    Threes,
    /// Characters of four bytes.
    Fours,
    /// An error, or too little of either side for a loop.
    Unknown,
}

/// Converts `src` from `at` on.
#[inline(always)]
pub(in crate::kernel::transcode) fn convert<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = careful::ascii::<S, W>(simd, src, at, out);
    while at < src.len() {
        match careful::block::<S, W>(simd, src, at, out) {
            Ok(next) => at = next,
            Err(stopped) => return stopped,
        }
        if at >= 3 {
            (at, _) = loops::<S, W>(simd, src, at, Next::UpToEf, out);
        }
    }
    (at, Why::Error)
}

impl<W: Wide> Plain for W {
    const UNITS: (usize, usize) = (1, W::UNIT);
    const BLOCKS: usize = 2;

    #[inline(always)]
    fn plain<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let (first, second) = (simd.load(text, 0), simd.load(text, S::LANES));
        let is_ascii = !simd.any_high(simd.or(first, second));
        if is_ascii {
            W::ascii(simd, first, out);
            W::ascii(simd, second, out);
        }
        is_ascii
    }
}

/// Whether there is enough of both sides for a step at `at` and a byte behind it.
#[inline(always)]
fn is_step_left<W: Wide>(src: &[u8], at: usize, out: &Output<'_>) -> bool {
    src.len() - at > STEP && out.room() >= STEP * W::UNIT
}

/// Converts whole steps of `src` from `at` on, before which there are at least three bytes of whole characters,
/// up to an error or for as long as there is enough of both sides. `class` is what comes first, as a guess. Gives
/// where it came to, and what came last.
#[inline(always)]
fn loops<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    class: Next,
    out: &mut Output<'_>,
) -> (usize, Next) {
    let (mut at, mut next, mut class) = (at, class, class);
    while is_step_left::<W>(src, at, out) {
        let wide = PhantomData::<W>;
        let (reached, then) = match next {
            Next::UpToEf => simd.frame(up_to_ef::Steps { src, at, out, wide }),
            Next::Any => simd.frame(any::Steps { src, at, out, wide }),
            Next::Threes => simd.frame(runs::Threes { src, at, out, wide }),
            Next::Fours => simd.frame(runs::Fours { src, at, out, wide }),
            Next::Unknown => break,
        };
        if reached > at {
            class = next;
        }
        (at, next) = (reached, then);
    }
    (at, class)
}

/// Stops in front of `rest`, the end of `src` that begins with three bytes that were passed: at the start
/// of a character that reaches over that place. If the first half of it was written, it is given up.
#[inline(always)]
fn settle<W: Wide>(src: &[u8], rest: &[u8], out: &mut Output<'_>) -> usize {
    let at = src.len() - (rest.len() - 3);
    let start = sequence_over(src, at);
    if W::PAIRS && at - start == 3 {
        out.retract(W::UNIT);
    }
    start
}

/// Whether the step behind the first three bytes of `window` is not all ASCII.
#[inline(always)]
fn any_high<S: Blocks>(simd: S, window: &[u8]) -> bool {
    let mut all = simd.load(window, 3);
    let mut block = 1;
    while block < STEP / S::LANES {
        all = simd.or(all, simd.load(window, 3 + block * S::LANES));
        block += 1;
    }
    simd.any_high(all)
}

/// Whether something in that step is above EF.
#[inline(always)]
fn any_above_ef<S: Blocks>(simd: S, window: &[u8]) -> bool {
    let mut all = simd.load(window, 3);
    let mut block = 1;
    while block < STEP / S::LANES {
        all = simd.max(all, simd.load(window, 3 + block * S::LANES));
        block += 1;
    }
    simd.any_high(simd.saturating_sub(all, simd.splat(0xF0 - 0x80)))
}

/// Converts that step, which is ASCII.
#[inline(always)]
fn ascii<S: Parts, W: Wide>(simd: S, window: &[u8], out: &mut Output<'_>) {
    let mut block = 0;
    while block < STEP / S::LANES {
        W::ascii(simd, simd.load(window, 3 + block * S::LANES), out);
        block += 1;
    }
}

/// Whether a byte is a continuation.
#[inline(always)]
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Whether all characters that end in a step have `LEN` bytes.
#[inline(always)]
fn is_run<const LEN: u32>(ends: u64) -> bool {
    (ends ^ ends >> LEN) << LEN == 0 && (ends & ((1 << LEN) - 1)).is_power_of_two()
}
