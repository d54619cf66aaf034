//! Which inputs there are, in the order in which they are reported.
//!
//! Nothing is collected: a tree of a million files is walked as fast as its files are checked.

use std::collections::VecDeque;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType};
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};

use crate::output::closed;
use crate::raw;
use crate::replace::is_temporary;
use crate::work::Items;

/// No path that the operating system takes is longer.
const MAX_NAME: u64 = 64 * 1024;

/// What was named, on the command line or in a list.
pub(crate) struct Inputs {
    pub(crate) named: Vec<PathBuf>,
    pub(crate) list: Option<List>,
}

/// A file of names.
pub(crate) struct List {
    pub(crate) file: PathBuf,
    pub(crate) nul_separated: bool,
}

/// How directories are searched.
pub(crate) struct Walking {
    pub(crate) globs: Vec<String>,
    pub(crate) no_ignore: bool,
    pub(crate) hidden: bool,
    pub(crate) follow: bool,
}

/// One step of the walk.
pub(crate) enum Item {
    /// An input to read.
    Read(Target),
    /// What is not read, and why; no trouble.
    Skip { path: PathBuf, why: String },
    /// What should have been read and cannot be.
    Trouble { path: PathBuf, why: String },
}

/// An input to read.
pub(crate) struct Target {
    pub(crate) path: PathBuf,
    pub(crate) origin: Origin,
    /// The length of the path's start that names the directory that was walked, if it was met
    /// there.
    pub(crate) root: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Stdin,
    /// On the command line or in a list: never skipped.
    Named,
    /// Met while walking a directory.
    Met,
}

impl Target {
    const fn named(path: PathBuf, origin: Origin) -> Target {
        Target { path, origin, root: 0 }
    }

    /// The name that it has in another tree: its way from the directory that was walked, behind
    /// that directory's own name if `keeps_root`; or its file name.
    pub(crate) fn name(&self, keeps_root: bool) -> Option<PathBuf> {
        let bytes = self.path.as_os_str().as_bytes();
        match self.origin {
            Origin::Stdin => None,
            Origin::Named => self.path.file_name().map(PathBuf::from),
            Origin::Met => {
                let root = Path::new(OsStr::from_bytes(&bytes[..self.root]));
                let way = self.path.strip_prefix(root).ok()?;
                // `.` and `..` have no name of their own.
                let own = root.file_name().filter(|_| keeps_root).unwrap_or_default();
                Some(Path::new(own).join(way))
            }
        }
    }
}

impl Inputs {
    /// Whether more than one is named.
    pub(crate) const fn has_several(&self) -> bool {
        self.named.len() > 1 || self.list.is_some()
    }

    /// The names of all inputs, if no list has more.
    pub(crate) fn all(&self) -> Option<Vec<PathBuf>> {
        self.list.is_none().then(|| self.named.clone())
    }
}

impl Walking {
    pub(crate) fn overrides(&self) -> Result<Override, ignore::Error> {
        // Relative to the current directory, as shells read globs.
        let mut builder = OverrideBuilder::new(".");
        for glob in &self.globs {
            builder.add(glob)?;
        }
        builder.build()
    }

    fn tree(&self, root: &Path) -> ignore::Walk {
        let heed = !self.no_ignore;
        WalkBuilder::new(root)
            .hidden(!self.hidden)
            .ignore(false)
            .parents(heed)
            .git_ignore(heed)
            .git_global(heed)
            .git_exclude(heed)
            .follow_links(self.follow)
            // Valid: they were built before the walk began.
            .overrides(self.overrides().unwrap_or_else(|_| Override::empty()))
            .filter_entry(|entry| entry.depth() == 0 || !is_temporary(entry.file_name()))
            .sort_by_file_name(std::ffi::OsStr::cmp)
            .build()
    }
}

/// All inputs, in order.
pub(crate) struct Walk {
    walking: Walking,
    named: VecDeque<PathBuf>,
    list: Option<Names>,
    tree: Option<ignore::Walk>,
    /// Of the tree.
    root: PathBuf,
}

impl Walk {
    pub(crate) fn new(inputs: Inputs, walking: Walking) -> Walk {
        let list = inputs.list.map(Names::NotOpened);
        Walk { walking, named: inputs.named.into(), list, tree: None, root: PathBuf::new() }
    }

    /// What a name stands for: a tree, or one input.
    fn enter(&mut self, path: PathBuf) -> Option<Item> {
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {
                self.tree = Some(self.walking.tree(&path));
                self.root = path;
                None
            }
            Ok(_) => Some(Item::Read(Target::named(path, Origin::Named))),
            Err(error) => {
                let why = cannot_open(&path, &error, Origin::Named);
                Some(Item::Trouble { path, why })
            }
        }
    }

    fn met(&self, entry: Result<DirEntry, ignore::Error>) -> Option<Item> {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(walk_trouble(&error)),
        };
        let kind = entry.file_type()?;
        if kind.is_file() {
            let (path, root) = (entry.into_path(), self.root.as_os_str().len());
            return Some(Item::Read(Target { path, origin: Origin::Met, root }));
        }
        let why = special(kind)?.to_owned();
        Some(Item::Skip { path: entry.into_path(), why })
    }
}

