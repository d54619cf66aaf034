//! The reference against std, as far as there is an end to it: every number, every character, every
//! string of up to three bytes. And the kinds, of which std knows nothing, in the reference and in
//! the library against a table written by hand.

mod common;

use common::{described, for_each_string, hex, reference_error, std_verdict, units};
use utf8kit::Kind;
use utf8kit::reference::subpart::Unit;
use utf8kit::reference::{cesu8, decode, encode, grammar, subpart, utf16};

/// All 1,112,064 scalar values, there and back, and the surrogates between them.
#[test]
fn all_of_unicode() {
    let mut scalars = 0;
    for number in 0..=0x11_0010 {
        let form = encode::encode(number);
        let Some(scalar) = char::from_u32(number) else {
            assert!(form.is_none(), "{number:X}");
            assert!(utf8kit::encode(number).is_err(), "{number:X}");
            continue;
        };
        scalars += 1;
        let mut buffer = [0; 4];
        let expected = scalar.encode_utf8(&mut buffer).as_bytes();
        assert_eq!(form.unwrap().as_slice(), expected, "{number:X}");
        assert_eq!(decode::decode(expected), Some(number), "{number:X}");
        assert_eq!(decode::decode_first(expected), Some((number, expected.len())), "{number:X}");
        assert_eq!(grammar::utf8_char(expected), Some(expected.len()), "{number:X}");
        assert_eq!(utf8kit::encode(number).unwrap().as_bytes(), expected, "{number:X}");
        assert_eq!(utf8kit::decode_first(expected), Some(Ok(scalar)), "{number:X}");
        assert_eq!(utf8kit::decode_last(expected), Some(Ok(scalar)), "{number:X}");
    }
    assert_eq!(scalars, 1_112_064);
}

/// Numbers that have no form, at both ends of the range that ISO/IEC 10646 once had.
#[test]
fn numbers_beyond() {
    let below = |top: u32| top - 0x1000..=top;
    for number in
        below(0x1F_FFFF).chain(below(0x3FF_FFFF)).chain(below(0x7FFF_FFFF)).chain(below(u32::MAX))
    {
        assert!(encode::encode(number).is_none(), "{number:X}");
        assert_eq!(utf8kit::encode(number).unwrap_err().kind(), Kind::OutOfRange, "{number:X}");
    }
    for number in [0x11_0000, 0x20_0000, 0x400_0000, 0x8000_0000] {
        assert!(encode::encode(number).is_none(), "{number:X}");
        assert_eq!(utf8kit::encode(number).unwrap_err().kind(), Kind::OutOfRange, "{number:X}");
    }
    for number in 0xD800..=0xDFFF {
        assert_eq!(utf8kit::encode(number).unwrap_err().kind(), Kind::Surrogate, "{number:X}");
    }
}

/// All 16,843,009 strings: verdict, place and length of the first error by the grammar, by the
/// decoder and by the subparts; the walk over all of them.
#[test]
fn all_strings_of_up_to_three_bytes() {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut strings = 0;
    for_each_string(&bytes, 3, &mut |string| {
        strings += 1;
        let expected = std_verdict(string);
        let found = reference_error(string)
            .map_or(Ok(()), |(at, len, kind)| Err((at, (kind != Kind::Incomplete).then_some(len))));
        assert_eq!(found, expected, "{}", hex(string));
        assert_eq!(grammar::utf8_octets(string), expected.is_ok(), "{}", hex(string));
        let number =
            match std::str::from_utf8(string).ok().map(|text| text.chars().collect::<Vec<_>>()) {
                Some(text) if text.len() == 1 => Some(u32::from(text[0])),
                _ => None,
            };
        assert_eq!(decode::decode(string), number, "{}", hex(string));
        let mut walk = units(string);
        let mut scalars = 0;
        for chunk in string.utf8_chunks() {
            for character in chunk.valid().chars() {
                let unit = walk.next().map(|(_, unit)| unit);
                assert_eq!(unit, Some(Unit::Character(character.len_utf8())), "{}", hex(string));
                scalars += 1;
            }
            if !chunk.invalid().is_empty() {
                let unit = walk.next().map(|(_, unit)| unit);
                let len = chunk.invalid().len();
                let is_same = matches!(unit, Some(Unit::Subpart(subpart)) if subpart.len == len);
                assert!(is_same, "{}: {unit:?}", hex(string));
            }
        }
        assert_eq!(walk.next(), None, "{}", hex(string));
        assert_eq!(subpart::counts(string).0, scalars, "{}", hex(string));
    });
    assert_eq!(strings, 1 + (1 << 8) + (1 << 16) + (1 << 24));
}

