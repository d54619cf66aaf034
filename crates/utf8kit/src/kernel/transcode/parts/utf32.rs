//! UTF-32 in registers of parts: which values are scalar values, and values as 16-bit units.
//!
//! One unsigned comparison tells both surrogates and values above 10FFFF from scalar values.
//! An exclusive or makes surrogates the lowest 0x800 values, and a subtraction wraps these
//! around to the top ([`distance`]):
//!
//! ```text
//! value                            ^ 0xD800               - 0x800                <= 0x10F7FF
//! 0000..D7FF and E000..FFFF        800..FFFF              0..F7FF                yes
//! D800..DFFF                       0..7FF                 FFFFF800..FFFFFFFF     no
//! 10000..10FFFF                    10000..10FFFF          F800..10F7FF           yes
//! 110000..FFFFFFFF                 110000..FFFFFFFF       10F800..FFFFF7FF       no
//! ```

use super::Source;
use crate::codec::Utf32;
use crate::simd::parts::Parts;

impl Source for Utf32 {
    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, _: S::V) -> S::V {
        not_scalar(simd, x)
    }

    #[inline(always)]
    fn start(_: &[u8], at: usize) -> usize {
        at
    }
}

/// 32-bit values as 16-bit units, and what they had above these.
pub(in crate::kernel::transcode) struct Narrowed<S: Parts> {
    /// The units. Values above FFFF became FFFF, or 0 where their top bit was set.
    pub(in crate::kernel::transcode) units: S::V,
    /// Zero if no value was above FFFF.
    pub(in crate::kernel::transcode) above: S::V,
}

/// A block of 16-bit units made from the 32-bit values of `text` from `at` on: eight values
/// at a time, with `gap` bytes left out between each eight.
#[inline(always)]
pub(in crate::kernel::transcode) fn load_eights<S: Parts>(
    simd: S,
    text: &[u8],
    at: usize,
    gap: usize,
) -> Narrowed<S> {
    // The first four of each eight values go to one register, and the other four to the
    // second. Narrowing puts them next to each other again.
    let first = simd.load_parts(text, at, 16 + gap);
    let second = simd.load_parts(text, at + 16, 16 + gap);
    Narrowed {
        units: simd.narrow32([first, second]),
        above: simd.and(simd.or(first, second), simd.splat32(0xFFFF_0000)),
    }
}

/// The greatest [`distance`] of a scalar value.
pub(in crate::kernel::transcode) const MAX_DISTANCE: u32 = 0x10_FFFF - 0x800;

/// A number for each value that is at most [`MAX_DISTANCE`] for scalar values, and above it for all
/// others.
#[inline(always)]
pub(in crate::kernel) fn distance<S: Parts>(simd: S, x: S::V) -> S::V {
    simd.sub32(simd.xor(x, simd.splat32(0xD800)), simd.splat32(0x800))
}

/// Not zero in each value whose `distance` is above [`MAX_DISTANCE`].
#[inline(always)]
pub(in crate::kernel) fn beyond<S: Parts>(simd: S, distance: S::V) -> S::V {
    let max = simd.splat32(MAX_DISTANCE);
    simd.xor(simd.max32(distance, max), max)
}

/// Not zero in each value that is no scalar value.
#[inline(always)]
pub(in crate::kernel) fn not_scalar<S: Parts>(simd: S, x: S::V) -> S::V {
    beyond(simd, distance(simd, x))
}

/// Whether `N` blocks have only scalar values.
#[inline(always)]
pub(in crate::kernel::transcode) fn all_scalar<S: Parts, const N: usize>(
    simd: S,
    x: [S::V; N],
) -> bool {
    let mut farthest = distance(simd, x[0]);
    let mut block = 1;
    while block < N {
        farthest = simd.max32(farthest, distance(simd, x[block]));
        block += 1;
    }
    !simd.any_nonzero(beyond(simd, farthest))
}
