//! The command `utf8` beside other programs: whole commands, from start to end, on files in the
//! page cache.

mod contest;
mod files;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use tempfile::TempDir;

use crate::Result;
use crate::args::Args;
use crate::programs;
use contest::{Contest, Contestant};

pub(crate) use contest::ROUNDS;

const DEFAULT_SIZE: usize = 600 << 20;

/// What was found out by running commands on the same files.
pub(crate) struct Trial {
    pub(crate) name: &'static str,
    pub(crate) about: String,
    pub(crate) bytes: u64,
    pub(crate) results: Vec<Outcome>,
    /// Who would have taken part.
    pub(crate) missing: Vec<&'static str>,
}

pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) seconds: f64,
    /// What is to be reached.
    pub(crate) bar: Option<&'static str>,
    /// Whether the others are compared with it.
    pub(crate) is_reference: bool,
}

pub(crate) fn run(args: &Args) -> Result<Vec<Trial>> {
    let utf8 = utf8()?;
    let size = args.sizes.first().copied().unwrap_or(DEFAULT_SIZE);
    // An interrupted run still has large files to remove.
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
    }
    let contest = Contest { args, interrupted: &interrupted };
    let wanted = |name: &str| args.only.as_ref().is_none_or(|part| name.contains(part));
    let mut trials = Vec::new();
    if wanted("clean") {
        trials.push(clean(&contest, &utf8, size)?);
    }
    if wanted("tree") {
        trials.push(tree(&contest, &utf8)?);
    }
    if wanted("errors") {
        trials.push(errors(&contest, &utf8, size)?);
    }
    if wanted("convert") {
        trials.push(convert(&contest, &utf8, size)?);
    }
    match trials.is_empty() {
        true => Err("command: nothing to run; there are clean, tree, errors and convert".into()),
        false => Ok(trials),
    }
}

/// The command, from the same build as this program.
fn utf8() -> Result<PathBuf> {
    let path = env::current_exe()?.with_file_name(format!("utf8{}", env::consts::EXE_SUFFIX));
    if path.is_file() {
        return Ok(path);
    }
    let shown = path.display();
    Err(format!("no {shown}; `cargo build --release -p utf8kit-cli` makes it").into())
}

fn directory() -> Result<TempDir> {
    Ok(tempfile::Builder::new().prefix("utf8kit-bench-").tempdir()?)
}

/// One clean file.
fn clean(contest: &Contest<'_>, utf8: &Path, size: usize) -> Result<Trial> {
    let directory = directory()?;
    let file = directory.path().join("clean.txt");
    let bytes = files::clean(&file, size)?;
    let check = |jobs: &str, bar| Contestant::ours(utf8, &["check", jobs], &file).bar(bar);
    let peer = |name, options| Contestant::installed(name, options, &file);
    let (results, missing) = contest.hold(vec![
        Ok(check("-j1", "at most 1.5 of cat")),
        Ok(check("-j2", "at most 1.0 of cat")),
        peer("cat", &[]).map(Contestant::reference),
        peer("isutf8", &[]),
        peer("iconv", &["-f", "utf-8", "-t", "utf-8"]),
        peer("uconv", &["-f", "utf-8", "-t", "utf-8"]),
        peer("wc", &["-m"]),
    ])?;
    let about = "one file of all scripts, well-formed".to_owned();
    Ok(Trial { name: "clean", about, bytes, results, missing })
}

/// Many small files.
fn tree(contest: &Contest<'_>, utf8: &Path) -> Result<Trial> {
    let directory = directory()?;
    let root = directory.path();
    let bytes = files::tree(root)?;
    let (results, missing) = contest.hold(vec![
        Ok(Contestant::ours(utf8, &["check"], root)
            .bar("less than 1 of rg, at most 1.5 of find | xargs cat")),
        Contestant::installed("rg", &["-c", "."], root).map(Contestant::reference),
        Contestant::script(
            "find | xargs cat",
            &["find", "xargs", "cat"],
            "find \"$1\" -type f -print0 | xargs -0 cat",
            root,
        )
        .map(Contestant::reference),
    ])?;
    let about = format!("{} files of 200 bytes to 20 kB, well-formed", files::TREE);
    Ok(Trial { name: "tree", about, bytes, results, missing })
}

/// A file with many findings.
fn errors(contest: &Contest<'_>, utf8: &Path, size: usize) -> Result<Trial> {
    let directory = directory()?;
    let file = directory.path().join("bad.txt");
    let bytes = files::bad(&file, size)?;
    let (results, missing) =
        contest.hold(vec![Ok(Contestant::ours(utf8, &["check", "--format", "json"], &file)
            .exits_with(1)
            .bar("at least 100 MB/s"))])?;
    let about = "one file of all scripts, a bad byte in 1,000".to_owned();
    Ok(Trial { name: "errors", about, bytes, results, missing })
}

/// One clean file to UTF-16.
fn convert(contest: &Contest<'_>, utf8: &Path, size: usize) -> Result<Trial> {
    const WAY: [&str; 4] = ["-f", "utf-8", "-t", "utf-16le"];
    let directory = directory()?;
    let file = directory.path().join("clean.txt");
    let bytes = files::clean(&file, size)?;
    let ours = |jobs: &'static str, bar| {
        let options = [&["convert", jobs][..], &WAY].concat();
        Contestant::ours(utf8, &options, &file).bar(bar)
    };
    let peer = |name| Contestant::installed(name, &WAY, &file).map(Contestant::reference);
    let (results, missing) = contest.hold(vec![
        Ok(ours("-j1", "at least 7 times iconv, 5 times uconv")),
        Ok(ours("-j2", "at least 12 times iconv, 9 times uconv")),
        peer("iconv"),
        peer("uconv"),
    ])?;
    let about = "one file of all scripts to UTF-16LE, well-formed".to_owned();
    Ok(Trial { name: "convert", about, bytes, results, missing })
}

/// A command that runs in the same way wherever it is run, and says nothing.
fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .env("LC_ALL", "C.UTF-8")
        .env("NO_COLOR", "1")
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    command
}

impl Contestant {
    fn ours(utf8: &Path, options: &[&str], path: &Path) -> Contestant {
        let mut command = command(utf8);
        command.args(options).arg(path);
        Contestant::new(format!("utf8 {}", options.join(" ")), command)
    }

    /// A program that may not be here: then, its name.
    fn installed(
        name: &'static str,
        options: &[&str],
        path: &Path,
    ) -> std::result::Result<Contestant, &'static str> {
        let mut command = command(programs::find(name).ok_or(name)?);
        command.args(options).arg(path);
        let words: Vec<&str> = [name].iter().chain(options).copied().collect();
        Ok(Contestant::new(words.join(" "), command))
    }

    /// Programs that may not be here, in a pipe.
    fn script(
        name: &'static str,
        needs: &[&str],
        script: &str,
        path: &Path,
    ) -> std::result::Result<Contestant, &'static str> {
        if needs.iter().any(|program| programs::find(program).is_none()) {
            return Err(name);
        }
        let mut command = command("sh");
        command.args(["-c", script, "sh"]).arg(path);
        Ok(Contestant::new(name.to_owned(), command))
    }
}
