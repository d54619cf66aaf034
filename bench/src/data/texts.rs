//! Long texts.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Case, Input, classes};
use crate::Result;
use crate::args::Args;

const DEFAULT_SIZES: &[usize] = &[64 << 10, 1 << 20];

/// What is asked for: the files of a directory, or what is made here.
pub(super) fn all(args: &Args) -> Result<Vec<Case>> {
    match &args.corpus {
        Some(directory) => files(directory),
        None => Ok(generated(&args.sizes)),
    }
}

/// Every class in every size.
pub(super) fn generated(sizes: &[usize]) -> Vec<Case> {
    let sizes = if sizes.is_empty() { DEFAULT_SIZES } else { sizes };
    let of_size = |&size: &usize| {
        classes().map(move |class| {
            Case::new(Size(size).to_string(), class.name, move || {
                Input::text(class.text(size).into_bytes())
            })
        })
    };
    sizes.iter().flat_map(of_size).collect()
}

/// The files of a directory.
fn files(directory: &Path) -> Result<Vec<Case>> {
    let mut files = list(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    files.sort();
    Ok(files.into_iter().map(file).collect())
}

fn list(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

fn file(path: PathBuf) -> Case {
    // As in `Arabic-Lipsum.utf8.txt`.
    let mut name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for ending in [".txt", ".utf8", "-Lipsum"] {
        name.truncate(name.strip_suffix(ending).unwrap_or(&name).len());
    }
    Case::new("files", name, move || {
        let shown = path.display();
        let bytes = fs::read(&path).map_err(|error| format!("{shown}: {error}"))?;
        // Speed on malformed text is how early its first error is: another family's subject.
        match std::str::from_utf8(&bytes) {
            Ok("") => Err(format!("{shown}: empty").into()),
            Ok(_) => Input::text(bytes),
            Err(error) => Err(format!("{shown}: {error}").into()),
        }
    })
}

/// A size as the options spell it.
pub(crate) struct Size(pub(crate) usize);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            size if size % (1 << 20) == 0 => write!(f, "{}M", size >> 20),
            size if size % (1 << 10) == 0 => write!(f, "{}K", size >> 10),
            size => write!(f, "{size}"),
        }
    }
}
