//! Latin-1 and ASCII in 512-bit lanes: code units of 16 and 32 bits to bytes, and bytes to
//! code units.
//!
//! Each of these takes one byte permutation of a whole register, for which there is only one
//! port. Shifts and masks do the rest. To bytes, they put the bytes of 2 or 4 registers into
//! one, where they alternate, and the permutation deals them out. To wider units it goes the
//! other way round. For registers of four units `a b c d` and `A B C D`:
//!
//! ```text
//! narrow16    x[0] = a. b. c. d.    x[1] = A. B. C. D.       (lowest byte first, . is 00)
//!             x[0] | x[1] << 8      = aA bB cC dD
//!             deal                  = abcd ABCD
//!
//! widen16     x                     = abcd ABCD
//!             deal                  = aA bB cC dD
//!             & FF, >> 8            = a. b. c. d.   and   A. B. C. D.
//! ```

use crate::simd::lanes::Lanes;

/// Two registers of units up to FF as bytes.
#[inline(always)]
pub(crate) fn narrow16<S: Lanes>(simd: S, x: [S::V; 2]) -> S::V {
    let alternating = simd.or(x[0], simd.shift16_left::<8>(x[1]));
    simd.permute8(simd.load(&DEAL_2, 0), alternating)
}

/// Four registers of values up to FF as bytes.
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

/// A permutation: where each byte comes from if the bytes of `sequences` equal parts of the
/// result take turns in the source.
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

/// The bytes of a register as units.
///
/// Units that are half a register apart come into one lane, and a shift or a mask takes each
/// out of it. That is one permutation, for which there is one port, where widening each part
/// would be one per register of the result.
#[inline(always)]
pub(crate) fn widen_to_16<S: Lanes>(simd: S, x: S::V) -> [S::V; 2] {
    let dealt = simd.permute8(simd.load(&DEAL_32, 0), x);
    [simd.and(dealt, simd.splat16(0x00FF)), simd.shift16_right::<8>(dealt)]
}

/// The bytes of a register as 32-bit values.
#[inline(always)]
pub(crate) fn widen_to_32<S: Lanes>(simd: S, x: S::V) -> [S::V; 4] {
    let dealt = simd.permute8(simd.load(&DEAL_16, 0), x);
    let lowest = simd.splat32(0x0000_00FF);
    [
        simd.and(dealt, lowest),
        simd.and(simd.shift32_right::<8>(dealt), lowest),
        simd.and(simd.shift32_right::<16>(dealt), lowest),
        simd.shift32_right::<24>(dealt),
    ]
}
