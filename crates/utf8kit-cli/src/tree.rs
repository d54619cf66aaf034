//! Where each input goes in a tree of outputs, decided for all inputs before anything is written.
//!
//! ```text
//! utf8 convert -o OUT in           in/a/x      becomes OUT/a/x
//! utf8 convert -o OUT in1 in2 x    in1/a/x     becomes OUT/in1/a/x, as `cp -r` has it
//!                                  x           becomes OUT/x
//! ```
//!
//! An output must not be
//!
//! - what another input becomes,
//! - an input that is read later or by another thread,
//! - a directory that another output is in,
//! - a file that exists, unless the user says that it may be overwritten.
//!
//! Files are told apart by device and inode, and names by what they are behind symbolic links.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::vec;

use crate::input::identity_of;
use crate::report::counted;
use crate::walk::{Item, Walk};
use crate::work::Items;

/// So many outputs that cannot be are named.
const MAX_COLLISIONS: usize = 10;

/// What is to be done, and where its output goes, if it has one.
pub(crate) struct Planned {
    pub(crate) item: Item,
    pub(crate) output: Option<PathBuf>,
}

/// What there is to do: all inputs for one output, or each for itself.
pub(crate) enum Works {
    All(Option<Box<Walk>>),
    /// With outputs that are planned.
    Each(vec::IntoIter<Planned>),
    /// As they are met.
    Walk(Box<Walk>),
}

/// What one worker does at once.
pub(crate) enum Work {
    All(Box<Walk>),
    Each(Planned),
}

impl Iterator for Works {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        match self {
            Works::All(walk) => walk.take().map(Work::All),
            Works::Each(planned) => planned.next().map(Work::Each),
            Works::Walk(walk) => walk.next().map(|item| Work::Each(Planned { item, output: None })),
        }
    }
}

impl Items for Works {
    fn is_ready(&self) -> bool {
        match self {
            Works::Walk(walk) => walk.is_ready(),
            _ => true,
        }
    }
}

/// An input that cannot go where it would go, and why.
struct Collision {
    input: PathBuf,
    why: String,
}

type Identity = (u64, u64);

/// Finds a place for each input, and makes the directory; or says why nothing can be written.
pub(crate) fn prepare(
    walk: Walk,
    tree: &Path,
    keeps_roots: bool,
    force: bool,
) -> Result<Vec<Planned>, Vec<(PathBuf, String)>> {
    match plan(walk, tree, keeps_roots, force) {
        Ok(planned) => match fs::create_dir_all(tree) {
            Ok(()) => Ok(planned),
            Err(error) => {
                Err(vec![(tree.to_owned(), format!("no directory can be made there: {error}"))])
            }
        },
        Err(collisions) => {
            let count = counted(collisions.len() as u64, "output");
            let notes = collisions.into_iter().take(MAX_COLLISIONS);
            let mut notes: Vec<_> = notes.map(|Collision { input, why }| (input, why)).collect();
            notes.push((tree.to_owned(), format!("nothing was written: {count} in the way")));
            Err(notes)
        }
    }
}

/// Finds a place in `tree` for each input, or all that is in the way. Holds the names of all inputs
/// in memory.
fn plan(
    walk: Walk,
    tree: &Path,
    keeps_roots: bool,
    force: bool,
) -> Result<Vec<Planned>, Vec<Collision>> {
    let place = |item: Item| {
        let output = match &item {
            Item::Read(target) => target.name(keeps_roots).map(|name| tree.join(name)),
            _ => None,
        };
        Planned { item, output }
    };
    let planned: Vec<Planned> = walk.map(place).collect();
    let mut places = Places { inputs: inputs(&planned), ..Places::default() };
    let pairs = || planned.iter().filter_map(Planned::pair);
    let mut collisions: Vec<Collision> = pairs()
        .filter_map(|(input, output)| {
            let why = places.take(input, output, force)?;
            Some(Collision { input: input.to_owned(), why })
        })
        .collect();
    for (input, output) in pairs() {
        let real = places.real(output);
        if let Some(file) = real.ancestors().skip(1).find_map(|above| places.outputs.get(above)) {
            let (output, file) = (output.display(), file.display());
            let why = format!("its output {output} would be in what {file} becomes, a file");
            collisions.push(Collision { input: input.to_owned(), why });
        }
    }
    if collisions.is_empty() { Ok(planned) } else { Err(collisions) }
}

impl Planned {
    fn pair(&self) -> Option<(&Path, &Path)> {
        match (&self.item, &self.output) {
            (Item::Read(target), Some(output)) => Some((&target.path, output)),
            _ => None,
        }
    }
}

/// Which files are read, under which names.
fn inputs(planned: &[Planned]) -> HashMap<Identity, Vec<PathBuf>> {
    let mut inputs: HashMap<_, Vec<PathBuf>> = HashMap::new();
    for (path, _) in planned.iter().filter_map(Planned::pair) {
        // What cannot be asked for its inode cannot be opened: that is said later.
        if let Ok(metadata) = fs::metadata(path) {
            inputs.entry(identity_of(&metadata)).or_default().push(path.to_owned());
        }
    }
    inputs
}

#[derive(Default)]
struct Places {
    inputs: HashMap<Identity, Vec<PathBuf>>,
    /// The input of each output, by the output's real name.
    outputs: HashMap<PathBuf, PathBuf>,
    /// The real names of directories.
    directories: HashMap<PathBuf, PathBuf>,
}

impl Places {
    /// Gives `output` to `input`; or says why not.
    fn take(&mut self, input: &Path, output: &Path, force: bool) -> Option<String> {
        let real = self.real(output);
        let shown = output.display();
        let existing = fs::metadata(&real).ok();
        if let Some(other) = self.outputs.insert(real, input.to_owned()) {
            return Some(format!("its output {shown} is also that of {}", other.display()));
        }
        let existing = existing?;
        match self.inputs.get(&identity_of(&existing)).map(Vec::as_slice) {
            Some([only]) if only == input && force => None,
            Some([only]) if only == input => {
                Some(format!("its output {shown} is this very file; --force converts it in place"))
            }
            Some(inputs) => {
                let other = inputs.iter().find(|other| *other != input).unwrap_or(&inputs[0]);
                Some(format!("its output {shown} is {}, an input too", other.display()))
            }
            None if force => None,
            None => Some(format!("its output {shown} exists; --force overwrites it")),
        }
    }

    /// What a name is behind symbolic links, also if there is nothing yet.
    fn real(&mut self, path: &Path) -> PathBuf {
        if let Ok(real) = fs::canonicalize(path) {
            return real;
        }
        match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) => self.real_directory(parent).join(name),
            _ => path.to_owned(),
        }
    }

    fn real_directory(&mut self, path: &Path) -> PathBuf {
        if let Some(real) = self.directories.get(path) {
            return real.clone();
        }
        // Of a relative name, the last parent is the empty name.
        let real = match path.as_os_str().is_empty() {
            true => self.real(Path::new(".")),
            false => self.real(path),
        };
        self.directories.insert(path.to_owned(), real.clone());
        real
    }
}
