//! WTF-8: UTF-8 in which an unpaired surrogate has the form that UTF-8 would give it.

use super::four::write_utf8;
use super::utf8::well_formed;
use super::{
    Ascii, Characters, Code, Coded, Four, Utf8, Widths, ascii_bytes, encode_utf8, is_high, is_low,
    surrogate, write_bytes,
};
use crate::error::{Error, Kind, Place};
use crate::raw::{Forms, Output};
use crate::scalar::decode::decode_at;

/// WTF-8.
#[derive(Clone, Copy, Debug)]
pub enum Wtf8 {}

impl Code for Wtf8 {
    const UNIT: usize = 1;
    const HAS_SURROGATES: bool = true;
    const LEAST: usize = 1;
    const MOST: usize = 4;
    const SAME: u16 = 0x7F;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        if let Some(decoded) = well_formed(src, at) {
            return Ok(decoded);
        }
        if let Some(code) = surrogate(src, at) {
            // Two that would pair are one error of six bytes: found from its start, so that a
            // conversion can go on from any character.
            return match surrogate(src, at + 3) {
                Some(low) if is_high(code) && is_low(low) => {
                    Err(Error::other(Place::Wtf8, Kind::Surrogate, at, 6, code))
                }
                _ => Ok((code, 3)),
            };
        }
        match decode_at(src, at) {
            Ok(scalar) => Ok((scalar.into(), scalar.len_utf8())),
            // ED A0..BF begins a surrogate's form here.
            Err(error) if error.kind() == Kind::Surrogate => {
                Err(Error::cut(Place::Wtf8, src, at, 2))
            }
            Err(error) => Err(error.said_of(Place::Wtf8)),
        }
    }

    #[inline(always)]
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        Utf8::next(src)
    }

    #[inline(always)]
    fn of_two_bytes(src: &[u8]) -> Option<(u64, usize)> {
        Utf8::of_two_bytes(src)
    }

    #[inline(always)]
    fn next_alike(src: &[u8]) -> Option<(Characters, &[u8])> {
        Utf8::next_alike(src)
    }

    #[inline(always)]
    fn len_of_two_and_two(values: [u8; 16], len: usize) -> Option<usize> {
        Utf8::len_of_two_and_two(values, len)
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
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        four.write_utf8(output)
    }

    #[inline(always)]
    fn write_two_and_two(values: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        Utf8::write_two_and_two(values, len, output)
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

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Wtf8, Kind::Unrepresentable, at, len, code)
    }
}
