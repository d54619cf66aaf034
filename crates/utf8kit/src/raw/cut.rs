//! A character that was cut: the part that has come, and the whole.

use super::WellFormed;
use crate::kernel::validate::{few_follow, follows, is_ascii};
use crate::scalar::decode::is_incomplete;
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::{self, Operation};
use crate::simd::level::Features;

/// The start of a character whose end has not come yet; or nothing. That it is one, whoever makes it
/// checks.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cut {
    /// Then zeros.
    bytes: [u8; 4],
    len: u8,
}

impl Cut {
    pub(crate) const NOTHING: Cut = Cut { bytes: [0; 4], len: 0 };

    /// The first `len` bytes; nothing where they are not the start of a character.
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 4], len: usize) -> Cut {
        let held = u32::from_le_bytes(bytes) & !u32::MAX.checked_shl(8 * len as u32).unwrap_or(0);
        let bytes = held.to_le_bytes();
        if len > 0 && is_incomplete(bytes, len) {
            Cut { bytes, len: len as u8 }
        } else {
            Cut::NOTHING
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        self.len as usize
    }

    /// The last three bytes before what comes next, as far as they matter: the last one highest.
    #[inline(always)]
    fn before(self) -> u32 {
        u32::from_le_bytes(self.bytes) << (8 * (3 - u32::from(self.len)))
    }

    /// The four bytes that it begins with, and `next` behind it.
    #[inline(always)]
    pub(crate) fn with(self, next: u32) -> [u8; 4] {
        (u32::from_le_bytes(self.bytes) | next << (8 * u32::from(self.len))).to_le_bytes()
    }
}

/// A character, in memory from which it can be lent.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Joined {
    bytes: [u8; 4],
    len: u8,
}

impl Joined {
    pub(crate) const NOTHING: Joined = Joined { bytes: [0; 4], len: 0 };

    pub(crate) fn as_str(&self) -> &str {
        WellFormed::checked(&self.bytes[..usize::from(self.len)]).as_str()
    }
}

impl From<char> for Joined {
    fn from(scalar: char) -> Self {
        let mut bytes = [0; 4];
        let len = scalar.encode_utf8(&mut bytes).len() as u8;
        Joined { bytes, len }
    }
}

/// The first four bytes, the first one lowest, or those that there are and zeros.
pub(crate) fn start_of(piece: &[u8]) -> u32 {
    match piece.first_chunk() {
        Some(first) => u32::from_le_bytes(*first),
        None => piece.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte)),
    }
}

/// The longest piece that [`go_on`] is meant for.
pub(crate) const SHORT: usize = 256;

/// Takes a piece behind `cut`, if nothing in it is wrong. The character that was cut goes to `joined`, if its
/// end has come; the result is the text behind that; and `cut` is what is behind the text.
///
/// How much each of the three has, no branch predictor could tell: so there is no branch for it.
#[inline(always)]
pub(crate) fn go_on<'a>(
    features: Features,
    cut: &mut Cut,
    joined: &mut Joined,
    piece: &'a [u8],
) -> Option<WellFormed<'a>> {
    dispatch::run(features, GoOn { cut, joined, piece })
}

struct GoOn<'c, 'a> {
    cut: &'c mut Cut,
    joined: &'c mut Joined,
    piece: &'a [u8],
}

impl<'a> Operation for GoOn<'_, 'a> {
    type Output = Option<WellFormed<'a>>;

    fn scalar(self) -> Option<WellFormed<'a>> {
        let before = self.cut.before();
        let follows = dfa::can_follow(&before.to_le_bytes()[..3], self.piece);
        // The last three bytes of what has come.
        let last = |all, &byte| all >> 8 | u32::from(byte) << 16;
        let tail = self.piece[self.piece.len().saturating_sub(3)..].iter().fold(before, last);
        let start = start_of(self.piece);
        self.settle(follows, start, tail)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Option<WellFormed<'a>> {
        let (before, piece) = (self.cut.before(), self.piece);
        let len = piece.len();
        if let (Some(first), Some(last)) = (piece.first_chunk::<4>(), piece.last_chunk::<4>()) {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            if len <= 8 {
                let word = u64::from(first) | u64::from(last) << (8 * (len - 4));
                return self.few(simd, before, word, last >> 8);
            }
            if before == 0 && is_ascii(simd, piece) {
                return Some(self.all());
            }
            let follows = follows(simd, before, piece);
            return self.settle(follows, first, last >> 8);
        }
        let &[first, ..] = piece else { return Some(self.all()) };
        // Up to three: two of these are the same where there are fewer.
        let (middle, last) = (len / 2, len - 1);
        let word = u64::from(first)
            | u64::from(piece[middle]) << (8 * middle)
            | u64::from(piece[last]) << (8 * last);
        let all = u64::from(before) | word << 24;
        self.few(simd, before, word, (all >> (8 * len)) as u32 & 0xFF_FFFF)
    }
}

