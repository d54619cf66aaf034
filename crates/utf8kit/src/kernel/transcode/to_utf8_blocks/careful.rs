//! One block, wherever it is: nothing is known of what is before it, it may have errors, and the text and
//! the output may end in it.

use super::Units;
use crate::kernel::transcode::{Stopped, Why};
use crate::raw::Output;
use crate::simd::parts::Parts;

/// Converts the characters that are whole within a block from `at` on, up to the first error. Gives where
/// to go on, or to stop.
#[inline(always)]
pub(super) fn block<S: Parts, U: Units>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Result<usize, Stopped> {
    let rest = &src[at..];
    let len = rest.len().min(S::LANES) / U::UNIT * U::UNIT;
    let mut x = prefix::<S, U>(simd, rest, len);
    let errors = U::errors(simd, x, one_before::<S, U>(simd, x));
    let clean = simd.bits(simd.eq(errors, simd.splat(0))).trailing_ones() as usize;
    let mut whole = U::start(rest, clean.min(len));
    if whole == 0 {
        return Err((at, Why::Error));
    }
    if whole < len {
        x = prefix::<S, U>(simd, rest, whole);
    }
    // Each unit of zeros behind the text becomes a byte.
    let padding = (S::LANES - whole) / U::UNIT;
    let before = one_before::<S, U>(simd, x);
    if out.room() >= 2 * S::LANES {
        U::any(simd, x, before, out);
        out.retract(padding);
    } else {
        let mut bytes = [0; 64];
        let mut all = Output::over(&mut bytes);
        U::any(simd, x, before, &mut all);
        let mut written = all.written() - padding;
        let is_full = written > out.room();
        if is_full {
            (whole, written) = (0, 0);
            loop {
                let (units, form) = U::len(rest, whole);
                if written + form > out.room() {
                    break;
                }
                (whole, written) = (whole + units, written + form);
            }
        }
        let mut from = 0;
        while from < written {
            out.put_prefix(simd, simd.load(&bytes, from), (written - from).min(S::LANES));
            from += S::LANES;
        }
        if is_full {
            return Err((at + whole, Why::Room));
        }
    }
    if clean < len || (whole < rest.len() && len < S::LANES) {
        return Err((at + whole, Why::Error));
    }
    Ok(at + whole)
}

/// The first `len` bytes of `rest` as a block, which end in zeros if they are fewer.
#[inline(always)]
fn prefix<S: Parts, U: Units>(simd: S, rest: &[u8], len: usize) -> S::V {
    let block = match rest.get(..S::LANES) {
        Some(block) if len == S::LANES => simd.load(block, 0),
        _ => simd.load_prefix(&rest[..len]),
    };
    U::ordered(simd, block)
}

/// The unit before each of a block that has nothing before it.
#[inline(always)]
fn one_before<S: Parts, U: Units>(simd: S, x: S::V) -> S::V {
    if U::UNIT == 2 { simd.shift_up::<2>(x) } else { x }
}
