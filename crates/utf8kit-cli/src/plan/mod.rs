//! What is meant by what was typed.

mod fix;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use terminal_size::Width;
use utf8kit::Level;
use utf8kit_text::charset::Charset;
use utf8kit_text::mojibake::Undo;

use crate::convert::{Conversion, Destination, From, Policy, Settings};
use crate::engine;
use crate::flags::{self, Bom, Color, Deny, DetectFormat, Format, Mark, OnError};
use crate::locale;
use crate::progress;
use crate::report::{Reporting, Style, github, sarif};
use crate::scan::{Denied, Scanning};
use crate::version;
use crate::walk::{Inputs, List, Walking};

/// More threads than this would only make memory grow.
const MAX_JOBS: usize = 64;

/// Each keeps the first MiB of a file, and all of them less than 64.
const MAX_DETECTORS: usize = 32;

const QUIET_AND_VERBOSE: &str = "-q says less and -v says more: give one of them";

pub(crate) use fix::{Fix, fix};

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
    let jobs = means(&typed.how, MAX_JOBS)?;
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
        mojibake: typed
            .mojibake
            .then(|| if typed.json { Undo::new().in_json() } else { Undo::new() }),
        skip_binary: typed.skip_binary,
    };
    let (inputs, walking) = which(typed.paths, typed.which, typed.null, "check")?;
    Ok(Check {
        inputs,
        walking,
        scanning,
        reporting,
        jobs,
        progress: !typed.quiet && !typed.no_progress && progress::is_possible(),
    })
}

