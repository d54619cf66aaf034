//! `utf8 convert` and `utf8 iconv`: every input from its charset to another.
//!
//! Several inputs become one output, in their order and with all threads at each ([`Work::All`]),
//! or each an output of its own, with one or more threads at each ([`Work::Each`]).

mod auto;
mod fault;
mod job;
mod lines;
mod list;
mod settings;
mod source;
mod transliterate;
mod twice;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;

use utf8kit::Encoding;
use utf8kit_text::charset::Charset;

use auto::Decided;
pub(crate) use auto::{From, HEAD};
use job::{Failure, Hands, Job, Outcome, Sink};
pub(crate) use list::list;
pub(crate) use settings::{Policy, Settings};
use source::{Head, Source, Stream, read_head};

use crate::flags::Mark;
use crate::input::{Opened, Regular, identity, open};
use crate::interrupt;
use crate::judged;
use crate::output::{self, Output, Outputs};
use crate::place::Place;
use crate::plan;
use crate::progress::{self, Counters};
use crate::replace::{Named, Replacement, cannot_write};
use crate::report::{self, Style, Totals, counted, size};
use crate::tree::{self, Planned, Work, Works};
use crate::walk::{Item, Origin, Target, Walk, cannot_open};
use crate::work::{Offers, Ordered, Slot, Worker, share};

/// Where the text goes.
pub(crate) enum Destination {
    Stdout,
    File(PathBuf),
    /// A file for each input, in this directory.
    Tree(PathBuf),
}

pub(crate) fn run(plan: plan::Convert) -> ExitCode {
    let plan::Convert { inputs, walking, conversion, destination, jobs, progress } = plan;
    let stdout: Box<dyn Write + Send> = match output::unbuffered_stdout() {
        Ok(stdout) => Box::new(stdout),
        // It may not be needed.
        Err(_) => output::stdout(),
    };
    let outputs = Arc::new(Outputs::new(stdout, Box::new(io::stderr())));
    interrupt::take_signals(&outputs);
    let (one, tree) = match open_destination(destination, &outputs) {
        Ok(opened) => opened,
        Err((path, why)) => return refuse(&outputs, &[(path, why)]),
    };
    let counters = Counters::new("error");
    let named = inputs.all();
    let has_several = inputs.has_several();
    let walk = Walk::new(inputs, walking);
    let works = match &tree {
        Some(tree) => match tree::prepare(walk, tree, has_several, conversion.force) {
            Ok(planned) => Works::Each(planned.into_iter()),
            Err(notes) => return refuse(&outputs, &notes),
        },
        None => Works::All(Some(Box::new(walk))),
    };
    let run = Run {
        conversion,
        one,
        tree: tree.as_deref(),
        offers: Offers::default(),
        counters: &counters,
    };
    let totals = thread::scope(|scope| {
        // Progress is shown until this is dropped.
        let (_running, end) = mpsc::channel();
        if progress {
            let (counters, outputs) = (&counters, &outputs);
            progress::spawn(scope, counters, named, outputs, end);
        }
        let ordered = Ordered::new(&outputs);
        let workers = share(works, jobs, &ordered, &run.offers, || Converter {
            run: &run,
            hands: Hands::new(),
            totals: Totals::default(),
        });
        workers.iter().fold(Totals::default(), |mut totals, worker| {
            totals.add(&worker.totals);
            totals
        })
    });
    conclude(run, totals, &outputs)
}

/// Says why nothing is written.
fn refuse(outputs: &Outputs, notes: &[(PathBuf, String)]) -> ExitCode {
    let lines = notes.iter().map(|(path, why)| format!("{}\n", report::note_line(path, why)));
    let mut output = Output { stderr: lines.collect::<String>().into(), ..Output::default() };
    outputs.write(&mut output);
    Totals::trouble().outcome().into()
}

/// Puts a single output in its place, and says what came of a tree.
fn conclude(run: Run<'_>, mut totals: Totals, outputs: &Outputs) -> ExitCode {
    let mut output = Output::default();
    let Conversion { quiet, verbose, .. } = run.conversion;
    if totals.skipped > 0 && run.tree.is_none() && !quiet && !verbose {
        let line = format!("utf8: {}\n", report::skipped_count(totals.skipped, verbose));
        outputs.write(&mut Output { stderr: line.into(), ..Output::default() });
    }
    if let Some(One { named: Some((path, Named::Whole(file))), .. }) = run.one {
        let is_complete = totals.troubles == 0 && totals.refused == 0;
        if is_complete && let Err(why) = file.commit() {
            totals.add(&Totals::trouble());
            output.stderr = format!("{}\n", report::note_line(&path, &why)).into();
        } else if !is_complete && !quiet {
            let why = "not written: the conversion did not come to its end; what was there before \
                       is as it was";
            output.stderr = format!("{}\n", report::note_line(&path, why)).into();
        }
    } else if let (Some(tree), false) = (run.tree, quiet) {
        let mut line = format!("{}, {}", counted(totals.files, "file"), size(totals.bytes));
        let whole = totals.files - totals.refused;
        line += &format!(": {whole} written");
        line += &report::set_aside(totals.refused, totals.skipped, totals.troubles, verbose);
        output.stderr = format!("{}\n", report::note_line(tree, &line)).into();
    }
    outputs.write(&mut output);
    totals.outcome().into()
}

