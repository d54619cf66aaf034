//! What can be typed, and what cannot.

use std::process::Stdio;

use crate::support::{Place, run};

#[test]
fn contradictions_are_refused() {
    let here = Place::new();
    here.file("a", "fine");
    let contradictions: [(&[&str], &str); 9] = [
        (&["-q", "-l", "a"], "-q prints nothing and -l prints paths"),
        (&["--format", "json", "-l", "a"], "two formats"),
        (&["--format", "json", "-q", "a"], "--format json prints and -q does not"),
        (&["-a", "--deny", "binary", "a"], "-a treats everything as text"),
        (&["-0", "a"], "-0 says how --files-from and -l separate names"),
        (&["-", "-"], "standard input can be read only once"),
        (&["-", "--files-from", "-"], "standard input can be read only once"),
        (&["-g", "a[", "a"], "--glob: "),
        (&["--level", "avx9", "a"], "unknown level"),
    ];
    for (arguments, message) in contradictions {
        let ran = here.check(arguments);
        assert_eq!((ran.status, &*ran.stdout), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}

#[test]
fn unknown_flags_are_trouble() {
    assert_eq!(Place::new().check(["--frobnicate"]).status, Some(2));
}

#[test]
fn a_level_that_this_machine_has_gives_the_same_answers() {
    let here = Place::new();
    here.file("a", [&b"x".repeat(300)[..], b"\xE9t\xE9 \xED\xA0\x80\n"].concat());
    let plain = here.check(["a"]);
    let mut ran_here = 0;
    for level in utf8kit::Level::available() {
        assert_eq!(here.check(["--level", level.name(), "a"]), plain);
        ran_here += 1;
    }
    assert!(ran_here >= 2);
    let lacking = ["sse42", "avx2", "avx512"]
        .into_iter()
        .filter(|&name| utf8kit::Level::available().all(|level| level.name() != name));
    for name in lacking {
        let ran = here.check(["--level", name, "a"]);
        assert_eq!(ran.status, Some(2));
        assert!(ran.stderr.contains("this CPU does not have it; it has scalar"), "{}", ran.stderr);
    }
}

#[test]
fn standard_input_is_read_when_nothing_is_named() {
    let here = Place::new();
    let ran = here.pipe(&["--format", "json"], b"ok\n\xFF");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.findings()[0]["path"], "-");
    assert_eq!(here.pipe(&["-"], "fine".as_bytes()).stdout, "1 file, 4 bytes: all UTF-8\n");
    here.file("a", "x");
    assert_eq!(here.pipe(&["a", "-"], b"xyz").stdout, "2 files, 4 bytes: all UTF-8\n");
}

#[test]
fn a_terminal_is_not_waited_for() {
    let here = Place::new();
    // `script` gives the command a terminal.
    let mut command = here.command_of("script");
    command.args(["-qec", &format!("{} check", env!("CARGO_BIN_EXE_utf8")), "/dev/null"]);
    let ran = run(command.stdin(Stdio::null()));
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert!(ran.stdout.contains("nothing to check: name files or directories"), "{}", ran.stdout);
}

#[test]
fn help_documents_positions_rules_and_statuses() {
    let here = Place::new();
    let ran = here.check(["--help"]);
    ran.clean();
    for text in [
        "U8002  truncated",
        "U8015  binary",
        "2  trouble",
        "Byte offsets count from 0, lines and columns from 1",
        "utf8 check --bom forbid",
    ] {
        assert!(ran.stdout.contains(text), "{text}");
    }
    let version = run(here.command().arg("--version"));
    assert_eq!(version.stdout, concat!("utf8 ", env!("CARGO_PKG_VERSION"), "\n"));
}
