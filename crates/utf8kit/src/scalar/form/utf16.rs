//! UTF-16 in one byte order.

use core::hint::cold_path;
use core::marker::PhantomData;

use super::characters::lanes_in_utf16;
use super::four::{joined_units, swapped16};
use super::widths::{self, Blocks};
use super::{
    Ascii, Characters, Checked, Code, Coded, Four, RUN, UpToTwo, Widths, is_high, is_low,
    is_surrogate, join,
};
use crate::error::{Error, Kind, Place};
use crate::kernel::transcode::Order;
use crate::kernel::units::Validate16;
use crate::raw::{Output, Places};
use crate::simd::dispatch;
use crate::simd::level::Features;
use crate::simd::overlapping::Overlapping;
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

/// The first and the last one of one or two units: the same, where there is one.
#[inline(always)]
fn first_and_last<O: Order>(src: &[u8]) -> Option<[u32; 2]> {
    if !matches!(src.len(), 2 | 4) {
        return None;
    }
    Some([src.first_chunk()?, src.last_chunk()?].map(|unit| O::unit16(*unit).into()))
}

/// Whether they are a pair, by one comparison. One by itself cannot be both halves.
#[inline(always)]
const fn are_pair([first, last]: [u32; 2]) -> bool {
    (first.wrapping_sub(0xD800) | last.wrapping_sub(0xDC00)) < 0x400
}

/// Two units, the first one in the lower half; and back.
#[inline(always)]
fn two_units<O: Order>(units: [u8; 4]) -> u32 {
    let units = u32::from_le_bytes(units);
    if O::SWAP { units.swap_bytes().rotate_left(16) } else { units }
}

/// The first two and the last two of two to four.
#[inline(always)]
fn both_twos<O: Order>(src: &[u8]) -> Option<[u32; 2]> {
    if src.len() > 8 {
        return None;
    }
    Some([src.first_chunk()?, src.last_chunk()?].map(|two| two_units::<O>(*two)))
}

