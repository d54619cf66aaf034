//! `vectors/evidence.toml`: what a text says of its encoding, 7-bit encodings, UTF-16 in a text.

use serde::Deserialize;
use utf8kit_text::guess::{HEAD, declared, escapes, utf16_within};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    declared: Vec<Said>,
    escapes: Vec<Escaped>,
    within: Vec<Mixed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    name: String,
    text: String,
    label: Option<String>,
    charset: Option<String>,
    place: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Escaped {
    name: String,
    text: String,
    encoding: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mixed {
    name: String,
    parts: Vec<(String, String)>,
    offset: Option<u64>,
    encoding: Option<String>,
    first: Option<bool>,
}

impl Mixed {
    fn bytes(&self) -> Vec<u8> {
        let part = |(encoding, text): &(String, String)| -> Vec<u8> {
            let units = || text.encode_utf16();
            match encoding.as_str() {
                "utf-8" => text.clone().into_bytes(),
                "utf-16le" => units().flat_map(u16::to_le_bytes).collect(),
                "utf-16be" => units().flat_map(u16::to_be_bytes).collect(),
                "hex" => {
                    let byte = |byte| u8::from_str_radix(byte, 16).unwrap();
                    text.split_whitespace().map(byte).collect()
                }
                _ => panic!("{encoding}"),
            }
        };
        self.parts.iter().flat_map(part).collect()
    }
}

fn vectors() -> Vectors {
    toml::from_str(include_str!("../../../vectors/evidence.toml")).unwrap()
}

fn assert_all_as_expected(failures: &[String]) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_texts_say_of_themselves() {
    let mut failures = Vec::new();
    for case in vectors().declared {
        let found = declared(case.text.as_bytes());
        let label = found.as_ref().map(|it| it.label().to_string());
        let charset = found.as_ref().and_then(|it| it.charset()).map(|it| it.name());
        let place = found.as_ref().map(|it| it.place().to_string());
        let range = found.as_ref().map(|it| case.text[it.range()].to_string());
        let expected = (&case.label, &case.charset, &case.place, &case.label);
        if (&label, &charset, &place, &range) != expected {
            failures.push(format!("{}: {found:?}", case.name));
        }
    }
    assert_all_as_expected(&failures);
}

/// Each is found at the last place where it may stand, and not after it.
#[test]
fn declarations_are_looked_for_only_so_far() {
    let said = |text: String| declared(text.as_bytes()).map(|it| it.range().end);
    let meta = "<meta charset=gbk>";
    for (end, is_found) in [(1024, true), (1025, false)] {
        let filler = " ".repeat(end - meta.len() - 3);
        assert_eq!(said(format!("<p>{filler}{meta}")).is_some(), is_found, "{end}");
    }
    let package = "\\usepackage[latin1]{inputenc}";
    for (end, is_found) in [(HEAD, true), (HEAD + 1, false)] {
        let filler = "\n".repeat(end - package.len());
        assert_eq!(said(format!("{filler}{package}")).is_some(), is_found, "{end}");
    }
    let header = "\"Content-Type: text/plain; charset=gbk";
    for (end, is_found) in [(4096, true), (4096 + header.len(), false)] {
        let filler = "# x\n".repeat((end - header.len() - 9) / 4);
        let text = format!("{filler}msgid \"\"\n{header}\\n\"\n");
        assert_eq!(said(text).is_some(), is_found, "{end}");
    }
}

#[test]
fn encodings_of_seven_bits() {
    let mut failures = Vec::new();
    for case in vectors().escapes {
        let found = escapes(case.text.as_bytes());
        if found.map(|it| it.to_string()) != case.encoding {
            failures.push(format!("{}: {found:?}", case.name));
        }
        let is_japanese = case.encoding.as_deref() == Some("iso-2022-jp");
        let charset = found.and_then(|it| it.charset());
        assert_eq!(charset.is_some(), is_japanese, "{}", case.name);
    }
    assert_all_as_expected(&failures);
}

/// A text that is recognised as a whole is never taken for another because its end is cut.
#[test]
fn a_cut_text_is_the_same_or_nothing() {
    for case in vectors().escapes.iter().filter(|case| case.encoding.is_some()) {
        for end in 0..case.text.len() {
            let found = escapes(&case.text.as_bytes()[..end]).map(|it| it.to_string());
            assert!(found.is_none() || found == case.encoding, "{}, {end}: {found:?}", case.name);
        }
    }
}

#[test]
fn utf_16_in_other_text() {
    let mut failures = Vec::new();
    for case in vectors().within {
        let found = utf16_within(&case.bytes());
        let offset = found.map(|it| it.offset());
        let encoding = found.map(|it| it.encoding().name().to_string());
        let first = found.map(|it| it.comes_first());
        if (offset, &encoding, first) != (case.offset, &case.encoding, case.first) {
            failures.push(format!("{}: {found:?}", case.name));
        }
    }
    assert_all_as_expected(&failures);
}

/// No bytes make any of them panic: all prefixes and suffixes of all texts.
#[test]
fn parts_of_texts_are_no_trouble() {
    let vectors = vectors();
    let said = vectors.declared.iter().map(|case| case.text.clone().into_bytes());
    let escaped = vectors.escapes.iter().map(|case| case.text.clone().into_bytes());
    for text in said.chain(escaped).chain(vectors.within.iter().map(Mixed::bytes)) {
        for at in 0..=text.len() {
            for part in [&text[..at], &text[at..]] {
                if let Some(it) = declared(part) {
                    assert_eq!(&part[it.range()], it.label().as_bytes());
                }
                let _ = escapes(part);
                assert!(utf16_within(part).is_none_or(|it| it.offset() < part.len() as u64));
            }
        }
    }
}