/// How inputs are converted.
pub(crate) struct Conversion {
    pub(crate) from: From,
    pub(crate) settings: Arc<Settings>,
    /// Whether files of a tree are overwritten, and text is converted that would be encoded twice.
    pub(crate) force: bool,
    pub(crate) mark: Mark,
    pub(crate) style: Style,
    /// Only what is wrong is said, and not what was not certain or how much was lost.
    pub(crate) quiet: bool,
    /// What is skipped is named, and not only counted.
    pub(crate) verbose: bool,
    /// What helps where the conversion stops.
    pub(crate) on_failure: &'static str,
}

/// What all workers share.
struct Run<'a> {
    conversion: Conversion,
    one: Option<One>,
    tree: Option<&'a Path>,
    offers: Offers<Job>,
    counters: &'a Counters,
}

/// The output of all inputs.
struct One {
    sink: Sink,
    /// Which file it is, if what is read from it would be what was written.
    identity: Option<(u64, u64)>,
    named: Option<(PathBuf, Named)>,
}

type Destinations = (Option<One>, Option<PathBuf>);

fn open_destination(
    destination: Destination,
    outputs: &Arc<Outputs>,
) -> Result<Destinations, (PathBuf, String)> {
    let path = match destination {
        Destination::Stdout => {
            let sink = Sink::Stdout(Arc::clone(outputs));
            let one = One { sink, identity: identity(&io::stdout()), named: None };
            return Ok((Some(one), None));
        }
        Destination::Tree(path) => return Ok((None, Some(path))),
        Destination::File(path) => path,
    };
    match Named::begin(&path) {
        Ok(named) => {
            let sink = Sink::File(Arc::clone(named.file()));
            Ok((Some(One { sink, identity: None, named: Some((path, named)) }), None))
        }
        Err(why) => Err((path, why)),
    }
}

/// One thread's means of converting.
struct Converter<'a> {
    run: &'a Run<'a>,
    hands: Hands,
    totals: Totals,
}

/// Why an input did not become text, or not all of it.
enum Refusal {
    Skipped(String),
    /// By what it is.
    Refused(String),
    /// The faults have been said.
    Faulty,
    Trouble(String),
}

impl Worker for Converter<'_> {
    type Item = Work;
    type Task = Job;

    fn work(&mut self, work: Work, mut slot: Slot<'_>) {
        match work {
            Work::All(walk) => self.convert_all(*walk, &mut slot),
            Work::Each(Planned { item, output }) => {
                self.convert_item(item, output.as_deref(), true, &mut slot);
            }
        }
    }

    fn help(&mut self, job: &Job) {
        let counters = self.run.counters;
        job.help(&mut self.hands, &|bytes| counters.bytes.add(bytes));
    }
}

