//! Sequences that have the shape of UTF-8 and are none: surrogates, overlong forms, forms above
//! U+10FFFF, and RFC 2279's forms of five and six bytes.
//!
//! Each consists of subparts of one byte: by table 3-7 no continuation may follow where these have
//! one.

use crate::cause::Cause;

/// A CESU-8 pair and the longest form of RFC 2279.
pub(crate) const MAX_LENGTH: usize = 6;

/// The length and the meaning of the form that `bytes` starts with.
///
/// A form with too few continuations is none: nothing says then that its bytes belong together.
pub(crate) fn at(bytes: &[u8]) -> Option<(usize, Cause)> {
    let &[lead, second, ..] = bytes else { return None };
    let is_form = match lead {
        0xC0 | 0xC1 => true,
        0xE0 => second < 0xA0,
        0xED => second >= 0xA0,
        0xF0 => second < 0x90,
        0xF4 => second >= 0x90,
        0xF5..=0xFD => true,
        _ => false,
    };
    let length = match lead {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        0xF8..=0xFB => 5,
        _ => 6,
    };
    if !is_form {
        return None;
    }
    let value = value(bytes.get(..length)?)?;
    if lead == 0xED
        && let Some(character) = bytes.get(3..6).and_then(|low| pair(value, low))
    {
        return Some((6, Cause::Cesu8Pair(character)));
    }
    let cause = match lead {
        0xED => Cause::LoneSurrogate(value),
        0xF4..=0xF7 => Cause::AboveUnicode(value),
        0xF8.. => Cause::Rfc2279 { length: length as u8, value },
        _ if value == 0 && length == 2 => Cause::ModifiedUtf8Nul,
        _ => Cause::Overlong(value),
    };
    Some((length, cause))
}

/// The value of one form of 2 to 6 bytes; `None` where one is no continuation.
fn value(form: &[u8]) -> Option<u32> {
    let (&lead, continuations) = form.split_first()?;
    // The lead has as many ones as the form has bytes, and a zero.
    let own_bits = u32::from(lead) & (0x7F >> form.len());
    continuations.iter().try_fold(own_bits, |value, &byte| match byte {
        0x80..=0xBF => Some(value << 6 | u32::from(byte & 0x3F)),
        _ => None,
    })
}

/// The character that a high surrogate means together with the form that follows it (UTR 26).
fn pair(high: u32, low: &[u8]) -> Option<char> {
    let low = value(low).filter(|_| low[0] == 0xED)?;
    match (high, low) {
        (0xD800..=0xDBFF, 0xDC00..=0xDFFF) => {
            char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => None,
    }
}