fn refuse_contradictions(typed: &flags::Check) -> Result<(), String> {
    let reads_list = typed.which.files_from.is_some();
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
        (typed.quiet && typed.verbose, QUIET_AND_VERBOSE),
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

/// What `utf8 convert` or `utf8 iconv` is to do.
pub(crate) struct Convert {
    pub(crate) inputs: Inputs,
    pub(crate) walking: Walking,
    pub(crate) conversion: Conversion,
    pub(crate) destination: Destination,
    pub(crate) jobs: usize,
    /// Whether to show how far a long run has come.
    pub(crate) progress: bool,
}

/// What is meant, or what is wrong with what was typed.
pub(crate) fn convert(typed: flags::Convert) -> Result<Convert, String> {
    let jobs = means(&typed.how, MAX_JOBS)?;
    if typed.quiet && typed.verbose {
        return Err(QUIET_AND_VERBOSE.into());
    }
    let from = match typed.from.trim().eq_ignore_ascii_case("auto") {
        true => From::Auto,
        false => From::Charset(charset("--from", &typed.from)?),
    };
    let to = charset("--to", &typed.to)?;
    let mark = match typed.bom {
        Mark::Keep if has_mark(&typed.to) => Mark::Add,
        Mark::Keep if has_mark(&typed.from) => Mark::Strip,
        mark => mark,
    };
    if mark == Mark::Add && to.mark().is_none() {
        return Err(format!("--bom add: {to} has no form of U+FEFF; leave the flag out"));
    }
    let policy = match typed.on_error {
        OnError::Fail => Policy::Fail,
        OnError::Replace => Policy::Replace,
        OnError::Skip => Policy::Skip,
        OnError::Escape => Policy::Escape,
    };
    let (inputs, walking) = which(typed.paths, typed.which, typed.null, "convert")?;
    let destination = destination(typed.output, &inputs)?;
    let style = style(typed.color, &io::stderr());
    let conversion = Conversion {
        from,
        settings: Arc::new(Settings::new(to, policy, policy, style.columns)),
        force: typed.force,
        mark,
        style,
        quiet: typed.quiet,
        verbose: typed.verbose,
        on_failure: "--on-error replace, skip or escape goes on in spite of it",
    };
    let progress = !typed.quiet && !typed.no_progress && shows_conversion(&destination);
    Ok(Convert { inputs, walking, conversion, destination, jobs, progress })
}

/// What `utf8 iconv` is to do.
pub(crate) fn iconv(typed: flags::Iconv) -> Result<Convert, String> {
    let from = typed.from.unwrap_or_default();
    // A suffix says nothing of a source; iconv takes it, too.
    let from = match from.split("//").next() {
        None | Some("") => locale::charset("-f")?,
        Some(label) => charset("-f", label)?,
    };
    let to = typed.to.unwrap_or_default();
    let mut parts = to.split("//");
    let to = match parts.next() {
        None | Some("") => locale::charset("-t")?,
        Some(label) => charset("-t", label)?,
    };
    let mut malformed = Policy::Fail;
    let mut unmappable = Policy::Fail;
    for suffix in parts.filter(|suffix| !suffix.is_empty()) {
        match suffix.to_ascii_uppercase().as_str() {
            "TRANSLIT" => unmappable = Policy::Transliterate,
            "IGNORE" => {
                malformed = Policy::Skip;
                if unmappable == Policy::Fail {
                    unmappable = Policy::Skip;
                }
            }
            _ => {
                return Err(format!(
                    "-t: there is no //{suffix}; there are //TRANSLIT and //IGNORE"
                ));
            }
        }
    }
    if typed.omit {
        malformed = Policy::Skip;
        if unmappable == Policy::Fail {
            unmappable = Policy::Skip;
        }
    }
    // Without a terminal's second thoughts: iconv reads what is typed.
    let paths = if typed.paths.is_empty() { vec!["-".into()] } else { typed.paths };
    if let Some(directory) = paths.iter().find(|path| path.is_dir()) {
        return Err(format!(
            "{} is a directory; `utf8 convert` converts trees",
            directory.display()
        ));
    }
    let walking = Walking { globs: Vec::new(), no_ignore: true, hidden: true, follow: false };
    let destination = match typed.output {
        Some(path) if !is_stdout(&path) => Destination::File(path),
        _ => Destination::Stdout,
    };
    let style = style(Color::Auto, &io::stderr());
    let conversion = Conversion {
        from: From::Charset(from),
        settings: Arc::new(Settings::new(to, malformed, unmappable, style.columns)),
        // As iconv does.
        force: true,
        mark: Mark::Keep,
        style,
        quiet: typed.silent,
        verbose: false,
        on_failure: "-c leaves out what cannot be converted, and says how much that is",
    };
    let progress = !typed.silent && shows_conversion(&destination);
    let inputs = inputs(paths, None, false, "convert")?;
    let jobs = jobs(None, MAX_JOBS);
    Ok(Convert { inputs, walking, conversion, destination, jobs, progress })
}

/// Text on the terminal would be mixed up with progress.
fn shows_conversion(destination: &Destination) -> bool {
    let on_terminal = matches!(destination, Destination::Stdout) && io::stdout().is_terminal();
    !on_terminal && progress::is_possible()
}

/// What a label names, or that it names nothing. `flag`: where it was given.
pub(crate) fn charset(flag: &str, label: &str) -> Result<Charset, String> {
    Charset::for_label(label).ok_or_else(|| {
        let list = "`utf8 convert --list` lists all";
        if is_of_seven_bits(label) {
            return format!(
                "{flag} {label}: there is no such encoding here, but iconv has it; {list}"
            );
        }
        match Charset::similar_label(label) {
            Some(similar) => {
                format!("{flag} {label}: there is no such encoding; did you mean {similar}? {list}")
            }
            None => format!("{flag} {label}: there is no such encoding; {list}"),
        }
    })
}

/// Labels of encodings that are detected, and that the WHATWG excludes as dangerous to decode.
fn is_of_seven_bits(label: &str) -> bool {
    let label = label.trim().to_ascii_lowercase();
    ["utf-7", "utf7", "hz", "hz-gb-2312", "iso-2022-kr", "iso-2022-cn"].contains(&&*label)
}

/// Whether a label says that there is a byte order mark, as Python's `utf-8-sig` does.
fn has_mark(label: &str) -> bool {
    let label = label.trim().to_ascii_lowercase();
    ["sig", "bom"].iter().any(|end| label.ends_with(end))
}

/// Names of standard output. If that is a file, it is not to be replaced by another: whoever opened
/// it goes on writing to it.
fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

fn destination(output: Option<PathBuf>, inputs: &Inputs) -> Result<Destination, String> {
    let Some(path) = output.filter(|path| !is_stdout(path)) else {
        return Ok(Destination::Stdout);
    };
    let directories: Vec<_> = inputs.named.iter().filter(|path| path.is_dir()).collect();
    let ends_with_slash = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    if !(path.is_dir() || ends_with_slash || !directories.is_empty()) {
        return Ok(Destination::File(path));
    }
    if inputs.named.iter().any(|path| path.as_os_str() == "-") {
        return Err("standard input has no name in a directory: with -, give -o a file".into());
    }
    let absolute = std::path::absolute(&path).map_err(|error| format!("-o: {error}"))?;
    let real = absolute.ancestors().find_map(|above| std::fs::canonicalize(above).ok());
    let holds = |directory: &&&PathBuf| {
        let directory = std::fs::canonicalize(directory);
        directory.is_ok_and(|it| real.as_ref().is_some_and(|real| real.starts_with(it)))
    };
    // What does not exist yet may still be made in one of them.
    match directories.iter().find(holds) {
        Some(directory) => Err(format!(
            "-o {} is in {}, so that its outputs would be inputs: name a directory elsewhere",
            path.display(),
            directory.display()
        )),
        None => Ok(Destination::Tree(path)),
    }
}

/// What `utf8 detect` is to do.
pub(crate) struct Detect {
    pub(crate) inputs: Inputs,
    pub(crate) walking: Walking,
    pub(crate) json: bool,
    pub(crate) style: Style,
    pub(crate) jobs: usize,
}

/// What is meant, or what is wrong with what was typed.
pub(crate) fn detect(typed: flags::Detect) -> Result<Detect, String> {
    let jobs = means(&typed.how, MAX_DETECTORS)?;
    let (inputs, walking) = which(typed.paths, typed.which, typed.null, "look at")?;
    let json = typed.format == DetectFormat::Json;
    let style = style(typed.color, &io::stdout());
    Ok(Detect { inputs, walking, json, style, jobs })
}

fn cap(level: Level) -> Result<(), String> {
    if !Level::available().any(|available| available == level) {
        let available = version::levels().join(", ");
        return Err(format!("--level {level}: this CPU does not have it; it has {available}"));
    }
    engine::choose(level);
    Ok(())
}

/// How many threads, after the engine was chosen.
fn means(typed: &flags::How, max_jobs: usize) -> Result<usize, String> {
    if let Some(level) = typed.level {
        cap(level)?;
    }
    Ok(jobs(typed.jobs, max_jobs))
}

/// What is read. `verb`: what is done to it.
fn which(
    named: Vec<PathBuf>,
    typed: flags::Which,
    nul_separated: bool,
    verb: &str,
) -> Result<(Inputs, Walking), String> {
    let flags::Which { files_from, glob, no_ignore, hidden, follow } = typed;
    let walking = Walking { globs: glob, no_ignore, hidden, follow };
    walking.overrides().map_err(|error| format!("--glob: {error}"))?;
    Ok((inputs(named, files_from, nul_separated, verb)?, walking))
}

fn inputs(
    named: Vec<PathBuf>,
    files_from: Option<PathBuf>,
    nul_separated: bool,
    verb: &str,
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
        return Err(format!(
            "nothing to {verb}: name files or directories (`.` is the current one), or pipe \
             something in"
        ));
    }
    Ok(Inputs { named: vec!["-".into()], list: None })
}

