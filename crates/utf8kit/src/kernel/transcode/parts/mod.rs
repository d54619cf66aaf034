//! What the kernels with blocks of parts share.
//!
//! # The shape
//!
//! Whole steps, for which there is more source and more room than they need, are converted in frames of
//! their own: there they have all registers for their constants. What is left, at an error too, is converted
//! by [`careful`], a block at a time. A short text of which each unit becomes one needs neither: [`plain`]. And
//! a few units are blocks by themselves: [`few`].

mod careful;
pub(super) mod few;
pub(super) mod from_utf8;
pub(super) mod plain;
pub(super) mod to_utf8;
pub(in crate::kernel) mod utf16;
pub(in crate::kernel) mod utf32;

use core::marker::PhantomData;

use super::{Order, Stopped, Why};
use crate::raw::Output;
use crate::scalar::form::Code;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;
pub(super) use plain::Plain;

/// An encoding in blocks of parts.
pub(in crate::kernel) trait Source: Code {
    /// A block as it is in memory, in the order in which kernels compute.
    fn ordered<S: Parts>(simd: S, block: S::V) -> S::V;

    /// Not zero in units of a block that cannot stand there; `before` is the unit before each. A character
    /// that is cut off is found at the unit that should complete it.
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V;

    /// Where the character starts that reaches over `at`; else `at`.
    fn start(text: &[u8], at: usize) -> usize;
}

/// Up to so many blocks of the source, where stores are does not matter: so they need nothing but a character
/// before the first step.
const FEW: usize = 32;

/// A kernel that takes its source in blocks.
pub(super) trait ByParts: Plain {
    type Source: Source;
    type Target: Code;
    /// How many blocks of room there must be for a block: what is stored to for it.
    const GROWTH: usize;

    /// [`Source::errors`], and not zero in units that have no form in the target either.
    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
        Self::Source::errors(simd, x, before)
    }

    /// Writes a block without errors. There is room.
    fn block<S: Parts>(simd: S, x: S::V, before: S::V, out: &mut Output<'_>);

    /// Converts whole steps for as long as there are some without errors, from `at` on, which is not the
    /// start. Gives how far it came: to some place between two characters.
    fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize;
}

/// A kernel all of whose steps are alike.
pub(super) trait BySteps: ByParts {
    /// How many blocks of room there must be for a step: what is stored to for it.
    const ROOM: usize;

    /// Whether [`BySteps::two_steps`] may be tried: where a plain step is so little that to ask for source and
    /// room is much of it.
    const IN_TWOS: bool = false;

    /// Converts a step that is not plain, the whole characters of it: gives how many bytes they have. `text`
    /// begins with the unit before it, the end of a character. Writes nothing and gives 0 if there may be an
    /// error.
    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let _ = (simd, text, out);
        0
    }

    /// Converts two steps, if both are plain. Else writes nothing and is `false`.
    #[inline(always)]
    fn two_steps<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, text, out);
        false
    }
}

/// [`ByParts::steps`], by such steps.
#[inline(always)]
pub(super) fn steps<S: Parts, K: BySteps>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> usize {
    if src.len() - at < K::BLOCKS * S::LANES || out.room() < K::ROOM * S::LANES {
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
        // In a variable of this function it can be kept in registers.
        let mut output = out.take();
        let unit = K::Source::UNIT;
        let mut rest = &src[at - unit..];
        // Whether the last step was plain: then the next two may be.
        let mut is_plain = K::IN_TWOS;
        let mut are_all_plain = true;
        loop {
            while is_plain
                && let Some(text) = rest.get(..unit + 2 * K::BLOCKS * S::LANES)
                && output.room() >= 2 * K::ROOM * S::LANES
                && K::two_steps(simd, &text[unit..], &mut output)
            {
                rest = &rest[2 * K::BLOCKS * S::LANES..];
            }
            let Some(text) = rest.get(..unit + K::BLOCKS * S::LANES) else { break };
            if output.room() < K::ROOM * S::LANES {
                break;
            }
            let len = if K::plain(simd, &text[unit..], &mut output) {
                is_plain = K::IN_TWOS;
                K::BLOCKS * S::LANES
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
            reached = plain::end::<S, K>(simd, src, at, reached, &mut output);
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
    if src.len() - at <= FEW * S::LANES
        && let Some((code, rest)) = K::Source::next(&src[at..])
        && let Some(coded) = K::Target::encode(code)
        && coded.write_exactly(out)
    {
        at = K::steps(simd, src, src.len() - rest.len(), out);
    }
    // Where the last steps ended, on both sides.
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

/// Steps back to where stores are aligned, if a few units less do it, each of which became one unit. `at` is
/// behind `read` bytes that became `written`. `None` if these are too few, and there is so much left that a
/// block more is worth it.
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

/// Gives up the last units of what is written, of `unit` bytes each, so that stores are aligned. Says how many.
#[inline(always)]
fn give_up_unaligned<S: Parts>(unit: usize, out: &mut Output<'_>) -> usize {
    let units = out.behind_multiple_of(S::LANES) / unit;
    out.retract(units * unit);
    units
}

/// Of two blocks whose parts of eight units are lanes in turn, those of the first one.
pub(super) const FIRST_OF_TWO: u32 = 0x00FF_00FF;

/// The bytes of each 16-bit unit in the other order.
const SWAPPED_16: [u8; 16] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
/// The bytes of each 32-bit unit in the other order.
const SWAPPED_32: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

/// Units of 16 bits between the order `O` and that of a register.
#[inline(always)]
pub(super) fn ordered16<S: Parts, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.shuffle(units, simd.splat_part(SWAPPED_16)) } else { units }
}

/// Units of 32 bits between the order `O` and that of a register.
#[inline(always)]
pub(super) fn ordered32<S: Parts, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.shuffle(units, simd.splat_part(SWAPPED_32)) } else { units }
}

/// Writes so many blocks of ASCII as they are, if they are that; else nothing.
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

/// Writes bytes as units of 16 bits, in the order `O`.
#[inline(always)]
pub(super) fn put_as_16<S: Parts, O: Order>(simd: S, bytes: S::V, out: &mut Output<'_>) {
    let [first, second] = simd.widen8(bytes);
    out.put_all(simd, [ordered16::<S, O>(simd, first), ordered16::<S, O>(simd, second)]);
}

/// Writes bytes as units of 32 bits, in the order `O`.
#[inline(always)]
pub(super) fn put_as_32<S: Parts, O: Order>(simd: S, bytes: S::V, out: &mut Output<'_>) {
    let [first, second, third, fourth] = simd.widen8_to_32(bytes);
    let units = [
        ordered32::<S, O>(simd, first),
        ordered32::<S, O>(simd, second),
        ordered32::<S, O>(simd, third),
        ordered32::<S, O>(simd, fourth),
    ];
    out.put_all(simd, units);
}
