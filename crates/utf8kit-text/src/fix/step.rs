//! What can be done to a text.

use std::fmt;
use std::str::FromStr;

use utf8kit::repair::{Escape, Policy};

use super::Fallback;
use crate::charset::Charset;
use crate::mojibake::Undo;

/// One thing that is done to a text.
///
/// ```
/// use utf8kit_text::fix::{Instead, Step};
///
/// let step: Step = "nul".parse().unwrap();
/// assert_eq!(step, Step::Nul(Instead::Nothing));
/// assert_eq!("nul=space".parse(), Ok(Step::Nul(Instead::Space)));
/// assert_eq!(step.about(), "take out NUL (U+0000), or put a space in its place");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// The byte order mark at the start is taken out, or put there.
    Bom(Mark),
    /// Lone surrogates U+DC80..DCFF become the bytes that Python's `surrogateescape` wrote them for.
    SurrogateEscape,
    /// Pairs of surrogates, as CESU-8 has them, become the characters that they stand for.
    Cesu8,
    /// C0 80, as Modified UTF-8 has it, becomes NUL.
    ModifiedNul,
    /// Overlong forms become the characters that they stand for, except line feeds. Only for text that is known to come
    /// from a faulty encoder (RFC 3629 section 10).
    Overlong,
    /// Stray bytes become what they are in a legacy charset.
    Fallback(Fallback),
    /// Whatever is still ill-formed is replaced.
    Invalid(Invalid),
    /// UTF-8 that was read in another charset becomes what it was.
    Mojibake(Undo),
    /// Controls U+0080..U+009F that are punctuation of windows-1252 in disguise become that
    /// punctuation.
    C1,
    /// U+0000.
    Nul(Instead),
    /// U+0001..U+001F, except tab, line feed, form feed and carriage return; and U+007F..U+009F.
    Controls(Instead),
    /// U+FEFF anywhere but at the start.
    InnerBom,
    /// U+200B, U+2060..U+2064 and U+180E. Never ZWJ and ZWNJ, with which words and emoji are written.
    ZeroWidth,
    /// U+061C, U+200E, U+200F, U+202A..U+202E and U+2066..U+2069.
    Bidi,
    /// U+E0000..U+E007F, but not in the flags of England and the like.
    Tags,
    /// U+FFFD is counted: text that was lost before. Nothing is changed.
    Replaced,
    /// In JSON: `\u0000` is taken out, and a lone `\ud800`..`\udfff` becomes `\ufffd`.
    JsonEscapes,
    /// Line ends become LF, or CR LF. A lone CR is left.
    LineEnds(LineEnd),
    /// Normalization Form C (Unicode Standard Annex 15).
    Nfc,
    /// Normalization Form D.
    Nfd,
}

/// What is done to a byte order mark.
///
/// ```
/// use utf8kit_text::fix::{Mark, Pipeline, Step, fix};
/// let add = Pipeline::new().with(Step::Bom(Mark::Add));
/// assert_eq!(*fix(b"id;name\n", &add).text(), *b"\xEF\xBB\xBFid;name\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// It is taken out; if there are several, all.
    Strip,
    /// It is put where there is none. An empty text gets none.
    Add,
}

/// What takes the place of a character that is not wanted.
///
/// ```
/// use utf8kit_text::fix::{Instead, Pipeline, Step, fix};
/// let spaces = Pipeline::new().with(Step::Nul(Instead::Space));
/// assert_eq!(*fix(b"a\0b", &spaces).text(), *b"a b");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instead {
    /// Nothing.
    Nothing,
    /// U+0020.
    Space,
}

/// How lines end.
///
/// ```
/// use utf8kit_text::fix::{LineEnd, Pipeline, Step, fix};
/// let crlf = Pipeline::new().with(Step::LineEnds(LineEnd::CrLf));
/// assert_eq!(*fix(b"a\nb\r\n", &crlf).text(), *b"a\r\nb\r\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineEnd {
    /// With LF.
    Lf,
    /// With CR LF.
    CrLf,
}

