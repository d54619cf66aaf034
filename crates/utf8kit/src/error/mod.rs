//! What is wrong with a sequence, and where.

mod at;

use core::fmt;
use core::num::NonZeroU64;

use crate::scalar::{decode, table};
pub use at::ErrorAt;

/// What is wrong with a maximal subpart (Unicode chapter 3.9, D93b).
///
/// The names are stable: [`Kind::name`] is what every output format writes.
///
/// ```
/// use utf8kit::Kind;
/// assert_eq!(utf8kit::from_utf8(b"\xC0\xAF").unwrap_err().kind(), Kind::Overlong);
/// assert_eq!(Kind::Overlong.name(), "overlong");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// A continuation byte (80..BF) where a character should start.
    UnexpectedContinuation,
    /// A good lead, then too few continuations, then something else.
    Truncated,
    /// A sequence that the end of the input cuts off: more bytes could complete it.
    Incomplete,
    /// A longer form of a character than the shortest: C0, C1; E0 80..9F; F0 80..8F.
    Overlong,
    /// The UTF-8-like form of U+D800..DFFF: ED A0..BF.
    Surrogate,
    /// A form above U+10FFFF: F4 90..BF; F5..F7.
    TooLarge,
    /// F8..FF, which never appear.
    InvalidByte,
    /// In UTF-16: a surrogate without its other half.
    UnpairedSurrogate,
    /// In UTF-32, or a number to encode: above 10FFFF.
    OutOfRange,
    /// A character that the target encoding does not have.
    Unrepresentable,
}

impl Kind {
    /// All kinds, in the order of their declaration.
    ///
    /// ```
    /// assert!(utf8kit::Kind::ALL.iter().any(|kind| kind.name() == "truncated"));
    /// ```
    pub const ALL: &[Kind] = &[
        Kind::UnexpectedContinuation,
        Kind::Truncated,
        Kind::Incomplete,
        Kind::Overlong,
        Kind::Surrogate,
        Kind::TooLarge,
        Kind::InvalidByte,
        Kind::UnpairedSurrogate,
        Kind::OutOfRange,
        Kind::Unrepresentable,
    ];

    /// The stable name, as every output format spells it.
    ///
    /// ```
    /// assert_eq!(utf8kit::Kind::UnexpectedContinuation.name(), "unexpected-continuation");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::UnexpectedContinuation => "unexpected-continuation",
            Kind::Truncated => "truncated",
            Kind::Incomplete => "incomplete",
            Kind::Overlong => "overlong",
            Kind::Surrogate => "surrogate",
            Kind::TooLarge => "too-large",
            Kind::InvalidByte => "invalid-byte",
            Kind::UnpairedSurrogate => "unpaired-surrogate",
            Kind::OutOfRange => "out-of-range",
            Kind::Unrepresentable => "unrepresentable",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One ill-formed sequence: where it stands, how long it is, and why it is wrong.
///
/// [`valid_up_to`](Error::valid_up_to) and [`error_len`](Error::error_len) answer as
/// [`core::str::Utf8Error`] does; [`kind`](Error::kind) and the [`Display`](fmt::Display)
/// form say more. The type is 16 bytes, `Copy`, and owns nothing.
///
/// ```
/// let error = utf8kit::from_utf8(b"na\xEFve").unwrap_err();
/// assert_eq!(error.valid_up_to(), 2);
/// assert_eq!(error.error_len(), Some(1));
/// assert_eq!(error.kind(), utf8kit::Kind::Truncated);
/// assert_eq!(
///     error.to_string(),
///     "malformed UTF-8 at byte 2: truncated 3-byte sequence: expected 80..BF after EF, found 76",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Error {
    position: usize,
    seen: Seen,
}

/// What an [`Error`] knows beside its position.
///
/// One word, because an error travels through several functions' results: parts that are stored one
/// by one and loaded together make a CPU wait for the cache. From the lowest byte: four bytes that
/// were seen, or one value (least significant byte first); how many elements the subpart has; how
/// many of the four bytes were there to see; a [`Place`]; and the index of the kind in
/// [`Kind::ALL`], which for ill-formed UTF-8 is not stored but worked out when somebody asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Seen(NonZeroU64);

/// What the source is, and what its elements are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(crate) enum Place {
    Utf8,
    /// No source: a number to encode.
    Number,
    Utf16Bytes,
    Utf16Units,
    Utf32Bytes,
    Utf32Units,
    Cesu8,
    ModifiedUtf8,
    Wtf8,
}

impl Place {
    const ALL: [Place; 9] = [
        Place::Utf8,
        Place::Number,
        Place::Utf16Bytes,
        Place::Utf16Units,
        Place::Utf32Bytes,
        Place::Utf32Units,
        Place::Cesu8,
        Place::ModifiedUtf8,
        Place::Wtf8,
    ];

