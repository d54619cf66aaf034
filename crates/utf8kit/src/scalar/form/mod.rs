//! How one character is coded: each encoding form and scheme, one character at a time.
//!
//! All of them are seen as bytes, native code units too: those are bytes in the order of the CPU.
//! So a kernel, and the loop that takes one character at a time, exist once for each byte order.

mod cesu8;
mod characters;
mod four;
mod latin1;
mod utf16;
mod utf32;
mod utf8;
mod widths;
mod wtf8;

pub(crate) use cesu8::{Cesu8, ModifiedUtf8};
pub(crate) use characters::Characters;
pub(crate) use four::Four;
pub(crate) use latin1::Latin1;
pub(crate) use utf8::Utf8;
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;
pub(crate) use widths::{MOST_OF_FEW, Widths};
pub(crate) use wtf8::Wtf8;

use core::num::NonZero;

use crate::error::Error;
use crate::raw::{Forms, Output};
use crate::simd::level::Features;
use crate::simd::overlapping::Overlapping;
use crate::simd::sixteen;

/// What one or two units are.
#[derive(Clone, Copy)]
pub enum UpToTwo {
    /// The first one and the last one, each a character, which are the same where there is one.
    Apart([u32; 2]),
    Pair(u32),
}

/// One character in some form: its first `len` bytes, the lowest first.
///
/// A word, because it is stored as one. No form of a character has more than six bytes.
#[derive(Clone, Copy)]
pub struct Coded {
    bytes: u64,
    len: usize,
}

impl Coded {
    #[inline(always)]
    pub(crate) const fn new(bytes: u64, len: usize) -> Coded {
        Coded { bytes, len }
    }

    /// How many bytes it has.
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        self.len
    }

    /// Its first `N` bytes, and zeros where it has fewer.
    #[inline(always)]
    pub(crate) fn first_bytes<const N: usize>(self) -> [u8; N] {
        const { assert!(N <= 8) };
        core::array::from_fn(|at| self.bytes.to_le_bytes()[at])
    }

    /// Writes it and nothing behind it, if there is room.
    #[inline(always)]
    pub(crate) fn write_exactly(self, output: &mut Output<'_>) -> bool {
        let [a, b, c, d, e, f, ..] = self.bytes.to_le_bytes();
        // How many it has, where it was encoded, is known there: then one of these is left.
        match self.len {
            1 => output.push_all([a]),
            2 => output.push_all([a, b]),
            3 => output.push_all([a, b, c]),
            4 => output.push_all([a, b, c, d]),
            _ => output.push_all([a, b, c, d, e, f]),
        }
    }

    /// Writes it; `output` has room for it.
    #[inline(always)]
    pub(crate) fn write(self, output: &mut Output<'_>) {
        output.push(self.bytes.to_le_bytes(), self.len);
    }
}

/// What stands for an error: U+FFFD, or this byte in Latin-1, which has none.
///
/// Not its form, which is known where the target is: this fits in a register, and so does an `Option` of it.
///
/// The byte is the upper one.
#[derive(Clone, Copy)]
pub struct Replacement(NonZero<u16>);

impl Replacement {
    /// U+FFFD or `?`.
    pub(crate) const USUAL: Replacement = Replacement::of(b'?');

    #[inline(always)]
    pub(crate) const fn of(byte: u8) -> Replacement {
        Replacement(NonZero::<u16>::MIN.saturating_add((byte as u16) << 8))
    }

    #[inline(always)]
    pub(crate) fn coded<T: Code>(self) -> Coded {
        T::encode(0xFFFD).unwrap_or(Coded::new((self.0.get() >> 8).into(), 1))
    }
}

/// What is known of a whole text.
#[derive(Clone, Copy)]
pub enum Checked {
    /// Nothing: it must be decoded.
    Unknown,
    /// There is nothing wrong with it.
    WellFormed,
    /// The first error.
    Malformed(Error),
}