/// What is done to bytes that are ill-formed, and that no other step has put right.
///
/// ```
/// use utf8kit::repair::{Escape, Policy};
/// use utf8kit_text::fix::{Invalid, Pipeline, Step, fix};
///
/// let step = |invalid| Pipeline::new().with(Step::Invalid(invalid));
/// let stars = Invalid::Replace { policy: Policy::PerByte, by: "*".into() };
/// assert_eq!(*fix(b"\xE2\x82!", &step(stars)).text(), *b"**!");
/// assert_eq!(*fix(b"\xE2\x82!", &step(Invalid::Escape(Escape::Backslash))).text(), *br"\xE2\x82!");
/// assert_eq!(*fix(b"\xE2\x82!", &step(Invalid::default())).text(), *"\u{FFFD}!".as_bytes());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Invalid {
    /// Each unit of a policy becomes a text, or nothing.
    Replace {
        /// How many bytes share a replacement.
        policy: Policy,
        /// The replacement.
        by: String,
    },
    /// Each byte becomes ASCII, so that it can still be told.
    Escape(Escape),
}

impl Default for Invalid {
    /// U+FFFD for each maximal subpart.
    fn default() -> Self {
        Invalid::Replace { policy: Policy::Maximal, by: '\u{FFFD}'.into() }
    }
}

/// How many steps there are.
pub(super) const STEPS: usize = 20;

/// The places of steps whose counts are asked for.
pub(super) const SURROGATE_ESCAPE: usize = 1;
pub(super) const CESU8: usize = 2;
pub(super) const MODIFIED_NUL: usize = 3;
pub(super) const OVERLONG: usize = 4;
pub(super) const FALLBACK: usize = 5;
pub(super) const INVALID: usize = 6;
pub(super) const MOJIBAKE: usize = 7;

/// A name that no step has, or that does not go with what follows `=`.
///
/// ```
/// use utf8kit_text::fix::Step;
/// let unknown = "magic".parse::<Step>().unwrap_err();
/// assert_eq!(unknown.to_string(), "there is no step `magic`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownStep(String);

impl fmt::Display for UnknownStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no step `{}`", self.0)
    }
}

impl std::error::Error for UnknownStep {}

impl FromStr for Step {
    type Err = UnknownStep;

    /// The step of that name, with what it does unless told otherwise; or `name=value`, as in
    /// `bom=add`, `fallback=koi8-r`, `invalid=escape`, `mojibake=guess-lost`, `nul=space` and
    /// `line-ends=crlf`.
    fn from_str(text: &str) -> Result<Step, UnknownStep> {
        let unknown = || UnknownStep(text.into());
        let Some((name, value)) = text.split_once('=') else {
            return Step::all().into_iter().find(|step| step.name() == text).ok_or_else(unknown);
        };
        let instead = match value {
            "space" => Ok(Instead::Space),
            "nothing" => Ok(Instead::Nothing),
            _ => Err(unknown()),
        };
        Ok(match (name, value) {
            ("bom", "strip") => Step::Bom(Mark::Strip),
            ("bom", "add") => Step::Bom(Mark::Add),
            ("fallback", label) => {
                let charset = Charset::for_label(label).and_then(Fallback::charset);
                Step::Fallback(charset.ok_or_else(unknown)?)
            }
            ("invalid", "replace") => Step::Invalid(Invalid::default()),
            ("invalid", "skip") => Step::Invalid(Invalid::skip()),
            ("invalid", "escape") => Step::Invalid(Invalid::Escape(Escape::Backslash)),
            ("mojibake", "guess-lost") => Step::Mojibake(Undo::new().guess_lost()),
            ("nul", _) => Step::Nul(instead?),
            ("controls", _) => Step::Controls(instead?),
            ("line-ends", "lf") => Step::LineEnds(LineEnd::Lf),
            ("line-ends", "crlf") => Step::LineEnds(LineEnd::CrLf),
            _ => return Err(unknown()),
        })
    }
}

