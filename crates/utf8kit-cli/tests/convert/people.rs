//! What somebody at a terminal is told.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::support::Place;
use crate::terminal::Terminal;

#[test]
fn nothing_is_waited_for_that_was_not_asked_for() {
    let here = Place::new();
    let terminal = Terminal::new(80);
    for (name, verb) in [("convert", "convert"), ("detect", "look at")] {
        let mut command = here.command();
        command.arg(name).stdin(terminal.tty()).stderr(Stdio::piped());
        let output = command.spawn().unwrap().wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr.starts_with(&format!("error: nothing to {verb}: name files")), "{stderr}");
    }
}

#[test]
fn a_long_conversion_says_how_far_it_is() {
    let here = Place::new();
    let mut terminal = Terminal::new(80);
    let mut command = here.command();
    command.args(["convert", "-f", "utf-8", "--on-error", "skip", "-", "-o", "out"]);
    command.env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(terminal.tty());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"text\n").unwrap();
    let shown = terminal.read_until(" errors");
    assert!(shown.contains("5 bytes, 0 files, "), "{shown}");
    drop(stdin);
    drop(command);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(terminal.rest().ends_with("\r\x1B[K"));
    assert_eq!(fs::read(here.path().join("out")).unwrap(), b"text\n");
}
