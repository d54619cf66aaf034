//! Encodings in which all bytes are below 80, and which are not ASCII all the same.
//!
//! ```text
//! ISO-2022-JP   ESC $ B, ESC $ @    pairs of 21..7E, up to ESC ( B, ESC ( J or ESC ( I
//! ISO-2022-KR   ESC $ ) C, wherever it is first, then SO, pairs of 21..7E, SI
//! ISO-2022-CN   ESC $ ) A or G before SO, pairs of 21..7E, SI; ESC $ * H before ESC N, one pair
//! HZ            ~{, pairs of 21..29 or 30..77 and 21..7E, ~}; ~~ and ~ LF besides
//! UTF-7         +, base64 of UTF-16BE, -
//! ```
//!
//! A text is one of these only if all of it is well-formed in it, and at least one pair or
//! character is there. Line ends stand outside of pairs. Other escape sequences, as those for
//! colours are, and a lone `~` are in none of them. What the end of the text cuts off is no error.
//!
//! UTF-7 has no sequence that other text does not have. See the rule there.

mod utf7;

use std::fmt;

use crate::charset::Charset;

/// An encoding of which all bytes are below 80.
///
/// ```
/// use utf8kit_text::guess::{SevenBit, escapes};
/// assert_eq!(escapes(b"caf+AOk-"), Some(SevenBit::Utf7));
/// assert_eq!(SevenBit::Hz.to_string(), "hz-gb-2312");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SevenBit {
    /// ISO-2022-JP (RFC 1468).
    Iso2022Jp,
    /// ISO-2022-KR (RFC 1557).
    Iso2022Kr,
    /// ISO-2022-CN (RFC 1922).
    Iso2022Cn,
    /// HZ (RFC 1843).
    Hz,
    /// UTF-7 (RFC 2152).
    Utf7,
}

impl SevenBit {
    /// The charset that it is, if it can be decoded here: only ISO-2022-JP can.
    ///
    /// ```
    /// use utf8kit_text::guess::SevenBit;
    /// assert_eq!(SevenBit::Iso2022Jp.charset().unwrap().name(), "iso-2022-jp");
    /// assert_eq!(SevenBit::Utf7.charset(), None);
    /// ```
    #[must_use]
    pub fn charset(self) -> Option<Charset> {
        match self {
            SevenBit::Iso2022Jp => Charset::for_label("iso-2022-jp"),
            _ => None,
        }
    }
}

/// Its name as IANA has it, in lower case.
impl fmt::Display for SevenBit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SevenBit::Iso2022Jp => "iso-2022-jp",
            SevenBit::Iso2022Kr => "iso-2022-kr",
            SevenBit::Iso2022Cn => "iso-2022-cn",
            SevenBit::Hz => "hz-gb-2312",
            SevenBit::Utf7 => "utf-7",
        })
    }
}

/// Which encoding of bytes below 80 `head`, the start of a text, is in, if it is not ASCII. Looks
/// at all of it; does not allocate.
///
/// UTF-7 is told from source code, addresses and base64 by this rule:
///
/// - It has no `~` and no `\`, and no control characters but tab, LF and CR.
/// - Each `+` stands before `-`, or before base64 that is well-formed UTF-16 with zero bits at its
///   end, of characters that text has, without letters and digits of ASCII. A run between more of
///   base64 and `=` is none.
/// - At least one such run has a character above U+007F, no East Asian one (U+2E80 to U+FFEF), and
///   does not look like words. Or of runs that do not look like words, and do not stand directly
///   behind a letter, a digit, `/` or `+`, all together have three East Asian characters.
///
/// Words are what has no capital letters, or letters and then digits, in which small letters stand
/// two together, or one `s` alone: `avx512bw`, `fileName`, `URL4`, `IDs`. Between them are `+` and
/// `/`. So a text whose only runs look like words is not recognised, such as `+AOQ-`. A run at the
/// end counts only if it is complete, and stands behind no letter or digit. A mark at the start
/// counts by itself.
///
/// ```
/// use utf8kit_text::guess::{SevenBit, escapes};
///
/// assert_eq!(escapes(b"\x1B$BF|K\\\x1B(B"), Some(SevenBit::Iso2022Jp));
/// assert_eq!(escapes(b"~{<:Ky2;~}"), Some(SevenBit::Hz));
/// assert_eq!(escapes(b"A+ImIDkQ."), Some(SevenBit::Utf7));
/// // Colours, and code.
/// assert_eq!(escapes(b"\x1B[31mred\x1B[m"), None);
/// assert_eq!(escapes(b"let c = a+b-c+maxLen;"), None);
/// ```
#[must_use]
pub fn escapes(head: &[u8]) -> Option<SevenBit> {
    if !head.is_ascii() {
        None
    } else if head.contains(&ESC) {
        let kinds = [
            (SevenBit::Iso2022Jp, iso_2022_jp as fn(&[u8]) -> Option<usize>),
            (SevenBit::Iso2022Kr, iso_2022_kr),
            (SevenBit::Iso2022Cn, iso_2022_cn),
        ];
        kinds.into_iter().find(|(_, pairs)| pairs(head) > Some(0)).map(|(kind, _)| kind)
    } else if head.contains(&b'~') && hz(head) > Some(0) {
        Some(SevenBit::Hz)
    } else {
        (head.contains(&b'+') && utf7::is_utf7(head)).then_some(SevenBit::Utf7)
    }
}

