//! For people: diagnostics as rustc writes them, with the place, an excerpt and what would help.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use anstyle::{AnsiColor, Color};
use utf8kit_text::guess::{Evidence, Grade, Verdict};

use super::excerpt::{COLUMNS, Excerpt};
use super::tally::{self, Tally, Totals};
use super::{escape, remedy, set_aside};
use crate::place::Place;
use crate::scan::Found;
use crate::{judged, name};

/// What is emphasised, and how.
#[derive(Clone)]
pub(crate) struct Style {
    /// How wide an excerpt may be.
    pub(crate) columns: usize,
    error: anstyle::Style,
    message: anstyle::Style,
    gutter: anstyle::Style,
    help: anstyle::Style,
}

impl Style {
    pub(crate) const PLAIN: Style = Style {
        columns: COLUMNS,
        error: anstyle::Style::new(),
        message: anstyle::Style::new(),
        gutter: anstyle::Style::new(),
        help: anstyle::Style::new(),
    };

    /// How a verdict and a path are written.
    pub(crate) fn of_verdict(&self, grade: Grade) -> (anstyle::Style, anstyle::Style) {
        let verdict = if grade == Grade::Unknown { self.error } else { self.help };
        (verdict, self.message)
    }

    /// How the place of a change is written, what is taken out, and what comes instead.
    pub(crate) const fn of_diff(&self) -> [anstyle::Style; 3] {
        [self.message, self.error, self.help]
    }

    pub(crate) const COLORED: Style = Style {
        columns: COLUMNS,
        error: bold(AnsiColor::Red),
        message: anstyle::Style::new().bold(),
        gutter: bold(AnsiColor::Blue),
        help: bold(AnsiColor::Cyan),
    };
}

const fn bold(color: AnsiColor) -> anstyle::Style {
    anstyle::Style::new().bold().fg_color(Some(Color::Ansi(color)))
}

/// Appends a line. Writing to a `Vec` does not fail.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {{
        let _ = writeln!($out, $($text)*);
    }};
}

/// Something that is wrong at some place, with all that is said of it.
pub(crate) struct Diagnostic<'a> {
    pub(crate) id: &'a str,
    pub(crate) message: &'a dyn Display,
    pub(crate) path: &'a Path,
    pub(crate) place: Place,
    pub(crate) offset: u64,
    pub(crate) excerpt: Option<&'a Excerpt>,
    pub(crate) cause: Option<&'a str>,
}

/// What is wrong, where, the text, and which part of it. The cause stands beside that, if it fits.
pub(crate) fn diagnostic(out: &mut Vec<u8>, style: &Style, diagnostic: &Diagnostic<'_>) {
    let Style { error, message, gutter, .. } = style;
    let Diagnostic { id, message: what, path, place, offset, excerpt, cause } = diagnostic;
    let (line, column) = (place.line, place.column);
    let digits = line.to_string().len();
    line!(out, "{error}error[{id}]{error:#}{message}: {what}{message:#}");
    line!(
        out,
        "{:digits$}{gutter}-->{gutter:#} {}:{line}:{column} (byte {offset})",
        "",
        name::for_terminal(path),
    );
    let mut cause = *cause;
    if let Some(excerpt) = excerpt {
        let (indent, width) = (excerpt.indent, excerpt.width);
        let room = style.columns.saturating_sub(indent + width);
        let beside = cause.take_if(|cause| cause.len() < room).unwrap_or_default();
        let space = if beside.is_empty() { "" } else { " " };
        line!(out, "{gutter}{line} |{gutter:#} {}", excerpt.line);
        line!(
            out,
            "{:digits$} {gutter}|{gutter:#} {:indent$}{error}{}{error:#}{space}{beside}",
            "",
            "",
            "^".repeat(width),
        );
    }
    if let Some(cause) = cause {
        line!(out, "{:digits$} {gutter}={gutter:#} {cause}", "");
    }
}

/// What an input is, before what was found in it.
pub(super) fn heading(out: &mut Vec<u8>, style: &Style, path: &Path, verdict: &Verdict) {
    let (verdict_style, path_style) = style.of_verdict(verdict.grade());
    let path = name::for_terminal(path);
    let verdict = judged::verdict(verdict);
    line!(out, "{path_style}{path}{path_style:#}: {verdict_style}{verdict}{verdict_style:#}");
}

