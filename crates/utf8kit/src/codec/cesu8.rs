//! CESU-8 (Unicode Technical Report 26) and Modified UTF-8 (Java's): UTF-16's code units, each in
//! UTF-8's way. A character above U+FFFF is a pair of three bytes each, and has no other form.

use super::utf8::well_formed;
use super::{
    Ascii, Codec, Coded, encode_utf8, is_high, is_low, join, split, surrogate,
    unsettled_with_surrogates,
};
use crate::error::{Error, Kind, Place};
use crate::raw::Output;
use crate::scalar::decode::decode_at;

/// CESU-8.
#[derive(Clone, Copy, Debug)]
pub enum Cesu8 {}

/// Modified UTF-8: CESU-8, with C0 80 for NUL.
#[derive(Clone, Copy, Debug)]
pub enum ModifiedUtf8 {}

/// The character at `at`. NUL and C0 80, in which the two encodings differ, are not its business.
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

/// A surrogate without its other half is one error of three bytes.
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

/// [`Codec::unsettled`]. Forms of four bytes are wrong from their first byte on.
fn unsettled(src: &[u8]) -> usize {
    let len = unsettled_with_surrogates(src);
    if src[src.len() - len..].first().is_some_and(|&lead| lead >= 0xF0) { 0 } else { len }
}

impl Codec for Cesu8 {
    type Unit = u8;
    const LEAST: usize = 1;
    const MOST: usize = 6;
    const HAS_PAIRS_OF_THREE: bool = true;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        decode(Place::Cesu8, src, at)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(encode(code))
    }

    fn unsettled(src: &[u8]) -> usize {
        unsettled(src)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Cesu8, Kind::Unrepresentable, at, len, code)
    }
}

impl Codec for ModifiedUtf8 {
    type Unit = u8;
    const LEAST: usize = 1;
    const MOST: usize = 6;
    const HAS_PAIRS_OF_THREE: bool = true;
    const HAS_LONG_NUL: bool = true;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        match src[at..] {
            [0, ..] => Err(Error::other(Place::ModifiedUtf8, Kind::InvalidByte, at, 1, 0)),
            [0xC0, 0x80, ..] => Ok((0, 2)),
            [0xC0] => Err(Error::other(Place::ModifiedUtf8, Kind::Incomplete, at, 1, 0xC0)),
            _ => decode(Place::ModifiedUtf8, src, at),
        }
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(if code == 0 { Coded::new(0x80C0, 2) } else { encode(code) })
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        Ascii::of_bytes(src, at).map(Ascii::before_nul)
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        ascii.before_nul().write_bytes(output)
    }

    fn unsettled(src: &[u8]) -> usize {
        if src.last() == Some(&0xC0) { 1 } else { unsettled(src) }
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::ModifiedUtf8, Kind::Unrepresentable, at, len, code)
    }
}
