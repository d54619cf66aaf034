//! Unicode chapter 3.9, D93b: the *maximal subpart of an ill-formed subsequence*, derived from the
//! grammar of section 4, and what is wrong with it, from the table of section 3.

use super::decode::distribute;
use super::encode::{TABLE, is_surrogate};
use super::grammar::{UTF8_TAIL, longest_beginning};
use crate::Kind;

/// What a text starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A `UTF8-char` of so many octets.
    Character(usize),
    /// A maximal subpart.
    Subpart(Subpart),
}

impl Unit {
    /// How many octets it has.
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Unit::Character(len) | Unit::Subpart(Subpart { len, .. }) => len,
        }
    }

    /// Whether there was nothing: never, as a unit has octets.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A maximal subpart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subpart {
    /// How many octets it has: 1 to 3.
    pub len: usize,
    /// What is wrong with it.
    pub kind: Kind,
}

/// The unit that the text starts with; `None` where there is no text.
///
/// D93b: "the longest code unit subsequence starting at an unconvertible offset that is either:
/// a. the initial subsequence of a well-formed code unit sequence, or b. a subsequence of length
/// one."
#[must_use]
pub const fn first_unit(text: &[u8]) -> Option<Unit> {
    if text.is_empty() {
        return None;
    }
    let begun = longest_beginning(text);
    if begun.is_whole {
        return Some(Unit::Character(begun.len));
    }
    let len = if begun.len == 0 { 1 } else { begun.len };
    Some(Unit::Subpart(Subpart { len, kind: kind(text, begun.len) }))
}

/// What is wrong with the subpart that the text starts with, of which the first `begun` octets
/// begin a `UTF8-char`.
const fn kind(text: &[u8], begun: usize) -> Kind {
    if begun > 0 && begun == text.len() {
        return Kind::Incomplete;
    }
    if begun > 0 && !UTF8_TAIL.matches(text[begun]) {
        return Kind::Truncated;
    }
    if UTF8_TAIL.matches(text[0]) {
        return Kind::UnexpectedContinuation;
    }
    // The octet that the grammar has no place for: the first, or a tail behind it. What number
    // could it lead to? The least one tells.
    let seen = text.split_at(begun + 1).0;
    let mut index = 0;
    while index < TABLE.len() {
        let row = &TABLE[index];
        match distribute(row, seen) {
            Some(least) if least < row.first => return Kind::Overlong,
            Some(least) if is_surrogate(least) => return Kind::Surrogate,
            Some(_) => return Kind::TooLarge,
            None => index += 1,
        }
    }
    // No row has such an octet: section 12, "restricted the range of characters".
    Kind::InvalidByte
}

/// The first maximal subpart of the text, and where it starts.
#[must_use]
pub const fn first_subpart(text: &[u8]) -> Option<(usize, Subpart)> {
    let mut at = 0;
    while let Some(unit) = first_unit(text.split_at(at).1) {
        match unit {
            Unit::Character(len) => at += len,
            Unit::Subpart(subpart) => return Some((at, subpart)),
        }
    }
    None
}

/// How many characters and how many maximal subparts the text has.
#[must_use]
pub const fn counts(text: &[u8]) -> (usize, usize) {
    let (mut characters, mut subparts) = (0, 0);
    let mut rest = text;
    while let Some(unit) = first_unit(rest) {
        match unit {
            Unit::Character(_) => characters += 1,
            Unit::Subpart(_) => subparts += 1,
        }
        rest = rest.split_at(unit.len()).1;
    }
    (characters, subparts)
}

/// The length of the text where each maximal subpart has become U+FFFD (EF BF BD), as chapter 3.9
/// recommends under *U+FFFD Substitution of Maximal Subparts*.
#[must_use]
pub const fn lossy_len(text: &[u8]) -> usize {
    let mut len = 0;
    let mut rest = text;
    while let Some(unit) = first_unit(rest) {
        len += match unit {
            Unit::Character(len) => len,
            Unit::Subpart(_) => 3,
        };
        rest = rest.split_at(unit.len()).1;
    }
    len
}
