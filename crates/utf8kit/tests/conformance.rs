//! Keeps CONFORMANCE.md honest: every test that it names exists, and every row names one or says
//! that there is none. Then the clauses of RFC 3629 that need no more than the public functions to
//! show.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;

use utf8kit::convert::{self, Utf8, Utf16, Utf32};
use utf8kit::{BomPolicy, Encoding, Kind, Utf8Chunks};

// ---- The document. ----

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONFORMANCE.md");

/// What stands in the last column of a row without a test.
const NO_TEST: [&str; 2] = ["no test", "nothing to test"];

/// The references in a text: what is between backticks and has the name of a test file in it.
fn references(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans.filter(|span| span.contains(".rs") || span.contains(".toml"))
}

/// What is wrong with a reference, `path::name` or a path alone. The path begins at the root of the
/// repository. The name is a test's in a file of Rust, and a case's in a file of vectors.
fn fault(reference: &str) -> Option<String> {
    let (path, name) = reference.split_once("::").unwrap_or((reference, ""));
    let Ok(file) = fs::read_to_string(format!("{ROOT}{path}")) else {
        return Some(format!("{reference}: no such file"));
    };
    let function = format!("fn {name}(");
    let case = format!("name = \"{name}\"");
    let is_there = if name.is_empty() {
        reference == path
    } else if path.ends_with(".rs") {
        let mut found = file.match_indices(&function);
        found.any(|(at, _)| file[..at].trim_end().ends_with("#[test]"))
    } else {
        file.lines().any(|line| line == case)
    };
    (!is_there).then(|| format!("{reference}: no such test or case"))
}

/// The cells of the rows of all tables, without headings.
fn rows(document: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = document.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = lines.map(|line| line.split(" | ").collect::<Vec<_>>());
    cells.filter(|cells| cells[0] != "clause" && !cells[0].starts_with("---"))
}

