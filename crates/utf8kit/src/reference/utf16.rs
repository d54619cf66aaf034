//! Section 3: "it is necessary to first decode the UTF-16 data to obtain character numbers, which
//! are then encoded in UTF-8". How UTF-16 decodes is RFC 2781, section 2.2.

use super::encode::{Octets, encode, is_surrogate};

/// What UTF-16 text starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decoded {
    /// A character of this number.
    Character(u32),
    /// A surrogate without its other half: one unit, no character.
    Unpaired(u16),
}

impl Decoded {
    /// How many units it has: two where the number is beyond 16 bits.
    #[must_use]
    pub const fn units(self) -> usize {
        match self {
            Decoded::Character(0x10000..) => 2,
            _ => 1,
        }
    }

    /// The code point, which for an unpaired surrogate is the surrogate's own.
    #[must_use]
    pub const fn code_point(self) -> u32 {
        match self {
            Decoded::Character(number) => number,
            Decoded::Unpaired(unit) => unit as u32,
        }
    }

    /// "[...] which are then encoded in UTF-8 as described above."
    #[must_use]
    pub const fn to_utf8(self) -> Option<Octets> {
        match self {
            Decoded::Character(number) => encode(number),
            Decoded::Unpaired(_) => None,
        }
    }
}

/// RFC 2781 section 2.2: what the units start with; `None` where there are none.
#[must_use]
pub const fn decode_first(units: &[u16]) -> Option<Decoded> {
    Some(match *units {
        [] => return None,
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF, ..] => Decoded::Character(join(high, low)),
        [unit, ..] if is_surrogate(unit as u32) => Decoded::Unpaired(unit),
        [unit, ..] => Decoded::Character(unit as u32),
    })
}

/// RFC 2781 section 2.2, step 4: "the low-order 10 bits" of each half make a "20-bit" number, to
/// which 0x10000 is added.
#[must_use]
pub const fn join(high: u16, low: u16) -> u32 {
    0x10000 + (((high & 0x3FF) as u32) << 10 | (low & 0x3FF) as u32)
}

/// RFC 2781 section 2.1: the one or two units of a character number.
#[must_use]
pub const fn split(number: u32) -> (u16, Option<u16>) {
    if number < 0x10000 {
        return (number as u16, None);
    }
    let bits = number - 0x10000;
    (0xD800 | (bits >> 10) as u16, Some(0xDC00 | (bits & 0x3FF) as u16))
}
