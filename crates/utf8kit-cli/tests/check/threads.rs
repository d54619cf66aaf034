//! One large file in many threads: what is said of it does not show that.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::support::{Place, Ran};

/// Long enough to be looked ahead in, several times over.
const LARGE: usize = 6 << 20;

/// The pieces that are looked ahead in.
const PIECE: usize = 128 * 1024;

/// Bytes, and where they are put.
type Insertion = (usize, &'static [u8]);

/// Clean text of all lengths of characters, in lines, and with these bytes put in.
fn text_with(insertions: &[Insertion]) -> Vec<u8> {
    let mut text = "a line é 日本語 😀\n".repeat(LARGE / 23).into_bytes();
    for (at, bytes) in insertions {
        text[*at..*at + bytes.len()].copy_from_slice(bytes);
    }
    text
}

/// A run with one thread and with several, which must agree.
#[track_caller]
fn agreed(here: &Place, arguments: &[&str]) -> Ran {
    let one = here.check(["-j", "1"].iter().chain(arguments));
    for jobs in ["2", "3", "16"] {
        assert!(here.check(["-j", jobs].iter().chain(arguments)) == one, "-j {jobs} {arguments:?}");
    }
    one
}

fn without_paths(ran: &Ran) -> Vec<serde_json::Value> {
    let mut findings = ran.findings();
    for finding in &mut findings {
        finding.as_object_mut().unwrap().remove("path");
        // What is piped is fixed in no place.
        finding.as_object_mut().unwrap().remove("remedy");
    }
    findings
}

#[test]
fn a_large_file_is_said_the_same_of_whoever_helps() {
    let here = Place::new();
    let dense: Vec<Insertion> = (0..20_000).map(|n| (n * 250 + 7, &b"\xE9"[..])).collect();
    let texts: [(&str, &[Insertion]); 6] = [
        ("clean", &[]),
        ("late", &[(LARGE - 1000, b"\xFF")]),
        ("first and last", &[(0, b"\xFF"), (LARGE / 23 * 23 - 1, b"\xC3")]),
        ("at cuts", &[(3 * PIECE - 1, b"\xED\xA0\x80"), (20 * PIECE, b"\x80\x80\x80\x80")]),
        ("denied", &[(PIECE, b"\0"), (2 << 20, b"\xE2\x80\xAE"), (5 << 20, b"\x7F")]),
        ("dense", &dense),
    ];
    for (name, insertions) in texts {
        let text = text_with(insertions);
        here.file(name, &text);
        // What comes by a pipe is not looked ahead in.
        let flags = ["--format", "json", "--deny", "nul,bidi,controls"];
        let streamed = without_paths(&here.pipe(&flags, &text));
        assert!(without_paths(&here.check(flags.iter().chain(&[name]))) == streamed, "{name}");
    }
    let names = texts.map(|(name, _)| name);
    for flags in [&["--format", "json"][..], &["--deny", "bidi,controls"], &["-l"], &["-q"]] {
        let all = agreed(&here, &[flags, &names].concat());
        assert_eq!(all.status, Some(1), "{flags:?}");
        assert_eq!(all.stderr, "");
    }
    assert_eq!(agreed(&here, &["clean"]).status, Some(0));
}

#[test]
fn places_are_right_behind_text_that_was_looked_ahead_in() {
    let here = Place::new();
    let at = 5 << 20;
    let text = text_with(&[(at, b"\xFF"), (at + 600_000, b"\xFF")]);
    here.file("a", &text);
    for finding in agreed(&here, &["--format", "json", "a"]).findings() {
        let offset = finding["offset"].as_u64().unwrap() as usize;
        let before = &text[..offset];
        let lines = before.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(finding["line"], lines + 1);
        let line = before.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        let column = utf8kit::Summary::of(&before[line..]).characters_after_last_line_feed() + 1;
        assert_eq!(finding["column"], column);
    }
    // A line of 5 MB.
    here.file("b", [&vec![b'x'; at][..], b"\xFF\n"].concat());
    let findings = agreed(&here, &["--format", "json", "b"]).findings();
    assert_eq!((&findings[0]["line"], &findings[0]["column"]), (&1.into(), &(at + 1).into()));
}

#[test]
fn a_large_file_among_small_ones() {
    let here = Place::new();
    for index in 0..400 {
        here.file(format!("d/{index:03}"), if index % 3 == 0 { "caf\u{e9}" } else { "plain" });
    }
    here.file("d/050-large", text_with(&[(1 << 20, b"\xFF"), (4 << 20, b"\xFF")]));
    here.file("d/999-large", text_with(&[(5 << 20, b"\xFF")]));
    let ran = agreed(&here, &["--format", "json", "d"]);
    let places: Vec<_> = ran.findings().iter().map(|found| found["path"].clone()).collect();
    assert_eq!(places, ["d/050-large", "d/050-large", "d/999-large"]);
    assert_eq!(ran.objects().last().unwrap()["files"], 402);
}

#[test]
fn names_are_not_waited_for_while_there_is_something_to_check() {
    let here = Place::new();
    for index in 0..100 {
        here.file(index.to_string(), b"\xFF");
    }
    let mut command = here.command();
    command.args(["check", "-l", "-j", "2", "--files-from", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut names = child.stdin.take().unwrap();
    let mut found = child.stdout.take().unwrap();
    // Each name is asked for, as it were, only when the one before has been answered.
    for index in 0..100 {
        let line = format!("{index}\n");
        names.write_all(line.as_bytes()).unwrap();
        let mut answer = vec![0; line.len()];
        found.read_exact(&mut answer).unwrap();
        assert_eq!(answer, line.as_bytes());
    }
    drop(names);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
