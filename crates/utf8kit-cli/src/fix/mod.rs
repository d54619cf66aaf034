//! `utf8 fix`: every input through the steps that were asked for, to one output, to a tree, or back
//! to where it was.

mod decide;
mod decode;
mod diff;
mod flow;
mod in_place;
mod reader;
mod report;
mod sink;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use utf8kit_text::fix::Pipeline;

pub(crate) use decide::{From, Stray, Unknown};
use flow::{Flow, Outcome, Refusal, Role};
pub(crate) use in_place::InPlace;
pub(crate) use report::Reporting;
use report::Totals;
use sink::{Rejects, Sink, To};

use crate::input::{Input, Opened, identity, open};
use crate::interrupt;
use crate::output::{self, Output, Outputs};
use crate::plan;
use crate::progress::{self, Counters};
use crate::replace::{Named, cannot_write};
use crate::report::{Style, note_line};
use crate::tree::{self, Planned, Work, Works};
use crate::walk::{Item, Origin, Target, Walk, cannot_open};
use crate::work::{Offers, Ordered, Slot, Worker, share};

/// How inputs are fixed.
pub(crate) struct Fixing {
    /// The steps; that for stray bytes is decided for each input.
    pub(crate) pipeline: Pipeline,
    pub(crate) from: From,
    pub(crate) stray: Stray,
    /// What no step puts right refuses the input.
    pub(crate) is_strict: bool,
    pub(crate) unknown: Unknown,
    /// What is no text is taken for UTF-8, too.
    pub(crate) takes_binaries: bool,
    /// Every line goes on as soon as it is there.
    pub(crate) is_streaming: bool,
}

/// Where fixed text goes.
pub(crate) enum Destination {
    /// All of it, one input after the other.
    Stdout,
    File(PathBuf),
    /// A file for each input, in this directory; existing ones are overwritten if `force`.
    Tree {
        path: PathBuf,
        force: bool,
    },
    InPlace(InPlace),
    /// It is only said what would be done: as `--check` has it, in the exit status too.
    Nowhere {
        is_check: bool,
        diff: Option<Style>,
    },
}

pub(crate) fn run(plan: plan::Fix) -> ExitCode {
    let plan::Fix { inputs, walking, fixing, destination, rejects, reporting, jobs, progress } =
        plan;
    let stdout: Box<dyn Write + Send> = match output::unbuffered_stdout() {
        Ok(stdout) => Box::new(stdout),
        // It may not be needed.
        Err(_) => output::stdout(),
    };
    let outputs = Arc::new(Outputs::new(stdout, Box::new(io::stderr())));
    interrupt::take_signals(&outputs);
    let named = inputs.all();
    let has_several = inputs.has_several();
    let prepared = Prepared::of(destination, Walk::new(inputs, walking), has_several, &outputs);
    let Prepared { works, way, whole } = match prepared {
        Ok(prepared) => prepared,
        Err(notes) => return refuse(&outputs, &notes),
    };
    let rejects = match rejects.map(Rejects::begin).transpose() {
        Ok(rejects) => rejects,
        Err(note) => return refuse(&outputs, &[note]),
    };
    let counters = Counters::new("repair");
    let claimed = Mutex::default();
    let mut run = Run { fixing, way, rejects, claimed, reporting, counters: &counters };
    let mut totals = thread::scope(|scope| {
        // Progress is shown until this is dropped.
        let (_running, end) = mpsc::channel();
        if progress {
            let (counters, outputs) = (&counters, &outputs);
            progress::spawn(scope, counters, named, outputs, end);
        }
        let ordered = Ordered::new(&outputs);
        let offers = Offers::default();
        let workers = share(works, jobs, &ordered, &offers, || FileFixer {
            run: &run,
            totals: Totals::default(),
        });
        workers.iter().fold(Totals::default(), |mut totals, worker| {
            totals.add(&worker.totals);
            totals
        })
    });
    let rejects = run.rejects.take();
    conclude(&run, whole, rejects, &mut totals, &outputs);
    totals.outcome().into()
}

/// Says why nothing is written.
fn refuse(outputs: &Outputs, notes: &[(PathBuf, String)]) -> ExitCode {
    let lines = notes.iter().map(|(path, why)| format!("{}\n", note_line(path, why)));
    outputs.write(&mut Output { stderr: lines.collect::<String>().into(), ..Output::default() });
    Totals::trouble().outcome().into()
}

