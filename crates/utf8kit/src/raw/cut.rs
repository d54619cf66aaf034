//! A character that was cut: the part that has come, and the whole.

use super::WellFormed;
use crate::kernel::validate::{ends_well, few_follow, follow, is_ascii, unfinished};
use crate::scalar::decode::is_incomplete;
use crate::scalar::dfa;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::{self, OperationWith};
use crate::simd::level::Features;

/// The start of a character whose end has not come yet; or nothing. That it is one, whoever makes it
/// checks.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cut {
    /// The last bytes before what comes next, as far as they matter: zeros, at least one, and then the bytes that
    /// are cut, none of which is zero.
    before: [u8; 4],
}

impl Cut {
    pub(crate) const NOTHING: Cut = Cut { before: [0; 4] };

    /// The first `len` bytes; nothing where they are not the start of a character.
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 4], len: usize) -> Cut {
        let held = u32::from_le_bytes(bytes) & !u32::MAX.checked_shl(8 * len as u32).unwrap_or(0);
        if len > 0 && is_incomplete(held.to_le_bytes(), len) {
            Cut { before: (held << (8 * (4 - len))).to_le_bytes() }
        } else {
            Cut::NOTHING
        }
    }

    /// Of what [`unfinished`] gives.
    #[inline(always)]
    fn of(before: u32) -> Cut {
        Cut { before: before.to_le_bytes() }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.before[4 - self.len()..]
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        4 - (u32::from_le_bytes(self.before).trailing_zeros() / 8) as usize
    }

    /// The last bytes before what comes next, as far as they matter: the last one highest.
    #[inline(always)]
    fn before(self) -> u32 {
        u32::from_le_bytes(self.before)
    }

    /// Its bytes and those of `next` behind them, the first one lowest, as far as they are the first four.
    #[inline(always)]
    pub(crate) fn with(self, next: u32) -> u32 {
        let all = u64::from(self.before()) | u64::from(next) << 32;
        (all >> (8 * (4 - self.len()))) as u32
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

    #[inline(always)]
    pub(crate) fn as_str(&self) -> &str {
        // Inlined, this is the same branch as the caller's for an empty one.
        if self.len == 0 {
            return "";
        }
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

/// What is kept between two pieces.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Held {
    pub(crate) cut: Cut,
    /// A character that was cut and has come to its end, for as long as it is lent.
    pub(crate) joined: Joined,
}

impl Held {
    pub(crate) const NOTHING: Held = Held { cut: Cut::NOTHING, joined: Joined::NOTHING };
}

/// The longest piece that [`go_on`] is meant for.
pub(crate) const SHORT: usize = 256;

/// Takes a piece behind what is cut, if nothing in it is wrong. The character that was cut is joined, if its
/// end has come; the result is the text behind that; and what is behind the text is cut.
///
/// How much each of the three has, no branch predictor could tell: so there is no branch for it, but in longer
/// pieces for whether anything was cut.
#[inline(always)]
pub(crate) fn go_on<'a>(
    features: Features,
    held: &mut Held,
    piece: &'a [u8],
) -> Option<WellFormed<'a>> {
    dispatch::run_with(features, GoOn { piece }, held)
}

struct GoOn<'a> {
    piece: &'a [u8],
}

impl<'a> OperationWith<&mut Held> for GoOn<'a> {
    type Output = Option<WellFormed<'a>>;

