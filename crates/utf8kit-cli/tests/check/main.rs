//! `utf8 check`, end to end: the binary, run in temporary directories.

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
mod terminal;
mod threads;
mod trouble;
mod vectors;
mod walking;
