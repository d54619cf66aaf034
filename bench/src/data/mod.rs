//! The texts: generated from a seed, so that everybody measures on the same, or read from files.

mod mixed;
mod random;
mod scripts;

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::args::Args;
use random::Random;

/// A text, by what it takes to have it: large ones are held one at a time.
pub(crate) enum Case {
    Generated(&'static Class, usize),
    File(PathBuf),
}

/// A kind of generated text.
pub(crate) struct Class {
    name: &'static str,
    /// Adds some more text, and adds something each time.
    more: fn(&mut Random, &mut String),
}

/// All texts that `args` ask for.
pub(crate) fn cases(args: &Args) -> Result<Vec<Case>> {
    let mut cases = match &args.corpus {
        Some(directory) => files(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?
            .into_iter()
            .map(Case::File)
            .collect(),
        None => generated(&args.sizes),
    };
    if let Some(part) = &args.only {
        cases.retain(|case| case.name().contains(part));
    }
    if cases.is_empty() {
        return Err("no such text".into());
    }
    Ok(cases)
}

fn generated(sizes: &[usize]) -> Vec<Case> {
    let classes = || scripts::CLASSES.iter().chain(&mixed::CLASSES);
    sizes
        .iter()
        .flat_map(|&size| classes().map(move |class| Case::Generated(class, size)))
        .collect()
}

fn files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

impl Case {
    pub(crate) fn name(&self) -> String {
        match self {
            Case::Generated(class, _) => class.name.to_owned(),
            Case::File(path) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let name = name.strip_suffix(".txt").unwrap_or(&name);
                name.strip_suffix(".utf8").unwrap_or(name).to_owned()
            }
        }
    }

    /// What its figures are averaged with: texts of one size, or the files.
    pub(crate) fn group(&self) -> String {
        match self {
            Case::Generated(_, size) => Size(*size).to_string(),
            Case::File(_) => "files".to_owned(),
        }
    }

    /// The text. Speed on malformed text is how early its first error is: not measured here.
    pub(crate) fn text(&self) -> Result<String> {
        match self {
            Case::Generated(class, size) => Ok(class.text(*size)),
            Case::File(path) => {
                let name = path.display();
                let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
                match String::from_utf8(bytes) {
                    Ok(text) if !text.is_empty() => Ok(text),
                    Ok(_) => Err(format!("{name}: empty").into()),
                    Err(error) => Err(format!("{name}: {error}").into()),
                }
            }
        }
    }
}

impl Class {
    /// So many bytes of it, or up to three fewer.
    fn text(&self, size: usize) -> String {
        // A text is the beginning of every longer one of its class.
        let mut random = Random::new(self.name);
        let mut text = String::with_capacity(size + 4096);
        while text.len() < size {
            (self.more)(&mut random, &mut text);
        }
        text.truncate(text.floor_char_boundary(size));
        text
    }
}

/// A size as the options spell it.
struct Size(usize);

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            size if size % (1 << 20) == 0 => write!(f, "{}M", size >> 20),
            size if size % (1 << 10) == 0 => write!(f, "{}K", size >> 10),
            size => write!(f, "{size}"),
        }
    }
}

/// What a text is like, as its description counts it.
#[cfg(test)]
struct Statistics {
    /// The share of characters of each length in bytes, from 1.
    lengths: [f64; 4],
    /// The share of 64-byte blocks that are ASCII.
    ascii_blocks: f64,
}

#[cfg(test)]
impl Statistics {
    fn of(class: &Class) -> Statistics {
        let text = class.text(1 << 20);
        let share = |part: usize, whole: usize| part as f64 / whole as f64;
        let of_length = |len| text.chars().filter(|c| c.len_utf8() == len).count();
        let blocks = text.as_bytes().chunks_exact(64);
        Statistics {
            lengths: [1, 2, 3, 4].map(|len| share(of_length(len), text.chars().count())),
            ascii_blocks: share(
                blocks.clone().filter(|block| block.is_ascii()).count(),
                blocks.len(),
            ),
        }
    }
}
