//! Whole texts so short that to find out what the CPU has, and to call that, would take longer than the
//! answer: up to 16 bytes are a word or two, and up to 64 are a word of bits, one for each byte.

use core::hint::cold_path;

use super::few::nth_byte;
use super::{FewMarks, LineFeeds, Scalars, UniversalLineEnds, Utf16, Words};
use crate::scalar::table::is_continuation;
use crate::simd::sixteen;
use crate::simd::words::{ONES, bits_set, four_to_eight, spread, sum, up_to_seven};

/// As many bytes as a word has bits.
pub(crate) const SHORT: usize = 64;

/// What the bytes of a short text are.
pub(crate) trait Bits {
    /// Which of sixteen bytes are what matters. What that is, in either word, each implementation says.
    fn bits(block: [u8; 16]) -> Words;
}

/// Marks of units: [`Bits::bits`] are their [`Words`].
pub(crate) trait UnitMarks: FewMarks + Bits {
    /// How many there are of a character of four bytes; of a shorter one there is one.
    const OF_FOUR: usize;
}

impl UnitMarks for Scalars {
    const OF_FOUR: usize = 1;
}

impl Bits for Scalars {
    #[inline(always)]
    fn bits(block: [u8; 16]) -> Words {
        [sixteen::starts(block), 0]
    }
}

impl UnitMarks for Utf16 {
    const OF_FOUR: usize = 2;
}

impl Bits for Utf16 {
    #[inline(always)]
    fn bits(block: [u8; 16]) -> Words {
        [sixteen::starts(block), sixteen::from_f0(block)]
    }
}

/// Marks of line ends: [`Bits::bits`] are which bytes are LF and which are CR, if those end lines.
pub(crate) trait LineBits: Bits {}

impl LineBits for LineFeeds {}

impl Bits for LineFeeds {
    #[inline(always)]
    fn bits(block: [u8; 16]) -> Words {
        [sixteen::equal(block, b'\n'), 0]
    }
}

impl LineBits for UniversalLineEnds {}

impl Bits for UniversalLineEnds {
    #[inline(always)]
    fn bits(block: [u8; 16]) -> Words {
        [sixteen::equal(block, b'\n'), sixteen::equal(block, b'\r')]
    }
}

/// The bits of 16 to [`SHORT`] bytes.
#[inline(always)]
fn bits_of_blocks<B: Bits>(bytes: &[u8]) -> Words {
    // The last blocks begin within those before them; they agree where they overlap.
    let last = bytes.len() - 16;
    let mut bits = join(bits_at::<B>(bytes, 0), bits_at::<B>(bytes, last));
    if last > 16 {
        bits = join(bits, join(bits_at::<B>(bytes, 16), bits_at::<B>(bytes, last - 16)));
    }
    bits
}

#[inline(always)]
fn bits_at<B: Bits>(bytes: &[u8], at: usize) -> Words {
    let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk) else { return [0, 0] };
    let [first, second] = B::bits(*block);
    [first << at, second << at]
}

#[inline(always)]
fn join(a: Words, b: Words) -> Words {
    [a[0] | b[0], a[1] | b[1]]
}

#[inline(always)]
fn starts(byte: u8) -> usize {
    usize::from(!is_continuation(byte))
}

/// How many units there are before `to`, a boundary of a well-formed text that is no longer than [`SHORT`].
#[inline(always)]
pub(crate) fn count_units<M: UnitMarks>(text: &[u8], to: usize) -> usize {
    let before = &text[..to];
    if before.len() < 4 {
        // Each character of up to three bytes is one unit.
        return match *before {
            [_, second] => 1 + starts(second),
            [_, second, third] => 1 + starts(second) + starts(third),
            _ => before.len(),
        };
    }
    if before.len() > 16 { count_in_bits::<M>(before) } else { count_in_words::<M>(text, before) }
}

/// Of 4 to 16 bytes, with which `text` begins.
#[inline(always)]
fn count_in_words<M: FewMarks>(text: &[u8], before: &[u8]) -> usize {
    let Some(first) = text.first_chunk() else {
        // The zeros behind the end are counted, too.
        let beyond = 8 - before.len();
        return sum(M::weights(four_to_eight(before), 0)) - beyond;
    };
    let first = M::weights(u64::from_le_bytes(*first), 0);
    let Some(last) = before.last_chunk() else {
        return sum(first << (64 - 8 * before.len()));
    };
    let counted = 8 * (16 - before.len()) as u32;
    let last = M::weights(u64::from_le_bytes(*last), 0).checked_shr(counted).unwrap_or(0);
    sum(first + last)
}

#[inline(never)]
fn count_in_bits<M: UnitMarks>(bytes: &[u8]) -> usize {
    let [first, second] = bits_of_blocks::<M>(bytes);
    sum(bits_set(first) + bits_set(second))
}

