//! Where fixed text goes, and what is said of it on the way.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use utf8kit::count_line_feeds;
use utf8kit_text::fix::Piece;

use super::diff;
use super::flow::Take;
use crate::input::{Input, identity_of};
use crate::name;
use crate::output::Outputs;
use crate::replace::cannot_write;
use crate::report::Style;
use crate::work::Slot;

/// Small pieces are written together, so many bytes of them.
const GATHERED: usize = 128 * 1024;

/// So much of the lines that are shown, or that have loss, is kept until they are written.
const KEPT: usize = 1024 * 1024;

/// Where text goes.
#[derive(Clone)]
pub(super) enum To {
    Nowhere,
    Stdout(Arc<Outputs>),
    File(Arc<File>),
}

impl To {
    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            To::Nowhere => Ok(()),
            To::Stdout(outputs) => {
                outputs.write_stdout(bytes);
                Ok(())
            }
            To::File(file) => (&**file).write_all(bytes),
        }
    }
}

/// The lines in which something was lost, as they were, of all inputs.
pub(super) struct Rejects {
    path: PathBuf,
    file: Mutex<File>,
    identity: Option<(u64, u64)>,
}

impl Rejects {
    /// Makes the file, which must not be there: what it held would be lost. It stays whatever
    /// happens, because in place it has the only copy of its lines.
    pub(super) fn begin(path: PathBuf) -> Result<Rejects, (PathBuf, String)> {
        match File::create_new(&path) {
            Ok(file) => {
                let identity = file.metadata().ok().as_ref().map(identity_of);
                Ok(Rejects { path, file: Mutex::new(file), identity })
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err((path, "it exists; --rejects overwrites nothing: name another file".into()))
            }
            Err(error) => Err((path, cannot_write(&error))),
        }
    }

    /// Whether an input is this very file.
    pub(super) fn is(&self, input: &Input) -> bool {
        self.identity.is_some() && self.identity == input.identity()
    }

    fn write(&self, lines: &[u8]) -> io::Result<()> {
        // The lines of one input stay together; and they are on disk before the input is replaced.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(lines)?;
        file.sync_data()
    }

    /// Removes the file if nothing was lost.
    pub(super) fn finish(self) {
        let file = self.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        if file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(self.path);
        }
    }
}

/// What one input's text goes through.
pub(super) struct Sink<'a, 's> {
    path: &'a Path,
    to: To,
    gathered: Vec<u8>,
    written: u64,
    failure: Option<io::Error>,
    /// Nothing more is wanted once it is known that something changes.
    stops_at_change: bool,
    is_changed: bool,
    diff: Option<&'a Style>,
    rejects: Option<&'a Rejects>,
    kept: Vec<u8>,
    /// Lines before and after, until it is sure that they are changed, or there are many.
    changes: Vec<u8>,
    /// The number of the next line.
    line: usize,
    slot: &'a mut Slot<'s>,
}

impl<'a, 's> Sink<'a, 's> {
    pub(super) fn new(path: &'a Path, to: To, slot: &'a mut Slot<'s>) -> Sink<'a, 's> {
        Sink {
            path,
            to,
            gathered: Vec::new(),
            written: 0,
            failure: None,
            stops_at_change: false,
            is_changed: false,
            diff: None,
            rejects: None,
            kept: Vec::new(),
            changes: Vec::new(),
            line: 1,
            slot,
        }
    }

    pub(super) fn stopping_at_change(mut self) -> Self {
        self.stops_at_change = true;
        self
    }

    pub(super) fn with_diff(mut self, style: Option<&'a Style>) -> Self {
        self.diff = style;
        self
    }

    pub(super) fn with_rejects(mut self, rejects: Option<&'a Rejects>) -> Self {
        self.rejects = rejects;
        self
    }

    /// Writes what has gathered, and gives how much was written in all.
    ///
    /// Lines that would not be changed, because the input was refused, are not shown.
    pub(super) fn finish(mut self, is_fixed: bool) -> io::Result<u64> {
        self.flush();
        self.flush_rejects();
        if is_fixed {
            self.slot.stdout().append(&mut self.changes);
            self.slot.relieve();
        }
        match self.failure {
            Some(error) => Err(error),
            None => Ok(self.written),
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.written += bytes.len() as u64;
        let is_large = bytes.len() >= GATHERED / 4;
        if is_large || self.gathered.len() + bytes.len() > GATHERED {
            self.flush();
        }
        match is_large {
            true => self.put(bytes),
            false => self.gathered.extend_from_slice(bytes),
        }
    }

    fn flush(&mut self) {
        let gathered = std::mem::take(&mut self.gathered);
        self.put(&gathered);
        self.gathered = gathered;
        self.gathered.clear();
    }

    fn put(&mut self, bytes: &[u8]) {
        if self.failure.is_none() && !bytes.is_empty() {
            self.failure = self.to.write(bytes).err();
        }
    }

    fn reject(&mut self, piece: Piece<'_>) {
        let mut lost = piece.lost_lines().iter().peekable();
        for (index, line) in piece.before().split_inclusive(|&byte| byte == b'\n').enumerate() {
            if lost.next_if_eq(&&index).is_some() {
                self.kept.extend_from_slice(self.path.as_os_str().as_encoded_bytes());
                let _ = write!(self.kept, ":{}:", self.line + index);
                self.kept.extend_from_slice(line);
                if !line.ends_with(b"\n") {
                    self.kept.push(b'\n');
                }
            }
        }
        if self.kept.len() > KEPT {
            self.flush_rejects();
        }
    }

    fn flush_rejects(&mut self) {
        if let Some(rejects) = self.rejects
            && !self.kept.is_empty()
            && let Err(error) = rejects.write(&self.kept)
        {
            self.failure.get_or_insert(error);
        }
        self.kept.clear();
    }
}

impl Take for Sink<'_, '_> {
    fn take(&mut self, piece: Piece<'_>) {
        self.is_changed |= piece.is_changed();
        if !matches!(self.to, To::Nowhere) {
            self.write(piece.after());
        }
        if self.rejects.is_some() && !piece.lost_lines().is_empty() {
            self.reject(piece);
        }
        if let Some(style) = self.diff
            && piece.is_changed()
        {
            let name = name::for_terminal(self.path);
            diff::lines(&mut self.changes, style, &name, self.line, piece);
            if self.changes.len() > KEPT {
                self.slot.stdout().append(&mut self.changes);
                self.slot.relieve();
            }
        }
        if self.diff.is_some() || self.rejects.is_some() {
            self.line += count_line_feeds(piece.before());
        }
    }

    fn is_open(&self) -> bool {
        self.failure.is_none() && !(self.stops_at_change && self.is_changed)
    }

    fn pause(&mut self) {
        if matches!(self.to, To::Stdout(_)) {
            self.flush();
        }
    }
}
