//! What is said of files.

use std::fs::{self, File};
use std::process::Stdio;

use utf8kit_vectors::{Hex, Judgement, detection};

use crate::support::{Place, peak_of};
use crate::utf8;

#[test]
fn what_is_certain_and_what_is_a_guess() {
    let here = Place::new();
    let wide: Vec<u8> = "Déjà vu: des élèves étudiaient à l'école\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    here.file("ascii", "plain\n").file("utf8", "naïve\n").file("marked", "\u{FEFF}naïve\n");
    here.file("empty", "").file("wide", &wide).file("wide-marked", b"\xFF\xFEh\0i\0");
    here.file("latin", b"caf\xE9 au lait, na\xEFve\n").file("picture", b"\x89PNG\r\n\x1A\n\0\xFF");
    // Behind the start that is judged.
    here.file("late", [&b"text\n".repeat(1 << 18)[..], b"d\xE9j\xE0 vu, un caf\xE9\n"].concat());
    let files =
        ["ascii", "utf8", "marked", "empty", "wide", "wide-marked", "latin", "picture", "late"];
    let ran = utf8(&here, &[&["detect", "--format", "json"], &files[..]].concat(), b"");
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    let stdout = String::from_utf8(ran.stdout).unwrap();
    let mut objects = stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let expected = [
        ("us-ascii", "certain"),
        ("utf-8", "certain"),
        ("utf-8", "certain"),
        ("us-ascii", "certain"),
        ("utf-16le", "likely"),
        ("utf-16", "certain"),
        ("windows-1252", "guess"),
        ("", "binary"),
        ("windows-1252", "likely"),
    ];
    for (file, (encoding, certainty)) in files.into_iter().zip(expected) {
        let object: serde_json::Value = objects.next().unwrap();
        assert_eq!((&object["type"], &object["path"]), (&"detected".into(), &file.into()));
        assert_eq!(object["encoding"].as_str().unwrap_or(""), encoding, "{file}");
        assert_eq!(object["certainty"], certainty, "{file}");
        assert_eq!(object["bom"], file.contains("marked"), "{file}");
    }
    let summary = objects.next().unwrap();
    assert_eq!((&summary["type"], &summary["files"]), (&"summary".into(), &9.into()));
    let ran = utf8(&here, &["detect", "-"], "naïve".as_bytes());
    let line = "utf-8         certain  -: well-formed throughout, 5 characters\n";
    assert_eq!((&*ran.stdout, ran.status), (line.as_bytes(), Some(0)));
    let ran = utf8(&here, &["detect", "gone"], b"");
    assert_eq!(ran.status, Some(2));
}

#[test]
fn every_vector() {
    let here = Place::new();
    for Judgement { name, encoding, certainty, bytes: Hex(bytes) } in detection() {
        let ran = utf8(&here, &["detect", "--format", "json", "-"], &bytes);
        let stdout = String::from_utf8(ran.stdout).unwrap();
        let object: serde_json::Value =
            serde_json::from_str(stdout.lines().next().unwrap()).unwrap();
        assert_eq!(object["encoding"], encoding, "{name}: {object}");
        assert_eq!(object["certainty"], certainty, "{name}: {object}");
        // `utf8 convert` says the same, and what it advises works.
        let ran = utf8(&here, &["convert", "-"], &bytes);
        let is_marked = object["bom"] == true;
        let is_named = ran.stderr.contains(&encoding)
            || ran.status == Some(0)
            || is_marked
            || encoding == "mixed" && ran.stderr.contains("it is in two encodings");
        assert!(is_named, "{name}: {}", ran.stderr);
        assert!(!is_marked || !ran.stderr.contains("could also be"), "{name}: {}", ran.stderr);
        if let Some((_, advice)) = ran.stderr.split_once("say -f ") {
            let label = advice.split([';', '\n']).next().unwrap();
            let ran = utf8(&here, &["convert", "-f", label, "--on-error", "replace", "-"], &bytes);
            assert!(matches!(ran.status, Some(0 | 1)), "{name}: {}", ran.stderr);
            assert!(String::from_utf8(ran.stdout).is_ok_and(|text| !text.is_empty()), "{name}");
        }
    }
}

