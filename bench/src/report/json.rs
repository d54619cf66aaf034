//! One object with everything.

use serde_json::{Map, Value, json};
use utf8kit::Level;

use super::{Comparison, Report};
use crate::command::{self, Trial};
use crate::families::Unit;
use crate::machine;
use crate::measure::{self, Figure, Figures};
use crate::peers::{Peer, simdutf_name};
use crate::plan::{Plan, Subject};
use crate::worker::OFFSETS;

impl Report<'_> {
    pub(crate) fn json(&self) -> String {
        let peers = env!("BENCH_PEERS").split(' ').filter_map(|peer| peer.split_once('='));
        let rounds = |default| self.args.rounds.unwrap_or(default);
        let object = json!({
            "machine": {
                "cpu": machine::cpu_model(),
                "levels": Level::available().map(Level::name).collect::<Vec<_>>(),
                "pinned_to": self.cpu,
                "load": machine::load(),
            },
            "compiler": { "rustc": env!("BENCH_RUSTC"), "cxx": env!("BENCH_CXX") },
            "peers": peers.map(|(name, version)| (name.to_owned(), version.into()))
                .collect::<Map<String, Value>>(),
            "simdutf_bundled": env!("BENCH_SIMDUTF"),
            "rounds": { "samples": rounds(measure::ROUNDS), "commands": rounds(command::ROUNDS) },
            "runs": self.args.runs,
            "offsets": OFFSETS,
            "comparisons": self.comparisons().iter().map(comparison).collect::<Vec<_>>(),
            "rows": (self.families.iter())
                .flat_map(|(plan, figures)| figures.iter().flat_map(|on| self.rows(plan, on)))
                .collect::<Vec<_>>(),
            "commands": self.trials.iter().map(trial).collect::<Vec<_>>(),
        });
        format!("{object:#}\n")
    }

    /// What was measured, before anything is compared or any build chosen.
    fn rows(&self, plan: &Plan, figures: &Figures) -> impl Iterator<Item = Value> {
        let subjects = plan.subjects.iter().zip(&figures.subjects);
        subjects.map(move |(subject, figure)| self.row(plan, figures, subject, figure))
    }

    fn row(&self, plan: &Plan, figures: &Figures, subject: &Subject, figure: &Figure) -> Value {
        let is_simdutf = subject.function.peer == Peer::Simdutf;
        json!({
            "family": plan.family.name(),
            "case": figures.case,
            "group": figures.group,
            "bytes": figures.bytes,
            "strings": figures.strings,
            "is_ascii": figures.is_ascii,
            "function": subject.function.name,
            "ours": subject.function.peer == Peer::Utf8kit,
            "level": subject.level.name(),
            "input": subject.slot.name(),
            "implementation": if is_simdutf { simdutf_name(subject.level) } else { None },
            "cxx": is_simdutf.then(|| &self.pool.workers[subject.worker].compiler),
            "gb_per_s": figures.told(Unit::GigabytesPerSecond, figure.time()),
            "ns_per_string": figures.told(Unit::NanosecondsPerString, figure.time()),
            "minimum_ns": figure.minimum,
            "median_ns": figure.median,
            "samples": figure.samples,
        })
    }
}

/// What the tables say.
fn comparison(comparison: &Comparison<'_>) -> Value {
    let Comparison { plan, level, group, names, .. } = comparison;
    let by_name = |values: Vec<f64>| -> Map<String, Value> {
        let named = comparison.rivals().zip(values);
        named.map(|(name, value)| (name.to_owned(), value.into())).collect()
    };
    let told = |values: Vec<f64>| -> Map<String, Value> {
        let named = names.iter().zip(values);
        named.map(|(&name, value)| (name.to_owned(), value.into())).collect()
    };
    let cases: Map<String, Value> = (comparison.rows.iter())
        .map(|row| {
            let figures = json!({
                "figures": told(comparison.told(row)),
                "ratios": by_name(comparison.ratios(row)),
            });
            (row.figures.case.clone(), figures)
        })
        .collect();
    json!({
        "family": plan.family.name(),
        "level": level.name(),
        "group": group,
        "ours": names[0],
        "unit": match plan.family.unit() {
            Unit::GigabytesPerSecond => "GB/s",
            Unit::NanosecondsPerString => "ns",
        },
        "cases": cases,
        "geometric_mean": by_name(comparison.mean_ratios()),
        "lowest": by_name(comparison.lowest_ratios()),
        "left_out": plan.left_out(*level).into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
    })
}

fn trial(trial: &Trial) -> Value {
    let results = trial.results.iter().map(
        |result| json!({ "command": result.name, "seconds": result.seconds, "bar": result.bar }),
    );
    json!({
        "name": trial.name,
        "about": trial.about,
        "bytes": trial.bytes,
        "results": results.collect::<Vec<_>>(),
        "not_installed": trial.missing,
    })
}
