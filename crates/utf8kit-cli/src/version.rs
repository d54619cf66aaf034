//! What `--version` says.

use utf8kit::Level;

/// The version, and at which level this machine runs it: what a report of a fault has to say.
pub(crate) fn long() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (levels, best) = (levels().join(" "), Level::best());
    format!("{version}\nlevels: {levels} (using {best})")
}

/// The levels that this CPU has.
pub(crate) fn levels() -> Vec<&'static str> {
    // Emulation is there in tests only.
    let available = Level::available().filter(|&level| level != Level::Emulated);
    available.map(Level::name).collect()
}
