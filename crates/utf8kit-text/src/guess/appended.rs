//! Text of which one part is UTF-16 and the other UTF-8: a Windows shell that writes UTF-16
//! appended to a file that was not, or the reverse.
//!
//! ```text
//! at the start   a mark of UTF-16, or one of the first two bytes is zero: UTF-16 comes first,
//!                and ends behind the unit of the last zero byte
//! elsewhere      FF FE or FE FF at the first place that is not UTF-8, else the first zero byte:
//!                there UTF-16 starts, in big-endian with this byte, in little-endian one before
//!
//! UTF-16         well-formed; no NUL, other control or private use; without a mark, its first
//!                four units are Latin; never eight bytes of ASCII in four units
//! UTF-8          well-formed; no NUL or other control
//! ```
//!
//! Where both byte orders are possible, little-endian is meant if that starts a line and is no
//! line feed; else the one in which the number of bytes is even.

use utf8kit::{Bom, Encoding, from_utf8, trim_incomplete};

use super::utf16_or_utf32;
use super::wide::is_text;

/// Where a text changes between UTF-8 and UTF-16.
///
/// ```
/// use utf8kit::Encoding;
/// use utf8kit_text::guess::utf16_within;
///
/// let within = utf16_within(b"one\r\nt\0w\0o\0\r\0\n\0").unwrap();
/// assert_eq!((within.offset(), within.encoding()), (5, Encoding::Utf16Le));
/// assert!(!within.comes_first());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Within {
    pub(super) offset: u64,
    encoding: Encoding,
    comes_first: bool,
}

impl Within {
    /// Where the second part starts, in bytes: with its mark, if it has one.
    ///
    /// ```
    /// let text = b"one\n\xFF\xFEt\0w\0o\0\n\0";
    /// assert_eq!(utf8kit_text::guess::utf16_within(text).unwrap().offset(), 4);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// What the part in UTF-16 is: [`Encoding::Utf16Le`] or [`Encoding::Utf16Be`].
    ///
    /// ```
    /// let text = b"one\n\0t\0w\0o\0\n";
    /// let within = utf8kit_text::guess::utf16_within(text).unwrap();
    /// assert_eq!(within.encoding(), utf8kit::Encoding::Utf16Be);
    /// ```
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether UTF-16 comes first, and UTF-8 from [`offset`](Within::offset) on.
    ///
    /// ```
    /// let text = b"\xFF\xFEo\0n\0e\0\r\0\n\0two and three\n";
    /// let within = utf8kit_text::guess::utf16_within(text).unwrap();
    /// assert_eq!((within.comes_first(), within.offset()), (true, 12));
    /// ```
    #[must_use]
    pub const fn comes_first(&self) -> bool {
        self.comes_first
    }
}

/// Where `text` changes from UTF-8 to UTF-16, or from UTF-16 to UTF-8, first. Behind UTF-16 that comes
/// second, there may be UTF-8 again. Looks at all of it, and does not allocate. The end may be cut: then the byte order is a guess where
/// UTF-16 does not start a line, and the place one byte off if that is wrong.
///
/// The part in UTF-8 may have a mark. If it comes last, it has at least eight bytes, or it is a
/// line after a line of UTF-16LE: less than that may be Chinese in UTF-16. If UTF-16 comes last,
/// it starts a line or has white space, as names that NULs separate do not.
///
/// ```
/// use utf8kit_text::guess::utf16_within;
/// assert_eq!(utf16_within(b"h\0e\0l\0l\0o\0"), None);
/// assert_eq!(utf16_within(b"./a\0./b\0c\0d\0e\0f\0"), None);
/// assert_eq!(utf16_within(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0"), None);
/// ```
#[must_use]
pub fn utf16_within(text: &[u8]) -> Option<Within> {
    if matches!(Bom::detect(text), Some(Bom::Utf32Le | Bom::Utf32Be)) {
        return None;
    }
    let mark = Bom::detect(text).filter(|mark| *mark != Bom::Utf8).map(Bom::encoding);
    let by_zero = match text {
        [0, ..] => Some(Encoding::Utf16Be),
        [_, 0, ..] => Some(Encoding::Utf16Le),
        _ => None,
    };
    match mark.or(by_zero) {
        Some(encoding) => utf16_first(text, encoding),
        None => utf16_last(text),
    }
}

fn utf16_first(text: &[u8], encoding: Encoding) -> Option<Within> {
    let last_zero = text.iter().rposition(|&byte| byte == 0)?;
    let is_little = encoding == Encoding::Utf16Le;
    let offset = last_zero + if is_little { 1 } else { 2 };
    let (wide, narrow) = text.split_at_checked(offset)?;
    if !offset.is_multiple_of(2) || !is_wide(wide, encoding) || !is_narrow(narrow, true) {
        return None;
    }
    let is_line = is_little && wide.ends_with(b"\n\0") && narrow.ends_with(b"\n");
    let is_enough = narrow.len() >= FEWEST_BYTES || is_line;
    is_enough.then_some(Within { offset: offset as u64, encoding, comes_first: true })
}

