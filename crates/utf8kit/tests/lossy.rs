//! Lossy text against std's and the reference's.

mod common;

use std::borrow::Cow;
use std::fmt::Debug;

use common::{ALPHABET, ERRORS, FILLERS, Random, does, for_each_string, hex, lanes, levels};
use utf8kit::Engine;
use utf8kit::convert::{Form, Stop, To, Utf8, Utf16, Utf16Be, Utf32, Utf32Be};

fn check(level: Engine, text: &[u8], room: usize) {
    let expected = String::from_utf8_lossy(text);
    let found = level.from_utf8_lossy(text);
    assert_eq!(found, expected, "{level:?} {}", hex(text));
    assert_eq!(matches!(found, Cow::Borrowed(_)), matches!(expected, Cow::Borrowed(_)));

    let mut appended = String::from("é");
    level.append_utf8_lossy(text, &mut appended);
    assert_eq!(appended.strip_prefix('é'), Some(&*expected), "{level:?} {}", hex(text));

    let mut appended = b"\xFF".to_vec();
    level.append_utf8_lossy_bytes(text, &mut appended);
    assert_eq!(appended.strip_prefix(b"\xFF"), Some(expected.as_bytes()), "{level:?}");

    // Into a slice, with a guard behind it.
    let mut dst = vec![0xAA; expected.len() + room];
    let (slice, guard) = dst.split_at_mut(expected.len());
    let progress = level.lossy::<Utf8, Utf8>(text, slice);
    assert_eq!((progress.read, progress.stop), (text.len(), Stop::Done), "{}", hex(text));
    assert_eq!(slice, expected.as_bytes(), "{level:?} {}", hex(text));
    assert!(guard.iter().all(|&byte| byte == 0xAA));

    let units: Vec<u16> = expected.encode_utf16().collect();
    check_units::<Utf16>(level, text, &units, room, 0xAAAA);
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    check_units::<Utf16Be>(level, text, &big, 2 * room, 0xAA);
    let values: Vec<u32> = expected.chars().map(u32::from).collect();
    check_units::<Utf32>(level, text, &values, room, 0xAAAA_AAAA);
    let big: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
    check_units::<Utf32Be>(level, text, &big, 4 * room, 0xAA);
}

