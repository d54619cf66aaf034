//! UTF-32: which values are scalar values.

use super::ordered32;
use crate::kernel::transcode::{Order, Why};
use crate::simd::lanes::Lanes;

/// Values in a register.
pub(crate) const VALUES: usize = 16;

/// Values in a block, which is four registers.
pub(crate) const BLOCK: usize = 4 * VALUES;

/// What [`distance`] is, at most, of a scalar value.
const LIMIT: u32 = 0x10_FFFF - 0x800;

/// The block that `rest` starts with.
#[inline(always)]
pub(crate) fn load<S: Lanes, O: Order>(simd: S, rest: &[u8]) -> [S::V; 4] {
    [
        ordered32::<S, O>(simd, simd.load(rest, 0)),
        ordered32::<S, O>(simd, simd.load(rest, 64)),
        ordered32::<S, O>(simd, simd.load(rest, 128)),
        ordered32::<S, O>(simd, simd.load(rest, 192)),
    ]
}

#[inline(always)]
pub(crate) fn or<S: Lanes>(simd: S, x: [S::V; 4]) -> S::V {
    simd.or(simd.or(x[0], x[1]), simd.or(x[2], x[3]))
}

/// Takes D800..DFFF up to where everything is that is too large.
#[inline(always)]
fn distance<S: Lanes>(simd: S, values: S::V) -> S::V {
    simd.sub32(simd.xor(values, simd.splat32(0xD800)), simd.splat32(0x800))
}

/// Whether a block is all scalar values.
#[inline(always)]
pub(crate) fn all_scalar<S: Lanes>(simd: S, x: [S::V; 4]) -> bool {
    let first = simd.max32(distance(simd, x[0]), distance(simd, x[1]));
    let second = simd.max32(distance(simd, x[2]), distance(simd, x[3]));
    simd.at_most32(simd.max32(first, second), simd.splat32(LIMIT)) == u16::MAX
}

/// How many scalar values a register starts with.
#[inline(always)]
pub(crate) fn scalars<S: Lanes>(simd: S, x: S::V) -> usize {
    simd.at_most32(distance(simd, x), simd.splat32(LIMIT)).trailing_ones() as usize
}

/// Why no more than `values` were converted, where `len` whole ones were looked at.
#[inline(always)]
pub(crate) fn why_not_more(values: usize, len: usize) -> Option<Why> {
    // If there was none to look at, a part of one is left.
    (values < len || len == 0).then_some(Why::Error)
}

/// 32 values below 10000 as 16-bit units, in the order `P`.
#[inline(always)]
pub(crate) fn narrow<S: Lanes, P: Order>(simd: S, low: S::V, high: S::V) -> S::V {
    let alternating = simd.or(low, simd.shift32_left::<16>(high));
    simd.permute8(simd.load(const { &deal::<P>() }, 0), alternating)
}

/// Where the bytes of each of 32 units come from, if the second half of them lies between the first.
const fn deal<P: Order>() -> [u8; 64] {
    let mut from = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        let unit = byte / 2;
        let within = if P::SWAP { (byte % 2) ^ 1 } else { byte % 2 };
        from[byte] = (unit % 16 * 4 + unit / 16 * 2 + within) as u8;
        byte += 1;
    }
    from
}
