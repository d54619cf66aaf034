//! Latin-1 and ASCII: wide units as bytes, and bytes as wide units.

use crate::kernel::transcode::Order;
use crate::simd::lanes::Lanes;

/// Units below 100 in the order `O`, two registers of them, as bytes.
#[inline(always)]
pub(crate) fn narrow16<S: Lanes, O: Order>(simd: S, x: [S::V; 2]) -> S::V {
    let alternating = if O::SWAP {
        simd.or(simd.shift16_right::<8>(x[0]), x[1])
    } else {
        simd.or(x[0], simd.shift16_left::<8>(x[1]))
    };
    simd.permute8(simd.load(&deal(2), 0), alternating)
}

/// Values below 100, four registers of them, as bytes.
#[inline(always)]
pub(crate) fn narrow32<S: Lanes>(simd: S, x: [S::V; 4]) -> S::V {
    let first = simd.or(x[0], simd.shift32_left::<8>(x[1]));
    let second = simd.or(simd.shift32_left::<16>(x[2]), simd.shift32_left::<24>(x[3]));
    simd.permute8(simd.load(&deal(4), 0), simd.or(first, second))
}

/// Where each byte comes from, if as many sequences of bytes take turns.
const fn deal(sequences: usize) -> [u8; 64] {
    let mut from = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        let each = 64 / sequences;
        from[byte] = (byte % each * sequences + byte / each) as u8;
        byte += 1;
    }
    from
}

/// A register of bytes as units in the order `P`.
#[inline(always)]
pub(crate) fn widen_to_16<S: Lanes, P: Order>(simd: S, x: S::V) -> [S::V; 2] {
    let (first, second) = (simd.widen8_low(x), simd.widen8_high(x));
    if P::SWAP {
        [simd.shift16_left::<8>(first), simd.shift16_left::<8>(second)]
    } else {
        [first, second]
    }
}

/// A register of bytes as values in the order `P`.
#[inline(always)]
pub(crate) fn widen_to_32<S: Lanes, P: Order>(simd: S, x: S::V) -> [S::V; 4] {
    let lowest = simd.splat32(P::bytes32(0xFF));
    let from = simd.load(&FOUR_TIMES, 0);
    [
        simd.and(simd.permute8(from, x), lowest),
        simd.and(simd.permute8(simd.add(from, simd.splat(16)), x), lowest),
        simd.and(simd.permute8(simd.add(from, simd.splat(32)), x), lowest),
        simd.and(simd.permute8(simd.add(from, simd.splat(48)), x), lowest),
    ]
}

/// Where each byte comes from, if each of the first sixteen comes four times.
const FOUR_TIMES: [u8; 64] = {
    let mut from = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        from[byte] = byte as u8 / 4;
        byte += 1;
    }
    from
};
