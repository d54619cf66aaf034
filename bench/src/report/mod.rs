//! What was measured, for people and for programs.

mod json;
mod table;

use utf8kit::Level;

use crate::args::Args;
use crate::machine;
use crate::measure::{Figures, geometric_mean};
use crate::peers::{Family, Peer};
use crate::plan::Plan;
use crate::pool::Pool;

pub(crate) struct Report<'a> {
    pub(crate) args: &'a Args,
    pub(crate) plan: &'a Plan,
    pub(crate) pool: &'a Pool,
    pub(crate) figures: &'a [Figures],
    /// The CPU that everything ran on, by number.
    pub(crate) cpu: Option<usize>,
}

/// One family at one level on one group of texts: who is in it, and how fast each was on each text.
struct Comparison {
    family: Family,
    level: Level,
    group: String,
    /// Ours first.
    names: Vec<&'static str>,
    /// How many of them are ours.
    ours: usize,
    /// By text: its name, and the speeds in the order of the names.
    rows: Vec<(String, Vec<f64>)>,
}

impl Report<'_> {
    fn comparisons(&self) -> Vec<Comparison> {
        let mut groups: Vec<&str> = self.figures.iter().map(|f| f.group.as_str()).collect();
        groups.dedup();
        let mut comparisons = Vec::new();
        for &family in &self.args.families {
            for &level in &self.plan.levels {
                comparisons
                    .extend(groups.iter().map(|group| self.comparison(family, level, group)));
            }
        }
        comparisons
    }

    fn comparison(&self, family: Family, level: Level, group: &str) -> Comparison {
        let subjects = self.plan.at(family, level);
        // Builds of one library share a name; subjects of one function are neighbours.
        let mut names: Vec<&str> =
            subjects.iter().map(|(_, subject)| subject.function.name).collect();
        names.dedup();
        let is_ours = |name: &&&str| {
            family.function(name).is_some_and(|function| function.peer == Peer::Utf8kit)
        };
        let ours = names.iter().filter(is_ours).count();
        let rows = self
            .figures
            .iter()
            .filter(|figures| figures.group == group)
            .map(|figures| {
                let best = |name: &&str| {
                    let builds =
                        subjects.iter().filter(|(_, subject)| subject.function.name == *name);
                    builds
                        .map(|&(at, _)| figures.subjects[at].speed(figures.bytes))
                        .fold(0.0, f64::max)
                };
                (figures.case.clone(), names.iter().map(best).collect())
            })
            .collect();
        Comparison { family, level, group: group.to_owned(), names, ours, rows }
    }
}

impl Comparison {
    /// Who ours are compared with.
    fn peers(&self) -> &[&'static str] {
        &self.names[self.ours..]
    }

    /// Our first function's speed as a multiple of each peer's, and of the best of them.
    fn ratios(&self, speeds: &[f64]) -> Vec<f64> {
        let peers = &speeds[self.ours..];
        let best = peers.iter().copied().fold(0.0, f64::max);
        peers.iter().copied().chain([best]).map(|peer| speeds[0] / peer).collect()
    }

    /// The geometric mean over the texts of what `of` gives for each.
    fn means(&self, of: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
        let rows: Vec<Vec<f64>> = self.rows.iter().map(|(_, speeds)| of(speeds)).collect();
        let columns = rows.first().map_or(0, Vec::len);
        (0..columns).map(|at| geometric_mean(rows.iter().map(|row| row[at]))).collect()
    }
}

/// Where it ran and what was compared, as (name, value).
fn circumstances(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let levels: Vec<&str> = Level::available().map(Level::name).collect();
    let mut builds: Vec<&str> =
        report.pool.workers.iter().map(|worker| worker.compiler.as_str()).collect();
    builds.dedup();
    let cpu = report.cpu.map_or_else(String::new, |cpu| format!(", on CPU {cpu}"));
    let load = machine::load().map_or_else(String::new, |load| format!(", load {load}"));
    vec![
        ("cpu", format!("{}{cpu}{load}", machine::cpu_model())),
        ("levels", levels.join(" ")),
        ("rustc", env!("BENCH_RUSTC").to_owned()),
        ("cxx", builds.join("; ")),
        ("peers", env!("BENCH_PEERS").to_owned()),
        ("bundled", format!("simdutf {}", env!("BENCH_SIMDUTF"))),
    ]
}
