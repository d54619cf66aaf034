//! Where text may be cut, and going backwards, against the reference's walk forwards.

mod common;

use common::{ALPHABET, Random, for_each_string, hex, units};
use proptest::prelude::*;
use utf8kit::reference::subpart::Unit;
use utf8kit::{
    Kind, ceil_char_boundary, decode_last, floor_char_boundary, trim_incomplete, truncate,
};

fn check(text: &[u8]) {
    let all: Vec<(usize, Unit)> = units(text).collect();
    let boundaries: Vec<usize> = all.iter().map(|&(at, _)| at).chain([text.len()]).collect();
    for index in 0..text.len() + 5 {
        let floor = boundaries.iter().rfind(|&&at| at <= index).copied().unwrap();
        let ceil = boundaries.iter().find(|&&at| at >= index).copied().unwrap_or(text.len());
        assert_eq!(floor_char_boundary(text, index), floor, "{}{index}", hex(text));
        assert_eq!(ceil_char_boundary(text, index), ceil, "{}{index}", hex(text));
        assert_eq!(truncate(text, index), &text[..floor], "{}{index}", hex(text));
    }
    let trimmed = match all.last() {
        Some(&(at, Unit::Subpart(subpart))) if subpart.kind == Kind::Incomplete => at,
        _ => text.len(),
    };
    assert_eq!(trim_incomplete(text), &text[..trimmed], "{}", hex(text));
    check_last(text, all.last().copied());
}

/// `decode_last` is the last unit of the walk.
fn check_last(text: &[u8], last: Option<(usize, Unit)>) {
    let found = decode_last(text).map(|last| match last {
        Ok(scalar) => (text.len() - scalar.len_utf8(), Ok(scalar)),
        Err(error) => (error.position(), Err((error.subpart_len(), error.kind()))),
    });
    let expected = last.map(|(at, unit)| match unit {
        Unit::Character(_) => {
            (at, Ok(std::str::from_utf8(&text[at..]).unwrap().chars().next().unwrap()))
        }
        Unit::Subpart(subpart) => (at, Err((subpart.len, subpart.kind))),
    });
    assert_eq!(found, expected, "{}", hex(text));
}

#[test]
fn all_strings_of_five_bytes() {
    for_each_string(&ALPHABET, 5, &mut |text| check(text));
}

/// Long enough for a continuation to be out of reach of every lead before it.
#[test]
fn all_strings_of_eight_bytes_over_few() {
    for_each_string(b"a\x80\xE2\xF1", 8, &mut |text| check(text));
}

#[test]
fn of_str_as_in_std() {
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let len = random.below(60);
        let text = String::from_utf8_lossy(&random.text(len, 0)).into_owned();
        for index in 0..text.len() + 3 {
            assert_eq!(
                floor_char_boundary(text.as_bytes(), index),
                text.floor_char_boundary(index)
            );
            if index <= text.len() {
                assert_eq!(
                    ceil_char_boundary(text.as_bytes(), index),
                    text.ceil_char_boundary(index)
                );
            }
        }
    }
}

/// An index may be anything.
#[test]
fn indices_beyond_the_end() {
    for text in [&b""[..], b"a", b"\xE2\x82"] {
        assert_eq!(floor_char_boundary(text, usize::MAX), text.len());
        assert_eq!(ceil_char_boundary(text, usize::MAX), text.len());
        assert_eq!(truncate(text, usize::MAX), text);
    }
}

proptest! {
    #[test]
    fn any_bytes(text in proptest::collection::vec(
        prop_oneof![any::<u8>(), 0x80_u8..=0xBF, 0xC2_u8..=0xF4],
        0..40,
    )) {
        check(&text);
    }
}
