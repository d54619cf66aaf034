//! UTF-32 in one byte order.

use core::marker::PhantomData;

use super::{Ascii, Checked, Code, Coded, RUN};
use crate::error::{Error, Kind, Place};
use crate::kernel::transcode::Order;
use crate::kernel::units::Validate32;
use crate::raw::Output;
use crate::simd::dispatch;
use crate::simd::level::Features;

/// UTF-32 as bytes in the order `O`.
#[derive(Clone, Copy, Debug)]
pub struct Utf32<O>(PhantomData<O>);

/// The unit at `at`, if a whole one is there.
#[inline(always)]
fn unit<O: Order>(src: &[u8], at: usize) -> Option<u32> {
    Some(O::unit32(*src.get(at..)?.first_chunk()?))
}

impl<O: Order> Code for Utf32<O> {
    const UNIT: usize = 4;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 4;
    const MOST: usize = 4;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        let Some(value) = unit::<O>(src, at) else {
            return Err(Error::other(Place::Utf32Bytes, Kind::Incomplete, at, src.len() - at, 0));
        };
        if char::from_u32(value).is_some() {
            return Ok((value, 4));
        }
        let kind = if value > 0x10_FFFF { Kind::OutOfRange } else { Kind::Surrogate };
        Err(Error::other(Place::Utf32Bytes, kind, at, 4, value))
    }

    #[inline(always)]
    fn well_formed(src: &[u8], at: usize) -> Option<(u32, usize)> {
        let scalar = char::from_u32(unit::<O>(src, at)?)?;
        Some((scalar.into(), 4))
    }

    fn unpaired(_: &[u8], at: usize, code: u32, len: usize) -> Error {
        Self::unrepresentable(at, code, len)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(Coded::new(O::bytes32(code).into(), 4))
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        let bytes: &[u8; 4 * RUN] = src.get(at..)?.first_chunk()?;
        let (units, _) = bytes.as_chunks::<4>();
        // What is not ASCII becomes a byte that is not.
        let byte = |unit| O::unit32(unit).min(0x80) as u8;
        Some(Ascii::of(core::array::from_fn(|index| byte(units[index]))))
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        ascii.write::<4, { 4 * RUN }>(output, |byte| O::bytes32(byte.into()).to_le_bytes())
    }

    #[inline(always)]
    fn four_ascii(src: &[u8], at: usize) -> Option<u32> {
        let units = u128::from_le_bytes(*src.get(at..)?.first_chunk()?);
        let bytes = if O::SWAP { units.rotate_right(24) } else { units };
        if bytes & !(u128::MAX / 0xFFFF_FFFF * 0x7F) != 0 {
            return None;
        }
        let pairs = bytes | bytes >> 24;
        Some((pairs as u32 & 0xFFFF) | ((pairs >> 64) as u32) << 16)
    }

    #[inline(always)]
    fn write_four_ascii(four: u32, output: &mut Output<'_>) -> bool {
        let pairs = u128::from(four & 0xFFFF) | u128::from(four >> 16) << 64;
        let bytes = (pairs | pairs << 24) & (u128::MAX / 0xFFFF_FFFF * 0x7F);
        let units = if O::SWAP { bytes << 24 } else { bytes };
        output.push_all(units.to_le_bytes())
    }

    fn check(features: Features, src: &[u8]) -> Checked {
        match dispatch::run(features, Validate32::<O>::of(src)) {
            Ok(()) => Checked::WellFormed,
            Err(at) => Checked::of(Self::decode(src, at).err()),
        }
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf32Bytes, Kind::Unrepresentable, at, len, code)
    }
}
