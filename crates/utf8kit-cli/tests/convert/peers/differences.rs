//! The rows of `vectors/peers.toml`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;

use super::programs::Program;

/// All rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Differences {
    difference: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    reason: String,
    charset: Names,
    /// A program, and its name for the charset where that is not ours.
    peer: Names,
    #[serde(default)]
    bytes: Vec<Sequence>,
    #[serde(default)]
    chars: Vec<Range>,
    /// Text that is cut off.
    #[serde(default)]
    cut: Vec<Sequence>,
    /// It covers malformed text, of which more or less is passed over.
    #[serde(default)]
    resumes: bool,
    #[serde(skip)]
    is_used: AtomicBool,
}

/// One name, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Several(Vec<String>),
}

/// A byte, or a range, for each place.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Sequence(Vec<RangeInclusive<u32>>);

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Range(RangeInclusive<u32>);

/// What a difference is found at.
#[derive(Clone, Copy)]
pub(super) enum Found<'a> {
    /// The bytes that are decoded.
    Bytes(&'a [u8]),
    /// A character, and what it becomes here and there.
    Char(char, &'a [u8], &'a [u8]),
    /// Text that is cut off.
    Cut(&'a [u8]),
    /// What is no text to either, and how much of it is left out.
    Malformed,
}

impl Differences {
    pub(super) fn read() -> Differences {
        toml::from_str(include_str!("../../../../../vectors/peers.toml")).unwrap()
    }

    /// Whether a row says why.
    pub(super) fn explain(
        &self,
        charset: &str,
        peer: &(Program, String),
        found: Found<'_>,
    ) -> bool {
        let (program, name) = peer;
        let peer = match name == charset {
            true => program.name().to_owned(),
            false => format!("{} {name}", program.name()),
        };
        let covers = |row: &&Row| {
            row.charset.contains(charset) && row.peer.contains(&peer) && row.covers(found)
        };
        let row = self.difference.iter().find(covers);
        if let Some(row) = row {
            row.is_used.store(true, Ordering::Relaxed);
        }
        row.is_some()
    }

    pub(super) fn reasons(&self) -> BTreeSet<&str> {
        self.difference.iter().map(|row| &*row.reason).collect()
    }

    /// The rows that explained nothing, of those that are not about text that is cut off.
    pub(super) fn unused(&self) -> Vec<String> {
        let is_unused = |row: &&Row| row.cut.is_empty() && !row.is_used.load(Ordering::Relaxed);
        let unused = self.difference.iter().filter(is_unused);
        unused
            .map(|row| format!("{}, {}, {}", row.reason, row.charset.join(), row.peer.join()))
            .collect()
    }
}

impl Row {
    fn covers(&self, found: Found<'_>) -> bool {
        let has = |bytes: &[u8]| self.bytes.iter().any(|sequence| sequence.matches(bytes));
        match found {
            Found::Bytes(bytes) => has(bytes),
            Found::Char(character, ours, theirs) => {
                let character = u32::from(character);
                self.chars.iter().any(|range| range.0.contains(&character))
                    || has(ours)
                    || has(theirs)
            }
            Found::Cut(text) => self.cut.iter().any(|sequence| sequence.matches(text)),
            Found::Malformed => self.resumes,
        }
    }
}

impl Names {
    fn all(&self) -> &[String] {
        match self {
            Names::One(name) => std::slice::from_ref(name),
            Names::Several(names) => names,
        }
    }

    fn contains(&self, name: &str) -> bool {
        self.all().iter().any(|known| known == name)
    }

    fn join(&self) -> String {
        self.all().join(" ")
    }
}

impl Sequence {
    fn matches(&self, bytes: &[u8]) -> bool {
        self.0.len() == bytes.len()
            && self.0.iter().zip(bytes).all(|(range, &byte)| range.contains(&byte.into()))
    }
}

impl TryFrom<String> for Sequence {
    type Error = String;

    fn try_from(text: String) -> Result<Sequence, String> {
        text.split(' ').map(range).collect::<Result<_, _>>().map(Sequence)
    }
}

impl TryFrom<String> for Range {
    type Error = String;

    fn try_from(text: String) -> Result<Range, String> {
        range(&text).map(Range)
    }
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text| u32::from_str_radix(text, 16).map_err(|error| format!("{text}: {error}"));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Ok(number(first)?..=number(last)?)
}
