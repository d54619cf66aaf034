//! `utf8 convert`, `utf8 iconv` and `utf8 detect`, end to end: the binary, run in temporary
//! directories.

mod detect;
mod errors;
mod iconv;
mod marks;
mod outputs;
mod peers;
mod people;
mod pieces;
mod safety;
#[path = "../check/support.rs"]
#[expect(dead_code, reason = "it serves the tests of `utf8 check` too")]
mod support;
#[path = "../check/terminal.rs"]
mod terminal;
mod trees;

use std::io::Write;
use std::process::{Command, Stdio};

use support::Place;

/// What a run gave, in bytes.
#[derive(PartialEq, Eq, Debug)]
struct Ran {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

fn run(command: &mut Command, input: &[u8]) -> Ran {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    });
    let stderr = String::from_utf8(output.stderr).unwrap();
    Ran { status: output.status.code(), stdout: output.stdout, stderr }
}

/// `utf8` with these arguments, in `here`, with this input.
fn utf8(here: &Place, arguments: &[&str], input: &[u8]) -> Ran {
    run(here.command().args(arguments), input)
}

/// All of the output, where nothing was to be said.
#[track_caller]
fn converted(here: &Place, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let ran = utf8(here, arguments, input);
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{arguments:?}");
    ran.stdout
}
