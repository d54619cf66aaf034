//! Mojibake: text that was UTF-8, and was read in another charset. `cafÃ©` is `café`, read as
//! windows-1252.
//!
//! Such text is well-formed, so no validator sees it. **The rule**: characters are read anew if,
//! written back in a charset, they are well-formed UTF-8, and the result is at least so many bits
//! likelier, in its context, than what stands there.
//!
//! ```
//! use utf8kit_text::mojibake::{Undo, undo};
//!
//! assert_eq!(undo("un cafÃ© à Orléans, sâ€™il vous plaÃ®t"), "un café à Orléans, s’il vous plaît");
//! // What is right is left.
//! assert_eq!(undo("CAFÉ® «PERÚ»"), "CAFÉ® «PERÚ»");
//!
//! let text = "Ð¿Ñ€Ð¸Ð²ÐµÑ‚!";
//! let spans = Undo::new().find(text);
//! assert_eq!(&text[spans[0].range()], "Ð¿Ñ€Ð¸Ð²ÐµÑ‚");
//! assert_eq!(spans[0].meant(), "привет");
//! assert!(spans[0].to_string().starts_with("UTF-8 read as windows-1252, "));
//! ```
//!
//! # How
//!
//! ```text
//! a line ─► is there a sequence of UTF-8, in any charset?      no: the next line
//!        ─► for each such charset, the likeliest path          path
//!           again, up to four times                            layers
//!        ─► sequences of which bytes were lost                 losses
//!        ─► or the whole line, in GBK, Shift_JIS or Big5       several
//! ```
//!
//! A model says how likely each character is behind each other one, in any language. It has been
//! trained on translations of programs in 100 languages (see `bench/mojibake/train.py`).
//!
//! # Charsets
//!
//! windows-1250 to 1258 and 874, ISO 8859-1, -2 and -9, macintosh, IBM 437, 850, 852 and 866, KOI8-R
//! and KOI8-U, each up to four times, and in turns; and by line GBK, Shift_JIS and Big5. How much
//! must be gained depends on the charset: in text that is right, sequences by chance are rare in
//! windows-1252, and frequent in IBM 866. Where some of a line, or of a text, has been mojibake
//! already, less is asked for in the same charset.

mod layers;
mod line;
mod losses;
mod misread;
mod model;
mod pages;
mod path;
mod search;
mod several;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use layers::Bars;
use line::{MOST, Unit, units, units_of_json};
use misread::Misread;
use model::BIT;
use pages::{PAGES, Set};
use several::Whole;

use crate::charset::Charset;

/// How mojibake is looked for.
///
/// ```
/// use utf8kit_text::mojibake::Undo;
/// assert_eq!(Undo::new().undo("dÃ©jÃ\u{A0} vu"), "déjà vu");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Undo {
    is_json: bool,
    guess_lost: bool,
    misread: Option<Misread>,
    known: Set,
}

/// A part of a text that is read anew.
///
/// ```
/// use utf8kit_text::mojibake::Undo;
///
/// let spans = Undo::new().find("one cafÃ©, two crÃªpes");
/// assert_eq!(spans.len(), 2);
/// assert_eq!(spans[0].range(), 7..11);
/// assert_eq!(spans[0].meant(), "é");
/// assert_eq!(spans[0].charsets()[0].name(), "windows-1252");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    range: Range<usize>,
    meant: String,
    charsets: Vec<Charset>,
    misread: Option<Charset>,
    gain: i32,
    is_lossy: bool,
}

impl Span {
    fn of(whole: Whole) -> Span {
        Span {
            range: whole.range,
            meant: whole.text,
            charsets: vec![Charset::of_whatwg(whole.charset)],
            misread: None,
            gain: whole.gain,
            is_lossy: false,
        }
    }

    /// Where it is, in bytes.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// assert_eq!(Undo::new().find("a cafÃ© b")[0].range(), 5..9);
    /// ```
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// What takes its place. In JSON, what was escaped is escaped.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// let spans = Undo::new().in_json().find(r#"{"name": "Ren\u00c3\u00a9"}"#);
    /// assert_eq!(spans[0].meant(), r"\u00e9");
    /// ```
    #[must_use]
    pub fn meant(&self) -> &str {
        &self.meant
    }

    /// The charsets in which it was read by mistake, the last one first.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// let spans = Undo::new().find("cafÃƒÂ©");
    /// let names: Vec<_> = spans[0].charsets().iter().map(|charset| charset.name()).collect();
    /// assert_eq!(names, ["windows-1252", "windows-1252"]);
    /// ```
    #[must_use]
    pub fn charsets(&self) -> &[Charset] {
        &self.charsets
    }

