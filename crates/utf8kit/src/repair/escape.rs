//! What takes the place of ill-formed bytes.

use core::fmt;

/// What takes the place of a unit of ill-formed bytes.
///
/// A `&str` and an [`Escape`] become one by themselves.
///
/// ```
/// use utf8kit::repair::{Escape, Policy, Replacement, replace};
///
/// assert_eq!(replace(b"\xE2\x82!", Policy::Maximal, "."), ".!");
/// assert_eq!(replace(b"\xE2\x82!", Policy::Maximal, Escape::Percent), "%E2%82!");
/// assert_eq!(replace(b"\xE2\x82!", Policy::Maximal, Replacement::default()), "\u{FFFD}!");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replacement<'r> {
    /// A text; the empty one leaves the bytes out.
    Text(&'r str),
    /// The bytes themselves, in ASCII.
    Escape(Escape),
}

impl Default for Replacement<'_> {
    fn default() -> Self {
        Replacement::Text("\u{FFFD}")
    }
}

impl<'r> From<&'r str> for Replacement<'r> {
    fn from(text: &'r str) -> Self {
        Replacement::Text(text)
    }
}

impl From<Escape> for Replacement<'_> {
    fn from(escape: Escape) -> Self {
        Replacement::Escape(escape)
    }
}

/// How a byte is written in ASCII, with two uppercase hexadecimal digits.
///
/// What is escaped can be told from what was there before only where the text has no backslash, `%`
/// or `<` of its own.
///
/// ```
/// use utf8kit::repair::Escape;
/// assert_eq!(Escape::Backslash.of(b"\xC3\xA9").to_string(), r"\xC3\xA9");
/// assert_eq!(Escape::Percent.of(b"\xC3\xA9").to_string(), "%C3%A9");
/// assert_eq!(Escape::Angle.of(b"\xC3\xA9").to_string(), "<C3><A9>");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Escape {
    /// `\xE9`, as Python's `backslashreplace` has it.
    Backslash,
    /// `%E9`, as in URLs.
    Percent,
    /// `<E9>`, as vim and less show it.
    Angle,
}

impl Escape {
    /// `bytes` in ASCII, to be written anywhere.
    ///
    /// ```
    /// use utf8kit::repair::Escape;
    /// assert_eq!(format!("caf{}", Escape::Percent.of(b"\xE9")), "caf%E9");
    /// ```
    pub const fn of(self, bytes: &[u8]) -> Escaped<'_> {
        Escaped { escape: self, bytes }
    }
}

/// Bytes that are written in ASCII. Made by [`Escape::of`].
///
/// ```
/// use utf8kit::repair::Escape;
/// assert_eq!(Escape::Angle.of(b"").to_string(), "");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a> {
    escape: Escape,
    bytes: &'a [u8],
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.iter().try_for_each(|byte| match self.escape {
            Escape::Backslash => write!(f, "\\x{byte:02X}"),
            Escape::Percent => write!(f, "%{byte:02X}"),
            Escape::Angle => write!(f, "<{byte:02X}>"),
        })
    }
}
