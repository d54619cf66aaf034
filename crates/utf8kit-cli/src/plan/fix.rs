//! What `utf8 fix` is to do.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{self, Path, PathBuf};

use utf8kit::repair::{Escape, Policy};
use utf8kit_text::charset::Charset;
use utf8kit_text::fix::{Fallback, Instead, Invalid, LineEnd, Mark, Pipeline, Step};
use utf8kit_text::mojibake::Undo;

use super::{MAX_JOBS, QUIET_AND_VERBOSE, charset, destination, means, style, which};
use crate::convert;
use crate::fix::{Destination, Fixing, From, InPlace, Reporting, Stray, Unknown};
use crate::flags;
use crate::flags::{FixFormat, InvalidBytes, LineEnds, MarkStep, Unwanted};
use crate::input::identity_of;
use crate::progress;
use crate::walk::{Inputs, Walking};

/// What `utf8 fix` is to do.
pub(crate) struct Fix {
    pub(crate) inputs: Inputs,
    pub(crate) walking: Walking,
    pub(crate) fixing: Fixing,
    pub(crate) destination: Destination,
    /// Where lines go in which something is lost.
    pub(crate) rejects: Option<PathBuf>,
    pub(crate) reporting: Reporting,
    pub(crate) jobs: usize,
    /// Whether to show how far a long run has come.
    pub(crate) progress: bool,
}

/// The step of `--only` that no pipeline has: an input in another encoding is converted.
const SOURCE: &str = "source";

/// What is meant, or what is wrong with what was typed.
pub(crate) fn fix(typed: flags::Fix) -> Result<Fix, String> {
    refuse_contradictions(&typed)?;
    let jobs = means(&typed.how, MAX_JOBS)?;
    let fixing = fixing(&typed)?;
    let rejects = typed.rejects.clone();
    if let Some(rejects) = &rejects {
        let others = [&typed.output, &typed.which.files_from];
        if rejects.as_os_str() == "-" || others.into_iter().flatten().any(|it| is_same(it, rejects))
        {
            return Err("--rejects names a file of its own: give it another name".into());
        }
    }
    let (inputs, walking) = which(typed.paths, typed.which, typed.null, "fix")?;
    let reads_stdin = inputs.named.iter().any(|path| path.as_os_str() == "-");
    let destination = if typed.check || typed.dry_run || typed.diff {
        let diff = typed.diff.then(|| style(typed.color, &io::stdout()));
        Destination::Nowhere { is_check: typed.check, diff }
    } else if let Some(suffix) = typed.in_place {
        if reads_stdin {
            return Err("-i fixes files, and standard input is none: leave out -i or `-`".into());
        }
        if suffix.contains('/') {
            return Err("-i: a suffix has no `/`".into());
        }
        Destination::InPlace(InPlace {
            suffix: Some(suffix).filter(|suffix| !suffix.is_empty()),
            hard_links: typed.hard_links,
            no_atomic: typed.no_atomic,
        })
    } else {
        match destination(typed.output, &inputs)? {
            convert::Destination::Tree(path) => Destination::Tree { path, force: typed.force },
            _ if typed.force => return Err("--force is for a directory that -o names".into()),
            convert::Destination::File(path) => Destination::File(path),
            convert::Destination::Stdout => Destination::Stdout,
        }
    };
    let to_stdout = matches!(destination, Destination::Stdout);
    if to_stdout && let Some(directory) = inputs.named.iter().find(|path| path.is_dir()) {
        return Err(format!(
            "{} is a directory: -i fixes its files where they are, -o DIR writes them elsewhere, \
             and --diff shows what would change",
            directory.display()
        ));
    }
    let reporting = match typed.format {
        FixFormat::Json if to_stdout => {
            return Err(
                "--format json writes to standard output, and so would the text: give -i, \
                        -o, --check or --dry-run, too"
                    .into(),
            );
        }
        FixFormat::Json => Reporting::Json,
        FixFormat::Human => Reporting::Human { quiet: typed.quiet, verbose: typed.verbose },
    };
    let on_terminal = to_stdout && io::stdout().is_terminal();
    let progress = !typed.quiet && !typed.no_progress && !on_terminal && progress::is_possible();
    Ok(Fix { inputs, walking, fixing, destination, rejects, reporting, jobs, progress })
}

/// Whether two names are those of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| fs::metadata(path).ok().as_ref().map(identity_of);
    let absolute = |path: &Path| path::absolute(path).ok();
    absolute(one) == absolute(other) || identity(one).is_some() && identity(one) == identity(other)
}

