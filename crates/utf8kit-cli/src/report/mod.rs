//! What was found, written for people or for programs.

pub(crate) mod escape;
mod excerpt;
mod human;
mod json;
mod tally;

use std::ops::ControlFlow;
use std::path::Path;

pub(crate) use human::Style;
use tally::Tally;
pub(crate) use tally::Totals;

use crate::name;
use crate::scan::Found;
use crate::work::Slot;

/// In which form, and how much of it.
pub(crate) enum Reporting {
    Human {
        max_errors: u64,
        style: Style,
    },
    Json {
        max_errors: u64,
    },
    /// The paths of files with findings.
    Files {
        nul_separated: bool,
        escaped: bool,
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
            excerpt: excerpt::Excerpt::default(),
        }
    }

    pub(crate) fn finding(&mut self, found: &Found<'_>) -> ControlFlow<()> {
        self.tally.add(found);
        match self.reporting {
            Reporting::Human { max_errors, style } => {
                if self.tally.findings <= *max_errors {
                    let out = self.slot.stdout();
                    human::finding(out, style, self.path, found, &mut self.excerpt);
                }
            }
            Reporting::Json { max_errors } => {
                if self.tally.findings <= *max_errors {
                    self.json.push(self.slot.stdout(), self.path, found);
                }
            }
            Reporting::Files { nul_separated, escaped } => {
                let out = self.slot.stdout();
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
        if let Reporting::Human { max_errors, style } = self.reporting {
            human::closing_note(self.slot.stdout(), style, self.path, &self.tally, *max_errors);
        }
        Totals::of(&self.tally, bytes)
    }
}

/// Something that is left alone, which is no trouble.
pub(crate) fn skipped(reporting: &Reporting, path: &Path, why: &str, slot: &mut Slot<'_>) {
    match reporting {
        Reporting::Json { .. } => json::note(slot.stdout(), "skipped", path, why),
        Reporting::Human { .. } | Reporting::Files { .. } => {
            human::note(slot.stderr(), "skipped ", path, why);
        }
        Reporting::Quiet => {}
    }
}

/// Something that could not be read, or not to its end.
pub(crate) fn trouble(reporting: &Reporting, path: &Path, why: &str, slot: &mut Slot<'_>) {
    match reporting {
        Reporting::Json { .. } => json::note(slot.stdout(), "trouble", path, why),
        _ => human::note(slot.stderr(), "", path, why),
    }
}

/// The last line.
pub(crate) fn summary(reporting: &Reporting, totals: &Totals) -> Vec<u8> {
    match reporting {
        Reporting::Human { .. } => human::summary(totals),
        Reporting::Json { .. } => json::summary(totals),
        Reporting::Files { .. } | Reporting::Quiet => Vec::new(),
    }
}