impl Invalid {
    /// Each is left out.
    ///
    /// ```
    /// use utf8kit_text::fix::{Invalid, Pipeline, Step, fix};
    /// let skip = Pipeline::new().with(Step::Invalid(Invalid::skip()));
    /// assert_eq!(*fix(b"a\xFFb", &skip).text(), *b"ab");
    /// ```
    #[must_use]
    pub const fn skip() -> Invalid {
        Invalid::Replace { policy: Policy::Maximal, by: String::new() }
    }
}

impl Step {
    /// Every step once, in the order in which they are taken, with what each does unless told
    /// otherwise.
    ///
    /// ```
    /// use utf8kit_text::fix::Step;
    /// assert_eq!(Step::all().first().unwrap().name(), "bom");
    /// assert_eq!(Step::all().last().unwrap().name(), "nfd");
    /// ```
    #[must_use]
    pub fn all() -> [Step; STEPS] {
        [
            Step::Bom(Mark::Strip),
            Step::SurrogateEscape,
            Step::Cesu8,
            Step::ModifiedNul,
            Step::Overlong,
            Step::Fallback(Fallback::ByPlace),
            Step::Invalid(Invalid::default()),
            Step::Mojibake(Undo::new()),
            Step::C1,
            Step::Nul(Instead::Nothing),
            Step::Controls(Instead::Nothing),
            Step::InnerBom,
            Step::ZeroWidth,
            Step::Bidi,
            Step::Tags,
            Step::Replaced,
            Step::JsonEscapes,
            Step::LineEnds(LineEnd::Lf),
            Step::Nfc,
            Step::Nfd,
        ]
    }

    /// Its place among the steps.
    pub(super) const fn place(&self) -> usize {
        match self {
            Step::Bom(_) => 0,
            Step::SurrogateEscape => SURROGATE_ESCAPE,
            Step::Cesu8 => CESU8,
            Step::ModifiedNul => MODIFIED_NUL,
            Step::Overlong => OVERLONG,
            Step::Fallback(_) => FALLBACK,
            Step::Invalid(_) => INVALID,
            Step::Mojibake(_) => MOJIBAKE,
            Step::C1 => 8,
            Step::Nul(_) => 9,
            Step::Controls(_) => 10,
            Step::InnerBom => 11,
            Step::ZeroWidth => 12,
            Step::Bidi => 13,
            Step::Tags => 14,
            Step::Replaced => 15,
            Step::JsonEscapes => 16,
            Step::LineEnds(_) => 17,
            Step::Nfc => 18,
            Step::Nfd => 19,
        }
    }

