//! What ill-formed bytes stand for, and repairs that lose nothing.

use std::borrow::Cow;

use utf8kit::repair::{
    Form, decode_form, escape_surrogates, join_surrogate_pairs, restore_modified_nul,
    shorten_overlong, unescape_surrogates,
};

use crate::ALPHABET;
use crate::common::{for_each_string, hex};

/// The bits of a form of `len` bytes for `value`: UTF-8's pattern, whatever the value.
fn written(value: u32, len: usize) -> Vec<u8> {
    let lead = if len == 1 { 0 } else { 0xFF << (8 - len) } as u8;
    let continuation = |shift: usize| 0x80 | (value >> (6 * shift) & 0x3F) as u8;
    let first = lead | (value >> (6 * (len - 1))) as u8;
    std::iter::once(first).chain((0..len - 1).rev().map(continuation)).collect()
}

#[test]
fn every_form_of_some_values() {
    for value in [0, 0x2F, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF] {
        let shortest = char::from_u32(value).map_or(4, char::len_utf8);
        for len in shortest.max(2)..=6 {
            let bytes = written(value, len);
            let expected = match len {
                _ if len == shortest => None,
                2 if value == 0 => Some((Form::ModifiedNul, 2)),
                5 | 6 => Some((Form::Rfc2279(value), len)),
                _ => Some((Form::Overlong(value), len)),
            };
            assert_eq!(decode_form(&bytes), expected, "{}", hex(&bytes));
        }
    }
    assert_eq!(decode_form(&written(0x11_0000, 4)), Some((Form::AboveUnicode(0x11_0000), 4)));
    assert_eq!(decode_form(&written(0x1F_FFFF, 4)), Some((Form::AboveUnicode(0x1F_FFFF), 4)));
    for surrogate in [0xD800_u16, 0xDBFF, 0xDC00, 0xDFFF] {
        let bytes = written(surrogate.into(), 3);
        assert_eq!(decode_form(&bytes), Some((Form::Surrogate(surrogate), 3)));
    }
}

#[test]
fn pairs_of_surrogates() {
    for character in ['\u{10000}', '😀', '\u{10FFFF}'] {
        let mut units = [0; 2];
        let pair = character.encode_utf16(&mut units);
        let bytes: Vec<u8> = pair.iter().flat_map(|&unit| written(unit.into(), 3)).collect();
        assert_eq!(decode_form(&bytes), Some((Form::SurrogatePair(character), 6)));
        assert_eq!(*join_surrogate_pairs(&bytes), *character.to_string().as_bytes());
        let swapped = [&bytes[3..], &bytes[..3]].concat();
        assert!(matches!(decode_form(&swapped), Some((Form::Surrogate(_), 3))));
        assert!(matches!(join_surrogate_pairs(&swapped), Cow::Borrowed(_)));
    }
}

/// Nothing but what each is for is touched.
#[test]
fn each_repair_leaves_the_rest() {
    let all = b"\xED\xA0\xBD\xED\xB8\x80 \xC0\x80 \xC0\xAF \xED\xB3\xA9 \xE9 \xF0\x9F\x98\x80";
    assert_eq!(
        *join_surrogate_pairs(all),
        *b"\xF0\x9F\x98\x80 \xC0\x80 \xC0\xAF \xED\xB3\xA9 \xE9 \xF0\x9F\x98\x80"
    );
    assert_eq!(
        *restore_modified_nul(all),
        *b"\xED\xA0\xBD\xED\xB8\x80 \0 \xC0\xAF \xED\xB3\xA9 \xE9 \xF0\x9F\x98\x80"
    );
    assert_eq!(
        *shorten_overlong(all),
        *b"\xED\xA0\xBD\xED\xB8\x80 \0 / \xED\xB3\xA9 \xE9 \xF0\x9F\x98\x80"
    );
    assert_eq!(
        *unescape_surrogates(all),
        *b"\xED\xA0\xBD\xED\xB8\x80 \xC0\x80 \xC0\xAF \xE9 \xE9 \xF0\x9F\x98\x80"
    );
    // A repaired start of the text is repaired.
    assert_eq!(*restore_modified_nul(b"\xC0\x80"), *b"\0");
    let clean = "naïve 😀".as_bytes();
    let repairs = [join_surrogate_pairs, restore_modified_nul, shorten_overlong];
    for repair in repairs.into_iter().chain([escape_surrogates, unescape_surrogates]) {
        assert!(matches!(repair(clean), Cow::Borrowed(_)));
        assert!(matches!(repair(b""), Cow::Borrowed(_)));
    }
}

/// Whatever a name was, it comes back; and what was escaped is WTF-8.
#[test]
fn surrogateescape_and_back() {
    for_each_string(&ALPHABET, 4, &mut |bytes| {
        let escaped = escape_surrogates(bytes);
        assert_eq!(*unescape_surrogates(&escaped), *bytes, "{}", hex(bytes));
        let wtf8 = utf8kit::convert::strict_owned::<utf8kit::convert::Wtf8, utf8kit::convert::Wtf8>;
        assert!(wtf8(&escaped).is_ok(), "{} as {}", hex(bytes), hex(&escaped));
    });
}
