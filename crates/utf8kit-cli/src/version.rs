//! What `--version` says.

use utf8kit::{Engine, Level};

/// The version, and at which level this machine runs it: what a report of a fault has to say.
pub(crate) fn long() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (levels, best) = (levels().join(" "), Engine::best());
    format!("{version}\nlevels: {levels} (using {best})")
}

/// The levels that this CPU has.
pub(crate) fn levels() -> Vec<&'static str> {
    Level::available().map(Level::name).collect()
}
