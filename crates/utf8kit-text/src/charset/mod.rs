//! Charsets by their labels, and conversions between any two of them.
//!
//! Where a label means one thing here and another to the WHATWG, ours comes first: `iso-8859-1` is
//! ISO 8859-1 and not windows-1252.
//!
//! ```
//! use utf8kit_text::charset::{Charset, Stop, Transcoder};
//!
//! let from = Charset::for_label("Shift_JIS").unwrap();
//! let mut transcoder = Transcoder::new(from, Charset::UTF_8);
//! let mut text = [0; 512];
//! let progress = transcoder.convert(b"\x93\xFA\x96\x7B", true, &mut text);
//! assert_eq!(progress.stop, Stop::Done);
//! assert_eq!(&text[..progress.written], "日本".as_bytes());
//! ```

mod code_pages;
mod coding;
mod cut;
mod labels;
mod stand_ins;
mod transcode;

use code_pages::CodePage;
use std::fmt;

use encoding_rs::Encoding as Whatwg;
use utf8kit::{Bom, Encoding};

pub use transcode::{Malformed, Transcoder, Trouble, Unmappable};
pub use utf8kit::convert::{Progress, Stop};

/// An encoding of text: one of [`utf8kit`]'s own, or a legacy one.
///
/// ```
/// use utf8kit_text::charset::Charset;
/// assert_eq!(Charset::for_label(" Latin1 ").unwrap().name(), "iso-8859-1");
/// assert_eq!(Charset::for_label("cp1252").unwrap().name(), "windows-1252");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Charset(pub(crate) Inner);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Inner {
    Own(Encoding),
    Legacy(&'static Whatwg),
    Page(&'static CodePage),
}

impl Charset {
    /// UTF-8.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::for_label("utf8"), Some(Charset::UTF_8));
    /// ```
    pub const UTF_8: Charset = Charset(Inner::Own(Encoding::Utf8));

    /// What a label names, whatever its case and the white space around it: ours first, then the
    /// WHATWG's, then those of code pages. If it is none of these, letters and digits alone count
    /// (as Unicode Technical Standard 22 has it, 1.4), and what people call charsets besides is
    /// looked up too.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::for_label("ASCII").unwrap().name(), "us-ascii");
    /// assert_eq!(Charset::for_label("sjis").unwrap().name(), "shift_jis");
    /// assert_eq!(Charset::for_label("cp932").unwrap().name(), "shift_jis");
    /// assert_eq!(Charset::for_label("latin_1").unwrap().name(), "iso-8859-1");
    /// // What the WHATWG replaces as a whole, because it is dangerous to decode.
    /// assert_eq!(Charset::for_label("hz-gb-2312"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: &str) -> Option<Charset> {
        Charset::by_standard(label).or_else(|| {
            let wanted = significant(label);
            let label = labels().find(|known| significant(known) == wanted)?;
            let alias = labels::ALIASES.iter().find(|(alias, _)| *alias == label);
            Charset::by_standard(alias.map_or(label, |(_, name)| name))
        })
    }

    fn by_standard(label: &str) -> Option<Charset> {
        let own = Encoding::for_label(label).map(Charset::from);
        let whatwg = || Whatwg::for_label_no_replacement(label.as_bytes()).map(Charset::of_whatwg);
        own.or_else(whatwg).or_else(|| {
            let label = label.trim_ascii();
            let is_named =
                |page: &&CodePage| page.all_labels().any(|it| it.eq_ignore_ascii_case(label));
            let page = code_pages::ALL.iter().find(is_named)?;
            Some(Charset(Inner::Page(page)))
        })
    }

    /// The label that is most like one that names nothing, if any is much like it.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::similar_label("windows-1225"), Some("windows-1252"));
    /// assert_eq!(Charset::similar_label("klingon"), None);
    /// ```
    #[must_use]
    pub fn similar_label(label: &str) -> Option<&'static str> {
        /// Of two labels of ten letters, three may differ.
        const LEAST: f64 = 0.7;
        let wanted = significant(label);
        let similarity =
            |known: &str| strsim::normalized_damerau_levenshtein(&wanted, &significant(known));
        let mut best = (LEAST, None);
        for known in labels() {
            // Of equals, the first: ours, and names before aliases.
            let found = similarity(known);
            if found > best.0 {
                best = (found, Some(known));
            }
        }
        best.1
    }

    pub(crate) fn of_whatwg(encoding: &'static Whatwg) -> Charset {
        if encoding == encoding_rs::UTF_8 {
            Charset::UTF_8
        } else if encoding == encoding_rs::UTF_16LE {
            Encoding::Utf16Le.into()
        } else if encoding == encoding_rs::UTF_16BE {
            Encoding::Utf16Be.into()
        } else {
            Charset(Inner::Legacy(encoding))
        }
    }

    /// Its name, in lower case: itself a label.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::for_label("ms_kanji").unwrap().name(), "shift_jis");
    /// ```
    #[must_use]
    pub fn name(self) -> String {
        match self.0 {
            Inner::Own(encoding) => encoding.name().into(),
            Inner::Legacy(encoding) => encoding.name().to_ascii_lowercase(),
            Inner::Page(page) => page.name.into(),
        }
    }

    /// Which of [`utf8kit`]'s encodings it is, if it is one.
    ///
    /// ```
    /// use utf8kit::Encoding;
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::for_label("l1").unwrap().own(), Some(Encoding::Latin1));
    /// assert_eq!(Charset::for_label("koi8-r").unwrap().own(), None);
    /// ```
    #[must_use]
    pub const fn own(self) -> Option<Encoding> {
        match self.0 {
            Inner::Own(encoding) => Some(encoding),
            Inner::Legacy(_) | Inner::Page(_) => None,
        }
    }

    /// Whether text in this charset may be said to be in `other`. The WHATWG reads ISO 8859-1 and
    /// ASCII as windows-1252; text that is all ASCII is in most others as well; and the form of
    /// UTF-16 or UTF-32 need not be said.
    pub(crate) fn includes(self, other: Charset) -> bool {
        use Encoding::{Ascii, Latin1, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
        match (self.0, other.0) {
            _ if self == other => true,
            (Inner::Legacy(this), Inner::Own(Latin1 | Ascii)) => this == encoding_rs::WINDOWS_1252,
            (Inner::Own(Ascii), _) => other.has_ascii(),
            (Inner::Own(Utf16Le | Utf16Be), Inner::Own(Utf16))
            | (Inner::Own(Utf32Le | Utf32Be), Inner::Own(Utf32))
            | (Inner::Own(Utf16), Inner::Own(Utf16Le | Utf16Be))
            | (Inner::Own(Utf32), Inner::Own(Utf32Le | Utf32Be)) => true,
            _ => false,
        }
    }

    /// What each byte is, if the charset has one byte a character; `None` for a byte that is none.
    pub(crate) fn characters(self) -> Option<[Option<char>; 256]> {
        let of_whatwg = |encoding: &'static Whatwg| {
            std::array::from_fn(|byte| {
                let bytes = [byte as u8];
                let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
                text.chars().next()
            })
        };
        match self.0 {
            Inner::Own(Encoding::Latin1) => {
                Some(std::array::from_fn(|byte| char::from_u32(byte as u32)))
            }
            Inner::Legacy(encoding) if encoding.is_single_byte() => Some(of_whatwg(encoding)),
            Inner::Page(page) => Some(page.table().characters()),
            Inner::Own(_) | Inner::Legacy(_) => None,
        }
    }

    /// Whether a byte below 80 that is a character by itself is that of ASCII. In UTF-16 and UTF-32
    /// no byte is a character, and in EBCDIC these are others.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert!(Charset::for_label("cp437").unwrap().has_ascii());
    /// assert!(!Charset::for_label("ebcdic-cp-us").unwrap().has_ascii());
    /// ```
    #[must_use]
    pub const fn has_ascii(self) -> bool {
        match self.0 {
            Inner::Own(
                Encoding::Utf16
                | Encoding::Utf16Le
                | Encoding::Utf16Be
                | Encoding::Utf32
                | Encoding::Utf32Le
                | Encoding::Utf32Be,
            ) => false,
            Inner::Own(_) | Inner::Legacy(_) => true,
            Inner::Page(page) => page.has_ascii(),
        }
    }

    /// All charsets, each with its labels, the name first: ours, then the legacy ones by name.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// for (charset, labels) in Charset::all() {
    ///     assert_eq!(labels[0], charset.name());
    ///     assert!(labels.iter().all(|label| Charset::for_label(label) == Some(charset)));
    /// }
    /// ```
    #[must_use]
    pub fn all() -> Vec<(Charset, Vec<&'static str>)> {
        let mut all: Vec<(Charset, Vec<&'static str>)> = Vec::new();
        for label in labels() {
            let Some(charset) = Charset::for_label(label) else { continue };
            let name = charset.name();
            match all.iter_mut().find(|(known, _)| *known == charset) {
                Some((_, labels)) if labels.contains(&label) => {}
                Some((_, labels)) if label == name => labels.insert(0, label),
                Some((_, labels)) => labels.push(label),
                None => all.push((charset, vec![label])),
            }
        }
        all
    }

    /// The form of U+FEFF in it, which may stand first as a byte order mark; `None` where there is
    /// none. Of `utf-16` and `utf-32`: the little-endian one.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::for_label("utf-16be").unwrap().mark(), Some(&b"\xFE\xFF"[..]));
    /// assert_eq!(Charset::for_label("latin1").unwrap().mark(), None);
    /// ```
    #[must_use]
    pub fn mark(self) -> Option<&'static [u8]> {
        Some(match self.0 {
            Inner::Own(Encoding::Utf16Le | Encoding::Utf16) => Bom::Utf16Le.as_bytes(),
            Inner::Own(Encoding::Utf16Be) => Bom::Utf16Be.as_bytes(),
            Inner::Own(Encoding::Utf32Le | Encoding::Utf32) => Bom::Utf32Le.as_bytes(),
            Inner::Own(Encoding::Utf32Be) => Bom::Utf32Be.as_bytes(),
            Inner::Own(Encoding::Ascii | Encoding::Latin1) => return None,
            // All of these are like UTF-8 there.
            Inner::Own(_) => Bom::Utf8.as_bytes(),
            Inner::Legacy(encoding) if encoding == encoding_rs::GB18030 => b"\x84\x31\x95\x33",
            Inner::Legacy(_) | Inner::Page(_) => return None,
        })
    }
}

/// All labels: ours, the WHATWG's, and the others.
fn labels() -> impl Iterator<Item = &'static str> {
    let whatwg = labels::WHATWG.iter().flat_map(|(_, labels)| *labels);
    let aliases = labels::ALIASES.iter().map(|(alias, _)| *alias);
    let pages = code_pages::ALL.iter().flat_map(CodePage::all_labels);
    labels::OWN.iter().chain(whatwg).copied().chain(pages).chain(aliases)
}

/// What counts of a label that no standard has.
fn significant(label: &str) -> String {
    label.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}

impl From<Encoding> for Charset {
    fn from(encoding: Encoding) -> Charset {
        Charset(Inner::Own(encoding))
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}
