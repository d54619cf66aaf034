//! A character that was cut: the part that has come, and the whole.

use super::WellFormed;
use crate::kernel::validate::{FewFollow, Follows};
use crate::scalar::decode::is_incomplete;
use crate::simd::dispatch;
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

    /// The first `len` bytes, behind which are zeros; nothing where they are not the start of a character.
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 4], len: usize) -> Cut {
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
    let (len, held) = (piece.len(), cut.len());
    // The last three bytes of what has come, the last one highest.
    let before = u32::from_le_bytes(cut.bytes) << (8 * (3 - held));
    let (start, tail, follows);
    if let (Some(first), Some(last)) = (piece.first_chunk::<4>(), piece.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        (start, tail) = (first, last >> 8);
        follows = if len <= 8 {
            let word = u64::from(first) | u64::from(last) << (8 * (len - 4));
            few_follow(features, before, word, len)
        } else {
            dispatch::run(features, Follows { before, piece })
        };
    } else {
        let &[byte, ..] = piece else {
            joined.len = 0;
            return Some(WellFormed::checked(piece));
        };
        // Up to three: two of these are the same where there are fewer.
        let (middle, last) = (len / 2, len - 1);
        start = u32::from(byte)
            | u32::from(piece[middle]) << (8 * middle)
            | u32::from(piece[last]) << (8 * last);
        let all = u64::from(before) | u64::from(start) << 24;
        tail = (all >> (8 * len)) as u32 & 0xFF_FFFF;
        follows = few_follow(features, before, start.into(), len);
    }
    let [three, two, one, _] = tail.to_le_bytes();
    // The check of pairs has not seen what follows the last byte.
    if !follows || one >= 0xF5 || one & 0xFE == 0xC0 {
        return None;
    }
    let left = if one >= 0xC0 {
        1
    } else if two >= 0xE0 {
        2
    } else {
        3 * usize::from(three >= 0xF0)
    };
    let lead = cut.bytes[0];
    let due = 2 * usize::from(lead >= 0xC0) + usize::from(lead >= 0xE0) + usize::from(lead >= 0xF0);
    // What was cut is still without its end where all of the piece belongs to it.
    let (due, taken, end) = if left > len { (0, 0, 0) } else { (due, due - held, len - left) };
    *joined = Joined { bytes: cut.with(start), len: due as u8 };
    *cut = Cut { bytes: (tail >> (8 * (3 - left))).to_le_bytes(), len: left as u8 };
    Some(WellFormed::checked(&piece[taken..end]))
}

/// [`Follows`] of up to eight bytes.
#[inline(always)]
fn few_follow(features: Features, before: u32, piece: u64, len: usize) -> bool {
    let bytes = u128::from(before) | u128::from(piece) << 24;
    dispatch::run(features, FewFollow { bytes, len })
}
