//! The jobs that people have, and the library's vectors: from standard input, from a file, in place.

use std::fs;

use utf8kit_vectors::{fixes, jobs, mojibake};

use crate::support::Place;
use crate::{fix, read, utf8};

#[test]
fn every_job_is_done() {
    let here = Place::new();
    for job in jobs() {
        let flags: Vec<&str> = job.flags.iter().map(String::as_str).collect();
        let ran = utf8(&here, &[&["fix"], &flags[..]].concat(), &job.bytes.0);
        let text = String::from_utf8_lossy(&ran.stdout);
        assert_eq!(text, String::from_utf8_lossy(&job.fixed.0), "{}: {}", job.need, ran.stderr);
        assert_eq!((ran.stdout, ran.status), (job.fixed.0, Some(job.status)), "{}", job.need);
    }
}

/// In place the same, unless it is refused: then the file is as it was. What is fixed stays as it is.
#[test]
fn every_job_is_done_in_place_and_once() {
    let here = Place::new();
    for job in jobs() {
        here.file("a", &job.bytes.0);
        let flags: Vec<&str> = job.flags.iter().map(String::as_str).collect();
        let in_place = [&["-i", "a"], &flags[..]].concat();
        let ran = fix(&here, &in_place);
        let is_refused = ran.stderr.contains("refused");
        let expected = if is_refused { &job.bytes.0 } else { &job.fixed.0 };
        assert!(read(&here, "a") == *expected, "{}: {}", job.need, ran.stderr);
        assert_eq!(ran.status, Some(if is_refused { 1 } else { job.status }), "{}", job.need);
        let again = fix(&here, &in_place);
        assert!(read(&here, "a") == *expected, "{}, again: {}", job.need, again.stderr);
        let dry = fix(&here, &[&["--check", "a"], &flags[..]].concat());
        let is_left = is_refused || job.flags.iter().any(|flag| flag == "--only");
        assert_eq!(dry.status, Some(i32::from(is_left)), "{}: {}", job.need, dry.stderr);
    }
    assert_eq!(crate::names(&here, "."), ["a"]);
}

#[test]
fn the_steps_of_the_library() {
    let here = Place::new();
    for case in fixes().into_iter().filter(|case| !case.steps.is_empty()) {
        let name = &case.name;
        let only = case.steps.join(",");
        let ran = utf8(&here, &["fix", "--only", &only], &case.bytes.0);
        assert_eq!(
            String::from_utf8_lossy(&ran.stdout),
            String::from_utf8_lossy(case.fixed()),
            "{name}: {}",
            ran.stderr
        );
        assert_eq!(ran.stdout, case.fixed(), "{name}");
        let is_lossy = case.lost > 0 || case.done.contains("ill-formed left");
        assert_eq!(ran.status, Some(i32::from(is_lossy)), "{name}: {}", ran.stderr);
        if case.done != "nothing to do" {
            assert!(ran.stderr.contains(&case.done), "{name}: {}", ran.stderr);
        }
    }
}

/// Mojibake is undone in a stream and in place, and counted.
#[test]
fn mojibake_is_undone() {
    let here = Place::new();
    for case in mojibake() {
        let name = &case.name;
        let misread = case.misread.as_deref().map(|labels| ["--misread", labels]);
        let flags: Vec<&str> = ["--mojibake"]
            .into_iter()
            .chain(case.json.then_some("--json"))
            .chain(case.guess_lost.then_some("--guess-lost"))
            .chain(misread.into_iter().flatten())
            .collect();
        let ran = utf8(&here, &[&["fix"], &flags[..]].concat(), case.text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&ran.stdout), case.undone(), "{name}: {}", ran.stderr);
        // What was lost before is lost now.
        let is_lossy = case.undone().contains('\u{FFFD}') && case.undone() != case.text;
        assert_eq!(ran.status, Some(i32::from(is_lossy)), "{name}");
        let is_said = ran.stderr.contains("of mojibake undone");
        assert_eq!(is_said, case.undone() != case.text, "{name}: {}", ran.stderr);
        here.file("a", case.text.as_bytes());
        let ran = fix(&here, &[&["-i", "a"], &flags[..]].concat());
        assert!(read(&here, "a") == case.undone().as_bytes(), "{name}: {}", ran.stderr);
        let again = fix(&here, &[&["--check", "a"], &flags[..]].concat());
        assert_eq!(again.status, Some(0), "{name}: {}", again.stderr);
    }
}

#[test]
fn charsets_of_misread() {
    let here = Place::new();
    // windows-1252 is what most programs read by mistake.
    let ran = utf8(&here, &["fix", "--misread", "cp1251"], "Ïðèâåò\n".as_bytes());
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "Привет\n");
    for (labels, said) in [
        ("klingon", "klingon"),
        ("utf-8", "one byte"),
        ("koi8-r:gbk", "one byte"),
        (":koi8-r", "missing"),
        ("cp1252:windows-1252", "one charset"),
    ] {
        let ran = utf8(&here, &["fix", "--misread", labels], b"");
        assert_eq!(ran.status, Some(2), "{labels}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

/// A mark of UTF-16 in the middle, wherever pieces are cut.
#[test]
fn a_mark_at_the_end_of_a_piece() {
    let here = Place::new();
    let wide: Vec<u8> = "\u{FEFF}zwei Wörter\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for before in (1 << 20) - 4..=1 << 20 {
        let text = [&b"x".repeat(before - 1)[..], b"\n", &wide.repeat(1)].concat();
        here.file("a", &text);
        let ran = fix(&here, &["a"]);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.ends_with("x\nzwei Wörter\n".as_bytes()), "{before}");
    }
}

/// From a pipe, from a file, cut by slow writers: the same.
#[test]
fn large_inputs_are_fixed_as_small_ones() {
    let here = Place::new();
    let line = "Ya bien: Específica y más, déjà vu\n".as_bytes();
    let stray = b"Espec\xEDfica y m\xE1s, mal\n";
    let fixed = "Específica y más, mal\n".as_bytes();
    for lines in [1000, 40_000, 200_000] {
        let text = [&line.repeat(lines)[..], &stray.repeat(3), &line.repeat(lines)].concat();
        let expected = [&line.repeat(lines)[..], &fixed.repeat(3), &line.repeat(lines)].concat();
        here.file("a", &text);
        let ran = fix(&here, &["a"]);
        assert!(ran.stdout == expected, "{lines}: {}", ran.stderr);
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let piped = utf8(&here, &["fix"], &text);
        assert!(piped.stdout == expected, "{lines}: {}", piped.stderr);
        assert_eq!(fix(&here, &["-i", "a"]).status, Some(0));
        assert!(fs::read(here.path().join("a")).unwrap() == expected, "{lines}");
    }
}
