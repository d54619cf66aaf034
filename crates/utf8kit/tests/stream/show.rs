//! The program at the head of the module's documentation, on hostile cuts.

use std::io::{Result, Write};

use super::{cut, for_each_cut};
use crate::common::Random;

fn show<'a>(pieces: impl IntoIterator<Item = &'a [u8]>, screen: &mut impl Write) -> Result<()> {
    let mut decoder = utf8kit::stream::Utf8Decoder::new();
    for piece in pieces {
        for text in decoder.push(piece).lossy() {
            write!(screen, "{text}")?;
        }
        screen.flush()?;
    }
    decoder.finish().lossy().try_for_each(|text| write!(screen, "{text}"))
}

/// Fails where it is flushed with half a character on it.
#[derive(Default)]
struct Screen(Vec<u8>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        assert!(std::str::from_utf8(&self.0).is_ok(), "half a character");
        Ok(())
    }
}

#[test]
fn no_half_character_is_shown() {
    for text in ["naïve 日本 😀", "é😀\u{10FFFF}€"] {
        for_each_cut(text.as_bytes(), &mut |pieces| {
            let mut screen = Screen::default();
            show(pieces.iter().copied(), &mut screen).unwrap();
            assert_eq!(screen.0, text.as_bytes());
        });
    }
    // Malformed ones too.
    for text in [&b"\xE2\x82\xF0\x9F\x98a\x80"[..], b"\xED\xA0\x80\xC3\xA9\xF4\x90"] {
        for_each_cut(text, &mut |pieces| {
            let mut screen = Screen::default();
            show(pieces.iter().copied(), &mut screen).unwrap();
            assert_eq!(screen.0, String::from_utf8_lossy(text).as_bytes());
        });
    }
    let mut random = Random::new(1);
    for most in [1, 3, 40] {
        let text = random.text(3000, 50);
        let mut screen = Screen::default();
        show(cut(&text, most, &mut random), &mut screen).unwrap();
        assert_eq!(screen.0, String::from_utf8_lossy(&text).as_bytes());
    }
}

/// The documentation and the README show this program, as it stands here.
#[test]
fn it_is_the_same_everywhere() {
    let program = |text: &'static str, prefix: &str| -> String {
        let lines = text.lines().map(|line| line.strip_prefix(prefix).unwrap_or(line).trim_end());
        let from_start = lines.skip_while(|line| !line.starts_with("fn show<"));
        let mut lines: Vec<&str> = from_start.take_while(|line| !line.starts_with('}')).collect();
        lines.push("}");
        lines.join("\n")
    };
    let here = program(include_str!("show.rs"), "");
    assert_eq!(here.lines().count(), 10);
    assert_eq!(program(include_str!("../../src/stream/mod.rs"), "//! "), here);
    assert_eq!(program(include_str!("../../src/lib.rs"), "//! "), here);
    assert_eq!(program(include_str!("../../../../README.md"), ""), here);
}
