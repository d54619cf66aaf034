//! One byte of windows-1252 or Latin-1 in a text that is otherwise UTF-8.
//!
//! Every byte from A0 on is some character of windows-1252, so that the byte alone says nothing.
//! What says something is the company: a letter in a word that has ASCII letters, or punctuation
//! where punctuation stands, in a neighbourhood that is not made of such bytes, as Russian in
//! windows-1251 or Japanese in Shift_JIS would be.

use std::sync::LazyLock;

use encoding_rs::WINDOWS_1252;
use utf8kit::{Error, decode_first, decode_last};

/// How far the evidence reaches to either side.
const REACH: usize = 32;

/// A word has more of them in a row in other charsets only.
const MAX_STRAY_LETTERS: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    /// Punctuation that also stands inside words: the apostrophe, dashes, the ellipsis, the
    /// middle dot, spaces that do not break and hyphens that may.
    Joiner,
    /// Punctuation and symbols that stand at the edge of words.
    Symbol,
}

/// The upper half of windows-1252; `None` where it has no character.
static UPPER_HALF: LazyLock<[Option<(char, Class)>; 128]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        // Below 128.
        let byte = index as u8 | 0x80;
        let bytes = [byte];
        let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
        let character = text.chars().next()?;
        let class = match character {
            // WHATWG fills the holes with these.
            '\u{80}'..='\u{9F}' => return None,
            // A letter of very few words, and the byte that damage most often leaves.
            'ÿ' => return None,
            // Rare here, and the first byte of every katakana in Shift_JIS.
            'ƒ' => return None,
            '‘' | '’' | '–' | '—' | '…' | '·' | '\u{A0}' | '\u{AD}' => Class::Joiner,
            // Alphabetic by their properties, and not what words are written with.
            'ˆ' | 'ª' | 'º' | 'µ' => Class::Symbol,
            _ if character.is_alphabetic() => Class::Letter,
            _ => Class::Symbol,
        };
        Some((character, class))
    })
});

fn read(byte: u8) -> Option<(char, Class)> {
    UPPER_HALF[usize::from(byte.checked_sub(0x80)?)]
}

/// What stands next to the byte in question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbour {
    /// The text starts or ends there.
    Edge,
    Ascii(u8),
    /// A well-formed character beyond ASCII.
    Other,
    /// A subpart of one byte.
    Stray(u8),
    /// A longer subpart.
    Broken,
}

fn before(text: &[u8], at: usize) -> Neighbour {
    match text[..at].last() {
        None => Neighbour::Edge,
        Some(&last) if last.is_ascii() => Neighbour::Ascii(last),
        Some(&last) => Neighbour::beyond_ascii(decode_last(&text[..at]), last),
    }
}

fn behind(text: &[u8], at: usize) -> Neighbour {
    match text.get(at + 1) {
        None => Neighbour::Edge,
        Some(&first) if first.is_ascii() => Neighbour::Ascii(first),
        Some(&first) => Neighbour::beyond_ascii(decode_first(&text[at + 1..]), first),
    }
}

impl Neighbour {
    fn beyond_ascii(decoded: Option<Result<char, Error>>, byte: u8) -> Neighbour {
        match decoded {
            Some(Err(error)) if error.subpart_len() == 1 => Neighbour::Stray(byte),
            Some(Err(_)) => Neighbour::Broken,
            _ => Neighbour::Other,
        }
    }
}

/// The character that the subpart of one byte at `text[at]` means in windows-1252, if the 64 bytes
/// around it support that.
pub(crate) fn windows_1252(text: &[u8], at: usize) -> Option<char> {
    let (character, class) = read(text[at])?;
    let fits = match class {
        Class::Letter => is_in_word(text, at),
        Class::Joiner | Class::Symbol => is_where_punctuation_stands(text, at, class),
    };
    (fits && is_exception(text, at)).then_some(character)
}

