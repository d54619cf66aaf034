//! `utf8 fix`, end to end: the binary, run in temporary directories.

mod in_place;
mod interrupted;
mod jobs;
mod outputs;
#[path = "../convert/ran.rs"]
mod ran;
mod said;
mod streams;
#[path = "../check/support.rs"]
#[expect(dead_code, reason = "it serves the tests of `utf8 check` too")]
mod support;

use std::fs;

use ran::{Ran, run, utf8};
use support::Place;

/// `utf8 fix` with these arguments, without an input.
fn fix(here: &Place, arguments: &[&str]) -> Ran {
    utf8(here, &[&["fix"], arguments].concat(), b"")
}

fn read(here: &Place, name: &str) -> Vec<u8> {
    fs::read(here.path().join(name)).unwrap()
}

/// The names in a directory, in order.
fn names(here: &Place, directory: &str) -> Vec<String> {
    let entries = fs::read_dir(here.path().join(directory)).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
