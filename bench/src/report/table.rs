//! Tables for a terminal.

use std::fmt::Write;

use super::{Comparison, Report, circumstances};
use crate::peers::simdutf_name;
use crate::plan::Plan;
use crate::pool::Worker;

const WIDTH: usize = 12;

impl Report<'_> {
    pub(crate) fn table(&self) -> String {
        let mut out = String::new();
        for (name, value) in circumstances(self) {
            line(&mut out, format_args!("{name:<8} {value}"));
        }
        let (rounds, runs) = (self.args.rounds, self.args.runs);
        line(&mut out, format_args!("rounds   {rounds}, runs {runs}"));
        for comparison in self.comparisons() {
            self.one(&mut out, &comparison);
        }
        out
    }

    fn one(&self, out: &mut String, comparison: &Comparison) {
        let Comparison { family, level, group, names, .. } = comparison;
        let first = comparison.rows.iter().map(|(name, _)| name.chars().count()).max();
        let first = first.unwrap_or(0).max("geometric mean".len());
        let ours = names[0];
        line(out, format_args!("\n{} at {level}, {group}: GB/s, and {ours} / peer", family.name()));

        let ratios = comparison.peers().iter().copied().chain(["best"]);
        let heads =
            names.iter().map(|&name| name.to_owned()).chain(ratios.map(|n| format!("/{n}")));
        row(out, first, "", heads);
        for (case, speeds) in &comparison.rows {
            let numbers = speeds.iter().copied().chain(comparison.ratios(speeds));
            row(out, first, case, numbers.map(|number| format!("{number:.2}")));
        }
        let speeds = comparison.means(<[f64]>::to_vec);
        let means = speeds.into_iter().chain(comparison.means(|speeds| comparison.ratios(speeds)));
        row(out, first, "geometric mean", means.map(|mean| format!("{mean:.2}")));

        if let Some(name) = simdutf_name(*level) {
            let at_level = |worker: &&Worker| worker.simdutf == Some(*level);
            let note = match self.pool.workers.iter().filter(at_level).count() {
                0 => "not built in".to_owned(),
                1 => name.to_owned(),
                builds => format!("{name}, on each text the best of {builds} builds"),
            };
            line(out, format_args!("simdutf: {note}"));
        }
        for (name, chosen) in Plan::left_out(*family, *level) {
            line(out, format_args!("left out: {name} (would use {chosen})"));
        }
    }
}

fn row(out: &mut String, first: usize, name: &str, cells: impl Iterator<Item = String>) {
    let cells: String = cells.map(|cell| format!(" {cell:>WIDTH$}")).collect();
    line(out, format_args!("{name:<first$}{cells}"));
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // A `String` takes whatever it is given.
    let _ = writeln!(out, "{}", text.to_string().trim_end());
}
