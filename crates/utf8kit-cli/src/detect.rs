//! `utf8 detect`: what each input is in, on what evidence, and what else it could be.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;
use utf8kit::{Bom, Encoding, Kind, Summary};
use utf8kit_text::guess::{Evidence, Grade, Verdict};

use crate::engine::engine;
use crate::input::{Input, Opened, open};
use crate::interrupt;
use crate::judged;
use crate::name;
use crate::output::{self, Output, Outputs};
use crate::plan;
use crate::report::{self, Style, Totals, counted, json};
use crate::walk::{Item, Target, Walk, cannot_open};
use crate::work::{Offers, Ordered, Slot, Worker, share};

/// How much is read at once.
const PIECE: usize = 128 * 1024;

/// How much is examined at once.
const PART: usize = 4 * 1024;

pub(crate) fn run(plan: plan::Detect) -> ExitCode {
    let plan::Detect { inputs, walking, json, style, jobs } = plan;
    let outputs = Arc::new(Outputs::new(output::stdout(), Box::new(io::stderr())));
    interrupt::take_signals(&outputs);
    let ordered = Ordered::new(&outputs);
    let offers = Offers::default();
    let workers = share(Walk::new(inputs, walking), jobs, &ordered, &offers, || Detector {
        json,
        style: style.clone(),
        buffer: vec![0; PIECE],
        totals: Totals::default(),
    });
    let totals = workers.iter().fold(Totals::default(), |mut totals, worker| {
        totals.add(&worker.totals);
        totals
    });
    if json {
        let mut stdout = json::to_json(&Closing {
            kind: "summary",
            schema: 1,
            files: totals.files,
            bytes: totals.bytes,
            unknown: totals.findings,
            skipped: totals.skipped,
            troubles: totals.troubles,
        });
        stdout.push(b'\n');
        outputs.write(&mut Output { stdout, ..Output::default() });
    }
    totals.outcome().into()
}

/// The last object.
#[derive(Serialize)]
struct Closing {
    #[serde(rename = "type")]
    kind: &'static str,
    schema: u8,
    files: u64,
    bytes: u64,
    unknown: u64,
    skipped: u64,
    troubles: u64,
}

/// What is said of an input, for programs.
#[derive(Serialize)]
struct Detected {
    bom: bool,
    language: Option<&'static str>,
    #[serde(flatten)]
    record: judged::Record,
}

/// One thread's means of detecting.
struct Detector {
    json: bool,
    style: Style,
    buffer: Vec<u8>,
    totals: Totals,
}

impl Worker for Detector {
    type Item = Item;
    type Task = ();

    fn work(&mut self, item: Item, mut slot: Slot<'_>) {
        let totals = match item {
            Item::Read(target) => self.read(&target, &mut slot),
            Item::Skip { path, why } => self.skip(&path, &why, &mut slot),
            Item::Trouble { path, why } => self.trouble(&path, &why, &mut slot),
        };
        self.totals.add(&totals);
    }

    fn help(&mut self, (): &()) {}
}

impl Detector {
    fn read(&mut self, target: &Target, slot: &mut Slot<'_>) -> Totals {
        let path = &target.path;
        let mut input = match open(target) {
            Ok(Opened::Input(input)) => input,
            Ok(Opened::Special(why)) => return self.skip(path, why, slot),
            Err(error) => {
                return self.trouble(path, &cannot_open(path, &error, target.origin), slot);
            }
        };
        let (read, judged) = match self.detect(&mut input) {
            Ok(judged) => judged,
            Err(why) => return self.trouble(path, &why, slot),
        };
        let verdict = &judged.verdict;
        if self.json {
            let mut line = json::object("detected", path);
            // The rest of the object that is open.
            line.push(b',');
            line.extend_from_slice(&json::to_json(&judged.detected())[1..]);
            line.push(b'\n');
            slot.stdout().extend_from_slice(&line);
        } else {
            let line = judged.line(&self.style, path);
            slot.stdout().extend_from_slice(line.as_bytes());
        }
        slot.relieve();
        Totals::read(read, verdict.grade() == Grade::Unknown)
    }

