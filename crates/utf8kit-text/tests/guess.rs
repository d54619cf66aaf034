//! Guesses of UTF-16 and UTF-32, and of texts of which parts are known.

use utf8kit::{Bom, Encoding};
use utf8kit_text::guess::{Evidence, Grade, HEAD, judge, judge_parts, utf16_or_utf32};

fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        Encoding::Utf32Le => text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
        _ => text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
    }
}

const WIDE: [Encoding; 4] =
    [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

#[test]
fn text_of_any_script_is_recognised_wherever_the_sample_ends() {
    let texts = [
        "Plain English, with some words.\r\n",
        "Съешь же ещё этих мягких французских булок, да выпей чаю.\n",
        "人人生而自由，在尊严和权利上一律平等。\n他们赋有理性和良心。\n第 1 条\n",
        "😀 and 👍🏽, some words\n",
    ];
    for text in texts {
        for encoding in WIDE {
            for prefix in ["", "\u{FEFF}"] {
                let bytes = encode(&format!("{prefix}{}", text.repeat(400)), encoding);
                for length in (100..120).chain(HEAD - 8..HEAD + 8) {
                    let wide = utf16_or_utf32(&bytes[..length]).unwrap();
                    assert_eq!(wide.encoding(), encoding, "{text:?} of {length} bytes");
                    assert_eq!(wide.bom().is_some(), !prefix.is_empty());
                }
            }
        }
    }
}

#[test]
fn other_bytes_are_not() {
    let others: [&[u8]; 8] = [
        b"",
        b"a",
        b"a\0",
        b"caf\xE9.txt\0a longer name.txt\0",
        b"one\0two\0three\xE9\0",
        b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0",
        b"\xEF\xBB\xBFtext \xE9",
        b"hello\n1511,1,2,Espec\xEDfica Neuronal and much more of that kind\n",
    ];
    for other in others {
        assert_eq!(utf16_or_utf32(other), None, "{other:?}");
    }
}

/// Unpaired surrogates, NULs, private use, an odd byte: who writes a mark means it.
#[test]
fn a_mark_decides() {
    let odd: [&[u8]; 5] = [
        b"\xDF\xDF\xE4\xDC\xFC\xDC h",
        b"a\0\xB3\xDAA\0",
        b"\x01\0\0\0\x02\0",
        b"\0\xE0\x01\xF8",
        b"a",
    ];
    for text in odd {
        for mark in [Bom::Utf16Le, Bom::Utf16Be] {
            let wide = utf16_or_utf32(&[mark.as_bytes(), text].concat()).unwrap();
            assert_eq!((wide.encoding(), wide.bom()), (mark.encoding(), Some(mark)), "{text:?}");
        }
    }
}

/// However the parts of a text overlap or are apart, what they have in common is read once, and no
/// character of UTF-8 is torn.
#[test]
fn parts_are_joined_where_characters_are() {
    let text = "a\0".to_string() + &"日本é".repeat(40) + "end";
    let bytes = text.as_bytes();
    for middle in 0..bytes.len() {
        for from in [middle.saturating_sub(7), middle, middle + 5] {
            let from = from.min(bytes.len());
            let parts = [(0, &bytes[..middle]), (from as u64, &bytes[from..])];
            let verdict = judge_parts(&parts, true);
            assert_eq!(verdict.name(), "utf-8", "{middle} {from}");
        }
    }
    // Where it changes is told in the whole text.
    let wide: Vec<u8> = "and more\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let text = [&b"a line of ASCII\r\n".repeat(10)[..], b"\xFF\xFE", &wide].concat();
    for middle in [20, 100, 160] {
        for from in [middle - 20, middle, middle + 10] {
            let verdict = judge_parts(&[(0, &text[..middle]), (from as u64, &text[from..])], true);
            let Evidence::Changes(within) = verdict.evidence() else { panic!("{verdict:?}") };
            assert_eq!((within.offset(), within.encoding()), (170, Encoding::Utf16Le));
        }
    }
}

/// Letters far from the start of their line are read.
#[test]
fn a_long_line_is_read_where_its_letters_are() {
    for length in [0, 100, 8192, 20_000] {
        let line = [&b"x".repeat(length)[..], b" d\xE9j\xE0 vu, na\xEFve cr\xE8me \x80\n"].concat();
        let verdict = judge(&line.repeat(3), true);
        assert_eq!((verdict.name().as_str(), verdict.grade()), ("windows-1252", Grade::Likely));
    }
}
