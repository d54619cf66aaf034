//! What a text is, how sure that is, on what evidence, and what else it could be.

use std::fmt;

use utf8kit::{Bom, Encoding};

use super::{Binary, Declared, NearUtf8, SevenBit, Wide, Within};
use crate::charset::Charset;

/// What [`judge`](super::judge) says of a text.
///
/// ```
/// use utf8kit_text::guess::{Grade, judge};
///
/// let verdict = judge(b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl", true);
/// assert_eq!(verdict.name(), "windows-1250");
/// assert_eq!(verdict.grade(), Grade::Likely);
/// assert_eq!(verdict.evidence().to_string(), "all 11 characters beyond ASCII fit, as Czech");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub(super) charset: Option<Charset>,
    pub(super) grade: Grade,
    pub(super) evidence: Evidence,
    pub(super) others: Vec<Charset>,
    pub(super) declared: Option<Declared>,
}

/// How sure a [`Verdict`] is.
///
/// ```
/// use utf8kit_text::guess::Grade;
/// assert!(Grade::Certain > Grade::Likely && Grade::Likely > Grade::Guess);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// It cannot be told.
    Unknown,
    /// The evidence is weak, or other charsets fit nearly as well.
    Guess,
    /// No other charset fits nearly as well.
    Likely,
    /// A byte order mark says so, all of it is well-formed UTF-8, or it is no text.
    Certain,
}

/// What a [`Verdict`] rests on. The [`Display`](fmt::Display) form is for people.
///
/// ```
/// use utf8kit_text::guess::{Evidence, judge};
/// assert_eq!(*judge("naïve".as_bytes(), true).evidence(), Evidence::WellFormed);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// There are no bytes.
    Empty,
    /// All bytes are ASCII.
    Ascii,
    /// All of it is well-formed UTF-8.
    WellFormed,
    /// It starts with a byte order mark.
    Mark(Bom),
    /// All bytes are ASCII, and escape sequences make other characters of them.
    SevenBit(SevenBit),
    /// One part is UTF-8 and the other UTF-16.
    Changes(Within),
    /// Zero bytes stand where UTF-16 or UTF-32 has them.
    ZeroBytes(Wide),
    /// As UTF-16, which has no zero bytes here, it has frequent characters of one language.
    Characters(Wide),
    /// It is nearly UTF-8.
    Near(NearUtf8),
    /// Its letters are likely ones of a language.
    Letters(Letters),
    /// It is no text.
    Binary(Binary),
    /// No charset fits.
    Nothing,
}

/// How well the letters of a text fit a charset.
///
/// ```
/// use utf8kit_text::guess::{Evidence, judge};
///
/// let verdict = judge(b"\xC2\xF1\xE5 \xEB\xFE\xE4\xE8 \xF0\xEE\xE6\xE4\xE0\xFE\xF2\xF1\xFF", true);
/// let Evidence::Letters(letters) = verdict.evidence() else { panic!() };
/// assert_eq!((letters.language(), letters.characters(), letters.malformed()), ("ru", 16, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letters {
    pub(super) language: &'static str,
    pub(super) characters: u32,
    pub(super) malformed: u32,
    /// Whether all of the text was read.
    pub(super) is_all: bool,
}

impl Verdict {
    /// What the text is in; `None` where it cannot be told, or the text is none.
    ///
    /// It is what to decode the text with: of text that starts with a byte order mark of UTF-16 or
    /// UTF-32, `utf-16` or `utf-32`, so that the mark is no part of the text.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// use utf8kit_text::guess::judge;
    /// assert_eq!(judge(b"ok", true).charset(), Charset::for_label("us-ascii"));
    /// assert_eq!(judge(b"\xFF\xFEo\0k\0", true).charset(), Charset::for_label("utf-16"));
    /// assert_eq!(judge(b"\x7FELF\x02\x01\x01\0\xFF", true).charset(), None);
    /// ```
    #[must_use]
    pub const fn charset(&self) -> Option<Charset> {
        self.charset
    }

    /// How sure that is.
    ///
    /// ```
    /// use utf8kit_text::guess::{Grade, judge};
    /// assert_eq!(judge("naïve".as_bytes(), true).grade(), Grade::Certain);
    /// ```
    #[must_use]
    pub const fn grade(&self) -> Grade {
        self.grade
    }

    /// What it rests on.
    ///
    /// ```
    /// use utf8kit_text::guess::judge;
    /// let verdict = judge(b"h\0i\0!\0", true);
    /// assert_eq!(verdict.evidence().to_string(), "zero bytes are where it has them");
    /// ```
    #[must_use]
    pub const fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// What else the text could be, the likeliest first.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// use utf8kit_text::guess::judge;
    /// // Text in ASCII has zero bytes in no other way.
    /// assert_eq!(judge(b"h\0i\0!\0", true).others(), [Charset::UTF_8]);
    /// ```
    #[must_use]
    pub fn others(&self) -> &[Charset] {
        &self.others
    }