/// The start of the character that has the `nth` unit of a well-formed text that is no longer than
/// [`SHORT`], or the end.
#[inline(always)]
pub(crate) fn find_unit<M: UnitMarks>(text: &[u8], nth: usize) -> usize {
    if nth == 0 {
        return 0;
    }
    // The bytes with no more than `nth` units up to them come before it. On the first there is one, or the
    // text is one character of four bytes.
    if let [_, second] = *text {
        return 1 + usize::from(starts(second) < nth);
    }
    if nth >= text.len() {
        // No character has more units than bytes.
        return text.len();
    }
    let [_, second, behind @ ..] = text else { return text.len() };
    let two = 1 + starts(*second);
    match *behind {
        [third] => 1 + usize::from(two <= nth) + usize::from(two + starts(third) <= nth),
        [third, fourth] => {
            let three = two + starts(third);
            let four = three + starts(fourth);
            if four == 1 && nth < M::OF_FOUR {
                return 0;
            }
            1 + usize::from(two <= nth) + usize::from(three <= nth) + usize::from(four <= nth)
        }
        _ if text.len() > 16 => find_in_bits::<M>(text, nth),
        _ => find_in_words::<M>(text, nth),
    }
}

/// Of 4 to 16 bytes.
#[inline(always)]
fn find_in_words<M: FewMarks>(text: &[u8], nth: usize) -> usize {
    let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) else {
        // The zeros behind the end are marked.
        return nth_byte(M::weights(four_to_eight(text), 0), nth).min(text.len());
    };
    let first = M::weights(u64::from_le_bytes(*first), 0);
    if text.len() == 8 {
        return nth_byte(first, nth);
    }
    let last = M::weights(u64::from_le_bytes(*last) >> (8 * (16 - text.len())), 0);
    let marks = sum(first);
    let (weights, nth, at) = if nth < marks { (first, nth, 0) } else { (last, nth - marks, 8) };
    (at + nth_byte(weights, nth)).min(text.len())
}

/// `nth` is less than [`SHORT`].
#[inline(never)]
fn find_in_bits<M: UnitMarks>(text: &[u8], nth: usize) -> usize {
    let [first, second] = bits_of_blocks::<M>(text);
    // Which eight bits it is among, then which bit of those.
    let weights = bits_set(first) + bits_set(second);
    let at = 8 * nth_byte(weights, nth);
    if at >= text.len() {
        return text.len();
    }
    let before = (weights.wrapping_mul(ONES) << 8 >> at) as u8;
    let weights = spread((first >> at) as u8) + spread((second >> at) as u8);
    (at + nth_byte(weights, nth - usize::from(before))).min(text.len())
}

/// Places before this one have three bytes before them at most.
pub(crate) const NEAR: usize = 4;

/// Whether `to`, below [`NEAR`], is not beyond the end of a text, which may be of any length, and before it is no byte that could end a line.
#[inline(always)]
pub(crate) fn is_on_first_line(text: &[u8], to: usize) -> bool {
    text.get(..to).is_some_and(|few| {
        let (Some(first), Some(last)) = (few.first(), few.last()) else { return true };
        let middle = &few[few.len() / 2];
        is_behind_return(first.min(middle).min(last))
    })
}

/// How many lines end in `text`, no longer than [`SHORT`], and where the last line starts.
#[inline(always)]
pub(crate) fn last_line<L: LineBits>(text: &[u8]) -> (usize, usize) {
    let ends = ends::<L>(text);
    // Most texts that are so short are one line: this is laid out for them.
    if ends == 0 {
        return (0, 0);
    }
    cold_path();
    (count_ones(ends), SHORT - ends.leading_zeros() as usize)
}

/// Whether a byte comes behind those that end lines, in the order of numbers.
#[inline(always)]
fn is_behind_return(byte: &u8) -> bool {
    *byte > b'\r'
}

/// Where a line of a text no longer than [`SHORT`] starts, and the last byte of what ends it, if it ends; of
/// a line that is not there, nothing.
#[inline(always)]
pub(crate) fn line<L: LineBits>(text: &[u8], line: usize) -> Option<(usize, Option<usize>)> {
    let mut ends = ends::<L>(text);
    let mut start = 0;
    for _ in 0..line {
        if ends == 0 {
            return None;
        }
        start = ends.trailing_zeros() as usize + 1;
        ends &= ends - 1;
    }
    Some((start, (ends != 0).then(|| ends.trailing_zeros() as usize)))
}

/// The last byte of what ends each line.
#[inline(always)]
fn ends<L: LineBits>(text: &[u8]) -> u64 {
    let [line_feeds, returns] = line_bits::<L>(text);
    line_feeds | returns & !(line_feeds >> 1)
}

#[inline(always)]
fn line_bits<L: LineBits>(text: &[u8]) -> Words {
    if text.len() < 8 {
        // The zeros behind the end are none.
        return L::bits(u128::from(up_to_seven(text)).to_le_bytes());
    }
    if text.len() < 16
        && let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk())
    {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        let [line_feeds, returns] =
            L::bits((u128::from(first) | u128::from(last) << 64).to_le_bytes());
        let joined = |bits: u64| bits & 0xFF | bits >> 8 << (text.len() - 8);
        return [joined(line_feeds), joined(returns)];
    }
    bits_of_blocks::<L>(text)
}

/// Outlined: where there is no instruction for it these are many.
#[inline(never)]
fn count_ones(bits: u64) -> usize {
    bits.count_ones() as usize
}
