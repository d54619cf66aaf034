//! The public functions at each level: little text goes a way there that the functions at a level do not go. A process
//! has one cap, so this is one test.

mod common;

use std::fmt::Debug;

use common::{Random, levels};
use utf8kit::Level;
use utf8kit::convert::{
    self, Form, Latin1, Stop, To, Utf8, Utf16, Utf16Be, Utf32, Utf32Be, Utf32Le,
};

/// Strictly and with U+FFFD, into as much room as it takes and into one unit less; what is behind that is not touched.
fn check<S: To<T>, T: Form<Unit: Copy + PartialEq + Debug>>(
    src: &[S::Unit],
    expected: &[T::Unit],
    is_well_formed: bool,
    guard: T::Unit,
) {
    let case =
        || format!("{} of {} at {}", std::any::type_name::<(S, T)>(), src.len(), Level::best());
    let less = expected.len().checked_sub(1);
    for room in [0, 40, 300].map(|more| expected.len() + more).into_iter().chain(less) {
        let mut dst = vec![guard; room + 9];
        let progress = convert::lossy::<S, T>(src, &mut dst[..room]);
        let written = progress.written;
        assert_eq!(progress.stop == Stop::Done, room >= expected.len(), "{}", case());
        assert_eq!(dst[..written], expected[..written], "{}", case());
        // All that was read was written, and what comes next has no room.
        let mut again = vec![guard; expected.len() + 300];
        let rest = convert::lossy::<S, T>(&src[..progress.read], &mut again[..]);
        assert_eq!((rest.written, rest.stop), (written, Stop::Done), "{}", case());
        assert!(dst[room..].iter().all(|unit| *unit == guard), "{}", case());
        if room >= expected.len() {
            assert_eq!((progress.read, written), (src.len(), expected.len()), "{}", case());
            let strict = convert::strict::<S, T>(src, &mut dst[..room]);
            assert_eq!(strict == progress, is_well_formed, "{}", case());
        }
    }
}

/// Up to somewhat more bytes than are few, of characters of any length in any order: so one of each length reaches over the end of each
/// block. Some with a bad byte, some cut off.
fn few_bytes(random: &mut Random) {
    const ALPHABETS: [&str; 5] = ["aéя日😀", "日", "😀", "я ", "Grüße, \u{10FFFF}"];
    for (turn, len) in (0..30).flat_map(|turn| (1..=70).map(move |len| (turn, len))) {
        let alphabet: Vec<char> = ALPHABETS[turn % ALPHABETS.len()].chars().collect();
        let mut text = String::new();
        while text.len() < len {
            text.push(random.one_of(&alphabet));
        }
        let mut bytes = text.into_bytes();
        if turn % 3 > 0 {
            bytes.truncate(len);
        }
        if turn % 3 > 1 {
            let at = random.below(bytes.len());
            bytes[at] = random.one_of(&[b'a', 0x80, 0xBF, 0xC3, 0xE0, 0xED, 0xF0, 0xF4, 0xFF]);
        }
        let is_well_formed = std::str::from_utf8(&bytes).is_ok();
        let text = String::from_utf8_lossy(&bytes);
        let units: Vec<u16> = text.encode_utf16().collect();
        let values: Vec<u32> = text.chars().map(u32::from).collect();
        let units_be: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let values_be: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
        check::<Utf8, Utf16>(&bytes, &units, is_well_formed, 0xAAAA);
        check::<Utf8, Utf16Be>(&bytes, &units_be, is_well_formed, 0xAA);
        check::<Utf8, Utf32>(&bytes, &values, is_well_formed, 0xAAAA_AAAA);
        check::<Utf8, Utf32Be>(&bytes, &values_be, is_well_formed, 0xAA);
        check::<Utf16, Utf8>(&units, text.as_bytes(), true, 0xAA);
        check::<Utf16Be, Utf8>(&units_be, text.as_bytes(), true, 0xAA);
        check::<Utf32, Utf8>(&values, text.as_bytes(), true, 0xAA);
        check::<Utf32Be, Utf8>(&values_be, text.as_bytes(), true, 0xAA);
    }
}

