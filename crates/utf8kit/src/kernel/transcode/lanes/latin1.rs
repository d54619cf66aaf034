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
    simd.permute8(simd.load(&DEAL_2, 0), alternating)
}

/// Values below 100, four registers of them, as bytes.
#[inline(always)]
pub(crate) fn narrow32<S: Lanes>(simd: S, x: [S::V; 4]) -> S::V {
    let first = simd.or(x[0], simd.shift32_left::<8>(x[1]));
    let second = simd.or(simd.shift32_left::<16>(x[2]), simd.shift32_left::<24>(x[3]));
    simd.permute8(simd.load(&DEAL_4, 0), simd.or(first, second))
}

const DEAL_2: [u8; 64] = deal(2);
const DEAL_4: [u8; 64] = deal(4);
const DEAL_16: [u8; 64] = deal(16);
const DEAL_32: [u8; 64] = deal(32);

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
///
/// Units that are so many apart come into one lane, and a shift or a mask takes each out of it: one
/// permutation, for which there is one port, where widening each part is one a register.
#[inline(always)]
pub(crate) fn widen_to_16<S: Lanes, P: Order>(simd: S, x: S::V) -> [S::V; 2] {
    let dealt = simd.permute8(simd.load(&DEAL_32, 0), x);
    if P::SWAP {
        [simd.shift16_left::<8>(dealt), simd.and(dealt, simd.splat16(0xFF00))]
    } else {
        [simd.and(dealt, simd.splat16(0x00FF)), simd.shift16_right::<8>(dealt)]
    }
}

/// A register of bytes as values in the order `P`.
#[inline(always)]
pub(crate) fn widen_to_32<S: Lanes, P: Order>(simd: S, x: S::V) -> [S::V; 4] {
    let dealt = simd.permute8(simd.load(&DEAL_16, 0), x);
    if P::SWAP {
        let highest = simd.splat32(0xFF00_0000);
        [
            simd.shift32_left::<24>(dealt),
            simd.and(simd.shift32_left::<16>(dealt), highest),
            simd.and(simd.shift32_left::<8>(dealt), highest),
            simd.and(dealt, highest),
        ]
    } else {
        let lowest = simd.splat32(0x0000_00FF);
        [
            simd.and(dealt, lowest),
            simd.and(simd.shift32_right::<8>(dealt), lowest),
            simd.and(simd.shift32_right::<16>(dealt), lowest),
            simd.shift32_right::<24>(dealt),
        ]
    }
}
