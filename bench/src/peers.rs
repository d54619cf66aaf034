//! Who is measured, and at which levels of the CPU.

use utf8kit::Level;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Peer {
    /// Runs at the level it is told.
    Utf8kit,
    /// Runs at the level its process was told.
    Simdutf,
    /// Uses, on x86, what every x86-64 has, or else the given level if the CPU has it.
    Detects(Level),
}

impl Peer {
    /// The level that it chooses by itself on this CPU, where that is not ours to say.
    pub(crate) fn level_here(self) -> Option<Level> {
        match self {
            Peer::Utf8kit | Peer::Simdutf => None,
            Peer::Detects(highest) => Level::available()
                .filter(|&level| level <= highest && level != Level::Emulated)
                .max(),
        }
    }
}

/// How simdutf calls the code that uses what `level` has.
pub(crate) const fn simdutf_name(level: Level) -> Option<&'static str> {
    match level {
        Level::Scalar | Level::Emulated => Some("fallback"),
        Level::Sse42 => Some("westmere"),
        Level::Avx2 => Some("haswell"),
        Level::Avx512 => Some("icelake"),
        _ => None,
    }
}