    /// How much likelier it is in its context than what stands there, in bits.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// assert!(Undo::new().find("cafÃ©")[0].bits() > 20);
    /// ```
    #[must_use]
    pub const fn bits(&self) -> i32 {
        self.gain / BIT
    }

    /// Whether a byte was lost before, so that a character is U+FFFD, or [guessed](Undo::guess_lost).
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// let spans = Undo::new().find("sâ€™il vous plaÃ®t, lâ€?Ã©tÃ©");
    /// assert!(!spans[0].is_lossy());
    /// assert_eq!(spans[2].meant(), "\u{FFFD}é");
    /// assert!(spans[2].is_lossy());
    /// ```
    #[must_use]
    pub const fn is_lossy(&self) -> bool {
        self.is_lossy
    }
}

impl fmt::Display for Span {
    /// What happened to it, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.misread {
            Some(meant) => f.write_str(&meant.name())?,
            None => f.write_str("UTF-8")?,
        }
        for (place, charset) in self.charsets.iter().rev().enumerate() {
            f.write_str(if place == 0 { " read as " } else { ", and that as " })?;
            f.write_str(&charset.name())?;
        }
        write!(f, ", {} bits likelier", self.bits())?;
        if self.is_lossy { f.write_str(", a byte was lost") } else { Ok(()) }
    }
}

/// Undoes the mojibake of a text. Borrows a text that has none.
///
/// ```
/// use utf8kit_text::mojibake::undo;
/// assert_eq!(undo("FranÃ§ois"), "François");
/// ```
#[must_use]
pub fn undo(text: &str) -> Cow<'_, str> {
    Undo::new().undo(text)
}

impl Undo {
    /// UTF-8 read in any of the charsets.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// assert!(Undo::new().find("plain").is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Undo {
        Undo::default()
    }

    /// The text is JSON: escapes like `\u00c3` are characters.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// let text = r#""caf\u00c3\u00a9""#;
    /// assert_eq!(Undo::new().in_json().undo(text), r#""caf\u00e9""#);
    /// ```
    #[must_use]
    pub fn in_json(mut self) -> Undo {
        self.is_json = true;
        self
    }

    /// A character of which a byte was lost is the likeliest one, and not U+FFFD.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// let text = "FranÃ§ois, lâ€?Ã©tÃ©";
    /// assert_eq!(Undo::new().undo(text), "François, l\u{FFFD}été");
    /// assert_eq!(Undo::new().guess_lost().undo(text), "François, l’été");
    /// ```
    #[must_use]
    pub fn guess_lost(mut self) -> Undo {
        self.guess_lost = true;
        self
    }

    /// Text in the charset that was `meant` was read in the one that is `shown`. This is never
    /// guessed. `None`, unless both have one byte a character.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// use utf8kit_text::mojibake::Undo;
    ///
    /// let charset = |label| Charset::for_label(label).unwrap();
    /// let undo = Undo::new().misread(charset("windows-1252"), charset("windows-1251")).unwrap();
    /// assert_eq!(undo.undo("Ëó÷øèå ïåñíè"), "Лучшие песни");
    /// ```
    #[must_use]
    pub fn misread(mut self, shown: Charset, meant: Charset) -> Option<Undo> {
        self.misread = Some(Misread::new(shown, meant)?);
        Some(self)
    }

    /// Less is asked for in charsets in which much of `sample` was read by mistake. The sample is
    /// part of the text, its start for example.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    ///
    /// assert_eq!(Undo::new().undo("ÄŚLANAK 21"), "ÄŚLANAK 21");
    /// let undo = Undo::new().known_from("VeÄ‡ina ÄŤasopisa piĹˇe o ĹľivotinĂ¬i u RijeÄŤkom zaljevu");
    /// assert_eq!(undo.undo("ÄŚLANAK 21"), "ČLANAK 21");
    /// ```
    #[must_use]
    pub fn known_from(mut self, sample: &str) -> Undo {
        let mut finder = Finder::new(&self);
        finder.find(sample, |_| ());
        self.known = finder.known;
        self
    }

    /// The mojibake of a text, in order.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// let spans = Undo::new().find("cafÃ©\ncrÃªpe\n");
    /// assert_eq!(spans[1].range(), 10..14);
    /// ```
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Span> {
        let mut spans = Vec::new();
        Finder::new(&self.clone().known_from(text)).find(text, |span| spans.push(span));
        spans
    }

    /// The text without mojibake. Borrows a text that has none.
    ///
    /// ```
    /// use utf8kit_text::mojibake::Undo;
    /// assert_eq!(Undo::new().undo("FranÃ§ois"), "François");
    /// ```
    #[must_use]
    pub fn undo<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Finder::new(&self.clone().known_from(text)).undo(text).0
    }
}

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
    known: Set,
}

