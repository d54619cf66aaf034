//! UTF-8.

use super::characters::lens_in_utf8;
use super::four::write_utf8;
use super::{
    Ascii, Characters, Checked, Code, Coded, Four, Widths, ascii_bytes, encode_utf8, write_bytes,
};
use crate::error::{Error, Kind, Place};
use crate::raw::{Forms, Output};
use crate::scalar::decode::{decode_at, four, sequence_over};
use crate::simd::level::Features;
use crate::simd::sixteen;
use crate::validate;

/// RFC 3629.
#[derive(Clone, Copy, Debug)]
pub enum Utf8 {}

impl Code for Utf8 {
    const UNIT: usize = 1;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 1;
    const MOST: usize = 4;
    const SAME: u16 = 0x7F;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        match well_formed(src, at) {
            Some(decoded) => Ok(decoded),
            None => decode_at(src, at).map(|scalar| (scalar.into(), scalar.len_utf8())),
        }
    }

    #[inline(always)]
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        let (code, len) = well_formed(src, 0)?;
        Some((code, src.get(len..)?))
    }

    #[inline(always)]
    fn of_two_bytes(src: &[u8]) -> Option<(u64, usize)> {
        super::four::of_two_bytes(src)
    }

    #[inline(always)]
    fn next_alike(src: &[u8]) -> Option<(Characters, &[u8])> {
        match *src.first()? {
            0xE0..=0xEF => {
                let (forms, behind) = src.split_first_chunk()?;
                Some((Characters::of_four_of_three_bytes(forms)?, behind))
            }
            0xF0.. => {
                let (forms, behind) = src.split_first_chunk()?;
                Some((Characters::of_two_of_four_bytes(forms)?, behind))
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn len_of_units(units: usize, widths: Widths) -> Option<usize> {
        Some(units + widths.more)
    }

    fn unpaired(_: &[u8], at: usize, code: u32, len: usize) -> Error {
        Self::unrepresentable(at, code, len)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(encode_utf8(code))
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        ascii_bytes(src, at)
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        write_bytes(ascii, output)
    }

    #[inline(always)]
    fn four_len(four: Four) -> Option<usize> {
        Some(four.utf8_len())
    }

    #[inline(always)]
    fn len_of_two_and_two(values: [u8; 16], len: usize) -> Option<usize> {
        Some(lens_in_utf8(values).of_two_and_two(len))
    }

    #[inline(always)]
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        four.write_utf8(output)
    }

    /// If all are above U+FFFF.
    #[inline(always)]
    fn write_two_and_two(values: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        let forms = sixteen::forms_of_four(values);
        let (halves, _) = forms.as_chunks::<8>();
        sixteen::supplementary(values) == 0b1111
            && output.push_halves([halves[0], halves[1]], 4 * len)
    }

    #[inline(always)]
    fn write_up_to_four(units: u64, len: usize, output: &mut Output<'_>) -> bool {
        write_utf8(units, len, output)
    }

    #[inline(always)]
    fn forms(characters: Characters) -> Option<Forms> {
        characters.four_in_utf8()
    }

    #[inline(always)]
    fn write_characters(characters: Characters, output: &mut Output<'_>) -> bool {
        characters.write_utf8(output)
    }

    fn check(features: Features, src: &[u8]) -> Checked {
        Checked::of(validate::find_error(features, src))
    }

    fn boundary(src: &[u8], at: usize) -> usize {
        sequence_over(src, at)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf8, Kind::Unrepresentable, at, len, code)
    }
}

/// The character at `at`, if it is well-formed. What
/// [`decode_at`] does for any sequence, this does for those that are likely, with branches that text of one
/// script makes foreseeable.
#[inline(always)]
pub(super) fn well_formed(src: &[u8], at: usize) -> Option<(u32, usize)> {
    let word = u32::from_be_bytes(match src[at..].first_chunk() {
        Some(&all) => all,
        None => four(src, at),
    });
    let bits = |from: u32| word >> from & 0x3F;
    match word >> 24 {
        0x00..=0x7F => Some((word >> 24, 1)),
        0xC2..=0xDF if word & 0x00C0_0000 == 0x0080_0000 => {
            Some(((word >> 24 & 0x1F) << 6 | bits(16), 2))
        }
        0xE0..=0xEF if word & 0x00C0_C000 == 0x0080_8000 => {
            let code = (word >> 24 & 0x0F) << 12 | bits(16) << 6 | bits(8);
            // What tells that it is overlong, or a surrogate.
            let first = word & 0x0F20_0000;
            (first != 0 && first != 0x0D20_0000).then_some((code, 3))
        }
        _ if word & 0xF8C0_C0C0 == 0xF080_8080 => {
            let code = (word >> 24 & 0x07) << 18 | bits(16) << 12 | bits(8) << 6 | bits(0);
            matches!(code, 0x1_0000..=0x10_FFFF).then_some((code, 4))
        }
        _ => None,
    }
}
