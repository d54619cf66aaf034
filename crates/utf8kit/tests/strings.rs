//! `validate_strings` against one string after another with std, at every level.

mod common;

use std::fmt::Debug;

use common::{Random, Verdict, hex, levels, std_verdict, verdict};
use utf8kit::{Engine, Offset, StringsError};

/// What is wrong, in a form that can be made without the library.
#[derive(PartialEq, Debug)]
enum Wrong {
    String(usize, Verdict),
    Offset(usize),
}

fn found(result: Result<(), StringsError>) -> Result<(), Wrong> {
    result.map_err(|error| match error {
        StringsError::Malformed { string, error, .. } => {
            Wrong::String(string, verdict::<()>(Err(error)))
        }
        StringsError::Offset { index, .. } => Wrong::Offset(index),
        other => panic!("{other}"),
    })
}

/// The first thing that is wrong, going from left to right.
fn expected(buffer: &[u8], offsets: &[i128]) -> Result<(), Wrong> {
    let mut start = None;
    for (index, &offset) in offsets.iter().enumerate() {
        let end = usize::try_from(offset).map_err(|_| Wrong::Offset(index))?;
        if end > buffer.len() || start.is_some_and(|start| start > end) {
            return Err(Wrong::Offset(index));
        }
        if let Some(start) = start {
            let verdict = std_verdict(&buffer[start..end]);
            if verdict.is_err() {
                return Err(Wrong::String(index - 1, verdict));
            }
        }
        start = Some(end);
    }
    Ok(())
}

fn check(buffer: &[u8], offsets: &[i128]) {
    let expected = expected(buffer, offsets);
    for level in levels() {
        check_as::<i32>(level, buffer, offsets, &expected);
        check_as::<i64>(level, buffer, offsets, &expected);
        check_as::<u32>(level, buffer, offsets, &expected);
        check_as::<u64>(level, buffer, offsets, &expected);
        check_as::<usize>(level, buffer, offsets, &expected);
    }
}

/// Where all offsets fit the type.
fn check_as<O: Offset + TryFrom<i128> + Debug>(
    level: Engine,
    buffer: &[u8],
    offsets: &[i128],
    expected: &Result<(), Wrong>,
) {
    let Ok(offsets) =
        offsets.iter().map(|&offset| O::try_from(offset)).collect::<Result<Vec<O>, _>>()
    else {
        return;
    };
    let found = found(level.validate_strings(buffer, &offsets));
    assert_eq!(found, *expected, "{level} {}{offsets:?}", hex(buffer));
}

/// Offsets from somewhere to somewhere, between characters.
fn whole_characters(random: &mut Random, buffer: &[u8]) -> Vec<i128> {
    let ends = 0..=buffer.len();
    let mut offsets: Vec<usize> = ends
        .filter(|&at| buffer.get(at).is_none_or(|byte| byte & 0xC0 != 0x80))
        .filter(|_| random.below(8) == 0)
        .collect();
    // Strings may be empty.
    for _ in 0..random.below(3) {
        if !offsets.is_empty() {
            offsets.push(random.one_of(&offsets));
        }
    }
    offsets.sort_unstable();
    offsets.into_iter().map(|offset| offset as i128).collect()
}

#[test]
fn columns_without_fault() {
    let mut random = Random::new(6);
    for _ in 0..2000 {
        let len = random.below(500);
        let buffer = String::from_utf8_lossy(&random.text(len, 0)).into_owned().into_bytes();
        let offsets = whole_characters(&mut random, &buffer);
        assert_eq!(expected(&buffer, &offsets), Ok(()));
        check(&buffer, &offsets);
    }
}

#[test]
fn columns_with_malformed_strings() {
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let (len, edits) = (random.below(500), random.below(3));
        let buffer = random.text(len, edits);
        let offsets = whole_characters(&mut random, &buffer);
        check(&buffer, &offsets);
    }
}

/// The buffer as a whole is well-formed; strings are not.
#[test]
fn offsets_that_split_characters() {
    let mut random = Random::new(8);
    let mut split = 0;
    for _ in 0..2000 {
        let len = random.below(300);
        let buffer = String::from_utf8_lossy(&random.text(len, 0)).into_owned().into_bytes();
        let mut offsets = whole_characters(&mut random, &buffer);
        if offsets.len() > 1 {
            let (first, last) = (offsets[0], offsets[offsets.len() - 1]);
            offsets.push(first + random.below((last - first) as usize + 1) as i128);
            offsets.sort_unstable();
        }
        split += usize::from(expected(&buffer, &offsets).is_err());
        check(&buffer, &offsets);
    }
    assert!(split > 500, "{split}");
}

/// What is before the first and behind the last string does not matter.
#[test]
fn bytes_outside_the_column() {
    check(b"\xFFab\xFF", &[1, 2, 3]);
    check(b"\x80ab\xC3", &[1, 3]);
    check(b"\xC3\xA9\xA9", &[2, 3]);
    check(b"a\xC3\xA9", &[0, 1, 2]);
    check(b"a\xC3\xA9", &[0, 1, 1]);
    check(b"\xF0\x9F\x98\x80", &[0, 0, 4, 4]);
    // Empty strings in the middle of a character: nothing in them is malformed, but what is around.
    check(b"\xC3\xA9", &[1, 1]);
    check(b"\xC3\xA9", &[0, 1, 1, 2]);
    check(b"a\xC3\xA9b", &[2, 2, 2]);
}

#[test]
fn few_offsets() {
    check(b"", &[]);
    check(b"", &[0]);
    check(b"\xFF", &[]);
    check(b"\xFF", &[0]);
    check(b"\xFF", &[1]);
    check(b"", &[1]);
    check(b"ab", &[3]);
}

#[test]
fn bad_offsets() {
    // Descending, negative, beyond the end; the first fault from the left counts.
    check(b"abc", &[0, 2, 1]);
    check(b"abc", &[2, 1, 3]);
    check(b"abc", &[0, 4]);
    check(b"abc", &[0, -1, 3]);
    check(b"abc", &[-1, 0, 3]);
    check(b"abc", &[0, i128::from(i32::MIN)]);
    check(b"abc", &[0, i128::from(u32::MAX)]);
    check(b"abc", &[0, i128::from(i64::MAX)]);
    check(b"abc", &[0, i128::from(u64::MAX)]);
    check(b"a\xFFc", &[0, 2, 1]);
    check(b"a\xFFc", &[0, 1, 0, 3]);
    let mut random = Random::new(9);
    for _ in 0..2000 {
        let (len, edits) = (random.below(200), random.below(2));
        let buffer = random.text(len, edits);
        let mut offsets = whole_characters(&mut random, &buffer);
        if !offsets.is_empty() {
            let at = random.below(offsets.len());
            offsets[at] = random.below(2 * len + 2) as i128 - (len / 2) as i128;
        }
        check(&buffer, &offsets);
    }
}
