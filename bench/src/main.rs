//! utf8kit beside its peers, all measured in one interleaved run on the same data.
//!
//! ```text
//! cargo run --release -p bench -- validate [--level NAME] [--corpus DIR] [--json]
//! ```
//!
//! One process orders and reports; others measure. simdutf's level is a matter of the whole
//! process (an environment variable), so there is one worker for each of its levels and builds, and
//! one for everything else. A worker is this program again: it takes the data and then one order
//! after another ("this function, so many passes") over a pipe, and answers with times. Whoever is
//! measured, it is measured the same way, in turn with the others. Whole commands are timed from
//! start to end, in turn likewise.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `families`, `peers` | what is compared, and who takes part in each |
//! | `data` | texts and strings, generated or read |
//! | `plan` | which function at which level in which process |
//! | `worker`, `pool` | the two ends of the pipe |
//! | `clang` | a second build, by another C++ compiler |
//! | `clock` | how long some passes take |
//! | `measure` | rounds, and what is kept of them |
//! | `medians` | what several reports say together |
//! | `command` | the command `utf8` beside other programs |
//! | `report` | the table, the JSON, the chart |
mod args;
mod clang;
mod clock;
mod command;
mod data;
mod families;
mod machine;
mod measure;
mod medians;
mod peers;
mod plan;
mod pool;
mod programs;
mod report;
mod worker;

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Command};
use medians::Medians;
use plan::Plan;
use pool::Pool;
use report::Report;

fn main() -> ExitCode {
    let done = match Args::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => io::stdout().write_all(args::HELP.as_bytes()).map_err(Into::into),
        Ok(Command::Worker) => worker::run(io::stdin().lock(), io::stdout().lock()),
        Ok(Command::Measure(args)) => compare(&args),
        Ok(Command::Medians(medians)) => print_medians(&medians),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn print_medians(medians: &Medians) -> Result<()> {
    Ok(io::stdout().write_all(medians.table()?.as_bytes())?)
}

fn compare(args: &Args) -> Result<()> {
    let levels = args.levels()?;
    // Before this process stays on one CPU, as do those that it starts then.
    let trials = if args.commands { command::run(args)? } else { Vec::new() };

    let mut pool = Pool::default();
    let mut families = Vec::new();
    let mut cpu = None;
    if !args.families.is_empty() {
        let clang = if args.clang { clang::build() } else { None };
        cpu = machine::pin(args.cpu)?;
        let builds = args.also.iter().cloned().chain(clang);
        pool.start(&levels, &builds.collect::<Vec<_>>())?;
        for (index, &family) in args.families.iter().enumerate() {
            if index > 0 {
                pool.renew()?;
            }
            let plan = Plan::new(family, &levels, &pool);
            let figures = measure::run(args, &plan, &mut pool)?;
            families.push((plan, figures));
        }
    }

    let report =
        Report { args, levels: &levels, pool: &pool, families: &families, cpu, trials: &trials };
    if let Some(path) = &args.svg {
        fs::write(path, report.chart()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let text = if args.json { report.json() } else { report.table() };
    Ok(io::stdout().write_all(text.as_bytes())?)
}
