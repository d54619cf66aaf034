//! A few units: each block of them by itself, without a branch on what is in it.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::careful::one_before;
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
    let least = if unit == 2 { S::LANES - unit } else { S::LANES };
    let blocks = 1 + src.len().saturating_sub(S::LANES).div_ceil(least);
    if out.room() >= blocks * K::GROWTH * S::LANES {
        return blocks_of::<S, K>(simd, src, out);
    }
    simd.frame(Tight { src, out, kernel: PhantomData::<K> })
}

/// Whether `src` is no more than a block, and there is the room that it takes.
#[inline(always)]
pub(in crate::kernel::transcode) fn is_one_block<S: Parts, K: ByParts>(
    _: S,
    src: &[u8],
    room: usize,
) -> bool {
    src.len().is_multiple_of(K::Source::UNIT)
        && (1..=S::LANES).contains(&src.len())
        && room >= K::GROWTH * S::LANES
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
        if out.room() < K::GROWTH * S::LANES || !one_block::<S, K>(simd, text, out) {
            out.retract(out.written() - before);
            return false;
        }
        rest = behind;
    }
    true
}

/// The same of up to a block.
#[inline(always)]
pub(in crate::kernel::transcode) fn one_block<S: Parts, K: ByParts>(
    simd: S,
    text: &[u8],
    out: &mut Output<'_>,
) -> bool {
    // Half of a pair that ends a whole block is behind nothing that tells.
    if K::Source::start(text, text.len()) < text.len() {
        return false;
    }
    let x = K::Source::ordered(simd, simd.load_prefix(text));
    let before = one_before::<S, K>(simd, x);
    if simd.any_nonzero(K::errors(simd, x, before)) {
        return false;
    }
    K::block(simd, x, before, out);
    // Each unit of zeros behind the text is a character.
    out.retract((S::LANES - text.len()) / K::Source::UNIT * K::Target::LEAST);
    true
}

#[cfg(all(test, feature = "emulated", feature = "alloc"))]
mod tests {
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::kernel::transcode::{Little, Utf16ToUtf8};
    use crate::simd::emulated::Emulated;

    fn check<const LANES: usize>(units: &[u16]) {
        let bytes: Vec<u8> = units.iter().copied().flat_map(u16::to_le_bytes).collect();
        let expected = String::from_utf16(units).ok();
        let exact = expected.as_ref().map_or(3 * units.len(), String::len);
        for room in [exact, exact + 5, exact + 300, exact - 1] {
            let mut memory = vec![0xAA; room];
            let mut out = Output::over(&mut memory);
            let is_done = few::<_, Utf16ToUtf8<Little>>(Emulated::<LANES>, &bytes, &mut out);
            let written = out.written();
            assert_eq!(is_done, expected.is_some() && room >= exact, "{units:04X?} into {room}");
            assert_eq!(written, if is_done { exact } else { 0 });
            if is_done {
                assert_eq!(Some(&memory[..exact]), expected.as_deref().map(str::as_bytes));
            }
        }
        let mut out = Output::default();
        assert!(!few::<_, Utf16ToUtf8<Little>>(Emulated::<LANES>, &bytes[1..], &mut out));
    }

    /// Pairs over the ends of blocks; and halves of pairs there.
    #[test]
    fn any_number() {
        for (turn, len) in (0..5).flat_map(|turn| (1..=64).map(move |len| (turn, len))) {
            let text: String = "a日😀éя😀語".chars().cycle().skip(turn).take(len).collect();
            let mut units: Vec<u16> = text.encode_utf16().take(len).collect();
            check::<16>(&units);
            check::<32>(&units);
            units[turn * 7 % len] = [0xD83D, 0xDE00][turn % 2];
            check::<16>(&units);
            check::<32>(&units);
        }
    }
}
