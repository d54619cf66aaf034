//! What errors say to people, word for word, and what they cost.

use std::mem::size_of;

use utf8kit::{BomError, Error, Kind, Summary};

#[track_caller]
fn said(bytes: &[u8], message: &str) {
    assert_eq!(utf8kit::from_utf8(bytes).unwrap_err().to_string(), message);
}

#[test]
fn one_message_of_each_kind() {
    said(
        b"ok\x80",
        "malformed UTF-8 at byte 2: unexpected continuation byte 80: no lead byte before it",
    );
    said(
        b"Espec\xEDfica",
        "malformed UTF-8 at byte 5: truncated 3-byte sequence: expected 80..9F after ED, found 66",
    );
    said(
        b"\xF0\x9F\x98!",
        "malformed UTF-8 at byte 0: truncated 4-byte sequence: expected 80..BF after F0 9F 98, \
         found 21",
    );
    said(
        b"caf\xC3",
        "malformed UTF-8 at byte 3: incomplete 2-byte sequence: the input ends where 80..BF must \
         follow C3",
    );
    said(
        b"\xF0",
        "malformed UTF-8 at byte 0: incomplete 4-byte sequence: the input ends where 90..BF must \
         follow F0",
    );
    said(
        b"/\xC0\xAE./",
        "malformed UTF-8 at byte 1: overlong form: lead byte C0 never starts the shortest form",
    );
    said(
        b"\xE0\x80\x80",
        "malformed UTF-8 at byte 0: overlong form: E0 80 is not the shortest form of any character \
         (expected A0..BF after E0)",
    );
    said(
        b"\xED\xA0\x80",
        "malformed UTF-8 at byte 0: surrogate: ED A0 stands for U+D800..DFFF, which are not \
         characters (expected 80..9F after ED)",
    );
    said(
        b"\xF4\x90\x80\x80",
        "malformed UTF-8 at byte 0: F4 90 stands for a character above U+10FFFF (expected 80..8F \
         after F4)",
    );
    said(
        b"\xF5\x80\x80\x80",
        "malformed UTF-8 at byte 0: lead byte F5 would start a character above U+10FFFF",
    );
    said(b"\xFF\xFE", "malformed UTF-8 at byte 0: byte FF never appears in UTF-8");
}

/// However long the text before is, a message is about the sequence.
#[test]
fn a_message_far_inside() {
    let text = [&b"a".repeat(1000)[..], b"\xC3!"].concat();
    said(
        &text,
        "malformed UTF-8 at byte 1000: truncated 2-byte sequence: expected 80..BF after C3, found \
         21",
    );
}

#[test]
fn other_messages() {
    assert_eq!(
        utf8kit::encode(0xDFFF).unwrap_err().to_string(),
        "DFFF is a surrogate code point, not a scalar value",
    );
    assert_eq!(
        utf8kit::encode(0x11_0000).unwrap_err().to_string(),
        "110000 is above 10FFFF, the last code point",
    );
    assert_eq!(
        Summary::of(b"ab\xC0").first_error().unwrap().to_string(),
        "malformed UTF-8 at byte 2: overlong",
    );
    assert_eq!(
        utf8kit::validate_strings(b"abc", &[0, 2, 1]).unwrap_err().to_string(),
        "offset 2 is negative, less than the one before it, or beyond the end of the buffer",
    );
    assert_eq!(
        utf8kit::string_from_utf8(vec![0xFF]).unwrap_err().to_string(),
        "malformed UTF-8 at byte 0: byte FF never appears in UTF-8",
    );
    // Of UTF-16 and UTF-32 too, whose marks are other bytes.
    assert_eq!(
        BomError::Missing.to_string(),
        "the text must start with a byte order mark (U+FEFF) and does not",
    );
}

/// Every output format spells kinds so; they do not change.
#[test]
fn names_of_kinds() {
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(
        names,
        [
            "unexpected-continuation",
            "truncated",
            "incomplete",
            "overlong",
            "surrogate",
            "too-large",
            "invalid-byte",
            "unpaired-surrogate",
            "out-of-range",
            "unrepresentable",
        ],
    );
    assert!(Kind::ALL.iter().all(|kind| kind.to_string() == kind.name()));
}

#[test]
fn size() {
    assert_eq!(size_of::<Error>(), 16);
    assert!(size_of::<Summary>() <= 96, "{}", size_of::<Summary>());
}
