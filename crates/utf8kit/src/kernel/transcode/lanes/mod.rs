//! What the kernels for 512-bit lanes share.
//!
//! # The shape
//!
//! Whole blocks, for which there is more source and more room than they need, are converted
//! in a frame of their own, where they have all registers for their constants. What is left,
//! and what stands before an error, is converted in parts, which load and store only as many
//! bytes as there are.
//!
//! ```text
//! loop:
//!     while WINDOW_BYTES of source and ROOM_BYTES of room are left:
//!         K::block      a block, or its first characters; stop if it may have an error
//!     nothing left: done
//!     K::part           a register, or what there is; stop if it says why
//! ```

pub(super) mod latin1;
pub(super) mod to_utf8;
pub(in crate::kernel) mod utf16;
pub(in crate::kernel) mod utf32;

use core::marker::PhantomData;

use super::{Stopped, Why};
use crate::codec::Codec;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::lanes::Lanes;

/// A kernel that converts its source block by block.
pub(super) trait ByBlocks {
    /// How many bytes of the source a block loads, and which must therefore be there.
    const WINDOW_BYTES: usize;
    /// How many bytes of room a block stores to, and which must therefore be there.
    const ROOM_BYTES: usize;

    /// Converts a block, or its first characters, from the start of `rest`. Gives the number
    /// of bytes of the source that were converted: 0 if there may be an error. `grown_to` is
    /// the number of bytes that the block before became.
    fn block<S: Lanes>(simd: S, rest: &[u8], grown_to: usize, out: &mut Output<'_>) -> usize;

    /// Converts a register, or what there is, from the start of `rest`, which must not be
    /// empty. Gives the number of bytes of the source that were converted, and why there were
    /// not more; `None` if conversion just has to go on behind them.
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

/// Converts all of `src`, a short text in `C`, and gives `true`, if it is well-formed and
/// there is room for it. Otherwise it takes back what it wrote and gives `false`.
///
/// It takes `PART_BYTES` at a time, as [`ByBlocks::part`] does, and each part is the same
/// work whatever is in it: no branch depends on the text. Where the next part begins does not
/// depend on what is found in this one, so the CPU need not wait for that.
#[inline(always)]
pub(super) fn short<const PART_BYTES: usize, S: Lanes, K: ByBlocks, C: Codec>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let before = out.written();
    let mut rest = src;
    while !rest.is_empty() {
        let len = if rest.len() > PART_BYTES {
            PART_BYTES - C::unsettled(&rest[..PART_BYTES])
        } else {
            rest.len()
        };
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

/// Converts `src` from `at` on like [`convert`], with aligned stores in a long text: a store
/// that crosses a cache line takes twice as long.
///
/// It first converts less than a register. If each unit of that, of `FROM_BYTES`, becomes one
/// of `TO_BYTES`, the stores of the blocks behind it are aligned.
#[inline(always)]
pub(super) fn convert_aligned<
    const FROM_BYTES: usize,
    const TO_BYTES: usize,
    S: Lanes,
    K: ByBlocks,
>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let read = align_stores::<FROM_BYTES, TO_BYTES, S, K>(simd, &src[at..], out);
    convert::<S, K>(simd, src, at + read, out)
}

/// Converts the units after which stores are aligned; see [`convert_aligned`]. Gives the
/// number of bytes of the source that were converted.
#[inline(always)]
pub(super) fn align_stores<
    const FROM_BYTES: usize,
    const TO_BYTES: usize,
    S: Lanes,
    K: ByBlocks,
>(
    simd: S,
    rest: &[u8],
    out: &mut Output<'_>,
) -> usize {
    let beyond = out.behind_multiple_of(S::LANES);
    if rest.len() < 2 * K::WINDOW_BYTES || beyond == 0 || !beyond.is_multiple_of(TO_BYTES) {
        return 0;
    }
    let (head, _) = rest.split_at((S::LANES - beyond) / TO_BYTES * FROM_BYTES);
    let mut done = 0;
    // These units may end within a character, which is not converted then.
    while done < head.len() {
        match K::part(simd, &head[done..], out) {
            (len, None) => done += len,
            (len, Some(_)) => return done + len,
        }
    }
    done
}

/// Converts whole blocks, if there are any, and gives the rest of the source.
#[inline(always)]
pub(super) fn whole_blocks<'s, S: Lanes, K: ByBlocks>(
    simd: S,
    rest: &'s [u8],
    out: &mut Output<'_>,
) -> &'s [u8] {
    if rest.len() < K::WINDOW_BYTES || out.room() < K::ROOM_BYTES {
        return rest;
    }
    simd.frame(WholeBlocks { src: rest, out, kernel: PhantomData::<K> })
}

/// Converts blocks from the start of `src` on, for as long as there are whole ones without
/// errors.
struct WholeBlocks<'r, 'o, 's, K> {
    src: &'s [u8],
    out: &'r mut Output<'o>,
    kernel: PhantomData<K>,
}

impl<'s, S: Lanes, K: ByBlocks> Kernel<S> for WholeBlocks<'_, '_, 's, K> {
    /// The rest of the source.
    type Output = &'s [u8];

    #[inline(always)]
    fn run(self, simd: S) -> &'s [u8] {
        let WholeBlocks { src: mut rest, out, .. } = self;
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let mut grown_to = 0;
        while rest.len() >= K::WINDOW_BYTES && output.room() >= K::ROOM_BYTES {
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

/// A permutation of groups of eight bytes: those of the first half of a register in turn with
/// those of the second half.
const IN_TURN: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = (lane / 16 * 8 + lane / 8 % 2 * 32 + lane % 8) as u8;
        lane += 1;
    }
    index
};

/// Prepares a register for two unpacks with another one, so that their results hold the low
/// and the high half of the register in order. An unpack works within each 16 bytes: it makes
/// the same 16 bytes of its result from eight of them.
#[inline(always)]
pub(super) fn in_turn<S: Lanes>(simd: S, v: S::V) -> S::V {
    simd.permute8(simd.load(&IN_TURN, 0), v)
}

/// A mask of the first `len` lanes; `len` must be at most 64.
#[inline(always)]
pub(super) fn first_lanes(len: usize) -> u64 {
    u64::MAX.checked_shr(64 - len as u32).unwrap_or(0)
}

/// The lane of the first bit of `kept` for which there is no room, if there is room for
/// `room` of them; 64 if there is room for all.
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
