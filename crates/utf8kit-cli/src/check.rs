//! `utf8 check`: every input to its scanner, every finding to the report.

use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Mutex;

use crate::plan;
use crate::report::{self, FileReport, Reporting, Totals};
use crate::scan::{End, Scanner};
use crate::walk::{Item, Origin, Target, Walk, cannot_open};
use crate::work::{Ordered, Slot, share};

pub(crate) fn run(plan: plan::Check) -> ExitCode {
    let plan::Check { inputs, walking, scanning, reporting, jobs } = plan;
    let ordered = Ordered::new(report::stdout(&reporting), Box::new(io::stderr()));
    let totals = Mutex::new(Totals::default());
    let scanner = || Scanner::new(&scanning);
    share(Walk::new(inputs, walking), jobs, &ordered, scanner, |item, mut slot, scanner| {
        let more = check(item, &reporting, scanner, &mut slot);
        totals.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).add(&more);
    });
    let totals = totals.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    ordered.finish(&report::summary(&reporting, &totals));
    totals.outcome().into()
}

fn check(
    item: Item,
    reporting: &Reporting,
    scanner: &mut Scanner<'_>,
    slot: &mut Slot<'_>,
) -> Totals {
    match item {
        Item::Read(target) => read(&target, reporting, scanner, slot),
        Item::Skip { path, why } => {
            report::skipped(reporting, &path, &why, slot);
            Totals::skipped()
        }
        Item::Trouble { path, why } => {
            report::trouble(reporting, &path, &why, slot);
            Totals::trouble()
        }
    }
}

fn read(
    target: &Target,
    reporting: &Reporting,
    scanner: &mut Scanner<'_>,
    slot: &mut Slot<'_>,
) -> Totals {
    let Target { path, origin } = target;
    let mut input = match Input::open(target) {
        Ok(input) => input,
        Err(error) => {
            report::trouble(reporting, path, &cannot_open(path, &error, *origin), slot);
            return Totals::trouble();
        }
    };
    let mut file_report = FileReport::new(reporting, path, slot);
    let may_skip = *origin == Origin::Met;
    let scanned = scanner.scan(&mut input, may_skip, &mut |found| file_report.finding(found));
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
    if let Some(why) = trouble {
        report::trouble(reporting, path, &why, slot);
        totals.troubles = 1;
    }
    totals
}

/// An input that is open.
enum Input {
    Stdin(io::Stdin),
    /// A file, and how large it is: `None` if it is not a regular one.
    File(File, Option<u64>),
}

impl Input {
    fn open(target: &Target) -> io::Result<Input> {
        if target.origin == Origin::Stdin {
            return Ok(Input::Stdin(io::stdin()));
        }
        let file = File::open(&target.path)?;
        let metadata = file.metadata()?;
        let size = metadata.is_file().then_some(metadata.len());
        Ok(Input::File(file, size))
    }

    /// Whether the file was cut short while it was read, in words. Files of the kernel claim sizes
    /// that they do not have; those do not change.
    fn lost(&self, read: u64) -> Option<String> {
        let Input::File(file, Some(size)) = self else { return None };
        if read >= *size || file.metadata().is_ok_and(|metadata| metadata.len() == *size) {
            return None;
        }
        Some(format!(
            "shrank while it was read: it had {size} bytes, and ended after {read}; run again once \
             nothing writes to it"
        ))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Stdin(stdin) => stdin.read(buffer),
            Input::File(file, _) => file.read(buffer),
        }
    }
}
