//! What was typed.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::error::Result;
use crate::ours::{self, Level};
use crate::size;

pub(crate) const HELP: &str = "\
utf8kit beside its peers

Usage: bench FAMILY... [OPTIONS]

Families:
  validate         is it UTF-8
  count            how many characters
  short            is it UTF-8: strings of 1 to 64 bytes, one call each
  convert          from one encoding to another, how long it would be there, is it well-formed
  convert-short    the same for strings of 1 to 64 code units, one call each
  lossy            with U+FFFD for what is malformed: clean, with a bad byte in 1000, one in 97
  streams          text that arrives in pieces of 64K and of 100 bytes
  positions        the character, the UTF-16 code unit or the line of a byte, and back
  command          the command `utf8` beside cat, iconv, isutf8 and ripgrep

Options:
  --level NAME     compare at this level: scalar, sse42, avx2, avx512; may be given again
                   [default: the best of this CPU]
  --size N[,N]     bytes of each text, with K or M [default: 64K,1M; command: 256M];
                   up to 64: the most units of a short string [default: 4,16,64]
  --only SUBSTR    only rows with SUBSTR in the name of the table, the text and the size,
                   such as utf8-utf16, russian or 'validate russian 64K'
  --rounds N       samples of each function on each input [default: 300; command: 5]
  --corpus DIR     take the files of DIR, which are UTF-8, instead of generated texts
  --json           print one JSON object, for each level, instead of tables
  --svg FILE       also draw a chart of the first table, which should have one size
  -h, --help       print this
";

#[derive(Default)]
pub(crate) struct Args {
    /// Words that are no options.
    pub(crate) families: Vec<String>,
    pub(crate) levels: Vec<Level>,
    /// Where it is empty, each family has its own.
    pub(crate) sizes: Vec<usize>,
    /// Every name contains it, if it is empty.
    pub(crate) only: String,
    pub(crate) rounds: Option<usize>,
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) json: bool,
    pub(crate) svg: Option<PathBuf>,
}

impl Args {
    /// `None` asks for help.
    pub(crate) fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Option<Args>> {
        let mut args = Args::default();
        while let Some(word) = words.next() {
            let word = word.to_string_lossy();
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            let text = |value: OsString| value.to_string_lossy().into_owned();
            match &*word {
                "-h" | "--help" => return Ok(None),
                "--level" => args.levels.push(level(&text(value()?))?),
                "--size" => {
                    for size in text(value()?).split(',') {
                        args.sizes.push(size::parse(size)?);
                    }
                }
                "--only" => args.only = text(value()?),
                "--rounds" => args.rounds = Some(size::parse(&text(value()?))?),
                "--corpus" => args.corpus = Some(value()?.into()),
                "--json" => args.json = true,
                "--svg" => args.svg = Some(value()?.into()),
                word if word.starts_with('-') => {
                    return Err(format!("unknown: {word}; see --help").into());
                }
                family => args.families.push(family.to_owned()),
            }
        }
        if args.families.is_empty() {
            return Err("which family? see --help".into());
        }
        if args.levels.is_empty() {
            args.levels.extend(ours::levels().max());
        }
        if args.svg.is_some() && args.levels.len() > 1 {
            return Err("--svg draws one level".into());
        }
        Ok(Some(args))
    }
}

/// A level that this CPU has.
pub(crate) fn level(name: &str) -> Result<Level> {
    let found = ours::levels().find(|level| level.name() == name);
    found.ok_or_else(|| format!("this CPU has no level {name}").into())
}
