//! One character in each encoding: how it is decoded, encoded, and what is wrong with it.
//!
//! Every encoding is seen as bytes, native code units too. UTF-16 and UTF-32 are little-endian
//! here; text in the other order is swapped on its way in and out (`convert/pair.rs`).

mod ascii;
mod cesu8;
mod latin1;
mod utf16;
mod utf32;
mod utf8;
mod wtf8;

pub(crate) use crate::scalar::Utf8;
pub(crate) use ascii::{Ascii, RUN_BYTES};
pub(crate) use cesu8::{Cesu8, ModifiedUtf8};
pub(crate) use latin1::Latin1;
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;
pub(crate) use wtf8::Wtf8;

use crate::boundary::incomplete_len;
use crate::engine::Engine;
use crate::error::Error;
use crate::raw::{Output, Unit};
use crate::scalar::table::is_continuation;

/// An encoding, one character at a time. The implementations are types without values.
///
/// The methods that a codec need not have are those of an encoding whose code units are bytes, and
/// whose ASCII is that of UTF-8.
pub trait Codec: 'static {
    /// A code unit as it is in memory.
    type Unit: Unit;
    /// Bytes in a code unit.
    const UNIT: usize = size_of::<Self::Unit>();
    /// The fewest bytes that a character has.
    const LEAST: usize;
    /// The most bytes that a character has.
    const MOST: usize;
    /// Where code units are bytes: the last byte that is a character of the same value.
    const LAST_SAME: u8 = 0x7F;
    /// Whether it is UTF-8 itself, and not only like it.
    const IS_UTF8: bool = false;
    /// Whether unpaired surrogates have a form.
    const HAS_SURROGATES: bool = false;
    /// Whether a supplementary character is two surrogates of three bytes each, as in CESU-8.
    const HAS_PAIRS_OF_THREE: bool = false;
    /// Whether NUL is C0 80, as in Modified UTF-8.
    const HAS_LONG_NUL: bool = false;

    /// The code point that stands at `at`, and how many bytes it has. `at < src.len()`.
    ///
    /// An unpaired surrogate is `Ok` in UTF-16 and WTF-8, where it is a code point. Whether the
    /// target takes it is asked later; see [`Codec::unpaired`].
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error>;

    /// The form of a code point, or `None` if it has none here. Surrogates come only where
    /// [`Codec::HAS_SURROGATES`] says so.
    fn encode(code: u32) -> Option<Coded>;

    /// What the next [`RUN_BYTES`] code units begin with, if there are so many.
    #[inline(always)]
    fn ascii(src: &[u8], at: usize) -> Option<Ascii> {
        Ascii::of_bytes(src, at)
    }

    /// Writes ASCII as far as there is room, and says how many characters that was.
    #[inline(always)]
    fn write_ascii(ascii: Ascii, output: &mut Output<'_>) -> usize {
        ascii.write_bytes(output)
    }

    /// How many bytes at the start of `src` hold whole code units that are neither part of a
    /// supplementary character, if `pairs`, nor NUL, if `nul`.
    #[inline(always)]
    fn len_before_special(src: &[u8], pairs: bool, nul: bool) -> usize {
        bytes_before_special(src, pairs, nul)
    }

    /// The first error of a text, by a kernel where there is one for that.
    fn check(engine: Engine, src: &[u8]) -> Checked {
        let _ = (engine, src);
        Checked::Unknown
    }

    /// How many bytes at the end of `src`, at most [`MOST_UNSETTLED`], could mean something else if
    /// more followed. What is before them ends between two characters or errors.
    fn unsettled(src: &[u8]) -> usize;

    /// What is wrong with the unpaired surrogate of `len` bytes at `at` that was decoded, if the
    /// target has no form for it.
    fn unpaired(src: &[u8], at: usize, code: u32, len: usize) -> Error {
        let _ = src;
        Self::unrepresentable(at, code, len)
    }

    /// Says that the target has no form for `code`, a character of `len` bytes at `at`.
    fn unrepresentable(at: usize, code: u32, len: usize) -> Error;
}

/// The most bytes that can be unsettled: a high surrogate of three bytes, and two of a low one.
pub(crate) const MOST_UNSETTLED: usize = 5;

/// What is known of a whole text.
#[derive(Clone, Copy)]
pub enum Checked {
    /// Nothing: it must be decoded.
    Unknown,
    /// All of it is well-formed.
    WellFormed,
    /// The first error.
    Malformed(Error),
}

impl Checked {
    pub(crate) fn of(error: Option<Error>) -> Checked {
        error.map_or(Checked::WellFormed, Checked::Malformed)
    }
}

