//! Where fixed text goes: a file, a tree, nowhere; and lines with loss to a file of their own.

use crate::support::Place;
use crate::{fix, names, read, utf8};

#[test]
fn a_file_and_a_tree() {
    let here = Place::new();
    here.file("in/a/x", b"caf\xE9 noir\n")
        .file("in/b", "fine\n")
        .file("in/p.png", b"\x89PNG\r\n\x1A\n\0");
    let ran = fix(&here, &["-o", "out/", "in"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(read(&here, "out/a/x"), "café noir\n".as_bytes());
    assert_eq!(read(&here, "out/b"), b"fine\n");
    assert_eq!(names(&here, "out"), ["a", "b"]);
    // Nothing is overwritten, unless that is said.
    assert_eq!(fix(&here, &["-o", "out/", "in"]).status, Some(2));
    assert_eq!(fix(&here, &["--force", "-o", "out/", "in"]).status, Some(0));
    // Several inputs to one, and an input that is the output.
    assert_eq!(fix(&here, &["-o", "one", "in/a/x", "in/b"]).status, Some(0));
    assert_eq!(read(&here, "one"), "café noir\nfine\n".as_bytes());
    assert_eq!(fix(&here, &["-o", "in/a/x", "in/a/x"]).status, Some(0));
    assert_eq!(read(&here, "in/a/x"), "café noir\n".as_bytes());
}

/// Of several inputs that become one, the first has the mark.
#[test]
fn one_mark_of_several_inputs() {
    let here = Place::new();
    here.file("a", "\u{FEFF}one\n").file("b", "\u{FEFF}two\n").file("c", "three\n");
    assert_eq!(fix(&here, &["a", "b", "c"]).stdout, "\u{FEFF}one\ntwo\nthree\n".as_bytes());
    assert_eq!(fix(&here, &["--bom", "strip", "b", "a"]).stdout, b"two\none\n");
    let added = fix(&here, &["--bom", "add", "c", "b"]).stdout;
    assert_eq!(added, "\u{FEFF}three\ntwo\n".as_bytes());
}

/// Behind what is refused, nothing is written; an output that is a file is not there at all.
#[test]
fn an_output_is_whole_or_not_there() {
    let here = Place::new();
    here.file("a", "one\n").file("p.png", b"\x89PNG\r\n\x1A\n\0").file("b", "two\n");
    let ran = fix(&here, &["a", "p.png", "b"]);
    assert_eq!((&*ran.stdout, ran.status), (&b"one\n"[..], Some(1)));
    let ran = fix(&here, &["-o", "out", "a", "p.png", "b"]);
    assert_eq!(
        (ran.status, names(&here, ".")),
        (Some(1), vec!["a".into(), "b".into(), "p.png".into()])
    );
    let ran = fix(&here, &["a", "gone", "b"]);
    assert_eq!((&*ran.stdout, ran.status), (&b"one\n"[..], Some(2)));
}

#[test]
fn nothing_is_written_to_say_what_would_be() {
    let here = Place::new();
    here.file("d/bad", b"un caf\xE9 noir\n").file("d/clean", "fine\n");
    for (flags, status) in [(["--check"], 1), (["--dry-run"], 0), (["--diff"], 0)] {
        let ran = fix(&here, &[&flags[..], &["d"]].concat());
        assert_eq!(ran.status, Some(status), "{flags:?} {}", ran.stderr);
        assert!(ran.stderr.contains("would be fixed"), "{}", ran.stderr);
    }
    assert_eq!(read(&here, "d/bad"), b"un caf\xE9 noir\n");
    assert_eq!(fix(&here, &["--check", "d/clean"]).status, Some(0));
    assert_eq!(fix(&here, &["-q", "--check", "d"]).stderr, "");
}

#[test]
fn lines_with_loss_are_kept() {
    let here = Place::new();
    let text = b"d\xC3\xA9j\xC3\xA0 vu, d\xC3\xA9j\xC3\xA0 lu, d\xC3\xA9j\xC3\xA0 su\nd\xC3\xA9j\xC3\xA0 \xC3\xA9 \xFF one\n\xF0\x9F\x98\xFE\nlast \xE2\x82";
    here.file("a", text).file("b", "fine\n").file("c", b"\xC3\xA9 \xC3\xA9 \xC3\xA9 \xFF");
    let ran = fix(&here, &["--rejects", "lost", "-o", "out/", "a", "b", "c"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    let expected: &[&[u8]] = &[
        b"a:2:d\xC3\xA9j\xC3\xA0 \xC3\xA9 \xFF one\n",
        b"a:3:\xF0\x9F\x98\xFE\n",
        b"a:4:last \xE2\x82\n",
        b"c:1:\xC3\xA9 \xC3\xA9 \xC3\xA9 \xFF\n",
    ];
    let mut lost: Vec<_> =
        read(&here, "lost").split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    lost.sort();
    assert_eq!(lost, expected);
    assert!(ran.stderr.contains("5 ill-formed sequences lost"), "{}", ran.stderr);
    // In place, once; and what was lost before is not overwritten.
    let again = fix(&here, &["--rejects", "lost", "-i", "a"]);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("overwrites nothing"), "{}", again.stderr);
    assert_eq!(fix(&here, &["--rejects", "more", "-i", "a"]).status, Some(1));
    assert_eq!(read(&here, "more"), expected[..3].concat());
    // Without a loss there is no file.
    assert_eq!(fix(&here, &["--rejects", "none", "-i", "."]).status, Some(1));
    assert_eq!(names(&here, "."), ["a", "b", "c", "lost", "more", "none", "out"]);
    assert_eq!(fix(&here, &["--rejects", "nothing", "-i", "a"]).status, Some(0));
    assert!(!here.path().join("nothing").exists());
}

#[test]
fn lines_with_loss_overwrite_no_input() {
    let here = Place::new();
    here.file("d/a", b"d\xC3\xA9j\xC3\xA0 vu, \xC3\xA9t\xC3\xA9 \xFF\n").file("list", "d/a\n");
    std::os::unix::fs::symlink("d/a", here.path().join("link")).unwrap();
    let before = read(&here, "d/a");
    for arguments in [
        &["-i", "--rejects", "d/a", "d/a"][..],
        &["--rejects", "link", "d/a"],
        &["-i", "--rejects", "d/a", "d"],
        &["--files-from", "list", "--rejects", "list"],
        &["--files-from", "list", "--rejects", "d/a"],
    ] {
        assert_eq!(fix(&here, arguments).status, Some(2), "{arguments:?}");
        assert_eq!((read(&here, "d/a"), read(&here, "list")), (before.clone(), b"d/a\n".to_vec()));
    }
    assert_eq!(names(&here, "."), ["d", "link", "list"]);
    // In the directory that is fixed, the file is not read.
    let ran = fix(&here, &["-i", "--invalid", "replace", "--rejects", "d/lost", "d"]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert_eq!(read(&here, "d/lost"), [b"d/a:1:", &before[..]].concat());
}

#[test]
fn what_does_not_fit_together() {
    let here = Place::new();
    here.file("d/a", "a").file("a", "a");
    for (arguments, advice) in [
        (&["d"][..], "-i fixes its files where they are"),
        (&["-i", "-"], "standard input is none"),
        (&["-i=/x", "a"], "no `/`"),
        (&["--format", "json", "a"], "--check or --dry-run"),
        (&["--only", "magic", "a"], "there is no step `magic`; there are source, bom,"),
        (&["--policy", "cobol", "a"], "there are maximal, per-byte,"),
        (&["--invalid", "skip", "--policy", "java", "a"], "are for --invalid replace"),
        (&["--fallback", "utf-16", "a"], "--from utf-16 reads all"),
        (&["--fallback", "klingon", "a"], "no such encoding"),
        (&["--from", "windows-1225", "a"], "did you mean windows-1252?"),
        (&["--nfc", "--nfd", "a"], "cannot be used with"),
        (&["-i", "-o", "x", "a"], "cannot be used with"),
        (&["--check", "--rejects", "x", "a"], "cannot be used with"),
        (&["-o", "x", "--rejects", "x", "a"], "a file of its own"),
        (&["--rejects", "-", "a"], "a file of its own"),
        (&["--replacement", "\n", "a"], "would make two lines of one"),
        (&["-q", "-v", "a"], "give one of them"),
        (&["--force", "-o", "x", "a"], "--force is for a directory"),
    ] {
        let ran = fix(&here, arguments);
        assert_eq!(ran.status, Some(2), "{arguments:?}");
        assert!(ran.stderr.contains(advice), "{arguments:?}: {}", ran.stderr);
    }
    let ran = utf8(&here, &["fix", "a", "-o", "a/b"], b"");
    assert_eq!(ran.status, Some(2));
}
