//! Commands in turn, against the clock.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::Outcome;
use crate::Result;
use crate::args::Args;

/// How often each command runs, unless the options say otherwise.
pub(crate) const ROUNDS: usize = 9;

/// Who takes longer than this is far behind, and is run but once.
const SLOW_SECONDS: f64 = 1.0;

pub(super) struct Contest<'a> {
    pub(super) args: &'a Args,
    /// By a signal.
    pub(super) interrupted: &'a AtomicBool,
}

pub(super) struct Contestant {
    name: String,
    command: Command,
    exit_status: i32,
    bar: Option<&'static str>,
    is_reference: bool,
}

impl Contestant {
    pub(super) fn new(name: String, command: Command) -> Contestant {
        Contestant { name, command, exit_status: 0, bar: None, is_reference: false }
    }

    pub(super) fn bar(self, bar: &'static str) -> Contestant {
        Contestant { bar: Some(bar), ..self }
    }

    pub(super) fn exits_with(self, exit_status: i32) -> Contestant {
        Contestant { exit_status, ..self }
    }

    /// The others are compared with it.
    pub(super) fn reference(self) -> Contestant {
        Contestant { is_reference: true, ..self }
    }

    fn seconds(&mut self) -> Result<f64> {
        let start = Instant::now();
        let status = self.command.status().map_err(|error| format!("{}: {error}", self.name))?;
        let seconds = start.elapsed().as_secs_f64();
        match status.code() {
            Some(code) if code == self.exit_status => Ok(seconds),
            _ => Err(format!("{}: {status}, expected {}", self.name, self.exit_status).into()),
        }
    }
}

impl Contest<'_> {
    /// The least of the rounds and the median of the runs of each who is here, and who is not.
    pub(super) fn hold(
        &self,
        entries: Vec<std::result::Result<Contestant, &'static str>>,
    ) -> Result<(Vec<Outcome>, Vec<&'static str>)> {
        let (mut contestants, mut missing) = (Vec::new(), Vec::new());
        for entry in entries {
            match entry {
                Ok(contestant) => contestants.push(contestant),
                Err(name) => missing.push(name),
            }
        }
        let mut runs = Vec::new();
        for _ in 0..self.args.runs {
            runs.push(self.run(&mut contestants)?);
        }
        let outcome = |(at, contestant): (usize, Contestant)| {
            let mut seconds: Vec<f64> = runs.iter().map(|run: &Vec<f64>| run[at]).collect();
            seconds.sort_by(f64::total_cmp);
            let Contestant { name, bar, is_reference, .. } = contestant;
            Outcome { name, seconds: seconds[seconds.len() / 2], bar, is_reference }
        };
        Ok((contestants.into_iter().enumerate().map(outcome).collect(), missing))
    }

    /// The least of the rounds of each.
    fn run(&self, contestants: &mut [Contestant]) -> Result<Vec<f64>> {
        let mut least = vec![f64::INFINITY; contestants.len()];
        for round in 0..self.args.rounds.unwrap_or(ROUNDS) {
            for step in 0..contestants.len() {
                // Each begins a round in turn, so that nobody always follows the same neighbour.
                let at = (round + step) % contestants.len();
                if round > 0 && least[at] > SLOW_SECONDS {
                    continue;
                }
                least[at] = least[at].min(contestants[at].seconds()?);
                if self.interrupted.load(Ordering::Relaxed) {
                    return Err("interrupted".into());
                }
            }
        }
        Ok(least)
    }
}