/// A page is known in which so much was gained.
const KNOWN: i32 = 60 * BIT;

/// The page of windows-1252.
const WESTERN: Set = 1;

/// Stands among the layers of a character for what was misread.
const MISREAD: usize = u8::MAX as usize;

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
    /// start of `text`.
    ///
    /// ```
    /// use utf8kit_text::mojibake::{Finder, Undo};
    /// let mut finder = Finder::new(&Undo::new());
    /// finder.find("crÃªpe", |span| assert_eq!(span.range(), 2..6));
    /// ```
    pub fn find(&mut self, text: &str, mut take: impl FnMut(Span)) {
        let mut at = 0;
        while let Some(found) = self.next(text, at) {
            let start = text[..found].rfind('\n').map_or(0, |end| end + 1);
            let end = text[found..].find('\n').map_or(text.len(), |len| found + len);
            let line = text[start..end].trim_end_matches('\r');
            for mut span in self.find_in_line(line) {
                span.range = start + span.range.start..start + span.range.end;
                take(span);
            }
            at = end;
        }
    }

    /// The next lines without mojibake, and how many spans were read anew. Borrows what has none.
    ///
    /// ```
    /// use utf8kit_text::mojibake::{Finder, Undo};
    /// let (text, count) = Finder::new(&Undo::new()).undo("cafÃ©, crÃªpe");
    /// assert_eq!((&*text, count), ("café, crêpe", 2));
    /// ```
    pub fn undo<'t>(&mut self, text: &'t str) -> (Cow<'t, str>, u64) {
        let mut out = String::new();
        let (mut copied, mut count) = (0, 0);
        self.find(text, |span| {
            out.push_str(&text[copied..span.range.start]);
            out.push_str(&span.meant);
            copied = span.range.end;
            count += 1;
        });
        if count == 0 {
            return (Cow::Borrowed(text), 0);
        }
        out.push_str(&text[copied..]);
        (Cow::Owned(out), count)
    }

    /// Where something may be, at `from` or behind it.
    fn next(&self, text: &str, from: usize) -> Option<usize> {
        let rest = &text[from..];
        let found = match &self.undo.misread {
            Some(_) => rest.bytes().position(|byte| !byte.is_ascii()),
            None => search::candidate(rest, self.known),
        };
        let escape = if self.undo.is_json { rest.find("\\u") } else { None };
        let first = [found, escape].into_iter().flatten().min()?;
        Some(from + first)
    }

    fn find_in_line(&mut self, line: &str) -> Vec<Span> {
        let mut units = if self.undo.is_json { units_of_json(line) } else { units(line) };
        let mut read = Set::default();
        // A second round mostly finds nothing. So nothing is left for the next time.
        for round in 0..MOST {
            let found = layers::best(&units, Bars::new(self.known, read));
            let whole = if round == 0 { several::read(line) } else { None };
            if let Some(whole) = whole
                && found.as_ref().is_none_or(|found| found.gain < whole.gain)
            {
                return vec![Span::of(whole)];
            }
            let is_found = found.is_some();
            if let Some(found) = found {
                units = found.units;
                for page in found.pages {
                    read |= 1 << page;
                    self.gained[page] += found.gain;
                }
            }
            if !self.read_lost(&mut units, read) && !is_found {
                break;
            }
        }
        for (page, gained) in self.gained.iter().enumerate() {
            if *gained >= KNOWN {
                self.known |= 1 << page;
            }
        }
        if let Some(misread) = &self.undo.misread
            && let Some(readings) = misread.read_line(&units)
        {
            units = layers::apply(&units, &readings, MISREAD, false);
        }
        self.spans(&units)
    }

    /// Reads what was lost in part; says whether anything was.
    fn read_lost(&self, units: &mut Vec<Unit>, read: Set) -> bool {
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
        let alike = |first: &Unit, second: &Unit| first.layers == second.layers;
        let parts = units.chunk_by(alike).filter(|part| !part[0].layers.all().is_empty());
        let spans = parts.map(|part| {
            let pages = part[0].layers.all().iter().map(|page| usize::from(*page));
            let misread =
                self.undo.misread.as_ref().filter(|_| pages.clone().any(|it| it == MISREAD));
            let charsets = pages.filter_map(|page| match PAGES.all.get(page) {
                Some(page) => Some(page.charset),
                None => misread.map(|it| it.shown),
            });
            Span {
                range: part[0].start..part[part.len() - 1].end,
                meant: part.iter().map(written).collect(),
                charsets: charsets.collect(),
                misread: misread.map(|it| it.meant),
                gain: part.iter().map(|unit| unit.gain).sum(),
                is_lossy: part.iter().any(|unit| unit.is_lost),
            }
        });
        spans.collect()
    }
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