/// Puts a single output in its place, and says what came of it all.
fn conclude(
    run: &Run<'_>,
    whole: Option<(PathBuf, Named)>,
    rejects: Option<Rejects>,
    totals: &mut Totals,
    outputs: &Outputs,
) {
    totals.is_check = matches!(run.way, Way::Nowhere { is_check: true, .. });
    let mut output = Output::default();
    if let Some((path, Named::Whole(file))) = whole {
        let is_complete = totals.troubles == 0 && totals.refused == 0;
        let why = match is_complete {
            true => file.commit().err(),
            false => Some(
                "not written: not all could be fixed; what was there before is as it was".into(),
            ),
        };
        if let Some(why) = why {
            totals.troubles += u64::from(is_complete);
            output.stderr = format!("{}\n", note_line(&path, &why)).into();
        }
    }
    if let Some(rejects) = rejects {
        rejects.finish();
    }
    let is_one = matches!(run.way, Way::One { .. });
    let says_all = totals.files == 1 && totals.skipped + totals.troubles + totals.refused == 0;
    if run.reporting == Reporting::Json || !is_one && !says_all {
        let would = matches!(run.way, Way::Nowhere { .. });
        let (stdout, stderr) = report::summary(run.reporting, totals, would);
        output.stdout.extend_from_slice(&stdout);
        output.stderr.extend_from_slice(&stderr);
    }
    outputs.write(&mut output);
}

/// What all workers share.
struct Run<'a> {
    fixing: Fixing,
    way: Way,
    rejects: Option<Rejects>,
    /// Files that are fixed in place: by another name, they are not fixed at the same time.
    claimed: Mutex<HashSet<(u64, u64)>>,
    reporting: Reporting,
    counters: &'a Counters,
}

/// What is done with fixed text.
enum Way {
    /// All to one output. `identity`: the file that standard output is, so that it is not read as an
    /// input.
    One {
        to: To,
        identity: Option<(u64, u64)>,
    },
    Tree,
    InPlace(InPlace),
    Nowhere {
        is_check: bool,
        diff: Option<Style>,
    },
}

/// What there is to do, and whereto.
struct Prepared {
    works: Works,
    way: Way,
    /// The one output, if it is a file.
    whole: Option<(PathBuf, Named)>,
}

impl Prepared {
    fn of(
        destination: Destination,
        walk: Walk,
        has_several: bool,
        outputs: &Arc<Outputs>,
    ) -> Result<Prepared, Vec<(PathBuf, String)>> {
        let all = |walk| Works::All(Some(Box::new(walk)));
        Ok(match destination {
            Destination::Stdout => {
                let identity = identity(&io::stdout());
                let way = Way::One { to: To::Stdout(Arc::clone(outputs)), identity };
                Prepared { works: all(walk), way, whole: None }
            }
            Destination::File(path) => {
                let named = Named::begin(&path).map_err(|why| vec![(path.clone(), why)])?;
                let to = To::File(Arc::clone(named.file()));
                let way = Way::One { to, identity: None };
                Prepared { works: all(walk), way, whole: Some((path, named)) }
            }
            Destination::Tree { path, force } => {
                let planned = tree::prepare(walk, &path, has_several, force)?;
                Prepared { works: Works::Each(planned.into_iter()), way: Way::Tree, whole: None }
            }
            Destination::InPlace(in_place) => Prepared {
                works: Works::Walk(Box::new(walk)),
                way: Way::InPlace(in_place),
                whole: None,
            },
            Destination::Nowhere { is_check, diff } => {
                let way = Way::Nowhere { is_check, diff };
                Prepared { works: Works::Walk(Box::new(walk)), way, whole: None }
            }
        })
    }
}

/// One thread's means of fixing.
struct FileFixer<'a> {
    run: &'a Run<'a>,
    totals: Totals,
}