    /// Its stable name.
    ///
    /// ```
    /// use utf8kit_text::fix::Step;
    /// assert_eq!(Step::ModifiedNul.name(), "mutf8");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Step::Bom(_) => "bom",
            Step::SurrogateEscape => "surrogateescape",
            Step::Cesu8 => "cesu8",
            Step::ModifiedNul => "mutf8",
            Step::Overlong => "overlong",
            Step::Fallback(_) => "fallback",
            Step::Invalid(_) => "invalid",
            Step::Mojibake(_) => "mojibake",
            Step::C1 => "c1",
            Step::Nul(_) => "nul",
            Step::Controls(_) => "controls",
            Step::InnerBom => "inner-bom",
            Step::ZeroWidth => "zero-width",
            Step::Bidi => "bidi",
            Step::Tags => "tags",
            Step::Replaced => "replaced",
            Step::JsonEscapes => "json-escapes",
            Step::LineEnds(_) => "line-ends",
            Step::Nfc => "nfc",
            Step::Nfd => "nfd",
        }
    }

    /// What it does, in words.
    ///
    /// ```
    /// use utf8kit_text::fix::Step;
    /// assert_eq!(Step::Cesu8.about(), "join pairs of surrogates, as CESU-8 and Java have them");
    /// ```
    #[must_use]
    pub const fn about(&self) -> &'static str {
        match self {
            Step::Bom(_) => "take out the byte order mark at the start, or put one there",
            Step::SurrogateEscape => {
                "read surrogates that Python's surrogateescape wrote as the bytes they stand for"
            }
            Step::Cesu8 => "join pairs of surrogates, as CESU-8 and Java have them",
            Step::ModifiedNul => "read C0 80, as Java's Modified UTF-8 has it, as NUL",
            Step::Overlong => "read overlong forms as the characters that they stand for",
            Step::Fallback(_) => "read stray bytes in a legacy charset",
            Step::Invalid(_) => "replace what is still ill-formed",
            Step::Mojibake(_) => "undo mojibake: UTF-8 that was read in another charset",
            Step::C1 => "read U+0080..U+009F as the punctuation of windows-1252",
            Step::Nul(_) => "take out NUL (U+0000), or put a space in its place",
            Step::Controls(_) => "take out control characters, or put spaces in their places",
            Step::InnerBom => "take out U+FEFF that is not at the start",
            Step::ZeroWidth => "take out zero-width characters, but not ZWJ and ZWNJ",
            Step::Bidi => "take out characters that change the direction of text",
            Step::Tags => "take out tag characters, but not those of flags",
            Step::Replaced => "count U+FFFD, where text was lost before",
            Step::JsonEscapes => r"in JSON, take out \u0000, and replace a lone \ud800 by \ufffd",
            Step::LineEnds(_) => "end lines with LF, or with CR LF",
            Step::Nfc => "normalize to NFC",
            Step::Nfd => "normalize to NFD",
        }
    }

    /// What was done so often, in words.
    pub(super) fn counted(&self, count: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many) = match self {
            Step::Bom(Mark::Strip) => ("byte order mark taken out", "byte order marks taken out"),
            Step::Bom(Mark::Add) => ("byte order mark added", ""),
            Step::SurrogateEscape => ("surrogate read as a byte", "surrogates read as bytes"),
            Step::Cesu8 => ("pair of surrogates joined", "pairs of surrogates joined"),
            Step::ModifiedNul => ("C0 80 read as NUL", "C0 80 read as NUL"),
            Step::Overlong => ("overlong form shortened", "overlong forms shortened"),
            Step::Fallback(fallback) => return fallback.counted(count, f),
            Step::Invalid(Invalid::Escape(_)) => {
                ("ill-formed sequence escaped", "ill-formed sequences escaped")
            }
            Step::Invalid(Invalid::Replace { by, .. }) if by.is_empty() => {
                ("ill-formed sequence left out", "ill-formed sequences left out")
            }
            Step::Invalid(_) => ("ill-formed sequence replaced", "ill-formed sequences replaced"),
            Step::Mojibake(_) => ("piece of mojibake undone", "pieces of mojibake undone"),
            Step::C1 => ("control read as windows-1252", "controls read as windows-1252"),
            Step::Nul(Instead::Nothing) => ("NUL taken out", "NULs taken out"),
            Step::Nul(Instead::Space) => ("NUL made a space", "NULs made spaces"),
            Step::Controls(Instead::Space) => {
                ("control character made a space", "control characters made spaces")
            }
            Step::Controls(_) => ("control character taken out", "control characters taken out"),
            Step::InnerBom => ("U+FEFF taken out", "U+FEFF taken out"),
            Step::ZeroWidth => {
                ("zero-width character taken out", "zero-width characters taken out")
            }
            Step::Bidi => ("bidi character taken out", "bidi characters taken out"),
            Step::Tags => ("tag character taken out", "tag characters taken out"),
            Step::Replaced => ("U+FFFD was there before", "U+FFFD were there before"),
            Step::JsonEscapes => ("JSON escape repaired", "JSON escapes repaired"),
            Step::LineEnds(_) => ("line end changed", "line ends changed"),
            Step::Nfc => ("line normalized to NFC", "lines normalized to NFC"),
            Step::Nfd => ("line normalized to NFD", "lines normalized to NFD"),
        };
        write!(f, "{count} {}", if count == 1 || many.is_empty() { one } else { many })
    }
}
