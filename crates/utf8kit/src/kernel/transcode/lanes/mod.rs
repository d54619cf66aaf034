//! What the kernels with 512-bit lanes share.
//!
//! # The shape
//!
//! Whole blocks, for which there is more source and more room than they need, are converted in a frame of
//! their own: there they have all registers for their constants. What is left, at an error too, is
//! converted in parts, which load and store just what there is.

pub(super) mod latin1;
pub(super) mod to_utf8;
pub(in crate::kernel) mod utf16;
pub(in crate::kernel) mod utf32;

use core::marker::PhantomData;

use super::{Order, Stopped, Why};
use crate::raw::Output;
use crate::scalar::form::Code;
use crate::simd::blocks::Kernel;
use crate::simd::lanes::Lanes;

/// A kernel that takes its source in blocks.
pub(super) trait ByBlocks {
    /// How many bytes of the source there must be for a block: what is loaded for it.
    const WINDOW: usize;
    /// How many bytes of room there must be for a block: what is stored to for it.
    const ROOM: usize;

    /// Converts a block, or the first characters of one, from the start of `rest`. Gives how many bytes of
    /// the source that is: 0 if there may be an error. The block before became `grown_to` bytes.
    fn block<S: Lanes>(simd: S, rest: &[u8], grown_to: usize, out: &mut Output<'_>) -> usize;

    /// Converts a register, or what there is, from the start of `rest`, which is not empty. Gives how
    /// many bytes of the source that is, and why not more, unless one just has to go on behind them.
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>);
}

/// Converts `src` from `at` on.
#[inline(always)]
pub(super) fn convert<S: Lanes, K: ByBlocks>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let mut rest = &src[at..];
    loop {
        rest = whole_blocks::<S, K>(simd, rest, out);
        if rest.is_empty() {
            return (src.len(), Why::Error);
        }
        let (len, why) = K::part(simd, rest, out);
        rest = &rest[len..];
        if let Some(why) = why {
            return (src.len() - rest.len(), why);
        }
    }
}

/// Converts all of `src`, which is few units of `C`, if it is well-formed and there is room for it; or nothing.
///
/// `PART` bytes at a time, which is what [`ByBlocks::part`] takes, and each of them is the same work whatever is in it: no
/// branch depends on what is where. And where the next one begins does not wait for what is found in this one.
#[inline(always)]
pub(super) fn few<const PART: usize, S: Lanes, K: ByBlocks, C: Code>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let before = out.written();
    let mut rest = src;
    while !rest.is_empty() {
        let len = if rest.len() > PART { C::boundary(rest, PART) } else { rest.len() };
        let (part, behind) = rest.split_at(len);
        let (read, why) = K::part(simd, part, out);
        if why.is_some() || read < len {
            out.retract(out.written() - before);
            return false;
        }
        rest = behind;
    }
    true
}

/// As [`convert`]. Of a long text, first so few units of `FROM` bytes that, if each becomes one of `TO`, the stores of the
/// blocks behind them are aligned: one that crosses a cache line takes twice as long.
#[inline(always)]
pub(super) fn convert_aligned<const FROM: usize, const TO: usize, S: Lanes, K: ByBlocks>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let few = few_to_align::<FROM, TO, S, K>(simd, &src[at..], out);
    convert::<S, K>(simd, src, at + few, out)
}

/// Converts these few; gives how many bytes of the source they were.
#[inline(always)]
pub(super) fn few_to_align<const FROM: usize, const TO: usize, S: Lanes, K: ByBlocks>(
    simd: S,
    rest: &[u8],
    out: &mut Output<'_>,
) -> usize {
    let beyond = out.behind_multiple_of(S::LANES);
    if rest.len() < 2 * K::WINDOW || beyond == 0 || !beyond.is_multiple_of(TO) {
        return 0;
    }
    let (few, _) = rest.split_at((S::LANES - beyond) / TO * FROM);
    let mut done = 0;
    // Where they end a character may be cut: it is not among them then.
    while done < few.len() {
        match K::part(simd, &few[done..], out) {
            (len, None) => done += len,
            (len, Some(_)) => return done + len,
        }
    }
    done
}

/// Converts whole blocks, if there are any, and gives the rest.
#[inline(always)]
pub(super) fn whole_blocks<'s, S: Lanes, K: ByBlocks>(
    simd: S,
    rest: &'s [u8],
    out: &mut Output<'_>,
) -> &'s [u8] {
    if rest.len() < K::WINDOW || out.room() < K::ROOM {
        return rest;
    }
    simd.frame(WholeBlocks { src: rest, out, kernel: PhantomData::<K> })
}

/// Blocks from the start of `src` on, for as long as there are whole ones without errors.
struct WholeBlocks<'r, 'o, 's, K> {
    src: &'s [u8],
    out: &'r mut Output<'o>,
    kernel: PhantomData<K>,
}

impl<'s, S: Lanes, K: ByBlocks> Kernel<S> for WholeBlocks<'_, '_, 's, K> {
    /// The rest.
    type Output = &'s [u8];

    #[inline(always)]
    fn run(self, simd: S) -> &'s [u8] {
        let WholeBlocks { src: mut rest, out, .. } = self;
        // In a variable of this function it can be kept in registers.
        let mut output = out.take();
        let mut grown_to = 0;
        while rest.len() >= K::WINDOW && output.room() >= K::ROOM {
            let before = output.written();
            let len = K::block(simd, rest, grown_to, &mut output);
            if len == 0 {
                break;
            }
            rest = &rest[len..];
            grown_to = output.written() - before;
        }
        *out = output;
        rest
    }
}

/// Units of 16 bits between the order `O` and that of a register.
#[inline(always)]
pub(in crate::kernel) fn ordered16<S: Lanes, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.byte_swap16(units) } else { units }
}

/// Units of 32 bits between the order `O` and that of a register.
#[inline(always)]
pub(in crate::kernel) fn ordered32<S: Lanes, O: Order>(simd: S, units: S::V) -> S::V {
    if O::SWAP { simd.byte_swap32(units) } else { units }
}

/// Eights of a register: those of its first half in turn with those of its second.
const IN_TURN: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = (lane / 16 * 8 + lane / 8 % 2 * 32 + lane % 8) as u8;
        lane += 1;
    }
    index
};

/// Prepares a register for unpacks. One works within each 16 bytes, so it gets in each what it is to make
/// the same 16 bytes of both results from.
#[inline(always)]
pub(super) fn in_turn<S: Lanes>(simd: S, v: S::V) -> S::V {
    simd.permute8(simd.load(&IN_TURN, 0), v)
}

/// A mask of the first `len` lanes, at most 64.
#[inline(always)]
pub(super) fn first_lanes(len: usize) -> u64 {
    u64::MAX.checked_shr(64 - len as u32).unwrap_or(0)
}

/// The lane of the first thing kept that there is no room for, where there is room for so many; 64 if
/// there is room for all.
#[inline(always)]
pub(super) fn first_without_room(kept: u64, room: usize) -> usize {
    if kept.count_ones() as usize <= room {
        return 64;
    }
    let mut rest = kept;
    for _ in 0..room {
        rest &= rest - 1;
    }
    rest.trailing_zeros() as usize
}
