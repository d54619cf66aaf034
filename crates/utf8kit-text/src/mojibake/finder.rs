//! Lines that may have mojibake, one after the other, and what is found in each.
//!
//! ```text
//! what is in another charset, if the user says so (misread)
//! until nothing is left to be read:
//!     the likeliest reading of the line (layers), or of a part of it as a whole (several)
//!     what was lost in part, in the charsets that were read (losses)
//! ```

use std::borrow::Cow;

use super::layers::{self, Bars};
use super::line::{Layer, Layers, Unit, units, units_of_json};
use super::model::BIT;
use super::pages::{PAGES, Set};
use super::several::{self, Whole};
use super::{Span, Undo, search};
use crate::charset::Charset;
use crate::fix::first_group;

/// Finds the mojibake of a text that comes in pieces, which are whole lines.
///
/// What was found before lowers what is asked for behind it.
///
/// ```
/// use utf8kit_text::mojibake::{Finder, Undo};
///
/// let mut finder = Finder::new(&Undo::new());
/// let mut found = Vec::new();
/// for line in ["fine\n", "cafÃ©\n"] {
///     finder.find(line, |span| found.push(span.meant().to_owned()));
/// }
/// assert_eq!(found, ["é"]);
/// ```
#[derive(Clone, Debug)]
pub struct Finder {
    undo: Undo,
    /// How much was gained in each page, beyond the bars.
    gained: Vec<i32>,
    pub(super) known: Set,
}

/// A page is known in which so much was gained.
const KNOWN: i32 = 60 * BIT;

/// That of windows-1252, which is the first one.
const WESTERN: Set = 1;

impl Finder {
    /// At the start of a text.
    ///
    /// ```
    /// use utf8kit_text::mojibake::{Finder, Undo};
    /// Finder::new(&Undo::new()).find("nothing here", |_| unreachable!());
    /// ```
    #[must_use]
    pub fn new(undo: &Undo) -> Finder {
        Finder { undo: undo.clone(), gained: vec![0; PAGES.all.len()], known: undo.known }
    }

    /// What was found so far, before other steps were taken, is known.
    pub(crate) fn go_on_from(&mut self, before: Finder) {
        self.known |= before.known;
        self.gained = before.gained;
    }

    /// Finds the mojibake of the next lines, and gives each to `take`, in order. Ranges count from the
    /// start of `text`. A line that is longer than 68 KiB is cut, as by [`first_group`].
    ///
    /// ```
    /// use utf8kit_text::mojibake::{Finder, Undo};
    /// let mut finder = Finder::new(&Undo::new());
    /// finder.find("crÃªpe", |span| assert_eq!(span.range(), 2..6));
    /// ```
    pub fn find(&mut self, text: &str, mut take: impl FnMut(Span)) {
        let mut candidate = self.candidate(text, 0);
        let mut escape = self.escape(text, 0);
        while let Some(found) = [candidate, escape].into_iter().flatten().min() {
            let end = text[found..].find('\n').map_or(text.len(), |len| found + len);
            let mut start = text[..found].rfind('\n').map_or(0, |end| end + 1);
            let mut line = text[start..end].trim_end_matches('\r');
            let known = self.known;
            while let Some(len) = first_group(line.as_bytes(), true) {
                for mut span in self.find_in_line(&line[..len]) {
                    span.range = start + span.range.start..start + span.range.end;
                    take(span);
                }
                start += len;
                line = &line[len..];
            }
            if candidate.is_some_and(|place| place < end) || self.known != known {
                candidate = self.candidate(text, end);
            }
            if escape.is_some_and(|place| place < end) {
                escape = self.escape(text, end);
            }
        }
    }