    /// Reads as much as it takes: all, as long as it is UTF-8.
    fn detect(&mut self, input: &mut Input) -> Result<(u64, Judged), String> {
        let mut text = Vec::new();
        let mut summary = Summary::default();
        let mut read = 0;
        // The length of the last piece.
        let mut last = 0;
        let cannot_read =
            |read: u64, error: io::Error| format!("cannot be read beyond byte {read}: {error}");
        // What is incomplete where a piece ends, the next may complete.
        let is_open = |summary: &Summary| {
            summary.first_error().is_none_or(|error| error.kind() == Kind::Incomplete)
        };
        let has_ended = loop {
            if !is_open(&summary) && text.len() >= judged::START {
                break false;
            }
            match input.read(read, &mut self.buffer) {
                Ok(0) => break true,
                Ok(len) => {
                    let piece = &self.buffer[..len];
                    last = len;
                    read += len as u64;
                    // Behind the first error there is nothing to know, and many errors take long.
                    for part in piece.chunks(PART) {
                        if is_open(&summary) {
                            summary = summary.merge(engine().summary(part));
                        }
                    }
                    text.extend_from_slice(&piece[..len.min(judged::START - text.len())]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(cannot_read(read, error)),
            }
        };
        if has_ended && let Some(why) = input.lost(read) {
            return Err(why);
        }
        let error = summary.first_error().map(|error| error.offset());
        let verdict = match (input.regular(), error) {
            (Some(regular), _) => {
                judged::of_file(regular, &text, error).map_err(|error| cannot_read(read, error))?
            }
            // Of a stream, what is before the last piece is gone.
            (None, _) if read > text.len() as u64 => {
                judged::of_stream(&text, read - last as u64, &self.buffer[..last], has_ended)
            }
            (None, _) => judged::of_text(&text, None, has_ended),
        };
        Ok((read, Judged { verdict, error, summary }))
    }

    fn skip(&self, path: &Path, why: &str, slot: &mut Slot<'_>) -> Totals {
        match self.json {
            true => json::note(slot.stdout(), "skipped", path, why),
            false => report::note(slot, "skipped ", path, why),
        }
        Totals::skipped()
    }

    fn trouble(&self, path: &Path, why: &str, slot: &mut Slot<'_>) -> Totals {
        match self.json {
            true => json::note(slot.stdout(), "trouble", path, why),
            false => report::note(slot, "", path, why),
        }
        Totals::trouble()
    }
}

/// What an input was judged to be, and what was seen of it.
struct Judged {
    verdict: Verdict,
    /// Where it is ill-formed first.
    error: Option<u64>,
    /// Of all that was read, up to the first error at least.
    summary: Summary,
}

/// As wide as most names of charsets, and as all grades.
const NAME_COLUMNS: usize = 13;
const GRADE_COLUMNS: usize = 7;

impl Judged {
    fn detected(&self) -> Detected {
        let evidence = self.verdict.evidence();
        Detected {
            bom: matches!(evidence, Evidence::Mark(_)),
            language: match evidence {
                Evidence::Letters(letters) => Some(letters.language()),
                _ => None,
            },
            record: judged::Record::of(&self.verdict, self.evidence()),
        }
    }

    /// The verdict first, in columns.
    fn line(&self, style: &Style, path: &Path) -> String {
        let verdict = &self.verdict;
        let grade = match verdict.evidence() {
            Evidence::Binary(_) | Evidence::Nothing => "",
            _ => verdict.grade().id(),
        };
        let (name, evidence) = (verdict.name(), self.evidence());
        let (verdict_style, path_style) = style.of_verdict(verdict.grade());
        let (others, path) = (judged::or_others(verdict), name::for_terminal(path));
        format!(
            "{verdict_style}{name:NAME_COLUMNS$}{verdict_style:#} {grade:GRADE_COLUMNS$}  \
             {path_style}{path}{path_style:#}: {evidence}{others}\n"
        )
    }

    fn evidence(&self) -> String {
        let at = self.error.unwrap_or_default();
        let evidence = self.verdict.evidence();
        let said = match evidence {
            Evidence::WellFormed => {
                format!("{evidence}, {}", counted(self.summary.scalars(), "character"))
            }
            Evidence::Mark(Bom::Utf8) if self.error.is_some() => {
                format!("{evidence}, but ill-formed from byte {at} on")
            }
            Evidence::Near(near) if near.encoding() == Encoding::Utf8 => {
                let first = if near.ill_formed() > 0 { ", the first" } else { "" };
                format!("{evidence}{first} at byte {at}")
            }
            Evidence::Binary(_) | Evidence::Letters(_) | Evidence::Nothing => {
                format!("not UTF-8 (byte {at}), {evidence}")
            }
            _ => evidence.to_string(),
        };
        said + &judged::declaration(&self.verdict)
    }
}
