//! Encodings that are like another one but for some characters: a kernel of the other one, kept away
//! from those.

use core::marker::PhantomData;

use super::{InBlocks, InLanes, Order, Shape, Stopped, Transcode, Why};
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// The kernel `K`, but it stops before what `W` shuns: that is left to be done one by one.
pub(crate) struct Shunning<K, W>(PhantomData<(K, W)>);

/// The kernel `K` for a text in which other sequences are well-formed too: at those it stops as at errors,
/// and replaces none.
pub(crate) struct Part<K>(PhantomData<K>);

impl<K: Transcode> Transcode for Part<K> {
    const NAME: &'static str = K::NAME;
    const BLOCKS: bool = K::BLOCKS;
    const LANES: bool = K::LANES;
    const PLAIN: bool = K::PLAIN;

    #[inline(always)]
    fn plain<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> usize {
        K::plain(simd, src, out)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        K::blocks(simd, src, at, out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        K::lanes(simd, src, at, out)
    }
}

/// What is shunned, recognised in a block of the source.
pub(crate) trait Shun {
    /// Bytes in a code unit.
    const UNIT: usize = 1;
    /// A bit for each byte that is it, or a part of it.
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64;
}

/// Leads of four-byte forms, which CESU-8 has not.
pub(crate) enum FourBytes {}

/// The byte 00, for which Modified UTF-8 has C0 80.
pub(crate) enum Nul {}

/// U+0000 in UTF-16.
pub(crate) enum Nul16 {}

/// What is above U+FFFF in UTF-32 of the order `O`.
pub(crate) struct Supplementary<O>(PhantomData<O>);

/// U+0000 in UTF-32.
pub(crate) enum Nul32 {}

/// Both.
pub(crate) struct Either<A, B>(PhantomData<(A, B)>);

impl<A: Shun, B: Shun> Shun for Either<A, B> {
    const UNIT: usize = A::UNIT;

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64 {
        A::hits(simd, v) | B::hits(simd, v)
    }
}

impl Shun for FourBytes {
    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64 {
        simd.bits(simd.at_most(simd.splat(0xF0), v))
    }
}

impl Shun for Nul {
    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64 {
        simd.bits(simd.eq(v, simd.splat(0)))
    }
}

impl Shun for Nul16 {
    const UNIT: usize = 2;

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64 {
        let zeros = Nul::hits(simd, v);
        zeros & zeros >> 1 & 0x5555_5555_5555_5555
    }
}

impl<O: Order> Shun for Supplementary<O> {
    const UNIT: usize = 4;

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64 {
        let is_high_half = if O::SWAP { 0x3333_3333_3333_3333 } else { 0xCCCC_CCCC_CCCC_CCCC };
        !Nul::hits(simd, v) & is_high_half & (u64::MAX >> (64 - S::LANES))
    }
}

impl Shun for Nul32 {
    const UNIT: usize = 4;

    #[inline(always)]
    fn hits<S: Blocks>(simd: S, v: S::V) -> u64 {
        let zeros = Nul::hits(simd, v);
        let zeros = zeros & zeros >> 1;
        zeros & zeros >> 2 & 0x1111_1111_1111_1111
    }
}

/// Bytes that are looked through before they are converted.
pub(super) const WINDOW: usize = 1024;

/// How many bytes there are before the first that is shunned, in whole code units. `bytes` starts with a
/// unit.
#[inline(always)]
fn clear<S: Blocks, W: Shun>(simd: S, bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(block) = bytes.get(at..at + S::LANES) {
        let hits = W::hits(simd, simd.load(block, 0));
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / W::UNIT * W::UNIT;
        }
        at += S::LANES;
    }
    let rest = &bytes[at..];
    let hits = W::hits(simd, simd.load_prefix(rest));
    // Behind the end are zeros, which may be shunned: then the end is as good a place.
    at + rest.len().min(hits.trailing_zeros() as usize / W::UNIT * W::UNIT)
}

impl<K: Transcode, W: Shun> Transcode for Shunning<K, W> {
    const NAME: &'static str = K::NAME;
    const BLOCKS: bool = K::BLOCKS;
    const LANES: bool = K::LANES;

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        Self::convert::<InBlocks, S>(simd, src, at, out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        Self::convert::<InLanes, S>(simd, src, at, out)
    }
}

impl<K: Transcode, W: Shun> Shunning<K, W> {
    #[inline(always)]
    fn convert<F: Shape<S>, S: Blocks>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
    ) -> Stopped {
        let mut at = at;
        loop {
            let end = window::<S, W>(simd, src, at);
            let (stopped, why) = F::run::<K>(simd, &src[..end], at, out);
            // The end of a window may cut a character, which the kernel takes for an error.
            let is_cut = end < src.len() && why == Why::Error && stopped > at;
            if !is_cut {
                return (stopped, why);
            }
            at = stopped;
        }
    }
}

/// The end of what is clear from `at` on, in the next window.
#[inline(always)]
pub(super) fn window<S: Blocks, W: Shun>(simd: S, src: &[u8], at: usize) -> usize {
    let rest = &src[at..];
    at + clear::<S, W>(simd, rest.get(..WINDOW).unwrap_or(rest))
}