fn refuse_contradictions(typed: &flags::Fix) -> Result<(), String> {
    let replaces = matches!(typed.invalid, None | Some(InvalidBytes::Replace));
    let is_json = typed.format == FixFormat::Json;
    let contradictions = [
        (typed.quiet && typed.verbose, QUIET_AND_VERBOSE),
        (is_json && typed.quiet, "--format prints and -q does not: give one of them"),
        (
            is_json && typed.diff,
            "--format json and --diff each say what to print: give one of them",
        ),
        (
            typed.replacement.as_ref().is_some_and(|text| text.contains('\n')),
            "--replacement: a line end would make two lines of one",
        ),
        (
            !replaces && (typed.policy.is_some() || typed.replacement.is_some()),
            "--policy and --replacement are for --invalid replace",
        ),
    ];
    match contradictions.into_iter().find(|(is_so, _)| *is_so) {
        Some((_, message)) => Err(message.into()),
        None => Ok(()),
    }
}

fn fixing(typed: &flags::Fix) -> Result<Fixing, String> {
    let mut only = typed.only.clone();
    let reads_source = only.is_empty() || only.iter().any(|name| name == SOURCE);
    only.retain(|name| name != SOURCE);
    let is_only = !typed.only.is_empty();
    let mut pipeline = Pipeline::new();
    for name in &only {
        pipeline = pipeline.with(name.parse().map_err(|_| unknown_step(name))?);
    }
    if !is_only {
        pipeline = pipeline.with(Step::Cesu8);
    }
    let says_how = typed.invalid.is_some_and(|what| what != InvalidBytes::Error)
        || typed.policy.is_some()
        || typed.replacement.is_some();
    if !is_only || says_how {
        pipeline = match invalid(typed)? {
            Some(invalid) => pipeline.with(Step::Invalid(invalid)),
            None => pipeline.without("invalid"),
        };
    }
    pipeline = named_steps(&typed.steps).into_iter().fold(pipeline, Pipeline::with);
    let named = pipeline.steps().find_map(|step| match step {
        Step::Mojibake(undo) => Some(undo.clone()),
        _ => None,
    });
    let undo = undo(&typed.steps, named)?;
    pipeline = undo.map(Step::Mojibake).into_iter().fold(pipeline, Pipeline::with);
    pipeline = match typed.bom {
        MarkStep::Keep => pipeline,
        MarkStep::Strip => pipeline.with(Step::Bom(Mark::Strip)),
        MarkStep::Add => pipeline.with(Step::Bom(Mark::Add)),
    };
    let stray = match typed.fallback.as_deref() {
        Some("none") => Stray::None,
        Some("auto") => Stray::Auto,
        Some(label) => {
            let charset = charset("--fallback", label)?;
            let fallback = Fallback::charset(charset).ok_or_else(|| {
                format!(
                    "--fallback {charset}: bytes of it cannot stand among those of UTF-8; \
                     --from {charset} reads all of an input so"
                )
            })?;
            Stray::Named(fallback)
        }
        None => match pipeline.steps().find(|step| step.name() == "fallback") {
            Some(Step::Fallback(named @ (Fallback::Bytes(_) | Fallback::Lines(_)))) => {
                Stray::Named(*named)
            }
            Some(_) => Stray::Auto,
            None if is_only => Stray::None,
            None => Stray::Auto,
        },
    };
    let from = match &*typed.from.trim().to_ascii_lowercase() {
        "auto" if reads_source => From::Auto,
        "auto" => From::Utf8,
        _ => match charset("--from", &typed.from)? {
            Charset::UTF_8 => From::Utf8,
            other => From::Charset(other),
        },
    };
    Ok(Fixing {
        pipeline,
        from,
        stray,
        is_strict: typed.invalid == Some(InvalidBytes::Error),
        unknown: unknown(typed),
        takes_binaries: typed.invalid.is_some_and(|what| what != InvalidBytes::Error),
        is_streaming: typed.stream,
    })
}

fn unknown(typed: &flags::Fix) -> Unknown {
    let flags::Fix { invalid, policy, replacement, fallback, .. } = typed;
    let says_damaged = invalid.is_some()
        || policy.is_some()
        || replacement.is_some()
        || fallback.as_deref().is_some_and(|label| label != "auto");
    // Elsewhere than in place, what was read is still there.
    let keeps = typed.in_place.is_none() && !typed.check && !typed.dry_run && !typed.diff;
    match (says_damaged, keeps) {
        (true, _) => Unknown::Damaged,
        (false, true) => Unknown::Noted,
        (false, false) => Unknown::Refused,
    }
}

