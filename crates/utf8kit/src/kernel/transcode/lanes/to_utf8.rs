//! From code units and scalar values to UTF-8 in 512-bit lanes.
//!
//! # The shape
//!
//! A scalar value in a lane of 32 bits has room for its longest form. One multishift spreads
//! it over the four bytes, six bits to each, the last six to the highest byte. A table,
//! indexed by the number of leading zeros, which decides the length of the form, has the tags
//! that make lead bytes and continuation bytes of them. The highest byte is kept, and every
//! byte with a tag that has its top bit set; a compress drops the others. No branch and no
//! comparison asks for lengths, so text of all lengths costs the same.
//!
//! ```text
//!                   lowest byte ........ highest byte
//! U+20AC            AC     20     00     00            000000 000010 000010 101100
//! multishift, & 3F  00     02     02     2C            six bits to each byte
//! tags              00     E0     80     80            14 bits: 12..=16 take three bytes
//! or                00     E2     82     AC
//! kept                     ^^     ^^     ^^
//! ```
//!
//! Where no value is above U+07FF, lanes of 16 bits are enough, and there is half as much to
//! compress.
//!
//! Multishift and compress are used as in Clausecker and Lemire, *Transcoding Unicode
//! characters with AVX-512 instructions* (2023).

use super::{first_lanes, first_without_room, in_turn};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// The tag of each byte of a form, by the number of leading zeros modulo 32. The first byte
/// of a form is the lowest.
const TAGS: [u32; 32] = {
    let mut tags = [0; 32];
    let mut zeros = 11;
    while zeros < 32 {
        tags[zeros] = match 32 - zeros {
            17.. => 0x80_80_80_F0,
            12.. => 0x80_80_E0_00,
            8.. => 0x80_C0_00_00,
            // Bit 6 of U+0040..U+007F: ASCII has seven bits where a continuation byte has
            // six.
            7 => 0x40_00_00_00,
            _ => 0,
        };
        zeros += 1;
    }
    tags
};

/// The bytes of half of [`TAGS`], from the entry `first` on.
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

/// The control of a multishift for values of `bytes` bytes each: where in a 64-bit lane the
/// bits of each byte begin. The last byte of a value gets its lowest six bits, the byte
/// before it the six above them.
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

/// Forms in UTF-8, each in its lane, with bytes that belong to none.
#[derive(Clone, Copy)]
pub(crate) struct Forms<S: Lanes> {
    bytes: S::V,
    /// A mask of the bytes that belong to a form.
    kept: u64,
}

/// The forms of those of sixteen scalar values that are chosen in the mask `chosen`.
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

/// The forms of sixteen scalar values that are all above U+FFFF: all bytes are kept.
#[inline(always)]
pub(crate) fn four_byte_forms<S: Lanes>(simd: S, scalars: S::V) -> S::V {
    let sixes = simd.multishift(simd.load(&SIXES_OF_32, 0), scalars);
    simd.or(simd.and(sixes, simd.splat(0x3F)), simd.splat32(0x80_80_80_F0))
}

/// The forms of the first `len` of 32 units, none of which may be above U+07FF.
#[inline(always)]
pub(crate) fn two_byte_forms<S: Lanes>(simd: S, len: usize, units: S::V) -> Forms<S> {
    let sixes = simd.multishift(simd.load(&SIXES_OF_16, 0), units);
    let tagged = simd.or(simd.and(sixes, simd.splat16(0x3F_1F)), simd.splat16(0x80_C0));
    // The last byte of ASCII keeps the bit above its six bits, too.
    let bytes = simd.select16(simd.at_most16(simd.splat16(0x80), units), tagged, sixes);
    let kept = simd.high_bits(simd.or(bytes, simd.splat16(0x80_00)));
    Forms { bytes, kept: kept & first_lanes(2 * len) }
}

/// An affine matrix that makes the lead byte of a character of Latin-1 from its two top bits:
/// C2 or C3 above ASCII. For ASCII, which has no lead byte, the result is below 80.
const LATIN1_LEADS: u64 = u64::from_le_bytes([0x80, 0x80, 0, 0, 0, 0, 0x80, 0x40]);

/// Writes the forms of a register of Latin-1. `above_ascii` is the mask of its lanes that are
/// not ASCII. There must be room for two registers.
#[inline(always)]
pub(crate) fn put_latin1<S: Lanes>(simd: S, x: S::V, above_ascii: u64, out: &mut Output<'_>) {
    let x = in_turn(simd, x);
    let leads = simd.affine(x, LATIN1_LEADS);
    // C0..FF become 80..BF here. Every other byte becomes more than it was, so that the
    // minimum keeps it.
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

/// Writes forms one after the other. There must be room for as many whole registers.
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
    /// Writes as many forms as there is room for, of lanes of `lane` bytes. If not all fit,
    /// gives the number of the lane with the first form that does not.
    #[inline(always)]
    pub(crate) fn put_fitting(self, simd: S, lane: usize, out: &mut Output<'_>) -> Option<usize> {
        let lanes = first_without_room(self.kept, out.room()) / lane;
        let kept = self.kept & first_lanes(lane * lanes);
        out.put_prefix(simd, simd.compress8(kept, self.bytes), kept.count_ones() as usize);
        (lanes < 64 / lane).then_some(lanes)
    }
}