#[test]
fn every_reference_is_there() {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    assert!(document.matches('`').count().is_multiple_of(2), "a backtick without its other one");
    let count = references(&document).count();
    assert!(count > 100, "only {count} references");
    let faults: Vec<String> = references(&document).filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_row_has_a_test_or_says_that_there_is_none() {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    assert!(rows(&document).count() > 50);
    for row in rows(&document) {
        let &[_, _, test] = &row[..] else { panic!("not three cells: {row:?}") };
        let says_none = NO_TEST.iter().any(|none| test.starts_with(none));
        assert!(references(test).next().is_some() != says_none, "{row:?}");
    }
}

/// The check itself notices what is not there.
#[test]
fn a_reference_to_nothing_is_noticed() {
    let text = "as `vectors/bom.toml::twice` and `utf8kit::count` show in `crates/x.rs::y`";
    let found: Vec<&str> = references(text).collect();
    assert_eq!(found, ["vectors/bom.toml::twice", "crates/x.rs::y"]);
    for there in [
        "vectors/bom.toml",
        "vectors/bom.toml::twice",
        "vectors/findings.toml::cesu-8 pair",
        "crates/utf8kit/tests/conformance.rs::a_reference_to_nothing_is_noticed",
    ] {
        assert_eq!(fault(there), None);
    }
    for nowhere in [
        "vectors/bomb.toml",
        "vectors/bom.toml::",
        "vectors/bom.toml::twic",
        "vectors/bom.toml::41",
        "crates/utf8kit/tests/conformance.rs::a_reference_to_nothing",
        // A function that is no test.
        "crates/utf8kit/tests/conformance.rs::fault",
    ] {
        assert!(fault(nowhere).is_some(), "{nowhere}");
    }
}

// ---- The syntax of section 4, and what is wrong where it does not match. ----

/// `UTF8-tail`.
const TAIL: RangeInclusive<u8> = 0x80..=0xBF;

/// The alternatives of `UTF8-char`, in the order of section 4.
const UTF8_CHAR: [&[RangeInclusive<u8>]; 9] = [
    &[0x00..=0x7F],
    &[0xC2..=0xDF, TAIL],
    &[0xE0..=0xE0, 0xA0..=0xBF, TAIL],
    &[0xE1..=0xEC, TAIL, TAIL],
    &[0xED..=0xED, 0x80..=0x9F, TAIL],
    &[0xEE..=0xEF, TAIL, TAIL],
    &[0xF0..=0xF0, 0x90..=0xBF, TAIL, TAIL],
    &[0xF1..=0xF3, TAIL, TAIL, TAIL],
    &[0xF4..=0xF4, 0x80..=0x8F, TAIL, TAIL],
];

/// How many octets at the start of `octets` match those of `form`.
fn matching(form: &[RangeInclusive<u8>], octets: &[u8]) -> usize {
    form.iter().zip(octets).take_while(|(range, octet)| range.contains(octet)).count()
}

/// `UTF8-char`: the length of the character at the start of `octets`.
fn utf8_char(octets: &[u8]) -> Option<usize> {
    let mut forms = UTF8_CHAR.iter();
    forms.find(|form| matching(form, octets) == form.len()).map(|form| form.len())
}

/// `UTF8-octets = *( UTF8-char )`.
fn is_utf8_octets(mut octets: &[u8]) -> bool {
    while let Some(len) = utf8_char(octets) {
        octets = &octets[len..];
    }
    octets.is_empty()
}

/// The index and the length of each maximal subpart, as D93b defines it: where no character can be
/// read, the longest start of one, or else one octet.
fn maximal_subparts(octets: &[u8]) -> Vec<(usize, usize)> {
    let (mut subparts, mut at) = (Vec::new(), 0);
    while at < octets.len() {
        let rest = &octets[at..];
        at += utf8_char(rest).unwrap_or_else(|| {
            let longest = UTF8_CHAR.iter().map(|form| matching(form, rest)).max();
            let len = longest.map_or(1, |len| len.max(1));
            subparts.push((at, len));
            len
        });
    }
    subparts
}

/// Calls `visit` with every string of `len` octets out of `alphabet`.
fn for_each_string(alphabet: &[u8], len: u32, visit: impl Fn(&[u8])) {
    let mut string = vec![0; len as usize];
    for index in 0..alphabet.len().pow(len) {
        let mut rest = index;
        for octet in &mut string {
            *octet = alphabet[rest % alphabet.len()];
            rest /= alphabet.len();
        }
        visit(&string);
    }
}

/// The first and the last octet of every range in section 4.
fn borders() -> Vec<u8> {
    let ranges = UTF8_CHAR.iter().flat_map(|form| form.iter());
    let mut borders: BTreeSet<u8> =
        ranges.flat_map(|range| [*range.start(), *range.end()]).collect();
    borders.extend([0xC0, 0xC1, 0xF5, 0xFF]);
    borders.into_iter().collect()
}

/// Every string of up to three octets, and of four those at the borders of ranges.
#[test]
fn the_syntax_of_section_4() {
    let check = |octets: &[u8]| {
        assert_eq!(utf8kit::is_utf8(octets), is_utf8_octets(octets), "{octets:02X?}");
    };
    let all: Vec<u8> = (0..=0xFF).collect();
    for len in 0..=3 {
        for_each_string(&all, len, check);
    }
    for_each_string(&borders(), 4, check);
}

#[test]
fn errors_are_maximal_subparts() {
    for len in 0..=4 {
        for_each_string(&borders(), len, |octets| {
            let errors = Utf8Chunks::new(octets).filter_map(|chunk| chunk.error());
            let errors: Vec<_> = errors.map(|it| (it.position(), it.subpart_len())).collect();
            assert_eq!(errors, maximal_subparts(octets), "{octets:02X?}");
        });
    }
}

/// The WHATWG's decoder, as browsers have it.
#[test]
fn lossy_text_is_what_the_whatwg_decodes() {
    for len in 0..=4 {
        for_each_string(&borders(), len, |octets| {
            let (text, _) = encoding_rs::UTF_8.decode_without_bom_handling(octets);
            assert_eq!(utf8kit::from_utf8_lossy(octets), text, "{octets:02X?}");
        });
    }
}

// ---- The definition of section 3, and what section 1 says follows from it. ----

/// The rows of the table: up to which number, and the high-order bits of the first octet. The last
/// two are those of ISO/IEC 10646, which RFC 3629 took away.
const ROWS: [(u32, u8); 6] = [
    (0x7F, 0b0000_0000),
    (0x7FF, 0b1100_0000),
    (0xFFFF, 0b1110_0000),
    (0x1F_FFFF, 0b1111_0000),
    (0x3FF_FFFF, 0b1111_1000),
    (0x7FFF_FFFF, 0b1111_1100),
];

/// How many octets a number needs: the first of the three rules of encoding.
fn octets_required(number: u32) -> usize {
    1 + ROWS.iter().position(|&(last, _)| number <= last).unwrap()
}

/// The second and the third one: the number in so many octets, be that allowed or not.
fn form(number: u32, len: usize) -> Vec<u8> {
    let mut octets = vec![0b1000_0000; len];
    octets[0] = ROWS[len - 1].1;
    let mut bits = number;
    for octet in octets[1..].iter_mut().rev() {
        *octet |= (bits & 0b11_1111) as u8;
        bits >>= 6;
    }
    octets[0] |= bits as u8;
    octets
}

/// The three rules of decoding.
fn number(octets: &[u8]) -> u32 {
    let high_order = ROWS[octets.len() - 1].1;
    let first = u32::from(octets[0] & !high_order);
    octets[1..].iter().fold(first, |number, octet| number << 6 | u32::from(octet & 0b11_1111))
}

fn every_character() -> impl Iterator<Item = (char, Vec<u8>)> {
    ('\0'..=char::MAX).map(|character| (character, character.to_string().into_bytes()))
}

#[test]
fn the_rules_of_section_3() {
    let mut count = 0;
    for (character, octets) in every_character() {
        let scalar = u32::from(character);
        assert_eq!(form(scalar, octets_required(scalar)), octets, "{scalar:X}");
        assert_eq!(number(&octets), scalar);
        assert_eq!(utf8kit::encode(scalar).unwrap().as_bytes(), octets, "{scalar:X}");
        assert_eq!(utf8kit::decode_first(&octets), Some(Ok(character)));
        assert!(utf8kit::is_utf8(&octets), "{scalar:X}");
        count += 1;
    }
    assert_eq!(count, 0x11_0000 - 0x800);
}

/// Neither what is reserved for UTF-16 nor what only ISO/IEC 10646 had is encoded or decoded.
#[test]
fn other_numbers_have_no_form() {
    let refused = |scalar: u32, kind: Kind| {
        assert_eq!(utf8kit::encode(scalar).unwrap_err().kind(), kind, "{scalar:X}");
        if scalar <= 0x7FFF_FFFF {
            is_refused(&form(scalar, octets_required(scalar)));
        }
    };
    for surrogate in 0xD800..=0xDFFF {
        refused(surrogate, Kind::Surrogate);
    }
    for top in [0x11_FFFF, 0x1F_FFFF, 0x20_FFFF, 0x3FF_FFFF, 0x400_FFFF, 0x7FFF_FFFF, u32::MAX] {
        for scalar in top - 0xFFFF..=top {
            refused(scalar, Kind::OutOfRange);
        }
    }
}

/// Nothing in it passes for a character.
#[track_caller]
fn is_refused(octets: &[u8]) {
    assert!(!utf8kit::is_utf8(octets), "{octets:02X?}");
    let lossy = utf8kit::from_utf8_lossy(octets);
    assert!(lossy.chars().all(|character| character == '\u{FFFD}'), "{octets:02X?}: {lossy:?}");
}

/// "There is only one valid way to encode a given character": of the others, up to six octets, all
/// are overlong.
#[test]
fn no_character_has_a_second_form() {
    for (character, octets) in every_character() {
        for len in octets.len() + 1..=6 {
            is_refused(&form(character.into(), len));
        }
    }
}

#[test]
fn ascii_octets_stand_for_ascii_alone() {
    for (character, octets) in every_character() {
        match octets[..] {
            [octet] => assert_eq!(u32::from(octet), character.into()),
            _ => assert!(octets.iter().all(|octet| !octet.is_ascii()), "{octets:02X?}"),
        }
        assert_eq!(octets.len() == 1, character.is_ascii());
    }
}

#[test]
fn the_first_octet_tells_how_many_there_are() {
    for (_, octets) in every_character() {
        let ones = octets.iter().map(|octet| octet.leading_ones() as usize);
        let [first, rest @ ..] = &ones.collect::<Vec<_>>()[..] else { panic!("no octets") };
        assert_eq!(if *first == 0 { 1 } else { *first }, octets.len(), "{octets:02X?}");
        assert!(rest.iter().all(|&ones| ones == 1), "{octets:02X?}");
    }
}

#[test]
fn octets_that_never_appear() {
    let used: BTreeSet<u8> = every_character().flat_map(|(_, octets)| octets).collect();
    let never: Vec<u8> = (0..=0xFF).filter(|octet| !used.contains(octet)).collect();
    assert_eq!(never, [&[0xC0, 0xC1][..], &(0xF5..=0xFF).collect::<Vec<_>>()].concat());
    for octet in never {
        for around in [&b""[..], b"a", b"\x80", b"\xBF", b"\xC3\xA9", b"\xF0\x9F\x98\x80"] {
            assert!(!utf8kit::is_utf8(&[around, &[octet], around].concat()), "{octet:02X}");
        }
    }
}

#[test]
fn conversions_there_and_back() {
    let text: String = ('\0'..=char::MAX).collect();
    let units = convert::strict_owned::<Utf8, Utf16>(text.as_bytes()).unwrap();
    assert!(text.encode_utf16().eq(units.iter().copied()));
    assert!(convert::strict_owned::<Utf16, Utf8>(&units).unwrap() == text);
    let numbers = convert::strict_owned::<Utf8, Utf32>(text.as_bytes()).unwrap();
    assert!(text.chars().map(u32::from).eq(numbers.iter().copied()));
    assert!(convert::strict_owned::<Utf32, Utf8>(&numbers).unwrap() == text);
}

/// Numbers without end, the same ones each time (xorshift).
fn random(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % below
    }
}

