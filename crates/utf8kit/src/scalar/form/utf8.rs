//! UTF-8.

use super::{Checked, Code, Coded, RUN, ascii_bytes, encode_utf8, write_bytes};
use crate::error::{Error, Kind, Place};
use crate::raw::Output;
use crate::scalar::decode::decode_at;
use crate::simd::level::Features;
use crate::validate;

/// RFC 3629.
#[derive(Clone, Copy, Debug)]
pub enum Utf8 {}

impl Code for Utf8 {
    const UNIT: usize = 1;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 1;
    const MOST: usize = 4;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        decode_at(src, at).map(|scalar| (scalar.into(), scalar.len_utf8()))
    }

    fn unpaired(_: &[u8], at: usize, code: u32, len: usize) -> Error {
        Self::unrepresentable(at, code, len)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(encode_utf8(code))
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<[u8; RUN]> {
        ascii_bytes(src, at)
    }

    #[inline(always)]
    fn write_ascii(ascii: [u8; RUN], output: &mut Output<'_>) -> bool {
        write_bytes(ascii, output)
    }

    fn check(features: Features, src: &[u8]) -> Checked {
        Checked::of(validate::find_error(features, src))
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf8, Kind::Unrepresentable, at, len, code)
    }
}
