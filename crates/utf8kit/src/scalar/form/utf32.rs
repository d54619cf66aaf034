//! UTF-32 in one byte order.

use core::marker::PhantomData;

use super::four::{joined_units, lanes32};
use super::widths::{self, Blocks};
use super::{Ascii, Characters, Checked, Code, Coded, Four, RUN, Widths};
use crate::error::{Error, Kind, Place};
use crate::kernel::transcode::Order;
use crate::kernel::units::Validate32;
use crate::raw::Output;
use crate::simd::dispatch;
use crate::simd::level::Features;
use crate::simd::overlapping::Overlapping;
use crate::simd::sixteen;
use crate::simd::words::{TwoBlocks, joined};

/// UTF-32 as bytes in the order `O`.
#[derive(Clone, Copy, Debug)]
pub struct Utf32<O>(PhantomData<O>);

/// The unit at `at`, if a whole one is there.
#[inline(always)]
fn unit<O: Order>(src: &[u8], at: usize) -> Option<u32> {
    Some(O::unit32(*src.get(at..)?.first_chunk()?))
}

/// The first two and the last two of two to four.
#[inline(always)]
fn both_twos<O: Order>(src: &[u8]) -> Option<[u64; 2]> {
    if src.len() > 16 {
        return None;
    }
    let both = [src.first_chunk()?, src.last_chunk()?].map(|two| u64::from_le_bytes(*two));
    Some(if O::SWAP { both.map(|two| two.swap_bytes().rotate_left(32)) } else { both })
}

/// `src`, if it is whole units.
#[inline(always)]
fn whole_units(src: &[u8]) -> Option<&[u8]> {
    src.len().is_multiple_of(4).then_some(src)
}

/// Eight values as units of UTF-16, with the lower byte first, if all are scalar values and none is above `last`.
#[inline(always)]
fn eight_units<O: Order>(blocks: &TwoBlocks, last: u16) -> Option<[u8; 16]> {
    let units = sixteen::values_up_to(blocks, last, O::SWAP)?;
    if last < 0xD800 { Some(units) } else { sixteen::units_up_to(units, last, false) }
}

/// The widths of what is new in two blocks, if all are characters.
#[inline(always)]
fn of_blocks<O: Order>(blocks: &Blocks) -> Option<Widths> {
    let [more, supplementary] = sixteen::more_than_values(&blocks.both, &blocks.is_new, O::SWAP)?;
    Some(Widths { fewer: 0, more, supplementary })
}