/// Text of characters of all lengths, which share octets: five of them end in A9.
fn text(random: &mut impl FnMut(usize) -> usize, most: usize) -> String {
    let characters: Vec<char> =
        "aZ\u{A9}éЩ橩日\u{D7FF}\u{E000}\u{FFFF}𐀀\u{10A69}😀\u{10FFFF}".chars().collect();
    (0..random(most + 1)).map(|_| characters[random(characters.len())]).collect()
}

#[test]
fn the_order_of_octets_is_the_order_of_characters() {
    let mut last = Vec::new();
    for (character, octets) in every_character() {
        assert!(last < octets, "{character:?}");
        last = octets;
    }
    let mut random = random(1);
    for _ in 0..20_000 {
        let (a, b) = (text(&mut random, 5), text(&mut random, 5));
        let by_number = a.chars().map(u32::from).cmp(b.chars().map(u32::from));
        assert_eq!(a.as_bytes().cmp(b.as_bytes()), by_number, "{a:?} {b:?}");
        let units: [Vec<u16>; 2] = [&a, &b].map(|text| text.encode_utf16().collect());
        assert_eq!(utf8kit::utf16::cmp(&units[0], &units[1]), by_number, "{a:?} {b:?}");
    }
}

/// Boyer and Moore's search, in Horspool's form: it knows octets, and nothing of characters.
fn boyer_moore(octets: &[u8], wanted: &[u8]) -> Vec<usize> {
    let mut skip = [wanted.len(); 256];
    for (index, &octet) in wanted.iter().enumerate().take(wanted.len() - 1) {
        skip[usize::from(octet)] = wanted.len() - 1 - index;
    }
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(window) = octets.get(at..at + wanted.len()) {
        if window == wanted {
            found.push(at);
        }
        at += skip[usize::from(window[wanted.len() - 1])];
    }
    found
}

