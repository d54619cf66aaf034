//! What a figure depends on besides the code: the CPU, the compilers, the versions of the peers.

use std::fs;

use crate::ours;

/// The name that the CPU gives itself, and the numbers that tell its core: virtual machines often
/// name only the maker.
pub(crate) fn cpu() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let mut fields = info.lines().filter_map(|line| line.split_once(':'));
        fields.find(|(key, _)| key.trim() == name).map_or("unknown", |(_, value)| value.trim())
    };
    format!("{} (family {}, model {})", field("model name"), field("cpu family"), field("model"))
}

/// The levels that it has.
pub(crate) fn levels() -> Vec<&'static str> {
    ours::levels().map(ours::Level::name).collect()
}

pub(crate) const RUSTC: &str = env!("BENCH_RUSTC");
/// The compiler of simdutf.
pub(crate) const CXX: &str = env!("BENCH_CXX");

const PEERS: &str =
    "bstr bytecount encoding_rs ps-simdutf8 simdutf simdutf8 smoothutf8 str_indices";

/// The names and versions of the peers' crates.
pub(crate) fn peers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lock = include_str!("../../Cargo.lock");
    PEERS.split(' ').map(move |name| {
        let package = lock.split_once(&format!("name = \"{name}\"\nversion = \""));
        let version = package.and_then(|(_, package)| package.split_once('"'));
        (name, version.map_or("unknown", |(version, _)| version))
    })
}
