//! UTF-16, little-endian.

use super::{
    Ascii, Checked, Codec, Coded, RUN_BYTES, is_high, is_low, is_surrogate, join, len_before, split,
};
use crate::engine::Engine;
use crate::error::{Error, Kind, Place};
use crate::kernel::units::Validate16;
use crate::raw::Output;

/// UTF-16 as bytes, the least significant of each unit first.
#[derive(Clone, Copy, Debug)]
pub enum Utf16 {}

/// The unit at `at`, if a whole one is there.
#[inline(always)]
fn unit(src: &[u8], at: usize) -> Option<u32> {
    Some(u16::from_le_bytes(*src.get(at..)?.first_chunk()?).into())
}

impl Codec for Utf16 {
    type Unit = u16;
    const LEAST: usize = 2;
    const MOST: usize = 4;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        let Some(first) = unit(src, at) else {
            return Err(Error::other(Place::Utf16Bytes, Kind::Incomplete, at, src.len() - at, 0));
        };
        if is_surrogate(first)
            && let Some(second) = unit(src, at + 2)
            && is_high(first)
            && is_low(second)
        {
            return Ok((join(first, second), 4));
        }
        Ok((first, 2))
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(if code < 0x1_0000 {
            Coded::new(u64::from(code as u16), 2)
        } else {
            let (high, low) = split(code);
            let [high, low] = [high, low].map(|unit| u64::from(unit as u16));
            Coded::new(high | low << 16, 4)
        })
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        let bytes: &[u8; 2 * RUN_BYTES] = src.get(at..)?.first_chunk()?;
        let (units, _) = bytes.as_chunks::<2>();
        // What is not ASCII becomes a byte that is not.
        let byte = |unit| u16::from_le_bytes(unit).min(0x80) as u8;
        Some(Ascii::of(core::array::from_fn(|index| byte(units[index]))))
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        ascii.write::<2, { 2 * RUN_BYTES }>(output, |byte| u16::from(byte).to_le_bytes())
    }

    #[inline(always)]
    fn len_before_special(src: &[u8], pairs: bool, nul: bool) -> usize {
        len_before(src, |unit| {
            let unit = u16::from_le_bytes(unit);
            (pairs & is_surrogate(unit.into())) | (nul & (unit == 0))
        })
    }

    fn check(engine: Engine, src: &[u8]) -> Checked {
        match engine.run(Validate16::of(src)) {
            Ok(()) => Checked::WellFormed,
            Err(at) => Checked::Malformed(match Self::decode(src, at) {
                Ok((code, len)) => Self::unpaired(src, at, code, len),
                Err(error) => error,
            }),
        }
    }

    /// A part of a unit, and a high surrogate before it.
    fn unsettled(src: &[u8]) -> usize {
        let part = src.len() % 2;
        match src[..src.len() - part].last_chunk() {
            Some(last) if is_high(u16::from_le_bytes(*last).into()) => 2 + part,
            _ => part,
        }
    }

    /// A high surrogate at the end could still get its other half. Half a unit behind it is part of
    /// the same error, as in the WHATWG's decoder.
    fn unpaired(src: &[u8], at: usize, code: u32, _: usize) -> Error {
        let left = src.len() - at;
        if is_high(code) && left < 4 {
            return Error::other(Place::Utf16Bytes, Kind::Incomplete, at, left, code);
        }
        Error::other(Place::Utf16Bytes, Kind::UnpairedSurrogate, at, 2, code)
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf16Bytes, Kind::Unrepresentable, at, len, code)
    }
}
