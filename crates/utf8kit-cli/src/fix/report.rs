//! What was done to each input and to all of them, for people and for programs.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::flow::Outcome;
use crate::exit;
use crate::report::{self, counted, json, size};
use crate::work::Slot;

/// For whom, and how much.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reporting {
    /// Lines on standard error.
    Human { quiet: bool, verbose: bool },
    /// JSON Lines on standard output.
    Json,
}

/// What was done to all inputs.
#[derive(Clone, Default, Serialize)]
pub(super) struct Totals {
    pub(super) files: u64,
    pub(super) bytes: u64,
    pub(super) changed: u64,
    pub(super) refused: u64,
    pub(super) skipped: u64,
    pub(super) troubles: u64,
    pub(super) lost: u64,
    pub(super) left: u64,
    steps: BTreeMap<&'static str, u64>,
    /// Whether a change is what the exit status tells of.
    #[serde(skip)]
    pub(super) is_check: bool,
}

impl Totals {
    pub(super) fn add(&mut self, more: &Totals) {
        self.files += more.files;
        self.bytes += more.bytes;
        self.changed += more.changed;
        self.refused += more.refused;
        self.skipped += more.skipped;
        self.troubles += more.troubles;
        self.lost += more.lost;
        self.left += more.left;
        for (step, count) in &more.steps {
            *self.steps.entry(step).or_default() += count;
        }
    }

    pub(super) fn trouble() -> Totals {
        Totals { troubles: 1, ..Totals::default() }
    }

    pub(super) fn refusal() -> Totals {
        Totals { files: 1, refused: 1, ..Totals::default() }
    }

    pub(super) fn skip() -> Totals {
        Totals { skipped: 1, ..Totals::default() }
    }

    pub(super) fn of(outcome: &Outcome) -> Totals {
        let counts = outcome.done.counts().filter(|(_, count)| *count > 0);
        Totals {
            files: 1,
            bytes: outcome.read,
            changed: u64::from(outcome.is_changed()),
            lost: outcome.lost(),
            left: outcome.done.left(),
            steps: counts.map(|(step, count)| (step.name(), count)).collect(),
            ..Totals::default()
        }
    }

    pub(super) const fn outcome(&self) -> exit::Outcome {
        exit::Outcome {
            findings: self.lost + self.left + self.refused > 0 || self.is_check && self.changed > 0,
            trouble: self.troubles > 0,
        }
    }
}

/// What was done to an input, for programs.
#[derive(Serialize)]
struct Record<'o> {
    changed: bool,
    from: Option<&'o str>,
    notes: &'o [String],
    steps: BTreeMap<&'static str, u64>,
    lost: u64,
    left: u64,
}

/// Says what was done to an input. `would`: whether it only would be.
pub(super) fn fixed(
    reporting: Reporting,
    path: &Path,
    outcome: &Outcome,
    would: bool,
    slot: &mut Slot<'_>,
) {
    let done = &outcome.done;
    match reporting {
        Reporting::Json => {
            let mut line = json::object("fixed", path);
            line.push(b',');
            line.extend_from_slice(
                &json::to_json(&Record {
                    changed: outcome.is_changed(),
                    from: outcome.from.as_deref(),
                    notes: &outcome.notes,
                    steps: Totals::of(outcome).steps,
                    lost: outcome.lost(),
                    left: done.left(),
                })[1..],
            );
            line.push(b'\n');
            slot.stdout().extend_from_slice(&line);
            slot.relieve();
        }
        Reporting::Human { quiet, verbose } => {
            if quiet {
                return;
            }
            for note in &outcome.notes {
                report::note(slot, "", path, note);
            }
            let has_counts = done.counts().any(|(_, count)| count > 0) || done.left() > 0;
            if !outcome.is_changed() && !has_counts {
                if verbose {
                    report::note(slot, "", path, "as it was");
                }
                return;
            }
            let mut what = match (&outcome.from, has_counts) {
                (Some(from), true) => format!("from {from}, {done}"),
                (Some(from), false) => format!("from {from}"),
                (None, _) => done.to_string(),
            };
            let escaped = outcome.lost() - done.lost();
            if escaped > 0 {
                what += &format!(", {} escaped", counted(escaped, "malformed sequence"));
            }
            let would = if would { "would be fixed: " } else { "" };
            report::note(slot, "", path, &format!("{would}{what}"));
        }
    }
}

/// Something that is left alone, which is no trouble.
pub(super) fn skipped(reporting: Reporting, path: &Path, why: &str, slot: &mut Slot<'_>) {
    match reporting {
        Reporting::Json => json::note(slot.stdout(), "skipped", path, why),
        Reporting::Human { verbose: true, .. } => report::note(slot, "skipped ", path, why),
        // They are counted.
        Reporting::Human { .. } => {}
    }
}

/// Something that was not fixed, by what it is (`refused`), or because it cannot be read or written
/// (`trouble`).
pub(super) fn failed(
    reporting: Reporting,
    kind: &str,
    path: &Path,
    why: &str,
    slot: &mut Slot<'_>,
) {
    match reporting {
        Reporting::Json => json::note(slot.stdout(), kind, path, why),
        Reporting::Human { .. } => report::note(slot, "", path, why),
    }
}

/// The last object.
#[derive(Serialize)]
struct Closing<'t> {
    #[serde(rename = "type")]
    kind: &'static str,
    schema: u8,
    #[serde(flatten)]
    totals: &'t Totals,
}

/// The last line: on standard output for programs, and on standard error for people.
pub(super) fn summary(reporting: Reporting, totals: &Totals, would: bool) -> (Vec<u8>, Vec<u8>) {
    match reporting {
        Reporting::Json => {
            let mut line = json::to_json(&Closing { kind: "summary", schema: 1, totals });
            line.push(b'\n');
            (line, Vec::new())
        }
        Reporting::Human { quiet: true, .. } => Default::default(),
        Reporting::Human { verbose, .. } => {
            let line = summary_line(totals, verbose, would);
            (Vec::new(), format!("utf8: {line}\n").into_bytes())
        }
    }
}

fn summary_line(totals: &Totals, verbose: bool, would: bool) -> String {
    let fixed = if would { "would be fixed" } else { "fixed" };
    let mut line = format!(
        "{}, {}: {} {fixed}",
        counted(totals.files, "file"),
        size(totals.bytes),
        totals.changed
    );
    line += &report::set_aside(totals.refused, totals.skipped, totals.troubles, verbose);
    if totals.lost > 0 {
        line += &format!("; {} lost", counted(totals.lost, "ill-formed sequence"));
    }
    line
}
