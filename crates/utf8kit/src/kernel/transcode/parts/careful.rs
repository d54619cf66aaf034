//! One block, wherever it is: nothing is known of what stands before it, it may have errors, and
//! the text and the output may end in it.
//!
//! ```text
//! load up to a block, with zeros behind the text
//! an error, or a character that is cut off: leave out what begins there; nothing is left: stop
//! room for a whole block: write it, and take back what the zeros became
//! otherwise: write it to memory of its own, and copy the characters that fit
//! stop if there was an error, or if the text ends within a character
//! ```

use super::{ByParts, Source};
use crate::codec::{Codec, Coded};
use crate::kernel::transcode::{Stopped, Why};
use crate::kernel::validate;
use crate::raw::Output;
use crate::simd::parts::Parts;

/// Converts the characters that are whole within a block from `at` on, up to the first error. Gives
/// the index to go on from, or where to stop.
#[inline(always)]
pub(super) fn block<S: Parts, K: ByParts>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Result<usize, Stopped> {
    let unit = K::Source::UNIT;
    let rest = &src[at..];
    let len = rest.len().min(S::LANES) / unit * unit;
    let mut x = prefix(simd, rest, len);
    let errors = K::errors(simd, x, one_before::<S, K>(simd, x));
    // Most blocks are clean. For those, what comes next need not wait for the place of an error.
    let mut clean = S::LANES;
    if simd.any_nonzero(errors) {
        clean = validate::clean(simd, errors) / unit * unit;
    }
    let mut whole = K::Source::start(rest, clean.min(len));
    if whole == 0 {
        return Err((at, Why::Error));
    }
    if whole < len {
        x = prefix(simd, rest, whole);
    }
    let before = one_before::<S, K>(simd, x);
    // Each unit of zeros behind the text is a character.
    let padding = (S::LANES - whole) / unit * K::Target::LEAST;
    if out.room() >= K::GROWTH_BLOCKS * S::LANES {
        K::block(simd, x, before, out);
        out.retract(padding);
    } else {
        let mut bytes = [0; 128];
        let mut all = Output::over(&mut bytes);
        K::block(simd, x, before, &mut all);
        let mut written = all.written() - padding;
        let is_full = written > out.room();
        if is_full {
            (whole, written) = fitting::<K>(rest, out.room());
        }
        out.extend(&bytes[..written]);
        if is_full {
            return Err((at + whole, Why::Room));
        }
    }
    if clean < len || (whole < rest.len() && len < S::LANES) {
        return Err((at + whole, Why::Error));
    }
    Ok(at + whole)
}

/// The first `len` bytes of `rest` as a block, which ends in zeros if they are fewer.
#[inline(always)]
fn prefix<S: Parts>(simd: S, rest: &[u8], len: usize) -> S::V {
    match rest.get(..S::LANES) {
        Some(block) if len == S::LANES => simd.load(block, 0),
        _ => simd.load_prefix(&rest[..len]),
    }
}

/// The unit before each unit of a block that has nothing before it.
#[inline(always)]
pub(super) fn one_before<S: Parts, K: ByParts>(simd: S, x: S::V) -> S::V {
    match K::Source::UNIT {
        1 => simd.shift_up::<1>(x),
        2 => simd.shift_up::<2>(x),
        // No kernel from 32-bit units asks for the unit before.
        _ => x,
    }
}

/// How many bytes of the well-formed start of `text` fit into `room`, and how many they become.
#[cold]
fn fitting<K: ByParts>(text: &[u8], room: usize) -> (usize, usize) {
    let (mut at, mut written) = (0, 0);
    while at < text.len()
        && let Ok((code, len)) = K::Source::decode(text, at)
        && let Some(form) = K::Target::encode(code).map(Coded::len)
        && written + form <= room
    {
        (at, written) = (at + len, written + form);
    }
    (at, written)
}
