//! The binary, run with an input, and what it gave, in bytes.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::Place;

/// What a run gave, in bytes.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

pub(crate) fn run(command: &mut Command, input: &[u8]) -> Ran {
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
pub(crate) fn utf8(here: &Place, arguments: &[&str], input: &[u8]) -> Ran {
    run(here.command().args(arguments), input)
}
