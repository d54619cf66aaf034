//! What was found, written for people or for programs.

pub(crate) mod escape;
mod excerpt;
pub(crate) mod github;
mod human;
pub(crate) mod json;
mod region;
mod relative;
mod remedy;
pub(crate) mod sarif;
mod tally;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

pub(crate) use excerpt::Excerpt;
pub(crate) use human::{Diagnostic, Style, counted, diagnostic, size};
use tally::Tally;
pub(crate) use tally::Totals;
use utf8kit_text::guess::{Evidence, Verdict};

use crate::scan::Found;
use crate::work::Slot;
use crate::{name, output};

/// In which form, and how much of it.
pub(crate) enum Reporting {
    Human {
        /// `None`: a few where they help.
        max_errors: Option<u64>,
        style: Style,
        /// Whether what is skipped is named.
        verbose: bool,
    },
    Json {
        max_errors: u64,
    },
    Sarif {
        max_errors: u64,
        log: sarif::Log,
    },
    Github {
        max_errors: u64,
        base: github::Base,
        verbose: bool,
    },
    /// The paths of files with findings.
    Files {
        nul_separated: bool,
        escaped: bool,
        verbose: bool,
    },
    Quiet,
}

/// What is written of one input, as it is examined.
pub(crate) struct FileReport<'a, 'o> {
    reporting: &'a Reporting,
    path: &'a Path,
    slot: &'a mut Slot<'o>,
    tally: Tally,
    json: json::Findings,
    sarif: sarif::Results,
    excerpt: excerpt::Excerpt,
}

impl<'a, 'o> FileReport<'a, 'o> {
    pub(crate) fn new(
        reporting: &'a Reporting,
        path: &'a Path,
        slot: &'a mut Slot<'o>,
    ) -> FileReport<'a, 'o> {
        FileReport {
            reporting,
            path,
            slot,
            tally: Tally::default(),
            json: json::Findings::default(),
            sarif: sarif::Results::default(),
            excerpt: Excerpt::new(match reporting {
                Reporting::Human { style, .. } => style.columns,
                _ => excerpt::COLUMNS,
            }),
        }
    }

    pub(crate) fn finding(&mut self, found: &Found<'_>) -> ControlFlow<()> {
        let is_judged = self.tally.verdict.is_some();
        let before = self.tally.findings;
        self.tally.add(found);
        if let (false, Some(verdict)) = (is_judged, found.verdict) {
            self.head(verdict);
        }
        let room = self.max_errors().saturating_sub(before);
        for index in (0..found.repeats).take(usize::try_from(room).unwrap_or(usize::MAX)) {
            self.show(&found.repeat(index))?;
        }
        ControlFlow::Continue(())
    }

    /// Says what the input is, before what was found in it.
    fn head(&mut self, verdict: &Verdict) {
        let out = self.slot.stdout();
        match self.reporting {
            // One finding that says all says this as well.
            Reporting::Human { style, .. } if self.tally.settled.is_none() => {
                human::heading(out, style, self.path, verdict);
            }
            Reporting::Json { .. } => json::verdict(out, self.path, verdict),
            _ => {}
        }
    }

    /// How many findings are shown.
    fn max_errors(&self) -> u64 {
        match self.reporting {
            Reporting::Human { max_errors, .. } => max_examples(*max_errors, &self.tally),
            Reporting::Json { max_errors }
            | Reporting::Sarif { max_errors, .. }
            | Reporting::Github { max_errors, .. } => *max_errors,
            // The first one says all.
            Reporting::Files { .. } | Reporting::Quiet => 1,
        }
    }

    fn show(&mut self, found: &Found<'_>) -> ControlFlow<()> {
        let out = self.slot.stdout();
        match self.reporting {
            Reporting::Human { style, .. } => {
                human::finding(out, style, self.path, found, &mut self.excerpt);
            }
            Reporting::Json { .. } => self.json.push(out, self.path, found),
            Reporting::Sarif { log, .. } => {
                self.sarif.push(out, log, self.path, found, &mut self.excerpt);
            }
            Reporting::Github { base, .. } => github::finding(out, base, self.path, found),
            Reporting::Files { nul_separated, escaped, .. } => {
                match escaped {
                    true => out.extend_from_slice(name::for_terminal(self.path).as_bytes()),
                    false => out.extend_from_slice(self.path.as_os_str().as_encoded_bytes()),
                }
                out.push(if *nul_separated { b'\0' } else { b'\n' });
                return ControlFlow::Break(());
            }
            Reporting::Quiet => return ControlFlow::Break(()),
        }
        self.slot.relieve();
        ControlFlow::Continue(())
    }

