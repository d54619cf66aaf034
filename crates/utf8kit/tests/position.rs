//! Positions against a plain reference, which is written from the definitions; and against
//! `str_indices`.

mod common;

use std::ops::Range;

use common::{ALPHABET, Random, does, for_each_string, hex, levels, units};
use utf8kit::Engine;
use utf8kit::position::{self, Index, LineColumn, LineEnds, Text, Unit};
use utf8kit::reference::subpart;

const UNITS: [Unit; 3] = [Unit::Byte, Unit::Scalar, Unit::Utf16];
const ENDS: [LineEnds; 2] = [LineEnds::Lf, LineEnds::Universal];

/// Every place of a text.
struct Reference {
    len: usize,
    /// Each boundary, in each of [`UNITS`]. The last is the end.
    places: Vec<[usize; 3]>,
    /// What ends the lines, under each of [`ENDS`].
    line_ends: [Vec<Range<usize>>; 2],
}

impl Reference {
    fn new(text: &[u8]) -> Reference {
        let mut place = [0; 3];
        let mut places = vec![place];
        for (_, unit) in units(text) {
            let is_pair = unit == subpart::Unit::Character(4);
            place = [place[0] + unit.len(), place[1] + 1, place[2] + 1 + usize::from(is_pair)];
            places.push(place);
        }
        let mut line_ends = [Vec::new(), Vec::new()];
        for (at, &byte) in text.iter().enumerate() {
            let is_behind_return = at > 0 && text[at - 1] == b'\r';
            match byte {
                b'\n' if is_behind_return => {
                    line_ends[0].push(at..at + 1);
                    line_ends[1].last_mut().unwrap().end += 1;
                }
                b'\n' => line_ends.iter_mut().for_each(|ends| ends.push(at..at + 1)),
                b'\r' => line_ends[1].push(at..at + 1),
                _ => {}
            }
        }
        Reference { len: text.len(), places, line_ends }
    }

    fn line_ends(&self, ends: LineEnds) -> &[Range<usize>] {
        &self.line_ends[ENDS.iter().position(|it| *it == ends).unwrap()]
    }

    /// The last place that has no more than `offset` units before it.
    fn place(&self, unit: Unit, offset: usize) -> &[usize; 3] {
        &self.places[self.places.partition_point(|place| place[unit as usize] <= offset) - 1]
    }

    fn convert(&self, from: Unit, offset: usize, to: Unit) -> usize {
        self.place(from, offset)[to as usize]
    }

    fn line_column(&self, byte: usize, ends: LineEnds, unit: Unit) -> LineColumn {
        let mut byte = self.convert(Unit::Byte, byte, Unit::Byte);
        let ends = self.line_ends(ends);
        if let Some(split) = ends.iter().find(|end| end.start < byte && byte < end.end) {
            byte = split.start;
        }
        let before: Vec<_> = ends.iter().filter(|end| end.end <= byte).collect();
        let start = before.last().map_or(0, |end| end.end);
        let offset = |byte| self.convert(Unit::Byte, byte, unit);
        LineColumn { line: before.len(), column: offset(byte) - offset(start) }
    }

    fn byte_offset(&self, at: LineColumn, ends: LineEnds, unit: Unit) -> usize {
        let ends = self.line_ends(ends);
        let start = match at.line {
            0 => 0,
            line if line > ends.len() => return self.len,
            line => ends[line - 1].end,
        };
        let end = ends.get(at.line).map_or(self.len, |end| end.start);
        let offset = self.convert(Unit::Byte, start, unit).saturating_add(at.column);
        end.min(self.place(unit, offset)[0])
    }
}

/// What a level says of some offsets against the reference.
fn check_offsets<T: Text + ?Sized>(level: Engine, text: &T, bytes: &[u8], offsets: &[usize]) {
    let reference = Reference::new(bytes);
    let shown = || format!("{level} {}", hex(&bytes[..bytes.len().min(200)]));
    for from in UNITS {
        for to in UNITS {
            for &offset in offsets {
                let found = level.convert_offset(text, from, offset, to);
                let expected = reference.convert(from, offset, to);
                assert_eq!(found, expected, "{} {from:?} {offset} {to:?}", shown());
            }
            let found: Vec<usize> =
                level.convert_offsets(text, from, offsets.iter().copied(), to).collect();
            let expected = offsets.iter().map(|&offset| reference.convert(from, offset, to));
            assert!(expected.eq(found), "{} {from:?} {to:?}", shown());
        }
    }
}

