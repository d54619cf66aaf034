//! What was typed.

use std::ffi::OsString;
use std::path::PathBuf;

use utf8kit::Level;

use crate::families::{Family, Unit};
use crate::medians::Medians;

pub(crate) const HELP: &str = "\
utf8kit beside its peers

Usage: bench FAMILY... [OPTIONS]
       bench medians [--below N] REPORT...

Families:
  validate         is it UTF-8
  count            how many characters
  short            is it UTF-8: thousands of strings of 1 to 64 bytes, well-formed or each with a bad
                   byte, one call each through a pointer
  strings          is it UTF-8: a column of a thousand short strings, in one call or in a loop
  streams          text in pieces of 64K, of 100 and of 1 to 8 bytes, cut anywhere
  error            where is the first error: in the first kilobyte of 32 MiB
  convert          from one encoding to another, how long it would be there, is it well-formed
  convert-short    the same for thousands of strings of 1 to 64 bytes, one call each
  lossy            the same with U+FFFD for what is malformed: clean texts, with a bad byte in 1000
                   and with one in 97, at random places
  positions        the character, the UTF-16 code unit or the line of a byte, and back
  positions-short  the same for thousands of strings of 1 to 64 bytes, one call each
  command          the command `utf8` beside cat, ripgrep, iconv and others, on files that are made
                   in the temporary directory and removed again

Options:
  --level NAME     compare at this level only: scalar, sse42, avx2, avx512; may be given again.
                   Default: every level of this CPU
  --corpus DIR     take the files of DIR instead of generated texts
  --pair NAME      of the conversions and positions only this one, such as utf8-utf16 or
                   byte-line; may be given again
  --size N[,N]     bytes of each generated text, with K or M [default: 64K,1M; command: 600M]
  --only SUBSTR    only what has SUBSTR in its name or group
  --rounds N       samples of each function on each input [default: 300; command: 9]
  --runs N         repeat everything N times, in processes of its own each time, and report the
                   median [default: 1]
  --no-clang       do not also compile simdutf with clang++ where it is installed; otherwise the
                   better build counts
  --also PATH      another build of this program, for its simdutf likewise; may be given again
  --cpu N          measure on this CPU [default: the last one allowed]
  --json           print one JSON object instead of tables
  --svg FILE       also draw a chart of what is measured in GB/s
  -h, --help       print this

`medians` reads what --json printed, several times, and prints the median of each figure and of each
ratio. `bench/orders` runs builds that differ in the order of their functions and does that.
  --below N        only rows with a ratio below N, and how many these are, in every report too
";

pub(crate) enum Command {
    Help,
    /// Measure for another process of this program.
    Worker,
    Measure(Box<Args>),
    Medians(Medians),
}

