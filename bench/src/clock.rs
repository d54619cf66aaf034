//! How long something takes.

use std::hint::black_box;
use std::time::Instant;

#[derive(Clone, Copy)]
pub(crate) struct Clock {
    pub(crate) passes: u32,
    /// Passes before the first that counts. Another process was on this core: caches, predictors
    /// and the units that power down come back before the clock starts.
    pub(crate) warm: u32,
}

impl Clock {
    /// What a pass returned, and the nanoseconds of all.
    pub(crate) fn time(self, mut pass: impl FnMut() -> usize) -> (usize, u128) {
        for _ in 0..self.warm {
            black_box(pass());
        }
        let start = Instant::now();
        let mut answer = 0;
        for _ in 0..self.passes {
            answer = black_box(pass());
        }
        (answer, start.elapsed().as_nanos())
    }
}
