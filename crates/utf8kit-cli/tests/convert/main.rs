//! `utf8 convert`, `utf8 iconv` and `utf8 detect`, end to end: the binary, run in temporary
//! directories.

mod detect;
mod errors;
mod iconv;
mod marks;
mod outputs;
mod peers;
mod people;
mod pieces;
mod ran;
mod safety;
#[path = "../check/support.rs"]
#[expect(dead_code, reason = "it serves the tests of `utf8 check` too")]
mod support;
#[path = "../check/terminal.rs"]
mod terminal;
mod trees;

use ran::{Ran, run, utf8};
use support::Place;

/// All of the output, where nothing was to be said.
#[track_caller]
fn converted(here: &Place, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let ran = utf8(here, arguments, input);
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{arguments:?}");
    ran.stdout
}
