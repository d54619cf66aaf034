//! The examples of section 7, the attacks of sections 3 and 10, and those of Unicode chapter 3.9,
//! checked by the compiler: what does not hold here does not build.

use super::encode::{Octets, encode};
use super::grammar::utf8_octets;
use super::subpart::{Subpart, Unit, counts, first_subpart, first_unit, lossy_len};
use super::{cesu8, decode, utf16};
use crate::Kind;

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

const fn is(form: Option<Octets>, octets: &[u8]) -> bool {
    match form {
        Some(form) => same(form.as_slice(), octets),
        None => false,
    }
}

/// Whether these characters, in sequence, are these octets, both ways.
const fn is_example(numbers: &[u32], octets: &[u8]) -> bool {
    let mut rest = octets;
    let mut index = 0;
    while index < numbers.len() {
        let Some((number, len)) = decode::decode_first(rest) else { return false };
        let (here, next) = rest.split_at(len);
        if number != numbers[index] || !is(encode(number), here) {
            return false;
        }
        rest = next;
        index += 1;
    }
    rest.is_empty() && utf8_octets(octets)
}

const fn is_subpart(text: &[u8], len: usize, kind: Kind) -> bool {
    match first_unit(text) {
        Some(Unit::Subpart(subpart)) => subpart.len == len && subpart.kind as u8 == kind as u8,
        _ => false,
    }
}

const fn starts_at(text: &[u8], at: usize) -> bool {
    matches!(first_subpart(text), Some((start, Subpart { .. })) if start == at)
}

// Section 7.
const _: () = assert!(is_example(
    &[0x0041, 0x2262, 0x0391, 0x002E],
    &[0x41, 0xE2, 0x89, 0xA2, 0xCE, 0x91, 0x2E],
));
const _: () = assert!(is_example(
    &[0xD55C, 0xAD6D, 0xC5B4],
    &[0xED, 0x95, 0x9C, 0xEA, 0xB5, 0xAD, 0xEC, 0x96, 0xB4],
));
const _: () = assert!(is_example(
    &[0x65E5, 0x672C, 0x8A9E],
    &[0xE6, 0x97, 0xA5, 0xE6, 0x9C, 0xAC, 0xE8, 0xAA, 0x9E],
));
const _: () = assert!(is_example(&[0xFEFF, 0x233B4], &[0xEF, 0xBB, 0xBF, 0xF0, 0xA3, 0x8E, 0xB4]));

// Section 3, "the overlong UTF-8 sequence C0 80", and section 10, where it passes for NUL.
const _: () = assert!(decode::decode(&[0xC0, 0x80]).is_none());
const _: () = assert!(!utf8_octets(&[0xC0, 0x80]));
const _: () = assert!(is_subpart(&[0xC0, 0x80], 1, Kind::Overlong));

// Section 3, "the surrogate pair ED A1 8C ED BE B4": CESU-8's form of U+233B4.
const PAIR: &[u8] = &[0xED, 0xA1, 0x8C, 0xED, 0xBE, 0xB4];
const _: () = assert!(!utf8_octets(PAIR));
const _: () = assert!(decode::decode_first(PAIR).is_none());
const _: () = assert!(is_subpart(PAIR, 1, Kind::Surrogate));
const _: () = assert!(counts(PAIR).0 == 0 && counts(PAIR).1 == 6 && lossy_len(PAIR) == 18);
const _: () = assert!(matches!(cesu8::pair(PAIR), Some(0x233B4)));
const _: () = assert!(is(cesu8::encode(0x233B4), PAIR));
const _: () = assert!(is(Some(cesu8::encode_unit(0xD84C)), &[0xED, 0xA1, 0x8C]));
const _: () = assert!(cesu8::pair(&[0xED, 0xBE, 0xB4, 0xED, 0xA1, 0x8C]).is_none());
// That pair in UTF-16, decoded before it is encoded.
const _: () = match utf16::decode_first(&[0xD84C, 0xDFB4]) {
    Some(decoded) => {
        assert!(decoded.code_point() == 0x233B4 && decoded.units() == 2);
        assert!(is(decoded.to_utf8(), &[0xF0, 0xA3, 0x8E, 0xB4]));
    }
    None => panic!(),
};
const _: () = assert!(matches!(utf16::decode_first(&[0xD84C]), Some(utf16::Decoded::Unpaired(_))));
const _: () = assert!(encode(0xD800).is_none() && encode(0xDFFF).is_none());

// Section 10, "2F C0 AE 2E 2F".
const SLASH: &[u8] = &[0x2F, 0xC0, 0xAE, 0x2E, 0x2F];
const _: () = assert!(!utf8_octets(SLASH) && starts_at(SLASH, 1));
const _: () = assert!(is_subpart(&[0xC0, 0xAE, 0x2E, 0x2F], 1, Kind::Overlong));

// Section 10, "sequences of up to 6 bytes": forms that RFC 2279 had.
const _: () = assert!(encode(0x110000).is_none() && encode(0x7FFF_FFFF).is_none());
const _: () = assert!(is_subpart(&[0xF8, 0x88, 0x80, 0x80, 0x80], 1, Kind::InvalidByte));
const _: () = assert!(is_subpart(&[0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], 1, Kind::InvalidByte));
const _: () = assert!(counts(&[0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]).1 == 6);
const _: () = assert!(is_subpart(&[0xF4, 0x90, 0x80, 0x80], 1, Kind::TooLarge));
const _: () = assert!(is_subpart(&[0xF7, 0xBF, 0xBF, 0xBF], 1, Kind::TooLarge));

// Unicode chapter 3.9, tables 3-8 to 3-11: U+FFFD for non-shortest forms, for surrogates, for
// other ill-formed sequences, for truncated sequences.
const _: () = assert!(counts(&[0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41]).1 == 8);
const _: () = assert!(counts(&[0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41]).1 == 8);
const _: () = assert!(counts(&[0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42]).1 == 7);
const _: () = assert!(counts(&[0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41]).1 == 4);

// The kinds that the examples leave out.
const _: () = assert!(is_subpart(&[0x80], 1, Kind::UnexpectedContinuation));
const _: () = assert!(is_subpart(&[0xE0, 0x41], 1, Kind::Truncated));
const _: () = assert!(is_subpart(&[0xE0, 0x9F, 0xBF], 1, Kind::Overlong));
const _: () = assert!(is_subpart(&[0xF0, 0x8F, 0xBF, 0xBF], 1, Kind::Overlong));
const _: () = assert!(is_subpart(&[0xF0, 0x90, 0x80], 3, Kind::Incomplete));
const _: () = assert!(is_subpart(&[0xF0, 0x90, 0x80, 0xC3], 3, Kind::Truncated));
const _: () = assert!(is_subpart(&[0xC3], 1, Kind::Incomplete));
