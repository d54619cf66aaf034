//! Tables for a terminal.

use std::fmt::{self, Write};

use super::grid::Grid;
use super::{Comparison, Report, circumstances};
use crate::command::{self, Trial};
use crate::families::Unit;
use crate::measure;
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
        let comparisons = self.comparisons();
        comparisons.iter().try_for_each(|comparison| self.write_one(out, comparison))?;
        write_overviews(out, &comparisons)
    }

    fn write_one(&self, out: &mut String, comparison: &Comparison<'_>) -> fmt::Result {
        let Comparison { plan, level, group, names, .. } = comparison;
        let (family, ours) = (plan.family.name(), names[0]);
        let (unit, digits) = unit_and_digits(plan.family.unit());
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
        let means = comparison.mean(Comparison::told);
        let mean_ratios = ratios(comparison.mean_ratios());
        let name = match comparison.is_ascii_in_means() {
            true => "geometric mean",
            false => "geometric mean, not ASCII",
        };
        grid.row(name, figures(means).into_iter().chain(mean_ratios));
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

/// The means of all pairs at one level on one group of inputs.
fn write_overviews(out: &mut String, comparisons: &[Comparison<'_>]) -> fmt::Result {
    let key = |it: &Comparison<'_>| (it.plan.family.word(), it.level, it.group.to_owned());
    let mut keys = Vec::new();
    for comparison in comparisons {
        if comparison.plan.family.pair().is_some() && !keys.contains(&key(comparison)) {
            keys.push(key(comparison));
        }
    }
    for wanted in keys {
        let of_key: Vec<_> = comparisons.iter().filter(|&it| key(it) == wanted).collect();
        if of_key.len() > 1 {
            write_overview(out, &of_key)?;
        }
    }
    Ok(())
}

fn write_overview(out: &mut String, comparisons: &[&Comparison<'_>]) -> fmt::Result {
    let Comparison { plan, level, group, .. } = comparisons[0];
    let (unit, digits) = unit_and_digits(plan.family.unit());
    let word = plan.family.word();
    writeln!(out, "\n{word} at {level}, {group}: {unit} of ours, and ratios, in the mean")?;
    let mut rivals: Vec<&str> = Vec::new();
    for rival in comparisons.iter().flat_map(|comparison| comparison.rivals()) {
        if !rivals.contains(&rival) {
            rivals.push(rival);
        }
    }
    // Whom all are compared with, last.
    rivals.sort_by_key(|&rival| rival == "best");

    let mut grid = Grid::default();
    let heads = rivals.iter().map(|rival| format!("/{rival}"));
    grid.row("", [unit.to_owned()].into_iter().chain(heads).chain(["lowest".to_owned()]));
    for comparison in comparisons {
        let told = comparison.mean(Comparison::told)[0];
        let ratio_to = |ratios: Vec<f64>, rival: &str| {
            let at = comparison.rivals().position(|name| name == rival);
            at.map_or_else(String::new, |at| format!("{:.2}", ratios[at]))
        };
        let means = rivals.iter().map(|rival| ratio_to(comparison.mean_ratios(), rival));
        let lowest = ratio_to(comparison.lowest_ratios(), "best");
        let cells = [format!("{told:.digits$}")].into_iter().chain(means).chain([lowest]);
        grid.row(comparison.plan.family.pair().unwrap_or_default(), cells);
    }
    write!(out, "{grid}")
}

const fn unit_and_digits(unit: Unit) -> (&'static str, usize) {
    match unit {
        Unit::GigabytesPerSecond => ("GB/s", 2),
        Unit::NanosecondsPerString => ("ns a string", 1),
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
        let ratios = rivals().map(|rival| format!("{:.3}", result.seconds / rival.seconds));
        let bar = result.bar.unwrap_or_default().to_owned();
        grid.row(&result.name, figures.into_iter().chain(ratios).chain([bar]));
    }
    write!(out, "{grid}")?;
    if !trial.missing.is_empty() {
        writeln!(out, "not installed: {}", trial.missing.join(", "))?;
    }
    Ok(())
}
