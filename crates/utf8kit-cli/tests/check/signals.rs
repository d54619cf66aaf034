//! Ends that are signals, and one that is not.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use crate::support::{Place, run};

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
