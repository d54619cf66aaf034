//! What stands where a conversion ends before the text does.

use std::fmt;

use utf8kit::{Error, Kind};

use crate::charset::Charset;

/// What stands where a conversion ended, if it is not the end.
///
/// ```
/// use utf8kit_text::charset::{Charset, Stop, Transcoder, Trouble};
///
/// let to = Charset::for_label("latin1").unwrap();
/// let stop = Transcoder::new(Charset::UTF_8, to).convert(b"\xFF", true, &mut [0; 512]).stop;
/// assert!(matches!(stop, Stop::Malformed(Trouble::Malformed(bytes)) if bytes.len == 1));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trouble {
    /// Bytes that are malformed in the source.
    Malformed(Malformed),
    /// A character that the target does not have.
    Unmappable(Unmappable),
}

impl Trouble {
    /// How many bytes of the source it is.
    ///
    /// ```
    /// use utf8kit_text::charset::{Charset, Stop, Transcoder};
    ///
    /// let to = Charset::for_label("latin1").unwrap();
    /// let stop = Transcoder::new(Charset::UTF_8, to).convert("€".as_bytes(), true, &mut [0; 512]).stop;
    /// assert!(matches!(stop, Stop::Malformed(trouble) if trouble.len() == 3));
    /// ```
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a byte")]
    pub const fn len(&self) -> usize {
        match self {
            Trouble::Malformed(malformed) => malformed.len,
            Trouble::Unmappable(unmappable) => unmappable.len,
        }
    }
}

/// What is wrong, in words.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Malformed(malformed) => malformed.fmt(f),
            Trouble::Unmappable(unmappable) => unmappable.fmt(f),
        }
    }
}

/// Bytes that are no text in the source's charset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Malformed {
    /// How many bytes; none more than were given.
    pub len: usize,
    pub(super) why: Why,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Why {
    Own(Error),
    NotAscii(u8),
    Legacy { charset: Charset, bytes: [u8; 4] },
}

/// A character that the target's charset does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmappable {
    /// The character.
    pub character: char,
    /// How many bytes it has in the source.
    pub len: usize,
}

impl Malformed {
    /// What is wrong, if the source is one of [`utf8kit`]'s encodings.
    ///
    /// ```
    /// use utf8kit::Kind;
    /// use utf8kit_text::charset::{Charset, Stop, Transcoder, Trouble};
    ///
    /// let to = Charset::for_label("utf-16").unwrap();
    /// let stop = Transcoder::new(Charset::UTF_8, to).convert(b"\xFF", true, &mut [0; 512]).stop;
    /// let Stop::Malformed(Trouble::Malformed(malformed)) = stop else { panic!() };
    /// assert_eq!(malformed.kind(), Some(Kind::InvalidByte));
    /// assert_eq!(malformed.to_string(), "byte FF never appears in UTF-8");
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self.why {
            Why::Own(error) => Some(error.kind()),
            Why::NotAscii(_) | Why::Legacy { .. } => None,
        }
    }
}

/// What is wrong, in words.
impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            Why::Own(error) => error.reason().fmt(f),
            Why::NotAscii(byte) => write!(f, "byte {byte:02X} is not ASCII, which ends at 7F"),
            Why::Legacy { charset, bytes } => {
                let bytes: Vec<_> =
                    bytes[..self.len.min(4)].iter().map(|byte| format!("{byte:02X}")).collect();
                write!(f, "{} is no character of {charset}", bytes.join(" "))
            }
        }
    }
}

/// What is wrong, in words.
impl fmt::Display for Unmappable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U+{:04X} has no form in the target", u32::from(self.character))
    }
}
