//! For GitHub Actions: findings and troubles as workflow commands, which it shows as annotations.
//!
//! Their grammar and escapes are those of `@actions/core`. Everything else that is written is for
//! the readers of the log, and must not be taken for a command: the runner looks for `::` at the
//! start of a line, and for the older `##[` anywhere.

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::relative::below;
use super::tally::{Tally, Totals};
use super::{human, message, region};
use crate::name;
use crate::scan::Found;

/// What names in annotations are relative to: the repository, wherever in it `utf8` is run.
pub(crate) struct Base {
    directory: PathBuf,
    repository: PathBuf,
}

impl Base {
    pub(crate) fn of_environment() -> Base {
        // Without a working directory, only absolute names lead anywhere.
        let directory = std::env::current_dir().unwrap_or_else(|_| "/".into());
        let repository = match std::env::var_os("GITHUB_WORKSPACE") {
            Some(workspace) if directory.starts_with(&workspace) => workspace.into(),
            _ => directory.clone(),
        };
        Base { directory, repository }
    }

    /// `None` for standard input, which has no name.
    fn file(&self, path: &Path) -> Option<String> {
        if path.as_os_str() == "-" {
            return None;
        }
        let (Ok(name) | Err(name)) = below(&self.repository, &self.directory, path);
        // A name that could act on a terminal is no exact one: the log may be read on one.
        Some(name::for_terminal(&name))
    }
}

pub(super) fn finding(out: &mut Vec<u8>, base: &Base, path: &Path, found: &Found<'_>) {
    let (line, column) = (found.place.line, found.place.column);
    out.extend_from_slice(b"::error ");
    if let Some(file) = base.file(path) {
        property(out, "file", file);
        property(out, "line", line);
        property(out, "col", column);
        // Of the last column; there is none where the finding goes on in the next line.
        if let (end_line, end @ 2..) = region::end(found)
            && end_line == line
        {
            property(out, "endColumn", column.max(end - 1));
        }
    }
    let rule = found.what.rule();
    property(out, "title", format_args!("{} {}", rule.id(), rule.kind()));
    // The log does not show properties.
    let name = name::for_terminal(path);
    data(out, format_args!("{name}:{line}:{column}: {}", message(found, path)));
}

/// Something that could not be read.
pub(super) fn trouble(out: &mut Vec<u8>, base: &Base, path: &Path, why: &str) {
    out.extend_from_slice(b"::error ");
    if let Some(file) = base.file(path) {
        property(out, "file", file);
    }
    property(out, "title", "not checked");
    data(out, human::note("", path, why));
}

/// Something that was left alone: no annotation, lest pictures take the place of errors.
pub(super) fn skipped(out: &mut Vec<u8>, path: &Path, why: &str) {
    text(out, &human::note("skipped ", path, why));
}

/// What is to be said of a whole input, if not all that was found in it has been.
pub(super) fn closing_note(out: &mut Vec<u8>, path: &Path, tally: &Tally, max_errors: u64) {
    if tally.findings > max_errors {
        text(out, &format!("utf8: {}", human::tally_line(path, tally, max_errors)));
    }
}

pub(super) fn summary(totals: &Totals, verbose: bool) -> Vec<u8> {
    let mut out = Vec::new();
    text(&mut out, &human::totals_line(totals, verbose));
    out
}

/// A property of a command: the first after a space, the others after a comma.
fn property(out: &mut Vec<u8>, name: &str, value: impl Display) {
    if !out.ends_with(b" ") {
        out.push(b',');
    }
    out.extend_from_slice(name.as_bytes());
    out.push(b'=');
    push_escaped(out, &value.to_string(), b"%\r\n:,");
}

/// The message of a command, and its end.
fn data(out: &mut Vec<u8>, value: impl Display) {
    out.extend_from_slice(b"::");
    push_escaped(out, &value.to_string(), b"%\r\n");
    out.push(b'\n');
}

fn push_escaped(out: &mut Vec<u8>, value: &str, escaped: &[u8]) {
    for byte in value.bytes() {
        match escaped.contains(&byte) {
            true => {
                let _ = write!(out, "%{byte:02X}");
            }
            false => out.push(byte),
        }
    }
}

/// A line that is no command; it does not start with a name.
fn text(out: &mut Vec<u8>, line: &str) {
    out.extend_from_slice(line.replace("##[", "##<5B>").as_bytes());
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_those_of_the_toolkit() {
        let mut out = b"::error ".to_vec();
        property(&mut out, "file", "a%b:c,d\r\ne");
        property(&mut out, "line", 1);
        data(&mut out, "100%: a,\r\nb");
        assert_eq!(out, b"::error file=a%25b%3Ac%2Cd%0D%0Ae,line=1::100%25: a,%0D%0Ab\n");
    }

    #[test]
    fn no_text_is_a_command() {
        let mut out = Vec::new();
        skipped(&mut out, Path::new("##[error]x"), "binary");
        assert_eq!(out, b"utf8: skipped ##<5B>error]x: binary\n");
    }
}
