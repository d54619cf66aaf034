//! The byte order mark (RFC 3629 section 6).

use core::fmt;

use crate::encoding::Encoding;

/// The encodings' forms of an initial U+FEFF, as a signature.
///
/// ```
/// use utf8kit::{Bom, Encoding};
/// let bom = Bom::detect(b"\xFF\xFEh\0i\0").unwrap();
/// assert_eq!((bom, bom.len(), bom.encoding()), (Bom::Utf16Le, 2, Encoding::Utf16Le));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bom {
    /// EF BB BF.
    Utf8,
    /// FF FE, and not 00 00 behind it.
    Utf16Le,
    /// FE FF.
    Utf16Be,
    /// FF FE 00 00.
    Utf32Le,
    /// 00 00 FE FF.
    Utf32Be,
}

impl Bom {
    /// UTF-32 before UTF-16: FF FE 00 00 starts as UTF-16's mark does.
    const ALL: [Bom; 5] = [Bom::Utf8, Bom::Utf32Le, Bom::Utf32Be, Bom::Utf16Le, Bom::Utf16Be];

    /// The mark that `bytes` starts with.
    ///
    /// FF FE 00 00 is UTF-32's, though UTF-16 with a leading NUL would start so too.
    ///
    /// ```
    /// use utf8kit::Bom;
    /// assert_eq!(Bom::detect(b"\xEF\xBB\xBFtext"), Some(Bom::Utf8));
    /// assert_eq!(Bom::detect(b"\xFF\xFE\0\0"), Some(Bom::Utf32Le));
    /// assert_eq!(Bom::detect(b"text"), None);
    /// ```
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Bom> {
        Bom::ALL.into_iter().find(|bom| bytes.starts_with(bom.as_bytes()))
    }

    /// The bytes of the mark.
    ///
    /// ```
    /// assert_eq!(utf8kit::Bom::Utf8.as_bytes(), "\u{FEFF}".as_bytes());
    /// ```
    #[must_use]
    pub const fn as_bytes(self) -> &'static [u8] {
        match self {
            Bom::Utf8 => b"\xEF\xBB\xBF",
            Bom::Utf16Le => b"\xFF\xFE",
            Bom::Utf16Be => b"\xFE\xFF",
            Bom::Utf32Le => b"\xFF\xFE\0\0",
            Bom::Utf32Be => b"\0\0\xFE\xFF",
        }
    }

    /// The length of the mark in bytes: 2, 3 or 4.
    ///
    /// ```
    /// assert_eq!(utf8kit::Bom::Utf8.len(), 3);
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "no mark is empty")]
    pub const fn len(self) -> usize {
        self.as_bytes().len()
    }

    /// The encoding, with its byte order, that the mark is a signature of.
    ///
    /// ```
    /// use utf8kit::{Bom, Encoding};
    /// assert_eq!(Bom::Utf16Be.encoding(), Encoding::Utf16Be);
    /// ```
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        match self {
            Bom::Utf8 => Encoding::Utf8,
            Bom::Utf16Le => Encoding::Utf16Le,
            Bom::Utf16Be => Encoding::Utf16Be,
            Bom::Utf32Le => Encoding::Utf32Le,
            Bom::Utf32Be => Encoding::Utf32Be,
        }
    }
}

/// What to do with a byte order mark, U+FEFF, at the start of a text: in UTF-8 a signature, EF BB
/// BF.
///
/// RFC 3629 section 6 asks to keep it unless there is a good reason. A protocol that forbids
/// signatures wants [`Keep`](BomPolicy::Keep): there an initial U+FEFF is a character, ZERO WIDTH
/// NO-BREAK SPACE. U+FEFF anywhere else is always a character, and no policy touches it.
///
/// ```
/// use utf8kit::{BomError, BomPolicy};
///
/// let text = b"\xEF\xBB\xBFtext";
/// assert_eq!(BomPolicy::Keep.apply(text), Ok(&text[..]));
/// assert_eq!(BomPolicy::Strip.apply(text), Ok(&b"text"[..]));
/// assert_eq!(BomPolicy::Require.apply(b"text"), Err(BomError::Missing));
/// assert_eq!(BomPolicy::Reject.apply(text), Err(BomError::Forbidden));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum BomPolicy {
    /// Leave the text as it is.
    #[default]
    Keep,
    /// Take one signature away, if the text starts with it.
    Strip,
    /// It is an error not to have one, as an empty text has none. The text stays as it is.
    Require,
    /// It is an error to have one.
    Reject,
}

impl BomPolicy {
    /// `text` as the policy wants it. Looks at the first three bytes alone.
    ///
    /// # Errors
    ///
    /// [`BomError::Missing`] under [`Require`](BomPolicy::Require), [`BomError::Forbidden`] under
    /// [`Reject`](BomPolicy::Reject).
    ///
    /// ```
    /// // One signature, and only one.
    /// let twice = b"\xEF\xBB\xBF\xEF\xBB\xBF!";
    /// assert_eq!(utf8kit::BomPolicy::Strip.apply(twice), Ok(&twice[3..]));
    /// ```
    pub fn apply(self, text: &[u8]) -> Result<&[u8], BomError> {
        match (self, text.strip_prefix(Bom::Utf8.as_bytes())) {
            (BomPolicy::Strip, Some(rest)) => Ok(rest),
            (BomPolicy::Require, None) => Err(BomError::Missing),
            (BomPolicy::Reject, Some(_)) => Err(BomError::Forbidden),
            _ => Ok(text),
        }
    }
}

/// How a text breaks a [`BomPolicy`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BomError {
    /// No byte order mark where one is required.
    Missing,
    /// A byte order mark where none may be.
    Forbidden,
}

impl fmt::Display for BomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BomError::Missing => "the text must start with a byte order mark (U+FEFF) and does not",
            BomError::Forbidden => {
                "the text starts with a byte order mark (U+FEFF), which is not allowed here"
            }
        })
    }
}

impl core::error::Error for BomError {}
