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
//! windows-1250 to 1258 and 874, ISO 8859-2 and -15, macintosh, IBM 437, 850, 852 and 866, KOI8-R and
//! KOI8-U, each up to four times, and in turns; and by line GBK, Shift_JIS and Big5. ISO 8859-1 is
//! reported as windows-1252, and ISO 8859-9 as windows-1254.
//!
//! How much must be gained depends on the charset: in text that is right, sequences by chance are rare
//! in windows-1252, and frequent in IBM 866. Where some of a line, or of a text, has been mojibake
//! already, less is asked for in the same charset.

mod finder;
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

pub use finder::Finder;
use misread::Misread;
use model::BIT;
use pages::Set;

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

    /// How much likelier it is than what stands there, in bits, behind what stands before it.
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
    /// let spans = Undo::new().find("FranÃ§ois a dit â€œnonâ€?");
    /// assert!(!spans[0].is_lossy());
    /// assert_eq!(spans[2].meant(), "\u{FFFD}");
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
    /// let text = "FranÃ§ois a dit â€œnonâ€?";
    /// assert_eq!(Undo::new().undo(text), "François a dit “non\u{FFFD}");
    /// assert_eq!(Undo::new().guess_lost().undo(text), "François a dit “non”");
    /// ```
    #[must_use]
    pub fn guess_lost(mut self) -> Undo {
        self.guess_lost = true;
        self
    }

    /// Text in the charset that was `meant` was read in the one that is `shown`. This is never
    /// guessed. `None`, unless both have one byte a character, and ASCII.
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
        Finder::new(&self.clone().known_from(text)).undo(text, |_| ())
    }
}
