//! The command `utf8` beside other programs that are installed: whole commands, from start to end,
//! on files in the page cache.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs};

use crate::compare::Run;
use crate::data::{Random, classes};
use crate::error::Result;
use crate::ours;
use crate::size;
use crate::table::{Figure, Row, Table};

/// How often each command runs, unless the command line says otherwise.
const ROUNDS: usize = 5;

const DEFAULT_SIZE: usize = 256 << 20;
const SMALL_FILES: usize = 4000;

/// What is done, with which file or directory, and by which commands: its path comes behind them.
const TRIALS: [(&str, &str, &[&str]); 3] = [
    ("check a file", "text", &["utf8 check", "cat", "iconv -f utf-8", "isutf8", "rg -c ."]),
    ("check a tree", "tree", &["utf8 check", "rg -c ."]),
    (
        "convert to UTF-16",
        "text",
        &["utf8 convert -f utf-8 -t utf-16le", "iconv -f utf-8 -t utf-16le"],
    ),
];

pub(crate) fn tables(run: &Run<'_>) -> Result<Vec<Table>> {
    // The command is in the same directory as this program, if it was built too.
    let here = env::current_exe()?.with_file_name("");
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([here.clone()].into_iter().chain(env::split_paths(&others)))?;
    if !is_in(here.as_ref(), "utf8") {
        return Err("no command: `cargo build --release -p utf8kit-cli` makes it".into());
    }
    let files = here.join("bench-files");
    fs::create_dir_all(files.join("tree"))?;
    let tables = measure(run, &path, &files);
    fs::remove_dir_all(&files)?;
    tables
}

fn measure(run: &Run<'_>, path: &OsStr, files: &Path) -> Result<Vec<Table>> {
    let size = run.args.sizes.first().copied().unwrap_or(DEFAULT_SIZE);
    let text = write_text(&files.join("text"), size)?;
    let tree = write_tree(&files.join("tree"))?;
    let mut tables = Vec::new();
    for (trial, file, commands) in TRIALS {
        let name = format!("command, {trial}");
        if !name.contains(&run.args.only) {
            continue;
        }
        let mut commands: Vec<Vec<&str>> =
            commands.iter().map(|command| command.split(' ').collect()).collect();
        commands.retain(|words| is_in(path, words[0]));
        let mut best = vec![f64::INFINITY; commands.len()];
        for _ in 0..run.args.rounds.unwrap_or(ROUNDS) {
            for (words, best) in commands.iter().zip(&mut best) {
                *best = best.min(nanoseconds(words, path, &files.join(file))?);
            }
        }
        let bytes = if file == "text" { text } else { tree };
        let figure = Figure::GigabytesPerSecond;
        let figures = best.into_iter().map(|time| figure.of(time, bytes, 1)).collect();
        let row = Row { text: "all classes".into(), size: size::show(bytes), figures };
        let columns = commands.iter().map(|words| words[0]).collect();
        // The command takes the best level, whatever the others are compared at.
        let level = ours::levels().max().unwrap_or(run.level);
        tables.push(Table { name, level, figure, columns, rows: vec![row] });
    }
    Ok(tables)
}

/// Whether one of the directories of a search path has a program.
fn is_in(path: &OsStr, program: &str) -> bool {
    env::split_paths(path).any(|directory| directory.join(program).is_file())
}

fn nanoseconds(words: &[&str], path: &OsStr, file: &Path) -> Result<f64> {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(file).env("PATH", path).env("LC_ALL", "C.UTF-8");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status()?;
    let time = start.elapsed().as_nanos() as f64;
    if status.success() { Ok(time) } else { Err(format!("{words:?}: {status}").into()) }
}

/// All classes of text, one after the other. Returns the bytes.
fn write_text(file: &Path, size: usize) -> Result<usize> {
    let text: String = classes().map(|class| class.text(size / classes().count())).collect();
    fs::write(file, &text)?;
    Ok(text.len())
}

/// Small files of all classes, of up to 8 KiB. Returns the bytes of all.
fn write_tree(directory: &Path) -> Result<usize> {
    let texts: Vec<String> = classes().map(|class| class.text(8 << 10)).collect();
    let mut random = Random::new("tree");
    let mut bytes = 0;
    for number in 0..SMALL_FILES {
        let text = &texts[number % texts.len()];
        let part = utf8kit::truncate(text.as_bytes(), random.between((200, text.len())));
        fs::write(directory.join(format!("{number}.txt")), part)?;
        bytes += part.len();
    }
    Ok(bytes)
}
