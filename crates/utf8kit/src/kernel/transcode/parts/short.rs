//! Short text: each block of it by itself, without a branch on what is in it.
//!
//! ```text
//! until the end of the text:
//!     load up to a block, up to the end of a character, with zeros behind the text
//!     an error, or too little room: take back everything, and give false
//!     write the block, and take back what the zeros became
//! ```
//!
//! A store may take more room than its bytes need. If there is less, everything is written to
//! memory of its own and then copied.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::careful::one_before;
use super::{ByParts, Source};
use crate::codec::Codec;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// The most bytes that are short.
const SHORT_BYTES: usize = 128;

/// Converts all of `src`, at most [`SHORT_BYTES`], if it is well-formed, has a form in the target
/// and there is room for it; or nothing. `false` need not be an error.
#[inline(always)]
pub(in crate::kernel::transcode) fn short<S: Parts, K: ByParts>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    let unit = K::Source::UNIT;
    if src.len() > SHORT_BYTES || !src.len().is_multiple_of(unit) {
        return false;
    }
    // A block may end with half of a pair, which goes to the next one.
    let least = if unit == 2 { S::LANES - unit } else { S::LANES };
    let blocks = 1 + src.len().saturating_sub(S::LANES).div_ceil(least);
    if out.room() >= blocks * K::GROWTH_BLOCKS * S::LANES {
        return blocks_of::<S, K>(simd, src, out);
    }
    simd.frame(Tight { src, out, kernel: PhantomData::<K> })
}

/// Converts with less room than the stores may take. It has a frame of its own, because the memory
/// for that takes registers.
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
        // Two bytes become at most three. Behind them there is room for what the last store may
        // take.
        let mut memory = [MaybeUninit::uninit(); 2 * SHORT_BYTES];
        let mut forms = Output::over_uninit::<u8>(&mut memory);
        blocks_of::<S, K>(simd, src, &mut forms) && out.push_written(forms)
    }
}

/// Converts all of `src` if each block finds room for what it stores; otherwise nothing.
#[inline(always)]
fn blocks_of<S: Parts, K: ByParts>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    let before = out.written();
    let mut rest = src;
    while !rest.is_empty() {
        let len = if rest.len() > S::LANES { K::Source::start(rest, S::LANES) } else { rest.len() };
        let (text, behind) = rest.split_at(len);
        if out.room() < K::GROWTH_BLOCKS * S::LANES || !one_block::<S, K>(simd, text, out) {
            out.retract(out.written() - before);
            return false;
        }
        rest = behind;
    }
    true
}

/// Converts `text`, which is at most a block, if it is well-formed; otherwise nothing.
#[inline(always)]
pub(in crate::kernel::transcode) fn one_block<S: Parts, K: ByParts>(
    simd: S,
    text: &[u8],
    out: &mut Output<'_>,
) -> bool {
    // A high surrogate at the end of a whole block has no zeros behind it that would tell the
    // error.
    if K::Source::start(text, text.len()) < text.len() {
        return false;
    }
    let x = simd.load_prefix(text);
    let before = one_before::<S, K>(simd, x);
    if simd.any_nonzero(K::errors(simd, x, before)) {
        return false;
    }
    K::block(simd, x, before, out);
    // Each unit of zeros behind the text is a character.
    out.retract((S::LANES - text.len()) / K::Source::UNIT * K::Target::LEAST);
    true
}

#[cfg(all(test, feature = "internal", feature = "alloc"))]
mod tests {
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::kernel::transcode::Utf16ToUtf8;
    use crate::simd::emulated::Emulated;

    fn check<const LANES: usize>(units: &[u16]) {
        let bytes: Vec<u8> = units.iter().copied().flat_map(u16::to_le_bytes).collect();
        let expected = String::from_utf16(units).ok();
        let exact = expected.as_ref().map_or(3 * units.len(), String::len);
        for room in [exact, exact + 5, exact + 300, exact - 1] {
            let mut memory = vec![0xAA; room];
            let mut out = Output::over(&mut memory);
            let is_done = short::<_, Utf16ToUtf8>(Emulated::<LANES>, &bytes, &mut out);
            let written = out.written();
            assert_eq!(is_done, expected.is_some() && room >= exact, "{units:04X?} into {room}");
            assert_eq!(written, if is_done { exact } else { 0 });
            if is_done {
                assert_eq!(Some(&memory[..exact]), expected.as_deref().map(str::as_bytes));
            }
        }
        let mut out = Output::default();
        assert!(!short::<_, Utf16ToUtf8>(Emulated::<LANES>, &bytes[1..], &mut out));
    }

    /// Pairs, and halves of pairs, stand over the ends of blocks.
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