pub(super) fn finding(
    out: &mut Vec<u8>,
    style: &Style,
    path: &Path,
    found: &Found<'_>,
    excerpt: &mut Excerpt,
) {
    let Found { offset, place, what, .. } = found;
    let is_verdict = tally::is_verdict(what);
    if !is_verdict {
        excerpt.make(found.text, found.at, found.length);
    }
    let cause = what.story();
    diagnostic(
        out,
        style,
        &Diagnostic {
            id: what.rule().id(),
            message: what,
            path,
            place: *place,
            offset: *offset,
            excerpt: (!is_verdict).then_some(excerpt),
            cause: cause.as_deref(),
        },
    );
}

/// What is to be said of a whole input, if anything was found in it.
pub(super) fn closing_note(
    out: &mut Vec<u8>,
    style: &Style,
    path: &Path,
    tally: &Tally,
    max_errors: u64,
) {
    if tally.findings == 0 {
        return;
    }
    if tally.settled.is_none() {
        line!(out, "{}", tally_line(path, tally, max_errors));
    }
    if let Some(command) = remedy::of_input(tally, path) {
        let help = style.help;
        line!(out, "{help}help{help:#}: {command}");
    }
    out.push(b'\n');
}

/// How much was found in one input, and what has not been shown of it.
pub(super) fn tally_line(path: &Path, tally: &Tally, max_errors: u64) -> String {
    let findings = counted(tally.findings, "finding");
    let lines = counted(tally.lines, "line");
    let mut line = format!("{}: {findings} in {lines}", name::for_terminal(path));
    if max_errors == 0
        && let Some((place, offset)) = tally.first
    {
        line += &format!("; the first at {}:{} (byte {offset})", place.line, place.column);
    }
    let is_judged_by_letters = tally
        .verdict
        .as_ref()
        .is_some_and(|verdict| matches!(verdict.evidence(), Evidence::Letters(_)));
    if tally.windows_1252 > 0 && !is_judged_by_letters {
        line += &format!("; {} of {} fit windows-1252", tally.windows_1252, tally.findings);
    }
    if tally.cesu8 > 0 {
        line += &format!("; {} of {} are CESU-8 pairs", tally.cesu8, tally.findings);
    }
    let hidden = tally.findings.saturating_sub(max_errors);
    if hidden > 0 {
        line += &format!("; {hidden} not shown (--max-errors 0 shows all)");
    }
    line
}

/// About something that was not examined.
pub(crate) fn note(what: &str, path: &Path, why: &str) -> String {
    // A reason may quote a name, or what some library says of one.
    let mut safe_why = String::new();
    escape::push(&mut safe_why, why.as_bytes());
    format!("utf8: {what}{}: {safe_why}", name::for_terminal(path))
}

pub(super) fn summary(totals: &Totals, verbose: bool) -> Vec<u8> {
    let has_closing_note = totals.files == 1 && totals.findings > 0;
    if has_closing_note && totals.skipped + totals.troubles == 0 {
        return Vec::new();
    }
    let mut line = totals_line(totals, verbose);
    line += "\n";
    line.into_bytes()
}

/// How much was found in all inputs. `verbose`: what was skipped has been named.
pub(super) fn totals_line(totals: &Totals, verbose: bool) -> String {
    let mut line = format!("{}, {}: ", counted(totals.files, "file"), size(totals.bytes));
    line += &match (totals.findings, totals.files) {
        (0, 0) => "nothing was checked".into(),
        // What could not be read may hold anything.
        (0, _) if totals.troubles > 0 => "no findings in what was read".into(),
        (0, _) => "all UTF-8".into(),
        (findings, _) => format!(
            "{} in {}",
            counted(findings, "finding"),
            counted(totals.files_with_findings, "file"),
        ),
    };
    line + &set_aside(0, totals.skipped, totals.troubles, verbose)
}

pub(crate) fn counted(count: u64, what: impl Display) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// To two digits or more: 999 bytes, 1.2 kB, 34 MB.
pub(crate) fn size(bytes: u64) -> String {
    if bytes < 1000 {
        return counted(bytes, "byte");
    }
    let mut tenths = bytes / 100;
    let mut units = ["kB", "MB", "GB", "TB", "PB", "EB"].into_iter();
    let mut unit = units.next();
    while tenths >= 10_000 {
        tenths /= 1000;
        unit = units.next();
    }
    let unit = unit.unwrap_or_default();
    match tenths {
        0..100 => format!("{}.{} {unit}", tenths / 10, tenths % 10),
        _ => format!("{} {unit}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        let sizes = [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1000, "1.0 kB"),
            (9_999, "9.9 kB"),
            (10_000, "10 kB"),
            (999_999, "999 kB"),
            (1_000_000, "1.0 MB"),
            (5 << 30, "5.3 GB"),
            (u64::MAX, "18 EB"),
        ];
        for (bytes, expected) in sizes {
            assert_eq!(size(bytes), expected);
        }
    }
}
