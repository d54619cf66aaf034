//! The public functions at each level: little text goes a way there that the functions at a level do not go. A process
//! has one cap, so this is one test.

mod common;

use std::fmt::Debug;

use common::{Random, levels};
use utf8kit::Level;
use utf8kit::convert::{self, Form, Latin1, Stop, To, Utf16, Utf16Be, Utf32, Utf32Le};

/// Strictly and with U+FFFD, into as much room as it takes and into one unit less; what is behind that is not touched.
fn check<S: To<T>, T: Form<Unit: Copy + PartialEq + Debug>>(
    src: &[S::Unit],
    expected: &[T::Unit],
    is_well_formed: bool,
    guard: T::Unit,
) {
    let case =
        || format!("{} of {} at {}", std::any::type_name::<(S, T)>(), src.len(), Level::best());
    for room in [expected.len(), expected.len() + 40, expected.len() - 1] {
        let mut dst = vec![guard; room + 9];
        let progress = convert::lossy::<S, T>(src, &mut dst[..room]);
        let written = progress.written;
        assert_eq!(progress.stop == Stop::Done, room >= expected.len(), "{}", case());
        assert_eq!(dst[..written], expected[..written], "{}", case());
        assert!(dst[room..].iter().all(|unit| *unit == guard), "{}", case());
        if room >= expected.len() {
            assert_eq!((progress.read, written), (src.len(), expected.len()), "{}", case());
            let strict = convert::strict::<S, T>(src, &mut dst[..room]);
            assert_eq!(strict == progress, is_well_formed, "{}", case());
        }
    }
}

#[test]
fn little_text() {
    let mut random = Random::new(14);
    for level in levels() {
        Level::set_cap(level);
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
