//! Rounds of short samples, and what is kept of them.
//!
//! A sample is about 10 microseconds of calls: long ones contain interrupts and neighbours, which
//! hurt a kernel bound by throughput more than one bound by latency. In each round everybody has
//! one sample at each offset. What an offset took is the minimum over the rounds (noise only adds);
//! the figure of a text is the geometric mean over the offsets; the figure reported is the median
//! of the runs.

use crate::Result;
use crate::args::Args;
use crate::data::Case;
use crate::plan::{Plan, Subject};
use crate::pool::{Pool, Times};
use crate::worker::OFFSETS;

const SAMPLE_NANOSECONDS: f64 = 10_000.0;

/// A sample that cannot be shorter than this (one call on a large text, or a slow peer) is taken in
/// fewer rounds, down to the share below: its minimum settles sooner and its cost is all the time.
const LONG_NANOSECONDS: f64 = 50_000.0;
const LEAST_SHARE: usize = 10;

/// From this size on nothing stays in a cache that a second call would find.
const COLD_BYTES: usize = 8 << 20;

/// All that was measured on one text.
pub(crate) struct Figures {
    pub(crate) case: String,
    pub(crate) group: String,
    pub(crate) bytes: usize,
    /// In the order of the plan's subjects.
    pub(crate) subjects: Vec<Figure>,
}

/// What one subject needed for one call, in nanoseconds.
#[derive(Clone)]
pub(crate) struct Figure {
    /// At each offset, the minimum over the rounds.
    pub(crate) minimum: Times,
    /// At each offset, the median over the rounds.
    pub(crate) median: Times,
    pub(crate) samples: usize,
}

impl Figure {
    /// Its one number, in bytes per nanosecond.
    pub(crate) fn speed(&self, bytes: usize) -> f64 {
        bytes as f64 / geometric_mean(self.minimum)
    }
}

pub(crate) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value.ln(), count + 1.0));
    f64::exp(sum / count)
}

pub(crate) fn run(
    args: &Args,
    cases: &[Case],
    plan: &Plan,
    pool: &mut Pool,
) -> Result<Vec<Figures>> {
    let mut runs: Vec<Vec<Figures>> = Vec::new();
    // Runs are the outer loop: what disturbs one for a while then disturbs one figure in so many.
    for _ in 0..args.runs {
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
            all.sort_by(|a, b| b.speed(1).total_cmp(&a.speed(1)));
            *figure = all.swap_remove(all.len() / 2);
        }
    }
    result
}

fn on(case: &Case, args: &Args, plan: &Plan, pool: &mut Pool) -> Result<Figures> {
    let text = case.text()?;
    pool.load(&text)?;
    let mut entrants = (plan.subjects.iter())
        .map(|subject| Entrant::new(subject, &text, args.rounds, pool))
        .collect::<Result<Vec<_>>>()?;
    for round in 0..args.rounds {
        // Each begins a round in turn, so that nobody always follows the same neighbour.
        let (last, first) = entrants.split_at_mut(round % plan.subjects.len());
        for entrant in first.iter_mut().chain(last) {
            if round % entrant.every == 0 {
                entrant.sample(pool)?;
            }
        }
    }
    let subjects = entrants.into_iter().map(Entrant::figure).collect();
    Ok(Figures { case: case.name(), group: case.group(), bytes: text.len(), subjects })
}

/// A subject at one text.
struct Entrant<'a> {
    subject: &'a Subject,
    expected: usize,
    iterations: u32,
    warm: u32,
    /// Takes part in every so-manieth round.
    every: usize,
    times: [Vec<f64>; OFFSETS.len()],
}

impl<'a> Entrant<'a> {
    fn new(subject: &'a Subject, text: &str, rounds: usize, pool: &mut Pool) -> Result<Self> {
        let mut entrant = Entrant {
            subject,
            expected: subject.function.family.answer(text),
            iterations: 1,
            warm: 1,
            every: 1,
            times: Default::default(),
        };
        let once = (0..3).try_fold(f64::INFINITY, |least, _| -> Result<f64> {
            Ok(entrant.ask(pool)?.into_iter().fold(least, f64::min))
        })?;
        // A clock may tick too slowly to see one call.
        let iterations = (SAMPLE_NANOSECONDS / once.max(1.0)).round().max(1.0);
        entrant.iterations = iterations as u32;
        entrant.warm = if text.len() < COLD_BYTES { entrant.iterations } else { 0 };
        let long = iterations * once / LONG_NANOSECONDS;
        entrant.every = (long as usize).clamp(1, LEAST_SHARE.min(rounds));
        Ok(entrant)
    }

    fn sample(&mut self, pool: &mut Pool) -> Result<()> {
        let times = self.ask(pool)?;
        for (kept, time) in self.times.iter_mut().zip(times) {
            kept.push(time / f64::from(self.iterations));
        }
        Ok(())
    }

    /// A peer that answers wrongly measures nothing.
    fn ask(&self, pool: &mut Pool) -> Result<Times> {
        let Subject { function, level, worker } = *self.subject;
        let (answer, times) =
            pool.workers[worker].sample(function, level, self.iterations, self.warm)?;
        if answer == self.expected {
            return Ok(times);
        }
        let (family, name, expected) = (function.family.name(), function.name, self.expected);
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