impl Converter<'_> {
    /// One after the other, up to the first that cannot be converted: behind it, the output would
    /// not be what was asked for.
    fn convert_all(&mut self, walk: Walk, slot: &mut Slot<'_>) {
        let mut is_first = true;
        for item in walk {
            let is_read = matches!(item, Item::Read(_));
            let goes_on = self.convert_item(item, None, is_first, slot);
            slot.release();
            if !goes_on {
                return;
            }
            is_first &= !is_read;
        }
        // Nothing was read: still, there is a mark where the target has one.
        if is_first && let Some(one) = &self.run.one {
            let _ = one.sink.write(self.run.conversion.first_mark());
        }
    }

    /// False if it could not be converted.
    fn convert_item(
        &mut self,
        item: Item,
        output: Option<&Path>,
        is_first: bool,
        slot: &mut Slot<'_>,
    ) -> bool {
        let (path, result) = match item {
            Item::Read(target) => {
                let result = self.convert(&target, output, is_first, slot);
                (target.path, result)
            }
            Item::Skip { path, why } => (path, Err(Refusal::Skipped(why))),
            Item::Trouble { path, why } => (path, Err(Refusal::Trouble(why))),
        };
        let (totals, goes_on) = match result {
            Ok(totals) => (totals, true),
            Err(Refusal::Skipped(why)) => {
                if self.run.conversion.verbose {
                    report::note(slot, "skipped ", &path, &why);
                }
                (Totals::skipped(), true)
            }
            Err(Refusal::Refused(why)) => {
                report::note(slot, "", &path, &why);
                (Totals::refusal(), false)
            }
            Err(Refusal::Faulty) => (Totals::refusal(), false),
            Err(Refusal::Trouble(why)) => {
                report::note(slot, "", &path, &why);
                (Totals::trouble(), false)
            }
        };
        self.totals.add(&totals);
        goes_on
    }

    fn convert(
        &mut self,
        target: &Target,
        output: Option<&Path>,
        is_first: bool,
        slot: &mut Slot<'_>,
    ) -> Result<Totals, Refusal> {
        let Run { conversion, one, .. } = self.run;
        let input = match open(target) {
            Ok(Opened::Input(input)) => input,
            Ok(Opened::Special(why)) => return Err(Refusal::Skipped(why.into())),
            Err(error) => {
                return Err(Refusal::Trouble(cannot_open(&target.path, &error, target.origin)));
            }
        };
        if let Some(one) = one
            && one.identity.is_some()
            && one.identity == input.identity()
        {
            let why = "this is also the output, and was not read: what is written would be read \
                       again, or is lost already; send the output elsewhere, or name it with -o";
            return Err(Refusal::Trouble(why.into()));
        }
        let (stream, is_whole) = read_head(input, conversion.head())
            .map_err(|error| Refusal::Trouble(cannot_read(0, &error)))?;
        if target.origin == Origin::Met
            && let Some(binary) = conversion.from.binary(&stream.head)
        {
            return Err(Refusal::Skipped(format!("binary: {binary}")));
        }
        if let Some(charset) = conversion.doubted_source()
            && let Some(why) = twice::seen(&stream.head, is_whole, charset)
        {
            return Err(Refusal::Refused(why));
        }
        let file = stream.input.regular();
        let decided =
            conversion.from.decide(&stream.head, is_whole, file).map_err(Refusal::Refused)?;
        if let (Some(note), false) = (&decided.note, conversion.quiet) {
            report::note(slot, "", &target.path, note);
        }
        if let (Some(untrue), false) =
            (judged::untrue_declaration(&stream.head, conversion.settings.to), conversion.quiet)
        {
            report::note(slot, "", &target.path, &untrue);
        }
        match one {
            Some(one) => {
                let sink = &one.sink;
                self.convert_stream(&target.path, stream, &decided, sink, is_first, slot)
            }
            None => self.convert_to_tree(target, output, stream, &decided, slot),
        }
    }

    fn convert_to_tree(
        &mut self,
        target: &Target,
        output: Option<&Path>,
        stream: Stream,
        decided: &Decided,
        slot: &mut Slot<'_>,
    ) -> Result<Totals, Refusal> {
        let Some(path) = output else {
            let why = "it has no name that a file in a tree could have; convert it by itself";
            return Err(Refusal::Trouble(why.into()));
        };
        let at_path =
            |why: String| Refusal::Trouble(format!("its output {}: {why}", path.display()));
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(|error| at_path(cannot_write(&error)))?;
        }
        let named = Named::begin(path).map_err(at_path)?;
        let file: &Replacement = match &named {
            Named::Whole(file) => file,
            Named::Direct(_) => {
                return Err(at_path("a device, and a file is wanted; remove it".into()));
            }
        };
        let sink = Sink::File(Arc::clone(file.file()));
        let totals = self.convert_stream(&target.path, stream, decided, &sink, true, slot)?;
        if let Named::Whole(file) = named {
            file.commit().map_err(at_path)?;
        }
        Ok(totals)
    }

    fn convert_stream(
        &mut self,
        path: &Path,
        stream: Stream,
        decided: &Decided,
        sink: &Sink,
        is_first: bool,
        slot: &mut Slot<'_>,
    ) -> Result<Totals, Refusal> {
        let Run { conversion, offers, counters, .. } = self.run;
        let Conversion { settings, .. } = conversion;
        let text = &stream.head[decided.mark..];
        let mark = decided.charset.mark().filter(|mark| text.starts_with(mark));
        let strips = !is_first || conversion.strips_mark();
        let origin = decided.mark + mark.filter(|_| strips).map_or(0, <[u8]>::len);
        let mut place = Place::START;
        if mark.is_some() && !strips {
            // It takes no column.
            place.column -= 1;
        }
        if is_first {
            sink.write(conversion.first_mark()).map_err(|error| {
                Refusal::Trouble(format!("its output {}", cannot_write(&error)))
            })?;
        }
        let head = if decided.may_change { stream.head.clone() } else { Vec::new() };
        let regular = stream.input.regular().cloned();
        let source = Source::new(decided.charset, origin as u64, stream);
        let job = Arc::new(Job::new(settings, decided.charset, source, sink, place));
        let offer = job.can_be_shared().then(|| offers.offer(&job));
        job.help(&mut self.hands, &|bytes| counters.bytes.add(bytes));
        let outcome = job.finish();
        drop(offer);
        counters.files.add(1);
        counters.findings.add(outcome.malformed + outcome.unmappable);
        self.say(path, &outcome, &head, regular.as_ref(), slot)?;
        let read = origin as u64 + outcome.bytes;
        match regular.and_then(|regular| regular.lost(read)) {
            Some(why) => Err(Refusal::Trouble(why)),
            None => Ok(Totals::read(outcome.bytes, outcome.malformed + outcome.unmappable > 0)),
        }
    }

    /// Says what could not be converted, and what that means.
    fn say(
        &self,
        path: &Path,
        outcome: &Outcome,
        head: &[u8],
        file: Option<&Regular>,
        slot: &mut Slot<'_>,
    ) -> Result<(), Refusal> {
        match &outcome.failure {
            Some(Failure::Read(at, error)) => {
                return Err(Refusal::Trouble(cannot_read(*at, error)));
            }
            Some(Failure::Write(error)) => {
                return Err(Refusal::Trouble(format!("its output {}", cannot_write(error))));
            }
            None => {}
        }
        let Some(fault) = &outcome.first else { return Ok(()) };
        let Conversion { settings, style, quiet, on_failure, .. } = &self.run.conversion;
        let is_fatal = outcome.malformed > 0 && settings.malformed == Policy::Fail
            || outcome.unmappable > 0 && settings.unmappable == Policy::Fail;
        let others = (!head.is_empty() && outcome.malformed > 0)
            .then(|| auto::second_thoughts(head, fault.offset, file))
            .flatten();
        if is_fatal {
            fault.write(slot.stderr(), style, path);
            if let Some(others) = others {
                report::note(slot, "", path, &others);
            } else if !quiet {
                slot.stderr().extend_from_slice(format!("help: {on_failure}\n").as_bytes());
            }
            return Err(Refusal::Faulty);
        }
        if !quiet {
            report::note(slot, "", path, &lost(outcome, settings));
            if let Some(others) = others {
                report::note(slot, "", path, &others);
            }
        }
        Ok(())
    }
}

