//! Byte order marks, and what `auto` makes of an input.

use crate::support::Place;
use crate::{converted, utf8};

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn marks_are_kept_stripped_and_added() {
    let here = Place::new();
    let marked = "\u{FEFF}hé";
    let (le, le_marked) = (utf16le("hé"), utf16le(marked));
    // From, to, the policy, the input, the output.
    type Case<'a> = (&'a str, &'a str, &'a str, &'a [u8], &'a [u8]);
    let cases: [Case; 18] = [
        ("utf-8", "utf-8", "keep", marked.as_bytes(), marked.as_bytes()),
        ("auto", "utf-8", "keep", marked.as_bytes(), marked.as_bytes()),
        ("utf-8", "utf-8", "strip", marked.as_bytes(), "hé".as_bytes()),
        ("utf-8", "utf-8", "strip", "hé".as_bytes(), "hé".as_bytes()),
        ("utf-8", "utf-8", "add", "hé".as_bytes(), marked.as_bytes()),
        ("utf-8", "utf-8", "add", marked.as_bytes(), marked.as_bytes()),
        ("utf-8", "utf-16le", "keep", marked.as_bytes(), &le_marked),
        ("utf-8", "utf-16", "keep", "hé".as_bytes(), &le_marked),
        ("utf-8", "utf-16", "keep", marked.as_bytes(), &le_marked),
        ("utf-8", "utf-16", "strip", marked.as_bytes(), &le),
        // It chose the byte order.
        ("auto", "utf-8", "keep", &le_marked, "hé".as_bytes()),
        ("utf-16", "utf-8", "keep", &le_marked, "hé".as_bytes()),
        ("utf-16", "utf-8", "add", &le_marked, marked.as_bytes()),
        ("utf-16", "utf-8", "keep", b"\xFE\xFF\0h\0\xE9", "hé".as_bytes()),
        // The mark of UTF-32, and not that of UTF-16 with a NUL behind it.
        ("auto", "utf-8", "keep", b"\xFF\xFE\0\0h\0\0\0", b"h"),
        ("utf-32", "utf-8", "keep", b"\0\0\xFE\xFF\0\0\0h", b"h"),
        ("utf-16", "utf-16", "keep", b"\xFE\xFF\0h\0\xE9", &le_marked),
        // Here it is text.
        ("utf-16le", "utf-8", "keep", &le_marked, marked.as_bytes()),
    ];
    for (from, to, policy, input, expected) in cases {
        let out = converted(&here, &["convert", "-f", from, "-t", to, "--bom", policy], input);
        assert_eq!(out, expected, "{from} to {to}, {policy}");
    }
    // Two marks: only the first is one.
    let twice = "\u{FEFF}\u{FEFF}x";
    assert_eq!(
        converted(&here, &["convert", "--bom", "strip"], twice.as_bytes()),
        "\u{FEFF}x".as_bytes()
    );
}

#[test]
fn of_several_inputs_the_first_ones_mark_is_kept() {
    let here = Place::new();
    here.file("a", "\u{FEFF}a").file("b", "\u{FEFF}b").file("c", b"\xFF\xFEc\0");
    assert_eq!(converted(&here, &["convert", "a", "b", "c"], b""), "\u{FEFF}abc".as_bytes());
    assert_eq!(converted(&here, &["convert", "c", "b", "a"], b""), b"cba");
    assert_eq!(
        converted(&here, &["convert", "-t", "utf-16", "c", "b"], b""),
        utf16le("\u{FEFF}cb")
    );
}

#[test]
fn what_is_not_certain_is_said_or_refused() {
    let here = Place::new();
    let ran = utf8(&here, &["convert", "-f", "utf-16"], &utf16le("hé"));
    assert_eq!((&ran.stdout[..], ran.status), ("hé".as_bytes(), Some(0)));
    assert!(ran.stderr.contains("no byte order mark: taken for utf-16le"), "{}", ran.stderr);
    let ran = utf8(&here, &["convert"], &utf16le("Déjà vu: des élèves étudiaient à l'école\n"));
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.contains("zero bytes are where it has them"), "{}", ran.stderr);
    let ran = utf8(&here, &["convert"], b"Espec\xEDfica neuronal\n");
    assert_eq!((&ran.stdout[..], ran.status), (&b""[..], Some(1)));
    assert!(ran.stderr.contains("not UTF-8 (byte 5); likely"), "{}", ran.stderr);
    assert!(ran.stderr.contains("windows-1252"), "{}", ran.stderr);
    // Beyond what `auto` decides on.
    let late = [&b"text\n".repeat(1 << 18)[..], b"caf\xE9 noir\n"].concat();
    let ran = utf8(&here, &["convert"], &late);
    assert_eq!((ran.status, ran.stdout.len()), (Some(1), 5 << 18 | 3));
    assert!(ran.stderr.contains(":262145:4 (byte 1310723)"), "{}", ran.stderr);
    // A character that the first MiB ends in is no error.
    let cut = ["x".repeat((1 << 20) - 1), "日本".into()].concat();
    assert_eq!(converted(&here, &["convert"], cut.as_bytes()), cut.as_bytes());
}

#[test]
fn a_declaration_that_the_output_makes_untrue_is_noted() {
    let here = Place::new();
    let xml = b"<?xml version='1.0' encoding='iso-8859-2'?><a>P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD</a>\n";
    let ran = utf8(&here, &["convert", "-f", "iso-8859-2", "-t", "utf-8"], xml);
    assert_eq!(ran.status, Some(0));
    let note = "utf8: -: its XML declaration says iso-8859-2, and what is written is in utf-8: \
                change it there\n";
    assert_eq!(ran.stderr, note);
    // It is true now, or nobody wants to know.
    let text = String::from_utf8(ran.stdout).unwrap().replace("iso-8859-2", "utf-8");
    for flags in [&["convert"][..], &["convert", "-f", "utf-8", "-t", "utf-16", "-q"]] {
        let ran = utf8(&here, flags, text.as_bytes());
        assert_eq!((&*ran.stderr, ran.status), ("", Some(0)));
    }
}
