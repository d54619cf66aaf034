//! From units to the bytes of their forms.

use crate::raw::Output;
use crate::simd::parts::Parts;

/// What a 16-bit unit may become: bytes of which some are left out.
pub(in crate::kernel::transcode) struct Bytes<S: Parts> {
    /// The first two of three, as a unit.
    pub(in crate::kernel::transcode) first: S::V,
    /// The last one, in the lower byte.
    pub(in crate::kernel::transcode) last: S::V,
    /// All bits set where only the last two are meant, or one.
    pub(in crate::kernel::transcode) at_most_two: S::V,
    /// All bits set where only the last one is meant.
    pub(in crate::kernel::transcode) ascii: S::V,
}

/// How units up to FFFF become bytes.
pub(in crate::kernel::transcode) struct Forms;

impl Forms {
    /// Writes a step of ASCII.
    #[inline(always)]
    pub(super) fn put_ascii<S: Parts>(simd: S, units: [S::V; 2], out: &mut Output<'_>) {
        out.put(simd, simd.narrow16(units), S::LANES);
    }

    /// Writes a step of units up to 7FF.
    #[inline(always)]
    pub(super) fn put_up_to_7ff<S: Parts>(simd: S, [a, b]: [S::V; 2], out: &mut Output<'_>) {
        let (a, a_is_ascii) = Self::up_to_7ff(simd, a);
        let (b, b_is_ascii) = Self::up_to_7ff(simd, b);
        let both = !simd.high_bits16([a_is_ascii, b_is_ascii]);
        out.put_squeezed_to_two(simd, [a, b], both);
    }

    /// Units up to 7FF as their two bytes, or one of ASCII; and all bits set where it is that.
    #[inline(always)]
    fn up_to_7ff<S: Parts>(simd: S, units: S::V) -> (S::V, S::V) {
        let is_ascii = Self::is_ascii(simd, units);
        let lead = simd.shift16_right::<6>(units);
        let continuation = simd.and(simd.shift16_left::<8>(units), simd.splat16(0x3F00));
        let two = simd.or(simd.or(lead, continuation), simd.splat16(0x80C0));
        (simd.choose(is_ascii, units, two), is_ascii)
    }

    #[inline(always)]
    fn is_ascii<S: Parts>(simd: S, units: S::V) -> S::V {
        simd.eq16(simd.and(units, simd.splat16(0xFF80)), simd.splat(0))
    }

    /// The bytes of units up to FFFF. Surrogates become what they would if they were characters.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn up_to_ffff<S: Parts>(simd: S, units: S::V) -> Bytes<S> {
        let ascii = Self::is_ascii(simd, units);
        let at_most_two = simd.eq16(simd.and(units, simd.splat16(0xF800)), simd.splat(0));
        let (first, last) = Self::three_bytes(simd, units);
        Bytes {
            // The tag of a second byte, or of the lead of two.
            first: simd.or(first, simd.and(at_most_two, simd.splat16(0x4000))),
            last: simd.choose(ascii, units, last),
            at_most_two,
            ascii,
        }
    }

    /// The first two bytes of three, and the last one.
    #[inline(always)]
    fn three_bytes<S: Parts>(simd: S, units: S::V) -> (S::V, S::V) {
        let lead = simd.shift16_right::<12>(units);
        let second = simd.and(simd.shift16_left::<2>(units), simd.splat16(0x3F00));
        let first = simd.or(simd.or(lead, second), simd.splat16(0x80E0));
        let last = simd.or(simd.and(units, simd.splat16(0x003F)), simd.splat16(0x0080));
        (first, last)
    }

    /// Writes the bytes that are meant. Gives which were left out, two bits a unit.
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
        out.put_squeezed_to_three(simd, values, drop);
        drop
    }

    /// Writes a block of units of three bytes.
    #[inline(always)]
    pub(in crate::kernel::transcode) fn put_three_bytes<S: Parts>(
        simd: S,
        units: S::V,
        out: &mut Output<'_>,
    ) {
        let (first, last) = Self::three_bytes(simd, units);
        let values = [simd.unpack16_low(first, last), simd.unpack16_high(first, last)];
        out.put_squeezed_to_three(simd, values, 0);
    }
}