    /// What is to be said once the input has been examined: its totals.
    pub(crate) fn end(self, bytes: u64) -> Totals {
        let out = self.slot.stdout();
        match self.reporting {
            Reporting::Human { max_errors, style, .. } => {
                let max = max_examples(*max_errors, &self.tally);
                human::closing_note(out, style, self.path, &self.tally, max);
            }
            Reporting::Github { max_errors, .. } => {
                github::closing_note(out, self.path, &self.tally, *max_errors);
            }
            _ => {}
        }
        Totals::of(&self.tally, bytes)
    }
}

/// How many findings of an input are shown to people: a few, and none where the whole input is in
/// another charset, so that many bytes of it are no UTF-8 and show nothing.
fn max_examples(asked: Option<u64>, tally: &Tally) -> u64 {
    const FEW: u64 = 3;
    let is_other_charset = tally.verdict.as_ref().is_some_and(|verdict| {
        matches!(verdict.evidence(), Evidence::Letters(letters)
            if u64::from(letters.characters()) > FEW)
    });
    asked.unwrap_or(if is_other_charset { 0 } else { FEW })
}

/// What is wrong, and how it came there, in a sentence.
fn message(found: &Found<'_>, path: &Path) -> String {
    let what = &found.what;
    let mut message = what.to_string();
    if let Some(story) = what.story() {
        message += &format!("; {story}");
    }
    if let Some(command) = remedy::of_finding(found, path) {
        message += &format!(" (help: {command})");
    }
    message
}

/// Standard output, in the form that the report wants.
pub(crate) fn stdout(reporting: &Reporting) -> Box<dyn Write + Send> {
    match reporting {
        Reporting::Sarif { log, .. } => {
            Box::new(sarif::Stream::new(output::stdout(), log.prologue()))
        }
        _ => output::stdout(),
    }
}

/// Something that is left alone, which is no trouble.
pub(crate) fn skipped(reporting: &Reporting, path: &Path, why: &str, slot: &mut Slot<'_>) {
    match reporting {
        Reporting::Json { .. } => json::note(slot.stdout(), "skipped", path, why),
        Reporting::Sarif { log, .. } => log.skipped(path, why),
        Reporting::Github { verbose: true, .. } => github::skipped(slot.stdout(), path, why),
        Reporting::Human { verbose: true, .. } | Reporting::Files { verbose: true, .. } => {
            note(slot, "skipped ", path, why);
        }
        // They are counted.
        _ => {}
    }
}

/// How many inputs were skipped, and what names them if nothing has.
pub(crate) fn skipped_count(count: u64, verbose: bool) -> String {
    format!("{count} skipped{}", if verbose { "" } else { " (-v names them)" })
}

/// How many inputs did not become what was wanted, at the end of a line.
pub(crate) fn set_aside(refused: u64, skipped: u64, troubles: u64, verbose: bool) -> String {
    let mut line = String::new();
    if refused > 0 {
        line += &format!(", {refused} refused");
    }
    if skipped > 0 {
        line += &format!(", {}", skipped_count(skipped, verbose));
    }
    if troubles > 0 {
        line += &format!(", {}", counted(troubles, "trouble"));
    }
    line
}

/// Something that could not be read, or not to its end.
pub(crate) fn trouble(reporting: &Reporting, path: &Path, why: &str, slot: &mut Slot<'_>) {
    match reporting {
        Reporting::Json { .. } => json::note(slot.stdout(), "trouble", path, why),
        Reporting::Github { base, .. } => github::trouble(slot.stdout(), base, path, why),
        Reporting::Sarif { log, .. } => {
            log.trouble(path, why);
            note(slot, "", path, why);
        }
        Reporting::Human { .. } | Reporting::Files { .. } | Reporting::Quiet => {
            note(slot, "", path, why);
        }
    }
}

/// A line about something that could not be read or written.
pub(crate) fn note_line(path: &Path, why: &str) -> String {
    human::note("", path, why)
}

/// A line on standard error.
pub(crate) fn note(slot: &mut Slot<'_>, what: &str, path: &Path, why: &str) {
    slot.stderr().extend_from_slice(human::note(what, path, why).as_bytes());
    slot.stderr().push(b'\n');
}

/// Something that is no finding.
pub(crate) fn doubt(reporting: &Reporting, path: &Path, why: &str, slot: &mut Slot<'_>) {
    match reporting {
        Reporting::Quiet | Reporting::Files { .. } => {}
        Reporting::Json { .. } => json::note(slot.stdout(), "note", path, why),
        _ => note(slot, "", path, why),
    }
}

/// What comes last.
pub(crate) fn summary(reporting: &Reporting, totals: &Totals) -> Vec<u8> {
    match reporting {
        Reporting::Human { verbose, .. } => human::summary(totals, *verbose),
        Reporting::Json { .. } => json::summary(totals),
        Reporting::Sarif { log, .. } => log.epilogue(totals),
        Reporting::Github { verbose, .. } => github::summary(totals, *verbose),
        Reporting::Files { .. } | Reporting::Quiet => Vec::new(),
    }
}
