//! Short text: each block of it by itself, without a branch on what is where in it.
//!
//! ```text
//! up to a block:   load it, with zeros behind the text
//! more:            block after block; the last one begins among bytes that are done, and ends
//!                  with the text
//! in each block:   an error in lanes that are not done: take back everything, and give false
//!                  write the units of the lanes that are not done and in which a character ends
//! ```
//!
//! A store may take more room than its units need. If there is less, everything is written to
//! memory of its own and then copied.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::{Joiner, Views, Wide};
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::scalar::table::is_continuation;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// The most bytes that are short.
const SHORT_BYTES: usize = 64;

/// Converts all of `src`, at most [`SHORT_BYTES`], if it is well-formed and there is room for it;
/// or nothing. `false` need not be an error.
///
/// `half` is a vocabulary of half as many lanes. Where these are enough, they are half the work.
#[inline(always)]
pub(in crate::kernel::transcode) fn short<S: Parts, N: Parts, W: Wide>(
    simd: S,
    half: N,
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    if src.is_empty() || src.len() > SHORT_BYTES {
        return false;
    }
    if out.room() >= room_for::<S, N, W>(src.len()) {
        return blocks::<S, N, W>(simd, half, src, out);
    }
    simd.frame(Tight { half, src, out, wide: PhantomData::<W> })
}

/// How much room the stores take.
#[inline(always)]
fn room_for<S: Parts, N: Parts, W: Wide>(len: usize) -> usize {
    W::UNIT_BYTES * if len <= N::LANES { N::LANES } else { len.next_multiple_of(S::LANES) }
}

/// Converts with less room than the stores take. It has a frame of its own, because the memory for
/// that takes registers.
struct Tight<'r, 'o, N, W> {
    half: N,
    src: &'r [u8],
    out: &'r mut Output<'o>,
    wide: PhantomData<W>,
}

impl<S: Parts, N: Parts, W: Wide> Kernel<S> for Tight<'_, '_, N, W> {
    type Output = bool;

    #[inline(always)]
    fn run(self, simd: S) -> bool {
        let Tight { half, src, out, .. } = self;
        // A byte becomes at most one unit, of up to four bytes.
        let mut memory = [MaybeUninit::uninit(); 4 * SHORT_BYTES];
        let mut units = Output::over_uninit::<u8>(&mut memory);
        blocks::<S, N, W>(simd, half, src, &mut units) && out.push_written(units)
    }
}

/// Converts all of `src`, if it is well-formed; or nothing. There must be room for a unit for each
/// lane.
#[inline(always)]
fn blocks<S: Parts, N: Parts, W: Wide>(simd: S, half: N, src: &[u8], out: &mut Output<'_>) -> bool {
    if src.len() <= S::LANES {
        one_block::<S, N, W>(simd, half, src, out)
    } else {
        several_blocks::<S, W>(simd, src, out)
    }
}

/// Converts all of `src`, which is at most a block, if it is well-formed; or nothing.
#[inline(always)]
pub(in crate::kernel::transcode) fn one_block<S: Parts, N: Parts, W: Wide>(
    simd: S,
    half: N,
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    if src.len() <= N::LANES {
        only_block::<N, W>(half, src, out)
    } else {
        only_block::<S, W>(simd, src, out)
    }
}

/// Converts all of `src`, which is more than a block, if it is well-formed; or nothing.
#[inline(always)]
fn several_blocks<S: Parts, W: Wide>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    if sequence_over(src, src.len()) < src.len() {
        return false;
    }
    let before = out.written();
    let mut done = 0;
    while done < src.len() {
        // The last block begins among bytes that are done.
        let at = done.min(src.len() - S::LANES);
        if !block_at::<S, W>(simd, src, at, done, out) {
            out.retract(out.written() - before);
            return false;
        }
        done = at + S::LANES;
    }
    true
}

/// Converts all of `src`, which is at most a block of this vocabulary, if it is well-formed; or
/// nothing.
#[inline(always)]
fn only_block<S: Parts, W: Wide>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    // If there are fewer bytes, zeros follow them, which cannot follow a character that is cut off.
    if src.len() == S::LANES && sequence_over(src, S::LANES) < S::LANES {
        return false;
    }
    let views = Views::at_start(simd, simd.load_prefix(src));
    let lanes = u32::MAX >> (32 - src.len());
    let are_right = errors(simd, views) == 0;
    if are_right {
        write::<S, W>(simd, views, lanes, true, out);
    }
    are_right
}