/// The decoder and the grammar, which share nothing, on four bytes: a slice of all.
#[test]
fn decoder_and_grammar_agree_on_four_bytes() {
    let mut characters = 0;
    for number in (0..=u32::MAX).step_by(911) {
        let string = number.to_be_bytes();
        let is_character = grammar::utf8_char(&string) == Some(4);
        assert_eq!(decode::decode(&string).is_some(), is_character, "{}", hex(&string));
        characters += usize::from(is_character);
    }
    assert!(characters > 500);
}

/// What a sequence that starts with these bytes is, by hand from Unicode's table 3-7 and the list
/// of kinds: for each range of first bytes, then second bytes, ..., the kind and the length of the
/// first subpart, or nothing where a character begins. `END` is the end of the input.
mod table {
    use utf8kit::Kind::{self, *};

    /// A range of bytes, or the end of the input.
    pub(crate) type Next = Option<(u8, u8)>;
    pub(crate) const END: Next = None;
    const fn x(first: u8, last: u8) -> Next {
        Some((first, last))
    }
    const ASCII: Next = x(0x00, 0x7F);
    const TAIL: Next = x(0x80, 0xBF);
    const LEAD: Next = x(0xC0, 0xFF);

    type Row = (&'static [Next], Option<(usize, Kind)>);

    pub(crate) const TABLE: &[Row] = &[
        // One byte decides.
        (&[x(0x00, 0x7F)], None),
        (&[x(0x80, 0xBF)], Some((1, UnexpectedContinuation))),
        (&[x(0xC0, 0xC1)], Some((1, Overlong))),
        (&[x(0xF5, 0xF7)], Some((1, TooLarge))),
        (&[x(0xF8, 0xFF)], Some((1, InvalidByte))),
        // Two.
        (&[x(0xC2, 0xDF), END], Some((1, Incomplete))),
        (&[x(0xC2, 0xDF), ASCII], Some((1, Truncated))),
        (&[x(0xC2, 0xDF), LEAD], Some((1, Truncated))),
        (&[x(0xC2, 0xDF), TAIL], None),
        // Three.
        (&[x(0xE0, 0xEF), END], Some((1, Incomplete))),
        (&[x(0xE0, 0xEF), ASCII], Some((1, Truncated))),
        (&[x(0xE0, 0xEF), LEAD], Some((1, Truncated))),
        (&[x(0xE0, 0xE0), x(0x80, 0x9F)], Some((1, Overlong))),
        (&[x(0xE0, 0xE0), x(0xA0, 0xBF), END], Some((2, Incomplete))),
        (&[x(0xE0, 0xE0), x(0xA0, 0xBF), ASCII], Some((2, Truncated))),
        (&[x(0xE0, 0xE0), x(0xA0, 0xBF), LEAD], Some((2, Truncated))),
        (&[x(0xE0, 0xE0), x(0xA0, 0xBF), TAIL], None),
        (&[x(0xE1, 0xEC), TAIL, END], Some((2, Incomplete))),
        (&[x(0xE1, 0xEC), TAIL, ASCII], Some((2, Truncated))),
        (&[x(0xE1, 0xEC), TAIL, LEAD], Some((2, Truncated))),
        (&[x(0xE1, 0xEC), TAIL, TAIL], None),
        (&[x(0xED, 0xED), x(0xA0, 0xBF)], Some((1, Surrogate))),
        (&[x(0xED, 0xED), x(0x80, 0x9F), END], Some((2, Incomplete))),
        (&[x(0xED, 0xED), x(0x80, 0x9F), ASCII], Some((2, Truncated))),
        (&[x(0xED, 0xED), x(0x80, 0x9F), LEAD], Some((2, Truncated))),
        (&[x(0xED, 0xED), x(0x80, 0x9F), TAIL], None),
        (&[x(0xEE, 0xEF), TAIL, END], Some((2, Incomplete))),
        (&[x(0xEE, 0xEF), TAIL, ASCII], Some((2, Truncated))),
        (&[x(0xEE, 0xEF), TAIL, LEAD], Some((2, Truncated))),
        (&[x(0xEE, 0xEF), TAIL, TAIL], None),
        // Four.
        (&[x(0xF0, 0xF4), END], Some((1, Incomplete))),
        (&[x(0xF0, 0xF4), ASCII], Some((1, Truncated))),
        (&[x(0xF0, 0xF4), LEAD], Some((1, Truncated))),
        (&[x(0xF0, 0xF0), x(0x80, 0x8F)], Some((1, Overlong))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), END], Some((2, Incomplete))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), ASCII], Some((2, Truncated))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), LEAD], Some((2, Truncated))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), TAIL, END], Some((3, Incomplete))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), TAIL, ASCII], Some((3, Truncated))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), TAIL, LEAD], Some((3, Truncated))),
        (&[x(0xF0, 0xF0), x(0x90, 0xBF), TAIL, TAIL], None),
        (&[x(0xF1, 0xF3), TAIL, END], Some((2, Incomplete))),
        (&[x(0xF1, 0xF3), TAIL, ASCII], Some((2, Truncated))),
        (&[x(0xF1, 0xF3), TAIL, LEAD], Some((2, Truncated))),
        (&[x(0xF1, 0xF3), TAIL, TAIL, END], Some((3, Incomplete))),
        (&[x(0xF1, 0xF3), TAIL, TAIL, ASCII], Some((3, Truncated))),
        (&[x(0xF1, 0xF3), TAIL, TAIL, LEAD], Some((3, Truncated))),
        (&[x(0xF1, 0xF3), TAIL, TAIL, TAIL], None),
        (&[x(0xF4, 0xF4), x(0x90, 0xBF)], Some((1, TooLarge))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), END], Some((2, Incomplete))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), ASCII], Some((2, Truncated))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), LEAD], Some((2, Truncated))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), TAIL, END], Some((3, Incomplete))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), TAIL, ASCII], Some((3, Truncated))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), TAIL, LEAD], Some((3, Truncated))),
        (&[x(0xF4, 0xF4), x(0x80, 0x8F), TAIL, TAIL], None),
    ];

    pub(crate) fn matches(next: Next, byte: Option<&u8>) -> bool {
        match (next, byte) {
            (None, None) => true,
            (Some((first, last)), Some(byte)) => (first..=last).contains(byte),
            _ => false,
        }
    }
}