fn utf16_last(text: &[u8]) -> Option<Within> {
    let zero = text.iter().position(|&byte| byte == 0);
    let narrow = &text[..zero.unwrap_or(text.len())];
    let last = |offset, encoding| {
        let (narrow, wide) = text.split_at_checked(offset)?;
        let within = Within { offset: offset as u64, encoding, comes_first: false };
        (is_narrow(narrow, false) && is_wide_at_first(wide, encoding)).then_some(within)
    };
    if let Err(error) = from_utf8(narrow) {
        let offset = error.valid_up_to();
        let mark = Bom::detect(&text[offset..])
            .filter(|mark| matches!(mark, Bom::Utf16Le | Bom::Utf16Be))?;
        // Some of it must be Latin, lest any bytes be taken for it.
        zero?;
        return last(offset, mark.encoding());
    }
    let zero = zero?;
    let starts_line = |offset: usize| matches!(text[..offset].last(), Some(b'\n' | b'\r'));
    let is_even = |within: &Within| (text.len() as u64 - within.offset).is_multiple_of(2);
    let little = last(zero - 1, Encoding::Utf16Le);
    let big = last(zero, Encoding::Utf16Be);
    let within = match (little, big) {
        (Some(little), Some(big)) => {
            let is_little = starts_line(zero - 1) && text[zero - 1] != b'\n';
            if is_little || is_even(&little) { little } else { big }
        }
        (little, big) => little.or(big)?,
    };
    let offset = within.offset as usize;
    if starts_line(offset) {
        return Some(within);
    }
    // All of it may be UTF-16 that does not start with Latin letters.
    let is_all_wide = within.offset.is_multiple_of(2)
        && utf16_or_utf32(text).is_some_and(|it| it.encoding() == within.encoding);
    let has_space = units(&text[offset..], within.encoding)
        .any(|unit| matches!(unit, 0x09 | 0x0A | 0x0D | 0x20));
    (has_space && !is_all_wide).then_some(within)
}

/// Whether `text` is UTF-16, or UTF-16 and then UTF-8 again.
fn is_wide_at_first(text: &[u8], encoding: Encoding) -> bool {
    let is_wide_in_part = || {
        let last_zero = text.iter().rposition(|&byte| byte == 0)?;
        let end = last_zero + if encoding == Encoding::Utf16Le { 1 } else { 2 };
        let (wide, narrow) = text.split_at_checked(end)?;
        // A mark alone, and half a unit, is no text.
        let is_some = end.is_multiple_of(2) && end >= FEWEST_BYTES;
        let is_enough = narrow.len() >= FEWEST_BYTES;
        Some(is_some && is_enough && is_wide(wide, encoding) && is_narrow(narrow, true))
    };
    is_wide(text, encoding) || is_wide_in_part().unwrap_or(false)
}

/// Less UTF-8 behind UTF-16 than that may be Chinese in UTF-16.
const FEWEST_BYTES: usize = 8;

/// Whether `text` is UTF-8 that is not empty, without controls that text does not have. `is_end`
/// allows for a sequence that is cut.
fn is_narrow(text: &[u8], is_end: bool) -> bool {
    let whole = if is_end { trim_incomplete(text) } else { text };
    let is_control = |byte: &u8| {
        matches!(byte, 0..=0x1F | 0x7F) && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B)
    };
    !text.is_empty() && from_utf8(whole).is_ok() && !text.iter().any(is_control)
}

fn units(text: &[u8], encoding: Encoding) -> impl Iterator<Item = u16> {
    let pairs = text.as_chunks::<2>().0.iter();
    pairs.map(move |pair| match encoding {
        Encoding::Utf16Le => u16::from_le_bytes(*pair),
        _ => u16::from_be_bytes(*pair),
    })
}

/// Whether `text` is UTF-16 that text is made of.
fn is_wide(text: &[u8], encoding: Encoding) -> bool {
    let has_mark = units(text, encoding).next() == Some(0xFEFF);
    let is_latin = |unit: u16| matches!(unit, 0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0xA0..=0xFF);
    let starts_latin = units(text, encoding).take_while(|unit| is_latin(*unit)).take(4).count();
    if !has_mark && starts_latin < 4 {
        return false;
    }
    // The end may be between two surrogates.
    let ends_high = units(text, encoding).last().is_some_and(|unit| unit & 0xFC00 == 0xD800);
    let whole = &text[..text.len() / 2 * 2 - if ends_high { 2 } else { 0 }];
    let mut ascii_pairs = 0;
    char::decode_utf16(units(whole, encoding)).all(|decoded| {
        let Ok(character) = decoded else { return false };
        let [high, low] = (u32::from(character) as u16).to_be_bytes();
        let is_ascii = |byte| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
        let is_pair = character <= '\u{FFFF}' && is_ascii(high) && is_ascii(low);
        ascii_pairs = if is_pair { ascii_pairs + 1 } else { 0 };
        ascii_pairs < 4 && (character == '\x1B' || is_text(character))
    })
}
