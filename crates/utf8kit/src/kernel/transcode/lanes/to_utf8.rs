//! To UTF-8, from code units and scalar values.
//!
//! # The shape
//!
//! A scalar value in a lane of 32 bits has room for its longest form. One multishift spreads it over the
//! four bytes, six bits to each, the last six to the highest. The tags that make leads and continuations
//! of them are looked up by the number of leading zeros, which decides how long a form is. Every byte
//! with a tag is kept, and the highest; the rest is squeezed out. No branch and no comparison asks for
//! lengths, so text of all lengths costs the same.
//!
//! Where nothing is above U+07FF, lanes of 16 bits are enough: half as many to squeeze.
//!
//! Multishift and squeezing are as in Clausecker and Lemire, *Transcoding Unicode characters with AVX-512
//! instructions* (2023).

use super::{first_lanes, first_without_room, in_turn};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// By the number of leading zeros, 0 for 32: the tag of each byte of the form, the first byte lowest.
const TAGS: [u32; 32] = {
    let mut tags = [0; 32];
    let mut zeros = 11;
    while zeros < 32 {
        tags[zeros] = match 32 - zeros {
            17.. => 0x80_80_80_F0,
            12.. => 0x80_80_E0_00,
            8.. => 0x80_C0_00_00,
            // Bit 6 of U+0040..U+007F: ASCII has seven bits where a continuation has six.
            7 => 0x40_00_00_00,
            _ => 0,
        };
        zeros += 1;
    }
    tags
};

/// The bytes of half of [`TAGS`].
const fn tags_from(first: usize) -> [u8; 64] {
    let mut bytes = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        bytes[byte] = TAGS[first + byte / 4].to_le_bytes()[byte % 4];
        byte += 1;
    }
    bytes
}

const TAGS_FROM_0: [u8; 64] = tags_from(0);
const TAGS_FROM_16: [u8; 64] = tags_from(16);

/// Where in a 64-bit lane the bits for each byte begin, in values of so many bytes: the last byte gets the
/// lowest six, the one before it the six above them.
const fn sixes(bytes: usize) -> [u8; 64] {
    let mut begin = [0; 64];
    let mut byte = 0;
    while byte < 64 {
        let value = byte % 8 / bytes;
        begin[byte] = (8 * bytes * value + 6 * (bytes - 1 - byte % bytes)) as u8;
        byte += 1;
    }
    begin
}

const SIXES_OF_16: [u8; 64] = sixes(2);
const SIXES_OF_32: [u8; 64] = sixes(4);

/// Forms, each in its lane.
#[derive(Clone, Copy)]
pub(crate) struct Forms<S: Lanes> {
    bytes: S::V,
    /// Which of the bytes belong to a form.
    kept: u64,
}

/// The forms of those that are chosen among sixteen scalar values.
#[inline(always)]
pub(crate) fn forms<S: Lanes>(simd: S, chosen: u16, scalars: S::V) -> Forms<S> {
    let tags = simd.permute32x2(
        simd.leading_zeros32(scalars),
        simd.load(&TAGS_FROM_0, 0),
        simd.load(&TAGS_FROM_16, 0),
    );
    let sixes = simd.multishift(simd.load(&SIXES_OF_32, 0), scalars);
    let kept = simd.keep32(chosen, simd.or(tags, simd.splat32(0x80_00_00_00)));
    Forms { bytes: simd.or(simd.and(sixes, simd.splat(0x3F)), tags), kept: simd.high_bits(kept) }
}

/// The forms of sixteen scalar values that are all above U+FFFF: there is nothing to squeeze out.
#[inline(always)]
pub(crate) fn forms_above_ffff<S: Lanes>(simd: S, scalars: S::V) -> S::V {
    let sixes = simd.multishift(simd.load(&SIXES_OF_32, 0), scalars);
    simd.or(simd.and(sixes, simd.splat(0x3F)), simd.splat32(0x80_80_80_F0))
}

/// The forms of the first `len` among 32 units, none of which is above U+07FF.
#[inline(always)]
pub(crate) fn forms_up_to_7ff<S: Lanes>(simd: S, len: usize, units: S::V) -> Forms<S> {
    let sixes = simd.multishift(simd.load(&SIXES_OF_16, 0), units);
    let tagged = simd.or(simd.and(sixes, simd.splat16(0x3F_1F)), simd.splat16(0x80_C0));
    // Of ASCII, the last byte has what is above its six bits, too.
    let bytes = simd.select16(simd.at_most16(simd.splat16(0x80), units), tagged, sixes);
    let kept = simd.high_bits(simd.or(bytes, simd.splat16(0x80_00)));
    Forms { bytes, kept: kept & first_lanes(2 * len) }
}

/// Of the forms of Latin-1, the lead C2 or C3 where there is one; below 80 for ASCII, which has none.
const LATIN1_LEADS: u64 = u64::from_le_bytes([0x80, 0x80, 0, 0, 0, 0, 0x80, 0x40]);

/// Writes the forms of a register of Latin-1, whose lanes `above_ascii` are not ASCII. There is room for two.
#[inline(always)]
pub(crate) fn put_latin1<S: Lanes>(simd: S, x: S::V, above_ascii: u64, out: &mut Output<'_>) {
    let x = in_turn(simd, x);
    let leads = simd.affine(x, LATIN1_LEADS);
    // C0..FF become 80..BF. All else is less than what it is compared with.
    let other = simd.xor(simd.or(x, simd.splat(0x80)), simd.splat(0x40));
    let last = simd.min(x, other);
    let first = simd.unpack8_low(leads, last);
    let second = simd.unpack8_high(leads, last);
    let is_last = simd.splat16(0x80_00);
    let first = simd.compress8(simd.high_bits(simd.or(first, is_last)), first);
    let second = simd.compress8(simd.high_bits(simd.or(second, is_last)), second);
    let above_first = (above_ascii as u32).count_ones() as usize;
    let above_second = (above_ascii >> 32).count_ones() as usize;
    out.put_first_of_two(simd, [first, second], [32 + above_first, 32 + above_second]);
}

/// Writes forms in a row. There is room for as many whole registers.
#[inline(always)]
pub(crate) fn put_all<S: Lanes, const N: usize>(
    simd: S,
    forms: [Forms<S>; N],
    out: &mut Output<'_>,
) {
    for Forms { bytes, kept } in forms {
        out.put(simd, simd.compress8(kept, bytes), kept.count_ones() as usize);
    }
}

impl<S: Lanes> Forms<S> {
    /// Writes as many as there is room for. Gives the number of the lane, of so many bytes each, that
    /// begins with what there is none for.
    #[inline(always)]
    pub(crate) fn put_fitting(self, simd: S, lane: usize, out: &mut Output<'_>) -> Option<usize> {
        let lanes = first_without_room(self.kept, out.room()) / lane;
        let kept = self.kept & first_lanes(lane * lanes);
        out.put_prefix(simd, simd.compress8(kept, self.bytes), kept.count_ones() as usize);
        (lanes < 64 / lane).then_some(lanes)
    }
}
