//! Text of characters that a charset has to everybody, and the same text damaged.

use utf8kit::Encoding;
use utf8kit_text::charset::{Charset, Stop, Transcoder};

use super::charsets::{Kind, Shared};
use super::differences::{Differences, Found};
use super::programs::{self, Program};
use super::tables;
use crate::support::Place;

/// How many characters of a text are not ASCII.
const LENGTH: usize = 200;

/// A charset, and its characters that all agree on.
pub(super) struct Repertoire<'a> {
    charset: &'a str,
    /// By the name that is ours.
    programs: Vec<Program>,
    characters: Vec<char>,
}

impl Repertoire<'_> {
    pub(super) fn of<'a>(
        here: &Place,
        shared: &'a Shared,
        differences: &Differences,
    ) -> Repertoire<'a> {
        let charset = &*shared.charset;
        let mut characters: Vec<char> = ('\u{A0}'..'\u{30000}').collect();
        let lines = |characters: &[char]| -> String {
            characters.iter().flat_map(|&character| [character, '\n']).collect()
        };
        // A mark at the start may be one.
        characters.retain(|&character| character != '\u{FEFF}');
        if matches!(shared.kind, Kind::Units { .. } | Kind::Utf8) || charset == "gb18030" {
            characters.retain(|&character| u32::from(character) & 0xFFFE != 0xFFFE);
        }
        if !matches!(shared.kind, Kind::Units { .. }) {
            let encoded = programs::skipping(here, "utf-8", charset, lines(&characters).as_bytes());
            let encoded: Vec<_> = encoded.split(|&byte| byte == b'\n').collect();
            let mut index = 0;
            characters.retain(|&character| {
                index += 1;
                let bytes = tables::key(encoded[index - 1]);
                let is_known = |peer| {
                    let found = [Found::Char(character, bytes, bytes), Found::Bytes(bytes)];
                    found.into_iter().any(|found| differences.explain(charset, peer, found))
                };
                !bytes.is_empty() && !shared.peers.iter().any(is_known)
            });
        }
        let programs = shared.peers.iter().filter(|peer| peer.1 == charset).map(|peer| peer.0);
        Repertoire { charset, programs: programs.collect(), characters }
    }
}

/// Text of what two charsets have, from one to the other.
pub(super) fn compare(here: &Place, from: &Repertoire<'_>, to: &Repertoire<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let (from_name, to_name) = (from.charset, to.charset);
    let both: Vec<char> = intersection(&from.characters, &to.characters);
    let text = text(&both, &format!("{from_name} {to_name}"));
    let source = encoded(from_name, &text);
    let (is_converted, ours) = programs::strict(here, from_name, to_name, &source);
    if !is_converted {
        return vec![format!("{from_name} to {to_name}: our own text is refused")];
    }
    for program in from.programs.iter().filter(|program| to.programs.contains(program)) {
        let (is_converted, theirs) = program.strict(here, from_name, to_name, &source);
        if !is_converted || theirs != ours {
            wrong.push(format!("{} {from_name} to {to_name}: {text}", program.name()));
        }
    }
    wrong
}

/// Text that a charset has, with a mark where its name leaves the byte order open.
fn encoded(charset: &str, text: &str) -> Vec<u8> {
    let charset = Charset::for_label(charset).unwrap();
    let is_open = matches!(charset.own(), Some(Encoding::Utf16 | Encoding::Utf32));
    let mut bytes = charset.mark().filter(|_| is_open).unwrap_or_default().to_vec();
    let mut transcoder = Transcoder::new(Charset::UTF_8, charset);
    let mut room = vec![0; 12 * text.len() + Transcoder::MIN_ROOM];
    let progress = transcoder.convert(text.as_bytes(), true, &mut room);
    assert_eq!(progress.stop, Stop::Done, "{charset}");
    bytes.extend_from_slice(&room[..progress.written]);
    let written = transcoder.finish(&mut room);
    bytes.extend_from_slice(&room[..written]);
    bytes
}

/// Of two sorted lists.
fn intersection(one: &[char], other: &[char]) -> Vec<char> {
    one.iter().copied().filter(|character| other.binary_search(character).is_ok()).collect()
}

/// Words of ASCII among characters that are not: the same for the same seed.
fn text(characters: &[char], seed: &str) -> String {
    let mut random = Random::new(seed);
    let mut text = String::from("Text:");
    for index in 0..LENGTH {
        if let Some(&character) = random.of(characters) {
            text.push(character);
        }
        match random.below(8) {
            0 => text.push_str(" word "),
            1 => text.push('\n'),
            2 => text.push_str(&index.to_string()),
            _ => {}
        }
    }
    text + "end\n"
}

/// Whether text is refused by all where it has been cut off within a character, and (of Unicode's
/// encodings, of which no other test tries all) where a byte of it has become another.
pub(super) fn compare_damaged(
    here: &Place,
    shared: &Shared,
    differences: &Differences,
) -> Vec<String> {
    let Shared { charset, kind, peers } = shared;
    let repertoire = Repertoire::of(here, shared, differences);
    let mut random = Random::new(charset);
    let mut damaged: Vec<Vec<u8>> = Vec::new();
    for _ in 0..8 {
        let Some(&last) = random.of(&repertoire.characters) else { continue };
        let source = encoded(charset, &format!("a{last}"));
        let ascii = kind.ascii("a").len();
        damaged.extend((ascii + 1..source.len()).map(|len| source[..len].to_vec()));
    }
    if matches!(kind, Kind::Utf8 | Kind::Units { .. }) {
        let few: Vec<_> = (0..5).filter_map(|_| random.of(&repertoire.characters)).collect();
        let few: String = few.into_iter().collect();
        let source = encoded(charset, &few);
        let mark =
            if matches!(&**charset, "utf-16" | "utf-32") { kind.ascii("a").len() } else { 0 };
        for _ in 0..20 {
            let mut source = source.clone();
            // Not in the mark: without it, another byte order is taken.
            let at = mark + random.below(source.len() - mark);
            source[at] = random.below(256) as u8;
            damaged.push(source);
        }
    }
    let mut wrong = Vec::new();
    for source in damaged {
        let (ours, _) = programs::strict(here, charset, "utf-8", &source);
        for peer in peers {
            let (theirs, _) = peer.0.strict(here, &peer.1, "UTF-8", &source);
            let found = Found::Cut(&source);
            if ours != theirs && !differences.explain(charset, peer, found) {
                let at = format!("{} {}", peer.0.name(), peer.1);
                wrong.push(format!("{at}: accepted {ours} and {theirs}: {source:02X?}"));
            }
        }
    }
    wrong
}

/// The generator xorshift64.
struct Random(u64);

impl Random {
    fn new(seed: &str) -> Random {
        let mix = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        Random(seed.bytes().fold(0xCBF2_9CE4_8422_2325, mix) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 as usize % bound
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        match items.len() {
            0 => None,
            len => items.get(self.below(len)),
        }
    }
}