/// All strings of one to three bytes, and four-byte strings whose last byte is one of those that
/// differ: each fits exactly one row of the table, and the row says what both have to say.
#[test]
fn kinds_against_the_table() {
    let check = |string: &[u8]| {
        let fits = |row: &&(&[table::Next], _)| {
            row.0.iter().enumerate().all(|(index, &next)| table::matches(next, string.get(index)))
        };
        let mut rows = table::TABLE.iter().filter(fits);
        let (Some(&(_, expected)), None) = (rows.next(), rows.next()) else {
            panic!("{} fits no row, or more than one", hex(string));
        };
        let ours = match utf8kit::decode_first(string) {
            Some(Err(error)) => Some((error.subpart_len(), error.kind())),
            _ => None,
        };
        assert_eq!(ours, expected, "{}", hex(string));
        let reference = match subpart::first_unit(string) {
            Some(Unit::Subpart(subpart)) => Some((subpart.len, subpart.kind)),
            _ => None,
        };
        assert_eq!(reference, expected, "{}", hex(string));
        // Through the validation, at whichever level is in use.
        if let Some((len, kind)) = expected {
            let error = utf8kit::from_utf8(string).unwrap_err();
            assert_eq!(described(error), (0, len, kind), "{}", hex(string));
        }
    };
    let bytes: Vec<u8> = (0..=255).collect();
    for_each_string(&bytes, 2, &mut |string| {
        if string.is_empty() {
            return;
        }
        check(string);
        // From here on only the borders of ranges differ.
        for third in [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] {
            if let [first, second] = *string {
                check(&[first, second, third]);
                for fourth in [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF] {
                    check(&[first, second, third, fourth]);
                }
            }
        }
    });
}

#[test]
fn utf16_decodes_as_in_std() {
    for first in 0..=u16::MAX {
        // One unit, and two with each sort of second one.
        for second in [
            None,
            Some(0x41),
            Some(0xD7FF),
            Some(0xD800),
            Some(0xDBFF),
            Some(0xDC00),
            Some(0xDFFF),
            Some(0xE000),
        ] {
            let units: Vec<u16> = std::iter::once(first).chain(second).collect();
            let expected = match char::decode_utf16(units.iter().copied()).next().unwrap() {
                Ok(scalar) => utf16::Decoded::Character(scalar.into()),
                Err(error) => utf16::Decoded::Unpaired(error.unpaired_surrogate()),
            };
            assert_eq!(utf16::decode_first(&units), Some(expected), "{units:04X?}");
        }
    }
    assert_eq!(utf16::decode_first(&[]), None);
}

/// CESU-8 is UTF-8 up to U+FFFF, and above it a pair that decodes to the same character.
#[test]
fn cesu8_is_told_apart() {
    for scalar in '\0'..=char::MAX {
        let number = u32::from(scalar);
        let form = cesu8::encode(number).unwrap();
        if number <= 0xFFFF {
            assert_eq!(form.as_slice(), encode::encode(number).unwrap().as_slice(), "{number:X}");
            assert_eq!(cesu8::pair(form.as_slice()), None, "{number:X}");
        } else {
            assert_eq!(form.as_slice().len(), 6, "{number:X}");
            assert_eq!(cesu8::pair(form.as_slice()), Some(number), "{number:X}");
            assert_eq!(subpart::counts(form.as_slice()), (0, 6), "{number:X}");
        }
    }
    for surrogate in 0xD800..=0xDFFF {
        assert!(cesu8::encode(surrogate).is_none());
    }
}
