//! Section 3, the contrast: CESU-8 "encodes the UTF-16 code values (16-bit quantities) instead of
//! the character number". Above 0xFFFF its form is "NOT valid UTF-8".

use super::decode::distribute;
use super::encode::{Octets, TABLE, fill, row_of};
use super::utf16::{join, split};

/// One UTF-16 code value in the form that CESU-8 has for it, surrogates included: what UTF-8
/// would have if it did not prohibit them.
#[must_use]
pub const fn encode_unit(unit: u16) -> Octets {
    match row_of(unit as u32) {
        Some(row) => fill(row, unit as u32),
        // 16 bits are always within the table.
        None => Octets::EMPTY,
    }
}

/// The CESU-8 form of a character: as UTF-8's up to U+FFFF, six octets above.
#[must_use]
pub const fn encode(number: u32) -> Option<Octets> {
    if super::encode::encode(number).is_none() {
        return None;
    }
    Some(match split(number) {
        (unit, None) => encode_unit(unit),
        (high, Some(low)) => encode_unit(high).and(encode_unit(low)),
    })
}

/// The number of the character above U+FFFF that the text starts with in CESU-8: six octets, a
/// high surrogate's form and a low one's.
#[must_use]
pub const fn pair(text: &[u8]) -> Option<u32> {
    if text.len() < 6 {
        return None;
    }
    let (high, rest) = text.split_at(3);
    let (low, _) = rest.split_at(3);
    // The row of three octets, from which the prohibition of surrogates is left out.
    match (distribute(&TABLE[2], high), distribute(&TABLE[2], low)) {
        (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
            Some(join(high as u16, low as u16))
        }
        _ => None,
    }
}