#[test]
fn trees_and_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let here = Place::new();
    here.file("d/.hidden", "x")
        .file(std::path::Path::new(OsStr::from_bytes(b"d/n\xFFme")), "naïve");
    rustix::fs::mkfifoat(rustix::fs::CWD, here.path().join("d/pipe"), 0o600.into()).unwrap();
    let ran = utf8(&here, &["detect", "d"], b"");
    let line = "utf-8         certain  d/n<FF>me: well-formed throughout, 5 characters\n";
    assert_eq!(ran.stdout, line.as_bytes());
    assert_eq!(
        (&*ran.stderr, ran.status),
        ("utf8: skipped d/pipe: a FIFO; it is read if it is named\n", Some(0))
    );
    let ran = utf8(&here, &["detect", "--format", "json", "d", "gone"], b"");
    assert_eq!(ran.status, Some(2));
    let stdout = String::from_utf8(ran.stdout).unwrap();
    let objects: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["path_hex"], "642F6EFF6D65");
    let kinds: Vec<_> = objects.iter().map(|object| object["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["detected", "skipped", "trouble", "summary"]);
    assert_eq!((&objects[3]["troubles"], &objects[3]["skipped"]), (&1.into(), &1.into()));
}

#[test]
fn what_no_charset_has_is_unknown() {
    let here = Place::new();
    // Marks and what follows them; what is malformed late is still said.
    let cases: [(&[u8], &str); 7] = [
        (b"\xFF\xFE\0\0a\0\0\0", "utf-32        certain  -: byte order mark of utf-32le"),
        (b"\xFE\xFF\0a", "utf-16        certain  -: byte order mark of utf-16be"),
        (
            b"\xEF\xBB\xBFa\xFF",
            "utf-8         likely   -: byte order mark of utf-8, but ill-formed from byte 4 on",
        ),
        (b"a\0", "us-ascii      certain  -: all bytes are ASCII"),
        (b"h\0i\0!\0\n\0", "utf-16le      likely   -: zero bytes are where it has them; or utf-8"),
        (b"one\0two\0three\0", "us-ascii      certain  -: all bytes are ASCII"),
        (b"\xFF\xFE\0\xDC\x01\0\0\xE0", "utf-16        certain  -: byte order mark of utf-16le"),
    ];
    for (input, said) in cases {
        let ran = utf8(&here, &["detect"], input);
        let stdout = String::from_utf8(ran.stdout).unwrap();
        assert!(stdout.starts_with(said), "{stdout}");
        assert_eq!(ran.status, Some(0));
    }
}

#[test]
fn memory_is_bounded_however_many_threads_there_are() {
    let here = Place::new();
    // More than what is kept of each, and no UTF-8: letters take their time, so that all threads are
    // at it.
    here.file("0", b"na\xEFve caf\xE9\n".repeat(1 << 17));
    let mut list = String::from("0\n");
    for name in 1..64 {
        fs::hard_link(here.path().join("0"), here.path().join(name.to_string())).unwrap();
        list += &format!("{name}\n");
    }
    let fifo = here.path().join("fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, 0o600.into()).unwrap();
    here.file("list", list + "fifo\n");
    let mut command = here.command();
    command.args(["detect", "-j", "1000", "--files-from", "list"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    // Once it is opened there, all others have been taken up.
    let fifo = File::options().write(true).open(&fifo).unwrap();
    let peak = peak_of(&child);
    drop(fifo);
    assert!(child.wait().unwrap().success());
    assert!(peak < 64 << 10, "{peak} KiB");
}

#[test]
fn a_character_may_be_read_in_two_pieces() {
    let here = Place::new();
    for character in ["é", "日", "😀"] {
        for shift in 0..character.len() {
            let text = "x".repeat(shift) + &character.repeat((1 << 18) / character.len());
            here.file("a", &text);
            for (path, input) in [("a", ""), ("-", &*text)] {
                let ran = utf8(&here, &["detect", path], input.as_bytes());
                let count = text.chars().count();
                let expected = format!(
                    "utf-8         certain  {path}: well-formed throughout, {count} characters\n"
                );
                assert_eq!(String::from_utf8(ran.stdout).unwrap(), expected);
            }
            // The last piece is completed by none.
            here.file("a", &text.as_bytes()[..text.len() - 1]);
            let ran = utf8(&here, &["detect", "--format", "json", "a"], b"");
            let at = text.len() - character.len();
            let evidence = format!("well-formed, but cut off at byte {at}");
            assert!(String::from_utf8(ran.stdout).unwrap().contains(&evidence), "{character}");
        }
    }
}
