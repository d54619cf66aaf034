//! CESU-8 and Modified UTF-8, in which a character above U+FFFF is a pair of surrogates of three bytes each.
//!
//! Most text has none, and then it is converted as UTF-8. Where there are some, a stretch goes through
//! 16-bit units: there a surrogate is a unit like any other, to which both sides have a kernel.

use core::marker::PhantomData;

use super::shunning::{Shun, WINDOW, window};
use super::{
    AnyToUnits, AsPair, InBlocks, InLanes, Little, Shape, Stopped, Transcode, Utf16ToUtf8, Why,
};
use crate::raw::Output;
use crate::scalar::form::{Code, Utf16};
use crate::simd::blocks::{Blocks, Kernel};
use crate::simd::lanes::Lanes;

/// The kernel `K`, kept away from what `W` shuns; there, and where it stops, the kernel `P` goes on for a
/// while.
pub(crate) struct Pairs<K, W, P>(PhantomData<(K, W, P)>);

/// By way of 16-bit units, to which `A` converts and from which `B` does. `C` is the encoding of the source.
/// After a while it stops, whether there is an error or not.
pub(crate) struct Via<A, B, C>(PhantomData<(A, B, C)>);

/// From CESU-8 by way of its units, which `B` converts.
pub(crate) type FromUnits<B, C> = Via<AnyToUnits, B, C>;

/// To CESU-8 by way of its units, which `A` converts to.
pub(crate) type ToUnits<A, C> = Via<A, Utf16ToUtf8<Little, AsPair>, C>;

/// The most bytes of the source that go by way of units at a time.
const PIECE: usize = 1024;

/// How many do at first: behind an error there may be another one, and what goes by way of units behind that
/// is done in vain.
const FIRST_PIECE: usize = 64;

/// The units that they become, as bytes, and room for what is stored behind those.
const UNITS: usize = 2 * PIECE + 512;

impl<K: Transcode, W: Shun, P: Transcode> Pairs<K, W, P> {
    /// Where to go on behind a kernel that stopped: with `K` at once, or with `P` first. `Err` where to stop.
    #[inline(always)]
    fn next(
        src: &[u8],
        (at, end): (usize, usize),
        (stopped, why): Stopped,
    ) -> Result<(usize, bool), Stopped> {
        if why == Why::Room || stopped == src.len() {
            return Err((stopped, why));
        }
        // What `K` stops at, where nothing is shunned and nothing cut, `P` stops at too, but for a surrogate.
        if stopped + 3 < end && src[stopped] != 0xED {
            return Err((stopped, why));
        }
        // The end of a window may cut a character.
        let is_all_clear = end - at == WINDOW && stopped + 3 >= end;
        Ok((stopped, is_all_clear))
    }

    #[inline(always)]
    fn convert<F: Shape<S>, S: Blocks>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
    ) -> Stopped {
        let (mut at, mut piece) = (at, FIRST_PIECE);
        loop {
            let end = window::<S, W>(simd, src, at);
            if end > at {
                let stopped = F::run::<K>(simd, &src[..end], at, out);
                match Self::next(src, (at, end), stopped) {
                    Ok((next, goes_on)) => {
                        at = next;
                        if goes_on {
                            continue;
                        }
                    }
                    Err(stopped) => return stopped,
                }
            }
            let (stopped, why) = F::run::<P>(simd, &src[..src.len().min(at + piece)], at, out);
            if stopped == at || why == Why::Room {
                return (stopped, why);
            }
            at = stopped;
            piece = PIECE.min(2 * piece);
        }
    }
}

impl<K: Transcode, W: Shun, P: Transcode> Transcode for Pairs<K, W, P> {
    const NAME: &'static str = K::NAME;
    const BLOCKS: bool = K::BLOCKS && P::BLOCKS;
    const LANES: bool = K::LANES && P::LANES;

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        Self::convert::<InBlocks, S>(simd, src, at, out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        Self::convert::<InLanes, S>(simd, src, at, out)
    }
}

impl<A: Transcode, B: Transcode, C: Code> Transcode for Via<A, B, C> {
    const NAME: &'static str = B::NAME;
    const BLOCKS: bool = A::BLOCKS && B::BLOCKS;
    const LANES: bool = A::LANES && B::LANES;

    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        simd.frame(Piece::<InBlocks, Self>::of(src, at, out))
    }

    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        simd.frame(Piece::<InLanes, Self>::of(src, at, out))
    }
}

/// A piece of the source, in a function of its own: many pairs of encodings share it.
struct Piece<'k, 'o, F, V> {
    src: &'k [u8],
    at: usize,
    out: &'k mut Output<'o>,
    shape: PhantomData<(F, V)>,
}

impl<'k, 'o, F, V> Piece<'k, 'o, F, V> {
    #[inline(always)]
    fn of(src: &'k [u8], at: usize, out: &'k mut Output<'o>) -> Self {
        let src = &src[..src.len().min(at + PIECE)];
        Piece { src, at, out, shape: PhantomData }
    }
}

impl<S, F, A, B, C> Kernel<S> for Piece<'_, '_, F, Via<A, B, C>>
where
    S: Blocks,
    F: Shape<S>,
    A: Transcode,
    B: Transcode,
    C: Code,
{
    type Output = Stopped;

    #[inline(always)]
    fn run(self, simd: S) -> Stopped {
        let Piece { src, at, out, .. } = self;
        let mut memory = [0; UNITS];
        let mut units = Output::over(&mut memory);
        let (read, _) = F::run::<A>(simd, src, at, &mut units);
        let written = units.written();
        let (read, units) = whole(read, &memory[..written]);
        let (converted, why) = F::run::<B>(simd, units, 0, out);
        if converted == units.len() {
            return (read, Why::Error);
        }
        (at + source_len::<C>(&units[..converted]), why)
    }
}

/// Leaves out the first half of a pair at the end: the other one comes with the next piece, if there is one.
#[inline(always)]
fn whole(read: usize, units: &[u8]) -> (usize, &[u8]) {
    match units.split_last_chunk() {
        // Only CESU-8 is cut there, where it has three bytes.
        Some((before, &last)) if matches!(u16::from_le_bytes(last), 0xD800..=0xDBFF) => {
            (read - 3, before)
        }
        _ => (read, units),
    }
}

/// How many bytes in `C` became `units`, which are well-formed.
#[cold]
#[inline(never)]
fn source_len<C: Code>(units: &[u8]) -> usize {
    let (mut at, mut len) = (0, 0);
    while at < units.len()
        && let Ok((code, read)) = Utf16::<Little>::decode(units, at)
    {
        at += read;
        len += C::encode(code).map_or(0, |coded| coded.len());
    }
    len
}