/// Up to somewhat more units than are few, one of which is half of a pair or no scalar value.
fn few_units(random: &mut Random) {
    for (turn, len) in (0..6).flat_map(|turn| (1..=70).map(move |len| (turn, len))) {
        let at = random.below(len);
        let mut units = vec![[0x78, 0x65E5, 0x416][turn % 3]; len];
        let mut values: Vec<u32> = units.iter().copied().map(u32::from).collect();
        let mut expected: Vec<char> = values.iter().copied().filter_map(char::from_u32).collect();
        units[at] = [0xD83D, 0xDE00][turn % 2];
        values[at] = [0xD800, 0x11_0000][turn % 2];
        expected[at] = char::REPLACEMENT_CHARACTER;
        let expected: String = expected.into_iter().collect();
        check::<Utf16, Utf8>(&units, expected.as_bytes(), false, 0xAA);
        check::<Utf32, Utf8>(&values, expected.as_bytes(), false, 0xAA);
    }
}

/// Up to somewhat more bytes of Latin-1 than are converted where the caller is, and none.
fn few_of_latin1(random: &mut Random) {
    for len in 0..70 {
        let bytes: Vec<u8> = (0..len).map(|_| random.below(0x100) as u8).collect();
        let units: Vec<u16> = bytes.iter().copied().map(u16::from).collect();
        let values: Vec<u32> = bytes.iter().copied().map(u32::from).collect();
        let units_be: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let values_be: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
        check::<Latin1, Utf16>(&bytes, &units, true, 0xAAAA);
        check::<Latin1, Utf32>(&bytes, &values, true, 0xAAAA_AAAA);
        check::<Latin1, Utf16Be>(&bytes, &units_be, true, 0xAA);
        check::<Latin1, Utf32Be>(&bytes, &values_be, true, 0xAA);
    }
}

#[test]
fn little_text() {
    let mut random = Random::new(14);
    for level in levels() {
        Level::set_cap(level);
        few_bytes(&mut random);
        few_units(&mut random);
        few_of_latin1(&mut random);
        for len in (60..140).chain((140..1100).step_by(61)).chain([2000, 2047, 2048, 2049, 4200]) {
            let bytes: Vec<u8> = (0..len).map(|_| random.below(0x100) as u8).collect();
            let units: Vec<u16> = bytes.iter().copied().map(u16::from).collect();
            let values: Vec<u32> = bytes.iter().copied().map(u32::from).collect();
            let values_le: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let units_be: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            check::<Latin1, Utf16>(&bytes, &units, true, 0xAAAA);
            check::<Latin1, Utf32>(&bytes, &values, true, 0xAAAA_AAAA);
            check::<Utf16, Latin1>(&units, &bytes, true, 0xAA);
            check::<Utf32, Latin1>(&values, &bytes, true, 0xAA);
            check::<Utf16, Utf32>(&units, &values, true, 0xAAAA_AAAA);
            check::<Utf32, Utf16>(&values, &units, true, 0xAAAA);
            check::<Utf16Be, Utf32Le>(&units_be, &values_le, true, 0xAA);
            check::<Utf32Le, Utf16Be>(&values_le, &units_be, true, 0xAA);

            // A pair, also where the last step begins or ends; and half of one.
            let at = [random.below(len - 1), len - 2, len - 17, len - 33][random.below(4)];
            let mut with_pair = units.clone();
            with_pair[at..at + 2].copy_from_slice(&[0xD83D, 0xDE00]);
            let mut with_four = values.clone();
            with_four.splice(at..at + 2, [0x1F600]);
            check::<Utf16, Utf32>(&with_pair, &with_four, true, 0xAAAA_AAAA);
            check::<Utf32, Utf16>(&with_four, &with_pair, true, 0xAAAA);
            let (mut with_half, mut replaced) = (units.clone(), values.clone());
            (with_half[at], replaced[at]) = (0xD83D, 0xFFFD);
            check::<Utf16, Utf32>(&with_half, &replaced, false, 0xAAAA_AAAA);
            // What Latin-1 does not have; and a part of a unit at the end.
            let (mut beyond, mut replaced) = (units.clone(), bytes.clone());
            (beyond[at], replaced[at]) = (0x100, b'?');
            check::<Utf16, Latin1>(&beyond, &replaced, false, 0xAA);
            let replaced: Vec<u32> = values[..len - 1].iter().copied().chain([0xFFFD]).collect();
            check::<Utf16Be, Utf32>(&units_be[..2 * len - 1], &replaced, false, 0xAAAA_AAAA);
        }
    }
    Level::set_cap(Level::Avx512);
}
