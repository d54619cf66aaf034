//! Ends that are signals, and one that is not.

use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Place, not_ignored, run};
use crate::terminal::Terminal;

#[test]
fn a_broken_pipe_ends_as_by_the_signal() {
    let here = Place::new();
    here.file("a", b"\xFF\n".repeat(1 << 20));
    for arguments in [&["--max-errors", "0", "a"][..], &["--format", "json", "-j", "4", "a", "a"]] {
        let mut command = here.command();
        command.arg("check").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.signal(), Some(13));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[test]
fn the_limit_of_file_sizes_is_a_message() {
    let here = Place::new();
    here.file("a", b"\xFF\n".repeat(10_000));
    let mut command = here.command_of("sh");
    let script =
        format!("ulimit -f 1; exec {} check --format json a > out", env!("CARGO_BIN_EXE_utf8"));
    let ran = run(command.args(["-c", &script]));
    assert_eq!(ran.status, Some(2), "{ran:?}");
    assert!(
        ran.stderr.contains("cannot write to standard output: File too large"),
        "{}",
        ran.stderr
    );
}

/// Runs until something is certain, interrupts, and gives what was written.
fn interrupted(command: &mut Command, ready: impl FnOnce(&mut Child)) -> Output {
    not_ignored(Signal::INT);
    let mut child = command.spawn().unwrap();
    ready(&mut child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    // Standard input does not end, and output is read only once the signal has been seen.
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(10));
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.signal(), Some(2));
    output
}

/// Until all threads wait for something, or one has run for some time.
fn settle(child: &mut Child) {
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none());
}

#[test]
fn an_interrupt_ends_a_run_wherever_it_is() {
    let here = Place::new();
    // A hole that takes an hour to read.
    File::create(here.path().join("huge")).unwrap().set_len(1 << 43).unwrap();
    here.file("errors", b"\xFF\n".repeat(1 << 20));
    assert_eq!(run(here.command_of("mkfifo").arg("fifo")).status, Some(0));
    let cases: [&[&str]; 5] = [
        &["-j", "1", "huge"],
        &["-j", "3", "huge"],
        &["-"],
        &["fifo"],
        // Its report fills the pipe, which nobody reads.
        &["-j", "2", "--format", "json", "errors", "errors"],
    ];
    for arguments in cases {
        let mut command = here.command();
        command.arg("check").args(arguments).stdin(Stdio::piped());
        let output = interrupted(command.stdout(Stdio::piped()).stderr(Stdio::piped()), settle);
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

#[test]
fn an_interrupt_cuts_no_line() {
    let here = Place::new();
    here.file("errors", b"\xFF\n".repeat(1 << 20));
    let mut command = here.command();
    command.args(["check", "--format", "json", "errors"]).stdout(Stdio::piped());
    let mut ends_with_a_line = || {
        // It is in the middle of one, because the pipe is full; then somebody reads on.
        let written = interrupted(&mut command, settle).stdout;
        written.last() == Some(&b'\n')
    };
    // A reader that has been too slow, as on a busy machine, is not waited for.
    assert!((0..30).any(|_| ends_with_a_line()));
}

#[test]
fn an_interrupt_erases_the_progress_line() {
    let here = Place::new();
    let mut terminal = Terminal::new(80);
    let mut command = here.command();
    command.args(["check", "-"]).env("TERM", "xterm").stdin(Stdio::piped());
    command.stdout(terminal.tty()).stderr(terminal.tty());
    interrupted(&mut command, |_| drop(terminal.read_until("findings")));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let rest = terminal.rest();
    assert!(rest.ends_with("\r\x1B[K"), "{rest:?}");
}

#[test]
fn an_interrupt_that_is_ignored_stays_so() {
    let here = Place::new();
    let mut command = here.command_of("sh");
    // As a shell does that runs it in the background.
    let script = format!("trap '' INT; exec {} check -", env!("CARGO_BIN_EXE_utf8"));
    let command = command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    settle(&mut child);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    settle(&mut child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
}