impl<O: Order> Code for Utf32<O> {
    const UNIT: usize = 4;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 4;
    const MOST: usize = 4;
    const SAME: u16 = 0xFFFF;

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
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        let (&bytes, rest) = src.split_first_chunk()?;
        Some((char::from_u32(O::unit32(bytes))?.into(), rest))
    }

    #[inline(always)]
    fn each(src: &[u8], mut take: impl FnMut(u32) -> bool) -> bool {
        let (values, rest) = src.as_chunks();
        let mut is_taken =
            |value| char::from_u32(O::unit32(value)).is_some_and(|scalar| take(scalar.into()));
        values.iter().all(|value| is_taken(*value)) && rest.is_empty()
    }

    #[inline(always)]
    fn first_unit(src: &[u8]) -> Option<u32> {
        Some(O::unit32(*src.first_chunk()?))
    }

    #[inline(always)]
    fn plain(src: &[u8], index: usize) -> Option<u32> {
        char::from_u32(O::unit32(*src.as_chunks().0.get(index)?)).map(u32::from)
    }

    #[inline(always)]
    fn begins_supplementary(src: &[u8]) -> bool {
        Self::first_unit(src).is_some_and(|first| first > 0xFFFF)
    }

    #[inline(always)]
    fn widths_of_few(src: &[u8]) -> Option<Widths> {
        of_blocks::<O>(&widths::ends(whole_units(src)?)?)
    }

    #[inline(always)]
    fn widths_of_some(src: &[u8]) -> Option<Widths> {
        widths::many(whole_units(src)?, of_blocks::<O>)
    }

    #[inline(always)]
    fn len_of_units(units: usize, widths: Widths) -> Option<usize> {
        Some(4 * (units - widths.fewer))
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
    fn eight(src: &[u8], last: u16) -> Option<[u8; 16]> {
        let (both, _) = src.first_chunk::<32>()?.as_chunks();
        eight_units::<O>(&[both[0], both[1]], last)
    }

    #[inline(always)]
    fn characters(src: &[u8]) -> Option<Characters> {
        Characters::of_values(*src.first_chunk()?, O::SWAP)
    }

    #[inline(always)]
    fn last_characters(src: &[u8], units: usize) -> Option<Characters> {
        Characters::of_last_values(*src.last_chunk()?, units, O::SWAP)
    }

    #[inline(always)]
    fn write_characters(characters: Characters, output: &mut Output<'_>) -> bool {
        let Characters { values, count, .. } = characters;
        output.push_start(sixteen::ordered32(values, O::SWAP), 4 * count)
    }

    #[inline(always)]
    fn four_and_four(src: &[u8], last: u16) -> Option<[u8; 16]> {
        eight_units::<O>(&[*src.first_chunk()?, *src.last_chunk()?], last)
    }

    #[inline(always)]
    fn two_and_two(src: &[u8]) -> Option<[u8; 16]> {
        if src.len() > 16 {
            return None;
        }
        sixteen::scalar_values(joined::<8>([src.first_chunk()?, src.last_chunk()?]), O::SWAP)
    }

    #[inline(always)]
    fn len_of_two_and_two(values: [u8; 16], len: usize) -> Option<usize> {
        let _ = values;
        Some(4 * len)
    }

    #[inline(always)]
    fn two_and_two_as_bytes(src: &[u8], last: u8) -> Option<[[u8; 2]; 2]> {
        let both = both_twos::<O>(src)?;
        let byte_each = |two: u64| ((two | two >> 24) as u16).to_le_bytes();
        let beyond = !(0x1_0000_0001 * u64::from(last));
        ((both[0] | both[1]) & beyond == 0).then(|| both.map(byte_each))
    }

    #[inline(always)]
    fn two_to_four_units(src: &[u8], last: u16) -> Option<u64> {
        let both = both_twos::<O>(src)?;
        let beyond = !(0x1_0000_0001 * u64::from(last));
        let units_each = |two: u64| (two | two >> 16) as u32;
        ((both[0] | both[1]) & beyond == 0)
            .then(|| joined_units(both.map(units_each), src.len() / 4))
    }

    #[inline(always)]
    fn write_two_and_two(values: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        let values = sixteen::ordered32(values, O::SWAP);
        let (halves, _) = values.as_chunks::<8>();
        output.push_halves([halves[0], halves[1]], 4 * len)
    }

    #[inline(always)]
    fn write_eight(units: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        output.push_halves(sixteen::units_as_values(units, O::SWAP), 4 * len)
    }

    #[inline(always)]
    fn write_overlapping<const N: usize>(
        bytes: Overlapping<'_, N>,
        _: u8,
        len: usize,
        output: &mut Output<'_>,
    ) -> bool {
        output.push_overlapping::<N, 32>(bytes, len, |block| {
            sixteen::with_zeros(block, !O::SWAP).map(|half| {
                let mut units = [0; 32];
                units.copy_from_slice(sixteen::with_zeros(half, !O::SWAP).as_flattened());
                units
            })
        })
    }

    #[inline(always)]
    fn four_len(_: Four) -> Option<usize> {
        Some(16)
    }

    #[inline(always)]
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        let units = four.units();
        let halves = [lanes32(units as u32), lanes32((units >> 32) as u32)];
        let [low, high] = halves.map(|values| if O::SWAP { values << 24 } else { values });
        output.push_all((u128::from(low) | u128::from(high) << 64).to_le_bytes())
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
