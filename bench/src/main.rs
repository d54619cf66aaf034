//! utf8kit beside its peers, all measured in one interleaved run on the same data.
//!
//! ```text
//! cargo run --release -p bench -- validate [--level NAME] [--corpus DIR] [--json]
//! ```
//!
//! One process orders and reports; others measure. simdutf's level is a matter of the whole
//! process (an environment variable), so there is one worker for each of its levels, and one for
//! everything else. A worker is this program again: it takes the data and then one order after
//! another ("this function, so many iterations") over a pipe, and answers with times. Whoever is
//! measured, it is measured the same way, in turn with the others.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `peers` | the families, and who takes part in each |
//! | `data` | texts, generated or read |
//! | `plan` | which function at which level in which process |
//! | `worker`, `pool` | the two ends of the pipe |
//! | `measure` | rounds, and what is kept of them |
//! | `report` | the table, the JSON |
#![forbid(unsafe_code)]

mod args;
mod data;
mod machine;
mod measure;
mod peers;
mod plan;
mod pool;
mod report;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Args, Command};
use plan::Plan;
use pool::Pool;

fn main() -> ExitCode {
    let done = match Args::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => io::stdout().write_all(args::HELP.as_bytes()).map_err(Into::into),
        Ok(Command::Worker) => worker::run(io::stdin().lock(), io::stdout().lock()),
        Ok(Command::Measure(args)) => compare(&args),
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

fn compare(args: &Args) -> Result<()> {
    let cpu = machine::pin(args.cpu)?;
    let levels = args.levels()?;
    let cases = data::cases(args)?;
    let mut pool = Pool::start(&levels, &args.also)?;
    let plan = Plan::new(&args.families, levels, &pool);
    let figures = measure::run(args, &cases, &plan, &mut pool)?;
    let report = report::Report { args, plan: &plan, pool: &pool, figures: &figures, cpu };
    let text = if args.json { report.json() } else { report.table() };
    Ok(io::stdout().write_all(text.as_bytes())?)
}
