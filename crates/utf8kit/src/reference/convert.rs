//! Every encoding that conversions know, as bytes, and the conversions between them.
//!
//! - UTF-8: [`encode`](super::encode), [`decode`](super::decode) and [`subpart`](super::subpart).
//! - UTF-16 and UTF-32: Unicode chapter 3.9 and 3.10, table 3-4 and D95 to D101; UTF-16 by RFC
//!   2781.
//! - Latin-1: ISO/IEC 8859-1, whose characters are Unicode's first 256.
//! - CESU-8: Unicode Technical Report 26, by way of section 3 of the RFC, [`cesu8`].
//! - Modified UTF-8: Java's `DataInput`, "modified UTF-8 strings".
//! - WTF-8: Simon Sapin's "The WTF-8 encoding", sections 3 and 4.
//!
//! What those leave open, how far an error reaches, is the maximal subpart everywhere; a surrogate
//! that is not half of a pair is one error, and so are two that would pair in WTF-8.

use super::cesu8;
use super::decode::{decode_first, distribute};
use super::encode::{Octets, TABLE, encode as encode_utf8, is_surrogate};
use super::subpart::{Unit, first_unit};
use super::utf16::{Decoded, decode_first as decode_first_utf16, split};
use crate::Kind;

/// An encoding, as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// RFC 3629.
    Utf8,
    /// Two bytes a unit, the least significant one first.
    Utf16Le,
    /// Two bytes a unit, the most significant one first.
    Utf16Be,
    /// Four bytes a number, the least significant one first.
    Utf32Le,
    /// Four bytes a number, the most significant one first.
    Utf32Be,
    /// A byte a character.
    Latin1,
    /// UTF-16's units, each in UTF-8's way.
    Cesu8,
    /// CESU-8 with another form for NUL.
    ModifiedUtf8,
    /// UTF-8 with forms for surrogates that are no halves of pairs.
    Wtf8,
}

/// What a text starts with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// How many bytes of the text it is.
    pub len: usize,
    /// What it is.
    pub what: What,
}

/// What stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A scalar value.
    Scalar(u32),
    /// A surrogate code point, and what is wrong with it where surrogates have no form.
    Surrogate(u32, Kind),
    /// Nothing that the encoding knows.
    Malformed(Kind),
}

impl What {
    const fn of_len(self, len: usize) -> Item {
        Item { len, what: self }
    }
}

/// What the text starts with, read for a conversion to `to`; `None` where there is no text.
#[must_use]
pub fn first_item(form: Form, to: Form, text: &[u8]) -> Option<Item> {
    if text.is_empty() {
        return None;
    }
    Some(match form {
        Form::Utf8 => first_of_utf8(text),
        Form::Utf16Le => first_of_utf16(text, to, u16::from_le_bytes),
        Form::Utf16Be => first_of_utf16(text, to, u16::from_be_bytes),
        Form::Utf32Le => first_of_utf32(text, u32::from_le_bytes),
        Form::Utf32Be => first_of_utf32(text, u32::from_be_bytes),
        Form::Latin1 => What::Scalar(text[0].into()).of_len(1),
        Form::Cesu8 => first_of_cesu8(text),
        Form::ModifiedUtf8 => first_of_modified_utf8(text),
        Form::Wtf8 => first_of_wtf8(text),
    })
}

fn first_of_utf8(text: &[u8]) -> Item {
    match (decode_first(text), first_unit(text)) {
        (Some((number, len)), _) => What::Scalar(number).of_len(len),
        (None, Some(Unit::Subpart(subpart))) => What::Malformed(subpart.kind).of_len(subpart.len),
        // The decoder and the grammar agree.
        (None, _) => unreachable!(),
    }
}

/// D96 to D98. A unit that the end of the text cuts, and a pair that it cuts, could be completed.
/// Both together are one error in the WHATWG's decoder; but a surrogate by itself has a form in
/// WTF-8.
fn first_of_utf16(text: &[u8], to: Form, unit: fn([u8; 2]) -> u16) -> Item {
    let unit_at = |at| text.get(at..at + 2).map(|bytes| unit([bytes[0], bytes[1]]));
    let decoded = match (unit_at(0), unit_at(2)) {
        (None, _) => return What::Malformed(Kind::Incomplete).of_len(text.len()),
        (Some(unit), None) => decode_first_utf16(&[unit]),
        (Some(unit), Some(next)) => decode_first_utf16(&[unit, next]),
    };
    match decoded {
        Some(Decoded::Character(number)) => {
            What::Scalar(number).of_len(if number > 0xFFFF { 4 } else { 2 })
        }
        Some(Decoded::Unpaired(unit @ 0xD800..=0xDBFF)) if text.len() < 4 => {
            let len = if to == Form::Wtf8 { 2 } else { text.len() };
            What::Surrogate(unit.into(), Kind::Incomplete).of_len(len)
        }
        Some(Decoded::Unpaired(unit)) => {
            What::Surrogate(unit.into(), Kind::UnpairedSurrogate).of_len(2)
        }
        None => unreachable!(),
    }
}