/// All that a search for octets finds, and nothing else, are the characters that were looked for.
#[test]
fn a_search_for_octets_finds_whole_characters() {
    let (mut random, mut matches) = (random(2), 0);
    for _ in 0..20_000 {
        let (text, wanted) = (text(&mut random, 40), text(&mut random, 2));
        if wanted.is_empty() {
            continue;
        }
        let (octets, wanted_octets) = (text.as_bytes(), wanted.as_bytes());
        let found = boyer_moore(octets, wanted_octets);
        let starts = text.char_indices().map(|(at, _)| at);
        let by_characters = starts.filter(|&at| text[at..].starts_with(&wanted));
        assert_eq!(found, by_characters.collect::<Vec<_>>(), "{wanted:?} in {text:?}");
        for at in found.iter().flat_map(|at| [*at, at + wanted.len()]) {
            assert_eq!(utf8kit::floor_char_boundary(octets, at), at, "{wanted:?} in {text:?}");
        }
        matches += found.len();
    }
    assert!(matches > 1000);
}

/// From any octet, no more than three before it are needed.
#[test]
fn boundaries_are_found_from_anywhere() {
    let mut random = random(3);
    for _ in 0..2000 {
        let text = text(&mut random, 20);
        for at in 0..text.len() {
            let floor = utf8kit::floor_char_boundary(text.as_bytes(), at);
            assert_eq!(floor, text.floor_char_boundary(at), "{at} in {text:?}");
            let before = at.saturating_sub(3);
            let near = &text.as_bytes()[before..];
            assert_eq!(before + utf8kit::floor_char_boundary(near, at - before), floor);
        }
    }
}

