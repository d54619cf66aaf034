//! ISO 8859-1: U+0000..U+00FF, each in its byte.

use super::{Ascii, Checked, Code, Coded, Four, ascii_bytes, write_bytes};
use crate::error::{Error, Kind, Place};
use crate::raw::Output;
use crate::simd::level::Features;

/// True ISO 8859-1.
#[derive(Clone, Copy, Debug)]
pub enum Latin1 {}

impl Code for Latin1 {
    const UNIT: usize = 1;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 1;
    const MOST: usize = 1;
    const SAME: u16 = 0xFF;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        Ok((src[at].into(), 1))
    }

    #[inline(always)]
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        let (&byte, rest) = src.split_first()?;
        Some((byte.into(), rest))
    }

    fn unpaired(_: &[u8], at: usize, code: u32, len: usize) -> Error {
        Self::unrepresentable(at, code, len)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        (code <= 0xFF).then_some(Coded::new(code.into(), 1))
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
        four.bytes_up_to(u8::MAX).map(|_| 4)
    }

    #[inline(always)]
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        four.bytes_up_to(u8::MAX).is_some_and(|bytes| output.push_all(bytes.to_le_bytes()))
    }

    fn check(_: Features, _: &[u8]) -> Checked {
        Checked::WellFormed
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        // Every encoding here has U+0000..U+00FF.
        Error::other(Place::Utf8, Kind::Unrepresentable, at, len, code)
    }
}
