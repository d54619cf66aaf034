//! Sequences that have the shape of UTF-8 and are none: surrogates, overlong forms, forms above
//! U+10FFFF, and RFC 2279's forms of five and six bytes.
//!
//! Each consists of maximal subparts of one byte: by table 3-7, no continuation may follow where
//! these have one.

/// What an ill-formed sequence stands for that has the shape of UTF-8.
///
/// ```
/// use utf8kit::repair::{Form, decode_form};
///
/// assert_eq!(decode_form(b"\xC0\xAF"), Some((Form::Overlong(0x2F), 2)));
/// assert_eq!(decode_form(b"\xED\xA0\x80"), Some((Form::Surrogate(0xD800), 3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Form {
    /// Two surrogates, as CESU-8 writes a character above U+FFFF (UTR 26).
    SurrogatePair(char),
    /// One surrogate without its other half; holds the code point.
    Surrogate(u16),
    /// C0 80, Modified UTF-8's NUL.
    ModifiedNul,
    /// A character in more bytes than it needs (RFC 3629 section 10); holds the code point.
    Overlong(u32),
    /// A form of four bytes above U+10FFFF; holds the value.
    AboveUnicode(u32),
    /// A form of five or six bytes, which RFC 2279 had; holds the value, which may be that of a
    /// character.
    Rfc2279(u32),
}

/// No form is longer: two surrogates, or RFC 2279's longest.
pub(super) const MAX_FORM: usize = 6;

/// Decodes the ill-formed sequence at the start of `bytes`, if it has the shape of UTF-8, and gives its
/// length in bytes.
///
/// A sequence with too few continuations has not: nothing says that its bytes belong together. At most
/// six bytes are looked at.
///
/// ```
/// use utf8kit::repair::{Form, decode_form};
///
/// let pair = b"\xED\xA0\xBD\xED\xB8\x80, as Oracle writes it";
/// assert_eq!(decode_form(pair), Some((Form::SurrogatePair('😀'), 6)));
/// assert_eq!(decode_form("😀".as_bytes()), None);
/// assert_eq!(decode_form(b"\xC0."), None);
/// ```
#[must_use]
pub fn decode_form(bytes: &[u8]) -> Option<(Form, usize)> {
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
    let len = match lead {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        0xF8..=0xFB => 5,
        _ => MAX_FORM,
    };
    if !is_form {
        return None;
    }
    let value = value(bytes.get(..len)?)?;
    if lead == 0xED
        && let Some(character) = bytes.get(3..MAX_FORM).and_then(|low| pair(value, low))
    {
        return Some((Form::SurrogatePair(character), MAX_FORM));
    }
    let form = match lead {
        // Three bytes hold at most 16 bits.
        0xED => Form::Surrogate(value as u16),
        0xF4..=0xF7 => Form::AboveUnicode(value),
        0xF8.. => Form::Rfc2279(value),
        _ if value == 0 && len == 2 => Form::ModifiedNul,
        _ => Form::Overlong(value),
    };
    Some((form, len))
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

/// The character that a high surrogate means together with the form that follows it.
fn pair(high: u32, low: &[u8]) -> Option<char> {
    let low = value(low).filter(|_| low[0] == 0xED)?;
    match (high, low) {
        (0xD800..=0xDBFF, 0xDC00..=0xDFFF) => {
            char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => None,
    }
}
