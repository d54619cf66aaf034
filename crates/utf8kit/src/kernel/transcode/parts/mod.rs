//! What the kernels with blocks of parts share.
//!
//! # The shape
//!
//! Whole steps, for which there is more source and more room than they need, are converted in
//! frames of their own, where they have all registers for their constants. What is left behind
//! them, and what stands before an error, is converted by [`careful`], a block at a time.
//!
//! ```text
//! loop:
//!     K::steps           whole steps, from behind a character on; stop before an error
//!     nothing left: done
//!     careful::block     a block, or its characters before an error; stop if it says why
//!     step back to where stores are aligned, if each unit became one
//! ```
//!
//! The tail of a text of which each unit becomes one needs less than that: [`plain`]. A short text
//! is converted block by block, without a branch on what is in it: [`short`].

mod careful;
pub(super) mod from_utf8;
pub(super) mod plain;
pub(super) mod short;
pub(super) mod to_utf8;
pub(in crate::kernel) mod utf16;
pub(in crate::kernel) mod utf32;

use core::marker::PhantomData;

use super::{Stopped, Why};
use crate::codec::Codec;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;
pub(super) use plain::Plain;

/// An encoding in blocks of parts.
pub(in crate::kernel) trait Source: Codec {
    /// Not zero in units of a block that cannot stand there; `before` is the unit before each. A
    /// character that is cut off is found at the unit that should complete it.
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V;

    /// Where the character starts that reaches over `at`; `at` itself, if none does.
    fn start(text: &[u8], at: usize) -> usize;
}

/// The most blocks of a source whose stores are not aligned. In so little text it does not matter
/// where stores are, and one character before the first step is all that it needs.
const MAX_UNALIGNED_BLOCKS: usize = 32;

/// A kernel that takes its source in blocks.
pub(super) trait ByParts: Plain {
    type Source: Source;
    type Target: Codec;
    /// How many blocks a block is stored to, for which there must be room.
    const GROWTH_BLOCKS: usize;

    /// [`Source::errors`], and not zero in units that have no form in the target either.
    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
        Self::Source::errors(simd, x, before)
    }

    /// Writes a block without errors. There must be room.
    fn block<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>);

    /// Converts whole steps from `at` on, which must not be the start, for as long as there are
    /// some without errors. Gives how far it came: to some place between two characters.
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize;
}

/// A kernel all of whose steps are alike.
pub(super) trait BySteps: ByParts {
    /// How many blocks a step is stored to, for which there must be room.
    const ROOM_BLOCKS: usize;

    /// Whether [`BySteps::two_steps`] may be tried. It is worth it where a plain step is so little
    /// work that asking for source and room is much of it.
    const IN_TWOS: bool = false;

    /// Converts the whole characters of a step that is not plain, and gives how many bytes they
    /// have. `text` begins with the unit before the step, the end of a character. If there may be
    /// an error, this writes nothing and gives 0.
    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let _ = (simd, text, out);
        0
    }

    /// Converts two steps and gives `true`, if both are plain. Otherwise it writes nothing and
    /// gives `false`.
    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, text, out);
        false
    }
}

/// [`ByParts::steps`] of a kernel all of whose steps are alike.
#[inline(always)]
pub(super) fn steps<S: Parts, K: BySteps>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> usize {
    if src.len() - at < K::STEP_BLOCKS * S::LANES || out.room() < K::ROOM_BLOCKS * S::LANES {
        return at;
    }
    simd.frame(Steps { src, at, out, kernel: PhantomData::<K> })
}

struct Steps<'k, 'o, K> {
    src: &'k [u8],
    at: usize,
    out: &'k mut Output<'o>,
    kernel: PhantomData<K>,
}

impl<S: Parts, K: BySteps> Kernel<S> for Steps<'_, '_, K> {
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let Steps { src, at, out, .. } = self;
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let unit = K::Source::UNIT;
        let mut rest = &src[at - unit..];
        // Whether the last step was plain, so that the next two may be.
        let mut is_plain = K::IN_TWOS;
        let mut are_all_plain = true;
        loop {
            while is_plain
                && let Some(text) = rest.get(..unit + 2 * K::STEP_BLOCKS * S::LANES)
                && output.room() >= 2 * K::ROOM_BLOCKS * S::LANES
                && K::two_steps(simd, &text[unit..], &mut output)
            {
                rest = &rest[2 * K::STEP_BLOCKS * S::LANES..];
            }
            let Some(text) = rest.get(..unit + K::STEP_BLOCKS * S::LANES) else { break };
            if output.room() < K::ROOM_BLOCKS * S::LANES {
                break;
            }
            let len = if K::plain(simd, &text[unit..], &mut output) {
                is_plain = K::IN_TWOS;
                K::STEP_BLOCKS * S::LANES
            } else {
                (is_plain, are_all_plain) = (false, false);
                K::step(simd, text, &mut output)
            };
            if len == 0 {
                break;
            }
            rest = &rest[len..];
        }
        let mut reached = src.len() - (rest.len() - unit);
        if are_all_plain {
            reached = plain::tail::<S, K>(simd, src, at, reached, &mut output);
        }
        *out = output;
        reached
    }
}

