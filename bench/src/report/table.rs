//! Tables for a terminal.

use std::fmt::{self, Write};

use super::grid::Grid;
use super::{Comparison, Report, circumstances};
use crate::command::{self, Trial};
use crate::families::Unit;
use crate::measure::{self, geometric_mean};
use crate::peers::simdutf_name;
use crate::pool::Worker;

impl Report<'_> {
    pub(crate) fn table(&self) -> String {
        let mut out = String::new();
        // A `String` takes whatever it is given.
        let _ = self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        for (name, value) in circumstances(self) {
            writeln!(out, "{name:<8} {value}")?;
        }
        let rounds = |default| self.args.rounds.unwrap_or(default);
        let runs = self.args.runs;
        if !self.families.is_empty() {
            writeln!(out, "rounds   {} of samples, runs {runs}", rounds(measure::ROUNDS))?;
        }
        if !self.trials.is_empty() {
            writeln!(out, "rounds   {} of commands, runs {runs}", rounds(command::ROUNDS))?;
        }
        self.trials.iter().try_for_each(|trial| write_trial(out, trial))?;
        self.comparisons().iter().try_for_each(|comparison| self.write_one(out, comparison))
    }

    fn write_one(&self, out: &mut String, comparison: &Comparison<'_>) -> fmt::Result {
        let Comparison { plan, level, group, names, .. } = comparison;
        let (family, ours) = (plan.family.name(), names[0]);
        let (unit, digits) = match plan.family.unit() {
            Unit::GigabytesPerSecond => ("GB/s", 2),
            Unit::NanosecondsPerString => ("ns a string", 1),
        };
        writeln!(
            out,
            "\n{family} at {level}, {group}: {unit}, and how many times as fast {ours} is"
        )?;

        let figures = |figures: Vec<f64>| {
            figures.into_iter().map(move |figure| format!("{figure:.digits$}")).collect::<Vec<_>>()
        };
        let ratios = |ratios: Vec<f64>| ratios.into_iter().map(|ratio| format!("{ratio:.2}"));
        let no_figures = || vec![String::new(); names.len()];

        let mut grid = Grid::default();
        let rivals = comparison.rivals().map(|name| format!("/{name}"));
        grid.row("", names.iter().map(|&name| name.to_owned()).chain(rivals));
        for row in &comparison.rows {
            let told = figures(comparison.told(row));
            grid.row(&row.figures.case, told.into_iter().chain(ratios(comparison.ratios(row))));
        }
        let means = comparison.over_rows(Comparison::told, |told| geometric_mean(told));
        let mean_ratios = ratios(comparison.mean_ratios());
        grid.row("geometric mean", figures(means).into_iter().chain(mean_ratios));
        let lowest = ratios(comparison.lowest_ratios());
        grid.row("lowest", no_figures().into_iter().chain(lowest));
        if plan.family.unit() == Unit::NanosecondsPerString {
            let most = figures(comparison.most_behind());
            grid.row("most ns behind", no_figures().into_iter().chain(most));
        }
        write!(out, "{grid}")?;

        writeln!(out, "bar: {}", plan.family.bar())?;
        if let Some(name) =
            simdutf_name(*level).filter(|_| plan.family.function("simdutf").is_some())
        {
            let at_level = |worker: &&Worker| worker.simdutf == Some(*level);
            match self.pool.workers.iter().filter(at_level).count() {
                0 => writeln!(out, "simdutf: not built in")?,
                1 => writeln!(out, "simdutf: {name}")?,
                builds => writeln!(out, "simdutf: {name}, the best of {builds} builds for each")?,
            }
        }
        for (name, chosen) in plan.left_out(*level) {
            writeln!(out, "left out: {name} (would use {chosen})")?;
        }
        Ok(())
    }
}

fn write_trial(out: &mut String, trial: &Trial) -> fmt::Result {
    writeln!(out, "\ncommand, {}: {}", trial.name, trial.about)?;
    let mut grid = Grid::default();
    let rivals = || trial.results.iter().filter(|result| result.is_reference);
    let heads = rivals().map(|rival| format!("time / {}", rival.name));
    grid.row("", ["ms", "MB/s"].map(str::to_owned).into_iter().chain(heads).chain(["bar".into()]));
    for result in &trial.results {
        let figures = [
            format!("{:.1}", 1e3 * result.seconds),
            format!("{:.0}", trial.bytes as f64 / result.seconds / 1e6),
        ];
        let ratios = rivals().map(|rival| format!("{:.2}", result.seconds / rival.seconds));
        let bar = result.bar.unwrap_or_default().to_owned();
        grid.row(&result.name, figures.into_iter().chain(ratios).chain([bar]));
    }
    write!(out, "{grid}")?;
    if !trial.missing.is_empty() {
        writeln!(out, "not installed: {}", trial.missing.join(", "))?;
    }
    Ok(())
}
