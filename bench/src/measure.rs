//! Rounds of short samples, and what is kept of them.
//!
//! A sample is about 10 microseconds of passes over the strings: long ones contain interrupts and
//! neighbours, which hurt a kernel bound by throughput more than one bound by latency. In each
//! round everybody has one sample at each offset. What an offset took is the minimum over the
//! rounds (noise only adds); the figure of an input is the geometric mean over the offsets; the
//! figure reported is the median of the runs.
//!
//! Each run of each family has processes of its own: in one, what takes two nanoseconds can take a quarter or a half of one more from start to
//! end than in another of the same program, ours or a peer's, and no number of rounds tells that from the code.

use crate::Result;
use crate::args::Args;
use crate::data::{self, Case, Input};
use crate::families::{Family, Unit};
use crate::plan::{Plan, Subject};
use crate::pool::{Pool, Times};
use crate::worker::{self, OFFSETS, Slot};

/// Samples of each subject at each input, unless the options say otherwise.
pub(crate) const ROUNDS: usize = 300;

const SAMPLE_NANOSECONDS: f64 = 10_000.0;

/// A sample that cannot be shorter than this (one pass of a large text, or a slow peer) is taken in
/// fewer rounds, down to the share below: its minimum settles sooner and its cost is all the time.
const LONG_NANOSECONDS: f64 = 50_000.0;
const LEAST_SHARE: usize = 10;

/// Who reads so much leaves nothing in a cache that a second pass would find.
const COLD_BYTES: usize = 8 << 20;

/// All that was measured on one input.
pub(crate) struct Figures {
    pub(crate) case: String,
    pub(crate) group: String,
    pub(crate) bytes: usize,
    pub(crate) strings: usize,
    /// Whether the text is, but for bad bytes.
    pub(crate) is_ascii: bool,
    /// In the order of the plan's subjects.
    pub(crate) subjects: Vec<Figure>,
}

/// What one subject needed for a pass over the strings, in nanoseconds.
#[derive(Clone)]
pub(crate) struct Figure {
    /// At each offset, the minimum over the rounds.
    pub(crate) minimum: Times,
    /// At each offset, the median over the rounds.
    pub(crate) median: Times,
    pub(crate) samples: usize,
}

impl Figure {
    /// Its one number.
    pub(crate) fn time(&self) -> f64 {
        geometric_mean(self.minimum)
    }
}

impl Figures {
    /// A time for a pass, as figures of a family are told.
    pub(crate) fn told(&self, unit: Unit, time: f64) -> f64 {
        match unit {
            Unit::GigabytesPerSecond => self.bytes as f64 / time,
            Unit::NanosecondsPerString => time / self.strings as f64,
        }
    }
}

pub(crate) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value.ln(), count + 1.0));
    f64::exp(sum / count)
}

pub(crate) fn run(args: &Args, plan: &Plan, pool: &mut Pool) -> Result<Vec<Figures>> {
    let cases = data::cases(plan.family, args)?;
    let mut runs: Vec<Vec<Figures>> = Vec::new();
    // Runs are the outer loop: what disturbs one for a while then disturbs one figure in so many.
    for run in 0..args.runs {
        if run > 0 {
            pool.renew()?;
        }
        runs.push(cases.iter().map(|case| on(case, args, plan, pool)).collect::<Result<_>>()?);
    }
    Ok(median_run(runs))
}

/// Of each figure, the run in which it was the median.
fn median_run(mut runs: Vec<Vec<Figures>>) -> Vec<Figures> {
    let mut result = runs.pop().unwrap_or_default();
    for (at, figures) in result.iter_mut().enumerate() {
        for (subject, figure) in figures.subjects.iter_mut().enumerate() {
            let mut all: Vec<Figure> =
                runs.iter().map(|run| run[at].subjects[subject].clone()).collect();
            all.push(figure.clone());
            all.sort_by(|a, b| a.time().total_cmp(&b.time()));
            *figure = all.swap_remove(all.len() / 2);
        }
    }
    result
}

