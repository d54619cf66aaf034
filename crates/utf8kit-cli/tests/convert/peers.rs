//! Against iconv and uconv, over the charsets that they share with us: the same bytes where text is
//! well-formed, and the same verdict where it is not. COMPARE.md says what is different and why.

use std::process::{Command, Stdio};

use crate::support::Place;
use crate::{run, utf8};

/// Our label, iconv's and uconv's.
const SHARED: [(&str, &str, &str); 20] = [
    ("utf-8", "UTF-8", "UTF-8"),
    ("utf-16le", "UTF-16LE", "UTF-16LE"),
    ("utf-16be", "UTF-16BE", "UTF-16BE"),
    ("utf-32le", "UTF-32LE", "UTF-32LE"),
    ("utf-32be", "UTF-32BE", "UTF-32BE"),
    ("us-ascii", "ASCII", "US-ASCII"),
    ("iso-8859-1", "ISO-8859-1", "ISO-8859-1"),
    ("iso-8859-2", "ISO-8859-2", "ISO-8859-2"),
    ("iso-8859-5", "ISO-8859-5", "ISO-8859-5"),
    ("iso-8859-7", "ISO-8859-7", "ISO-8859-7"),
    ("iso-8859-15", "ISO-8859-15", "ISO-8859-15"),
    ("windows-1250", "CP1250", "windows-1250"),
    ("windows-1251", "CP1251", "windows-1251"),
    ("windows-1252", "CP1252", "windows-1252"),
    ("koi8-r", "KOI8-R", "KOI8-R"),
    ("gb18030", "GB18030", "gb18030"),
    ("gbk", "GBK", "GBK"),
    ("euc-jp", "EUC-JP", "EUC-JP"),
    ("shift_jis", "SHIFT_JIS", "Shift_JIS"),
    ("big5", "BIG5", "Big5"),
];

/// Text that a charset has, and that all who have the charset agree on.
fn text(label: &str) -> String {
    let special = match label {
        "us-ascii" => "",
        "iso-8859-5" | "windows-1251" | "koi8-r" => "Съешь же ещё этих мягких французских булок",
        "iso-8859-7" => "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
        "iso-8859-2" | "windows-1250" => "Příliš žluťoučký kůň úpěl ďábelské ódy",
        "iso-8859-1" | "iso-8859-15" | "windows-1252" => {
            "Voix ambiguë d'un cœur".split('œ').next().unwrap()
        }
        "gbk" | "big5" => "人人生而自由在尊和上一律平等",
        "euc-jp" | "shift_jis" => "すべての人間は、生まれながらにして自由であり",
        _ => "naïve, Съешь, 日本語, \u{7FF}\u{800}\u{FFFD}, 😀👍🏽\u{10FFFF}",
    };
    format!("Plain text, then {special}.\n")
}

/// COMPARE.md: the WHATWG's EUC-JP is written without JIS X 0212, and its Big5 with the extensions of
/// ETEN. Nothing else that these texts hold is different.
fn is_explained(to: &str, ours_accepts: bool) -> bool {
    matches!((to, ours_accepts), ("euc-jp", false) | ("big5", true))
}

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !there {
        eprintln!("SKIPPED, NOTHING WAS COMPARED: {program} is not installed");
    }
    there
}

fn peer(here: &Place, program: &str, from: &str, to: &str, input: &[u8]) -> (bool, Vec<u8>) {
    let mut command = here.command_of(program);
    command.args(["-f", from, "-t", to]);
    if program == "uconv" {
        // Else it may write something like what the target does not have.
        command.args(["--from-callback", "stop", "--to-callback", "stop"]);
    }
    let ran = run(&mut command, input);
    (ran.status == Some(0), ran.stdout)
}

fn ours(here: &Place, from: &str, to: &str, input: &[u8]) -> (bool, Vec<u8>) {
    let ran = utf8(here, &["convert", "-f", from, "-t", to], input);
    (ran.status == Some(0), ran.stdout)
}

#[test]
fn every_shared_pair_gives_the_same() {
    let here = Place::new();
    for (program, column) in [("iconv", 1), ("uconv", 2)] {
        if !is_there(program) {
            continue;
        }
        let name = |labels: (&'static str, &'static str, &'static str)| {
            if column == 1 { labels.1 } else { labels.2 }
        };
        for from in SHARED {
            let sources = [text(from.0), text("us-ascii")];
            for text in sources {
                let (is_complete, src) = ours(&here, "utf-8", from.0, text.as_bytes());
                assert!(is_complete, "{from:?}");
                for to in SHARED {
                    let expected = peer(&here, program, name(from), name(to), &src);
                    let given = ours(&here, from.0, to.0, &src);
                    if given.0 != expected.0 && is_explained(to.0, given.0) {
                        continue;
                    }
                    assert_eq!(given.0, expected.0, "{program}, {} to {}", from.0, to.0);
                    if given.0 {
                        assert_eq!(given.1, expected.1, "{program}, {} to {}", from.0, to.0);
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_malformed_is_refused_where_peers_refuse_it() {
    let here = Place::new();
    let malformed: [(&str, &[u8]); 12] = [
        ("utf-8", b"a\xFF"),
        ("utf-8", b"a\xC0\x80"),
        ("utf-8", b"a\xED\xA0\x80"),
        ("utf-8", b"a\xE2\x82"),
        ("utf-8", b"a\xE2\x82z"),
        ("utf-16le", b"a\0\x3D\xD8"),
        ("utf-16le", b"a\0\x00\xDC"),
        ("utf-16le", b"a\0b"),
        ("utf-32be", b"\0\0\0a\0\x11\0\0"),
        ("utf-32le", b"a\0\0\0\0\xD8\0\0"),
        ("us-ascii", b"a\xE9"),
        ("euc-jp", b"a\xA4"),
    ];
    for (program, column) in [("iconv", 1), ("uconv", 2)] {
        if !is_there(program) {
            continue;
        }
        for (label, src) in malformed {
            let labels = SHARED.into_iter().find(|labels| labels.0 == label).unwrap();
            let name = if column == 1 { labels.1 } else { labels.2 };
            assert!(!ours(&here, label, "utf-8", src).0, "{label} {src:?}");
            let (accepts, _) = peer(&here, program, name, "UTF-8", src);
            assert!(!accepts, "{program} {label} {src:?}");
        }
    }
    // What iconv lets pass, and RFC 3629 does not.
    for src in [&b"\xF4\x90\x80\x80"[..], b"\xF8\x88\x80\x80\x80"] {
        assert!(!ours(&here, "utf-8", "utf-8", src).0);
    }
}
