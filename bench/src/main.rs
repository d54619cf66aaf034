//! utf8kit beside its peers, all measured in turn on the same data.
//!
//! ```text
//! cargo run --release -p bench -- validate [--level NAME] [--corpus DIR] [--json]
//! ```
//!
//! One process compares all libraries at one level of the CPU. simdutf takes its level from an
//! environment variable, once; so this program runs itself again for each level that it is asked
//! for, with that variable set.
//!
//! Modules call down, never up. `families` say what is compared and who takes part. `compare`
//! checks the libraries on an input and has them timed by `measure`. What comes of it is a
//! `table`, which `report` prints.
mod args;
mod compare;
mod data;
mod encodings;
mod error;
mod families;
mod machine;
mod measure;
mod ours;
mod report;
mod simdutf;
mod size;
mod table;

use std::process::{Command, ExitCode};
use std::{env, fs};

use args::Args;
use compare::Run;
use error::Result;
use families::Family;

/// Tells a process of this program the level at which it measures.
const LEVEL: &str = "UTF8KIT_BENCH_LEVEL";

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        eprintln!("bench: {error}");
        ExitCode::FAILURE
    })
}

fn run() -> Result<ExitCode> {
    let Some(args) = Args::parse(env::args_os().skip(1))? else {
        print!("{}", args::HELP);
        return Ok(ExitCode::SUCCESS);
    };
    let families = args.families.iter().map(|name| families::named(name));
    let families = families.collect::<Result<Vec<Family>>>()?;
    if let Ok(level) = env::var(LEVEL) {
        measure(&Run { args: &args, level: args::level(&level)? }, &families)?;
        return Ok(ExitCode::SUCCESS);
    }
    for &level in &args.levels {
        let mut command = Command::new(env::current_exe()?);
        command.args(env::args_os().skip(1)).env(LEVEL, level.name());
        simdutf::force(&mut command, level);
        // What went wrong, it has said.
        if !command.status()?.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures all families at one level, and prints each when it is done.
fn measure(run: &Run<'_>, families: &[Family]) -> Result<()> {
    let Run { args, level } = *run;
    let mut all = Vec::new();
    if !args.json {
        print!("{}", report::circumstances(level));
    }
    for family in families {
        let mut tables = family(run)?;
        tables.retain(|table| !table.rows.is_empty());
        if !args.json {
            tables.iter().for_each(|table| print!("\n{}", report::text(table)));
        }
        all.extend(tables);
    }
    let Some(first) = all.first() else {
        return Err(format!("nothing has {} in its name", args.only).into());
    };
    if let Some(path) = &args.svg {
        let chart = report::chart(first);
        fs::write(path, chart).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if args.json {
        println!("{}", report::json(level, &all));
    }
    Ok(())
}
