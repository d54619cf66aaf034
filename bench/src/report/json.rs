//! One object with everything.

use serde_json::{Map, Value, json};
use utf8kit::Level;

use super::{Comparison, Report};
use crate::machine;
use crate::measure::{Figure, Figures};
use crate::peers::{Peer, simdutf_name};
use crate::plan::{Plan, Subject};
use crate::worker::OFFSETS;

impl Report<'_> {
    pub(crate) fn json(&self) -> String {
        let peers = env!("BENCH_PEERS").split(' ').filter_map(|peer| peer.split_once('='));
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
            "rounds": self.args.rounds,
            "runs": self.args.runs,
            "offsets": OFFSETS,
            "comparisons": self.comparisons().iter().map(comparison).collect::<Vec<_>>(),
            "rows": self.figures.iter().flat_map(|figures| self.rows(figures)).collect::<Vec<_>>(),
        });
        format!("{object:#}\n")
    }

    /// What was measured, before anything is compared or any build chosen.
    fn rows(&self, figures: &Figures) -> impl Iterator<Item = Value> {
        let subjects = self.plan.subjects.iter().zip(&figures.subjects);
        subjects.map(move |(subject, figure)| self.row(figures, subject, figure))
    }

    fn row(&self, figures: &Figures, subject: &Subject, figure: &Figure) -> Value {
        let is_simdutf = subject.function.peer == Peer::Simdutf;
        json!({
            "family": subject.function.family.name(),
            "case": figures.case,
            "group": figures.group,
            "bytes": figures.bytes,
            "function": subject.function.name,
            "ours": subject.function.peer == Peer::Utf8kit,
            "level": subject.level.name(),
            "implementation": if is_simdutf { simdutf_name(subject.level) } else { None },
            "cxx": is_simdutf.then(|| &self.pool.workers[subject.worker].compiler),
            "gb_per_s": figure.speed(figures.bytes),
            "minimum_ns": figure.minimum,
            "median_ns": figure.median,
            "samples": figure.samples,
        })
    }
}

/// What the tables say.
fn comparison(comparison: &Comparison) -> Value {
    let ratios = |values: Vec<f64>| {
        let names = comparison.peers().iter().copied().chain(["best"]);
        names.zip(values).map(|(name, value)| (name.to_owned(), value.into())).collect()
    };
    let cases: Map<String, Value> = (comparison.rows.iter())
        .map(|(case, speeds)| (case.clone(), Value::Object(ratios(comparison.ratios(speeds)))))
        .collect();
    let mean: Map<String, Value> = ratios(comparison.means(|speeds| comparison.ratios(speeds)));
    json!({
        "family": comparison.family.name(),
        "level": comparison.level.name(),
        "group": comparison.group,
        "ours": comparison.names[0],
        "ratios": cases,
        "geometric_mean": mean,
        "left_out": Plan::left_out(comparison.family, comparison.level)
            .into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
    })
}
