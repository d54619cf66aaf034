//! Lines and characters of well-formed text in any charset.

use utf8kit::Encoding;
use utf8kit_text::charset::{Charset, Stop, Transcoder};

use crate::engine::engine;
use crate::place::Passage;

/// What `text`, which begins and ends between characters, is to the place behind it.
pub(super) fn passage(charset: Charset, text: &[u8]) -> Passage {
    let (line_feeds, last_line) = match charset.own() {
        Some(Encoding::Utf16 | Encoding::Utf16Le) => split(text, *b"\n\0"),
        Some(Encoding::Utf16Be) => split(text, *b"\0\n"),
        Some(Encoding::Utf32 | Encoding::Utf32Le) => split(text, *b"\n\0\0\0"),
        Some(Encoding::Utf32Be) => split(text, *b"\0\0\0\n"),
        _ if !charset.has_ascii() => {
            let mut utf8 = Vec::new();
            decode(charset, text, |piece| utf8.extend_from_slice(piece));
            return passage(Charset::UTF_8, &utf8);
        }
        _ => {
            let line_feeds = engine().count_line_feeds(text);
            let last = if line_feeds == 0 { None } else { text.iter().rposition(|&b| b == b'\n') };
            (line_feeds, last.map_or(text, |at| &text[at + 1..]))
        }
    };
    Passage::new(line_feeds as u64, characters(charset, last_line) as u64)
}

/// How many line feeds there are, and what is behind the last.
fn split<const N: usize>(text: &[u8], line_feed: [u8; N]) -> (usize, &[u8]) {
    let (units, _) = text.as_chunks::<N>();
    let line_feeds = units.iter().filter(|&&unit| unit == line_feed).count();
    if line_feeds == 0 {
        return (0, text);
    }
    let last = units.iter().rposition(|&unit| unit == line_feed);
    (line_feeds, last.map_or(text, |at| &text[(at + 1) * N..]))
}

fn characters(charset: Charset, text: &[u8]) -> usize {
    let low = |unit: u16| matches!(unit, 0xDC00..=0xDFFF);
    match charset.own() {
        Some(Encoding::Utf8 | Encoding::Wtf8) => engine().count(text),
        Some(Encoding::Ascii | Encoding::Latin1) => text.len(),
        Some(Encoding::Utf16 | Encoding::Utf16Le) => {
            let (units, _) = text.as_chunks::<2>();
            units.iter().filter(|&&unit| !low(u16::from_le_bytes(unit))).count()
        }
        Some(Encoding::Utf16Be) => {
            let (units, _) = text.as_chunks::<2>();
            units.iter().filter(|&&unit| !low(u16::from_be_bytes(unit))).count()
        }
        Some(Encoding::Utf32 | Encoding::Utf32Le | Encoding::Utf32Be) => text.len() / 4,
        _ => decoded(charset, text),
    }
}

fn decoded(charset: Charset, text: &[u8]) -> usize {
    let mut characters = 0;
    decode(charset, text, |utf8| characters += engine().count(utf8));
    characters
}

/// Gives `text` in UTF-8, piece by piece.
fn decode(charset: Charset, text: &[u8], mut give: impl FnMut(&[u8])) {
    let mut transcoder = Transcoder::new(charset, Charset::UTF_8).with_engine(engine());
    let mut utf8 = [0; 4096];
    let mut at = 0;
    loop {
        let progress = transcoder.convert(&text[at..], true, &mut utf8);
        give(&utf8[..progress.written]);
        at += progress.read;
        if progress.stop != Stop::OutputFull {
            return;
        }
    }
}
