//! `utf8 check`: every input to its scanner, every finding to the report.

use std::io;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::input::{Opened, open};
use crate::interrupt;
use crate::output::{Output, Outputs};
use crate::plan;
use crate::progress::{self, Counters};
use crate::report::{self, FileReport, Reporting, Totals};
use crate::scan::{End, Scanner, Survey};
use crate::walk::{Item, Origin, Target, Walk, cannot_open};
use crate::work::{Offers, Ordered, Slot, Worker, share};

/// Threads that count together hold each other up, and a line on a terminal shows less.
const FINDINGS_AT_ONCE: u64 = 1000;

pub(crate) fn run(plan: plan::Check) -> ExitCode {
    let plan::Check { inputs, walking, scanning, reporting, jobs, progress } = plan;
    let outputs = Arc::new(Outputs::new(report::stdout(&reporting), Box::new(io::stderr())));
    interrupt::take_signals(&outputs);
    let counters = Counters::new("finding");
    let named = inputs.all();
    let totals = thread::scope(|scope| {
        // Progress is shown until this is dropped.
        let (_running, end) = mpsc::channel();
        if progress {
            let (counters, outputs) = (&counters, &outputs);
            progress::spawn(scope, counters, named, outputs, end);
        }
        let ordered = Ordered::new(&outputs);
        let offers = Offers::default();
        let checkers = share(Walk::new(inputs, walking), jobs, &ordered, &offers, || Checker {
            reporting: &reporting,
            counters: &counters,
            scanner: Scanner::new(&scanning, &offers, &counters.bytes),
            totals: Totals::default(),
        });
        checkers.iter().fold(Totals::default(), |mut totals, checker| {
            totals.add(&checker.totals);
            totals
        })
    });
    let summary = report::summary(&reporting, &totals);
    outputs.write(&mut Output { stdout: summary, ..Output::default() });
    totals.outcome().into()
}

/// One thread's means of checking.
struct Checker<'a> {
    reporting: &'a Reporting,
    counters: &'a Counters,
    scanner: Scanner<'a>,
    totals: Totals,
}

impl Worker for Checker<'_> {
    type Item = Item;
    type Task = Survey;

    fn work(&mut self, item: Item, mut slot: Slot<'_>) {
        let totals = match item {
            Item::Read(target) => self.read(&target, &mut slot),
            Item::Skip { path, why } => {
                report::skipped(self.reporting, &path, &why, &mut slot);
                Totals::skipped()
            }
            Item::Trouble { path, why } => {
                report::trouble(self.reporting, &path, &why, &mut slot);
                Totals::trouble()
            }
        };
        self.totals.add(&totals);
    }

    fn help(&mut self, survey: &Survey) {
        self.scanner.help(survey);
    }
}

impl Checker<'_> {
    fn read(&mut self, target: &Target, slot: &mut Slot<'_>) -> Totals {
        let Checker { reporting, counters, scanner, .. } = self;
        let Target { path, origin, .. } = target;
        let mut input = match open(target) {
            Ok(Opened::Input(input)) => input,
            Ok(Opened::Special(why)) => {
                report::skipped(reporting, path, why, slot);
                return Totals::skipped();
            }
            Err(error) => {
                report::trouble(reporting, path, &cannot_open(path, &error, *origin), slot);
                return Totals::trouble();
            }
        };
        let mut file_report = FileReport::new(reporting, path, slot);
        let may_skip = *origin == Origin::Met;
        // Progress need not be told of each.
        let mut untold = 0;
        let scanned = scanner.scan(&mut input, may_skip, &mut |found| {
            untold += found.repeats as u64;
            if untold >= FINDINGS_AT_ONCE {
                counters.findings.add(std::mem::take(&mut untold));
            }
            file_report.finding(found)
        });
        counters.findings.add(untold);
        counters.files.add(1);
        let mut totals = file_report.end(scanned.bytes);
        let trouble = match scanned.end {
            End::Complete => input.lost(scanned.bytes),
            End::Settled => None,
            End::Failed(error) => {
                Some(format!("cannot be read beyond byte {}: {error}", scanned.bytes))
            }
            End::Binary(binary) => {
                report::skipped(reporting, path, &format!("binary: {binary}"), slot);
                return Totals::skipped();
            }
        };
        if totals.findings == 0
            && let Some(why) = scanner.doubt()
        {
            report::doubt(reporting, path, &why, slot);
        }
        if let Some(why) = trouble {
            report::trouble(reporting, path, &why, slot);
            totals.troubles = 1;
        }
        totals
    }
}
