//! UTF-16 in registers of parts: which units are surrogates, and whether they are paired.
//!
//! A low surrogate must stand behind each high one, and nowhere else. So it takes one
//! exclusive or to find a half without the other one, over each unit and the unit before it:
//!
//! ```text
//! units        0041    D83D    DE00    D83D    0042
//! low          0       0       1       0       0
//! high before  .       0       1       0       1
//! unpaired     .       0       0       0       1
//! ```

use super::Source;
use crate::codec::Utf16;
use crate::simd::parts::Parts;

impl Source for Utf16 {
    #[inline(always)]
    fn errors<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
        unpaired(simd, x, before)
    }

    #[inline(always)]
    fn start(text: &[u8], at: usize) -> usize {
        match text[..at].last_chunk() {
            Some(&last) if matches!(u16::from_le_bytes(last), 0xD800..=0xDBFF) => at - 2,
            _ => at,
        }
    }
}

/// All bits set in each unit that is a surrogate.
#[inline(always)]
pub(in crate::kernel::transcode) fn surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    let bits = simd.and(units, simd.splat16(0xF800));
    simd.eq16(bits, simd.splat16(0xD800))
}

/// All bits set in each unit that is a high (leading) surrogate.
#[inline(always)]
pub(in crate::kernel::transcode) fn high_surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    simd.eq16(simd.and(units, simd.splat16(0xFC00)), simd.splat16(0xD800))
}

/// All bits set in each unit that is a low (trailing) surrogate.
#[inline(always)]
pub(in crate::kernel) fn low_surrogates<S: Parts>(simd: S, units: S::V) -> S::V {
    simd.eq16(simd.and(units, simd.splat16(0xFC00)), simd.splat16(0xDC00))
}

/// Not zero in each unit that is a low surrogate with no high one before it, or not a low
/// surrogate behind a high one. `before` has the unit before each.
#[inline(always)]
pub(in crate::kernel) fn unpaired<S: Parts>(simd: S, x: S::V, before: S::V) -> S::V {
    simd.xor(low_surrogates(simd, x), high_surrogates(simd, before))
}

/// The bits of each half of surrogate pairs without its tag (D800 or DC00), or `None` if
/// anything else than pairs is in the block.
#[inline(always)]
pub(in crate::kernel::transcode) fn bits_of_pairs<S: Parts>(simd: S, x: S::V) -> Option<S::V> {
    let bits = simd.xor(x, simd.splat32(0xDC00_D800));
    if simd.any_common_bit(bits, simd.splat32(0xFC00_FC00)) { None } else { Some(bits) }
}

/// How many bytes of `text` behind its first unit stand before a pair that is cut off at its
/// end.
#[inline(always)]
pub(in crate::kernel::transcode) fn whole(text: &[u8]) -> usize {
    Utf16::start(text, text.len()) - 2
}
