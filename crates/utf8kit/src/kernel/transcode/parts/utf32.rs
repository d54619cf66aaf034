//! UTF-32 in registers.

use super::{Source, ordered32};
use crate::kernel::transcode::Order;
use crate::scalar::form::Utf32;
use crate::simd::parts::Parts;

impl<O: Order> Source for Utf32<O> {
    #[inline(always)]
    fn ordered<S: Parts>(simd: S, block: S::V) -> S::V {
        ordered32::<S, O>(simd, block)
    }

    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, _: S::V) -> S::V {
        not_scalar(simd, x)
    }

    #[inline(always)]
    fn start(_: &[u8], at: usize) -> usize {
        at
    }
}

/// 16-bit units, and what was above them.
pub(in crate::kernel::transcode) struct Narrowed<S: Parts> {
    /// Of units that were wider, FFFF or 0.
    pub(in crate::kernel::transcode) units: S::V,
    /// Nothing, where it is zero.
    pub(in crate::kernel::transcode) above: S::V,
}

/// A block of 16-bit units from `at` on: eight, and eight each time after so many bytes more.
#[inline(always)]
pub(in crate::kernel::transcode) fn load_eights<S: Parts, O: Order>(
    simd: S,
    text: &[u8],
    at: usize,
    gap: usize,
) -> Narrowed<S> {
    // The two halves of each eight are next to each other when they have been narrowed.
    let first = ordered32::<S, O>(simd, simd.load_parts(text, at, 16 + gap));
    let second = ordered32::<S, O>(simd, simd.load_parts(text, at + 16, 16 + gap));
    Narrowed {
        units: simd.narrow32([first, second]),
        above: simd.and(simd.or(first, second), simd.splat32(0xFFFF_0000)),
    }
}

/// What [`distance`] is, at most, of a scalar value.
const LIMIT: u32 = 0x10_FFFF - 0x800;

/// Takes D800..DFFF up to where everything is that is too large.
#[inline(always)]
pub(in crate::kernel) fn distance<S: Parts>(simd: S, x: S::V) -> S::V {
    simd.sub32(simd.xor(x, simd.splat32(0xD800)), simd.splat32(0x800))
}

/// Not zero in what is beyond the limit.
#[inline(always)]
pub(in crate::kernel) fn beyond<S: Parts>(simd: S, distance: S::V) -> S::V {
    let limit = simd.splat32(LIMIT);
    simd.xor(simd.max32(distance, limit), limit)
}

/// Not zero in units that are no scalar values.
#[inline(always)]
pub(in crate::kernel) fn not_scalar<S: Parts>(simd: S, x: S::V) -> S::V {
    beyond(simd, distance(simd, x))
}

/// Whether blocks are all scalar values.
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
