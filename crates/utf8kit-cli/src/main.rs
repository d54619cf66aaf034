//! The command `utf8`.
//!
//! What was typed ([`flags`], read by [`parse`]) becomes what is meant ([`plan`]); the inputs are
//! found ([`walk`]) and shared out to threads ([`work`]); each is read ([`input`]) and examined
//! ([`scan`]), fixed ([`fix`]) or converted ([`convert`]), what is found is said ([`report`]) and written
//! ([`output`]), and [`exit`] says how it all ends.

mod buffer;
mod check;
mod completions;
mod convert;
mod detect;
mod engine;
mod exit;
mod fix;
mod flags;
mod help;
mod input;
mod interrupt;
mod judged;
mod locale;
mod man;
mod name;
mod output;
mod parse;
mod place;
mod plan;
mod progress;
mod raw;
mod replace;
mod report;
mod rules;
mod sample;
mod scan;
mod tree;
mod version;
mod walk;
mod work;

use std::process::ExitCode;

use flags::{Command, Flags};

fn main() -> ExitCode {
    exit::take_signals();
    let Flags { command } = match parse::parse() {
        Ok(typed) => typed,
        Err(answered) => return answered,
    };
    match command {
        Command::Check(typed) => match plan::check(typed) {
            Ok(plan) => check::run(plan),
            Err(contradiction) => exit::usage(&contradiction, "check"),
        },
        Command::Fix(typed) => match plan::fix(typed) {
            Ok(plan) => fix::run(plan),
            Err(contradiction) => exit::usage(&contradiction, "fix"),
        },
        Command::Convert(flags::Convert { list: true, .. })
        | Command::Iconv(flags::Iconv { list: true, .. }) => {
            exit::print(convert::list().as_bytes())
        }
        Command::Convert(typed) => match plan::convert(typed) {
            Ok(plan) => convert::run(plan),
            Err(contradiction) => exit::usage(&contradiction, "convert"),
        },
        Command::Iconv(typed) => match plan::iconv(typed) {
            Ok(plan) => convert::run(plan),
            Err(contradiction) => exit::usage(&contradiction, "iconv"),
        },
        Command::Detect(typed) => match plan::detect(typed) {
            Ok(plan) => detect::run(plan),
            Err(contradiction) => exit::usage(&contradiction, "detect"),
        },
        Command::Completions(typed) => exit::print(&completions::script(typed.shell)),
        Command::Man(typed) => match man::page(typed.page.as_deref()) {
            Ok(page) => exit::print(&page),
            Err(unknown) => exit::usage(&unknown, "man"),
        },
    }
}