    fn scalar(self, held: &mut Held) -> Option<WellFormed<'a>> {
        let before = held.cut.before();
        let follows = dfa::can_follow(&before.to_le_bytes()[1..], self.piece);
        // The last bytes of what has come.
        let last = |all, &byte| all >> 8 | u32::from(byte) << 24;
        let tail = self.piece[self.piece.len().saturating_sub(3)..].iter().fold(before, last);
        let start = start_of(self.piece);
        (follows && ends_well(tail)).then(|| self.settle(held, start, Cut::of(unfinished(tail))))
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S, held: &mut Held) -> Option<WellFormed<'a>> {
        let (before, piece) = (held.cut.before(), self.piece);
        let len = piece.len();
        if len > 8
            && let (Some(first), Some(last)) = (piece.first_chunk(), piece.last_chunk())
        {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            if (first | last) & 0x8080_8080 == 0 && is_ascii(simd, piece) {
                return if before == 0 { Some(self.all(held)) } else { None };
            }
            let left = Cut::of(follow(simd, before, piece, last)?);
            return Some(if before == 0 {
                self.settle_end(held, left)
            } else {
                self.settle(held, first, left)
            });
        }
        if let (Some(first), Some(last)) = (piece.first_chunk(), piece.last_chunk()) {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            let word = u64::from(first) | u64::from(last) << (8 * (len - 4));
            return self.few(simd, held, word, last);
        }
        let &[first, ..] = piece else { return Some(self.all(held)) };
        // Up to three: two of these are the same where there are fewer.
        let (middle, last) = (len / 2, len - 1);
        let word = u64::from(first)
            | u64::from(piece[middle]) << (8 * middle)
            | u64::from(piece[last]) << (8 * last);
        let all = u64::from(before) | word << 32;
        self.few(simd, held, word, (all >> (8 * len)) as u32)
    }
}

impl<'a> GoOn<'a> {
    /// A piece of up to eight bytes, in a word, and the last bytes of what has come.
    #[inline(always)]
    fn few<S: Blocks>(
        self,
        simd: S,
        held: &mut Held,
        word: u64,
        tail: u32,
    ) -> Option<WellFormed<'a>> {
        let before = held.cut.before();
        if before == 0 && word & 0x8080_8080_8080_8080 == 0 {
            return Some(self.all(held));
        }
        let left = Cut::of(few_follow(simd, before, word, self.piece.len(), tail)?);
        Some(self.settle(held, word as u32, left))
    }

    /// The piece is text, and changes nothing about what is cut.
    #[inline(always)]
    fn all(self, held: &mut Held) -> WellFormed<'a> {
        held.joined.len = 0;
        WellFormed::checked(self.piece)
    }

    /// The same but for the end: `left` is cut there. Nothing was cut before.
    ///
    /// Whoever asks for the runs has a branch for the same, whether a character was joined.
    #[inline(always)]
    fn settle_end(self, held: &mut Held, left: Cut) -> WellFormed<'a> {
        held.joined.len = 0;
        held.cut = left;
        WellFormed::checked(&self.piece[..self.piece.len() - left.len()])
    }

    /// What is text and what is cut, by the first four bytes of the piece, and by what of all that has come is
    /// left for the next piece.
    #[inline(always)]
    fn settle(self, held: &mut Held, start: u32, left: Cut) -> WellFormed<'a> {
        let Held { cut, joined } = held;
        let (held, whole) = (cut.len(), cut.with(start));
        let due = if held == 0 { 0 } else { (whole as u8).leading_ones() as usize };
        // What was cut still has no end where all of the piece belongs to it.
        let (due, taken, end) = match self.piece.len().checked_sub(left.len()) {
            Some(end) => (due, due - held, end),
            None => (0, 0, 0),
        };
        *joined = Joined { bytes: whole.to_le_bytes(), len: due as u8 };
        *cut = left;
        WellFormed::checked(&self.piece[taken..end])
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
            assert_eq!(cut.with(u32::from_le_bytes(rest)).to_le_bytes(), [0xF0, 0x9F, 0x98, 0x80]);
        }
        assert_eq!(Cut::new([0xF0, 0x9F, b'a', b'b'], 3).len(), 0);
        assert_eq!(Cut::new([b'a', 0, 0, 0], 1).len(), 0);

        let mut held = Held { cut: Cut::new([0xF0, 0x9F, b'a', b'b'], 2), ..Held::NOTHING };
        let text = go_on(Features::NONE, &mut held, &b"\x98\x80!"[..]);
        assert_eq!((held.joined.as_str(), text.map(WellFormed::as_str)), ("😀", Some("!")));
    }
}