/// Converts `text` to another encoding: `expected` must be written, and as many `guard`s as there
/// is more room must stay.
fn check_units<T: Form<Unit: Copy + PartialEq + Debug>>(
    level: Engine,
    text: &[u8],
    expected: &[T::Unit],
    room: usize,
    guard: T::Unit,
) where
    Utf8: To<T>,
{
    let mut dst = vec![guard; expected.len() + room];
    let (slice, outside) = dst.split_at_mut(expected.len());
    let progress = level.lossy::<Utf8, T>(text, slice);
    assert_eq!((progress.read, progress.stop), (text.len(), Stop::Done), "{level:?} {}", hex(text));
    assert_eq!(slice, expected, "{level:?} {}", hex(text));
    assert!(outside.iter().all(|unit| *unit == guard));
    // With room for what is stored behind the end.
    let progress = level.lossy::<Utf8, T>(text, &mut dst[..]);
    assert_eq!((progress.written, progress.stop), (expected.len(), Stop::Done), "{}", hex(text));
    assert_eq!(dst[..expected.len()], *expected, "{level:?} {}", hex(text));
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
    let mut case = 0;
    for_each_string(&ALPHABET, 4, &mut |text| {
        case += 1;
        assert_eq!(utf8kit::from_utf8_lossy(text), String::from_utf8_lossy(text), "{}", hex(text));
        for level in levels().filter(|&level| does(level, case, 20)) {
            check(level, text, case % 9);
        }
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

/// Short strings of all classes of bytes at every place of a block, in long text that has an error
/// in most blocks; with errors and without before and behind.
#[test]
fn strings_at_every_place_amid_errors() {
    let mut random = Random::new(11);
    let levels: Vec<Engine> = levels().collect();
    for turn in 0..9000 {
        let level = levels[turn % levels.len()];
        let mut text = b"a".repeat(2500 + random.below(100));
        // One byte on in each block of up to 64 bytes, whatever their number.
        let period = 53 + turn % 13;
        let start = random.below(period);
        for at in (start..text.len() - 4).step_by(period) {
            for place in &mut text[at..at + 1 + random.below(4)] {
                *place = random.one_of(&ALPHABET);
            }
            if random.below(3) == 0
                && let Some(between) = text.get_mut(at + 5 + random.below(20))
            {
                *between = 0xFF;
            }
        }
        text[0] = 0xFF;
        let expected = String::from_utf8_lossy(&text);
        assert_eq!(level.from_utf8_lossy(&text), expected, "{level:?} {}", hex(&text));
    }
}

/// Texts whose parts differ in their scripts, and in how many errors they have: each way to replace
/// errors is begun and left at many places, and amid errors.
#[test]
fn texts_that_change() {
    let mut random = Random::new(13);
    let levels: Vec<Engine> = levels().collect();
    for turn in 0..8000 {
        let level = levels[turn % levels.len()];
        let mut text = Vec::new();
        while text.len() < 7000 {
            let start = text.len();
            let len = random.one_of(&[10, 100, 700, 4000]);
            text.extend(random.one_of(&FILLERS).at_least(random.below(len)));
            let distance = random.one_of(&[8, 40, 97, 250, 1000, 4000]);
            let mut at = start + random.below(distance);
            while at < text.len() {
                let end = text.len().min(at + 1 + random.below(4));
                for place in &mut text[at..end] {
                    *place = random.one_of(&ALPHABET);
                }
                at += 1 + random.below(2 * distance);
            }
        }
        // Wherever in a line of the cache it begins.
        let text = &text[random.below(64)..];
        let expected = String::from_utf8_lossy(text);
        let mut dst = vec![0; 3 * text.len()];
        let progress = level.lossy::<Utf8, Utf8>(text, &mut dst[..]);
        assert_eq!((progress.read, progress.stop), (text.len(), Stop::Done), "{level:?}");
        assert!(dst[..progress.written] == *expected.as_bytes(), "{level:?} {turn}");
    }
}

/// An error that stands alone in ASCII, and not far behind it other text, with an error of its own
/// at some distance.
#[test]
fn an_error_alone_before_others() {
    for script in ["жёлтый", "日本語", "😀𣎴", "한ह"] {
        for (turn, gap) in (4..64).step_by(3).enumerate() {
            for distance in 1..120 {
                let mut text = b"a".repeat(3000);
                text.push(0xFF);
                text.extend(b"b".repeat(gap));
                let script = script.repeat(130);
                let (near, far) = script.split_at(script.floor_char_boundary(distance));
                text.extend(near.bytes());
                text.push(0x80);
                text.extend(far.bytes());
                // Wherever in a line of the cache it begins.
                let text = &text[(turn + 7 * distance) % 64..];
                let expected = String::from_utf8_lossy(text);
                let mut dst = vec![0; expected.len()];
                for level in levels() {
                    let slice = &mut dst[..];
                    let progress = level.lossy::<Utf8, Utf8>(text, slice);
                    assert_eq!(progress.written, expected.len(), "{level:?} {gap} {distance}");
                    assert!(dst == expected.as_bytes(), "{level:?} {gap} {distance}");
                }
            }
        }
    }
}

/// ASCII of a few kilobytes with bytes between that are none, few and many, alone and side by side.
#[test]
fn ascii_with_errors() {
    let mut random = Random::new(12);
    let levels: Vec<Engine> = levels().collect();
    for turn in 0..2000 {
        let level = levels[turn % levels.len()];
        let mut text = b"a".repeat(random.below(6000));
        let distance = random.one_of(&[3, 10, 40, 100, 1000]);
        let mut at = random.below(distance);
        while at < text.len() {
            text[at] = random.one_of(&[0x80, 0xBF, 0xC2, 0xE0, 0xF0, 0xFF]);
            at += 1 + random.below(2 * distance);
        }
        let expected = String::from_utf8_lossy(&text);
        assert_eq!(level.from_utf8_lossy(&text), expected, "{level:?} {}", hex(&text));
    }
}

/// Errors that are close and errors that are rare, after one another.
#[test]
fn errors_at_every_distance() {
    let mut random = Random::new(10);
    for level in levels() {
        for (turn, filler) in FILLERS.into_iter().enumerate() {
            for distance in [1, 4, 60, 70, 260, 520, 1100, 4500] {
                let mut text = Vec::new();
                while text.len() < 2 * distance + 3000 {
                    text.extend_from_slice(random.one_of(&ERRORS));
                    text.extend(filler.at_least(random.below(2 * distance)));
                    if random.below(200) == 0 {
                        text.extend(FILLERS[(turn + 1) % FILLERS.len()].at_least(500));
                    }
                }
                check(level, &text, 300);
            }
        }
    }
}

/// A long text with an error at its start and another far behind that, written at each of some
/// distances from its source within a page: what is between is copied in different pieces.
#[test]
fn copies_at_some_distances() {
    const PAGE: usize = 4096;
    for level in levels() {
        for filler in FILLERS {
            let mut text = b"\xFF".to_vec();
            text.extend(filler.at_least(6 * PAGE));
            text.extend(b"\xFF and so on");
            let expected = String::from_utf8_lossy(&text);
            let mut to: Vec<u8> = Vec::with_capacity(2 * text.len() + 2 * PAGE);
            let apart = text.as_ptr().addr().wrapping_sub(to.as_ptr().addr()) % PAGE;
            for behind in [0, 1, 29, 61, 62, 63, 64, 65, 2000, PAGE - 3, PAGE - 2] {
                to.clear();
                to.resize(apart + behind, b'-');
                let address = to.as_ptr();
                level.append_utf8_lossy_bytes(&text, &mut to);
                assert_eq!(to.as_ptr(), address, "there was room");
                assert!(to[..apart + behind].iter().all(|&byte| byte == b'-'));
                assert!(to[apart + behind..] == *expected.as_bytes(), "{level:?} {behind}");
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
fn check_rooms<T: Form<Unit: Copy + Default>>(
    level: Engine,
    random: &mut Random,
    text: &[u8],
) -> Vec<T::Unit>
where
    Utf8: To<T>,
{
    // What the longest character takes.
    let most = 4 / size_of::<T::Unit>();
    let (mut lossy, mut rest) = (Vec::new(), text);
    loop {
        let mut dst = vec![T::Unit::default(); most + random.below(1500)];
        let progress = level.lossy::<Utf8, T>(rest, &mut dst[..]);
        lossy.extend_from_slice(&dst[..progress.written]);
        rest = &rest[progress.read..];
        if progress.stop == Stop::Done {
            return lossy;
        }
        assert!(dst.len() - progress.written < most);
    }
}

#[test]
fn in_small_rooms() {
    let mut random = Random::new(8);
    for level in levels() {
        for _ in 0..300 {
            let edits = random.one_of(&[0, 3, 300]);
            let text = random.text(5000, edits);
            let expected = String::from_utf8_lossy(&text);
            let random = &mut random;
            assert_eq!(check_rooms::<Utf8>(level, random, &text), expected.as_bytes());
            let units: Vec<u16> = expected.encode_utf16().collect();
            assert_eq!(check_rooms::<Utf16>(level, random, &text), units);
            let values: Vec<u32> = expected.chars().map(u32::from).collect();
            assert_eq!(check_rooms::<Utf32>(level, random, &text), values);
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
