//! WTF-8: UTF-8 in which an unpaired surrogate has the form that UTF-8 would give it.

use super::utf8::well_formed;
use super::{Codec, Coded, encode_utf8, is_high, is_low, surrogate, unsettled_with_surrogates};
use crate::error::{Error, Kind, Place};
use crate::scalar::decode::decode_at;

/// WTF-8.
#[derive(Clone, Copy, Debug)]
pub enum Wtf8 {}

impl Codec for Wtf8 {
    type Unit = u8;
    const LEAST: usize = 1;
    const MOST: usize = 4;
    const HAS_SURROGATES: bool = true;

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
    fn encode(code: u32) -> Option<Coded> {
        Some(encode_utf8(code))
    }

    fn unsettled(src: &[u8]) -> usize {
        unsettled_with_surrogates(src)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Wtf8, Kind::Unrepresentable, at, len, code)
    }
}