    /// The name of the encoding, and of an element.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Place::Utf8 => ("UTF-8", "byte"),
            Place::Number => ("number", "number"),
            Place::Utf16Bytes => ("UTF-16", "byte"),
            Place::Utf16Units => ("UTF-16", "unit"),
            Place::Utf32Bytes => ("UTF-32", "byte"),
            Place::Utf32Units => ("UTF-32", "unit"),
            Place::Cesu8 => ("CESU-8", "byte"),
            Place::ModifiedUtf8 => ("Modified UTF-8", "byte"),
            Place::Wtf8 => ("WTF-8", "byte"),
        }
    }

    /// This source where its elements are whole code units.
    const fn in_units(self) -> Place {
        match self {
            Place::Utf16Bytes => Place::Utf16Units,
            Place::Utf32Bytes => Place::Utf32Units,
            other => other,
        }
    }
}

impl Seen {
    const fn new(first: u32, len: usize, seen_len: usize, place: Place) -> Seen {
        Seen::packed(
            first as u64 | (len as u64) << 32 | (seen_len as u64) << 40 | (place as u64) << 48,
        )
    }

    const fn with_kind(self, kind: Kind) -> Seen {
        Seen::packed(self.0.get() | (kind as u64) << 56)
    }

    const fn packed(word: u64) -> Seen {
        match NonZeroU64::new(word) {
            Some(word) => Seen(word),
            // A subpart has a byte.
            None => unreachable!(),
        }
    }

    const fn place(self) -> Place {
        Place::ALL[(self.0.get() >> 48) as u8 as usize]
    }

    const fn kind(self) -> Kind {
        Kind::ALL[(self.0.get() >> 56) as usize]
    }

    const fn first(self) -> u32 {
        self.0.get() as u32
    }

    const fn len(self) -> u8 {
        (self.0.get() >> 32) as u8
    }

    const fn seen_len(self) -> usize {
        (self.0.get() >> 40) as u8 as usize
    }
}

impl Error {
    /// An error whose maximal subpart, at `position`, is the first `len` of `first`; `left` bytes
    /// of the input stand there.
    #[inline(always)]
    pub(crate) const fn utf8(position: usize, first: [u8; 4], left: usize, len: usize) -> Error {
        let seen_len = if len < left { len + 1 } else { len };
        let seen = u32::from_le_bytes(first) as u64 & ((1 << (8 * seen_len)) - 1);
        Error { position, seen: Seen::new(seen as u32, len, seen_len, Place::Utf8) }
    }

    /// A number that is to be encoded and is no scalar value.
    pub(crate) const fn number(value: u32) -> Error {
        let kind = if value > char::MAX as u32 { Kind::OutOfRange } else { Kind::Surrogate };
        Error { position: 0, seen: Seen::new(value, 1, 0, Place::Number).with_kind(kind) }
    }

    /// An error of `len` elements at `position` in another encoding than UTF-8. `value` is the code
    /// unit, the code point or the first byte that is wrong.
    pub(crate) const fn other(
        place: Place,
        kind: Kind,
        position: usize,
        len: usize,
        value: u32,
    ) -> Error {
        Error { position, seen: Seen::new(value, len, 0, place).with_kind(kind) }
    }

    /// The first `len` bytes from `at` on begin a character, and nothing that completes it follows.
    pub(crate) fn cut(place: Place, src: &[u8], at: usize, len: usize) -> Error {
        let rest = &src[at..];
        let first = core::array::from_fn(|index| rest.get(index).copied().unwrap_or(0));
        let kind = if rest.len() > len { Kind::Truncated } else { Kind::Incomplete };
        let seen = Error::utf8(at, first, rest.len(), len).seen;
        let seen = Seen::new(seen.first(), len, seen.seen_len(), place).with_kind(kind);
        Error { position: at, seen }
    }

    /// This error counted in code units of `bytes` bytes.
    pub(crate) const fn in_units(self, bytes: usize) -> Error {
        if bytes == 1 {
            return self;
        }
        let (value, len) = (self.seen.first(), self.subpart_len().div_ceil(bytes));
        let place = self.seen.place().in_units();
        Error::other(place, self.kind(), self.position / bytes, len, value)
    }

    /// This error in a text of which UTF-8 is a part, or that is much like it.
    pub(crate) const fn said_of(mut self, place: Place) -> Error {
        let kind = self.kind();
        let (first, len) = (self.seen.first(), self.subpart_len());
        self.seen = Seen::new(first, len, self.seen.seen_len(), place).with_kind(kind);
        self
    }

    /// This error in a slice that has `offset` elements before this one.
    pub(crate) const fn shifted(mut self, offset: usize) -> Error {
        self.position += offset;
        self
    }