/// D99 to D101: "Because surrogate code points are not Unicode scalar values, UTF-32 code units in
/// the range 0000D800..0000DFFF are ill-formed", and so is what is above 0010FFFF.
fn first_of_utf32(text: &[u8], number: fn([u8; 4]) -> u32) -> Item {
    let Some(bytes) = text.get(..4) else {
        return What::Malformed(Kind::Incomplete).of_len(text.len());
    };
    let number = number([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let what = match number {
        _ if is_surrogate(number) => What::Malformed(Kind::Surrogate),
        0..=0x10_FFFF => What::Scalar(number),
        _ => What::Malformed(Kind::OutOfRange),
    };
    what.of_len(4)
}

/// What three octets of UTF-8's way make of a surrogate.
enum SurrogateForm {
    /// The text starts with all of it.
    Whole(u32),
    /// The text starts with two octets of it, and with nothing more. ED alone begins other
    /// characters too.
    Cut,
}

fn surrogate_form(text: &[u8]) -> Option<SurrogateForm> {
    let is_one = |number: &u32| is_surrogate(*number);
    let row = &TABLE[2];
    if let Some(number) = text.get(..3).and_then(|octets| distribute(row, octets)).filter(is_one) {
        return Some(SurrogateForm::Whole(number));
    }
    text.get(..2).and_then(|octets| distribute(row, octets)).filter(is_one)?;
    Some(SurrogateForm::Cut)
}

/// Two octets of a surrogate's form, which more bytes could complete.
fn cut_surrogate(text: &[u8]) -> Item {
    let kind = if text.len() == 2 { Kind::Incomplete } else { Kind::Truncated };
    What::Malformed(kind).of_len(2)
}

fn first_of_cesu8(text: &[u8]) -> Item {
    if let Some(number) = cesu8::pair(text) {
        return What::Scalar(number).of_len(6);
    }
    match surrogate_form(text) {
        Some(SurrogateForm::Whole(number)) => {
            let rest = &text[3..];
            let is_high = number < 0xDC00;
            let kind = if is_high && begins_low_surrogate(rest) {
                Kind::Incomplete
            } else {
                Kind::UnpairedSurrogate
            };
            What::Malformed(kind).of_len(3)
        }
        Some(SurrogateForm::Cut) => cut_surrogate(text),
        // Nothing starts with what starts four octets in UTF-8, or what never starts anything.
        None if text[0] >= 0xF0 => What::Malformed(Kind::InvalidByte).of_len(1),
        None => first_of_utf8(text),
    }
}

/// Whether more bytes behind these, which may be none, could make them a low surrogate's form.
fn begins_low_surrogate(text: &[u8]) -> bool {
    (0xDC00..=0xDFFF).any(|low| cesu8::encode_unit(low).as_slice().starts_with(text))
}

/// "The null byte '\u0000' is encoded in 2-byte format rather than 1-byte, so that the encoded
/// strings never have embedded nulls."
fn first_of_modified_utf8(text: &[u8]) -> Item {
    match *text {
        [0x00, ..] => What::Malformed(Kind::InvalidByte).of_len(1),
        [0xC0, 0x80, ..] => What::Scalar(0).of_len(2),
        [0xC0] => What::Malformed(Kind::Incomplete).of_len(1),
        _ => first_of_cesu8(text),
    }
}

fn first_of_wtf8(text: &[u8]) -> Item {
    if cesu8::pair(text).is_some() {
        return What::Malformed(Kind::Surrogate).of_len(6);
    }
    match surrogate_form(text) {
        Some(SurrogateForm::Whole(number)) => {
            What::Surrogate(number, Kind::Unrepresentable).of_len(3)
        }
        Some(SurrogateForm::Cut) => cut_surrogate(text),
        None => first_of_utf8(text),
    }
}

/// The form of a code point, surrogates included; `None` where there is none.
#[must_use]
pub fn encode(form: Form, number: u32) -> Option<Octets> {
    if is_surrogate(number) {
        return (form == Form::Wtf8).then(|| cesu8::encode_unit(number as u16));
    }
    if number > 0x10_FFFF {
        return None;
    }
    let octets = match form {
        Form::Utf8 | Form::Wtf8 => return encode_utf8(number),
        Form::Utf16Le => utf16_octets(number, u16::to_le_bytes),
        Form::Utf16Be => utf16_octets(number, u16::to_be_bytes),
        Form::Utf32Le => Octets::of(&number.to_le_bytes()),
        Form::Utf32Be => Octets::of(&number.to_be_bytes()),
        Form::Latin1 if number > 0xFF => return None,
        Form::Latin1 => Octets::of(&[number as u8]),
        Form::ModifiedUtf8 if number == 0 => Octets::of(&[0xC0, 0x80]),
        Form::Cesu8 | Form::ModifiedUtf8 => return cesu8::encode(number),
    };
    Some(octets)
}

fn utf16_octets(number: u32, octets: fn(u16) -> [u8; 2]) -> Octets {
    let (first, second) = split(number);
    let first = Octets::of(&octets(first));
    second.map_or(first, |second| first.and(Octets::of(&octets(second))))
}

/// All of a text, read for a conversion to `to`.
pub fn items(form: Form, to: Form, text: &[u8]) -> impl Iterator<Item = Item> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let item = first_item(form, to, rest)?;
        rest = &rest[item.len..];
        Some(item)
    })
}

/// What it becomes in an encoding, or what is wrong with it there.
pub fn converted(what: What, to: Form) -> Result<Octets, Kind> {
    match what {
        What::Scalar(number) => encode(to, number).ok_or(Kind::Unrepresentable),
        What::Surrogate(number, kind) => encode(to, number).ok_or(kind),
        What::Malformed(kind) => Err(kind),
    }
}

/// What a lossy conversion puts in the place of each error: U+FFFD, and a question mark where that
/// has no form.
#[must_use]
pub fn replacement(to: Form) -> Octets {
    encode(to, 0xFFFD).unwrap_or(Octets::of(b"?"))
}
