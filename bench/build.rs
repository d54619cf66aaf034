//! Finds out what only the build knows and every report says: which compilers, which peers.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

const PEERS: [&str; 8] = [
    "bstr",
    "bytecount",
    "encoding_rs",
    "ps-simdutf8",
    "simd_cesu8",
    "simdutf",
    "simdutf8",
    "smoothutf8",
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../Cargo.lock");
    println!("cargo:rerun-if-env-changed=CXX");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    // As the `cc` crate chooses, by which the `simdutf` crate compiles.
    let cxx = env::var("CXX").unwrap_or_else(|_| "c++".into());
    say("RUSTC", version_of(&rustc));
    say("CXX", version_of(&cxx));

    let packages = packages().unwrap_or_default();
    let found = |name: &str| packages.iter().find(|package| package["name"] == name);
    let version = |name| found(name).and_then(|package| package["version"].as_str());
    let peers = PEERS.map(|name| format!("{name}={}", version(name).unwrap_or("unknown")));
    say("PEERS", Some(peers.join(" ")));
    say("SIMDUTF", found("simdutf").and_then(bundled));
}

fn say(name: &str, value: Option<String>) {
    println!("cargo:rustc-env=BENCH_{name}={}", value.as_deref().unwrap_or("unknown"));
}

fn version_of(compiler: &str) -> Option<String> {
    let output = Command::new(compiler).arg("--version").output().ok()?;
    String::from_utf8(output.stdout).ok()?.lines().next().map(str::to_owned)
}

/// What Cargo resolved; the one place that knows where a dependency's files are.
fn packages() -> Option<Vec<Value>> {
    let output = Command::new(env::var_os("CARGO")?)
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform"])
        .arg(env::var_os("TARGET")?)
        .output()
        .ok()?;
    let mut metadata: Value = serde_json::from_slice(&output.stdout).ok()?;
    match metadata["packages"].take() {
        Value::Array(packages) => Some(packages),
        _ => None,
    }
}

/// The version of simdutf itself that the crate of that name carries: only its header says.
fn bundled(package: &Value) -> Option<String> {
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let header = fs::read_to_string(manifest.with_file_name("cpp").join("simdutf.h")).ok()?;
    let version = header.lines().find_map(|line| line.strip_prefix("#define SIMDUTF_VERSION "))?;
    Some(version.trim().trim_matches('"').to_owned())
}