fn unknown_step(name: &str) -> String {
    let all = Step::all();
    let names: Vec<_> = [SOURCE].into_iter().chain(all.iter().map(Step::name)).collect();
    format!("--only: there is no step `{name}`; there are {}", names.join(", "))
}

fn invalid(typed: &flags::Fix) -> Result<Option<Invalid>, String> {
    let policy = match typed.policy.as_deref() {
        None => Policy::Maximal,
        Some(name) => Policy::for_name(&name.to_ascii_lowercase()).ok_or_else(|| {
            let names: Vec<_> = Policy::ALL.iter().map(|policy| policy.name()).collect();
            format!("--policy: there is no policy `{name}`; there are {}", names.join(", "))
        })?,
    };
    Ok(match typed.invalid {
        None | Some(InvalidBytes::Replace) => {
            let by = typed.replacement.clone().unwrap_or_else(|| "\u{FFFD}".into());
            Some(Invalid::Replace { policy, by })
        }
        Some(InvalidBytes::Skip) => Some(Invalid::skip()),
        Some(InvalidBytes::Escape) => Some(Invalid::Escape(Escape::Backslash)),
        Some(InvalidBytes::Error) => None,
    })
}

/// How mojibake is undone, if it is. `named`: what --only says of it.
fn undo(typed: &flags::Steps, named: Option<Undo>) -> Result<Option<Undo>, String> {
    let is_asked = named.is_some() || typed.mojibake || typed.misread.is_some();
    let mut undo = named.unwrap_or_default();
    for (is_given, flag) in [(typed.guess_lost, "--guess-lost"), (typed.json, "--json")] {
        if is_given && !is_asked {
            return Err(format!("{flag} says how mojibake is undone: give --mojibake, too"));
        }
    }
    if typed.guess_lost {
        undo = undo.guess_lost();
    }
    if typed.json || typed.json_escapes {
        undo = undo.in_json();
    }
    let Some(labels) = &typed.misread else { return Ok(is_asked.then_some(undo)) };
    let (shown, meant) = labels.split_once(':').unwrap_or(("windows-1252", labels));
    if shown.is_empty() || meant.is_empty() {
        return Err(format!("--misread {labels}: a charset is missing beside the `:`"));
    }
    let (shown, meant) = (charset("--misread", shown)?, charset("--misread", meant)?);
    if shown == meant {
        return Err(format!("--misread {labels}: these are one charset, and nothing was misread"));
    }
    let undo = undo.misread(shown, meant).ok_or_else(|| {
        format!(
            "--misread {labels}: each is to be a charset of one byte a character; UTF-8 that was \
             read in one is undone by --mojibake"
        )
    })?;
    Ok(Some(undo))
}

/// The steps whose flags were given.
fn named_steps(typed: &flags::Steps) -> Vec<Step> {
    let instead = |how: Unwanted| match how {
        Unwanted::Remove => Instead::Nothing,
        Unwanted::Space => Instead::Space,
    };
    let end = |ends: LineEnds| match ends {
        LineEnds::Lf => LineEnd::Lf,
        LineEnds::Crlf => LineEnd::CrLf,
    };
    let steps = [
        typed.cesu8.then_some(Step::Cesu8),
        typed.mutf8.then_some(Step::ModifiedNul),
        typed.surrogateescape.then_some(Step::SurrogateEscape),
        typed.overlong.then_some(Step::Overlong),
        typed.c1.then_some(Step::C1),
        typed.nul.map(|how| Step::Nul(instead(how))),
        typed.controls.map(|how| Step::Controls(instead(how))),
        typed.inner_bom.then_some(Step::InnerBom),
        typed.zero_width.then_some(Step::ZeroWidth),
        typed.bidi.then_some(Step::Bidi),
        typed.tags.then_some(Step::Tags),
        typed.replaced.then_some(Step::Replaced),
        typed.json_escapes.then_some(Step::JsonEscapes),
        typed.line_ends.map(|ends| Step::LineEnds(end(ends))),
        typed.nfc.then_some(Step::Nfc),
        typed.nfd.then_some(Step::Nfd),
    ];
    steps.into_iter().flatten().collect()
}
