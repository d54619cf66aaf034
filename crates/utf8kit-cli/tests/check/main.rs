//! `utf8 check`, end to end: the binary, run in temporary directories.

mod advice;
mod flags;
mod formats;
mod github;
mod hostile;
mod kinds;
mod manual;
mod progress;
mod sarif;
mod scale;
mod signals;
mod support;
#[expect(dead_code, reason = "it serves the tests of `utf8 convert` too")]
mod terminal;
mod threads;
mod trouble;
mod vectors;
mod verdicts;
mod walking;
