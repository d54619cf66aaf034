//! UTF-16 in one byte order.

use core::hint::cold_path;
use core::marker::PhantomData;

use super::{Ascii, Checked, Code, Coded, RUN, is_high, is_low, is_surrogate, join, split};
use crate::error::{Error, Kind, Place};
use crate::kernel::transcode::Order;
use crate::kernel::units::Validate16;
use crate::raw::Output;
use crate::simd::dispatch;
use crate::simd::level::Features;

/// UTF-16 as bytes in the order `O`.
#[derive(Clone, Copy, Debug)]
pub struct Utf16<O>(PhantomData<O>);

/// The unit at `at`, if a whole one is there.
#[inline(always)]
fn unit<O: Order>(src: &[u8], at: usize) -> Option<u32> {
    Some(O::unit16(*src.get(at..)?.first_chunk()?).into())
}

impl<O: Order> Code for Utf16<O> {
    const UNIT: usize = 2;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 2;
    const MOST: usize = 4;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        match (Self::well_formed(src, at), unit::<O>(src, at)) {
            (Some(decoded), _) => Ok(decoded),
            (None, Some(unpaired)) => Ok((unpaired, 2)),
            _ => Err(Error::other(Place::Utf16Bytes, Kind::Incomplete, at, src.len() - at, 0)),
        }
    }

    #[inline(always)]
    fn well_formed(src: &[u8], at: usize) -> Option<(u32, usize)> {
        let first = unit::<O>(src, at)?;
        if !is_surrogate(first) {
            return Some((first, 2));
        }
        // Out of the way of a loop over the others, which is faster the fewer lines of code it has.
        cold_path();
        let second = unit::<O>(src, at + 2)?;
        (is_high(first) && is_low(second)).then(|| (join(first, second), 4))
    }

    fn unpaired(src: &[u8], at: usize, code: u32, len: usize) -> Error {
        // A high one at the end, or before half a unit, could still get its other half.
        let kind = if is_high(code) && src.len() - at < 4 {
            Kind::Incomplete
        } else {
            Kind::UnpairedSurrogate
        };
        Error::other(Place::Utf16Bytes, kind, at, len, code)
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        Some(if code < 0x1_0000 {
            Coded::new(O::bytes16(code as u16).into(), 2)
        } else {
            let (high, low) = split(code);
            let (high, low) = (O::bytes16(high as u16), O::bytes16(low as u16));
            Coded::new(u64::from(high) | u64::from(low) << 16, 4)
        })
    }

    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        let bytes: &[u8; 2 * RUN] = src.get(at..)?.first_chunk()?;
        let (units, _) = bytes.as_chunks::<2>();
        // What is not ASCII becomes a byte that is not.
        let byte = |unit| O::unit16(unit).min(0x80) as u8;
        Some(Ascii::of(core::array::from_fn(|index| byte(units[index]))))
    }

    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        ascii.write::<2, { 2 * RUN }>(output, |byte| O::bytes16(byte.into()).to_le_bytes())
    }

    #[inline(always)]
    fn four_ascii(src: &[u8], at: usize) -> Option<u32> {
        let units = u64::from_le_bytes(*src.get(at..)?.first_chunk()?);
        let bytes = if O::SWAP { units.rotate_right(8) } else { units };
        if bytes & 0xFF80_FF80_FF80_FF80 != 0 {
            return None;
        }
        let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF;
        Some((pairs | pairs >> 16) as u32)
    }

    #[inline(always)]
    fn write_four_ascii(four: u32, output: &mut Output<'_>) -> bool {
        let pairs = (u64::from(four) | u64::from(four) << 16) & 0x0000_FFFF_0000_FFFF;
        let bytes = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF;
        let units = if O::SWAP { bytes << 8 } else { bytes };
        output.push_all(units.to_le_bytes())
    }

    fn check(features: Features, src: &[u8]) -> Checked {
        match dispatch::run(features, Validate16::<O>::of(src)) {
            Ok(()) => Checked::WellFormed,
            Err(at) => Checked::Malformed(match Self::decode(src, at) {
                Ok((code, len)) => Self::unpaired(src, at, code, len),
                Err(error) => error,
            }),
        }
    }

    fn boundary(src: &[u8], at: usize) -> usize {
        match src[..at].last_chunk() {
            Some(&last) if is_high(O::unit16(last).into()) => at - 2,
            _ => at,
        }
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        Error::other(Place::Utf16Bytes, Kind::Unrepresentable, at, len, code)
    }
}