fn on(case: &Case, args: &Args, plan: &Plan, pool: &mut Pool) -> Result<Figures> {
    let text = case.input()?;
    let clean = case.clean.as_ref().map(|clean| clean.input()).transpose()?;
    let is_ascii = clean.as_ref().unwrap_or(&text).bytes.is_ascii();
    let (answer, output) = (plan.family.answer(&text), plan.family.output(&text));
    let input = text.encoded(plan.family.source())?;
    pool.load(Slot::Text, &input)?;
    if let Some(output) = output {
        check(plan, pool, worker::digest(&output))?;
    }
    let task = Task::new(plan.family, &input, answer);
    let clean_task = clean.as_ref().map(|clean| -> Result<Task> {
        pool.load(Slot::Clean, clean)?;
        Ok(Task::new(plan.family, clean, plan.family.answer(clean)))
    });
    let clean_task = clean_task.transpose()?;
    let rounds = args.rounds.unwrap_or(ROUNDS);
    let mut entrants = (plan.subjects.iter())
        .map(|subject| {
            let task = match subject.slot {
                Slot::Text => &task,
                Slot::Clean => clean_task.as_ref().ok_or("no text without bad bytes")?,
            };
            Entrant::new(task, subject, rounds, pool)
        })
        .collect::<Result<Vec<_>>>()?;
    for round in 0..rounds {
        // Each begins a round in turn, so that nobody always follows the same neighbour.
        let (last, first) = entrants.split_at_mut(round % plan.subjects.len());
        for entrant in first.iter_mut().chain(last) {
            if round % entrant.every == 0 {
                entrant.sample(pool)?;
            }
        }
    }
    Ok(Figures {
        case: case.name.clone(),
        group: case.group.clone(),
        bytes: input.bytes.len(),
        strings: input.offsets.len() - 1,
        is_ascii,
        subjects: entrants.into_iter().map(Entrant::figure).collect(),
    })
}

/// Who writes something else than `digest` was made of measures nothing.
fn check(plan: &Plan, pool: &mut Pool, digest: u64) -> Result<()> {
    let family = plan.family;
    for subject in plan.subjects.iter().filter(|subject| subject.slot == Slot::Text) {
        let found = pool.workers[subject.worker].check(family, subject)?;
        if found.iter().any(|&found| found != digest) {
            let (name, level) = (subject.function.name, subject.level);
            return Err(
                format!("{} by {name} at {level} wrote something else", family.name()).into()
            );
        }
    }
    Ok(())
}

/// What all do on one input.
struct Task {
    family: Family,
    answer: usize,
    /// Nothing stays in a cache.
    cold: bool,
}

impl Task {
    fn new(family: Family, input: &Input, answer: usize) -> Task {
        let reads = if let Family::Error = family { answer } else { input.bytes.len() };
        Task { family, answer, cold: reads >= COLD_BYTES }
    }
}

/// A subject at one input.
struct Entrant<'a> {
    task: &'a Task,
    subject: &'a Subject,
    passes: u32,
    warm: u32,
    /// Takes part in every so-manieth round.
    every: usize,
    times: [Vec<f64>; OFFSETS.len()],
}

impl<'a> Entrant<'a> {
    fn new(task: &'a Task, subject: &'a Subject, rounds: usize, pool: &mut Pool) -> Result<Self> {
        let mut entrant =
            Entrant { task, subject, passes: 1, warm: 1, every: 1, times: Default::default() };
        let once = (0..3).try_fold(f64::INFINITY, |least, _| -> Result<f64> {
            Ok(entrant.ask(pool)?.into_iter().fold(least, f64::min))
        })?;
        // A clock may tick too slowly to see one pass.
        let passes = (SAMPLE_NANOSECONDS / once.max(1.0)).round().max(1.0);
        entrant.passes = passes as u32;
        entrant.warm = if task.cold { 0 } else { entrant.passes };
        let long = passes * once / LONG_NANOSECONDS;
        entrant.every = (long as usize).clamp(1, LEAST_SHARE.min(rounds));
        Ok(entrant)
    }

    fn sample(&mut self, pool: &mut Pool) -> Result<()> {
        let times = self.ask(pool)?;
        for (kept, time) in self.times.iter_mut().zip(times) {
            kept.push(time / f64::from(self.passes));
        }
        Ok(())
    }

    /// A peer that answers wrongly measures nothing.
    fn ask(&self, pool: &mut Pool) -> Result<Times> {
        let Task { family, answer: expected, .. } = *self.task;
        let Subject { function, level, .. } = *self.subject;
        let worker = &mut pool.workers[self.subject.worker];
        let (answer, times) = worker.sample(family, self.subject, (self.passes, self.warm))?;
        if answer == expected {
            return Ok(times);
        }
        let (family, name) = (family.name(), function.name);
        Err(format!("{family} by {name} at {level}: {answer}, expected {expected}").into())
    }

    fn figure(mut self) -> Figure {
        self.times.iter_mut().for_each(|times| times.sort_by(f64::total_cmp));
        Figure {
            minimum: self.times.each_ref().map(|times| times[0]),
            median: self.times.each_ref().map(|times| times[times.len() / 2]),
            samples: self.times[0].len(),
        }
    }
}
