//! Lossy text against std's and the reference's.

mod common;

use std::borrow::Cow;

use common::{ALPHABET, ERRORS, FILLERS, Random, for_each_string, hex, lanes, levels};
use utf8kit::convert::{Stop, Utf8};
use utf8kit::{Level, at_level};

fn check(level: Level, text: &[u8], room: usize) {
    let expected = String::from_utf8_lossy(text);
    let found = at_level::from_utf8_lossy(level, text);
    assert_eq!(found, expected, "{level:?} {}", hex(text));
    assert_eq!(matches!(found, Cow::Borrowed(_)), matches!(expected, Cow::Borrowed(_)));

    let mut appended = String::from("é");
    at_level::append_utf8_lossy(level, text, &mut appended);
    assert_eq!(appended.strip_prefix('é'), Some(&*expected), "{level:?} {}", hex(text));

    let mut appended = b"\xFF".to_vec();
    at_level::append_utf8_lossy_bytes(level, text, &mut appended);
    assert_eq!(appended.strip_prefix(b"\xFF"), Some(expected.as_bytes()), "{level:?}");

    // Into a slice, with a guard behind it.
    let mut dst = vec![0xAA; expected.len() + room];
    let (slice, guard) = dst.split_at_mut(expected.len());
    let progress = at_level::convert::lossy::<Utf8, Utf8>(level, text, slice);
    assert_eq!((progress.read, progress.stop), (text.len(), Stop::Done), "{}", hex(text));
    assert_eq!(slice, expected.as_bytes(), "{level:?} {}", hex(text));
    assert!(guard.iter().all(|&byte| byte == 0xAA));
}

/// With clean text before and behind, in which the first byte stands at every place of a block.
#[test]
fn all_strings_of_three_bytes_near_block_borders() {
    let fillers = FILLERS.map(|filler| filler.at_least(400));
    for level in levels() {
        let mut turn = 0;
        for_each_string(&ALPHABET, 3, &mut |string| {
            turn += 1;
            let before = turn % (2 * lanes(level) + 70);
            let mut text = vec![b'a'; before];
            text.extend_from_slice(string);
            text.extend_from_slice(&fillers[turn % fillers.len()][..turn % 200]);
            check(level, &text, 3);
        });
    }
}

#[test]
fn all_strings_of_four_bytes() {
    for_each_string(&ALPHABET, 4, &mut |text| {
        assert_eq!(utf8kit::from_utf8_lossy(text), String::from_utf8_lossy(text), "{}", hex(text));
    });
}

/// Each error at each place of two steps, with others around.
#[test]
fn errors_at_every_place() {
    for level in levels() {
        for filler in FILLERS {
            for error in ERRORS {
                for before in 0..140 {
                    let mut text = b"\xFF".to_vec();
                    text.extend(filler.at_least(before));
                    text.extend_from_slice(error);
                    text.extend(filler.at_least(150 + before));
                    text.extend_from_slice(error);
                    check(level, &text, 0);
                }
            }
        }
    }
}

#[test]
fn random_texts() {
    let mut random = Random::new(7);
    for level in levels() {
        for _ in 0..1200 {
            let len = random.below(6000);
            let edits = random.one_of(&[0, 1, 3, 30, 300, 3000]);
            let text = random.text(len, edits);
            check(level, &text, random.below(300));
        }
        for _ in 0..300 {
            let text: Vec<u8> = (0..random.below(900)).map(|_| random.byte()).collect();
            check(level, &text, 0);
        }
    }
}

/// A conversion that runs out of room goes on where it was.
#[test]
fn in_small_rooms() {
    let mut random = Random::new(8);
    for level in levels() {
        for _ in 0..300 {
            let edits = random.one_of(&[0, 3, 300]);
            let text = random.text(2000, edits);
            let mut lossy = Vec::new();
            let mut rest = &text[..];
            loop {
                let mut dst = vec![0; 4 + random.below(700)];
                let progress = at_level::convert::lossy::<Utf8, Utf8>(level, rest, &mut dst[..]);
                lossy.extend_from_slice(&dst[..progress.written]);
                rest = &rest[progress.read..];
                if progress.stop == Stop::Done {
                    break;
                }
                assert!(dst.len() - progress.written < 4);
            }
            assert_eq!(lossy, String::from_utf8_lossy(&text).as_bytes());
        }
    }
}

#[test]
fn owned_and_written() {
    let mut random = Random::new(9);
    for _ in 0..300 {
        let len = random.below(20_000);
        let edits = random.one_of(&[0, 1, 300]);
        let text = random.text(len, edits);
        let expected = String::from_utf8_lossy(&text);
        let mut written = Vec::new();
        utf8kit::write_utf8_lossy(&text, &mut written).unwrap();
        assert_eq!(written, expected.as_bytes());
        assert_eq!(utf8kit::string_from_utf8_lossy(text.clone()), expected);
    }
}
