//! Tells the program which compilers built it: every report says so.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CXX");
    // The `cc` crate, which compiles simdutf, takes the C++ compiler from the same variable.
    for (name, variable, default) in [("RUSTC", "RUSTC", "rustc"), ("CXX", "CXX", "c++")] {
        let compiler = env::var(variable).unwrap_or_else(|_| default.into());
        let version = version_of(&compiler).unwrap_or_else(|| "unknown".into());
        println!("cargo:rustc-env=BENCH_{name}={version}");
    }
}

/// The first line of what `compiler --version` prints.
fn version_of(compiler: &str) -> Option<String> {
    let output = Command::new(compiler).arg("--version").output().ok()?;
    String::from_utf8(output.stdout).ok()?.lines().next().map(str::to_owned)
}
