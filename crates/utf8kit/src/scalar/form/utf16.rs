//! UTF-16 in one byte order.

use core::hint::cold_path;
use core::marker::PhantomData;

use super::four::swapped16;
use super::widths::{self, Blocks};
use super::{
    Ascii, Characters, Checked, Code, Coded, Four, RUN, Widths, is_high, is_low, is_surrogate,
    join, split,
};
use crate::error::{Error, Kind, Place};
use crate::kernel::transcode::Order;
use crate::kernel::units::Validate16;
use crate::raw::Output;
use crate::simd::dispatch;
use crate::simd::level::Features;
use crate::simd::sixteen;
use crate::simd::words::joined;

/// UTF-16 as bytes in the order `O`.
#[derive(Clone, Copy, Debug)]
pub struct Utf16<O>(PhantomData<O>);

/// The unit at `at`, if a whole one is there.
#[inline(always)]
fn unit<O: Order>(src: &[u8], at: usize) -> Option<u32> {
    Some(O::unit16(*src.get(at..)?.first_chunk()?).into())
}

/// The next unit, and what is behind it.
#[inline(always)]
fn next_unit<O: Order>(src: &[u8]) -> Option<(u32, &[u8])> {
    let (&bytes, rest) = src.split_first_chunk()?;
    Some((O::unit16(bytes).into(), rest))
}

/// Four units with the lower byte of each first.
#[inline(always)]
fn four_units<O: Order>(units: &[u8; 8]) -> [u8; 8] {
    let units = u64::from_le_bytes(*units);
    if O::SWAP { swapped16(units) } else { units }.to_le_bytes()
}

/// `src`, if it is whole units.
#[inline(always)]
fn whole_units(src: &[u8]) -> Option<&[u8]> {
    src.len().is_multiple_of(2).then_some(src)
}

/// The widths of what is new in two blocks, if all are characters, or the halves of pairs. `is_open` says whether the second half of a
/// pair is due, before them and behind them.
#[inline(always)]
fn of_blocks<O: Order>(blocks: &Blocks, is_open: &mut bool) -> Option<Widths> {
    let both = blocks.both.map(|block| sixteen::ordered(block, O::SWAP));
    let more = sixteen::more_than_units(&both, &blocks.is_new);
    if !sixteen::have_surrogates(&both) {
        return (!*is_open).then_some(Widths { fewer: 0, more, supplementary: 0 });
    }
    let units = blocks.len / 2;
    // All are pairs, if those of each block are from its beginning on. Where blocks have units in common, their pairs are the same
    // ones: if there were an odd number between them, units would be first and second halves at once. And if the first new unit were
    // a second half, it would be due.
    if !*is_open && both.iter().all(|block| sixteen::pairs(*block) == blocks.filled) {
        let pairs = units / 2;
        return Some(Widths { fewer: pairs, more: 3 * pairs, supplementary: pairs });
    }
    let [highs, lows] = sixteen::halves(&both).map(|bits| blocks.new_bits(bits));
    let due = highs << 1 | u64::from(*is_open);
    let behind = due >> units;
    if due ^ lows != behind << units {
        return None;
    }
    *is_open = behind != 0;
    let pairs = sixteen::low_surrogates(&both, &blocks.is_new);
    // As two units, a pair is four bytes more than one each.
    Some(Widths { fewer: pairs, more: more - pairs, supplementary: pairs })
}