impl Checked {
    pub(crate) fn of(error: Option<Error>) -> Checked {
        error.map_or(Checked::WellFormed, Checked::Malformed)
    }
}

/// How many ASCII characters [`Code::ascii`] looks at at once.
pub(crate) const RUN: usize = 16;

/// An encoding as bytes. The implementations are types without values.
pub trait Code: 'static {
    /// Bytes in a code unit.
    const UNIT: usize;
    /// Whether it has a form for unpaired surrogates. What decodes them although it has none (UTF-16)
    /// says by [`Code::unpaired`] what is wrong with them.
    const HAS_SURROGATES: bool;
    /// The bytes that a character can have, least and most.
    const LEAST: usize;
    /// The most.
    const MOST: usize;

    /// The code point that stands at `at`, and how many bytes it has. `at < src.len()`.
    ///
    /// An unpaired surrogate is `Ok` in an encoding that has code points for them.
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error>;

    /// The next code point, if it is a scalar value in its well-formed form, which is all that is looked for:
    /// `None` need not be an error. And what is behind it.
    fn next(src: &[u8]) -> Option<(u32, &[u8])>;

    /// Takes all of it, one character after the other as [`Code::next`] gives them, if `take` takes each.
    #[inline(always)]
    fn each(src: &[u8], mut take: impl FnMut(u32) -> bool) -> bool {
        let mut rest = src;
        while !rest.is_empty() {
            let Some((code, behind)) = Self::next(rest) else { return false };
            if !take(code) {
                return false;
            }
            rest = behind;
        }
        true
    }

    /// The first unit, which need not be a character. Where units are more than bytes.
    #[inline(always)]
    fn first_unit(src: &[u8]) -> Option<u32> {
        let _ = src;
        None
    }

    /// The unit with this index, if it is a character, where that is told of one by itself.
    #[inline(always)]
    fn plain(src: &[u8], index: usize) -> Option<u32> {
        let _ = (src, index);
        None
    }

    /// The character that this unit and the one behind it are together, if they are a pair.
    #[inline(always)]
    fn pair(src: &[u8], index: usize) -> Option<u32> {
        let _ = (src, index);
        None
    }

    /// The characters that `src` is, if it is one or two units, and it is known how to tell those together. `None` need not be an error.
    #[inline(always)]
    fn up_to_two(src: &[u8]) -> Option<UpToTwo> {
        let _ = src;
        None
    }

    /// Whether it begins with a character above U+FFFF, behind which others are likely. Of UTF-32, any value above that counts as one.
    #[inline(always)]
    fn begins_supplementary(src: &[u8]) -> bool {
        let _ = src;
        false
    }

    /// The widths of up to [`MOST_OF_FEW`] bytes, if all units are characters or halves of pairs, and it is known how to count them together.
    /// `None` need not be an error.
    #[inline(always)]
    fn widths_of_few(src: &[u8]) -> Option<Widths> {
        let _ = src;
        None
    }

    /// The same of more.
    #[inline(always)]
    fn widths_of_some(src: &[u8]) -> Option<Widths> {
        let _ = src;
        None
    }

    /// How many bytes so many units become here, where their widths tell.
    #[inline(always)]
    fn len_of_units(units: usize, widths: Widths) -> Option<usize> {
        let _ = (units, widths);
        None
    }

    /// What is wrong with the unpaired surrogate of `len` bytes at `at`, which was decoded, if the
    /// target has no form for it.
    fn unpaired(src: &[u8], at: usize, code: u32, len: usize) -> Error;

    /// The form of a code point; `None` if there is none. Surrogates come only where
    /// [`Code::HAS_SURROGATES`].
    fn encode(code: u32) -> Option<Coded>;

    /// The next characters, at most [`RUN`], as far as they are ASCII and have their plain form; there are
    /// as many bytes left.
    fn ascii(src: &[u8], at: usize) -> Option<Ascii>;

    /// Writes them, as far as there is room and each has a plain form: says how many.
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize;

    /// The last character up to which each one is a unit of the same value; 0 where NUL is not even that.
    const SAME: u16;

    /// The next four characters, if there are as many bytes and none is above `last`, which is one less than a power of two, or
    /// above [`Code::SAME`]. And what is behind them. Where units are bytes.
    #[inline(always)]
    fn four(src: &[u8], last: u16) -> Option<(Four, &[u8])> {
        let (&bytes, rest) = src.split_first_chunk()?;
        let four = u32::from_le_bytes(bytes);
        let last = if last < Self::SAME { last } else { Self::SAME };
        (four & !(u32::from(last) * 0x0101_0101) == 0).then_some((Four(four), rest))
    }

    /// The characters of two to four bytes, in lanes of 16 bits, and how many there are: if two of them have two bytes, or one has and
    /// the others are ASCII. Where units are bytes.
    #[inline(always)]
    fn of_two_bytes(src: &[u8]) -> Option<(u64, usize)> {
        let _ = src;
        None
    }

    /// The next eight characters, if none is above `last`, which is one less than a power of two and not above [`Code::SAME`]:
    /// as units of UTF-16, with the lower byte first. Where units are more than bytes.
    #[inline(always)]
    fn eight(src: &[u8], last: u16) -> Option<[u8; 16]> {
        let _ = (src, last);
        None
    }

    /// The first four and the last four of `src`, likewise.
    #[inline(always)]
    fn four_and_four(src: &[u8], last: u16) -> Option<[u8; 16]> {
        let _ = (src, last);
        None
    }

    /// The first two and the last two units of `src` as values, if that is two to four and each is a character. Where units are more
    /// than bytes.
    #[inline(always)]
    fn two_and_two(src: &[u8]) -> Option<[u8; 16]> {
        let _ = src;
        None
    }

    /// How many bytes `src` has, if it is one or two units, and well-formed. Where units are UTF-16.
    #[inline(always)]
    fn len_of_up_to_two(src: &[u8]) -> Option<usize> {
        let _ = src;
        None
    }

    /// Whether the first two and the last two units of `src`, one behind the other, are well-formed: so is then all of it, if that is two to
    /// four units. It may be, too, where they are not. Where units are UTF-16.
    #[inline(always)]
    fn are_two_and_two_well_formed(src: &[u8]) -> bool {
        let _ = src;
        false
    }

    /// Writes the first two and the last two of `len` characters, likewise, if it is known how to write those together, and there is room
    /// for what it takes.
    #[inline(always)]
    fn write_two_and_two(values: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        let _ = (values, len, output);
        false
    }

    /// How many bytes `len` characters have here, likewise.
    #[inline(always)]
    fn len_of_two_and_two(values: [u8; 16], len: usize) -> Option<usize> {
        let _ = (values, len);
        None
    }

    /// The first two and the last two units of `src` as bytes, if that is two to four units, and none is above `last`, which is one less
    /// than a power of two. Where units are more than bytes.
    #[inline(always)]
    fn two_and_two_as_bytes(src: &[u8], last: u8) -> Option<[[u8; 2]; 2]> {
        let _ = (src, last);
        None
    }

    /// The units of `src` in lanes of 16 bits, and zeros behind them, if they are two to four, and none is above `last`, which is one less
    /// than a power of two. Where units are more than bytes.
    #[inline(always)]
    fn two_to_four_units(src: &[u8], last: u16) -> Option<u64> {
        let _ = (src, last);
        None
    }

    /// Writes the first `len` of four characters in lanes of 16 bits, none above U+07FF, if it is known how to write those together, and there
    /// is room for what it takes.
    #[inline(always)]
    fn write_up_to_four(units: u64, len: usize, output: &mut Output<'_>) -> bool {
        let _ = (units, len, output);
        false
    }

    /// The characters that the next four units are, if each of these is one, or the first two are a pair, or both twos are.
    /// `None` need not be an error. Where units are more than bytes.
    #[inline(always)]
    fn characters(src: &[u8]) -> Option<Characters> {
        let _ = src;
        None
    }

    /// The same of the last `units` of `src`, one to four of them. It has at least four.
    #[inline(always)]
    fn last_characters(src: &[u8], units: usize) -> Option<Characters> {
        let _ = (src, units);
        None
    }

    /// The characters that the next eight units begin with, if they are four pairs, or three and something else.
    #[inline(always)]
    fn leading_pairs(src: &[u8]) -> Option<Characters> {
        let _ = src;
        None
    }

    /// The values of the first two pairs and of the last two, if `src` is two to four pairs.
    #[inline(always)]
    fn two_pairs_and_two(src: &[u8]) -> Option<[u8; 16]> {
        let _ = src;
        None
    }

    /// The next characters, if they are four of three bytes each or two of four, and what is behind them. Where units are bytes.
    #[inline(always)]
    fn next_alike(src: &[u8]) -> Option<(Characters, &[u8])> {
        let _ = src;
        None
    }

    /// Writes these, if each has a form that it is known how to write together with others, and there is room for what it takes.
    #[inline(always)]
    fn write_characters(characters: Characters, output: &mut Output<'_>) -> bool {
        let _ = (characters, output);
        false
    }

    /// The forms of four characters, if each has one of up to four bytes. `None` of fewer. Where units are bytes, and forms can differ in
    /// length.
    #[inline(always)]
    fn forms(characters: Characters) -> Option<Forms> {
        let _ = characters;
        None
    }

    /// The forms of four characters that all are above U+FFFF, one behind the other, where those are told sooner than others.
    #[inline(always)]
    fn four_supplementary(characters: Characters) -> Option<[u8; 16]> {
        let _ = characters;
        None
    }

    /// Writes four characters, if each has a form and there is room for what it takes to write them.
    fn write_four(four: Four, output: &mut Output<'_>) -> bool;

    /// Writes eight, as [`Code::eight`] gives them, or the first four and the last four of `len`, which is four to eight, if there
    /// is room for them. None is above [`Code::SAME`].
    #[inline(always)]
    fn write_eight(units: [u8; 16], len: usize, output: &mut Output<'_>) -> bool {
        let bytes = sixteen::units_as_bytes(units);
        let (halves, _) = bytes.as_chunks::<4>();
        output.push_halves([halves[0], halves[1]], len)
    }

    /// Writes `len` characters, all of which are in `bytes`, if there is room for them. Each is a byte that is not above `last`, which
    /// is one less than a power of two and not above [`Code::SAME`].
    #[inline(always)]
    fn write_overlapping<const N: usize>(
        bytes: Overlapping<'_, N>,
        last: u8,
        len: usize,
        output: &mut Output<'_>,
    ) -> bool {
        output.push_overlapping::<N, 8>(bytes, len, |block| {
            // Four parts in registers of words, and what is asked of them, are one register more than there are that need not be saved.
            let block = if N <= 8 { sixteen::up_to(block, last) } else { block };
            let [low, high] = [0, 8].map(|at| block[at..].first_chunk().copied());
            [low.unwrap_or_default(), high.unwrap_or_default()]
        })
    }

    /// How many bytes four characters have, if each has a form.
    fn four_len(four: Four) -> Option<usize>;

    /// The first error of a whole text, by a kernel, where there is one for that.
    fn check(features: Features, src: &[u8]) -> Checked {
        let _ = (features, src);
        Checked::Unknown
    }

    /// Where the character starts that reaches over `at`, if all before it is well-formed; else `at`, which
    /// is where a code unit starts. For what [`Code::check`] checks.
    fn boundary(src: &[u8], at: usize) -> usize {
        let _ = src;
        at
    }

    /// Why the target has no form for `code`, a character of `len` bytes at `at`.
    fn unrepresentable(at: usize, code: u32, len: usize) -> Error;
}

