//! UTF-32 in 512-bit lanes: which values are scalar values.
//!
//! One unsigned comparison tells them from all others: see
//! [`parts::utf32`](crate::kernel::transcode::parts::utf32).

use crate::kernel::transcode::Why;
use crate::kernel::transcode::parts::utf32::MAX_DISTANCE;
use crate::simd::lanes::Lanes;

/// The number of values in a register.
pub(crate) const REGISTER_VALUES: usize = 16;

/// The number of values in a block, which is four registers.
pub(crate) const BLOCK_VALUES: usize = 4 * REGISTER_VALUES;

/// The block with which `rest` begins, its values in the order of registers.
#[inline(always)]
pub(crate) fn load<S: Lanes>(simd: S, rest: &[u8]) -> [S::V; 4] {
    [simd.load(rest, 0), simd.load(rest, 64), simd.load(rest, 128), simd.load(rest, 192)]
}

/// Combines the four registers of a block with a bitwise or.
#[inline(always)]
pub(crate) fn or<S: Lanes>(simd: S, x: [S::V; 4]) -> S::V {
    simd.or(simd.or(x[0], x[1]), simd.or(x[2], x[3]))
}

/// A number for each value that is at most [`MAX_DISTANCE`] for scalar values, and above it for all
/// others.
#[inline(always)]
fn distance<S: Lanes>(simd: S, values: S::V) -> S::V {
    simd.sub32(simd.xor(values, simd.splat32(0xD800)), simd.splat32(0x800))
}

/// Whether a block has only scalar values.
#[inline(always)]
pub(crate) fn all_scalar<S: Lanes>(simd: S, x: [S::V; 4]) -> bool {
    let first = simd.max32(distance(simd, x[0]), distance(simd, x[1]));
    let second = simd.max32(distance(simd, x[2]), distance(simd, x[3]));
    simd.at_most32(simd.max32(first, second), simd.splat32(MAX_DISTANCE)) == u16::MAX
}

/// How many scalar values a register begins with.
#[inline(always)]
pub(crate) fn scalars<S: Lanes>(simd: S, x: S::V) -> usize {
    simd.at_most32(distance(simd, x), simd.splat32(MAX_DISTANCE)).trailing_ones() as usize
}

/// Why no more than `values` values were converted, where `len` whole ones were looked at.
#[inline(always)]
pub(crate) fn why_not_more(values: usize, len: usize) -> Option<Why> {
    // If there was no whole value, a part of one is left.
    (values < len || len == 0).then_some(Why::Error)
}

/// The 32 values up to FFFF in `low` and then `high`, as 16-bit units.
#[inline(always)]
pub(crate) fn narrow<S: Lanes>(simd: S, low: S::V, high: S::V) -> S::V {
    let alternating = simd.or(low, simd.shift32_left::<16>(high));
    simd.permute8(simd.load(const { &deal() }, 0), alternating)
}

/// A permutation of bytes that gives 32 units in a row, where the second sixteen stand
/// between the first sixteen.
const fn deal() -> [u8; 64] {
    let mut from = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        let unit = byte / 2;
        let within = byte % 2;
        from[byte] = (unit % 16 * 4 + unit / 16 * 2 + within) as u8;
        byte += 1;
    }
    from
}
