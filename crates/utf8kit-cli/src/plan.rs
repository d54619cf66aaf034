//! What is meant by what was typed.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use utf8kit::Level;

use crate::flags::{self, Bom, Color, Deny, Format};
use crate::progress;
use crate::report::{Reporting, Style, github, sarif};
use crate::scan::{Denied, Scanning};
use crate::version;
use crate::walk::{Inputs, List, Walking};

/// More threads than this would only make memory grow.
const MAX_JOBS: usize = 64;

/// What `utf8 check` is to do.
pub(crate) struct Check {
    pub(crate) inputs: Inputs,
    pub(crate) walking: Walking,
    pub(crate) scanning: Scanning,
    pub(crate) reporting: Reporting,
    pub(crate) jobs: usize,
    /// Whether to show how far a long run has come.
    pub(crate) progress: bool,
}

/// What is meant, or what is wrong with what was typed.
pub(crate) fn check(typed: flags::Check) -> Result<Check, String> {
    refuse_contradictions(&typed)?;
    if let Some(level) = typed.level {
        cap(level)?;
    }
    let reporting = reporting(&typed);
    let denies = |what| typed.deny.contains(&what);
    let scanning = Scanning {
        as_text: typed.text,
        bom: typed.bom,
        denied: Denied {
            nul: denies(Deny::Nul) || denies(Deny::Controls),
            noncharacters: denies(Deny::Noncharacters),
            bidi: denies(Deny::Bidi),
            controls: denies(Deny::Controls),
        },
        deny_binary: denies(Deny::Binary),
        skip_binary: typed.skip_binary,
    };
    let walking = Walking {
        globs: typed.glob,
        no_ignore: typed.no_ignore,
        hidden: typed.hidden,
        follow: typed.follow,
    };
    walking.overrides().map_err(|error| format!("--glob: {error}"))?;
    Ok(Check {
        inputs: inputs(typed.paths, typed.files_from, typed.null)?,
        walking,
        scanning,
        reporting,
        jobs: jobs(typed.jobs),
        progress: !typed.quiet && !typed.no_progress && progress::is_possible(),
    })
}

fn refuse_contradictions(typed: &flags::Check) -> Result<(), String> {
    let reads_list = typed.files_from.is_some();
    let has_format = typed.format != Format::Human;
    let contradictions = [
        (
            typed.quiet && typed.files_with_findings,
            "-q prints nothing and -l prints paths: give one of them",
        ),
        (
            has_format && typed.files_with_findings,
            "--format and -l each say what to print: give one of them",
        ),
        (has_format && typed.quiet, "--format prints and -q does not: give one of them"),
        (
            typed.skip_binary && typed.text,
            "--skip-binary skips what is no text and -a treats everything as text: give one of them",
        ),
        (
            typed.skip_binary && typed.deny.contains(&Deny::Binary),
            "--skip-binary skips what --deny binary reports: give one of them",
        ),
        (
            typed.text && typed.deny.contains(&Deny::Binary),
            "-a treats everything as text and --deny binary reports what is none: give one of them",
        ),
        (
            typed.null && !reads_list && !typed.files_with_findings,
            "-0 says how --files-from and -l separate names: give one of them too",
        ),
    ];
    match contradictions.into_iter().find(|(is_so, _)| *is_so) {
        Some((_, message)) => Err(message.into()),
        None => Ok(()),
    }
}

fn cap(level: Level) -> Result<(), String> {
    if !Level::available().any(|available| available == level) {
        let available = version::levels().join(", ");
        return Err(format!("--level {level}: this CPU does not have it; it has {available}"));
    }
    Level::set_cap(level);
    Ok(())
}

fn inputs(
    named: Vec<PathBuf>,
    files_from: Option<PathBuf>,
    nul_separated: bool,
) -> Result<Inputs, String> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    let stdins = named.iter().chain(&files_from).filter(|path| is_stdin(path)).count();
    if stdins > 1 {
        return Err("`-` is named more than once, and standard input can be read only once".into());
    }
    let list = files_from.map(|file| List { file, nul_separated });
    if !named.is_empty() || list.is_some() {
        return Ok(Inputs { named, list });
    }
    if io::stdin().is_terminal() {
        return Err(
            "nothing to check: name files or directories (`.` is the current one), or pipe \
                    something in"
                .into(),
        );
    }
    Ok(Inputs { named: vec!["-".into()], list: None })
}

fn reporting(typed: &flags::Check) -> Reporting {
    let max_errors = |default| match typed.max_errors.unwrap_or(default) {
        0 => u64::MAX,
        max => max,
    };
    let is_terminal = io::stdout().is_terminal();
    if typed.quiet {
        return Reporting::Quiet;
    }
    if typed.files_with_findings {
        return Reporting::Files { nul_separated: typed.null, escaped: is_terminal && !typed.null };
    }
    match typed.format {
        Format::Json => Reporting::Json { max_errors: max_errors(0) },
        Format::Sarif => Reporting::Sarif { max_errors: max_errors(0), log: sarif::Log::new() },
        Format::Github => {
            Reporting::Github { max_errors: max_errors(20), base: github::Base::of_environment() }
        }
        Format::Human => {
            Reporting::Human { max_errors: max_errors(20), style: style(typed.color, is_terminal) }
        }
    }
}

fn style(color: Color, is_terminal: bool) -> Style {
    // By no-color.org, only a value that is not empty counts.
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match color {
        Color::Always => Style::COLORED,
        Color::Auto if is_terminal && !is_set("NO_COLOR") && !is_dumb => Style::COLORED,
        Color::Auto | Color::Never => Style::PLAIN,
    }
}

fn jobs(typed: Option<NonZeroUsize>) -> usize {
    let jobs = typed.or_else(|| thread::available_parallelism().ok());
    jobs.map_or(1, NonZeroUsize::get).min(MAX_JOBS)
}

impl Bom {
    /// The library's word for it.
    pub(crate) const fn policy(self) -> utf8kit::BomPolicy {
        match self {
            Bom::Allow => utf8kit::BomPolicy::Keep,
            Bom::Require => utf8kit::BomPolicy::Require,
            Bom::Forbid => utf8kit::BomPolicy::Reject,
        }
    }
}
