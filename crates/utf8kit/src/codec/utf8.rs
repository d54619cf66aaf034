//! UTF-8.

use super::{Checked, Codec, Coded, encode_utf8};
use crate::boundary::incomplete_len;
use crate::engine::Engine;
use crate::error::{Error, Kind, Place};
use crate::scalar::Utf8;
use crate::scalar::decode::{decode_at, four};

impl Codec for Utf8 {
    type Unit = u8;
    const LEAST: usize = 1;
    const MOST: usize = 4;
    const IS_UTF8: bool = true;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        match well_formed(src, at) {
            Some(decoded) => Ok(decoded),
            None => decode_at(src, at).map(|scalar| (scalar.into(), scalar.len_utf8())),
        }
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(encode_utf8(code))
    }

    fn check(engine: Engine, src: &[u8]) -> Checked {
        Checked::of(engine.first_error(src))
    }

    fn unsettled(src: &[u8]) -> usize {
        incomplete_len(src)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf8, Kind::Unrepresentable, at, len, code)
    }
}

/// The character at `at`, if it is well-formed.
///
/// [`decode_at`] does that for any sequence. This does it for those that are likely, with branches
/// that text of one script makes foreseeable.
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
            // These bits tell an overlong form (0) and a surrogate's (ED A0 and up).
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
