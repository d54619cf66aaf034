//! Where the text goes, and that nothing is lost on the way.

use std::fs::{self, File, Permissions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{Place, not_ignored};
use crate::{converted, run, utf8};

/// The names in a place, sorted.
fn names(here: &Place) -> Vec<String> {
    let entries = fs::read_dir(here.path()).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_may_be_converted_onto_itself() {
    let here = Place::new();
    let text = "ünïcödé\n".repeat(100_000);
    let latin1: Vec<u8> = text.chars().map(|character| character as u8).collect();
    here.file("a", &latin1);
    fs::set_permissions(here.path().join("a"), Permissions::from_mode(0o640)).unwrap();
    symlink("a", here.path().join("link")).unwrap();
    converted(&here, &["convert", "-f", "latin1", "link", "-o", "a"], b"");
    assert_eq!(fs::read(here.path().join("a")).unwrap(), text.as_bytes());
    converted(&here, &["iconv", "-f", "utf-8", "-t", "latin1", "a", "-o", "link"], b"");
    assert_eq!(fs::read(here.path().join("a")).unwrap(), latin1);
    assert!(here.path().join("link").is_symlink());
    assert_eq!(here.path().join("a").metadata().unwrap().mode() & 0o777, 0o640);
    assert_eq!(names(&here), ["a", "link"]);
}

#[test]
fn what_is_refused_leaves_every_file_as_it_was() {
    let here = Place::new();
    here.file("a", b"caf\xE9").file("old", "as it was").file("linked", "two names");
    fs::hard_link(here.path().join("linked"), here.path().join("other")).unwrap();
    for output in ["old", "new"] {
        let ran = utf8(&here, &["convert", "-f", "utf-8", "a", "-o", output], b"");
        assert_eq!(ran.status, Some(1));
        assert!(ran.stderr.contains("not written: "), "{}", ran.stderr);
    }
    let ran = utf8(&here, &["convert", "-f", "latin1", "a", "gone", "-o", "old"], b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("gone: no such file or directory"), "{}", ran.stderr);
    let ran = utf8(&here, &["convert", "-f", "latin1", "linked", "-o", "other"], b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("more than one name"), "{}", ran.stderr);
    let ran = utf8(&here, &["iconv", "-f", "latin1", "-t", "utf-8", "a", "-o", "."], b"");
    assert_eq!(ran.status, Some(2));
    assert_eq!(fs::read(here.path().join("old")).unwrap(), b"as it was");
    assert_eq!(fs::read(here.path().join("other")).unwrap(), b"two names");
    assert_eq!(names(&here), ["a", "linked", "old", "other"]);
}

#[test]
fn standard_output_that_is_an_input_is_noticed() {
    let here = Place::new();
    here.file("a", "text\n");
    fs::hard_link(here.path().join("a"), here.path().join("b")).unwrap();
    let output = File::options().append(true).open(here.path().join("a")).unwrap();
    let mut command = here.command();
    command.args(["convert", "b"]).stdout(output).stderr(Stdio::piped());
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("this is also the output"));
    assert_eq!(fs::read(here.path().join("a")).unwrap(), b"text\n");
}

#[test]
fn outputs_that_take_no_more() {
    let here = Place::new();
    here.file("a", "text\n".repeat(1 << 20));
    for arguments in [&["convert", "a"][..], &["iconv", "-f", "utf-8", "-t", "utf-16", "a"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = here.command();
        let child = command.args(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("cannot write to standard output: No space left"), "{stderr}");

        let mut command = here.command();
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.signal(), output.stderr), (Some(13), Vec::new()));
    }
    let ran = utf8(&here, &["convert", "a", "-o", "/dev/full"], b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("its output cannot be written: No space left"), "{}", ran.stderr);
    // A limit for file sizes, and no half of a file.
    let script = format!("ulimit -f 10; exec {} convert a -o out", env!("CARGO_BIN_EXE_utf8"));
    let ran = run(here.command_of("sh").args(["-c", &script]), b"");
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("File too large"), "{}", ran.stderr);
    assert_eq!(names(&here), ["a"]);
}

#[test]
fn a_signal_leaves_nothing_half_written() {
    let here = Place::new();
    here.file("old", "as it was");
    not_ignored(Signal::TERM);
    // Many times: it comes as soon as there is something half written.
    for _ in 0..50 {
        let mut command = here.command();
        command.args(["convert", "-f", "utf-8", "-", "-o", "old"]).stdin(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Held open: else the conversion may come to its end before the signal is heard.
        let stdin = child.stdin.take();
        let deadline = Instant::now() + Duration::from_secs(20);
        while names(&here).len() < 2 {
            assert!(child.try_wait().unwrap().is_none());
            assert!(Instant::now() < deadline);
        }
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(Signal::TERM.as_raw()));
        drop(stdin);
        assert_eq!(names(&here), ["old"]);
        assert_eq!(fs::read(here.path().join("old")).unwrap(), b"as it was");
    }
}

