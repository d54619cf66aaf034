//! The encodings that this library knows, and their labels (RFC 3629 section 8).

use core::fmt;

/// An encoding of Unicode text, or of a part of it.
///
/// ```
/// use utf8kit::Encoding;
/// assert_eq!(Encoding::for_label("UTF-8"), Some(Encoding::Utf8));
/// assert_eq!(Encoding::Utf8.name(), "utf-8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// RFC 3629.
    Utf8,
    /// The byte order as the byte order mark says, else little-endian.
    Utf16,
    /// Little-endian; an initial U+FEFF is text.
    Utf16Le,
    /// Big-endian; an initial U+FEFF is text.
    Utf16Be,
    /// The byte order as the byte order mark says, else little-endian.
    Utf32,
    /// Little-endian; an initial U+FEFF is text.
    Utf32Le,
    /// Big-endian; an initial U+FEFF is text.
    Utf32Be,
    /// Strict 7-bit.
    Ascii,
    /// True ISO 8859-1: U+0000..U+00FF, each in its byte. (WHATWG's label of that name means
    /// windows-1252.)
    Latin1,
    /// Unicode Technical Report 26: UTF-16's code units, each in UTF-8's form.
    Cesu8,
    /// Java's: CESU-8, with C0 80 for NUL.
    ModifiedUtf8,
    /// UTF-8 in which unpaired surrogates have a form.
    Wtf8,
}

/// Every label, in lower case; of each encoding its name first.
const LABELS: &[(&str, Encoding)] = &[
    ("utf-8", Encoding::Utf8),
    ("utf8", Encoding::Utf8),
    ("csutf8", Encoding::Utf8),
    ("utf-16", Encoding::Utf16),
    ("utf16", Encoding::Utf16),
    ("utf-16le", Encoding::Utf16Le),
    ("utf16le", Encoding::Utf16Le),
    ("utf-16be", Encoding::Utf16Be),
    ("utf16be", Encoding::Utf16Be),
    ("utf-32", Encoding::Utf32),
    ("utf32", Encoding::Utf32),
    ("utf-32le", Encoding::Utf32Le),
    ("utf32le", Encoding::Utf32Le),
    ("utf-32be", Encoding::Utf32Be),
    ("utf32be", Encoding::Utf32Be),
    ("us-ascii", Encoding::Ascii),
    ("ascii", Encoding::Ascii),
    ("iso-8859-1", Encoding::Latin1),
    ("latin1", Encoding::Latin1),
    ("l1", Encoding::Latin1),
    ("cesu-8", Encoding::Cesu8),
    ("mutf-8", Encoding::ModifiedUtf8),
    ("modified-utf-8", Encoding::ModifiedUtf8),
    ("wtf-8", Encoding::Wtf8),
];

impl Encoding {
    /// The encoding that a label names, whatever its case and the ASCII white space around it.
    ///
    /// A label names no version of Unicode (RFC 3629 section 8): one that tries to is unknown
    /// here, as are the labels of legacy encodings. Does not allocate, cannot panic.
    ///
    /// ```
    /// use utf8kit::Encoding;
    /// assert_eq!(Encoding::for_label(" Utf-8\n"), Some(Encoding::Utf8));
    /// assert_eq!(Encoding::for_label("iso-8859-1"), Some(Encoding::Latin1));
    /// assert_eq!(Encoding::for_label("UNICODE-1-1-UTF-8"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: impl AsRef<[u8]>) -> Option<Encoding> {
        let label = label.as_ref().trim_ascii();
        let found = LABELS.iter().find(|(known, _)| label.eq_ignore_ascii_case(known.as_bytes()));
        found.map(|&(_, encoding)| encoding)
    }

    /// The name, in lower case. For UTF-8 it is the MIME charset (RFC 3629 section 8).
    ///
    /// ```
    /// assert_eq!(utf8kit::Encoding::ModifiedUtf8.name(), "mutf-8");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = LABELS.iter().find(|&&(_, encoding)| encoding == self);
        found.map_or("", |(name, _)| name)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
