//! What was measured, for people and for programs.

mod chart;
mod grid;
mod json;
mod table;

pub(crate) use grid::Grid;

use utf8kit::Level;

use crate::args::Args;
use crate::command::Trial;
use crate::machine;
use crate::measure::{Figures, geometric_mean};
use crate::peers::Peer;
use crate::plan::Plan;
use crate::pool::Pool;

pub(crate) struct Report<'a> {
    pub(crate) args: &'a Args,
    /// What was compared at, best first.
    pub(crate) levels: &'a [Level],
    pub(crate) pool: &'a Pool,
    /// Of each family, who took part and how fast they were.
    pub(crate) families: &'a [(Plan, Vec<Figures>)],
    /// The CPU that all of these ran on, by number.
    pub(crate) cpu: Option<usize>,
    /// Whole commands.
    pub(crate) trials: &'a [Trial],
}

/// One family at one level on one group of inputs: who is in it, and how fast each was on each.
struct Comparison<'a> {
    plan: &'a Plan,
    level: Level,
    group: &'a str,
    /// Ours first.
    names: Vec<&'static str>,
    /// How many of them are ours.
    ours: usize,
    rows: Vec<Row<'a>>,
}

/// One input.
struct Row<'a> {
    figures: &'a Figures,
    /// Of a pass, in the order of the comparison's names.
    times: Vec<f64>,
    /// Of a pass of our first function over the same text without bad bytes.
    clean: Option<f64>,
}

impl Report<'_> {
    fn comparisons(&self) -> Vec<Comparison<'_>> {
        let mut comparisons = Vec::new();
        for (plan, figures) in self.families {
            let mut groups: Vec<&str> = figures.iter().map(|f| f.group.as_str()).collect();
            groups.dedup();
            for &level in self.levels {
                let on = |group| Comparison::new(plan, level, group, figures);
                comparisons.extend(groups.iter().copied().map(on));
            }
        }
        comparisons
    }
}

impl<'a> Comparison<'a> {
    fn new(plan: &'a Plan, level: Level, group: &'a str, figures: &'a [Figures]) -> Self {
        let subjects = plan.at(level);
        // Builds of one library share a name; subjects of one function are neighbours.
        let mut names: Vec<&str> =
            subjects.iter().map(|(_, subject)| subject.function.name).collect();
        names.dedup();
        let is_ours = |name: &&&str| {
            plan.family.function(name).is_some_and(|function| function.peer == Peer::Utf8kit)
        };
        let ours = names.iter().filter(is_ours).count();
        let row = |figures: &'a Figures| {
            let best_build = |name: &&str| {
                (subjects.iter().filter(|(_, subject)| subject.function.name == *name))
                    .map(|&(at, _)| figures.subjects[at].time())
                    .fold(f64::INFINITY, f64::min)
            };
            Row {
                figures,
                times: names.iter().map(best_build).collect(),
                clean: plan.clean_at(level).map(|at| figures.subjects[at].time()),
            }
        };
        let rows = figures.iter().filter(|figures| figures.group == group).map(row).collect();
        Comparison { plan, level, group, names, ours, rows }
    }

    /// Whom our first function is compared with: our others, the peers, the best of the peers, and
    /// itself on clean text.
    fn rivals(&self) -> impl Iterator<Item = &'static str> {
        let best = self.has_peers().then_some("best");
        let clean = self.plan.clean_at(self.level).map(|_| "clean");
        self.names[1..].iter().copied().chain(best).chain(clean)
    }

    /// What each rival needed.
    fn rival_times(&self, row: &Row<'_>) -> Vec<f64> {
        let best = row.times[self.ours..].iter().copied().reduce(f64::min);
        row.times[1..].iter().copied().chain(best).chain(row.clean).collect()
    }

    fn has_peers(&self) -> bool {
        self.ours < self.names.len()
    }

    /// Our first function's speed as a multiple of each rival's.
    fn ratios(&self, row: &Row<'_>) -> Vec<f64> {
        self.rival_times(row).into_iter().map(|time| time / row.times[0]).collect()
    }

    /// What each needed, as the family tells its figures.
    fn told(&self, row: &Row<'_>) -> Vec<f64> {
        row.times.iter().map(|&time| row.figures.told(self.plan.family.unit(), time)).collect()
    }

    /// Over `rows`, column by column, what `sum_up` makes of what `of` gives for each.
    fn over<'r>(
        &self,
        rows: impl Iterator<Item = &'r Row<'r>>,
        of: impl Fn(&Self, &Row<'_>) -> Vec<f64>,
        sum_up: impl Fn(&mut dyn Iterator<Item = f64>) -> f64,
    ) -> Vec<f64> {
        let rows: Vec<Vec<f64>> = rows.map(|row| of(self, row)).collect();
        let columns = rows.first().map_or(0, Vec::len);
        (0..columns).map(|at| sum_up(&mut rows.iter().map(|row| row[at]))).collect()
    }

    /// Whether ASCII counts in the means. Of a conversion it is the easy case, several times as fast
    /// as the rest.
    fn is_ascii_in_means(&self) -> bool {
        self.plan.family.conversion().is_none() || self.rows.iter().all(|row| row.figures.is_ascii)
    }

    fn mean(&self, of: impl Fn(&Self, &Row<'_>) -> Vec<f64>) -> Vec<f64> {
        let with_ascii = self.is_ascii_in_means();
        let rows = self.rows.iter().filter(|row| with_ascii || !row.figures.is_ascii);
        self.over(rows, of, |values| geometric_mean(values))
    }

    /// How much longer ours took than each rival, as the family tells its figures.
    fn behind(&self, row: &Row<'_>) -> Vec<f64> {
        let told = |time| row.figures.told(self.plan.family.unit(), time);
        self.rival_times(row).into_iter().map(|time| told(row.times[0]) - told(time)).collect()
    }

    fn mean_ratios(&self) -> Vec<f64> {
        self.mean(Self::ratios)
    }

    fn most_behind(&self) -> Vec<f64> {
        self.over(self.rows.iter(), Self::behind, |behind| behind.fold(f64::NEG_INFINITY, f64::max))
    }

    fn lowest_ratios(&self) -> Vec<f64> {
        self.over(self.rows.iter(), Self::ratios, |ratios| ratios.fold(f64::INFINITY, f64::min))
    }
}

/// Where it ran and what was compared, as (name, value).
fn circumstances(report: &Report<'_>) -> Vec<(&'static str, String)> {
    let levels: Vec<&str> = Level::available().map(Level::name).collect();
    let cpu = report.cpu.map_or_else(String::new, |cpu| format!(", on CPU {cpu}"));
    let load = machine::load().map_or_else(String::new, |load| format!(", load {load}"));
    let mut circumstances = vec![
        ("cpu", format!("{}{cpu}{load}", machine::cpu_model())),
        ("levels", levels.join(" ")),
        ("rustc", env!("BENCH_RUSTC").to_owned()),
    ];
    if !report.families.is_empty() {
        let mut builds: Vec<&str> =
            report.pool.workers.iter().map(|worker| worker.compiler.as_str()).collect();
        builds.dedup();
        circumstances.extend([
            ("cxx", builds.join("; ")),
            ("peers", env!("BENCH_PEERS").to_owned()),
            ("bundled", format!("simdutf {}", env!("BENCH_SIMDUTF"))),
        ]);
    }
    circumstances
}