    /// Index of the first byte of the ill-formed sequence: everything before is well-formed.
    ///
    /// ```
    /// let input = b"fine\xFF";
    /// let error = utf8kit::from_utf8(input).unwrap_err();
    /// assert_eq!(utf8kit::from_utf8(&input[..error.valid_up_to()]), Ok("fine"));
    /// ```
    #[must_use]
    pub const fn valid_up_to(&self) -> usize {
        self.position
    }

    /// Index, in elements of the slice that was passed, of the ill-formed sequence.
    ///
    /// For UTF-8 this is [`valid_up_to`](Error::valid_up_to) by the name that fits every source.
    ///
    /// ```
    /// assert_eq!(utf8kit::from_utf8(b"fine\xFF").unwrap_err().position(), 4);
    /// ```
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Length in bytes of the maximal subpart to replace by one U+FFFD, or `None` where the input
    /// ends inside a sequence that is well-formed so far and more bytes could complete it.
    ///
    /// ```
    /// assert_eq!(utf8kit::from_utf8(b"\xF0\x9F\x98!").unwrap_err().error_len(), Some(3));
    /// assert_eq!(utf8kit::from_utf8(b"\xF0\x9F\x98").unwrap_err().error_len(), None);
    /// ```
    #[must_use]
    pub const fn error_len(&self) -> Option<usize> {
        match self.kind() {
            Kind::Incomplete => None,
            _ => Some(self.subpart_len()),
        }
    }

    /// Length of the maximal subpart in elements, also where it is [incomplete](Kind::Incomplete):
    /// in UTF-8, 1 to 3.
    ///
    /// ```
    /// assert_eq!(utf8kit::from_utf8(b"\xF0\x9F\x98").unwrap_err().subpart_len(), 3);
    /// ```
    #[must_use]
    pub const fn subpart_len(&self) -> usize {
        self.seen.len() as usize
    }

    /// What is wrong.
    ///
    /// ```
    /// let error = utf8kit::from_utf8(b"\xED\xA0\x80").unwrap_err();
    /// assert_eq!(error.kind(), utf8kit::Kind::Surrogate);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.seen.place() {
            // What is only unrepresentable was not looked at byte by byte.
            Place::Utf8 if self.seen.seen_len() > 0 => {
                decode::kind(self.bytes().as_slice(), self.subpart_len())
            }
            _ => self.seen.kind(),
        }
    }

    /// The reason without the position, for a message that says the place in its own way.
    ///
    /// ```
    /// let error = utf8kit::from_utf8(b"\xF5").unwrap_err();
    /// assert_eq!(
    ///     error.reason().to_string(),
    ///     "lead byte F5 would start a character above U+10FFFF",
    /// );
    /// ```
    #[must_use]
    pub const fn reason(&self) -> Reason {
        Reason(*self)
    }

    /// The subpart, and the byte behind it if there is one.
    const fn bytes(&self) -> Bytes {
        Bytes { bytes: self.seen.first().to_le_bytes(), len: self.seen.seen_len() }
    }
}

/// Up to four bytes.
struct Bytes {
    bytes: [u8; 4],
    len: usize,
}

