//! The command `utf8`.
//!
//! What was typed ([`flags`]) becomes what is meant ([`plan`]); the inputs are found ([`walk`]) and
//! shared out to threads ([`work`]); each is read and examined ([`scan`]), what is found is written
//! ([`report`]), and [`exit`] says how it all ends.
#![forbid(unsafe_code)]

mod check;
mod exit;
mod flags;
mod name;
mod plan;
mod report;
mod rules;
mod scan;
mod walk;
mod work;

use clap::Parser;

fn main() -> std::process::ExitCode {
    exit::take_signals();
    let flags::Flags { command } = flags::Flags::parse();
    match command {
        flags::Command::Check(typed) => match plan::check(typed) {
            Ok(plan) => check::run(plan),
            Err(contradiction) => exit::usage(&contradiction),
        },
    }
}
