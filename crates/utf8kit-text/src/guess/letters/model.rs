//! How often each letter of a language follows each other one: `letters.bin`, as it is read.
//!
//! ```text
//! number of languages (1 byte), then for each
//!     length of its name, number of its letters (1 byte each), the name
//!     the letters, in lower case (2 bytes each, little-endian)
//!     for each letter, and for each that follows it: what that costs, in eighths of bits (1 byte)
//!         in both, first comes what is no letter, and then any other letter
//! number of languages of ideographs (1 byte), then for each
//!     length of its name (1 byte), number of characters (2 bytes), the name
//!     each character (2 bytes), and what it costs (1 byte)
//! ```

use std::sync::LazyLock;

use super::BIT;

pub(super) static MODEL: LazyLock<Model> =
    LazyLock::new(|| Model::read(include_bytes!("letters.bin")));

pub(super) struct Model {
    pub(super) languages: Vec<Language>,
    ideographs: Vec<Ideographs>,
}

/// A language that is written with letters.
pub(super) struct Language {
    pub(super) name: &'static str,
    /// With their places in the table, in order.
    letters: Vec<(char, u8)>,
    /// The places of the characters of ASCII.
    pub(super) ascii: [u8; 128],
    costs: &'static [u8],
}

/// A language that is written with ideographs, or with syllables.
pub(super) struct Ideographs {
    name: &'static str,
    /// The frequent ones, with what each costs, in order.
    costs: Vec<(char, u8)>,
}

/// The place of what is no letter.
const NONE: u8 = 0;
/// The place of a letter of another language.
const FOREIGN: u8 = 1;
/// What such a letter costs more than others.
const FOREIGN_COST: u32 = 12 * BIT;

impl Model {
    fn read(bytes: &'static [u8]) -> Model {
        let mut rest = Rest(bytes);
        let languages = (0..rest.byte()).map(|_| Language::read(&mut rest)).collect();
        let ideographs = (0..rest.byte()).map(|_| Ideographs::read(&mut rest)).collect();
        Model { languages, ideographs }
    }

    /// Where a language is among all.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.languages.iter().position(|language| language.name == name)
    }

    pub(super) fn ideographs(&self, name: &str) -> Option<&Ideographs> {
        self.ideographs.iter().find(|language| language.name == name)
    }
}

/// What is still to be read of the file.
struct Rest(&'static [u8]);

impl Rest {
    fn take(&mut self, length: usize) -> &'static [u8] {
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn two_bytes(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    fn character(&mut self) -> char {
        char::from_u32(self.two_bytes().into()).unwrap_or('\u{FFFD}')
    }

    fn name(&mut self, length: u8) -> &'static str {
        std::str::from_utf8(self.take(length.into())).unwrap_or_default()
    }
}

impl Language {
    fn read(rest: &mut Rest) -> Language {
        let (length, count) = (rest.byte(), rest.byte());
        let name = rest.name(length);
        let mut letters: Vec<_> =
            (FOREIGN + 1..=count + FOREIGN).map(|place| (rest.character(), place)).collect();
        letters.sort_unstable();
        let width = usize::from(count) + 2;
        let costs = rest.take(width * width);
        let mut language = Language { name, letters, ascii: [NONE; 128], costs };
        for letter in ('A'..='Z').chain('a'..='z') {
            language.ascii[letter as usize] = language.index(Some(letter.to_ascii_lowercase()));
        }
        language
    }

    /// Whether it is written with the letters of ASCII, among others.
    pub(super) fn is_latin(&self) -> bool {
        self.ascii[usize::from(b'a')] != FOREIGN
    }

    /// The place of a small letter; `None`: what is no letter.
    pub(super) fn index(&self, letter: Option<char>) -> u8 {
        let Some(letter) = letter else { return NONE };
        match self.letters.binary_search_by_key(&letter, |&(it, _)| it) {
            Ok(found) => self.letters[found].1,
            Err(_) => FOREIGN,
        }
    }

    /// What it costs that `second` follows `first`, by their places.
    pub(super) fn cost(&self, first: u8, second: u8) -> u32 {
        let width = self.letters.len() + 2;
        let cost = self.costs[usize::from(first) * width + usize::from(second)];
        u32::from(cost) + if second == FOREIGN { FOREIGN_COST } else { 0 }
    }

    /// What a pair of ASCII costs: letters are 1 to 26, and what is no letter is 0.
    pub(super) fn of_ascii(&self, first: usize, second: usize) -> u32 {
        let place = |letter: usize| match letter {
            0 => NONE,
            _ => self.ascii[usize::from(b'a') - 1 + letter],
        };
        self.cost(place(first), place(second))
    }
}

impl Ideographs {
    fn read(rest: &mut Rest) -> Ideographs {
        let (length, count) = (rest.byte(), rest.two_bytes());
        let name = rest.name(length);
        Ideographs { name, costs: (0..count).map(|_| (rest.character(), rest.byte())).collect() }
    }

    /// What a character costs, if it is a frequent one.
    pub(super) fn cost(&self, character: char) -> Option<u32> {
        let found = self.costs.binary_search_by_key(&character, |&(it, _)| it).ok()?;
        Some(self.costs[found].1.into())
    }
}