impl Iterator for Walk {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(tree) = &mut self.tree {
                match tree.next() {
                    Some(entry) => match self.met(entry) {
                        Some(item) => return Some(item),
                        None => continue,
                    },
                    None => self.tree = None,
                }
            }
            if let Some(path) = self.named.pop_front() {
                if path.as_os_str() == "-" {
                    return Some(Item::Read(Target::named(path, Origin::Stdin)));
                }
                match self.enter(path) {
                    Some(item) => return Some(item),
                    None => continue,
                }
            }
            match self.list.take()?.next() {
                Ok(Some((path, rest))) => {
                    self.list = Some(rest);
                    if let Some(item) = self.enter(path) {
                        return Some(item);
                    }
                }
                Ok(None) => {}
                Err((path, why)) => return Some(Item::Trouble { path, why }),
            }
        }
    }
}

impl Items for Walk {
    /// Only names in a list may come from whoever has yet to find them.
    fn is_ready(&self) -> bool {
        self.tree.is_some()
            || !self.named.is_empty()
            || self.list.as_ref().is_some_and(Names::is_ready)
    }
}

/// The names in a list, read as they are needed.
enum Names {
    NotOpened(List),
    Open { list: List, input: BufReader<Box<dyn Read + Send>> },
}

impl List {
    const fn separator(&self) -> u8 {
        if self.nul_separated { b'\0' } else { b'\n' }
    }
}

impl Names {
    /// Whether the next name has been read.
    fn is_ready(&self) -> bool {
        match self {
            Names::NotOpened(_) => false,
            Names::Open { list, input } => input.buffer().contains(&list.separator()),
        }
    }

    /// The next name and the rest; or the list that cannot be read and why.
    fn next(self) -> Result<Option<(PathBuf, Names)>, (PathBuf, String)> {
        let (list, mut input) = match self {
            Names::Open { list, input } => (list, input),
            Names::NotOpened(list) => match open_list(&list.file) {
                Ok(input) => (list, input),
                Err(error) => {
                    return Err((list.file, format!("cannot open this list of names: {error}")));
                }
            },
        };
        let separator = list.separator();
        loop {
            let mut name = Vec::new();
            let read = (&mut input).take(MAX_NAME).read_until(separator, &mut name);
            match read {
                Err(error) => {
                    return Err((list.file, format!("cannot read this list of names: {error}")));
                }
                Ok(0) => return Ok(None),
                Ok(_) => {}
            }
            if name.last() == Some(&separator) {
                name.pop();
            } else if name.len() as u64 == MAX_NAME {
                let why = "this is no list of names: one is longer than 64 KiB (are they separated \
                           by NUL? then say -0)";
                return Err((list.file, why.into()));
            }
            if separator == b'\n' && name.last() == Some(&b'\r') && !exists(&name) {
                // Lists from Windows have lines that end so.
                name.pop();
            }
            if !name.is_empty() {
                let name = PathBuf::from(OsString::from_vec(name));
                return Ok(Some((name, Names::Open { list, input })));
            }
        }
    }
}

fn exists(name: &[u8]) -> bool {
    fs::symlink_metadata(OsStr::from_bytes(name)).is_ok()
}

fn open_list(file: &Path) -> io::Result<BufReader<Box<dyn Read + Send>>> {
    Ok(BufReader::new(match file.as_os_str() == "-" {
        true if raw::was_closed(0) => return Err(closed()),
        true => Box::new(io::stdin()),
        false => Box::new(File::open(file)?),
    }))
}

/// What is neither file nor directory, and would block or never end; symbolic links are left
/// alone without a word.
pub(crate) fn special(kind: FileType) -> Option<&'static str> {
    if kind.is_fifo() {
        Some("a FIFO; it is read if it is named")
    } else if kind.is_socket() {
        Some("a socket")
    } else if kind.is_char_device() || kind.is_block_device() {
        Some("a device; it is read if it is named")
    } else {
        None
    }
}

/// Why an input was not read, and what to do.
pub(crate) fn cannot_open(path: &Path, error: &io::Error, origin: Origin) -> String {
    match (error.kind(), origin) {
        (io::ErrorKind::NotFound, _) if path.is_symlink() => {
            "a symbolic link that leads nowhere; mend or remove it".into()
        }
        (io::ErrorKind::NotFound, Origin::Met) => {
            "vanished before it could be read; run again if it should be there".into()
        }
        (io::ErrorKind::NotFound, _) => "no such file or directory; check the spelling".into(),
        (io::ErrorKind::PermissionDenied, _) => {
            "permission denied, so it was not read; make it readable or leave it out".into()
        }
        _ => format!("cannot be opened, so it was not read: {}", root_cause(error)),
    }
}

/// What the operating system said, without the names that libraries wrap it in: the path is said
/// once, and escaped.
fn root_cause<'e>(mut error: &'e (dyn Error + 'static)) -> &'e (dyn Error + 'static) {
    while let Some(cause) = error.source() {
        error = cause;
    }
    error
}

fn walk_trouble(error: &ignore::Error) -> Item {
    let path = path_of(error).unwrap_or(Path::new("-")).to_owned();
    if loop_of(error) {
        // Nothing goes unread.
        let why = "this symbolic link leads back to a directory above it; it is read once, there";
        return Item::Skip { path, why: why.into() };
    }
    let why = match error.io_error() {
        Some(error) => cannot_open(&path, error, Origin::Met),
        None => error.to_string(),
    };
    Item::Trouble { path, why }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

fn loop_of(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithPath { err, .. } => loop_of(err),
        _ => false,
    }
}