impl Worker for FileFixer<'_> {
    type Item = Work;
    type Task = ();

    fn work(&mut self, work: Work, mut slot: Slot<'_>) {
        match work {
            Work::Each(Planned { item, output }) => {
                self.item(item, output.as_deref(), &mut slot);
            }
            Work::All(walk) => {
                for item in *walk {
                    // Behind what was refused, the output would not be what was asked for.
                    let goes_on = self.item(item, None, &mut slot);
                    slot.release();
                    if !goes_on {
                        break;
                    }
                }
            }
        }
    }

    fn help(&mut self, (): &()) {}
}

impl FileFixer<'_> {
    /// False if it was not fixed.
    fn item(&mut self, item: Item, output: Option<&Path>, slot: &mut Slot<'_>) -> bool {
        let reporting = self.run.reporting;
        let (path, result) = match item {
            Item::Read(target) => {
                let result = self.fix(&target, output, slot);
                (target.path, result)
            }
            Item::Skip { path, why } => {
                report::skipped(reporting, &path, &why, slot);
                self.totals.add(&Totals::skip());
                return true;
            }
            Item::Trouble { path, why } => (path, Err(Refusal::Trouble(why))),
        };
        let (totals, is_fixed) = match result {
            Ok(Some(outcome)) => {
                let would = matches!(self.run.way, Way::Nowhere { .. });
                report::fixed(reporting, &path, &outcome, would, slot);
                (Totals::of(&outcome), true)
            }
            Ok(None) => (Totals::skip(), true),
            Err(Refusal::Refused(why)) => {
                report::failed(reporting, "refused", &path, &why, slot);
                (Totals::refusal(), false)
            }
            Err(Refusal::NoText(binary)) => {
                let why = format!(
                    "this is no text ({binary}), and is as it was; --invalid replace would take it \
                     for UTF-8"
                );
                report::failed(reporting, "refused", &path, &why, slot);
                (Totals::refusal(), false)
            }
            Err(Refusal::Trouble(why)) => {
                report::failed(reporting, "trouble", &path, &why, slot);
                (Totals::trouble(), false)
            }
        };
        self.run.counters.files.add(1);
        self.run.counters.findings.add(totals.changed);
        self.totals.add(&totals);
        is_fixed
    }

    /// `None` if it is left alone, which has been said.
    fn fix(
        &self,
        target: &Target,
        output: Option<&Path>,
        slot: &mut Slot<'_>,
    ) -> Result<Option<Outcome>, Refusal> {
        let Run { way, rejects, reporting, .. } = self.run;
        let Target { path, origin, .. } = target;
        // Whoever opens a FIFO waits for its other end.
        let is_in_place = matches!(way, Way::InPlace(_)) && *origin == Origin::Named;
        if is_in_place && fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(not_regular());
        }
        let skip = |why: &str, slot: &mut Slot<'_>| {
            report::skipped(*reporting, path, why, slot);
            Ok(None)
        };
        let mut input = match self.open(target)? {
            Opened::Input(input) => input,
            Opened::Special(why) => return skip(why, slot),
        };
        if rejects.as_ref().is_some_and(|rejects| rejects.is(&input)) {
            return skip("the file that --rejects names", slot);
        }
        let result = match way {
            Way::One { to, identity } => {
                if identity.is_some() && *identity == input.identity() {
                    let why = "this is also the output, and was not read: what is written would \
                               be read again, or is lost already; name it with -i";
                    return Err(Refusal::Trouble(why.into()));
                }
                let sink = Sink::new(path, to.clone(), slot).with_rejects(rejects.as_ref());
                self.flow(target, &mut input, sink)
            }
            Way::Nowhere { diff, .. } => {
                let sink = Sink::new(path, To::Nowhere, slot)
                    .with_rejects(rejects.as_ref())
                    .with_diff(diff.as_ref());
                self.flow(target, &mut input, sink)
            }
            Way::Tree => self.to_tree(target, output, &mut input, slot),
            Way::InPlace(in_place) => {
                if input.identity().is_some_and(|identity| !self.claim(identity)) {
                    return skip("another name of a file that was named, too", slot);
                }
                if *origin == Origin::Met
                    && in_place.suffix.as_ref().is_some_and(|suffix| is_backup(path, suffix))
                {
                    return skip("a backup, by its name", slot);
                }
                self.in_place(target, in_place, &mut input, slot)
            }
        };
        match result {
            Ok((outcome, _)) => Ok(Some(outcome)),
            // What is met in directories and is no text was hardly meant.
            Err(Refusal::NoText(binary)) if *origin == Origin::Met => {
                skip(&format!("binary: {binary}"), slot)
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Whether nobody else fixes the file.
    fn claim(&self, identity: (u64, u64)) -> bool {
        self.run.claimed.lock().unwrap_or_else(PoisonError::into_inner).insert(identity)
    }

    fn open(&self, target: &Target) -> Result<Opened, Refusal> {
        open(target)
            .map_err(|error| Refusal::Trouble(cannot_open(&target.path, &error, target.origin)))
    }

    /// Sends an input through a sink; gives what came of it, and how much was written.
    fn flow(
        &self,
        target: &Target,
        input: &mut Input,
        mut sink: Sink<'_, '_>,
    ) -> Result<(Outcome, u64), Refusal> {
        let Run { fixing, counters, .. } = self.run;
        let is_behind = matches!(self.run.way, Way::One { .. }) && self.totals.files > 0;
        let role = Role { is_met: target.origin == Origin::Met, is_behind };
        let flow = Flow::new(fixing, input, role);
        let outcome = flow.run(input, &mut sink, &|read| counters.bytes.add(read));
        let written = sink.finish(outcome.is_ok());
        let outcome = outcome?;
        let written = written
            .map_err(|error| Refusal::Trouble(format!("its output {}", cannot_write(&error))))?;
        Ok((outcome, written))
    }

    fn to_tree(
        &self,
        target: &Target,
        output: Option<&Path>,
        input: &mut Input,
        slot: &mut Slot<'_>,
    ) -> Result<(Outcome, u64), Refusal> {
        let Some(output) = output else {
            let why = "it has no name that a file in a tree could have; fix it by itself";
            return Err(Refusal::Trouble(why.into()));
        };
        let at_output =
            |why: String| Refusal::Trouble(format!("its output {}: {why}", output.display()));
        if let Some(directory) = output.parent() {
            fs::create_dir_all(directory).map_err(|error| at_output(cannot_write(&error)))?;
        }
        let Named::Whole(file) = Named::begin(output).map_err(at_output)? else {
            return Err(at_output("a device, and a file is wanted; remove it".into()));
        };
        let to = To::File(Arc::clone(file.file()));
        let sink = Sink::new(&target.path, to, slot).with_rejects(self.run.rejects.as_ref());
        let flowed = self.flow(target, input, sink)?;
        file.commit().map_err(at_output)?;
        Ok(flowed)
    }

    fn in_place(
        &self,
        target: &Target,
        in_place: &InPlace,
        input: &mut Input,
        slot: &mut Slot<'_>,
    ) -> Result<(Outcome, u64), Refusal> {
        let rejects = self.run.rejects.as_ref();
        let path = &target.path;
        let trouble = |why: String| Refusal::Trouble(why);
        let Some(regular) = input.regular().cloned() else {
            if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
                return Err(not_regular());
            }
            // It is empty, or one of the kernel's.
            return self.flow(target, input, Sink::new(path, To::Nowhere, slot));
        };
        let seen = regular.file.metadata().map_err(|error| trouble(cannot_write(&error)))?;
        let sink = Sink::new(path, To::Nowhere, slot).stopping_at_change();
        let looked = self.flow(target, input, sink)?;
        if !looked.0.is_changed() {
            return Ok(looked);
        }
        let rewriting = in_place.begin(path, &seen).map_err(trouble)?;
        let Opened::Input(mut input) = self.open(target)? else {
            return Err(trouble("another file has taken its place; run again".into()));
        };
        let to = To::File(Arc::clone(rewriting.file()));
        let sink = Sink::new(path, to, slot).with_rejects(rejects);
        let (outcome, written) = self.flow(target, &mut input, sink)?;
        rewriting.commit(in_place, &seen, written).map_err(trouble)?;
        Ok((outcome, written))
    }
}

fn not_regular() -> Refusal {
    Refusal::Trouble("not a regular file; it can be fixed to standard output".into())
}

fn is_backup(path: &Path, suffix: &str) -> bool {
    !suffix.is_empty() && path.as_os_str().as_encoded_bytes().ends_with(suffix.as_bytes())
}
