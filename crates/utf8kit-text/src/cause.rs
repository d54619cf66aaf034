//! Why bytes that are not UTF-8 are where they are.

use std::fmt;

use utf8kit::repair::Form;

/// How ill-formed bytes are likely to have come into a text.
///
/// [`id`](Cause::id) is stable, for programs; the [`Display`](fmt::Display) form is for people.
///
/// ```
/// use utf8kit_text::Cause;
///
/// let cause = Cause::Overlong(0x2F);
/// assert_eq!((cause.id(), cause.char()), ("overlong-ascii", Some('/')));
/// assert_eq!(
///     cause.to_string(),
///     "overlong form of '/' (U+002F): an attack on programs that look for '/' before decoding \
///      (RFC 3629 section 10)",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// Two surrogates in UTF-8's form, as CESU-8 writes a character above U+FFFF.
    Cesu8Pair(char),
    /// One surrogate in UTF-8's form, without its other half; holds the code point.
    LoneSurrogate(u32),
    /// C0 80.
    ModifiedUtf8Nul,
    /// A character in more bytes than it needs; holds the value.
    Overlong(u32),
    /// A form of four bytes above U+10FFFF; holds the value.
    AboveUnicode(u32),
    /// A form of five or six bytes, which RFC 2279 had and RFC 3629 has not.
    Rfc2279 {
        /// 5 or 6.
        length: u8,
        /// What the form stands for; may be a character that has a shorter form.
        value: u32,
    },
    /// The input ends inside a character.
    Cut,
    /// One byte of windows-1252. From A0 on it means the same in Latin-1.
    Windows1252(char),
}

impl Cause {
    /// How a form of `length` bytes came into a text.
    pub(crate) fn of_form(form: Form, length: usize) -> Option<Cause> {
        Some(match form {
            Form::SurrogatePair(character) => Cause::Cesu8Pair(character),
            Form::Surrogate(code_point) => Cause::LoneSurrogate(code_point.into()),
            Form::ModifiedNul => Cause::ModifiedUtf8Nul,
            Form::Overlong(value) => Cause::Overlong(value),
            Form::AboveUnicode(value) => Cause::AboveUnicode(value),
            Form::Rfc2279(value) => Cause::Rfc2279 { length: length as u8, value },
            _ => return None,
        })
    }

    /// The stable name, as machine formats write it.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::Cause::Cut.id(), "cut");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Cause::Cesu8Pair(_) => "cesu-8",
            Cause::LoneSurrogate(_) => "lone-surrogate",
            Cause::ModifiedUtf8Nul => "modified-utf-8-nul",
            Cause::Overlong(0..0x80) => "overlong-ascii",
            Cause::Overlong(_) => "overlong",
            Cause::AboveUnicode(_) => "above-10ffff",
            Cause::Rfc2279 { .. } => "rfc-2279",
            Cause::Cut => "cut",
            Cause::Windows1252(_) => "windows-1252",
        }
    }

    /// The character that was meant, where there is one.
    ///
    /// ```
    /// use utf8kit_text::Cause;
    /// assert_eq!(Cause::Windows1252('é').char(), Some('é'));
    /// assert_eq!(Cause::LoneSurrogate(0xD800).char(), None);
    /// ```
    #[must_use]
    pub const fn char(self) -> Option<char> {
        match self {
            Cause::Cesu8Pair(character) | Cause::Windows1252(character) => Some(character),
            Cause::ModifiedUtf8Nul => Some('\0'),
            Cause::Overlong(value) | Cause::Rfc2279 { value, .. } => char::from_u32(value),
            Cause::LoneSurrogate(_) | Cause::AboveUnicode(_) | Cause::Cut => None,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Cause::Cesu8Pair(character) => {
                write!(f, "CESU-8: two surrogates for {}", Named(character.into()))
            }
            Cause::LoneSurrogate(value) => {
                let half = if value < 0xDC00 { "high" } else { "low" };
                write!(f, "a lone {half} surrogate (U+{value:04X}), as broken UTF-16 leaves it")
            }
            Cause::ModifiedUtf8Nul => f.write_str(
                "Modified UTF-8 (Java): NUL as C0 80; where NUL is forbidden, an attack \
                 (RFC 3629 section 10)",
            ),
            Cause::Overlong(value @ 0..0x80) => write!(
                f,
                "overlong form of {}: an attack on programs that look for {} before decoding \
                 (RFC 3629 section 10)",
                Named(value),
                Short(value),
            ),
            Cause::Overlong(value) => write!(f, "overlong form of {}", Named(value)),
            Cause::AboveUnicode(value) => {
                write!(f, "form of U+{value:X}, above the last code point U+10FFFF")
            }
            Cause::Rfc2279 { length, value } => {
                write!(f, "{length}-byte form of RFC 2279, which RFC 3629 abolished, of ")?;
                match value {
                    0..0x80 => write!(f, "{}: an attack, as every overlong form", Named(value)),
                    _ => write!(f, "{}", Named(value)),
                }
            }
            Cause::Cut => f.write_str("the input is cut in mid-character"),
            Cause::Windows1252(character) => {
                write!(f, "likely windows-1252 {}", Short(character.into()))
            }
        }
    }
}

/// A code point by its glyph, where it has one that can be quoted, and by its number.
struct Named(u32);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match quotable(self.0) {
            Some(character) => write!(f, "'{character}' (U+{:04X})", self.0),
            None => write!(f, "U+{:04X}", self.0),
        }
    }
}

/// A code point by its glyph, else by its number.
struct Short(u32);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match quotable(self.0) {
            Some(character) => write!(f, "'{character}'"),
            None => write!(f, "U+{:04X}", self.0),
        }
    }
}

/// What a terminal shows as itself. `escape_debug` knows what is unprintable, format characters
/// and combining marks included, and also escapes quotes, which may stand here.
fn quotable(value: u32) -> Option<char> {
    let character = char::from_u32(value)?;
    let is_plain = matches!(character, '\'' | '"' | '\\') || character.escape_debug().len() == 1;
    (is_plain && !character.is_whitespace()).then_some(character)
}