fn reporting(typed: &flags::Check) -> Reporting {
    let max_errors = |default| match typed.max_errors.unwrap_or(default) {
        0 => u64::MAX,
        max => max,
    };
    let is_terminal = io::stdout().is_terminal();
    let verbose = typed.verbose;
    if typed.quiet {
        return Reporting::Quiet;
    }
    if typed.files_with_findings {
        return Reporting::Files {
            nul_separated: typed.null,
            escaped: is_terminal && !typed.null,
            verbose,
        };
    }
    match typed.format {
        Format::Json => Reporting::Json { max_errors: max_errors(0) },
        Format::Sarif => Reporting::Sarif { max_errors: max_errors(0), log: sarif::Log::new() },
        Format::Github => Reporting::Github {
            max_errors: max_errors(20),
            base: github::Base::of_environment(),
            verbose,
        },
        Format::Human => Reporting::Human {
            max_errors: typed.max_errors.map(|_| max_errors(0)),
            style: style(typed.color, &io::stdout()),
            verbose,
        },
    }
}

/// How to write to `stream`.
fn style(color: Color, stream: &(impl IsTerminal + AsFd)) -> Style {
    /// What is beside an excerpt: the number of its line, and the marks where it was cut.
    const BESIDE: usize = 14;
    const FEWEST: usize = 20;
    // By no-color.org, only a value that is not empty counts.
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let mut style = match color {
        Color::Always => Style::COLORED,
        Color::Auto if stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb => Style::COLORED,
        Color::Auto | Color::Never => Style::PLAIN,
    };
    if let Some((Width(width), _)) = terminal_size::terminal_size_of(stream) {
        let columns = usize::from(width).saturating_sub(BESIDE).max(FEWEST);
        style.columns = columns.min(style.columns);
    }
    style
}

fn jobs(typed: Option<NonZeroUsize>, max: usize) -> usize {
    let jobs = typed.or_else(|| thread::available_parallelism().ok());
    jobs.map_or(1, NonZeroUsize::get).min(max)
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
