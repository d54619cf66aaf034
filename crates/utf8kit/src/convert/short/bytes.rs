//! Single bytes, UTF-8 as long as it is ASCII, and a few characters of it that are not.

use core::hint::cold_path;

use super::{Sink, is_each_one, last_of_same, one_by_one, widens};
use crate::raw::Output;
use crate::scalar::form::{Code, Coded};
use crate::simd::KERNELS_HAVE_VECTORS;
use crate::simd::overlapping::Overlapping;

/// Up to so many bytes are taken one by one, behind ASCII too, where a character can have several bytes. More of them a
/// kernel converts sooner. (Where there is a kernel for few bytes, all that is not one character goes there.)
pub(super) const FEW: usize = 24;

/// The same where characters have two bytes: what comes between these, spaces, no predictor knows. Where kernels have no vectors, they
/// are no better at that.
const FEW_OF_TWO: usize = if KERNELS_HAVE_VECTORS { 10 } else { FEW };

/// Converts 1 to 64 of these, if there is room.
#[inline(always)]
pub(in crate::convert) fn convert_bytes<S: Code, T: Code>(
    src: &[u8],
    out: &mut Output<'_>,
) -> bool {
    // Of text that is not Latin, the first character tells.
    if !is_each_one::<S, T>() && !src.first().is_some_and(u8::is_ascii) {
        return false;
    }
    // Asked first, and not between what takes more registers. Without `cold_path()` the compiler put what is done without room before
    // what is done with it.
    if src.len() > out.room() / T::UNIT {
        cold_path();
        return false;
    }
    if are_blocks_asked_for_first::<S, T>()
        && let &[byte] = src
    {
        // By itself it would have the longest way. Without `cold_path()` all others would jump over this.
        cold_path();
        return Sink::<T>::one(out, byte.into());
    }
    // In this order the fewest jump over others. How many there are no predictor knows: so it is not asked for more often than need be.
    if are_blocks_asked_for_first::<S, T>() && src.len() >= 16 {
        return convert_blocks::<S, T>(src, out);
    }
    if src.len() < 4 {
        return convert_up_to_three::<S, T>(src, out);
    }
    if src.len() < 16 {
        return convert_overlapping::<S, T, 4>(src, Overlapping::four(src), out);
    }
    convert_blocks::<S, T>(src, out)
}

/// Whether 16 bytes and more are asked for before fewer. A loop over bytes that each become a unit of two bytes is at its best on 17 and 33
/// of them; on fewer it leaves time for a question that comes first. One that makes units of four bytes does not.
const fn are_blocks_asked_for_first<S: Code, T: Code>() -> bool {
    widens::<S, T>() && T::UNIT == 2
}

/// Converts 16 to 64 of them, by blocks.
#[inline(always)]
fn convert_blocks<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    match src.len() {
        16..=32 => convert_overlapping::<S, T, 16>(src, Overlapping::two(src), out),
        33 if widens::<S, T>() => convert_blocks_and_one::<S, T>(src, out),
        33..=64 => convert_overlapping::<S, T, 32>(src, Overlapping::two(src), out),
        _ => false,
    }
}

/// Converts 33 of them, the last one by itself: with it, a loop over blocks is at its best, and blocks that overlap at their worst, as half
/// of all units are written twice.
#[inline(always)]
fn convert_blocks_and_one<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let Some((blocks, &[last])) = src.split_first_chunk::<32>() else { return false };
    convert_overlapping::<S, T, 16>(blocks, Overlapping::two(blocks), out)
        && Sink::<T>::one(out, last.into())
}

/// Converts the first one, the one in the middle and the last one, of which two or all are the same where there are fewer: so how many there
/// are is not asked.
#[inline(always)]
fn convert_up_to_three<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let (Some(&first), Some(&last)) = (src.first(), src.last()) else { return false };
    let bytes = [first, src[src.len() / 2], last];
    (is_each_one::<S, T>() || bytes.is_ascii())
        && out.push_up_to_three(bytes.map(unit_of::<T>), src.len())
}

/// The unit that a byte of the same value is.
#[inline(always)]
fn unit_of<T: Code>(byte: u8) -> Coded {
    match T::encode(byte.into()) {
        Some(coded) if T::UNIT > 1 => coded,
        _ => Coded::new(byte.into(), 1),
    }
}

