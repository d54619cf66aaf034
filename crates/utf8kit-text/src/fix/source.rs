//! What a text has to be read as before it is fixed.

use utf8kit::Encoding;

use super::{FEWEST_LETTERS, Pipeline, Step};
use crate::charset::Charset;
use crate::guess::{Evidence, Grade, Verdict, Within};

/// What a text is read as.
///
/// ```
/// use utf8kit_text::fix::Source;
/// use utf8kit_text::guess::judge;
///
/// let of = |text: &[u8]| Source::of(&judge(text, true));
/// assert_eq!(of("naïve".as_bytes()), Some(Source::Utf8));
/// assert!(matches!(of(b"\xFF\xFEh\0i\0"), Some(Source::Charset(_))));
/// assert_eq!(of(b"\x89PNG\r\n\x1A\n\0"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Source {
    /// UTF-8, well-formed or damaged.
    Utf8,
    /// UTF-8 with C0 80 for NUL and pairs of surrogates.
    ModifiedUtf8,
    /// All of it is in another charset.
    Charset(Charset),
    /// One part is UTF-8 and the other UTF-16.
    Changes(Within),
}

impl Source {
    /// What a verdict means; `None` where that is only a guess, or the text is none.
    ///
    /// ```
    /// use utf8kit_text::fix::Source;
    /// use utf8kit_text::guess::judge;
    ///
    /// let czech = b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl";
    /// let Some(Source::Charset(charset)) = Source::of(&judge(czech, true)) else { panic!() };
    /// assert_eq!(charset.name(), "windows-1250");
    /// // Two letters say too little.
    /// assert_eq!(Source::of(&judge(b"\xF8\xED", true)), None);
    /// ```
    #[must_use]
    pub fn of(verdict: &Verdict) -> Option<Source> {
        match verdict.evidence() {
            Evidence::Changes(within) => Some(Source::Changes(*within)),
            Evidence::Near(near) if near.encoding() == Encoding::ModifiedUtf8 => {
                Some(Source::ModifiedUtf8)
            }
            // Pairs of surrogates are joined in any text.
            Evidence::Near(_) | Evidence::Empty | Evidence::Ascii | Evidence::WellFormed => {
                Some(Source::Utf8)
            }
            Evidence::Binary(_) | Evidence::Nothing => None,
            Evidence::Letters(_) if verdict.grade() < Grade::Likely => None,
            _ => match (verdict.wide(), verdict.charset()) {
                (Some(wide), _) => Some(Source::Charset(wide.encoding().into())),
                (None, Some(Charset::UTF_8)) => Some(Source::Utf8),
                (None, Some(charset)) => Some(Source::Charset(charset)),
                (None, None) => None,
            },
        }
    }

    /// What `text`, the start of a text or all of it, is read as without asking: what the verdict on it
    /// means, if that is sure enough. Not by a few letters, unless they are of windows-1252; and of a
    /// text that has whole lines in UTF-8, only the other lines are in another charset.
    ///
    /// ```
    /// use utf8kit_text::fix::Source;
    /// use utf8kit_text::guess::judge;
    ///
    /// let legacy = b"L'\xE9t\xE9 dernier, nous \xE9tions \xE0 la mer.\nLe gar\xE7on a mang\xE9.\n";
    /// let mixed = [&legacy[..], "Ça coûte très cher, hélas !\n".as_bytes()].concat();
    /// let of = |text: &[u8]| Source::of_text(&judge(text, true), text);
    /// assert!(matches!(of(legacy), Some(Source::Charset(_))));
    /// assert_eq!(of(&mixed), Some(Source::Utf8));
    /// ```
    #[must_use]
    pub fn of_text(verdict: &Verdict, text: &[u8]) -> Option<Source> {
        let Evidence::Letters(letters) = verdict.evidence() else { return Source::of(verdict) };
        if has_utf8_lines(text) {
            return Some(Source::Utf8);
        }
        let is_western = verdict.charset() == Some(Charset::of_whatwg(encoding_rs::WINDOWS_1252));
        let is_enough = is_western || letters.characters() >= FEWEST_LETTERS;
        Source::of(verdict).filter(|_| is_enough)
    }

    /// `pipeline` with the steps that a text of this source needs besides.
    ///
    /// ```
    /// use utf8kit_text::fix::{Pipeline, Source, fix};
    /// let pipeline = Source::ModifiedUtf8.suited(Pipeline::default());
    /// assert_eq!(*fix(b"key\xC0\x80value", &pipeline).text(), *b"key\0value");
    /// ```
    #[must_use]
    pub fn suited(self, pipeline: Pipeline) -> Pipeline {
        match self {
            Source::ModifiedUtf8 => pipeline.with(Step::ModifiedNul),
            // What has been decoded has no stray bytes.
            Source::Charset(_) => pipeline.without("fallback"),
            _ => pipeline,
        }
    }
}

/// Whether a line of `text` is well-formed UTF-8, and has so much beyond ASCII that this is no chance.
///
/// ```
/// use utf8kit_text::fix::has_utf8_lines;
/// assert!(has_utf8_lines("\u{FFFD}\nÇa coûte très cher\n".as_bytes()));
/// assert!(!has_utf8_lines(b"caf\xC3\xA9\n\xC7a co\xFBte tr\xE8s cher\n"));
/// ```
#[must_use]
pub fn has_utf8_lines(text: &[u8]) -> bool {
    const FEWEST_CHARACTERS: usize = 3;
    text.split(|&byte| byte == b'\n').any(|line| {
        let line = utf8kit::from_utf8(line).unwrap_or_default();
        line.chars().filter(|it| !it.is_ascii()).take(FEWEST_CHARACTERS).count()
            == FEWEST_CHARACTERS
    })
}
