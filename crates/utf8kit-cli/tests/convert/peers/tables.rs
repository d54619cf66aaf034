//! What every sequence of bytes is, and what every character becomes.

use std::collections::HashMap;

use super::charsets::{Kind, Shared, unit};
use super::differences::{Differences, Found};
use super::programs;
use crate::support::Place;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The planes that charsets have characters of, and every seventh of the four bytes of GB
    /// 18030.
    Most,
    All,
}

/// Ends a sequence whatever it leaves open: no charset has a space or a line feed in a character,
/// and no decoder passes over more than three.
const END: &str = "   \n";

/// The differences that no row explains.
pub(super) fn compare(
    here: &Place,
    shared: &Shared,
    differences: &Differences,
    extent: Extent,
) -> Vec<String> {
    let Shared { charset, kind, peers } = shared;
    let mut wrong = Vec::new();
    if peers.is_empty() {
        return wrong;
    }
    let sequences = sequences(shared, extent);
    let end = kind.ascii(END);
    // Without a mark, each takes another byte order.
    let mark = match &**charset {
        "utf-16" => &b"\xFF\xFE"[..],
        "utf-32" => b"\xFF\xFE\0\0",
        _ => b"",
    };
    let lines = sequences.iter().flat_map(|sequence| [sequence, &end[..]].concat());
    let input: Vec<u8> = mark.iter().copied().chain(lines).collect();
    let decoded = |utf8: Vec<u8>| -> Option<Vec<Vec<u8>>> {
        let mut lines: Vec<_> =
            utf8.split(|&byte| byte == b'\n').map(|line| line.trim_ascii_end().to_vec()).collect();
        lines.pop();
        (lines.len() == sequences.len()).then_some(lines)
    };
    let Some(ours) = decoded(programs::skipping(here, charset, "utf-8", &input)) else {
        return vec![format!("{charset}: lines were lost")];
    };
    let characters: Vec<char> = characters(extent);
    let text: String = characters.iter().flat_map(|&character| [character, '\n']).collect();
    let encoded = programs::skipping(here, "utf-8", charset, text.as_bytes());
    for peer in peers {
        let (program, name) = peer;
        let at = format!("{} {name}", program.name());
        let Some(theirs) = decoded(program.skipping(here, name, "UTF-8", &input)) else {
            wrong.push(format!("{at}: lines were lost"));
            continue;
        };
        let (our_table, their_table) =
            (Table::new(&sequences, &ours), Table::new(&sequences, &theirs));
        for (sequence, (ours, theirs)) in sequences.iter().zip(ours.iter().zip(&theirs)) {
            if ours == theirs {
                continue;
            }
            let ours_are_one = our_table.is_one(sequence, ours);
            let theirs_are_one = their_table.is_one(sequence, theirs);
            let found = match (ours_are_one, theirs_are_one) {
                // So each of them has been looked at.
                (Some(false), Some(false)) => continue,
                (Some(true), _) | (_, Some(true)) => Found::Bytes(key(sequence)),
                _ => Found::Malformed,
            };
            if !differences.explain(charset, peer, found) {
                let (ours, theirs) = (shown(ours), shown(theirs));
                let what = if matches!(found, Found::Malformed) { "of malformed" } else { "of" };
                wrong.push(format!("{at}: {what} {sequence:02X?} comes {ours} and {theirs}"));
            }
        }
        let theirs = program.skipping(here, "UTF-8", name, text.as_bytes());
        if encoded == theirs {
            continue;
        }
        let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
            bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
        };
        let (ours, theirs) = (lines(&encoded), lines(&theirs));
        if matches!(kind, Kind::Units { .. })
            || [ours.len(), theirs.len()] != [characters.len() + 1; 2]
        {
            wrong.push(format!("{at}: other output for all characters"));
            continue;
        }
        for (&character, (ours, theirs)) in characters.iter().zip(ours.iter().zip(&theirs)) {
            let found = Found::Char(character, key(ours), key(theirs));
            if ours != theirs && !differences.explain(charset, peer, found) {
                let code = u32::from(character);
                wrong.push(format!("{at}: U+{code:04X} becomes {ours:02X?} and {theirs:02X?}"));
            }
        }
    }
    wrong
}

/// What each sequence was decoded to.
struct Table<'a>(HashMap<&'a [u8], &'a [u8]>);

impl<'a> Table<'a> {
    fn new(sequences: &'a [Vec<u8>], decoded: &'a [Vec<u8>]) -> Table<'a> {
        Table(sequences.iter().map(Vec::as_slice).zip(decoded.iter().map(Vec::as_slice)).collect())
    }

    /// Whether a sequence is a character as a whole: not if its parts give the same. `None` if
    /// nothing came of it.
    fn is_one(&self, sequence: &[u8], decoded: &[u8]) -> Option<bool> {
        let is_parted = (1..sequence.len()).any(|cut| {
            let (head, tail) = sequence.split_at(cut);
            match (self.0.get(head), self.0.get(tail)) {
                (Some(head), Some(tail)) => decoded == [*head, tail].concat(),
                _ => false,
            }
        });
        if is_parted { Some(false) } else { (!decoded.is_empty()).then_some(true) }
    }
}