#[test]
fn a_signal_leaves_nothing_half_written_among_many_files() {
    let here = Place::new();
    for index in 0..400 {
        here.file(format!("in/{index}"), "text\n");
    }
    not_ignored(Signal::TERM);
    for turn in 0..40 {
        let mut command = here.command();
        let out = format!("out{turn}/");
        command.args(["convert", "in", "-o", &out, "-j", "8"]).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let out = here.path().join(out);
        let written =
            || fs::read_dir(&out).into_iter().flatten().map(|entry| entry.unwrap().file_name());
        // Somewhere in the middle, another place each time. It may have come to its end before.
        while written().count() < 9 * turn + 1 && child.try_wait().unwrap().is_none() {}
        if child.try_wait().unwrap().is_none() {
            kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        }
        child.wait().unwrap();
        let half: Vec<_> = written().filter(|name| name.as_bytes().ends_with(b".tmp")).collect();
        assert!(half.is_empty(), "{half:?}");
    }
}

#[test]
fn every_signal_leaves_trees_without_half_a_file() {
    let here = Place::new();
    here.file("in/a", "fine").file("in/b", "fine");
    rustix::fs::mkfifoat(rustix::fs::CWD, here.path().join("pipe"), 0o600.into()).unwrap();
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        not_ignored(signal);
        let mut command = here.command();
        // The FIFO has no writer yet.
        command.args(["convert", "--force", "in", "pipe", "-o", "out/", "-j", "1"]);
        let mut child = command.spawn().unwrap();
        let writer = File::options().write(true).open(here.path().join("pipe")).unwrap();
        (&writer).write_all("é".repeat(1 << 20).as_bytes()).unwrap();
        let unfinished = fs::read_dir(here.path().join("out")).unwrap().count();
        assert_eq!(unfinished, 2, "the directory of two files, and what becomes the third");
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
        let mut left: Vec<_> = fs::read_dir(here.path().join("out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["in"]);
    }
}

#[test]
fn standard_output_by_its_names() {
    let here = Place::new();
    here.file("a", b"\xE9");
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        for command in [&["convert", "-f", "latin1"][..], &["iconv", "-f", "latin1", "-t", "utf8"]]
        {
            let arguments = [command, &["a", "-o", name]].concat();
            assert_eq!(converted(&here, &arguments, b""), "é".as_bytes());
            // A file that is standard output is written to, and not replaced.
            let output = File::create(here.path().join("out")).unwrap();
            let mut command = here.command();
            assert!(command.args(arguments).stdout(output).status().unwrap().success());
            assert_eq!(fs::read(here.path().join("out")).unwrap(), "é".as_bytes());
            assert_eq!(names(&here), ["a", "out"]);
        }
    }
}

#[test]
fn a_file_that_is_open_under_another_number_is_not_replaced() {
    let here = Place::new();
    here.file("a", "text").file("log", "");
    let log = File::options().append(true).open(here.path().join("log")).unwrap();
    let mut command = here.command();
    command.args(["convert", "a", "-o", "/dev/stderr"]).stderr(log);
    assert_eq!(command.status().unwrap().code(), Some(2));
    let said = fs::read_to_string(here.path().join("log")).unwrap();
    assert!(said.contains("/dev/stderr: an open file"), "{said}");
    assert_eq!(names(&here), ["a", "log"]);
}

#[test]
fn what_cannot_be_written_says_so() {
    let here = Place::new();
    here.file("a", "text");
    let cases = [
        ("none/b", "the directory that it is to be in does not exist"),
        ("/dev/full", "its output cannot be written: No space left on device"),
        ("a/b", "Not a directory"),
    ];
    for (output, said) in cases {
        for to in ["utf-8", "utf-16"] {
            let ran = utf8(&here, &["convert", "-t", to, "a", "-o", output], b"");
            assert_eq!(ran.status, Some(2));
            assert!(ran.stderr.contains(said), "{output}: {}", ran.stderr);
        }
    }
    let lost = File::options().write(true).open("/dev/full").unwrap();
    let mut command = here.command();
    let status = command.args(["convert", "--list"]).stdout(lost).stderr(Stdio::null()).status();
    assert_eq!(status.unwrap().code(), Some(2));
}