impl<O: Order> Code for Utf16<O> {
    const UNIT: usize = 2;
    const HAS_SURROGATES: bool = false;
    const LEAST: usize = 2;
    const MOST: usize = 4;
    const SAME: u16 = 0xFFFF;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        let Some(first) = unit::<O>(src, at) else {
            return Err(Error::other(Place::Utf16Bytes, Kind::Incomplete, at, src.len() - at, 0));
        };
        match unit::<O>(src, at + 2) {
            Some(second) if is_high(first) && is_low(second) => Ok((join(first, second), 4)),
            _ => Ok((first, 2)),
        }
    }

    #[inline(always)]
    fn next(src: &[u8]) -> Option<(u32, &[u8])> {
        let (first, rest) = next_unit::<O>(src)?;
        if !is_surrogate(first) {
            return Some((first, rest));
        }
        // Out of the way of a loop over the others, which is faster the fewer lines of code it has.
        cold_path();
        let (second, rest) = next_unit::<O>(rest)?;
        (is_high(first) && is_low(second)).then(|| (join(first, second), rest))
    }

    #[inline(always)]
    fn each(src: &[u8], mut take: impl FnMut(u32) -> bool) -> bool {
        // Whole units: to be asked whether there is half of one costs as much as to convert one.
        let (units, half) = src.as_chunks();
        let mut units = units.iter();
        while let Some(first) = units.next() {
            let mut code = u32::from(O::unit16(*first));
            if is_surrogate(code) {
                // Out of the way of a loop over the others, which is faster the fewer lines of code it has.
                cold_path();
                let Some(second) = units.next() else { return false };
                let second = u32::from(O::unit16(*second));
                if !is_high(code) || !is_low(second) {
                    return false;
                }
                code = join(code, second);
            }
            if !take(code) {
                return false;
            }
        }
        half.is_empty()
    }

    #[inline(always)]
    fn plain(src: &[u8], index: usize) -> Option<u32> {
        let unit = O::unit16(*src.as_chunks().0.get(index)?).into();
        (!is_surrogate(unit)).then_some(unit)
    }

    #[inline(always)]
    fn pair(src: &[u8], index: usize) -> Option<u32> {
        let (units, _) = src.as_chunks();
        let [high, low] =
            [*units.get(index)?, *units.get(index + 1)?].map(|it| O::unit16(it).into());
        (is_high(high) && is_low(low)).then(|| join(high, low))
    }

    #[inline(always)]
    fn begins_supplementary(src: &[u8]) -> bool {
        Self::plain(src, 0).is_none()
    }

    #[inline(always)]
    fn widths_of_few(src: &[u8]) -> Option<Widths> {
        let mut is_open = false;
        let widths = of_blocks::<O>(&widths::ends(whole_units(src)?)?, &mut is_open)?;
        (!is_open).then_some(widths)
    }

    #[inline(always)]
    fn widths_of_some(src: &[u8]) -> Option<Widths> {
        let mut is_open = false;
        let widths = widths::all(whole_units(src)?, |blocks| of_blocks::<O>(blocks, &mut is_open))?;
        (!is_open).then_some(widths)
    }

    #[inline(always)]
    fn len_of_characters(characters: usize, widths: Widths) -> Option<usize> {
        Some(2 * (characters + widths.supplementary))
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
    fn eight(src: &[u8], last: u16) -> Option<[u8; 16]> {
        sixteen::units_up_to(*src.first_chunk()?, last, O::SWAP)
    }

    #[inline(always)]
    fn characters(src: &[u8]) -> Option<Characters> {
        Characters::of_units(four_units::<O>(src.first_chunk()?), 0)
    }

    #[inline(always)]
    fn four_of_pairs(src: &[u8]) -> Option<Characters> {
        Characters::of_pairs(sixteen::ordered(*src.first_chunk()?, O::SWAP))
    }

    #[inline(always)]
    fn last_characters(src: &[u8], units: usize) -> Option<Characters> {
        Characters::of_units(four_units::<O>(src.last_chunk()?), 4 - units.min(4))
    }

    #[inline(always)]
    fn write_characters(characters: Characters, output: &mut Output<'_>) -> bool {
        if let Some(units) = characters.units() {
            return output.push_start(four_units::<O>(&units), 2 * characters.count);
        }
        characters.pairs().is_some_and(|pairs| {
            output.push_start(sixteen::ordered(pairs, O::SWAP), 4 * characters.count)
        })
    }

    #[inline(always)]
    fn four_and_four(src: &[u8], last: u16) -> Option<[u8; 16]> {
        let both = joined::<8>([src.first_chunk()?, src.last_chunk()?]);
        sixteen::units_up_to(both, last, O::SWAP)
    }

    #[inline(always)]
    fn write_eight(units: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        let units = sixteen::ordered(units, O::SWAP);
        let (halves, _) = units.as_chunks::<8>();
        output.push_halves([halves[0], halves[1]], 2 * len)
    }

    #[inline(always)]
    fn write_in_two<const N: usize>(
        both: [&[u8; N]; 2],
        len: usize,
        output: &mut Output<'_>,
    ) -> bool {
        output.push_in_two::<N, 16>(both, len, |block| sixteen::with_zeros(block, !O::SWAP))
    }

    #[inline(always)]
    fn four_len(_: Four) -> Option<usize> {
        Some(8)
    }

    #[inline(always)]
    fn write_four(four: Four, output: &mut Output<'_>) -> bool {
        let units = four.units();
        output.push_all(if O::SWAP { units << 8 } else { units }.to_le_bytes())
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
