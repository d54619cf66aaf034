//! How long text becomes, at every border between two lengths of a character.

use utf8kit::convert::{Form, Latin1, To, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use utf8kit::{Engine, Error};

use crate::common::levels;

const BORDERS: [char; 14] = [
    '\0',
    '\x7F',
    '\u{80}',
    '\u{FF}',
    '\u{100}',
    '\u{7FF}',
    '\u{800}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FFFF}',
    '\u{1_0000}',
    '\u{F_FFFF}',
    '\u{10_0000}',
    '\u{10_FFFF}',
];

/// More than a group of the widest blocks, and a rest of less than a block.
const TIMES: usize = 301;

#[track_caller]
fn assert_len<S: Form + To<T>, T: Form>(level: Engine, text: &[S::Unit], expected: usize) {
    let len: Result<usize, Error> = level.strict_len::<S, T>(text);
    assert_eq!(len, Ok(expected * TIMES), "{level}");
}

#[test]
fn at_the_borders() {
    for level in levels() {
        for border in BORDERS {
            let text: String = core::iter::repeat_n(border, TIMES).collect();
            let units: Vec<u16> = text.encode_utf16().collect();
            let values: Vec<u32> = text.chars().map(u32::from).collect();
            let little16: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big16: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            let little32: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let big32: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
            let (in_utf8, in_utf16) = (border.len_utf8(), border.len_utf16());

            assert_len::<Utf8, Utf16>(level, text.as_bytes(), in_utf16);
            assert_len::<Utf8, Utf32>(level, text.as_bytes(), 1);
            assert_len::<Utf16, Utf8>(level, &units, in_utf8);
            assert_len::<Utf16Le, Utf8>(level, &little16, in_utf8);
            assert_len::<Utf16Be, Utf8>(level, &big16, in_utf8);
            assert_len::<Utf16, Utf32>(level, &units, 1);
            assert_len::<Utf16Be, Utf32>(level, &big16, 1);
            assert_len::<Utf32, Utf8>(level, &values, in_utf8);
            assert_len::<Utf32Le, Utf8>(level, &little32, in_utf8);
            assert_len::<Utf32Be, Utf8>(level, &big32, in_utf8);
            assert_len::<Utf32, Utf16>(level, &values, in_utf16);
            assert_len::<Utf32Be, Utf16>(level, &big32, in_utf16);
            if let Ok(byte) = u8::try_from(border) {
                assert_len::<Latin1, Utf8>(level, &[byte; TIMES], in_utf8);
            }
        }
    }
}

/// A character of four bytes at every place of text with three, and of two behind it: a kernel that
/// counts what it checks may see the lead as the last byte of one class, and what follows as the
/// first ones of another.
#[test]
fn of_a_change_of_class() {
    for level in levels() {
        for at in 1000..1000 + 8 * 64 + 3 {
            let before = "a".repeat(at % 3) + &"日".repeat(at / 3);
            for after in ["日".repeat(400), "é".repeat(500), "b".repeat(700)] {
                let text = format!("{before}😀{after}");
                let characters = text.chars().count();
                let bytes = text.as_bytes();
                assert_eq!(level.strict_len::<Utf8, Utf32>(bytes), Ok(characters));
                assert_eq!(level.strict_len::<Utf8, Utf16>(bytes), Ok(characters + 1));
            }
        }
    }
}