/// Whether the letters around `text[at]`, read as windows-1252, include one of ASCII.
fn is_in_word(text: &[u8], at: usize) -> bool {
    // Of most bytes in other charsets, this is all that need be looked at.
    let near = at.saturating_sub(MAX_STRAY_LETTERS)..text.len().min(at + MAX_STRAY_LETTERS + 1);
    if !text[near].iter().any(u8::is_ascii_alphabetic) {
        return false;
    }
    let (mut first, mut last) = (at, at);
    let is_stray_letter = |neighbour| {
        matches!(neighbour, Neighbour::Stray(byte)
            if matches!(read(byte), Some((_, Class::Letter))))
    };
    while last - first < MAX_STRAY_LETTERS && is_stray_letter(before(text, first)) {
        first -= 1;
    }
    while last - first < MAX_STRAY_LETTERS && is_stray_letter(behind(text, last)) {
        last += 1;
    }
    let (left, right) = (before(text, first), behind(text, last));
    let is_ascii_letter =
        |neighbour| matches!(neighbour, Neighbour::Ascii(byte) if byte.is_ascii_alphabetic());
    let is_capital = read(text[first]).is_some_and(|(letter, _)| letter.is_uppercase());
    // "cafÃ": half of a character that UTF-8 had here, rather than a word.
    let breaks_case =
        is_capital && matches!(left, Neighbour::Ascii(byte) if byte.is_ascii_lowercase());
    last - first < MAX_STRAY_LETTERS
        && !breaks_case
        && (is_ascii_letter(left) || is_ascii_letter(right))
}

fn is_where_punctuation_stands(text: &[u8], at: usize, class: Class) -> bool {
    let beside = at.saturating_sub(1)..text.len().min(at + 2);
    if !text[beside].iter().any(u8::is_ascii) {
        return false;
    }
    let (left, right) = (before(text, at), behind(text, at));
    let is_letter =
        |neighbour| matches!(neighbour, Neighbour::Ascii(byte) if byte.is_ascii_alphabetic());
    let is_fine = |neighbour, neighbour_at: usize| match neighbour {
        Neighbour::Edge | Neighbour::Ascii(_) | Neighbour::Other => true,
        Neighbour::Broken => false,
        Neighbour::Stray(byte) => match read(byte) {
            Some((_, Class::Letter)) => is_in_word(text, neighbour_at),
            Some(_) => true,
            None => false,
        },
    };
    // "Łódź" in windows-1250 would otherwise have a '³' or a '¹' in the middle of its words.
    let is_inside_word = is_letter(left) && is_letter(right);
    (class == Class::Joiner || !is_inside_word)
        && is_fine(left, at.wrapping_sub(1))
        && is_fine(right, at + 1)
}

/// Whether the window around `text[at]` is text, and stray bytes are the minority in it.
fn is_exception(text: &[u8], at: usize) -> bool {
    let start = at.saturating_sub(REACH);
    let window = &text[start..text.len().min(at + REACH)];
    let (mut words, mut high, mut controls) = (0_u8, 0_u8, 0_u8);
    for &byte in window {
        words += u8::from(byte.is_ascii_alphanumeric());
        high += u8::from(byte >= 0x80);
        // Escape sequences colour many a log.
        let is_control = matches!(byte, 0..=0x08 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
        controls += u8::from(is_control);
    }
    if controls > 0 {
        return false;
    }
    // Where even all bytes beyond ASCII are the minority, strays are, whichever they are.
    high < words || strays_are_few(window)
}

/// Stray bytes against ASCII letters, digits and well-formed characters.
fn strays_are_few(window: &[u8]) -> bool {
    // The window may start inside a character, whose last bytes are no strays.
    let is_continuation = |&&byte: &&u8| (0x80..=0xBF).contains(&byte);
    let cut = window.iter().take(3).take_while(is_continuation).count();
    let mut rest = &window[cut..];
    let (mut strays, mut others) = (0, 0);
    loop {
        // Most bytes need not be decoded: a continuation begins nothing.
        let length = match *rest {
            [first @ 0..0x80, ..] => {
                others += usize::from(first.is_ascii_alphanumeric());
                1
            }
            [0x80..0xC0, ..] => {
                strays += 1;
                1
            }
            _ => match decode_first(rest) {
                Some(Ok(character)) => {
                    others += 1;
                    character.len_utf8()
                }
                Some(Err(error)) => {
                    strays += error.subpart_len();
                    error.subpart_len()
                }
                None => return strays < others,
            },
        };
        rest = &rest[length..];
    }
}