/// Every octet is a character of ISO 8859-1, so strings of any octets are text in it.
#[test]
fn text_in_another_encoding_is_seldom_well_formed() {
    let mut random = random(4);
    let mut accepted = |len: usize| {
        let string = |_| (0..len).map(|_| random(256) as u8).collect::<Vec<u8>>();
        (0..100_000).map(string).filter(|string| utf8kit::is_utf8(string)).count()
    };
    let shares = [2, 4, 8, 16].map(&mut accepted);
    assert!(shares.is_sorted_by(|short, long| long < short), "{shares:?}");
    assert!(shares[0] < 50_000 && shares[3] < 100, "{shares:?}");
}

// ---- Sections 6, 8 and 10. ----

/// The default leaves U+FEFF what it is: a character, at the start and elsewhere.
#[test]
fn u_feff_is_a_character_unless_a_policy_says_otherwise() {
    for text in ["\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}", "\u{FEFF}\u{FEFF}a"] {
        let octets = BomPolicy::default().apply(text.as_bytes()).unwrap();
        assert_eq!(utf8kit::from_utf8(octets), Ok(text));
        assert_eq!(utf8kit::from_utf8_lossy(octets), text);
        assert_eq!(utf8kit::count(octets), text.chars().count());
        let units = convert::strict_owned::<Utf8, Utf16>(octets).unwrap();
        assert_eq!(convert::lossy_owned::<Utf16, Utf8>(&units), text);
    }
}

/// U+2060 has "exactly the same semantics and usage as U+FEFF except for the signature function".
#[test]
fn a_word_joiner_is_no_signature() {
    let text = "\u{2060}a".as_bytes();
    assert_eq!(utf8kit::Bom::detect(text), None);
    assert_eq!(BomPolicy::Strip.apply(text), Ok(text));
    assert_eq!(BomPolicy::Reject.apply(text), Ok(text));
}

#[test]
fn a_label_has_no_version() {
    for label in ["UTF-8", "utf-8", "Utf-8"] {
        assert_eq!(Encoding::for_label(label), Some(Encoding::Utf8));
    }
    assert!(Encoding::Utf8.name().eq_ignore_ascii_case("UTF-8"));
    for label in ["UNICODE-1-1-UTF-8", "unicode11utf8", "unicode20utf8", "UTF-8-2.0", "UTF-8:1996"]
    {
        assert_eq!(Encoding::for_label(label), None, "{label}");
    }
}

/// "There is [...] a risk of buffer overflow if the range of character numbers is not explicitly
/// limited": whatever the number and the room, what is behind the room stays as it is.
#[test]
fn no_number_writes_more_than_there_is_room_for() {
    let numbers =
        [0x41, 0xE9, 0x65E5, 0x1_F600, 0x10_FFFF, 0xD800, 0x11_0000, 0x20_0000, 0x400_0000];
    for number in numbers.into_iter().chain([0x7FFF_FFFF, u32::MAX]) {
        let written = utf8kit::encode(number).map_or("\u{FFFD}".len(), |encoded| encoded.len());
        assert!(written <= 4);
        for room in 0..8 {
            let mut memory = [0xA5; 16];
            let progress = convert::lossy::<Utf32, Utf8>(&[number], &mut memory[..room]);
            assert_eq!(progress.written, if room < written { 0 } else { written }, "{number:X}");
            assert_eq!(memory[room..], [0xA5; 16][room..], "{number:X}");
        }
    }
}

/// What is not done: texts that are canonically equivalent stay as they are, and differ.
#[test]
fn canonical_equivalents_stay_apart() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}");
    for text in [composed, decomposed] {
        assert_eq!(utf8kit::from_utf8(text.as_bytes()), Ok(text));
        assert_eq!(utf8kit::from_utf8_lossy(text.as_bytes()), text);
    }
    assert_eq!(
        (utf8kit::count(composed.as_bytes()), utf8kit::count(decomposed.as_bytes())),
        (1, 2)
    );
}