    /// The encoding that the text says it is in, whether it is or not.
    ///
    /// ```
    /// use utf8kit_text::guess::judge;
    ///
    /// let verdict = judge(b"<?xml version='1.0' encoding='koi8-r'?><a/>", true);
    /// assert_eq!(verdict.declared().unwrap().label(), "koi8-r");
    /// ```
    #[must_use]
    pub const fn declared(&self) -> Option<&Declared> {
        self.declared.as_ref()
    }

    /// Whether the encoding that the text says it is in is true; `None` if it says nothing. Of text in
    /// ASCII, most are. That of ISO 8859-1 is true of windows-1252, as the WHATWG has it.
    ///
    /// ```
    /// use utf8kit_text::guess::judge;
    ///
    /// let declares = |text: &str| judge(text.as_bytes(), true).declares_truly();
    /// assert_eq!(declares("<meta charset=utf-8>naïve"), Some(true));
    /// assert_eq!(declares("<meta charset=latin1>naïve"), Some(false));
    /// assert_eq!(declares("<meta charset=latin1>nave"), Some(true));
    /// assert_eq!(declares("naïve"), None);
    /// ```
    #[must_use]
    pub fn declares_truly(&self) -> Option<bool> {
        let declared = self.declared.as_ref()?;
        Some(self.charset.is_some_and(|charset| declared.is_true_of(charset)))
    }

    /// The name of the charset, or of what has no charset here: `utf-7`, `hz-gb-2312` and the like,
    /// `mixed`, `binary` or `unknown`.
    ///
    /// ```
    /// use utf8kit_text::guess::judge;
    /// assert_eq!(judge(b"\x89PNG\r\n\x1A\n\0", true).name(), "binary");
    /// assert_eq!(judge(b"\xFF\xFE\xFE\xFF\xFF\xFC\xFF\xFF", false).name(), "utf-16");
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        match (self.charset, &self.evidence) {
            (Some(charset), _) => charset.name(),
            (None, Evidence::SevenBit(encoding)) => encoding.to_string(),
            (None, Evidence::Changes(_)) => "mixed".into(),
            (None, Evidence::Binary(_)) => "binary".into(),
            (None, _) => "unknown".into(),
        }
    }

    /// In which form of UTF-16 or UTF-32 the text is, if it is in one.
    ///
    /// ```
    /// use utf8kit::Encoding;
    /// use utf8kit_text::guess::judge;
    /// let wide = judge(b"\xFF\xFEo\0k\0", true).wide().unwrap();
    /// assert_eq!(wide.encoding(), Encoding::Utf16Le);
    /// ```
    #[must_use]
    pub fn wide(&self) -> Option<Wide> {
        match self.evidence {
            Evidence::Mark(bom) => Wide::marked(bom),
            Evidence::ZeroBytes(wide) | Evidence::Characters(wide) => Some(wide),
            _ => None,
        }
    }

    /// Whether a stray byte of the text may be one of windows-1252. Not in text of another charset,
    /// nor in UTF-8 whose language has letters that windows-1252 lacks, as Czech and Turkish have.
    pub(crate) fn allows_windows_1252(&self) -> bool {
        match (&self.evidence, self.charset) {
            (Evidence::Near(near), _) => !near.has_latin_extended(),
            (Evidence::Letters(_), Some(charset)) => {
                charset == Charset::of_whatwg(encoding_rs::WINDOWS_1252)
            }
            _ => true,
        }
    }
}

impl Letters {
    /// The language of which these would be letters, by its code in ISO 639, or `zht` for Chinese in
    /// traditional characters: a means of telling charsets apart, and no more than that.
    ///
    /// ```
    /// use utf8kit_text::guess::{Evidence, judge};
    /// let verdict = judge(b"\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83e\x83L\x83X\x83g", true);
    /// let Evidence::Letters(letters) = verdict.evidence() else { panic!() };
    /// assert_eq!(letters.language(), "ja");
    /// ```
    #[must_use]
    pub const fn language(&self) -> &'static str {
        self.language
    }

    /// How many characters beyond ASCII there are in what was read of the text, with what is no
    /// character in the charset.
    ///
    /// ```
    /// use utf8kit_text::guess::{Evidence, judge};
    /// let verdict = judge(b"d\xE9j\xE0 vu", true);
    /// let Evidence::Letters(letters) = verdict.evidence() else { panic!() };
    /// assert_eq!(letters.characters(), 2);
    /// ```
    #[must_use]
    pub const fn characters(&self) -> u32 {
        self.characters
    }

    /// How many of these are no character in the charset, or none that texts have: lines and blocks,
    /// symbols, controls.
    ///
    /// ```
    /// use utf8kit_text::guess::{Evidence, judge};
    /// let verdict = judge(b"d\xE9j\xE0 vu", true);
    /// let Evidence::Letters(letters) = verdict.evidence() else { panic!() };
    /// assert_eq!(letters.malformed(), 0);
    /// ```
    #[must_use]
    pub const fn malformed(&self) -> u32 {
        self.malformed
    }
}