/// The same as they stand one behind the other, with the lower byte of each first, and zeros behind them.
#[inline(always)]
fn two_and_two<O: Order>(src: &[u8]) -> Option<[u8; 16]> {
    if src.len() > 8 {
        return None;
    }
    let units = sixteen::two_lanes(*src.first_chunk()?, *src.last_chunk()?);
    Some(sixteen::ordered(units, O::SWAP))
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

/// The widths of up to eight units with the lower byte of each first, if all are characters or pairs.
#[inline(always)]
fn of_row(units: [u8; 16]) -> Option<Widths> {
    let (row, all) = (&[units], &[widths::ALL[0]]);
    let halves = sixteen::surrogates(units);
    if halves == 0 {
        return Some(Widths {
            more: sixteen::more_than_units(row, all, false),
            ..Widths::default()
        });
    }
    let seconds = sixteen::seconds(units);
    are_in_pairs(halves, seconds).then(|| of_pairs(row, all))
}

/// Whether each first half of a pair is before a second one, and each second one behind a first one. Of each unit, its two bytes are told.
#[inline(always)]
fn are_in_pairs(halves: u64, seconds: u64) -> bool {
    (halves ^ seconds) << 2 == seconds
}

/// The widths of what is new in two blocks, if all are characters, or the halves of pairs. `due` is how many second halves of
/// pairs are before them, 0 or 1, and then how many are behind them.
#[inline(always)]
fn of_blocks<O: Order>(blocks: &Blocks, due: &mut u64) -> Option<Widths> {
    let both = blocks.both.map(|block| sixteen::ordered(block, O::SWAP));
    let halves = sixteen::are_surrogates(&both);
    if halves == 0 {
        let more = sixteen::more_than_units(&both, &blocks.is_new, false);
        return (*due == 0).then_some(Widths { more, ..Widths::default() });
    }
    let lows = halves & sixteen::may_be_seconds(&both);
    let highs = halves ^ lows;
    if ((highs << 1 | *due) ^ lows) & blocks.seams != 0 {
        return None;
    }
    *due = highs >> 15;
    Some(of_pairs(&both, &blocks.is_new))
}

/// The widths where `counted` is FF, if all surrogates are halves of pairs.
#[inline(always)]
fn of_pairs<const N: usize>(blocks: &[[u8; 16]; N], counted: &[[u8; 16]; N]) -> Widths {
    let pairs = sixteen::low_surrogates(blocks, counted);
    let more = sixteen::more_than_units(blocks, counted, true);
    Widths { fewer: pairs, more, supplementary: pairs }
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
    fn first_unit(src: &[u8]) -> Option<u32> {
        Some(O::unit16(*src.first_chunk()?).into())
    }

    #[inline(always)]
    fn plain(src: &[u8], index: usize) -> Option<u32> {
        let unit = O::unit16(*src.as_chunks().0.get(index)?).into();
        (!is_surrogate(unit)).then_some(unit)
    }

    #[inline(always)]
    fn pair(src: &[u8], index: usize) -> Option<u32> {
        let units = two_units::<O>(*src.get(2 * index..)?.first_chunk()?);
        // Both at once. Where the first one is too low, what is borrowed for it leaves high bits in its half.
        let bits = units.wrapping_sub(0xDC00_D800);
        (bits & 0xFC00_FC00 == 0).then_some(0x1_0000 + ((bits & 0x3FF) << 10 | bits >> 16))
    }

    #[inline(always)]
    fn up_to_two(src: &[u8]) -> Option<UpToTwo> {
        let [first, last] = first_and_last::<O>(src)?;
        if !is_surrogate(first) && !is_surrogate(last) {
            return Some(UpToTwo::Apart([first, last]));
        }
        are_pair([first, last]).then(|| UpToTwo::Pair(join(first, last)))
    }

    #[inline(always)]
    fn len_of_up_to_two(src: &[u8]) -> Option<usize> {
        let [first, last] = first_and_last::<O>(src)?;
        // Both by one question: what is apart jumps once, over the one for a pair, and a pair does not.
        let are_apart = !is_surrogate(first) & !is_surrogate(last);
        (are_apart | are_pair([first, last])).then_some(src.len())
    }

    #[inline(always)]
    fn begins_supplementary(src: &[u8]) -> bool {
        // Not as [`Code::pair`] asks it: what is equal to 0, the compiler takes to be rare, and here neither is.
        src.first_chunk().is_some_and(|&units| two_units::<O>(units) & 0xFC00_FC00 == 0xDC00_D800)
    }

    #[inline(always)]
    fn widths_of_few(src: &[u8]) -> Option<Widths> {
        let src = whole_units(src)?;
        match widths::row(src) {
            Some(row) => of_row(sixteen::ordered(row, O::SWAP)),
            None => of_blocks::<O>(&widths::ends(src)?, &mut 0),
        }
    }

    #[inline(always)]
    fn widths_of_some(src: &[u8]) -> Option<Widths> {
        let mut due = 0;
        widths::many(whole_units(src)?, |blocks| of_blocks::<O>(blocks, &mut due))
    }

    #[inline(always)]
    fn len_of_units(units: usize, widths: Widths) -> Option<usize> {
        Some(2 * (units - widths.fewer + widths.supplementary))
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
            // Both at once: what each is by itself would have to be cut off.
            let bits = code - 0x1_0000;
            let units = 0xDC00_D800 + (bits >> 10) + ((bits & 0x3FF) << 16);
            Coded::new(two_units::<O>(units.to_le_bytes()).into(), 4)
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
    fn leading_pairs(src: &[u8]) -> Option<Characters> {
        Characters::of_pairs(sixteen::ordered(*src.first_chunk()?, O::SWAP))
    }

    #[inline(always)]
    fn two_pairs_and_two(src: &[u8]) -> Option<[u8; 16]> {
        if src.len() > 16 {
            return None;
        }
        // Where they are an odd number of units, the last ones begin with half of a pair.
        let both = joined::<8>([src.first_chunk()?, src.last_chunk()?]);
        Characters::four_pairs(sixteen::ordered(both, O::SWAP))
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
        characters.write_utf16(O::SWAP, output)
    }

    #[inline(always)]
    fn four_and_four(src: &[u8], last: u16) -> Option<[u8; 16]> {
        let both = joined::<8>([src.first_chunk()?, src.last_chunk()?]);
        sixteen::units_up_to(both, last, O::SWAP)
    }

    #[inline(always)]
    fn two_and_two(src: &[u8]) -> Option<[u8; 16]> {
        let units = two_and_two::<O>(src)?;
        (sixteen::surrogates(units) == 0).then(|| sixteen::units_as_values(units, false)[0])
    }

    #[inline(always)]
    fn are_two_and_two_well_formed(src: &[u8]) -> bool {
        let Some(units) = two_and_two::<O>(src) else { return false };
        // The first half of a pair that is cut has no second one behind it; of three units, the one in the middle stands here twice.
        are_in_pairs(sixteen::surrogates(units), sixteen::seconds(units))
    }

    #[inline(always)]
    fn len_of_two_and_two(values: [u8; 16], len: usize) -> Option<usize> {
        Places::of(sixteen::supplementary(values), len).map(Places::len)
    }

    #[inline(always)]
    fn two_and_two_as_bytes(src: &[u8], last: u8) -> Option<[[u8; 2]; 2]> {
        let both = both_twos::<O>(src)?;
        let byte_each = |two: u32| ((two | two >> 8) as u16).to_le_bytes();
        let beyond = !(0x1_0001 * u32::from(last));
        ((both[0] | both[1]) & beyond == 0).then(|| both.map(byte_each))
    }

    #[inline(always)]
    fn two_to_four_units(src: &[u8], last: u16) -> Option<u64> {
        let both = both_twos::<O>(src)?;
        let beyond = !(0x1_0001 * u32::from(last));
        ((both[0] | both[1]) & beyond == 0).then(|| joined_units(both, src.len() / 2))
    }

    #[inline(always)]
    fn write_two_and_two(values: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        match sixteen::supplementary(values) {
            0 => {
                let units = four_units::<O>(&sixteen::values_as_units(values));
                let (halves, _) = units.as_chunks::<4>();
                output.push_halves([halves[0], halves[1]], 2 * len)
            }
            0b1111 => {
                let pairs = sixteen::ordered(sixteen::values_as_pairs(values), O::SWAP);
                let (halves, _) = pairs.as_chunks::<8>();
                output.push_halves([halves[0], halves[1]], 4 * len)
            }
            pairs => Places::of(pairs, len)
                .is_some_and(|places| output.push_joined(lanes_in_utf16(values, O::SWAP), places)),
        }
    }

    #[inline(always)]
    fn four_supplementary(characters: Characters) -> Option<[u8; 16]> {
        characters.four_as_pairs(O::SWAP)
    }

    #[inline(always)]
    fn write_eight(units: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        let units = sixteen::ordered(units, O::SWAP);
        let (halves, _) = units.as_chunks::<8>();
        output.push_halves([halves[0], halves[1]], 2 * len)
    }

    #[inline(always)]
    fn write_overlapping<const N: usize>(
        bytes: Overlapping<'_, N>,
        _: u8,
        len: usize,
        output: &mut Output<'_>,
    ) -> bool {
        output.push_overlapping::<N, 16>(bytes, len, |block| sixteen::with_zeros(block, !O::SWAP))
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
