//! Trees to trees.

use std::fs;

use crate::support::Place;
use crate::utf8;

#[test]
fn a_tree_becomes_a_tree() {
    let here = Place::new();
    here.file("in/a.txt", b"caf\xE9").file("in/deep/er/b.txt", b"na\xEFve").file("single", b"\xE9");
    here.file("in/picture", b"\x89PNG\r\n\x1A\n\0\xFF\xFF");
    let ran = utf8(&here, &["convert", "-f", "latin1", "-v", "in", "single", "-o", "out"], b"");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let read = |name: &str| fs::read_to_string(here.path().join("out").join(name)).unwrap();
    let read = [read("in/a.txt"), read("in/deep/er/b.txt"), read("single")];
    assert_eq!(read, ["café", "naïve", "é"]);
    assert!(!here.path().join("out/picture").exists());
    assert!(ran.stderr.contains("skipped in/picture: binary: PNG image"), "{}", ran.stderr);
    assert!(
        ran.stderr.ends_with("utf8: out: 3 files, 10 bytes: 3 written, 1 skipped\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_is_refused_in_a_tree_leaves_no_file() {
    let here = Place::new();
    here.file("in/bad", b"caf\xE9 noir").file("in/good", "fine").file("in/lost", b"\xFF\xFE\0\xDC");
    let ran = utf8(&here, &["convert", "in", "-o", "out/"], b"");
    assert_eq!(ran.status, Some(1));
    let names: Vec<_> = fs::read_dir(here.path().join("out")).unwrap().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(
        ran.stderr.contains("in/bad: not UTF-8 (byte 3); likely windows-1252"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("--> in/lost:1:1 (byte 2)"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with("1 written, 2 refused\n"), "{}", ran.stderr);
}

#[test]
fn outputs_that_would_be_inputs_are_refused() {
    let here = Place::new();
    here.file("a/x", "1").file("b/x", "2");
    for output in ["out", "a/out", "a"] {
        let ran = utf8(&here, &["convert", ".", "-o", output], b"");
        assert_eq!(ran.status, Some(2), "{output}: {}", ran.stderr);
        assert!(ran.stderr.contains("so that its outputs would be inputs"), "{}", ran.stderr);
    }
    let ran = utf8(&here, &["convert", "-", "-o", "out/"], b"");
    assert_eq!(ran.status, Some(2));
}

#[test]
fn many_files_with_many_threads() {
    let here = Place::new();
    for index in 0..300 {
        here.file(format!("in/{}/{index}", index % 7), format!("é {index}\n").repeat(index));
    }
    here.file("in/large", "日本語 😀\n".repeat(200_000));
    let ran = utf8(&here, &["convert", "-t", "utf-16le", "-j", "5", "in", "-o", "out"], b"");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let ran = utf8(&here, &["convert", "-f", "utf-16le", "-j", "3", "out", "-o", "back"], b"");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let ran = crate::run(here.command_of("diff").args(["-r", "in", "back"]), b"");
    assert_eq!((ran.status, &ran.stdout[..]), (Some(0), &b""[..]));
}

#[test]
fn a_tree_becomes_one_output() {
    let here = Place::new();
    here.file("in/b", "second\n")
        .file("in/a/x", "first\n")
        .file("in/picture", b"\x89PNG\r\n\x1A\n\0");
    let ran = utf8(&here, &["convert", "-t", "utf-16le", "in"], b"");
    let text: Vec<u8> = "first\nsecond\n".bytes().flat_map(|byte| [byte, 0]).collect();
    assert_eq!((ran.stdout, ran.status), (text, Some(0)));
    assert_eq!(ran.stderr, "utf8: 1 skipped (-v names them)\n");
    let ran = utf8(&here, &["convert", "-v", "-t", "utf-16le", "in"], b"");
    assert!(ran.stderr.contains("skipped in/picture: binary"), "{}", ran.stderr);
    // What is named is never skipped.
    let ran = utf8(&here, &["convert", "-f", "latin1", "in/picture"], b"");
    assert_eq!((ran.stdout, ran.status), ("\u{89}PNG\r\n\x1A\n\0".into(), Some(0)));
    let ran = utf8(&here, &["convert", "in/picture"], b"");
    assert_eq!((ran.status, ran.stdout.len()), (Some(1), 0));
    assert!(ran.stderr.contains("this is no text (PNG image)"), "{}", ran.stderr);
}