impl Grade {
    /// Its name, as machine formats write it.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::guess::Grade::Likely.id(), "likely");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Grade::Unknown => "unknown",
            Grade::Guess => "guess",
            Grade::Likely => "likely",
            Grade::Certain => "certain",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Empty => f.write_str("empty"),
            Evidence::Ascii => f.write_str("all bytes are ASCII, so that it is UTF-8 as well"),
            Evidence::WellFormed => f.write_str("well-formed throughout"),
            Evidence::Mark(bom) => write!(f, "byte order mark of {}", bom.encoding()),
            Evidence::SevenBit(_) => f.write_str("all bytes are ASCII, with its escape sequences"),
            Evidence::Changes(within) => within.fmt(f),
            Evidence::ZeroBytes(_) => f.write_str("zero bytes are where it has them"),
            Evidence::Characters(_) => f.write_str("its characters are frequent ones"),
            Evidence::Near(near) => near.fmt(f),
            Evidence::Letters(letters) => letters.fmt(f),
            Evidence::Binary(binary) => binary.fmt(f),
            Evidence::Nothing => f.write_str("no charset fits"),
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Letters { language, characters, malformed, is_all } = *self;
        let fitting = characters - malformed;
        let read = if is_all { "" } else { " that were read" };
        match (characters, malformed) {
            (1, 0) if is_all => f.write_str("the one character beyond ASCII fits")?,
            (1, 0) => f.write_str("the one character beyond ASCII that was read fits")?,
            (_, 0) => write!(f, "all {characters} characters beyond ASCII{read} fit")?,
            _ => write!(f, "{fitting} of {characters} characters beyond ASCII{read} fit")?,
        }
        match LANGUAGES.iter().find(|(code, _)| *code == language) {
            Some((_, name)) => write!(f, ", as {name}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (encoding, offset) = (self.encoding(), self.offset());
        match self.comes_first() {
            true => write!(f, "{encoding} up to byte {offset}, and utf-8 from there on"),
            false => write!(f, "utf-8 up to byte {offset}, and {encoding} from there on"),
        }
    }
}

impl fmt::Display for NearUtf8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.encoding() {
            Encoding::Utf8 if self.ill_formed() == 0 => f.write_str("well-formed, but cut off"),
            Encoding::Utf8 if !self.is_all => f.write_str("damaged"),
            Encoding::Utf8 => write!(
                f,
                "damaged: {} of {} sequences of several bytes ill-formed",
                self.ill_formed(),
                self.sequences(),
            ),
            Encoding::ModifiedUtf8 => f.write_str("like UTF-8, but with C0 80 for NUL"),
            _ => f.write_str("like UTF-8, but with surrogates of three bytes each"),
        }
    }
}

/// By their codes in ISO 639, but for `zht`, which is Chinese in traditional characters.
const LANGUAGES: &[(&str, &str)] = &[
    ("ar", "Arabic"),
    ("az", "Azerbaijani"),
    ("be", "Belarusian"),
    ("bg", "Bulgarian"),
    ("br", "Breton"),
    ("ca", "Catalan"),
    ("cs", "Czech"),
    ("cy", "Welsh"),
    ("da", "Danish"),
    ("de", "German"),
    ("el", "Greek"),
    ("en", "English"),
    ("eo", "Esperanto"),
    ("es", "Spanish"),
    ("et", "Estonian"),
    ("eu", "Basque"),
    ("fa", "Persian"),
    ("fi", "Finnish"),
    ("fo", "Faroese"),
    ("fr", "French"),
    ("ga", "Irish"),
    ("gl", "Galician"),
    ("he", "Hebrew"),
    ("hr", "Croatian"),
    ("hsb", "Sorbian"),
    ("hu", "Hungarian"),
    ("is", "Icelandic"),
    ("it", "Italian"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("lb", "Luxembourgish"),
    ("lt", "Lithuanian"),
    ("lv", "Latvian"),
    ("mk", "Macedonian"),
    ("mt", "Maltese"),
    ("nl", "Dutch"),
    ("no", "Norwegian"),
    ("oc", "Occitan"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("ro", "Romanian"),
    ("ru", "Russian"),
    ("se", "Sami"),
    ("sk", "Slovak"),
    ("sl", "Slovenian"),
    ("sq", "Albanian"),
    ("sr", "Serbian"),
    ("sv", "Swedish"),
    ("th", "Thai"),
    ("tr", "Turkish"),
    ("uk", "Ukrainian"),
    ("ur", "Urdu"),
    ("vi", "Vietnamese"),
    ("zh", "Chinese"),
    ("zht", "Chinese"),
];
