//! UTF-16 in registers.

use super::{Source, ordered16};
use crate::kernel::transcode::Order;
use crate::scalar::form::Utf16;
use crate::simd::parts::Parts;

impl<O: Order> Source for Utf16<O> {
    #[inline(always)]
    fn ordered<S: Parts>(simd: S, block: S::V) -> S::V {
        ordered16::<S, O>(simd, block)
    }

    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
        unpaired(simd, x, before)
    }

    #[inline(always)]
    fn start(text: &[u8], at: usize) -> usize {
        match text[..at].last_chunk() {
            Some(&last) if matches!(O::unit16(last), 0xD800..=0xDBFF) => at - 2,
            _ => at,
        }
    }
}

/// Which units, in the order `O`, are surrogates: all bits set.
#[inline(always)]
pub(in crate::kernel::transcode) fn surrogates<S: Parts, O: Order>(simd: S, units: S::V) -> S::V {
    let bits = simd.and(units, simd.splat16(O::bytes16(0xF800)));
    simd.eq16(bits, simd.splat16(O::bytes16(0xD800)))
}

/// Which units are high, or leading, surrogates.
#[inline(always)]
pub(in crate::kernel::transcode) fn high_surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    simd.eq16(simd.and(units, simd.splat16(0xFC00)), simd.splat16(0xD800))
}

/// Which units are low, or trailing, surrogates.
#[inline(always)]
pub(in crate::kernel) fn low_surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    simd.eq16(simd.and(units, simd.splat16(0xFC00)), simd.splat16(0xDC00))
}

/// Which units are low surrogates with no high one before, or something else behind one.
#[inline(always)]
pub(in crate::kernel) fn unpaired<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
    simd.xor(low_surrogates(simd, x), high_surrogates(simd, before))
}

/// The bits of the two halves of pairs, without what tells them from each other; nothing, if something
/// else is in the block.
#[inline(always)]
pub(in crate::kernel::transcode) fn bits_of_pairs<S: Parts>(simd: S, x: S::V) -> Option<S::V> {
    let bits = simd.xor(x, simd.splat32(0xDC00_D800));
    if simd.any_common_bit(bits, simd.splat32(0xFC00_FC00)) { None } else { Some(bits) }
}

/// How many bytes of `text`, which begins with a unit more, are before a pair that is cut off at its end.
#[inline(always)]
pub(in crate::kernel::transcode) fn whole<O: Order>(text: &[u8]) -> usize {
    Utf16::<O>::start(text, text.len()) - 2
}
