//! Counting against a loop, at every level: every byte, every length, and long runs of what is
//! counted, which fill the counters.

mod common;

use common::{FILLERS, Random, levels};
use utf8kit::Engine;

#[track_caller]
fn check(level: Engine, text: &[u8]) {
    let characters = text.iter().filter(|byte| !(0x80..=0xBF).contains(*byte)).count();
    let line_feeds = text.iter().filter(|byte| **byte == b'\n').count();
    let len = text.len();
    assert_eq!(level.count(text), characters, "{level} {len}");
    assert_eq!(level.count_line_feeds(text), line_feeds, "{level} {len}");
}

#[test]
fn every_byte_at_every_lane() {
    for level in levels() {
        for byte in 0..=255 {
            for at in 0..128 {
                let mut text = [b'a'; 128];
                text[at] = byte;
                check(level, &text);
            }
        }
    }
}

#[test]
fn all_lengths() {
    let mut random = Random::new(12);
    for level in levels() {
        let text = random.text(1500, 50);
        for len in 0..=1300 {
            check(level, &text[..len]);
            check(level, &text[len % 67..][..len]);
            check(level, &vec![b'\n'; len]);
            check(level, &vec![0x80; len]);
        }
    }
}

/// Long texts that begin at each distance from a line of the cache: the first bytes are counted for
/// themselves.
#[test]
fn wherever_a_text_begins() {
    let mut random = Random::new(13);
    let text = random.text(6000, 50);
    for level in levels() {
        for start in 0..=64 {
            for len in [4000, 4095, 4096, 4097, 5000 + start] {
                check(level, &text[start..][..len]);
            }
        }
    }
}

/// A counter of one byte holds 255: each hit counts in runs that are longer than that many groups.
#[test]
fn counters_do_not_overflow() {
    for level in levels() {
        for len in [65_279, 65_280, 65_281, 65_536, 131_072 + 300] {
            check(level, &vec![b'\n'; len]);
            check(level, &vec![b'a'; len]);
            check(level, &vec![0xBF; len]);
            check(level, &FILLERS[4].at_least(len));
        }
    }
}

#[test]
fn of_str_as_in_std() {
    for filler in FILLERS {
        let text = String::from_utf8(filler.at_least(1000)).unwrap();
        assert_eq!(utf8kit::count(text.as_bytes()), text.chars().count());
    }
    assert_eq!(utf8kit::count_line_feeds(b"a\nb\r\n\n"), 3);
}
