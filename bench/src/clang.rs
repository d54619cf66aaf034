//! This program once more, with its C++ compiled by Clang: which compiler is better for simdutf
//! differs from function to function, and the better build is what ours is compared with.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::programs;

const COMPILER: &str = "clang++";

/// Builds it, unless it is up to date. Says on standard error what it does; a comparison without
/// it is still one.
pub(crate) fn build() -> Option<PathBuf> {
    if env!("BENCH_CXX").contains("clang") {
        eprintln!("simdutf: compiled by {} only; CXX=g++ would make another", env!("BENCH_CXX"));
        return None;
    }
    if programs::find(COMPILER).is_none() {
        eprintln!("simdutf: compiled by {} only; there is no {COMPILER} here", env!("BENCH_CXX"));
        return None;
    }
    let this = env::current_exe().ok()?;
    let target = this.parent()?.join("with-clang");
    eprintln!(
        "simdutf: compiling with {COMPILER} too, unless that was done, in {} (--no-clang: not)",
        target.display()
    );
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--release", "--quiet", "--locked", "--package", env!("CARGO_PKG_NAME")])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(&target)
        .env("CXX", COMPILER)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    match status {
        Ok(status) if status.success() => {
            Some(target.join("release").join(this.file_name().unwrap_or_default()))
        }
        Ok(status) => {
            eprintln!("simdutf: that build failed ({status}); going on without it");
            None
        }
        Err(error) => {
            eprintln!("simdutf: cargo: {error}; going on without it");
            None
        }
    }
}