/// What a level says of lines and columns, and an index of both, against the reference.
fn check_lines<T: Text + ?Sized>(level: Engine, text: &T, bytes: &[u8], offsets: &[usize]) {
    let reference = Reference::new(bytes);
    let shown = || format!("{level} {}", hex(&bytes[..bytes.len().min(200)]));
    for ends in ENDS {
        let index = level.index(bytes, ends);
        for unit in UNITS {
            let mut places = Vec::new();
            for &offset in offsets {
                let expected = reference.line_column(offset, ends, unit);
                let case = || format!("{} {offset} {ends:?} {unit:?}", shown());
                let found = level.line_column(text, offset, ends, unit);
                assert_eq!(found, expected, "{}", case());
                assert_eq!(index.line_column(offset, unit), expected, "{}", case());
                for to in UNITS {
                    let expected = reference.convert(unit, offset, to);
                    assert_eq!(index.convert(unit, offset, to), expected, "{} {to:?}", case());
                }
                // The place, its neighbours, and the two ends of the line.
                let LineColumn { line, column } = expected;
                for column in [column, column + 1, column + 2, 0, usize::MAX] {
                    places.push(LineColumn { line, column });
                }
                places.push(LineColumn { line: line + 1, column });
            }
            places.push(LineColumn { line: usize::MAX, column: usize::MAX });
            let found = level.byte_offsets(text, places.iter().copied(), ends, unit);
            let expected = places.iter().map(|&at| reference.byte_offset(at, ends, unit));
            assert!(expected.eq(found), "{} {ends:?} {unit:?}", shown());
            places.sort_unstable();
            places.dedup();
            for &place in &places {
                let expected = reference.byte_offset(place, ends, unit);
                let case = || format!("{} {place:?} {ends:?} {unit:?}", shown());
                let found = level.byte_offset(text, place, ends, unit);
                assert_eq!(found, expected, "{}", case());
                assert_eq!(index.byte_offset(place, unit), expected, "{}", case());
            }
            let found = level.byte_offsets(text, places.iter().copied(), ends, unit);
            let expected = places.iter().map(|&at| reference.byte_offset(at, ends, unit));
            assert!(expected.eq(found), "{} {ends:?} {unit:?}", shown());
            let found = level.line_columns(text, offsets.iter().copied(), ends, unit);
            let expected = offsets.iter().map(|&at| reference.line_column(at, ends, unit));
            assert!(expected.eq(found), "{} {ends:?} {unit:?}", shown());
        }
    }
}

/// As bytes and, where it is well-formed, as a `str`.
fn check_both(level: Engine, text: &[u8], offsets: &[usize]) {
    check_offsets(level, text, text, offsets);
    check_lines(level, text, text, offsets);
    if let Ok(known) = std::str::from_utf8(text) {
        check_offsets(level, known, text, offsets);
        check_lines(level, known, text, offsets);
    }
}

/// All strings of up to four bytes over the classes of table 3-7, CR and LF; every offset, and
/// those beyond. Lines are looked for in some of the longest: no byte but CR and LF matters to
/// them.
#[test]
fn all_strings_of_four_bytes() {
    let alphabet: Vec<u8> = ALPHABET.iter().copied().chain(*b"\r\n").collect();
    let levels: Vec<Engine> = levels().collect();
    let mut case = 0;
    for_each_string(&alphabet, 4, &mut |text| {
        case += 1;
        let offsets: Vec<usize> = (0..=text.len() + 1).chain([usize::MAX]).collect();
        for (index, level) in levels.iter().copied().enumerate() {
            if text.len() < 4 && does(level, case, 7) || case % (8 * levels.len()) == index {
                check_both(level, text, &offsets);
            } else if does(level, case, 7) {
                check_offsets(level, text, text, &offsets);
            }
        }
    });
}

/// Every offset of texts of every length up to a little more than those have that are answered in a
/// few words, without a level: dense with line ends and with characters of every length, or of one
/// of these only.
#[test]
fn every_offset_of_every_short_text() {
    let palettes: [&[&str]; 7] = [
        &["a"],
        &["a", "\n", "\r", "\r\n"],
        &["\r", "\n"],
        &["é"],
        &["日"],
        &["😀"],
        &["a", "é", "日", "😀", "b", "\n", "\r\n", "\u{80}", "\u{FFFF}", "\u{10FFFF}"],
    ];
    let mut random = Random::new(7);
    let levels: Vec<Engine> = levels().collect();
    for len in 0..=70 {
        let offsets: Vec<usize> = (0..=len + 2).chain([127, 128, 255, usize::MAX]).collect();
        for (case, palette) in palettes.iter().enumerate() {
            for repeat in 0..3 {
                // Letters fill what the next character is too long for, at either end.
                let mut text = "x".repeat(if repeat == 1 { len % 4 } else { 0 });
                while text.len() < len {
                    let next = random.one_of(palette);
                    text.push_str(if text.len() + next.len() <= len { next } else { "x" });
                }
                let mut bytes = text.into_bytes();
                if repeat == 2 && len > 0 {
                    // A byte that is missing, or one too many.
                    bytes[random.below(len)] = random.one_of(&[b"\x80", b"\xFF", b"\xF0", b"a"])[0];
                }
                check_both(levels[(len + case + repeat) % levels.len()], &bytes, &offsets);
            }
        }
    }
}