const ESC: u8 = 0x1B;
const SO: u8 = 0x0E;
const SI: u8 = 0x0F;

/// How many pairs there are in text that is well-formed ISO-2022-JP.
fn iso_2022_jp(text: &[u8]) -> Option<usize> {
    let (mut pairs, mut is_double, mut rest) = (0, false, text);
    loop {
        rest = match rest {
            [] => return Some(pairs),
            [ESC, b'(', b'B' | b'J' | b'I', rest @ ..] => {
                is_double = false;
                rest
            }
            [ESC, b'$', b'@' | b'B', rest @ ..] => {
                is_double = true;
                rest
            }
            [ESC] | [ESC, b'(' | b'$'] => return Some(pairs),
            [ESC | SO | SI, ..] => return None,
            _ if is_double => pair(rest, 0x21..=0x7E, &mut pairs)?,
            [_, rest @ ..] => rest,
        };
    }
}

/// How many pairs there are in text that is well-formed ISO-2022-KR.
fn iso_2022_kr(text: &[u8]) -> Option<usize> {
    let at = text.windows(4).position(|part| part == b"\x1B$)C")?;
    let (before, rest) = text.split_at(at);
    if before.iter().any(|byte| matches!(*byte, ESC | SO | SI)) {
        return None;
    }
    shifted(&rest[4..], &[])
}

/// How many pairs there are in text that is well-formed ISO-2022-CN.
fn iso_2022_cn(text: &[u8]) -> Option<usize> {
    let at = text.windows(2).position(|part| part == b"\x1B$")?;
    if text[..at].iter().any(|byte| matches!(*byte, ESC | SO | SI)) {
        return None;
    }
    shifted(&text[at..], &[b"$)A", b"$)G", b"$*H"])
}

/// How many pairs there are in text with SO and SI and no escape sequences but `designations` and,
/// if there are any, single shifts.
fn shifted(text: &[u8], designations: &[&[u8; 3]]) -> Option<usize> {
    let (mut pairs, mut is_double, mut rest) = (0, false, text);
    loop {
        rest = match rest {
            [] => return Some(pairs),
            [SO, rest @ ..] if !is_double => {
                is_double = true;
                rest
            }
            [SI, rest @ ..] if is_double => {
                is_double = false;
                rest
            }
            [ESC, b'N', rest @ ..] if !designations.is_empty() => {
                pair(rest, 0x21..=0x7E, &mut pairs)?
            }
            [ESC, after @ ..] => {
                let is_begun = |known: &&&[u8; 3]| known.starts_with(&after[..after.len().min(3)]);
                designations.iter().find(is_begun)?;
                after.get(3..).unwrap_or_default()
            }
            [SO | SI, ..] => return None,
            _ if is_double => pair(rest, 0x21..=0x7E, &mut pairs)?,
            [_, rest @ ..] => rest,
        };
    }
}

/// How many pairs there are in text that is well-formed HZ, up to the last `~}`.
fn hz(text: &[u8]) -> Option<usize> {
    let (mut pairs, mut closed, mut is_double, mut rest) = (0, 0, false, text);
    loop {
        rest = match rest {
            [] | [b'~'] => return Some(closed),
            [b'~', b'}', rest @ ..] if is_double => {
                is_double = false;
                closed = pairs;
                rest
            }
            // GB 2312 has nothing in rows 10 to 15.
            [0x2A..=0x2F, ..] if is_double => return None,
            _ if is_double => pair(rest, 0x21..=0x77, &mut pairs)?,
            [b'~', b'{', rest @ ..] => {
                is_double = true;
                rest
            }
            [b'~', b'~' | b'\n', rest @ ..] | [b'~', b'\r', b'\n', rest @ ..] => rest,
            [b'~', ..] | [0..=8 | 0x0E..=0x1F, ..] => return None,
            [_, rest @ ..] => rest,
        };
    }
}

/// Counts the pair that `rest` starts with, and gives what follows. At the end it may be cut.
fn pair<'a>(
    rest: &'a [u8],
    first: std::ops::RangeInclusive<u8>,
    pairs: &mut usize,
) -> Option<&'a [u8]> {
    match *rest {
        [] => Some(rest),
        [one] if first.contains(&one) => Some(&rest[1..]),
        [one, 0x21..=0x7E, ..] if first.contains(&one) => {
            *pairs += 1;
            Some(&rest[2..])
        }
        _ => None,
    }
}