impl Bytes {
    const fn as_slice(&self) -> &[u8] {
        let (bytes, _) = self.bytes.split_at(self.len);
        bytes
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (encoding, element) = self.seen.place().names();
        match (self.seen.place(), self.kind()) {
            (Place::Number, _) => self.reason().fmt(f),
            (_, Kind::Unrepresentable) => {
                write!(f, "{} (at {element} {} of {encoding})", self.reason(), self.position)
            }
            _ => {
                write!(f, "malformed {encoding} at {element} {}: {}", self.position, self.reason())
            }
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("position", &self.position)
            .field("error_len", &self.error_len())
            .field("kind", &self.kind())
            .finish_non_exhaustive()
    }
}

impl core::error::Error for Error {}

/// An error of the kind [`InvalidData`](std::io::ErrorKind::InvalidData), which holds this one.
///
/// ```
/// use std::io;
///
/// fn first_line(bytes: &[u8]) -> io::Result<Option<&str>> {
///     Ok(utf8kit::from_utf8(bytes)?.lines().next())
/// }
///
/// let error = first_line(b"one\n\xFF").unwrap_err();
/// assert_eq!(error.kind(), io::ErrorKind::InvalidData);
/// assert_eq!(error.downcast::<utf8kit::Error>().unwrap().position(), 4);
/// ```
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// Why a sequence is ill-formed, in words. Made by [`Error::reason`].
#[derive(Clone, Copy)]
pub struct Reason(Error);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.0;
        let value = error.seen.first();
        match (error.seen.place(), error.kind()) {
            (_, Kind::Unrepresentable) if matches!(value, 0xD800..=0xDFFF) => {
                write!(f, "the target encoding has no form for the unpaired surrogate {value:04X}")
            }
            (_, Kind::Unrepresentable) => {
                write!(f, "the target encoding has no form for U+{value:04X}")
            }
            (Place::Utf8, _) => utf8_reason(error, f),
            (Place::Number | Place::Utf32Bytes | Place::Utf32Units, Kind::Surrogate) => {
                write!(f, "{value:04X} is a surrogate code point, not a scalar value")
            }
            (Place::Wtf8, Kind::Surrogate) => f.write_str(
                "two surrogates that would pair: the character has a form of four bytes",
            ),
            (_, Kind::OutOfRange) => write!(f, "{value:X} is above 10FFFF, the last code point"),
            (_, Kind::UnpairedSurrogate) if value < 0xDC00 => {
                write!(f, "unpaired surrogate: no low one (DC00..DFFF) after {value:04X}")
            }
            (_, Kind::UnpairedSurrogate) => {
                write!(f, "unpaired surrogate: no high one (D800..DBFF) before {value:04X}")
            }
            (Place::Utf16Bytes | Place::Utf16Units, Kind::Incomplete) if value >= 0xD800 => {
                write!(f, "the input ends after {value:04X}, half of a surrogate pair")
            }
            (Place::Cesu8 | Place::ModifiedUtf8, Kind::Incomplete) if value >= 0xD800 => {
                write!(f, "the input ends after {value:04X}, half of a surrogate pair")
            }
            (
                Place::Utf16Bytes | Place::Utf16Units | Place::Utf32Bytes | Place::Utf32Units,
                Kind::Incomplete,
            ) => f.write_str("the input ends inside a code unit"),
            (Place::ModifiedUtf8, Kind::Incomplete) if value == 0xC0 => {
                f.write_str("the input ends where 80 must follow C0")
            }
            (Place::Cesu8 | Place::ModifiedUtf8, Kind::InvalidByte) => {
                let (encoding, _) = error.seen.place().names();
                write!(f, "byte {:02X} never appears in {encoding}", value as u8)
            }
            _ => utf8_reason(error, f),
        }
    }
}

impl fmt::Debug for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reason({self})")
    }
}

fn utf8_reason(error: &Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let seen = error.bytes();
    let (subpart, next) = seen.as_slice().split_at(error.subpart_len());
    let Some(&lead) = subpart.first() else {
        return f.write_str(error.kind().name());
    };
    // What has forms for surrogates is not as strict after ED.
    let expected = match error.seen.place() {
        Place::Cesu8 | Place::ModifiedUtf8 | Place::Wtf8 if lead == 0xED => 0x80..=0xBF,
        _ => table::expected_after(subpart),
    };
    let (first, last) = (*expected.start(), *expected.end());
    let next = next.first().copied();
    match (error.kind(), next) {
        (Kind::UnexpectedContinuation, _) => {
            write!(f, "unexpected continuation byte {lead:02X}: no lead byte before it")
        }
        (Kind::Incomplete, _) => write!(
            f,
            "incomplete {}-byte sequence: the input ends where {first:02X}..{last:02X} must follow {}",
            table::sequence_len(lead),
            Hex(subpart),
        ),
        (Kind::Truncated, Some(next)) => write!(
            f,
            "truncated {}-byte sequence: expected {first:02X}..{last:02X} after {}, found {next:02X}",
            table::sequence_len(lead),
            Hex(subpart),
        ),
        (Kind::Overlong, Some(next)) if lead >= 0xE0 => write!(
            f,
            "overlong form: {lead:02X} {next:02X} is not the shortest form of any character \
             (expected {first:02X}..{last:02X} after {lead:02X})",
        ),
        (Kind::Overlong, _) => {
            write!(f, "overlong form: lead byte {lead:02X} never starts the shortest form")
        }
        (Kind::Surrogate, Some(next)) => write!(
            f,
            "surrogate: {lead:02X} {next:02X} stands for U+D800..DFFF, which are not characters \
             (expected {first:02X}..{last:02X} after {lead:02X})",
        ),
        (Kind::TooLarge, Some(next)) if lead == 0xF4 => write!(
            f,
            "{lead:02X} {next:02X} stands for a character above U+10FFFF \
             (expected {first:02X}..{last:02X} after {lead:02X})",
        ),
        (Kind::TooLarge, _) => {
            write!(f, "lead byte {lead:02X} would start a character above U+10FFFF")
        }
        (Kind::InvalidByte, _) => write!(f, "byte {lead:02X} never appears in UTF-8"),
        (kind, _) => f.write_str(kind.name()),
    }
}

struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{byte:02X}")?;
        }
        Ok(())
    }
}