/// Whether each unit of what was read became one.
#[inline(always)]
fn is_unit_for_unit<K: ByParts>(read: usize, written: usize) -> bool {
    written / K::Target::LEAST == read / K::Source::UNIT
}

/// Converts `src` from `at` on.
#[inline(always)]
pub(super) fn convert<S: Parts, K: ByParts>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = at;
    if src.len() - at <= MAX_UNALIGNED_BLOCKS * S::LANES
        && at < src.len()
        && let Ok((code, len)) = K::Source::decode(src, at)
        && !matches!(code, 0xD800..=0xDFFF)
        && let Some(coded) = K::Target::encode(code)
        && coded.write(out)
    {
        at = K::steps(simd, src, at + len, out);
    }
    // Where the last steps ended, in the source and in the output.
    let mut start = (at, out.written());
    while at < src.len() {
        match careful::block::<S, K>(simd, src, at, out) {
            Ok(next) => {
                at = next;
                let (read, written) = (at - start.0, out.written() - start.1);
                let Some(aligned) = aligned::<S, K>(src, at, read, written, out) else { continue };
                at = K::steps(simd, src, aligned, out);
                start = (at, out.written());
            }
            Err(stopped) => return stopped,
        }
    }
    (at, Why::Error)
}

/// Steps back to where stores are aligned, over units each of which became one unit. `at` is behind
/// `read` bytes that became `written` bytes. Gives `None` if these are not enough to step back
/// over, and so much is left that converting one more block first is worth it.
#[inline(always)]
fn aligned<S: Parts, K: ByParts>(
    src: &[u8],
    at: usize,
    read: usize,
    written: usize,
    out: &mut Output<'_>,
) -> Option<usize> {
    let (from, to) = (K::Source::UNIT, K::Target::LEAST);
    let beyond = out.behind_multiple_of(S::LANES);
    let left = src.len() - at;
    if !is_unit_for_unit::<K>(read, written) || !beyond.is_multiple_of(to) || left <= 4 * S::LANES {
        return Some(at);
    }
    if beyond >= written && beyond > 0 {
        return if left > 16 * S::LANES { None } else { Some(at) };
    }
    let back = at - beyond / to * from;
    if K::Source::start(src, back) == back {
        out.retract(beyond);
        return Some(back);
    }
    Some(at)
}

/// Takes back the last units of what is written, of `unit` bytes each, so that stores are aligned.
/// Gives how many they are.
#[inline(always)]
fn give_up_unaligned<S: Parts>(unit: usize, out: &mut Output<'_>) -> usize {
    let units = out.behind_multiple_of(S::LANES) / unit;
    out.retract(units * unit);
    units
}

/// Two blocks stand in turn here, eight lanes of the one and eight of the other. These are the
/// lanes of the first.
pub(super) const FIRST_OF_TWO: u32 = 0x00FF_00FF;

/// Writes `N` blocks and gives `true`, if they are ASCII. Otherwise it writes nothing and gives
/// `false`.
#[inline(always)]
pub(super) fn put_ascii<const N: usize, S: Parts>(
    simd: S,
    text: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let mut blocks = [simd.splat(0); N];
    let mut all = simd.splat(0);
    let mut block = 0;
    while block < N {
        blocks[block] = simd.load(text, block * S::LANES);
        all = simd.or(all, blocks[block]);
        block += 1;
    }
    let is_ascii = !simd.any_high(all);
    if is_ascii {
        out.put_all(simd, blocks);
    }
    is_ascii
}

/// Writes bytes as units of 16 bits.
#[inline(always)]
pub(super) fn put_as_16<S: Parts>(simd: S, bytes: S::V, out: &mut Output<'_>) {
    out.put_all(simd, simd.widen8(bytes));
}

/// Writes bytes as units of 32 bits.
#[inline(always)]
pub(super) fn put_as_32<S: Parts>(simd: S, bytes: S::V, out: &mut Output<'_>) {
    out.put_all(simd, simd.widen8_to_32(bytes));
}
