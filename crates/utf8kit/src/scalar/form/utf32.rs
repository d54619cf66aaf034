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

impl<O: Order> Code for Utf32<O> {
    const UNIT: usize = 4;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 4;
    const MOST: usize = 4;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        let Some(&bytes) = src.get(at..).and_then(<[u8]>::first_chunk) else {
            return Err(Error::other(Place::Utf32Bytes, Kind::Incomplete, at, src.len() - at, 0));
        };
        let value = O::unit32(bytes);
        if char::from_u32(value).is_some() {
            return Ok((value, 4));
        }
        let kind = if value > 0x10_FFFF { Kind::OutOfRange } else { Kind::Surrogate };
        Err(Error::other(Place::Utf32Bytes, kind, at, 4, value))
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
