//! The programs, and how each is told to go on or to stop where something cannot be converted.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::Place;
use crate::{Ran, run, utf8};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Program {
    Iconv,
    Uconv,
}

impl Program {
    pub(super) const ALL: [Program; 2] = [Program::Iconv, Program::Uconv];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Program::Iconv => "iconv",
            Program::Uconv => "uconv",
        }
    }

    /// What its version says, of the one that the rows were made with.
    const fn seen(self) -> &'static str {
        match self {
            Program::Iconv => " 2.36",
            Program::Uconv => "ICU 72.1",
        }
    }

    fn version(self) -> Option<String> {
        let output =
            Command::new(self.name()).arg("--version").stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned())
    }

    /// Other systems have other programs of the name `iconv`.
    pub(super) fn is_installed(self) -> bool {
        let version = self.version();
        let is_known = version.as_deref().is_some_and(|version| match self {
            Program::Iconv => version.contains("GLIBC") || version.contains("GNU libc"),
            Program::Uconv => version.contains("ICU"),
        });
        if !is_known {
            let name = self.name();
            say(&format!("SKIPPED, NOTHING WAS COMPARED: no {name} that is known; {version:?}"));
        }
        is_known
    }

    pub(super) fn is_as_seen(self) -> bool {
        let is_as_seen = self.version().is_some_and(|version| version.contains(self.seen()));
        if !is_as_seen {
            say(&format!("NOT LOOKED FOR: rows that cover nothing; this is not {}", self.seen()));
        }
        is_as_seen
    }

    /// Converts, and leaves out what cannot be.
    pub(super) fn skipping(self, here: &Place, from: &str, to: &str, input: &[u8]) -> Vec<u8> {
        let flags: &[&str] = match self {
            Program::Iconv => &["-c"],
            Program::Uconv => &["--from-callback", "skip", "--to-callback", "skip"],
        };
        self.run(here, flags, from, to, input).stdout
    }

    /// Converts up to what cannot be.
    pub(super) fn strict(
        self,
        here: &Place,
        from: &str,
        to: &str,
        input: &[u8],
    ) -> (bool, Vec<u8>) {
        let flags: &[&str] = match self {
            Program::Iconv => &[],
            // Else it may write something like what the target does not have.
            Program::Uconv => &["--from-callback", "stop", "--to-callback", "stop"],
        };
        let ran = self.run(here, flags, from, to, input);
        (ran.status == Some(0), ran.stdout)
    }

    fn run(self, here: &Place, flags: &[&str], from: &str, to: &str, input: &[u8]) -> Ran {
        let mut command = here.command_of(self.name());
        run(command.args(flags).args(["-f", from, "-t", to]), input)
    }
}

/// Says it on standard error itself: what is printed by a test that passes is not shown.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// What our command does.
pub(super) fn skipping(here: &Place, from: &str, to: &str, input: &[u8]) -> Vec<u8> {
    let arguments = ["convert", "-q", "-f", from, "-t", to, "--on-error", "skip"];
    utf8(here, &arguments, input).stdout
}

pub(super) fn strict(here: &Place, from: &str, to: &str, input: &[u8]) -> (bool, Vec<u8>) {
    let ran = utf8(here, &["convert", "-q", "-f", from, "-t", to], input);
    (ran.status == Some(0), ran.stdout)
}