pub(crate) struct Args {
    pub(crate) families: Vec<Family>,
    /// Whole commands too.
    pub(crate) commands: bool,
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) only: Option<String>,
    /// Of the conversions and positions only these; all if there is none.
    pairs: Vec<String>,
    pub(crate) sizes: Vec<usize>,
    pub(crate) rounds: Option<usize>,
    pub(crate) runs: usize,
    pub(crate) clang: bool,
    pub(crate) also: Vec<PathBuf>,
    pub(crate) cpu: Option<usize>,
    pub(crate) json: bool,
    pub(crate) svg: Option<PathBuf>,
    wanted: Vec<Level>,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Command, String> {
        let mut args = Args {
            families: Vec::new(),
            commands: false,
            corpus: None,
            only: None,
            pairs: Vec::new(),
            sizes: Vec::new(),
            rounds: None,
            runs: 1,
            clang: true,
            also: Vec::new(),
            cpu: None,
            json: false,
            svg: None,
            wanted: Vec::new(),
        };
        while let Some(word) = words.next() {
            let word = text(word)?;
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word.as_str() {
                "-h" | "--help" => return Ok(Command::Help),
                crate::worker::COMMAND => return Ok(Command::Worker),
                "--json" => args.json = true,
                "--svg" => args.svg = Some(value()?.into()),
                "--corpus" => args.corpus = Some(value()?.into()),
                "--pair" => args.pairs.push(text(value()?)?),
                "--only" => args.only = Some(text(value()?)?),
                "--rounds" => args.rounds = Some(at_least_one(&text(value()?)?)?),
                "--runs" => args.runs = at_least_one(&text(value()?)?)?,
                "--no-clang" => args.clang = false,
                "--also" => args.also.push(value()?.into()),
                "--cpu" => args.cpu = Some(number(&text(value()?)?)?),
                "--level" => args.wanted.push(level(&text(value()?)?)?),
                "--size" => {
                    for one in text(value()?)?.split(',') {
                        args.sizes.push(size(one)?);
                    }
                }
                "command" => args.commands = true,
                "medians" if args.families.is_empty() => {
                    return medians(words).map(Command::Medians);
                }
                word => {
                    let before = args.families.len();
                    args.families.extend(Family::all().filter(|family| family.word() == word));
                    if args.families.len() == before {
                        return Err(format!("unknown: {word}; see --help"));
                    }
                }
            }
        }
        args.choose_pairs()?;
        if args.families.is_empty() && !args.commands {
            return Err("which family? see --help".into());
        }
        let is_drawn = |family: &Family| family.unit() == Unit::GigabytesPerSecond;
        if args.svg.is_some() && !args.families.iter().any(is_drawn) {
            let told = "validate, count, streams, convert, lossy and positions";
            return Err(format!("--svg draws what is told in GB/s: {told}"));
        }
        Ok(Command::Measure(Box::new(args)))
    }

    fn choose_pairs(&mut self) -> Result<(), String> {
        if self.pairs.is_empty() {
            return Ok(());
        }
        let mut known: Vec<String> =
            self.families.iter().filter_map(|family| family.pair()).collect();
        known.sort();
        known.dedup();
        if let Some(unknown) = self.pairs.iter().find(|pair| !known.contains(pair)) {
            return Err(format!("no such pair: {unknown}; there are {}", known.join(", ")));
        }
        self.families.retain(|family| family.pair().is_none_or(|pair| self.pairs.contains(&pair)));
        Ok(())
    }

    /// The levels to compare at, best first.
    pub(crate) fn levels(&self) -> Result<Vec<Level>, String> {
        let mut levels: Vec<Level> = if self.wanted.is_empty() {
            Level::available().filter(|&level| level != Level::Emulated).collect()
        } else {
            self.wanted.clone()
        };
        // Asked for a level that it does not have, the library would run a lower one.
        if let Some(level) = levels.iter().find(|&level| !Level::available().any(|l| l == *level)) {
            return Err(format!("this CPU does not have level {level}"));
        }
        levels.sort();
        levels.dedup();
        levels.reverse();
        Ok(levels)
    }
}

fn medians(mut words: impl Iterator<Item = OsString>) -> Result<Medians, String> {
    let mut medians = Medians { files: Vec::new(), below: None };
    while let Some(word) = words.next() {
        if word == "--below" {
            let value = text(words.next().ok_or("--below needs a value")?)?;
            let below = value.parse().map_err(|_| format!("not a number: {value}"))?;
            medians.below = Some(below);
        } else if word.as_encoded_bytes().starts_with(b"-") {
            return Err(format!("unknown: {}; see --help", word.display()));
        } else {
            medians.files.push(word.into());
        }
    }
    Ok(medians)
}

fn text(word: OsString) -> Result<String, String> {
    word.into_string().map_err(|word| format!("not UTF-8: {}", word.display()))
}

fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("not a number: {word}"))
}

fn at_least_one(word: &str) -> Result<usize, String> {
    match number(word)? {
        0 => Err("0 is too few".into()),
        number => Ok(number),
    }
}

fn level(word: &str) -> Result<Level, String> {
    word.parse().map_err(|error: utf8kit::UnknownLevel| format!("{word}: {error}"))
}

fn size(word: &str) -> Result<usize, String> {
    let (digits, shift) = match word.as_bytes() {
        [.., b'K' | b'k'] => (&word[..word.len() - 1], 10),
        [.., b'M' | b'm'] => (&word[..word.len() - 1], 20),
        _ => (word, 0),
    };
    match at_least_one(digits)?.checked_mul(1 << shift) {
        Some(size) if i32::try_from(size).is_ok() => Ok(size),
        _ => Err(format!("too large: {word}; must be less than 2048M")),
    }
}