impl Conversion {
    fn head(&self) -> Head {
        match self.from {
            From::Auto => Head::Bytes(HEAD),
            From::Charset(_) if self.doubted_source().is_some() => Head::OfFile(HEAD),
            // A mark.
            From::Charset(_) => Head::Bytes(4),
        }
    }

    /// The charset of the source, if text that is in UTF-8 would be converted from it without an
    /// error.
    fn doubted_source(&self) -> Option<Charset> {
        match self.from {
            From::Charset(charset)
                if !self.force
                    && charset != self.settings.to
                    && matches!(charset.own(), None | Some(Encoding::Latin1)) =>
            {
                Some(charset)
            }
            _ => None,
        }
    }

    /// Whether an initial U+FEFF of the text is not written.
    fn strips_mark(&self) -> bool {
        // Else there would be two.
        self.mark == Mark::Strip || !self.first_mark().is_empty()
    }

    /// What the output starts with, before any text.
    fn first_mark(&self) -> &'static [u8] {
        let to = self.settings.to;
        let is_wanted = match self.mark {
            Mark::Strip => false,
            Mark::Keep => matches!(to.own(), Some(Encoding::Utf16 | Encoding::Utf32)),
            Mark::Add => true,
        };
        to.mark().filter(|_| is_wanted).unwrap_or_default()
    }
}

/// How much was not converted, and where that starts.
fn lost(outcome: &Outcome, settings: &Settings) -> String {
    let mut parts = Vec::new();
    let done = |policy| match policy {
        Policy::Skip => "left out",
        Policy::Escape => "escaped",
        Policy::Transliterate => "transliterated",
        Policy::Replace | Policy::Fail => "replaced",
    };
    if outcome.malformed > 0 {
        let count = counted(outcome.malformed, "malformed sequence");
        parts.push(format!("{count} {}", done(settings.malformed)));
    }
    if outcome.unmappable > 0 {
        let count = counted(outcome.unmappable, "character");
        parts.push(format!(
            "{count} that {} does not have {}",
            settings.to,
            done(settings.unmappable)
        ));
    }
    let mut line = parts.join(", ");
    if let Some(fault) = &outcome.first {
        let (line_number, column) = (fault.place.line, fault.place.column);
        line += &format!(
            "; the first at {line_number}:{column} (byte {}): {}",
            fault.offset, fault.message
        );
    }
    line
}

fn cannot_read(at: u64, error: &io::Error) -> String {
    format!("cannot be read beyond byte {at}: {error}")
}
