//! Unknown bytes, made fit to be seen: nothing in them acts on a terminal, and nothing hides.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;
use utf8kit::Utf8Chunks;

/// Appends `bytes`, escaped.
pub(crate) fn push(out: &mut String, bytes: &[u8]) {
    for chunk in Utf8Chunks::new(bytes) {
        for character in chunk.valid().chars() {
            push_char(out, character);
        }
        push_bytes(out, chunk.invalid());
    }
}

/// Appends a character as itself, or as `<1B>` or `<U+202E>`, and says how many columns it takes.
/// A control beyond ASCII is `<U+0092>`: `<92>` is a byte.
pub(crate) fn push_char(out: &mut String, character: char) -> usize {
    if is_safe(character) {
        out.push(character);
        return character.width().unwrap_or(0);
    }
    let before = out.len();
    match u32::from(character) {
        code @ 0..0x80 => push_code(out, format_args!("{code:02X}")),
        code => push_code(out, format_args!("U+{code:04X}")),
    }
    out.len() - before
}

/// Appends ill-formed bytes, each as `<ED>`, and says how many columns they take.
pub(crate) fn push_bytes(out: &mut String, bytes: &[u8]) -> usize {
    for &byte in bytes {
        let [high, low] = hex(byte);
        out.push('<');
        out.push(high.into());
        out.push(low.into());
        out.push('>');
    }
    4 * bytes.len()
}

/// The two digits of a byte.
pub(crate) const fn hex(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [DIGITS[(byte >> 4) as usize], DIGITS[(byte & 0xF) as usize]]
}

fn push_code(out: &mut String, code: std::fmt::Arguments<'_>) {
    // Writing to a `String` does not fail.
    let _ = write!(out, "<{code}>");
}

/// Whether a terminal shows the character, and does nothing else.
pub(crate) fn is_safe(character: char) -> bool {
    match character {
        ' '..='~' => true,
        '\0'..='\u{9F}' => false,
        // Invisible: soft hyphen, grapheme joiner, fillers, separators and format characters,
        // among them the bidirectional controls and those of interlinear annotation.
        '\u{AD}'
        | '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{3164}'
        | '\u{FDD0}'..='\u{FDEF}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => false,
        _ => u32::from(character) & 0xFFFE != 0xFFFE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(bytes: &[u8]) -> String {
        let mut out = String::new();
        push(&mut out, bytes);
        out
    }

    #[test]
    fn what_acts_or_hides_is_spelled_out() {
        assert_eq!(escaped(b"plain \x1B[31m\x7F\n"), "plain <1B>[31m<7F><0A>");
        assert_eq!(escaped("é\u{9B}31m".as_bytes()), "é<U+009B>31m");
        assert_eq!(
            escaped("a\u{202E}b\u{200B}\u{E0041}".as_bytes()),
            "a<U+202E>b<U+200B><U+E0041>"
        );
        assert_eq!(escaped(b"\xED\xA0\x80\xE2\x82!"), "<ED><A0><80><E2><82>!");
        assert_eq!(escaped("日本語 👍".as_bytes()), "日本語 👍");
    }

    #[test]
    fn no_control_is_ever_safe() {
        for character in '\0'..=char::MAX {
            assert!(!(character.is_control() && is_safe(character)));
        }
    }
}