    /// The next lines without mojibake; `see` is shown each span. Borrows what has none.
    ///
    /// ```
    /// use utf8kit_text::mojibake::{Finder, Undo};
    /// let mut count = 0;
    /// let text = Finder::new(&Undo::new()).undo("cafÃ©, crÃªpe", |_| count += 1);
    /// assert_eq!((&*text, count), ("café, crêpe", 2));
    /// ```
    pub fn undo<'t>(&mut self, text: &'t str, mut see: impl FnMut(&Span)) -> Cow<'t, str> {
        let mut out = None;
        let mut copied = 0;
        self.find(text, |span| {
            let out = out.get_or_insert_with(String::new);
            out.push_str(&text[copied..span.range.start]);
            out.push_str(&span.meant);
            copied = span.range.end;
            see(&span);
        });
        let Some(mut out) = out else { return Cow::Borrowed(text) };
        out.push_str(&text[copied..]);
        Cow::Owned(out)
    }

    /// Where something may be, at `from` or behind it.
    fn candidate(&self, text: &str, from: usize) -> Option<usize> {
        let rest = &text[from..];
        let found = match &self.undo.misread {
            Some(_) => rest.bytes().position(|byte| !byte.is_ascii()),
            None => search::candidate(rest, self.known),
        };
        found.map(|at| from + at)
    }

    /// Where an escape of JSON is, if that counts.
    fn escape(&self, text: &str, from: usize) -> Option<usize> {
        let found = if self.undo.is_json { text[from..].find("\\u") } else { None };
        found.map(|at| from + at)
    }

    fn find_in_line(&mut self, line: &str) -> Vec<Span> {
        let mut units = if self.undo.is_json { units_of_json(line) } else { units(line) };
        if let Some(misread) = &self.undo.misread
            && let Some(readings) = misread.read_line(&units)
        {
            units = layers::apply(&units, &readings, Layer::Misread, false);
        }
        let mut whole = several::read(line);
        let mut read = Set::default();
        // Each time, fewer units are left.
        loop {
            let found = layers::best(&units, Bars::new(self.known, read));
            if let Some(whole) = whole.take()
                && found.as_ref().is_none_or(|found| found.gain < whole.gain)
            {
                units = with_whole(&units, whole);
                continue;
            }
            if let Some(found) = found {
                units = found.units;
                for page in found.pages {
                    read |= 1 << page;
                    self.gained[page] = self.gained[page].saturating_add(found.gain);
                }
            }
            if !self.read_losses(&mut units, read) {
                break;
            }
        }
        for (page, gained) in self.gained.iter().enumerate() {
            if *gained >= KNOWN {
                self.known |= 1 << page;
            }
        }
        self.spans(&units)
    }

    /// Reads what was lost in part; says whether anything was.
    fn read_losses(&self, units: &mut Vec<Unit>, read: Set) -> bool {
        let has = |character: char| units.iter().any(|unit| unit.character == character);
        // What says that it was replaced is damaged in any case.
        let is_replaced = has('\u{FFFD}');
        let western = if is_replaced { WESTERN } else { 0 };
        let known = if is_replaced || has('?') { self.known } else { 0 };
        let pages = read | known | western;
        let mut is_found = false;
        for page in (0..PAGES.all.len()).filter(|page| pages & 1 << page != 0) {
            let is_known = (read | known) & 1 << page != 0;
            if let Some(more) = layers::read_lost(units, page, is_known, self.undo.guess_lost) {
                *units = more;
                is_found = true;
            }
        }
        is_found
    }

    /// What was read, units that follow each other as one.
    fn spans(&self, units: &[Unit]) -> Vec<Span> {
        let alike = |first: &Unit, second: &Unit| {
            first.layers == second.layers && first.is_read() == second.is_read()
        };
        let parts = units.chunk_by(alike).filter(|part| part[0].is_read());
        let misread = self.undo.misread.as_ref();
        let spans = parts.map(|part| {
            let layers = part[0].layers.all();
            let charsets = layers.clone().filter_map(|layer| match layer {
                Layer::Page(page) => Some(PAGES.all[usize::from(page)].charset),
                Layer::Several(place) => {
                    several::CHARSETS.get(usize::from(place)).map(|it| Charset::of_whatwg(it))
                }
                Layer::Misread => misread.map(|it| it.shown),
            });
            let is_misread = layers.clone().any(|layer| layer == Layer::Misread);
            Span {
                range: part[0].start..part[part.len() - 1].end,
                meant: part.iter().map(written).collect(),
                charsets: charsets.collect(),
                misread: misread.filter(|_| is_misread).map(|it| it.meant),
                gain: part.iter().map(|unit| unit.gain).sum(),
                is_lossy: part.iter().any(|unit| unit.is_lost),
            }
        });
        spans.collect()
    }
}

/// The units of a line of which a part was read as a whole. All of that part belongs to the first of
/// its units.
fn with_whole(units: &[Unit], whole: Whole) -> Vec<Unit> {
    let Whole { range, text, charset, mut gain } = whole;
    let before = units.iter().take_while(|unit| unit.end <= range.start);
    let behind = units.iter().skip_while(|unit| unit.start < range.end);
    let mut start = range.start;
    let read = text.chars().map(|character| Unit {
        layers: Layers::default().and(Layer::Several(charset as u8)),
        gain: std::mem::take(&mut gain),
        ..Unit::new(character, std::mem::replace(&mut start, range.end)..range.end)
    });
    before.copied().chain(read).chain(behind.copied()).collect()
}

/// A unit as text.
fn written(unit: &Unit) -> String {
    match unit.is_escaped {
        true => {
            let mut code_units = [0; 2];
            let code_units = unit.character.encode_utf16(&mut code_units);
            code_units.iter().map(|it| format!("\\u{it:04x}")).collect()
        }
        false => unit.character.into(),
    }
}