/// One character in some encoding: `len` bytes, the first one lowest in a word.
///
/// It is a word because it is stored as one. No form of a character has more than six bytes.
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

    /// Writes it and nothing behind it, if there is room for it.
    #[inline(always)]
    pub(crate) fn write(self, output: &mut Output<'_>) -> bool {
        let [a, b, c, d, e, f, ..] = self.bytes.to_le_bytes();
        // Where it was encoded its length is known, and one of these is left.
        match self.len {
            1 => output.push([a]),
            2 => output.push([a, b]),
            3 => output.push([a, b, c]),
            4 => output.push([a, b, c, d]),
            _ => output.push([a, b, c, d, e, f]),
        }
    }
}

/// What stands for an error: U+FFFD, or a byte of the caller's choice where the target is Latin-1,
/// which has no U+FFFD.
#[derive(Clone, Copy)]
pub(crate) struct Replacement {
    latin1: u8,
}

impl Replacement {
    /// U+FFFD or `?`.
    pub(crate) const USUAL: Replacement = Replacement::of(b'?');

    #[inline(always)]
    pub(crate) const fn of(latin1: u8) -> Replacement {
        Replacement { latin1 }
    }

    #[inline(always)]
    pub(crate) fn coded<T: Codec>(self) -> Coded {
        T::encode(0xFFFD).unwrap_or(Coded::new(self.latin1.into(), 1))
    }
}

/// [`Codec::len_before_special`], for code units of `N` bytes of which `is_special` tells.
#[inline(always)]
fn len_before<const N: usize>(src: &[u8], is_special: impl Fn([u8; N]) -> bool) -> usize {
    /// So many units are looked at without a branch between them, which the compiler does in
    /// vectors. So `is_special` must have no branch either.
    const STRIDE_UNITS: usize = 32;
    let (units, _) = src.as_chunks::<N>();
    let (strides, _) = units.as_chunks::<STRIDE_UNITS>();
    let is_clear = |stride: &&[[u8; N]; STRIDE_UNITS]| {
        !stride.iter().fold(false, |any, unit| any | is_special(*unit))
    };
    let clear = STRIDE_UNITS * strides.iter().take_while(is_clear).count();
    let more = units[clear..].iter().take_while(|unit| !is_special(**unit)).count();
    N * (clear + more)
}

/// [`Codec::len_before_special`], for what is like UTF-8: there a supplementary character has a
/// lead byte from F0 on.
#[inline(always)]
fn bytes_before_special(src: &[u8], pairs: bool, nul: bool) -> usize {
    len_before(src, |[byte]| (pairs & (byte >= 0xF0)) | (nul & (byte == 0)))
}

/// The form of a code point in UTF-8, of a surrogate too.
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

/// The surrogate that `src[at..]` starts with in UTF-8's way: ED, A0..BF, a continuation byte.
#[inline(always)]
fn surrogate(src: &[u8], at: usize) -> Option<u32> {
    match src.get(at..)?.first_chunk()? {
        &[0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF] => {
            Some(0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F))
        }
        _ => None,
    }
}

/// [`Codec::unsettled`] in UTF-8 that has forms for surrogates: what is incomplete, or a high
/// surrogate and perhaps the start of a low one.
fn unsettled_with_surrogates(src: &[u8]) -> usize {
    (2..=MOST_UNSETTLED)
        .rev()
        .find(|&len| ends_in_pair_start(src, len))
        .unwrap_or_else(|| incomplete_len(src))
}

/// Whether the last `len` bytes, two or more, are the start of a surrogate's form, or of two that
/// pair.
fn ends_in_pair_start(src: &[u8], len: usize) -> bool {
    let Some(tail) = src.len().checked_sub(len).map(|at| &src[at..]) else { return false };
    match *tail {
        [0xED, 0xA0..=0xBF] => true,
        [0xED, 0xA0..=0xAF, third, ref low @ ..] => {
            is_continuation(third) && matches!(low, [] | [0xED] | [0xED, 0xB0..=0xBF])
        }
        _ => false,
    }
}

/// Whether a code point is a surrogate.
#[inline(always)]
pub(crate) const fn is_surrogate(code: u32) -> bool {
    matches!(code, 0xD800..=0xDFFF)
}

/// Whether a code point is a high (leading) surrogate.
#[inline(always)]
const fn is_high(code: u32) -> bool {
    matches!(code, 0xD800..=0xDBFF)
}

/// Whether a code point is a low (trailing) surrogate.
#[inline(always)]
const fn is_low(code: u32) -> bool {
    matches!(code, 0xDC00..=0xDFFF)
}

/// The character of a surrogate pair.
#[inline(always)]
const fn join(high: u32, low: u32) -> u32 {
    0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00)
}

/// The surrogate pair of a supplementary character.
#[inline(always)]
const fn split(code: u32) -> (u32, u32) {
    let bits = code - 0x1_0000;
    (0xD800 + (bits >> 10), 0xDC00 + (bits & 0x3FF))
}
