//! `utf8 detect`: what each input is in, on what evidence, and what else it could be.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use serde::Serialize;
use utf8kit::{Bom, Encoding, Kind, Summary};
use utf8kit_text::charset::Charset;
use utf8kit_text::guess::{self, NearUtf8, Seen};

use crate::convert::HEAD;
use crate::engine::engine;
use crate::input::{Input, Opened, open};
use crate::interrupt;
use crate::name;
use crate::output::{self, Output, Outputs};
use crate::plan;
use crate::report::{self, Totals, counted, json};
use crate::walk::{Item, Target, Walk, cannot_open};
use crate::work::{Offers, Ordered, Slot, Worker, share};

/// How much is read at once.
const PIECE: usize = 128 * 1024;

/// As many other possibilities are named.
const MAX_OTHERS: usize = 4;

pub(crate) fn run(plan: plan::Detect) -> ExitCode {
    let plan::Detect { inputs, walking, json, jobs } = plan;
    let outputs = Arc::new(Outputs::new(output::stdout(), Box::new(io::stderr())));
    interrupt::take_signals(&outputs);
    let ordered = Ordered::new(&outputs);
    let offers = Offers::default();
    let workers = share(Walk::new(inputs, walking), jobs, &ordered, &offers, || Detector {
        json,
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

/// What is said of an input.
#[derive(Serialize)]
struct Detected {
    /// As `-f` of `utf8 convert` takes it; `None` if it cannot be told.
    encoding: Option<String>,
    certainty: Certainty,
    bom: bool,
    evidence: String,
    others: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Certainty {
    /// Well-formed UTF-8, or a byte order mark.
    Certain,
    /// By where zero bytes stand.
    Likely,
    /// By the statistics of letters.
    Guess,
    Unknown,
    Binary,
}

/// One thread's means of detecting.
struct Detector {
    json: bool,
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
        let (read, seen) = match self.detect(&mut input) {
            Ok(detected) => detected,
            Err(why) => return self.trouble(path, &why, slot),
        };
        if self.json {
            let mut line = json::object("detected", path);
            // The rest of the object that is open.
            line.push(b',');
            line.extend_from_slice(&json::to_json(&seen)[1..]);
            line.push(b'\n');
            slot.stdout().extend_from_slice(&line);
        } else {
            let line = format!("{}: {}\n", name::for_terminal(path), seen.line());
            slot.stdout().extend_from_slice(line.as_bytes());
        }
        slot.relieve();
        Totals::read(read, seen.certainty == Certainty::Unknown)
    }

    /// Reads as much as it takes: all, as long as it is UTF-8.
    fn detect(&mut self, input: &mut Input) -> Result<(u64, Detected), String> {
        let mut head = Vec::new();
        let mut summary = Summary::default();
        let mut read = 0;
        let mut has_ended = false;
        loop {
            // What is incomplete where a piece ends, the next may complete.
            let is_open =
                summary.first_error().is_none_or(|error| error.kind() == Kind::Incomplete);
            if has_ended || !is_open && head.len() >= HEAD {
                break;
            }
            match input.read(read, &mut self.buffer) {
                Ok(0) => has_ended = true,
                Ok(len) => {
                    let piece = &self.buffer[..len];
                    read += len as u64;
                    if is_open {
                        summary = summary.merge(engine().summary(piece));
                    }
                    head.extend_from_slice(&piece[..len.min(HEAD - head.len())]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(format!("cannot be read beyond byte {read}: {error}")),
            }
        }
        match input.lost(read) {
            Some(why) if has_ended => Err(why),
            _ => Ok((read, describe(&head, &summary, read))),
        }
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

impl Detected {
    fn line(&self) -> String {
        let mut line = match (&self.encoding, self.certainty) {
            (Some(encoding), Certainty::Guess) => format!("{encoding}, a guess"),
            (Some(encoding), Certainty::Likely) => format!("{encoding}, likely"),
            (Some(encoding), _) => encoding.clone(),
            (None, Certainty::Binary) => "binary".into(),
            (None, _) => "unknown".into(),
        };
        line += &format!(": {}", self.evidence);
        if !self.others.is_empty() {
            line += &format!("; or {}", self.others.join(", "));
        }
        line
    }
}

/// What shows that a text is nearly UTF-8. `at`: its first error.
pub(crate) fn near_utf8(near: &NearUtf8, at: u64) -> String {
    let (sequences, ill_formed) = (near.sequences() as u64, near.ill_formed() as u64);
    match near.encoding() {
        Encoding::Utf8 if ill_formed == 0 => format!("well-formed, but cut off at byte {at}"),
        Encoding::Utf8 => format!(
            "damaged: {ill_formed} of {} of several bytes ill-formed, the first at byte {at}",
            counted(sequences, "sequence")
        ),
        Encoding::ModifiedUtf8 => "like UTF-8, but with C0 80 for NUL".into(),
        _ => "like UTF-8, but with surrogates of three bytes each".into(),
    }
}

/// `summary`: of all that was read, up to the first error at least.
fn describe(head: &[u8], summary: &Summary, read: u64) -> Detected {
    let detected = |encoding: &str, certainty, evidence: String| Detected {
        encoding: Some(encoding.into()),
        certainty,
        bom: false,
        evidence,
        others: Vec::new(),
    };
    let error = summary.first_error().map(|error| error.offset());
    let legacy = || guess::legacy(head).into_iter().map(Charset::name).collect::<Vec<_>>();
    match (guess::charset(head, error.is_none()), error) {
        (Seen::Mark(bom), _) => {
            let encoding = match bom {
                Bom::Utf16Le | Bom::Utf16Be => "utf-16",
                Bom::Utf32Le | Bom::Utf32Be => "utf-32",
                Bom::Utf8 => "utf-8",
            };
            let mark = format!("byte order mark of {}", bom.encoding());
            let (evidence, certainty) = match (bom, error) {
                (Bom::Utf8, None) => (format!("{mark}, well-formed"), Certainty::Certain),
                (Bom::Utf8, Some(at)) => {
                    (format!("{mark}, but ill-formed from byte {at} on"), Certainty::Likely)
                }
                _ => (mark, Certainty::Certain),
            };
            let others = if certainty == Certainty::Likely { legacy() } else { Vec::new() };
            Detected { bom: true, others, ..detected(encoding, certainty, evidence) }
        }
        (_, None) if read == 0 => detected("us-ascii", Certainty::Certain, "empty".into()),
        (Seen::ZeroBytes(wide), error) => {
            let name = wide.encoding().name();
            let evidence = "zero bytes stand where it has them";
            // Text in ASCII has them in no other way.
            let others = if error.is_none() { vec!["utf-8".into()] } else { Vec::new() };
            Detected { others, ..detected(name, Certainty::Likely, evidence.into()) }
        }
        (_, None) if summary.scalars() == summary.bytes() => {
            let evidence = "all bytes below 80, so that it is UTF-8 as well";
            detected("us-ascii", Certainty::Certain, evidence.into())
        }
        (_, None) => {
            let count = counted(summary.scalars(), "character");
            detected("utf-8", Certainty::Certain, format!("well-formed throughout, {count}"))
        }
        (seen, Some(at)) => {
            let unlike = match seen {
                Seen::Utf8 => format!("well-formed UTF-8 up to byte {at}, and not there"),
                _ => format!("not UTF-8 (byte {at})"),
            };
            if let Some(binary) = guess::binary(head) {
                let evidence = format!("{unlike}, {binary}");
                let binary = detected("", Certainty::Binary, evidence);
                return Detected { encoding: None, ..binary };
            }
            let mut likely = legacy();
            if let Some(near) = guess::near_utf8(head) {
                likely.truncate(MAX_OTHERS);
                let found =
                    detected(near.encoding().name(), Certainty::Likely, near_utf8(&near, at));
                return Detected { others: likely, ..found };
            }
            if seen == Seen::Utf8 {
                likely.insert(0, "utf-8".into());
            }
            if likely.is_empty() {
                let evidence = format!("{unlike}, and not well-formed in any other charset");
                return Detected { encoding: None, ..detected("", Certainty::Unknown, evidence) };
            }
            let first = likely.remove(0);
            likely.truncate(MAX_OTHERS);
            let evidence = match seen {
                Seen::Utf8 => unlike,
                _ => format!("{unlike}, by the statistics of its letters"),
            };
            Detected { others: likely, ..detected(&first, Certainty::Guess, evidence) }
        }
    }
}
