//! What a text has to be read as before it is fixed.

use utf8kit::Encoding;

use super::{Pipeline, Step};
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
