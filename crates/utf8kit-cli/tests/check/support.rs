//! The binary, run in a temporary directory.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::process::Signal;

pub(crate) struct Place {
    pub(crate) dir: tempfile::TempDir,
}

/// What a run gave.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Place {
    pub(crate) fn new() -> Place {
        Place { dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Writes a file, and the directories above it.
    pub(crate) fn file(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> &Place {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    pub(crate) fn command(&self) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_utf8"))
    }

    /// A program, in this place and in an environment that says nothing about colours.
    pub(crate) fn command_of(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.path()).stdin(Stdio::null());
        command.env_remove("NO_COLOR").env_remove("GITHUB_WORKSPACE");
        // No configuration of git's beyond what the test writes.
        command.env("HOME", self.path()).env_remove("XDG_CONFIG_HOME");
        command
    }

    /// `utf8 check`, with these arguments.
    pub(crate) fn check(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
        run(self.command().arg("check").args(arguments))
    }

    /// Runs the command with standard input.
    pub(crate) fn pipe(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command();
        command.arg("check").args(arguments).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || stdin.write_all(input));
            ran(child.wait_with_output().unwrap())
        })
    }
}

pub(crate) fn run(command: &mut Command) -> Ran {
    ran(command.output().unwrap())
}

fn ran(output: Output) -> Ran {
    Ran {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Ran {
    /// Nothing to report.
    #[track_caller]
    pub(crate) fn clean(&self) {
        assert_eq!((self.status, &*self.stderr), (Some(0), ""), "{}", self.stdout);
    }

    /// The objects of JSON Lines.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The findings of JSON Lines.
    #[track_caller]
    pub(crate) fn findings(&self) -> Vec<serde_json::Value> {
        self.objects().into_iter().filter(|object| object["type"] == "finding").collect()
    }

    /// (kind, offset, line, column) of the findings.
    #[track_caller]
    pub(crate) fn places(&self) -> Vec<(String, u64, u64, u64)> {
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let place = |finding: serde_json::Value| {
            (
                finding["kind"].as_str().unwrap().to_owned(),
                number(&finding["offset"]),
                number(&finding["line"]),
                number(&finding["column"]),
            )
        };
        self.findings().into_iter().map(place).collect()
    }
}

/// `places`, as a test spells them.
pub(crate) fn place(kind: &str, offset: u64, line: u64, column: u64) -> (String, u64, u64, u64) {
    (kind.to_owned(), offset, line, column)
}

/// The most memory that a process has had so far, in KiB.
pub(crate) fn peak_of(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

/// What is started from now on does not ignore this signal. Where the tests were started with it
/// ignored, as `nohup` does, and a shell that starts them in the background, that would be
/// inherited; what is caught is not.
pub(crate) fn not_ignored(signal: Signal) {
    let as_ever = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(signal.as_raw(), as_ever).unwrap();
}