/// Some characters of ASCII, and perhaps something else behind them.
#[derive(Clone, Copy)]
pub struct Ascii {
    bytes: [u8; RUN],
    len: usize,
}

impl Ascii {
    /// As many of these as are ASCII.
    #[inline(always)]
    fn of(bytes: [u8; RUN]) -> Ascii {
        let high = u128::from_le_bytes(bytes) & (u128::MAX / 255 * 0x80);
        Ascii { bytes, len: high.trailing_zeros() as usize / 8 }
    }

    /// Up to the first NUL.
    #[inline(always)]
    fn before_nul(mut self) -> Ascii {
        let nul = self.bytes.iter().position(|&byte| byte == 0);
        self.len = self.len.min(nul.unwrap_or(RUN));
        self
    }

    /// How many there are.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// Writes them as units of `UNIT` bytes, each made by `form`.
    #[inline(always)]
    fn write<const UNIT: usize, const BYTES: usize>(
        self,
        output: &mut Output<'_>,
        form: impl Fn(u8) -> [u8; UNIT],
    ) -> usize {
        const { assert!(BYTES == UNIT * RUN) };
        let mut units = [0; BYTES];
        for (unit, byte) in units.as_chunks_mut().0.iter_mut().zip(self.bytes) {
            *unit = form(byte);
        }
        let len = self.len.min(output.room() / UNIT);
        output.push(units, len * UNIT);
        len
    }
}