/// What a row of ISO-2022-JP names: not the escape sequence that returns to ASCII, and not the byte
/// that begins one.
pub(super) fn key(sequence: &[u8]) -> &[u8] {
    let sequence = sequence.strip_suffix(b"\x1B(B").unwrap_or(sequence);
    match sequence {
        [0x1B, rest @ ..] if !rest.is_empty() => rest,
        all => all,
    }
}

fn shown(utf8: &[u8]) -> String {
    String::from_utf8_lossy(utf8).escape_unicode().to_string()
}

fn characters(extent: Extent) -> Vec<char> {
    let last = if extent == Extent::All { char::MAX } else { '\u{2FFFF}' };
    ('\0'..=last).chain(['\u{E0001}', '\u{F0000}', '\u{10FFFF}']).filter(|&c| c != '\n').collect()
}

/// What is tried, but for what has a line feed in it.
fn sequences(shared: &Shared, extent: Extent) -> Vec<Vec<u8>> {
    let bytes = || (0..=0xFF_u8).filter(|&byte| byte != b'\n');
    let mut all: Vec<Vec<u8>> = bytes().map(|byte| vec![byte]).collect();
    match shared.kind {
        Kind::SingleByte => {}
        Kind::DoubleByte => {
            for lead in 0x80..=0xFF {
                all.extend(bytes().map(|trail| vec![lead, trail]));
            }
            match &*shared.charset {
                "euc-jp" => {
                    for lead in 0x80..=0xFF {
                        all.extend((0x80..=0xFF).map(|trail| vec![0x8F, lead, trail]));
                    }
                }
                "gb18030" => {
                    let digits = 0x30..=0x39;
                    let leads = 0x81..=0xFE;
                    let pairs =
                        leads.flat_map(|lead| digits.clone().map(move |digit| [lead, digit]));
                    let pairs: Vec<[u8; 2]> = pairs.collect();
                    let step = if extent == Extent::All { 1 } else { 7 };
                    let quads =
                        pairs.iter().flat_map(|a| pairs.iter().map(move |b| [*a, *b].concat()));
                    all.extend(quads.step_by(step));
                }
                _ => {}
            }
        }
        Kind::Escapes => {
            for byte in (0..0x80).filter(|byte| ![b'\n', 0x1B].contains(byte)) {
                all.extend([b'J', b'I'].map(|set| vec![0x1B, b'(', set, byte, 0x1B, b'(', b'B']));
            }
            for (set, lead, trail) in [b'@', b'B']
                .into_iter()
                .flat_map(|set| (0x21..=0x7E).map(move |lead| (set, lead)))
                .flat_map(|(set, lead)| (0x1F..=0x7F).map(move |trail| (set, lead, trail)))
            {
                if trail != 0x1B {
                    all.push(vec![0x1B, b'$', set, lead, trail, 0x1B, b'(', b'B']);
                }
            }
        }
        Kind::Utf8 => {
            // The borders of all ranges of table 3-7.
            let borders = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0];
            let mut longest: Vec<Vec<u8>> = (0xC0..=0xFF).map(|lead| vec![lead]).collect();
            for _ in 0..3 {
                longest = longest
                    .iter()
                    .flat_map(|start| borders.map(|byte| [&start[..], &[byte]].concat()))
                    .collect();
                all.extend(longest.iter().cloned());
            }
            for lead in [0xF8, 0xFB, 0xFC, 0xFD] {
                all.push(vec![lead, 0x88, 0x80, 0x80, 0x80]);
                all.push(vec![lead, 0x88, 0x80, 0x80, 0x80, 0x80]);
            }
            // Surrogates in pairs.
            for (high, low) in [(0xA0, 0xB0), (0xAF, 0xBF), (0xA0, 0xA0), (0xB0, 0xA0)] {
                all.push(vec![0xED, high, 0x80, 0xED, low, 0xBF]);
            }
        }
        Kind::Units { width, is_little } => {
            let units: &[u32] = match width {
                2 => &[0, 0x41, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFD],
                _ => &[
                    0,
                    0x41,
                    0xD7FF,
                    0xD800,
                    0xDFFF,
                    0xE000,
                    0xFFFD,
                    0x10000,
                    0x10_FFFF,
                    0x11_0000,
                    0x7FFF_FFFF,
                    0x8000_0000,
                    u32::MAX,
                ],
            };
            all.clear();
            for &first in units {
                all.push(unit(first, width, is_little));
                let pair = |second| [first, second].map(|it| unit(it, width, is_little)).concat();
                all.extend(units.iter().map(|&second| pair(second)));
            }
        }
    }
    all
}
