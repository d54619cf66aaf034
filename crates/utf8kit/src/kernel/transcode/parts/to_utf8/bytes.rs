//! From 16-bit units to the bytes of their forms in UTF-8.
//!
//! ```text
//! unit       bits               bytes
//! to 7F      ........ .aaaaaaa                      0aaaaaaa
//! to 7FF     .....aaa aabbbbbb            110aaaaa  10bbbbbb
//! to FFFF    aaaabbbb bbcccccc  1110aaaa  10bbbbbb  10cccccc
//!                               ~~~~~~ first ~~~~~  ~ last ~
//! ```
//!
//! In a step up to 7FF each unit becomes two bytes, of which the second may be left out.
//! Otherwise each becomes three, and the first, or the first two, may be left out.

use crate::raw::Output;
use crate::simd::parts::Parts;

/// The bytes that 16-bit units may become, of which some are left out.
pub(in crate::kernel::transcode) struct Bytes<S: Parts> {
    /// The first two of three bytes, as a unit with the first byte lowest.
    pub(in crate::kernel::transcode) first: S::V,
    /// The last byte, in the lower half of a unit.
    pub(in crate::kernel::transcode) last: S::V,
    /// All bits set where the form has one or two bytes, which are the last ones.
    pub(in crate::kernel::transcode) at_most_two: S::V,
    /// All bits set where the form has one byte, which is the last one.
    pub(in crate::kernel::transcode) ascii: S::V,
}

/// How units up to FFFF become bytes.
pub(in crate::kernel::transcode) struct Forms;

impl Forms {
    /// Writes a step of ASCII. The units must be in turn, as those of `step_in_turn`.
    #[inline(always)]
    pub(super) fn put_ascii<S: Parts>(simd: S, units: [S::V; 2], out: &mut Output<'_>) {
        out.put(simd, simd.narrow16(units), S::LANES);
    }

    /// Writes a step of units up to 7FF, which must be in turn like those of `step_in_turn`.
    #[inline(always)]
    pub(super) fn put_two_byte<S: Parts>(simd: S, [a, b]: [S::V; 2], out: &mut Output<'_>) {
        let (a, a_is_ascii) = Self::two_byte(simd, a);
        let (b, b_is_ascii) = Self::two_byte(simd, b);
        let both = !simd.high_bits16([a_is_ascii, b_is_ascii]);
        out.put_compressed_two_byte(simd, [a, b], both);
    }

    /// Units up to 7FF as their two bytes, the first one lowest, or as one byte of ASCII. The
    /// second value has all bits set where it is ASCII.
    #[inline(always)]
    fn two_byte<S: Parts>(simd: S, units: S::V) -> (S::V, S::V) {
        let is_ascii = Self::is_ascii(simd, units);
        let lead = simd.shift16_right::<6>(units);
        let continuation = simd.and(simd.shift16_left::<8>(units), simd.splat16(0x3F00));
        let two = simd.or(simd.or(lead, continuation), simd.splat16(0x80C0));
        (simd.choose(is_ascii, units, two), is_ascii)
    }

    /// All bits set in each unit that is ASCII.
    #[inline(always)]
    fn is_ascii<S: Parts>(simd: S, units: S::V) -> S::V {
        simd.eq16(simd.and(units, simd.splat16(0xFF80)), simd.splat(0))
    }

    /// The bytes of units up to FFFF. Surrogates become the three bytes that they would
    /// become if they were characters.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn bmp<S: Parts>(simd: S, units: S::V) -> Bytes<S> {
        let ascii = Self::is_ascii(simd, units);
        let at_most_two = simd.eq16(simd.and(units, simd.splat16(0xF800)), simd.splat(0));
        let (first, last) = Self::three_byte(simd, units);
        Bytes {
            // Where the form has at most two bytes, the tag of a second byte, 80, becomes
            // that of the lead of two, C0.
            first: simd.or(first, simd.and(at_most_two, simd.splat16(0x4000))),
            last: simd.choose(ascii, units, last),
            at_most_two,
            ascii,
        }
    }

    /// The first two bytes of a form of three, and the last one.
    #[inline(always)]
    fn three_byte<S: Parts>(simd: S, units: S::V) -> (S::V, S::V) {
        let lead = simd.shift16_right::<12>(units);
        let second = simd.and(simd.shift16_left::<2>(units), simd.splat16(0x3F00));
        let first = simd.or(simd.or(lead, second), simd.splat16(0x80E0));
        let last = simd.or(simd.and(units, simd.splat16(0x003F)), simd.splat16(0x0080));
        (first, last)
    }

    /// Writes the bytes that belong to a form. Gives a mask of those that were left out, two
    /// bits for each unit.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn put<S: Parts>(
        simd: S,
        bytes: Bytes<S>,
        out: &mut Output<'_>,
    ) -> u32 {
        let Bytes { first, last, at_most_two, ascii } = bytes;
        let values = [simd.unpack16_low(first, last), simd.unpack16_high(first, last)];
        let left_out = simd.and(at_most_two, simd.or(ascii, simd.splat16(0xFF00)));
        let drop = simd.high_bits(left_out) as u32;
        out.put_compressed_three_byte(simd, values, drop);
        drop
    }

    /// Writes a block of units that all become three bytes.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn put_three_byte<S: Parts>(
        simd: S,
        units: S::V,
        out: &mut Output<'_>,
    ) {
        let (first, last) = Self::three_byte(simd, units);
        let values = [simd.unpack16_low(first, last), simd.unpack16_high(first, last)];
        out.put_compressed_three_byte(simd, values, 0);
    }
}
