//! One block, wherever it is: nothing is known of what is before it, it may have errors, and the text and
//! the output may end in it.

use super::{Joiner, Views, Wide};
use crate::kernel::transcode::{Stopped, Why};
use crate::kernel::validate::check::{BEFORE_HIGH_OF_UNITS, Tables};
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::simd::parts::Parts;

/// Blocks of ASCII that are converted here, before a loop is set up for more of them.
const FEW: usize = 4;

/// Converts ASCII from `at` on, a few blocks of it. Gives where to go on.
#[inline(always)]
pub(super) fn ascii<S: Parts, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> usize {
    let (mut at, mut left) = (at, FEW);
    while left > 0
        && let Some(block) = src.get(at..at + S::LANES)
        && out.room() >= S::LANES * W::UNIT
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

/// Converts the characters that are whole within a block from `at` on, up to the first error. Gives where
/// to go on, or to stop.
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
    if !simd.any_high(x) && out.room() >= S::LANES * W::UNIT {
        W::ascii(simd, x, out);
        out.retract((S::LANES - len) * W::UNIT);
        return Ok(at + len);
    }
    let views = Views::at_start(simd, x);
    let tables =
        if W::SURROGATES { Tables::with(simd, BEFORE_HIGH_OF_UNITS) } else { Tables::new(simd) };
    let errors = tables.errors(simd, x, [views.one, views.two, views.three]);
    // Most blocks are clean: what comes next need not wait for where an error is.
    let mut clean = S::LANES;
    if simd.any_nonzero(errors) {
        clean = simd.bits(simd.eq(errors, simd.splat(0))).trailing_ones() as usize;
    }
    // What is before `at` may not reach over it.
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
    if out.room() >= S::LANES * W::UNIT {
        W::any(simd, joiner, views, keep, out);
    } else {
        // Up to 32 units of up to four bytes.
        let mut units = [0; 128];
        W::any(simd, joiner, views, keep, &mut Output::over(&mut units));
        let fit = out.room() / W::UNIT;
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
        out.extend(&units[..keep.count_ones() as usize * W::UNIT]);
        if is_full {
            return Err((at + whole, Why::Room));
        }
    }
    if clean < len || (whole < len && len == rest.len()) {
        return Err((at + whole, Why::Error));
    }
    Ok(at + whole)
}