/// Long texts, with errors and line ends, from offsets in no order and in order, at any alignment.
#[test]
fn long_texts() {
    let mut random = Random::new(5);
    for case in 0..150 {
        let len = random.below(1800);
        let edits = random.below(3) * random.below(40);
        let mut text = random.text(len, edits);
        for _ in 0..random.below(30).min(len) {
            let at = random.below(len);
            let end = random.one_of(&[&b"\r\n"[..], b"\n", b"\r", b"\n\r"]);
            let end = &end[..end.len().min(len - at)];
            text[at..at + end.len()].copy_from_slice(end);
        }
        if random.below(2) == 0 {
            text = String::from_utf8_lossy(&text).into_owned().into_bytes();
        }
        let mut offsets: Vec<usize> = (0..12).map(|_| random.below(text.len() + 2)).collect();
        // Where the blocks and the checkpoints of an index meet.
        for border in [32, 64, 512, 1024] {
            offsets.extend(border - 2..=border + 2);
        }
        if random.below(2) == 0 {
            offsets.sort_unstable();
        }
        for level in levels() {
            if does(level, case, 4) {
                check_both(level, &text, &offsets);
            }
        }
    }
}

/// Every way in which a sequence, whole or cut, can lie across the border of two steps, two blocks,
/// or the stretches of an index.
#[test]
fn across_borders() {
    let sequences: [&[u8]; 12] = [
        "😀".as_bytes(),
        "日".as_bytes(),
        "é".as_bytes(),
        b"\xF0\x9F\x98",
        b"\xF0\x9F\x98\x80\x80\x80",
        b"\xE0\x80\x80\x80",
        b"\xF0\x80\x80\x80",
        b"\xED\xA0\x80",
        b"\xF4\x90\x80\x80",
        b"\r\n\n\r\r\n",
        b"\xE6\x97\r\n\x9F\x98",
        b"\x80\xBF\x80\xBF\x80",
    ];
    for (case, sequence) in sequences.iter().enumerate() {
        for (border, len) in [(16, 40), (32, 70), (64, 65), (64, 140), (128, 200), (512, 600)] {
            for before in border - 7..=border + 2 {
                let mut text = vec![b'a'; before];
                text.extend_from_slice(sequence);
                text.resize(len.max(text.len()), b'b');
                let offsets: Vec<usize> = (border - 8..=border + 10).collect();
                for level in levels() {
                    if does(level, case + before, 5) {
                        check_both(level, &text, &offsets);
                    }
                }
            }
        }
    }
}

/// What `str_indices` says, where both mean the same: well-formed text, and line numbers.
fn check_as_str_indices(level: Engine, text: &str, offset: usize, line: usize) {
    use str_indices::{chars, lines_crlf, lines_lf, utf16};

    let convert = |from, to| level.convert_offset(text, from, offset, to);
    assert_eq!(convert(Unit::Byte, Unit::Scalar), chars::from_byte_idx(text, offset));
    assert_eq!(convert(Unit::Scalar, Unit::Byte), chars::to_byte_idx(text, offset));
    assert_eq!(convert(Unit::Byte, Unit::Utf16), utf16::from_byte_idx(text, offset));
    assert_eq!(convert(Unit::Utf16, Unit::Byte), utf16::to_byte_idx(text, offset));
    let line_of = |ends| level.line_column(text, offset, ends, Unit::Byte).line;
    assert_eq!(line_of(LineEnds::Lf), lines_lf::from_byte_idx(text, offset));
    assert_eq!(line_of(LineEnds::Universal), lines_crlf::from_byte_idx(text, offset));
    let at = LineColumn { line, column: 0 };
    let start_of = |ends| level.byte_offset(text, at, ends, Unit::Byte);
    assert_eq!(start_of(LineEnds::Lf), lines_lf::to_byte_idx(text, line));
    assert_eq!(start_of(LineEnds::Universal), lines_crlf::to_byte_idx(text, line));
}

#[test]
fn as_str_indices() {
    let mut random = Random::new(6);
    for case in 0..200 {
        let len = random.below(1500);
        let text = random.text(len, 0);
        let text = String::from_utf8_lossy(&text).replace("er", "\r").replace("rm", "\r\n");
        for level in levels() {
            if !does(level, case, 5) {
                continue;
            }
            for _ in 0..20 {
                let offset = random.below(text.len() + 3);
                check_as_str_indices(level, &text, offset, random.below(40));
            }
        }
    }
}

