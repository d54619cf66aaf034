//! The flags of iconv, and what is different.

use crate::support::Place;
use crate::{converted, run, utf8};

#[test]
fn inputs_are_concatenated() {
    let here = Place::new();
    here.file("a", b"\xE9").file("b", b"\xEF\n");
    let arguments = ["iconv", "-f", "LATIN1", "-t", "UTF-8", "a", "-", "b"];
    assert_eq!(converted(&here, &arguments, b"\xFC"), "éüï\n".as_bytes());
    let arguments = ["iconv", "--from-code=l1", "--to-code=utf8", "-o", "out"];
    assert_eq!(converted(&here, &arguments, b"\xFC"), b"");
    assert_eq!(std::fs::read(here.path().join("out")).unwrap(), "ü".as_bytes());
}

#[test]
fn nothing_is_lost_silently() {
    let here = Place::new();
    let input = "“naïve” 日".as_bytes();
    let cases: [(&[&str], &[u8], &str); 5] = [
        (&["-c", "-t", "ascii"], b"nave ", "4 characters that us-ascii does not have left out"),
        (&["-t", "ascii//IGNORE"], b"nave ", "4 characters that us-ascii does not have left out"),
        (
            &["-t", "ascii//TRANSLIT"],
            b"\"naive\" ?",
            "4 characters that us-ascii does not have transliterated",
        ),
        (&["-c", "-t", "latin1//TRANSLIT"], b"\"na\xEFve\" ?", "3 characters"),
        (&["-s", "-c", "-t", "ascii"], b"nave ", ""),
    ];
    for (arguments, expected, said) in cases {
        let ran = utf8(&here, &[&["iconv", "-f", "utf-8"], arguments].concat(), input);
        assert_eq!((&ran.stdout[..], ran.status), (expected, Some(1)), "{arguments:?}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
        assert_eq!(ran.stderr.is_empty(), said.is_empty());
    }
    // What is malformed is not transliterated.
    let ran = utf8(&here, &["iconv", "-f", "utf-8", "-t", "ascii//TRANSLIT"], b"a\xFF");
    assert_eq!((&ran.stdout[..], ran.status), (&b"a"[..], Some(1)));
}

#[test]
fn the_locale_says_what_is_left_out() {
    let here = Place::new();
    let in_locale = |locale: &str, arguments: &[&str], input: &[u8]| {
        let mut command = here.command();
        command.env("LC_ALL", locale).arg("iconv").args(arguments);
        run(&mut command, input)
    };
    let ran = in_locale("de_DE.UTF-8", &["-f", "latin1"], b"\xE9");
    assert_eq!((&ran.stdout[..], ran.status), ("é".as_bytes(), Some(0)));
    let ran = in_locale("de_DE.ISO-8859-15@euro", &["-t", "utf-8"], b"\xA4");
    assert_eq!((&ran.stdout[..], ran.status), ("€".as_bytes(), Some(0)));
    assert_eq!(in_locale("C", &["-t", "utf-8"], b"\xE9").status, Some(1));
    assert_eq!(in_locale("de_DE", &["-t", "utf-8"], b"").status, Some(2));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let here = Place::new();
    for arguments in
        [&["-f", "utf-8", "-t", "utf-8//OTHER"][..], &["-f", "utf-8", "-t", "utf-8", "."]]
    {
        let ran = utf8(&here, &[&["iconv"], arguments].concat(), b"");
        assert_eq!((ran.status, &ran.stdout[..]), (Some(2), &b""[..]));
    }
    let list = utf8(&here, &["iconv", "-l"], b"");
    assert_eq!(list.stdout, utf8(&here, &["convert", "--list"], b"").stdout);
    assert!(
        String::from_utf8(list.stdout).unwrap().contains("\niso-8859-1       latin1 l1 cp28591\n")
    );
}

#[test]
fn flags_that_scripts_use() {
    let here = Place::new();
    here.file("a", "é").file("b", "é");
    // The last counts, and an empty label is the locale's.
    let mut command = here.command();
    command.env("LC_ALL", "C.UTF-8");
    command.args(["iconv", "-c", "-c", "-f", "ascii", "-f", "", "-t", "latin1//", "a"]);
    let ran = run(&mut command, b"");
    assert_eq!((&ran.stdout[..], ran.status), (&b"\xE9"[..], Some(0)));
    // One mark for all inputs.
    let arguments = ["iconv", "-f", "utf-8", "-t", "utf-16", "a", "b"];
    assert_eq!(converted(&here, &arguments, b""), b"\xFF\xFE\xE9\0\xE9\0");
    // A character that is cut between inputs belongs to none.
    here.file("head", b"\xE2\x82").file("tail", b"\xAC");
    let ran = utf8(&here, &["iconv", "-f", "utf-8", "-t", "utf-16le", "head", "tail"], b"");
    assert_eq!((&ran.stdout[..], ran.status), (&b""[..], Some(1)));
    assert!(ran.stderr.contains("--> head:1:1 (byte 0)"), "{}", ran.stderr);
    let arguments = ["iconv", "-c", "-f", "utf-8", "-t", "utf-16le", "head", "a", "tail"];
    let ran = utf8(&here, &arguments, b"");
    assert_eq!((&ran.stdout[..], ran.status), (&b"\xE9\0"[..], Some(1)));
    assert!(ran.stderr.starts_with("utf8: head: 1 malformed sequence left out"), "{}", ran.stderr);
    assert!(ran.stderr.contains("utf8: tail: 1 malformed sequence left out"), "{}", ran.stderr);
}
