//! UTF-8 to 16-bit and 32-bit units, with blocks of parts.
//!
//! # The shape
//!
//! Lane `j` of a block belongs to the character that ends with byte `j`. It sees the bytes before
//! by loading the text again from one, two and three bytes further back. The last byte has the low
//! six bits in any form, and the one before it the next six, whatever its tag is. So forms of one,
//! two and three bytes are one formula, and nothing is selected. Lanes in which nothing ends are
//! compressed away, by a shuffle from a table for each eight of them. The next step starts 64 bytes
//! on, whatever was found in this one: no load waits for a result.
//!
//! ```text
//! UTF-8         41      C3      A9      E2      82      AC
//! x             41      C3      A9      E2      82      AC
//! one           ..      41      C3      A9      E2      82
//! two           ..      ..      41      C3      A9      E2
//! units         0041    .       00E9    .       .       20AC
//! compressed    0041 00E9 20AC
//! ```
//!
//! The check is one byte ahead of the conversion: whether each byte may follow those before it is
//! known up to the first byte of the next step. So a character that ends is complete, and a loop
//! can stop behind any step.
//!
//! Each class of text has a loop, in a function of its own because registers are few:
//!
//! - characters up to U+FFFF, with nothing above EF, and ASCII ([`bmp`]);
//! - anything ([`any`]);
//! - nothing but characters of three bytes, or of four, which need no compressing ([`uniform`]).
//!
//! The loops start between two characters, with at least three bytes of whole characters before. At
//! the start of the text, behind an error and where source or room end, [`careful`] takes a block
//! that needs nothing around it. A short text is converted by [`mod@short`], whose blocks need
//! nothing around them either.

mod any;
mod bmp;
mod careful;
mod lanes;
mod replacing;
mod short;
mod uniform;

use core::marker::PhantomData;

use super::Plain;
use crate::kernel::transcode::{Stopped, Why};
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::blocks::Blocks;
use crate::simd::parts::Parts;
pub(in crate::kernel::transcode) use lanes::{Joiner, Views};
pub(in crate::kernel::transcode) use replacing::replace;
pub(in crate::kernel::transcode) use short::short;

/// The number of bytes in a step of the loops.
const STEP_BYTES: usize = 64;

/// The units that UTF-8 becomes.
pub(in crate::kernel::transcode) trait Wide {
    /// The number of bytes in a unit.
    const UNIT_BYTES: usize;
    /// Whether a form of four bytes becomes two units, the first in the lane of its third byte.
    const PAIRS: bool;

    /// Writes a block of ASCII.
    fn ascii<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>);

    /// Writes a block of 16-bit units, which are in order.
    fn units<S: Parts>(simd: S, units: S::V, out: &mut Output<'_>);

    /// Writes a block of characters of four bytes. `halves` has nine bits of each character, which
    /// are those of its first two bytes, and behind them twelve, those of its last two. If one is
    /// not in U+10000..U+10FFFF, this writes nothing and gives `false`.
    fn four_byte<S: Parts>(simd: S, halves: S::V, out: &mut Output<'_>) -> bool;

    /// Writes the units of the lanes that `keep` has a bit for, of characters up to U+FFFF: of text
    /// with nothing above EF.
    fn bmp<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>);

    /// Writes the units of the lanes that `keep` has a bit for.
    fn any<S: Parts>(simd: S, joiner: Joiner<S>, views: Views<S>, keep: u32, out: &mut Output<'_>);
}

/// The class of what comes next, as the loop that ends sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Bmp,
    Any,
    /// Characters of three bytes.
    ThreeByte,
    /// Characters of four bytes.
    FourByte,
    /// An error, or too little source or room for a loop.
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
            (at, _) = loops::<S, W>(simd, src, at, Next::Bmp, out);
        }
    }
    (at, Why::Error)
}

impl<W: Wide> Plain for W {
    const UNITS_BYTES: (usize, usize) = (1, W::UNIT_BYTES);
    const STEP_BLOCKS: usize = 2;

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

/// Whether there is a step at `at` and a byte behind it, and room for what the step may become.
#[inline(always)]
fn is_step_left<W: Wide>(src: &[u8], at: usize, out: &Output<'_>) -> bool {
    src.len() - at > STEP_BYTES && out.room() >= STEP_BYTES * W::UNIT_BYTES
}

/// Converts whole steps of `src` from `at` on, up to an error, or for as long as there is enough
/// source and room. Before `at` there must be at least three bytes of whole characters. `class` is
/// a guess at what comes first. Gives the index that it got to, and the class that came last.
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
            Next::Bmp => simd.frame(bmp::Steps { src, at, out, wide }),
            Next::Any => simd.frame(any::Steps { src, at, out, wide }),
            Next::ThreeByte => simd.frame(uniform::ThreeByte { src, at, out, wide }),
            Next::FourByte => simd.frame(uniform::FourByte { src, at, out, wide }),
            Next::Unknown => break,
        };
        if reached > at {
            class = next;
        }
        (at, next) = (reached, then);
    }
    (at, class)
}

/// Stops behind the first three bytes of `rest`, which is the end of `src`: gives that place, or
/// the start of the character that reaches over it. If the high surrogate of that character was
/// written, it is taken back.
#[inline(always)]
fn settle<W: Wide>(src: &[u8], rest: &[u8], out: &mut Output<'_>) -> usize {
    let at = src.len() - (rest.len() - 3);
    let start = sequence_over(src, at);
    if W::PAIRS && at - start == 3 {
        out.retract(W::UNIT_BYTES);
    }
    start
}

/// Whether something in the step behind the first three bytes of `window` is above EF.
#[inline(always)]
fn any_four_byte<S: Blocks>(simd: S, window: &[u8]) -> bool {
    let mut all = simd.load(window, 3);
    let mut block = 1;
    while block < STEP_BYTES / S::LANES {
        all = simd.max(all, simd.load(window, 3 + block * S::LANES));
        block += 1;
    }
    simd.any_high(simd.saturating_sub(all, simd.splat(0xF0 - 0x80)))
}

/// Converts the step behind the first three bytes of `window`, which is ASCII.
#[inline(always)]
fn ascii<S: Parts, W: Wide>(simd: S, window: &[u8], out: &mut Output<'_>) {
    let mut block = 0;
    while block < STEP_BYTES / S::LANES {
        W::ascii(simd, simd.load(window, 3 + block * S::LANES), out);
        block += 1;
    }
}

/// Whether all characters that end in a step have `LEN` bytes.
#[inline(always)]
fn is_uniform<const LEN: u32>(ends: u64) -> bool {
    (ends ^ ends >> LEN) << LEN == 0 && (ends & ((1 << LEN) - 1)).is_power_of_two()
}