impl<'a> GoOn<'_, 'a> {
    /// A piece of up to eight bytes, in a word, and the last three bytes of what has come.
    #[inline(always)]
    fn few<S: Blocks>(self, simd: S, before: u32, word: u64, tail: u32) -> Option<WellFormed<'a>> {
        if before == 0 && word & 0x8080_8080_8080_8080 == 0 {
            return Some(self.all());
        }
        let follows = few_follow(simd, before, word, self.piece.len());
        self.settle(follows, word as u32, tail)
    }

    /// The piece is text, and changes nothing about what is cut.
    #[inline(always)]
    fn all(self) -> WellFormed<'a> {
        self.joined.len = 0;
        WellFormed::checked(self.piece)
    }

    /// What is text and what is cut, by the first four bytes of the piece and the last three of what has
    /// come.
    #[inline(always)]
    fn settle(self, follows: bool, start: u32, tail: u32) -> Option<WellFormed<'a>> {
        let GoOn { cut, joined, piece } = self;
        let [three, two, one, _] = tail.to_le_bytes();
        // The check of pairs has not seen what follows the last byte.
        if !follows || one >= 0xF5 || one & 0xFE == 0xC0 {
            return None;
        }
        // Of what can follow, no more than one of the last three bytes leaves something open.
        let left = usize::from(one >= 0xC0)
            + 2 * usize::from(two >= 0xE0)
            + 3 * usize::from(three >= 0xF0);
        let lead = cut.bytes[0];
        let due =
            2 * usize::from(lead >= 0xC0) + usize::from(lead >= 0xE0) + usize::from(lead >= 0xF0);
        // What was cut is still without its end where all of the piece belongs to it.
        let (due, taken, end) = match piece.len().checked_sub(left) {
            Some(end) => (due, due - cut.len(), end),
            None => (0, 0, 0),
        };
        *joined = Joined { bytes: cut.with(start), len: due as u8 };
        *cut = Cut { bytes: (tail >> (8 * (3 - left))).to_le_bytes(), len: left as u8 };
        Some(WellFormed::checked(&piece[taken..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands behind the start of a character is no part of it.
    #[test]
    fn a_cut_has_no_more_bytes_than_it_says() {
        for len in 0..=4 {
            let cut = Cut::new([0xF0, 0x9F, 0x98, 0x80], len);
            let held: &[u8] = if len < 4 { &[0xF0, 0x9F, 0x98][..len] } else { b"" };
            assert_eq!(cut.as_bytes(), held);
            let mut rest = [0xF0, 0x9F, 0x98, 0x80];
            rest.rotate_left(cut.len());
            assert_eq!(cut.with(u32::from_le_bytes(rest)), [0xF0, 0x9F, 0x98, 0x80]);
        }
        assert_eq!(Cut::new([0xF0, 0x9F, b'a', b'b'], 3).len(), 0);
        assert_eq!(Cut::new([b'a', 0, 0, 0], 1).len(), 0);

        let (mut cut, mut joined) = (Cut::new([0xF0, 0x9F, b'a', b'b'], 2), Joined::NOTHING);
        let text = go_on(Features::NONE, &mut cut, &mut joined, b"\x98\x80!");
        assert_eq!((joined.as_str(), text.map(WellFormed::as_str)), ("😀", Some("!")));
    }
}