/// Converts the characters of `src` that end in the block at `at`, but for those that end before
/// `from`, an index in the block. (A character that becomes a pair ends at its third byte, too.)
/// Gives whether there is no error.
#[inline(always)]
fn block_at<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    from: usize,
    out: &mut Output<'_>,
) -> bool {
    let x = simd.load(src, at);
    let views = if at < 3 {
        Views::at_start(simd, x)
    } else {
        Views {
            x,
            one: simd.load(src, at - 1),
            two: simd.load(src, at - 2),
            three: simd.load(src, at - 3),
        }
    };
    // The lanes before `from` are done. The views of the first lanes may lack the bytes before
    // them.
    let all = u32::MAX >> (32 - S::LANES);
    let lanes = all << (from - at) & all;
    let are_right = errors(simd, views) & lanes == 0;
    if are_right {
        let is_end = src.get(at + S::LANES).is_none_or(|&next| !is_continuation(next));
        write::<S, W>(simd, views, lanes, is_end, out);
    }
    are_right
}

/// The lanes of bytes that cannot follow those before them.
#[inline(always)]
fn errors<S: Parts>(simd: S, views: Views<S>) -> u32 {
    let Views { x, one, two, three } = views;
    let errors = Tables::new(simd).errors(simd, x, [one, two, three]);
    !simd.bits(simd.eq(errors, simd.splat(0))) as u32 & u32::MAX >> (32 - S::LANES)
}

/// Writes the units of `lanes`, which have no errors. `is_end` tells whether a character ends with
/// the last of these lanes.
#[inline(always)]
fn write<S: Parts, W: Wide>(
    simd: S,
    views: Views<S>,
    lanes: u32,
    is_end: bool,
    out: &mut Output<'_>,
) {
    let starts = !simd.bits(simd.greater_signed(simd.splat(0xC0), views.x)) as u32;
    let last = lanes & !(lanes >> 1);
    let mut keep = starts >> 1 & !last | if is_end { last } else { 0 };
    if W::PAIRS {
        keep |= simd.bits(simd.at_most(simd.splat(0xF0), views.two)) as u32;
    }
    W::any(simd, Joiner::new(simd), views, keep & lanes, out);
}

#[cfg(all(test, feature = "internal", feature = "alloc"))]
mod tests {
    use alloc::string::String;
    use alloc::vec;
    use alloc::vec::Vec;

    use super::*;
    use crate::kernel::transcode::Utf8ToUtf16;
    use crate::simd::emulated::Emulated;

    fn check<const LANES: usize, const HALF: usize>(bytes: &[u8]) {
        let expected: Option<Vec<u8>> = core::str::from_utf8(bytes)
            .ok()
            .map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        let exact = expected.as_ref().map_or(2 * bytes.len(), Vec::len);
        for room in [exact, exact + 5, exact + 200, exact - 1] {
            let mut memory = vec![0xAA; room];
            let mut out = Output::over(&mut memory);
            let (simd, half) = (Emulated::<LANES>, Emulated::<HALF>);
            let is_done = short::<_, _, Utf8ToUtf16>(simd, half, bytes, &mut out);
            let written = out.written();
            assert_eq!(is_done, expected.is_some() && room >= exact, "{bytes:02X?} into {room}");
            assert_eq!(written, if is_done { exact } else { 0 });
            if is_done {
                assert_eq!(Some(&memory[..exact]), expected.as_deref());
            }
        }
    }

    /// Characters of all lengths over the ends of blocks; whole, cut off, and with a bad byte.
    #[test]
    fn any_length() {
        for (turn, len) in (0..5).flat_map(|turn| (1..=64).map(move |len| (turn, len))) {
            let text: String = "a日é😀яb語".chars().cycle().skip(turn).take(len).collect();
            let mut bytes = text.into_bytes();
            let end = (len..).find(|&at| at == bytes.len() || bytes[at] & 0xC0 != 0x80);
            let end = end.filter(|&end| end <= 64).unwrap_or(len);
            for (end, bad) in [(end, None), (len, None), (end, Some(len * 7 % end))] {
                bytes.truncate(64.max(end));
                let mut bytes = bytes[..end].to_vec();
                if let Some(at) = bad {
                    bytes[at] = 0xFF;
                }
                check::<16, 16>(&bytes);
                check::<32, 16>(&bytes);
                check::<32, 32>(&bytes);
            }
        }
    }
}
