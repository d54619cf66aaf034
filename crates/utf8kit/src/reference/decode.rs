//! Section 3: from octets to a character number, "protected against decoding invalid sequences".

use super::encode::{Row, TABLE, is_surrogate};

/// Section 3, "decoding a UTF-8 character": its number, if these octets, all of them, are one
/// character.
#[must_use]
pub const fn decode(octets: &[u8]) -> Option<u32> {
    // "The rows of the table are mutually exclusive": no two rows have as many octets.
    if octets.is_empty() || octets.len() > TABLE.len() {
        return None;
    }
    let row = &TABLE[octets.len() - 1];
    match distribute(row, octets) {
        // "Implementations [...] MUST protect against decoding invalid sequences": overlong ones
        // ("there is only one valid way to encode a given character"), what is above U+10FFFF, and
        // what "the definition of UTF-8 prohibits".
        Some(number) if row.first <= number && number <= row.last && !is_surrogate(number) => {
            Some(number)
        }
        _ => None,
    }
}

/// The character that the text starts with: its number, and how many octets it has.
#[must_use]
pub const fn decode_first(text: &[u8]) -> Option<(u32, usize)> {
    let mut len = 1;
    while len <= TABLE.len() && len <= text.len() {
        if let Some(number) = decode(text.split_at(len).0) {
            return Some((number, len));
        }
        len += 1;
    }
    None
}

/// Steps 1 to 3 for octets that a row's patterns fit, whatever number comes of it. "Initialize a
/// binary number with all bits set to 0", "determine which bits encode the character number", and
/// "distribute the bits". (From the first octet on, each bit pushing up those before it, which
/// leaves every bit where the text has it.)
///
/// `octets` may be fewer than the row has: then those that are missing count as 80.
pub(super) const fn distribute(row: &Row, octets: &[u8]) -> Option<u32> {
    let mut number = 0;
    let mut index = 0;
    while index < row.octets.len() {
        let octet = if index < octets.len() { octets[index] } else { 0x80 };
        let mut bit = 8;
        while bit > 0 {
            bit -= 1;
            let value = (octet >> bit) & 1;
            match (row.octets[index][7 - bit], value) {
                (b'x', _) => number = (number << 1) | value as u32,
                (b'0', 0) | (b'1', 1) => {}
                _ => return None,
            }
        }
        index += 1;
    }
    Some(number)
}
