//! UTF-32 in one byte order.

use core::marker::PhantomData;

use super::{Checked, Code, Coded, RUN};
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
    fn ascii(src: &[u8], at: usize) -> Option<[u8; RUN]> {
        let bytes: &[u8; 4 * RUN] = src.get(at..)?.first_chunk()?;
        let (units, _) = bytes.as_chunks::<4>();
        let all = units.iter().fold(0, |all, unit| all | O::unit32(*unit));
        (all < 0x80).then(|| core::array::from_fn(|index| O::unit32(units[index]) as u8))
    }

    #[inline(always)]
    fn write_ascii(ascii: [u8; RUN], output: &mut Output<'_>) -> bool {
        if output.room() < 4 * RUN {
            return false;
        }
        let units = ascii.map(|byte| O::bytes32(byte.into()).to_le_bytes());
        let bytes: [u8; 4 * RUN] = core::array::from_fn(|index| units[index / 4][index % 4]);
        output.push(bytes, 4 * RUN);
        true
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
