//! The engine that the command runs on: the one that `--level` chose, or the best one.

use std::sync::OnceLock;

use utf8kit::{Engine, Level};

static CHOSEN: OnceLock<Engine> = OnceLock::new();

/// Takes the engine of `level` for all that is to come. Only the first choice counts.
pub(crate) fn choose(level: Level) {
    CHOSEN.get_or_init(|| Engine::at(level));
}

/// The engine to run on.
pub(crate) fn engine() -> Engine {
    CHOSEN.get().copied().unwrap_or_else(Engine::best)
}
