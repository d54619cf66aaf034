//! Times functions in turn, and keeps the best of each.
//!
//! A sample is about ten microseconds of passes over an input. Long samples contain interrupts and
//! what neighbours do, and these only ever make a figure worse: so samples are short and many, and
//! the shortest is the figure. In each round every function has one sample, and so whatever slows
//! the machine down for a while slows down all of them.

use std::hint::black_box;
use std::time::Instant;

/// Samples of each function on each input, unless the command line says otherwise.
pub(crate) const ROUNDS: usize = 300;

const SAMPLE_NANOSECONDS: f64 = 10_000.0;

/// The nanoseconds that a pass of each of `count` functions takes; `pass` runs one of them once.
pub(crate) fn best(count: usize, rounds: usize, mut pass: impl FnMut(usize) -> usize) -> Vec<f64> {
    let passes: Vec<u32> = (0..count)
        .map(|which| {
            let once = sample(1, || pass(which)).min(sample(1, || pass(which)));
            // A clock may tick too slowly to see one pass.
            (SAMPLE_NANOSECONDS / once.max(1.0)).ceil() as u32
        })
        .collect();
    let mut best = vec![f64::INFINITY; count];
    for round in 0..rounds {
        for turn in 0..count {
            // Every second round goes backwards, so that nobody always follows the same neighbour.
            let which = if round % 2 == 0 { turn } else { count - 1 - turn };
            best[which] = best[which].min(sample(passes[which], || pass(which)));
        }
    }
    best
}

/// The nanoseconds of one of so many passes. One pass more comes before the clock starts: caches
/// and predictors are then as the function leaves them.
fn sample(passes: u32, mut pass: impl FnMut() -> usize) -> f64 {
    black_box(pass());
    let start = Instant::now();
    for _ in 0..passes {
        black_box(pass());
    }
    start.elapsed().as_nanos() as f64 / f64::from(passes)
}
