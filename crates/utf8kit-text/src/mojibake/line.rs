//! A line as units: characters, each with the part of the text that it stands for.
//!
//! ```text
//! text      c a f Ã © !                  c a f \u00c3 \u00a9 !      in JSON
//! units     c a f Ã © !                  c a f Ã      ©      !
//! read      c a f é   !                  c a f é             !
//! written   c a f é   !                  c a f \u00e9        !
//! ```

use std::ops::Range;

use super::model::{MODEL, Token};
use super::pages::{Entry, PAGES, Set};
use crate::fix::json;

/// A character, and the part of the text that it stands for: its own bytes, or all that it was read
/// from.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    pub(super) character: char,
    pub(super) token: Token,
    pub(super) entry: &'static Entry,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it stood there as an escape of JSON.
    pub(super) is_escaped: bool,
    /// How it was read, if it was.
    pub(super) layers: Layers,
    /// How much likelier it is than what it was read from, in eighths of bits.
    pub(super) gain: i32,
    /// Whether a byte of it was lost.
    pub(super) is_lost: bool,
}

/// How a character was read, the first time first.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Layers {
    layers: [Option<Layer>; MOST + 1],
}

/// One reading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    /// As UTF-8 of the page of that number.
    Page(u8),
    /// As UTF-8 of a charset of several bytes, by its place among them.
    Several(u8),
    /// As text in the charset that the user says was meant. This comes first.
    Misread,
}

/// How often text may have been read wrongly, at most.
pub(super) const MOST: usize = 4;

impl Layers {
    pub(super) fn all(&self) -> impl Iterator<Item = Layer> + Clone {
        self.layers.into_iter().flatten()
    }

    pub(super) fn and(mut self, layer: Layer) -> Layers {
        if let Some(next) = self.layers.iter_mut().find(|layer| layer.is_none()) {
            *next = Some(layer);
        }
        self
    }
}

impl Unit {
    pub(super) fn new(character: char, range: Range<usize>) -> Unit {
        Unit {
            character,
            token: MODEL.token(character),
            entry: PAGES.entry(character),
            start: range.start,
            end: range.end,
            is_escaped: false,
            layers: Layers::default(),
            gain: 0,
            is_lost: false,
        }
    }

    /// Whether it was read, and as something that text has.
    #[inline]
    pub(super) fn is_read(&self) -> bool {
        self.layers.layers[0].is_some() && !MODEL.is_nothing(self.token)
    }
}

/// The units of a line.
pub(super) fn units(line: &str) -> Vec<Unit> {
    line.char_indices().map(|(at, it)| Unit::new(it, at..at + it.len_utf8())).collect()
}

/// The units of a line of JSON: `\u00e9` is one.
pub(super) fn units_of_json(line: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let at = line.len() - rest.len();
        let mut push = |character, len: usize, is_escaped| {
            units.push(Unit { is_escaped, ..Unit::new(character, at..at + len) });
            len
        };
        let len = match (character, escaped(rest)) {
            (_, Some((character, len))) => push(character, len, true),
            // What a backslash escapes begins no escape.
            ('\\', None) if rest[1..].starts_with('\\') => {
                push('\\', 1, false);
                units.push(Unit::new('\\', at + 1..at + 2));
                2
            }
            _ => push(character, character.len_utf8(), false),
        };
        rest = &rest[len..];
    }
    units
}

/// The character that an escape at the start of `text` stands for, and the escape's length.
fn escaped(text: &str) -> Option<(char, usize)> {
    let text = text.as_bytes();
    let first = json::escaped(text)?;
    let second = text.get(json::LENGTH..).and_then(json::escaped).unwrap_or_default();
    let character = char::decode_utf16([first, second]).next()?.ok()?;
    Some((character, json::LENGTH * character.len_utf16()))
}

/// Where there may be a sequence of UTF-8 among the units, and in which pages.
pub(super) fn candidates(units: &[Unit]) -> Vec<(usize, Set)> {
    let mut found = Vec::new();
    for (at, pair) in units.windows(2).enumerate() {
        let second = pair[1].entry.continuations;
        if second == 0 {
            continue;
        }
        let next = |ahead: usize| units.get(at + ahead).map_or(0, |it| it.entry.continuations);
        let [two, three, four] = pair[0].entry.leads;
        let mut set = two & second;
        if (three | four) & second != 0 {
            set |= three & second & next(2);
            set |= four & second & next(2) & next(3);
        }
        if set != 0 {
            found.push((at, set));
        }
    }
    found
}