/// What the next bytes begin with.
#[inline(always)]
fn ascii_bytes(src: &[u8], at: usize) -> Option<Ascii> {
    src.get(at..)?.first_chunk().map(|&bytes| Ascii::of(bytes))
}

#[inline(always)]
fn write_bytes(ascii: Ascii, output: &mut Output<'_>) -> usize {
    ascii.write::<1, RUN>(output, |byte| [byte])
}

/// The form of a code point in UTF-8's way, surrogates too.
#[inline(always)]
fn encode_utf8(code: u32) -> Coded {
    let bits = |from: u32| u64::from(code >> from & 0x3F | 0x80);
    let first = |tag: u32, from: u32| u64::from(tag | code >> from);
    match code {
        0..0x80 => Coded::new(code.into(), 1),
        0x80..0x800 => Coded::new(first(0xC0, 6) | bits(0) << 8, 2),
        0x800..0x1_0000 => Coded::new(first(0xE0, 12) | bits(6) << 8 | bits(0) << 16, 3),
        _ => Coded::new(first(0xF0, 18) | bits(12) << 8 | bits(6) << 16 | bits(0) << 24, 4),
    }
}

/// The surrogate that `src[at..]` starts with in UTF-8's way: ED, A0..BF, a continuation.
#[inline(always)]
fn surrogate(src: &[u8], at: usize) -> Option<u32> {
    match src.get(at..)?.first_chunk()? {
        &[0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF] => {
            Some(0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F))
        }
        _ => None,
    }
}

/// Whether a code point is a surrogate.
#[inline(always)]
const fn is_surrogate(code: u32) -> bool {
    matches!(code, 0xD800..=0xDFFF)
}

/// Whether a code point is a high, or leading, surrogate.
#[inline(always)]
const fn is_high(code: u32) -> bool {
    matches!(code, 0xD800..=0xDBFF)
}

/// Whether a code point is a low, or trailing, surrogate.
#[inline(always)]
const fn is_low(code: u32) -> bool {
    matches!(code, 0xDC00..=0xDFFF)
}

/// The character of a pair.
#[inline(always)]
const fn join(high: u32, low: u32) -> u32 {
    0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)
}

/// The pair of a character above U+FFFF.
#[inline(always)]
const fn split(code: u32) -> (u32, u32) {
    let bits = code - 0x1_0000;
    (0xD800 + (bits >> 10), 0xDC00 + (bits & 0x3FF))
}