#[inline(always)]
fn convert_overlapping<S: Code, T: Code, const N: usize>(
    src: &[u8],
    bytes: Option<Overlapping<'_, N>>,
    out: &mut Output<'_>,
) -> bool {
    let (Some(bytes), Ok(last)) = (bytes, u8::try_from(last_of_same::<S, T>())) else {
        return false;
    };
    (is_each_one::<S, T>() || bytes.are_ascii())
        && T::write_overlapping(bytes, last, src.len(), out)
}

/// Converts up to four bytes, if they are one character that is no ASCII, or one of three bytes and then ASCII: where a character becomes
/// one unit of more than a byte, or a pair of these.
#[inline(always)]
pub(super) fn convert_one_character<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let Some((code, behind)) = S::next(src) else { return false };
    match *behind {
        [] => Sink::<T>::one(out, code),
        [byte] => byte.is_ascii() && Sink::<T>::one(out, code) && Sink::<T>::one(out, byte.into()),
        _ => false,
    }
}

/// Whether up to four bytes begin so that it is for [`convert_one_character`] to try: of others, no predictor knows where one ends.
#[inline(always)]
pub(super) fn begin_with_one_character(src: &[u8]) -> bool {
    src.len() == 2 || src.first().is_some_and(|&first| first >= 0xE0)
}

/// Converts two to four bytes, if they are two characters, or one of two bytes among ASCII, likewise.
#[inline(always)]
pub(super) fn convert_two_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if let Some((characters, count)) = S::of_two_bytes(src) {
        // None is above U+07FF: so it is not asked whether it becomes a pair.
        let unit = |index: usize| T::encode((characters >> (16 * index)) as u32 & 0x7FF);
        let (Some(first), Some(middle), Some(last)) = (unit(0), unit(count / 2), unit(count - 1))
        else {
            return false;
        };
        return out.push_up_to_three([first, middle, last], count);
    }
    let Some((first, behind)) = S::next(src) else { return false };
    S::next(behind).is_some_and(|(second, behind)| {
        behind.is_empty() && Sink::<T>::one(out, first) && Sink::<T>::one(out, second)
    })
}

/// Takes all of `src`, single bytes, four characters together where that can be, or several of three or four bytes that it begins with;
/// at most `few` bytes one by one. Whether all of it may be ASCII.
#[inline(always)]
pub(super) fn in_fours<S: Code, T, K: Sink<T>>(
    src: &[u8],
    few: usize,
    may_be_ascii: bool,
    sink: &mut K,
) -> bool {
    let mut rest = src;
    // Two or three of ASCII, as four that have something behind them.
    if may_be_ascii
        && let [first, .., last] = *src
        && src.len() < 4
        && first.is_ascii()
        && let Some((four, _)) = S::four(&[first, src[1], last, b' '], 0x7F)
        && sink.four(four)
    {
        sink.take_back(4 - src.len());
        return true;
    }
    // Where that is not so, nothing is prepared for it.
    if S::four(src, u16::MAX).is_none() {
        if src.len() > FEW_OF_TWO && begins_with_two(src) {
            return false;
        }
        // There are not several in less than eight bytes.
        let rest = if src.len() < 8 { src } else { behind_alike::<S, T, _>(src, sink) };
        return rest.len() <= few && one_by_one::<S, T, _>(rest, sink);
    }
    while let Some((four, behind)) = S::four(rest, u16::MAX)
        && sink.four(four)
    {
        rest = behind;
    }
    if rest.is_empty() {
        return true;
    }
    // A few of ASCII at the end, with some before them again.
    if rest.len() < 4
        && let Some(last) = src.last_chunk::<4>()
        && let Some((four, _)) = S::four(last, 0x7F)
    {
        sink.take_back(4 - rest.len());
        return sink.four(four);
    }
    // ASCII is not looked for again: where there is more of it, no branch predictor could tell.
    rest.len() <= few && one_by_one::<S, T, _>(rest, sink)
}

/// Takes what begins with characters of three bytes, by fours, or of four, by twos, and gives what is behind them.
#[inline(always)]
fn behind_alike<'s, S: Code, T, K: Sink<T>>(src: &'s [u8], sink: &mut K) -> &'s [u8] {
    let mut rest = src;
    while let Some((characters, behind)) = S::next_alike(rest)
        && sink.all(characters)
    {
        rest = behind;
    }
    rest
}

/// Whether the first character has two bytes, or is ASCII and the second one has.
#[inline(always)]
fn begins_with_two(src: &[u8]) -> bool {
    src.iter().take(2).any(|byte| matches!(byte, 0xC2..=0xDF))
}
