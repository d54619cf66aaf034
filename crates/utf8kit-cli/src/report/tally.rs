//! Counts: of one input, and of all.

use utf8kit_text::Cause;
use utf8kit_text::guess::Verdict;

use super::remedy::Repair;
use crate::exit::Outcome;
use crate::place::Place;
use crate::rules::Rule;
use crate::scan::{Found, What};

/// What was found in one input.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) findings: u64,
    /// Lines with findings.
    pub(crate) lines: u64,
    last_line: u64,
    by_rule: ByRule,
    /// Findings that one byte of windows-1252 explains.
    pub(crate) windows_1252: u64,
    /// Findings that a CESU-8 pair explains.
    pub(crate) cesu8: u64,
    /// Where the first finding is, and its offset.
    pub(crate) first: Option<(Place, u64)>,
    /// The finding that is all that is to be said.
    pub(crate) settled: Option<What>,
    /// What puts the findings right, each once.
    pub(crate) repairs: Vec<Repair>,
    /// What the input is, as far as that was asked.
    pub(crate) verdict: Option<Verdict>,
}

type ByRule = [u64; Rule::ALL.len()];

impl Tally {
    pub(crate) fn add(&mut self, found: &Found<'_>) {
        let count = found.repeats as u64;
        self.findings += count;
        self.lines += u64::from(found.place.line != self.last_line);
        self.last_line = found.place.line;
        self.by_rule[found.what.rule() as usize] += count;
        match found.what.cause() {
            Some(Cause::Windows1252(_)) => self.windows_1252 += count,
            Some(Cause::Cesu8Pair(_)) => self.cesu8 += count,
            _ => {}
        }
        let repair = Repair::of(&found.what);
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
        if is_verdict(&found.what) {
            self.settled = Some(found.what.clone());
        }
        self.first.get_or_insert((found.place, found.offset));
        if self.verdict.is_none() {
            self.verdict = found.verdict.cloned();
        }
    }
}

impl Tally {
    /// How many findings are ill-formed UTF-8.
    pub(super) fn ill_formed(&self) -> u64 {
        let kinds = Rule::ALL.iter().zip(self.by_rule);
        let is_well_formed = |rule: Rule| rule as usize >= Rule::Utf16 as usize;
        kinds.filter(|(rule, _)| !is_well_formed(**rule)).map(|(_, count)| count).sum()
    }
}

/// Whether a finding says all that is to be said of its input.
pub(super) const fn is_verdict(what: &What) -> bool {
    matches!(what, What::Wide(_) | What::Binary(_))
}

/// What was found in all inputs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Totals {
    pub(crate) files: u64,
    pub(crate) files_with_findings: u64,
    pub(crate) bytes: u64,
    pub(crate) findings: u64,
    pub(crate) skipped: u64,
    pub(crate) troubles: u64,
    /// Of the files, those that were not converted because of what is in them.
    pub(crate) refused: u64,
    by_rule: ByRule,
}

impl Totals {
    /// Of one input that was read.
    pub(crate) fn of(tally: &Tally, bytes: u64) -> Totals {
        Totals {
            files: 1,
            files_with_findings: u64::from(tally.findings > 0),
            bytes,
            findings: tally.findings,
            by_rule: tally.by_rule,
            ..Totals::default()
        }
    }

    /// Of one input that was read for something else than findings; `is_found`: whether there is
    /// something to report all the same.
    pub(crate) fn read(bytes: u64, is_found: bool) -> Totals {
        let count = u64::from(is_found);
        Totals { files: 1, files_with_findings: count, bytes, findings: count, ..Totals::default() }
    }

    /// Of one input that was not converted.
    pub(crate) fn refusal() -> Totals {
        Totals { refused: 1, ..Totals::read(0, true) }
    }

    pub(crate) fn skipped() -> Totals {
        Totals { skipped: 1, ..Totals::default() }
    }

    pub(crate) fn trouble() -> Totals {
        Totals { troubles: 1, ..Totals::default() }
    }

    pub(crate) const fn outcome(&self) -> Outcome {
        Outcome { findings: self.findings > 0, trouble: self.troubles > 0 }
    }

    pub(crate) fn add(&mut self, more: &Totals) {
        self.files += more.files;
        self.files_with_findings += more.files_with_findings;
        self.bytes += more.bytes;
        self.findings += more.findings;
        self.skipped += more.skipped;
        self.troubles += more.troubles;
        self.refused += more.refused;
        for (count, more) in self.by_rule.iter_mut().zip(more.by_rule) {
            *count += more;
        }
    }

    /// The rules that were broken, and how often.
    pub(crate) fn by_rule(&self) -> impl Iterator<Item = (Rule, u64)> {
        Rule::ALL.iter().copied().zip(self.by_rule).filter(|&(_, count)| count > 0)
    }
}
