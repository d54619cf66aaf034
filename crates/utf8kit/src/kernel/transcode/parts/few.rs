//! A few units: each block of them by itself, without a branch on what is in it.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::{ByParts, Source};
use crate::raw::Output;
use crate::scalar::form::Code;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// The most bytes that are few.
const FEW: usize = 128;

/// Converts all of `src`, at most [`FEW`] bytes, if it is well-formed, has a form in the target and there is room for it; or nothing.
/// `false` need not be an error.
#[inline(always)]
pub(in crate::kernel::transcode) fn few<S: Parts, K: ByParts>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let unit = K::Source::UNIT;
    if src.len() > FEW || !src.len().is_multiple_of(unit) {
        return false;
    }
    // A block may end with half of a pair, which goes to the next one.
    let blocks = src.len().div_ceil(S::LANES - unit);
    if out.room() >= blocks * K::GROWTH * S::LANES {
        return blocks_of::<S, K>(simd, src, out);
    }
    simd.frame(Tight { src, out, kernel: PhantomData::<K> })
}

/// The same with less room than the stores may take. In a frame of its own: that takes registers and memory.
struct Tight<'r, 'o, K> {
    src: &'r [u8],
    out: &'r mut Output<'o>,
    kernel: PhantomData<K>,
}

impl<S: Parts, K: ByParts> Kernel<S> for Tight<'_, '_, K> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let Tight { src, out, .. } = self;
        // Up to three bytes for two, and behind them what else the last store may take.
        let mut memory = [MaybeUninit::uninit(); 2 * FEW];
        let mut forms = Output::over_uninit::<u8>(&mut memory);
        blocks_of::<S, K>(simd, src, &mut forms) && out.push_written(forms)
    }
}

/// The same, if each block finds room for what it stores.
#[inline(always)]
fn blocks_of<S: Parts, K: ByParts>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    let before = out.written();
    let mut rest = src;
    while !rest.is_empty() {
        let len = if rest.len() > S::LANES { K::Source::start(rest, S::LANES) } else { rest.len() };
        let (text, behind) = rest.split_at(len);
        if out.room() < K::GROWTH * S::LANES || !block::<S, K>(simd, text, out) {
            out.retract(out.written() - before);
            return false;
        }
        rest = behind;
    }
    true
}

/// The same of up to a block.
#[inline(always)]
fn block<S: Parts, K: ByParts>(simd: S, text: &[u8], out: &mut Output<'_>) -> bool {
    // Half of a pair that ends a whole block is behind nothing that tells.
    if text.is_empty() || K::Source::start(text, text.len()) < text.len() {
        return false;
    }
    let x = K::Source::ordered(simd, simd.load_prefix(text));
    let before = if K::Source::UNIT == 2 { simd.shift_up::<2>(x) } else { x };
    if simd.any_nonzero(K::errors(simd, x, before)) {
        return false;
    }
    K::block(simd, x, before, out);
    // Each unit of zeros behind the text is a character.
    out.retract((S::LANES - text.len()) / K::Source::UNIT * K::Target::LEAST);
    true
}
