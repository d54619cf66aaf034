//! `utf16::cmp` against comparing the code points that the reference decodes.

mod common;

use common::Random;
use proptest::prelude::*;
use utf8kit::reference::utf16::{Decoded, decode_first};
use utf8kit::utf16;

fn code_points(mut units: &[u16]) -> Vec<u32> {
    let mut points = Vec::new();
    while let Some(decoded) = decode_first(units) {
        points.push(Decoded::code_point(decoded));
        units = &units[decoded.units()..];
    }
    points
}

fn check(a: &[u16], b: &[u16]) {
    assert_eq!(utf16::cmp(a, b), code_points(a).cmp(&code_points(b)), "{a:04X?} {b:04X?}");
}

/// All pairs of texts of up to four units over two of each sort.
#[test]
fn all_texts_of_four_units() {
    const UNITS: [u16; 6] = [0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];
    let mut texts = vec![Vec::new()];
    let mut longest = texts.clone();
    for _ in 0..4 {
        longest = longest
            .iter()
            .flat_map(|text| UNITS.map(|unit| text.iter().copied().chain([unit]).collect()))
            .collect();
        texts.extend_from_slice(&longest);
    }
    let decoded: Vec<_> = texts.iter().map(|text| code_points(text)).collect();
    for (a, a_points) in texts.iter().zip(&decoded) {
        for (b, b_points) in texts.iter().zip(&decoded) {
            assert_eq!(utf16::cmp(a, b), a_points.cmp(b_points), "{a:04X?} {b:04X?}");
        }
    }
}

/// A difference at every place of texts that are compared in runs.
#[test]
fn a_difference_anywhere() {
    let mut random = Random::new(10);
    for len in 0..300 {
        for _ in 0..20 {
            let units = |random: &mut Random| match random.below(4) {
                0 => 0xD800 + random.below(0x800) as u16,
                1 => 0xE000 + random.below(0x2000) as u16,
                _ => random.next() as u16,
            };
            let a: Vec<u16> = (0..len).map(|_| units(&mut random)).collect();
            let mut b = a.clone();
            check(&a, &b);
            if len > 0 {
                b[random.below(len)] = units(&mut random);
                check(&a, &b);
                check(&b, &a);
                b.truncate(random.below(len));
                check(&a, &b);
                check(&b, &a);
            }
        }
    }
}

/// What it is for: the order of the same texts in UTF-8.
#[test]
fn well_formed_text_sorts_as_in_utf8() {
    let mut random = Random::new(11);
    let text = |random: &mut Random| -> String {
        let ranges = [('a', 'c'), ('\u{D7FE}', '\u{E001}'), ('\u{FFFE}', '\u{10001}')];
        (0..random.below(5))
            .map(|_| {
                let (first, last) = random.one_of(&ranges);
                let characters: Vec<char> = (first..=last).collect();
                random.one_of(&characters)
            })
            .collect()
    };
    for _ in 0..20_000 {
        let (a, b) = (text(&mut random), text(&mut random));
        let (a16, b16): (Vec<u16>, Vec<u16>) =
            (a.encode_utf16().collect(), b.encode_utf16().collect());
        assert_eq!(utf16::cmp(&a16, &b16), a.as_bytes().cmp(b.as_bytes()), "{a:?} {b:?}");
    }
}

proptest! {
    #[test]
    fn any_units(
        start in proptest::collection::vec(0xD7F0_u16..=0xE010, 0..80),
        a in proptest::collection::vec(0xD7F0_u16..=0xE010, 0..4),
        b in proptest::collection::vec(0xD7F0_u16..=0xE010, 0..4),
    ) {
        check(&[&start[..], &a].concat(), &[&start[..], &b].concat());
    }
}
