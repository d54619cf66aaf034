//! UTF-32, little-endian.

use super::{Ascii, Checked, Codec, Coded, RUN_BYTES, len_before};
use crate::engine::Engine;
use crate::error::{Error, Kind, Place};
use crate::kernel::units::Validate32;
use crate::raw::Output;

/// UTF-32 as bytes, the least significant of each unit first.
#[derive(Clone, Copy, Debug)]
pub enum Utf32 {}

impl Codec for Utf32 {
    type Unit = u32;
    const LEAST: usize = 4;
    const MOST: usize = 4;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        let Some(&bytes) = src[at..].first_chunk() else {
            return Err(Error::other(Place::Utf32Bytes, Kind::Incomplete, at, src.len() - at, 0));
        };
        let value = u32::from_le_bytes(bytes);
        if char::from_u32(value).is_some() {
            return Ok((value, 4));
        }
        let kind = if value > 0x10_FFFF { Kind::OutOfRange } else { Kind::Surrogate };
        Err(Error::other(Place::Utf32Bytes, kind, at, 4, value))
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(Coded::new(code.into(), 4))
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        let bytes: &[u8; 4 * RUN_BYTES] = src.get(at..)?.first_chunk()?;
        let (units, _) = bytes.as_chunks::<4>();
        // What is not ASCII becomes a byte that is not.
        let byte = |unit| u32::from_le_bytes(unit).min(0x80) as u8;
        Some(Ascii::of(core::array::from_fn(|index| byte(units[index]))))
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        ascii.write::<4, { 4 * RUN_BYTES }>(output, |byte| u32::from(byte).to_le_bytes())
    }

    #[inline(always)]
    fn len_before_special(src: &[u8], pairs: bool, nul: bool) -> usize {
        len_before(src, |unit| {
            let value = u32::from_le_bytes(unit);
            (pairs & (value > 0xFFFF)) | (nul & (value == 0))
        })
    }

    fn check(engine: Engine, src: &[u8]) -> Checked {
        match engine.run(Validate32::of(src)) {
            Ok(()) => Checked::WellFormed,
            Err(at) => Checked::of(Self::decode(src, at).err()),
        }
    }

    fn unsettled(src: &[u8]) -> usize {
        src.len() % 4
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf32Bytes, Kind::Unrepresentable, at, len, code)
    }
}
