//! One block, wherever it is: nothing is known of what stands before it, it may have errors, and
//! the text and the output may end in it.
//!
//! ```text
//! load up to a block, with zeros behind the text
//! ASCII, and room for a whole block: widen it, and take back what the zeros became
//! an error, or a character that is cut off: leave out the lanes from there on; none is left: stop
//! room for a whole block: write the units
//! otherwise: write them to memory of its own, and copy the characters that fit
//! stop if there was an error, or if the text ends within a character
//! ```

use super::{Joiner, Views, Wide};
use crate::kernel::transcode::{Stopped, Why};
use crate::kernel::validate;
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::parts::Parts;

/// The most blocks of ASCII that are converted here, before a loop is set up for more of them.
const MAX_ASCII_BLOCKS: usize = 4;

/// Converts ASCII from `at` on, at most [`MAX_ASCII_BLOCKS`] of it. Gives where to go on.
#[inline(always)]
pub(super) fn ascii<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> usize {
    let (mut at, mut left) = (at, MAX_ASCII_BLOCKS);
    while left > 0
        && let Some(block) = src.get(at..at + S::LANES)
        && out.room() >= S::LANES * W::UNIT_BYTES
    {
        let x = simd.load(block, 0);
        if simd.any_high(x) {
            break;
        }
        W::ascii(simd, x, out);
        at += S::LANES;
        left -= 1;
    }
    at
}

/// Converts the characters that are whole within a block from `at` on, up to the first error. Gives
/// the index to go on from, or where to stop.
#[inline(always)]
pub(super) fn block<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Result<usize, Stopped> {
    let rest = &src[at..];
    let len = rest.len().min(S::LANES);
    let x = if let Some(block) = rest.get(..S::LANES) {
        simd.load(block, 0)
    } else {
        simd.load_prefix(rest)
    };
    if !simd.any_high(x) && out.room() >= S::LANES * W::UNIT_BYTES {
        W::ascii(simd, x, out);
        out.retract((S::LANES - len) * W::UNIT_BYTES);
        return Ok(at + len);
    }
    let views = Views::at_start(simd, x);
    let errors = Tables::new(simd).errors(simd, x, [views.one, views.two, views.three]);
    // Most blocks are clean. For those, what comes next need not wait for the place of an error.
    let mut clean = S::LANES;
    if simd.any_nonzero(errors) {
        clean = validate::clean(simd, errors);
    }
    // What stands before `at` may be an error, so no sequence is taken to reach over `at`.
    let mut whole = sequence_over(src, at + clean.min(len)).max(at) - at;
    if whole == 0 {
        return Err((at, Why::Error));
    }
    let within = u32::MAX >> (32 - whole);
    let starts = !simd.bits(simd.greater_signed(simd.splat(0xC0), x)) as u32;
    let mut keep = (starts >> 1 | 1 << (whole - 1)) & within;
    if W::PAIRS {
        keep |= simd.bits(simd.at_most(simd.splat(0xF0), views.two)) as u32 & within;
    }
    let joiner = Joiner::new(simd);
    if out.room() >= S::LANES * W::UNIT_BYTES {
        W::any(simd, joiner, views, keep, out);
    } else {
        // There is memory for 32 units of four bytes.
        let mut units = [0; 128];
        W::any(simd, joiner, views, keep, &mut Output::over(&mut units));
        let fit = out.room() / W::UNIT_BYTES;
        let is_full = keep.count_ones() as usize > fit;
        if is_full {
            while keep.count_ones() as usize > fit {
                keep ^= 1 << keep.ilog2();
            }
            // The last lane may be the third byte of four.
            let lanes = 32 - keep.leading_zeros() as usize;
            whole = sequence_over(src, at + lanes).max(at) - at;
            keep &= (1 << whole) - 1;
        }
        out.extend(&units[..keep.count_ones() as usize * W::UNIT_BYTES]);
        if is_full {
            return Err((at + whole, Why::Room));
        }
    }
    if clean < len || (whole < len && len == rest.len()) {
        return Err((at + whole, Why::Error));
    }
    Ok(at + whole)
}
