//! CESU-8 (Unicode Technical Report 26) and Modified UTF-8 (Java's): UTF-16's code units, each in
//! UTF-8's way. A character above U+FFFF is a pair of three bytes each, and has no other form.

use super::four::write_utf8;
use super::utf8::well_formed;
use super::{
    Ascii, Characters, Code, Coded, Four, Utf8, Widths, ascii_bytes, encode_utf8, is_high, is_low,
    join, split, surrogate, write_bytes,
};
use crate::error::{Error, Kind, Place};
use crate::raw::{Forms, Output};
use crate::scalar::decode::decode_at;

/// CESU-8.
#[derive(Clone, Copy, Debug)]
pub enum Cesu8 {}

/// Modified UTF-8: CESU-8, with C0 80 for NUL.
#[derive(Clone, Copy, Debug)]
pub enum ModifiedUtf8 {}

/// What is neither NUL nor C0 80, which the two differ in.
#[inline(always)]
fn decode(place: Place, src: &[u8], at: usize) -> Result<(u32, usize), Error> {
    if let Some(decoded @ (..0x1_0000, _)) = well_formed(src, at) {
        return Ok(decoded);
    }
    if let Some(high) = surrogate(src, at) {
        return match surrogate(src, at + 3) {
            Some(low) if is_high(high) && is_low(low) => Ok((join(high, low), 6)),
            _ => Err(unpaired(place, src, at, high)),
        };
    }
    if src[at] >= 0xF0 {
        return Err(Error::other(place, Kind::InvalidByte, at, 1, src[at].into()));
    }
    match decode_at(src, at) {
        Ok(scalar) => Ok((scalar.into(), scalar.len_utf8())),
        // ED A0..BF begins a surrogate's form here.
        Err(error) if error.kind() == Kind::Surrogate => Err(Error::cut(place, src, at, 2)),
        Err(error) => Err(error.said_of(place)),
    }
}

/// A surrogate's form without the other half: one error of three bytes.
fn unpaired(place: Place, src: &[u8], at: usize, code: u32) -> Error {
    let behind = &src[at + 3..];
    let could_be_completed = matches!(*behind, [] | [0xED] | [0xED, 0xB0..=0xBF]);
    let kind = if is_high(code) && could_be_completed {
        Kind::Incomplete
    } else {
        Kind::UnpairedSurrogate
    };
    Error::other(place, kind, at, 3, code)
}

#[inline(always)]
fn encode(code: u32) -> Coded {
    if code < 0x1_0000 {
        return encode_utf8(code);
    }
    let (high, low) = split(code);
    let three = |unit: u32| {
        u64::from(0xE0 | unit >> 12 | (unit >> 6 & 0x3F | 0x80) << 8 | (unit & 0x3F | 0x80) << 16)
    };
    Coded::new(three(high) | three(low) << 24, 6)
}

impl Code for Cesu8 {
    const UNIT: usize = 1;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 1;
    const MOST: usize = 6;
    const SAME: u16 = 0x7F;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        decode(Place::Cesu8, src, at)
    }

    /// Not what is above U+FFFF.
    #[inline(always)]
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        Utf8::next(src).filter(|&(code, _)| code < 0x1_0000)
    }

    #[inline(always)]
    fn of_two_bytes(src: &[u8]) -> Option<(u64, usize)> {
        Utf8::of_two_bytes(src)
    }

    #[inline(always)]
    fn len_of_units(units: usize, widths: Widths) -> Option<usize> {
        // Four bytes become six.
        Some(units + widths.more + 2 * widths.supplementary)
    }

    fn unpaired(_: &[u8], at: usize, code: u32, len: usize) -> Error {
        Self::unrepresentable(at, code, len)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(encode(code))
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
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        four.write_utf8(output)
    }

    #[inline(always)]
    fn write_up_to_four(units: u64, len: usize, output: &mut Output<'_>) -> bool {
        write_utf8(units, len, output)
    }

    #[inline(always)]
    fn forms(characters: Characters) -> Option<Forms> {
        if characters.are_bmp() { characters.four_in_utf8() } else { None }
    }

    #[inline(always)]
    fn write_characters(characters: Characters, output: &mut Output<'_>) -> bool {
        characters.are_bmp() && characters.write_utf8(output)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Cesu8, Kind::Unrepresentable, at, len, code)
    }
}

impl Code for ModifiedUtf8 {
    const UNIT: usize = 1;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 1;
    const MOST: usize = 6;
    const SAME: u16 = 0;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        match src[at..] {
            [0, ..] => Err(Error::other(Place::ModifiedUtf8, Kind::InvalidByte, at, 1, 0)),
            [0xC0, 0x80, ..] => Ok((0, 2)),
            [0xC0] => Err(Error::other(Place::ModifiedUtf8, Kind::Incomplete, at, 1, 0xC0)),
            _ => decode(Place::ModifiedUtf8, src, at),
        }
    }

    /// Neither NUL nor what is above U+FFFF.
    #[inline(always)]
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        Cesu8::next(src).filter(|&(code, _)| code != 0)
    }

    fn unpaired(_: &[u8], at: usize, code: u32, len: usize) -> Error {
        Self::unrepresentable(at, code, len)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(if code == 0 { Coded::new(0x80C0, 2) } else { encode(code) })
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        ascii_bytes(src, at).map(Ascii::before_nul)
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        write_bytes(ascii.before_nul(), output)
    }

    #[inline(always)]
    fn four(src: &[u8], last: u16) -> Option<(Four, &[u8])> {
        Cesu8::four(src, last).filter(|(four, _)| !four.has_nul())
    }

    #[inline(always)]
    fn four_len(four: Four) -> Option<usize> {
        (!four.has_nul()).then(|| four.utf8_len())
    }

    #[inline(always)]
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        !four.has_nul() && four.write_utf8(output)
    }

    #[inline(always)]
    fn forms(characters: Characters) -> Option<Forms> {
        if characters.has_nul() { None } else { Cesu8::forms(characters) }
    }

    #[inline(always)]
    fn write_characters(characters: Characters, output: &mut Output<'_>) -> bool {
        !characters.has_nul() && Cesu8::write_characters(characters, output)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::ModifiedUtf8, Kind::Unrepresentable, at, len, code)
    }
}