/// More marks than the counter of a lane can count; and long stretches with LF alone, with CR LF,
/// and with CR, of which the one is counted another way than the others.
#[test]
fn more_marks_than_a_byte_counts() {
    const LEN: usize = 100_000;
    let mut random = Random::new(9);
    let alike = ["\n", "\r", "\r\n", "a", "é", "😀"].map(|unit| unit.repeat(LEN / unit.len()));
    let mixed = (0..6).map(|_| {
        let mut text = String::new();
        while text.len() < LEN {
            let line_end = random.one_of(&["\n", "\n", "\r\n", "\r"]);
            let line = "line 1 of n".repeat(random.below(8)) + line_end;
            text.push_str(&line.repeat(1 + random.below(12_000) / line.len()));
        }
        text
    });
    let texts: Vec<String> = alike.into_iter().chain(mixed).collect();
    for text in &texts {
        for level in levels() {
            for part in 0..4 {
                let offset = text.len() - random.below(text.len() >> (2 * part));
                check_as_str_indices(level, text, offset, random.below(offset));
            }
        }
    }
}

/// Long texts that begin at each distance from a line of the cache, and so do the offsets that a
/// walk goes on from: the first bytes are counted for themselves.
#[test]
fn wherever_a_text_begins() {
    let mut random = Random::new(10);
    let mut text = String::new();
    while text.len() < 12_000 {
        text.push_str(random.one_of(&["\n", "\r\n", "\r", "é", "日", "😀", "a", "b", "cd"]));
    }
    let starts: Vec<usize> = (0..150).filter(|start| text.is_char_boundary(*start)).collect();
    for level in levels() {
        for start in &starts {
            let text = &text[*start..];
            let offset = text.len() - random.below(7000);
            check_as_str_indices(level, text, offset, random.below(offset / 2));
        }
        let offsets = [starts[3], 5000 + starts[7], 11_000];
        if does(level, starts.len(), 1) {
            check_both(level, text.as_bytes(), &offsets);
        }
    }
}

/// One CR LF at every place of text that has no CR otherwise, or one long before: where blocks and
/// groups begin, and where an index counts anew.
#[test]
fn a_line_end_in_halves() {
    let levels: Vec<Engine> = levels().collect();
    for at in 0..4600 {
        let mut text = b"a".repeat(at + 1400);
        text[at..at + 2].copy_from_slice(b"\r\n");
        text[at + 700] = b'\n';
        if at % 3 == 0 && at > 10 {
            text[5] = b'\r';
        }
        let level = levels[at % levels.len()];
        let text = String::from_utf8(text).expect("ASCII");
        let index = level.index(text.as_bytes(), LineEnds::Universal);
        for offset in [at + 1, at + 2, at + 600, at + 1024, text.len()] {
            check_as_str_indices(level, &text, offset, 2);
            let line = str_indices::lines_crlf::from_byte_idx(&text, offset);
            assert_eq!(index.line_column(offset, Unit::Byte).line, line, "{level} {at} {offset}");
        }
    }
}

/// Offsets come back where they name a place, and batches walk on from what is beyond the end.
#[test]
fn there_and_back() {
    let text = "one\r\nzwei 😀\ndrei\u{FFFD}\rvier";
    for unit in UNITS {
        for (byte, _) in text.char_indices() {
            let offset = position::convert(text, Unit::Byte, byte, unit);
            assert_eq!(position::convert(text, unit, offset, Unit::Byte), byte);
        }
        let beyond = [3, usize::MAX, usize::MAX, 4];
        let bytes: Vec<usize> = position::convert_all(text, unit, beyond, Unit::Byte).collect();
        assert_eq!(bytes, [3, text.len(), text.len(), 4]);
    }
    assert_eq!(position::byte_offset("", LineColumn::default(), LineEnds::Lf, Unit::Utf16), 0);
    assert_eq!(Index::new("", LineEnds::Lf).line_column(7, Unit::Utf16), LineColumn::default());
}

/// One text after the other, whatever it is asked.
#[test]
fn an_index_of_changing_text_does_not_panic() {
    use std::cell::Cell;

    struct Changing(Cell<usize>);

    impl AsRef<[u8]> for Changing {
        fn as_ref(&self) -> &[u8] {
            let turn = self.0.get();
            self.0.set(turn + 1);
            [&[b'a'; 3000][..], &[b'\n'; 1700], "😀\r\n".as_bytes(), &[0x80; 900]][turn % 4]
        }
    }

    for turn in 0..8 {
        let index = Index::new(Changing(Cell::new(turn)), LineEnds::Universal);
        for offset in [0, 1, 600, 1500, 1701, 2999, usize::MAX] {
            for unit in UNITS {
                let _ = index.convert(unit, offset, Unit::Byte);
                let _ = index.convert(Unit::Byte, offset, unit);
                let _ = index.line_column(offset, unit);
                let _ = index.byte_offset(LineColumn { line: offset, column: 600 }, unit);
            }
        }
    }
}
