//! What can be typed, and what cannot.

use std::process::Stdio;

use crate::support::{Place, run};

#[test]
fn contradictions_are_refused() {
    let here = Place::new();
    here.file("a", "fine");
    let contradictions: [(&[&str], &str); 11] = [
        (&["-q", "-l", "a"], "-q prints nothing and -l prints paths"),
        (&["--format", "json", "-l", "a"], "--format and -l each say what to print"),
        (&["--format", "sarif", "-q", "a"], "--format prints and -q does not"),
        (&["--skip-binary", "-a", "a"], "--skip-binary skips what is no text"),
        (&["--skip-binary", "--deny", "binary", "a"], "--skip-binary skips what --deny binary"),
        (&["-a", "--deny", "binary", "a"], "-a treats everything as text"),
        (&["-0", "a"], "-0 says how --files-from and -l separate names"),
        (&["-", "-"], "standard input can be read only once"),
        (&["-", "--files-from", "-"], "standard input can be read only once"),
        (&["-g", "a[", "a"], "--glob: "),
        (&["--format", "xml", "a"], "[possible values: human, json, sarif, github]"),
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
    let levels = utf8kit::Level::available();
    for level in levels {
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
fn numbers_out_of_range_are_answered_with_what_is_in_it() {
    let jobs = "give a number of threads from 1 up, or leave the flag out for one a CPU";
    let max_errors = "give a number of findings from 0 up; 0 shows all";
    let wrong: [(&[&str], &str); 6] = [
        (&["-j", "0"], jobs),
        (&["-j", "-1"], jobs),
        (&["-j", "many"], jobs),
        (&["--max-errors", "-1"], max_errors),
        (&["--max-errors=1e3"], max_errors),
        (&["--max-errors", "99999999999999999999"], max_errors),
    ];
    for (arguments, message) in wrong {
        let ran = Place::new().check(arguments);
        assert_eq!(ran.status, Some(2));
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn levels_are_known_in_any_case_and_emulation_is_none() {
    let here = Place::new();
    here.file("a", "fine");
    here.check(["--level", "SCALAR", "a"]).clean();
    for name in ["emulated", "avx9"] {
        let ran = here.check(["--level", name, "a"]);
        assert_eq!(ran.status, Some(2));
        let values = "[possible values: scalar, sse42, avx2, avx512]";
        assert!(ran.stderr.contains(values), "{}", ran.stderr);
    }
}

#[test]
fn what_was_typed_does_not_act_on_the_terminal() {
    let here = Place::new();
    let typed: [&[&str]; 5] = [
        &["check", "--fro\x1B[31mb"],
        &["check", "--format", "js\x1B[31mon"],
        &["check", "-j", "\x1B]0;title\x07"],
        &["che\x1B[31mck"],
        &["check", "--col\u{202E}or", "x"],
    ];
    for arguments in typed {
        // On a terminal, where clap uses colours of its own.
        let line = arguments.iter().map(|word| format!(" '{word}'")).collect::<String>();
        let line = format!("{}{line}", env!("CARGO_BIN_EXE_utf8"));
        let mut command = here.command_of("script");
        command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
        let ran = run(&mut command);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        // clap's own colours end with `m` and no more.
        for typed in ["\x1B[31mb", "\x1B[31mo", "\x1B[31mc", "\x1B]0", "\x07", "\u{202E}"] {
            assert!(!ran.stdout.contains(typed), "{}", ran.stdout);
        }
        let is_escaped = ran.stdout.contains("<1B>") || ran.stdout.contains("<U+202E>");
        assert!(is_escaped, "{}", ran.stdout);
    }
}
