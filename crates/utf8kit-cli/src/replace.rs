//! Files that are written as a whole or not at all: beside the place where they are to be, and then
//! renamed.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
use rustix::io::Errno;

/// What is to be removed if the process ends before its time; `None` once it was, and nothing more
/// is begun.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

static COUNT: AtomicU64 = AtomicU64::new(0);

fn unfinished() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes everything that is not finished; for whoever ends the process.
pub(crate) fn abandon_all() {
    for path in unfinished().take().into_iter().flatten() {
        let _ = fs::remove_file(path);
    }
}

/// Where output goes that was to go to a name.
#[expect(clippy::large_enum_variant, reason = "there is one for each thread at most")]
pub(crate) enum Named {
    /// A device or a FIFO: written as it comes.
    Direct(Arc<File>),
    Whole(Replacement),
}

/// A file that takes its place when it is [complete](Replacement::commit), and otherwise vanishes.
pub(crate) struct Replacement {
    file: Arc<File>,
    temporary: PathBuf,
    path: PathBuf,
    /// The file that it takes the place of.
    old: Option<(File, Metadata)>,
}

impl Named {
    /// Begins to write what is to be found at `path`, or says why not. Nothing is there before it
    /// is complete, or what was there is still there.
    pub(crate) fn begin(path: &Path) -> Result<Named, String> {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.is_symlink() {
                    return Err("a symbolic link that leads nowhere; remove it, or give the name \
                                that it should lead to"
                        .into());
                }
                return Replacement::begin(path.to_owned(), None).map(Named::Whole);
            }
            Err(error) => return Err(cannot_write(&error)),
        };
        if metadata.is_dir() {
            return Err("a directory, and a file is wanted; give a name in it".into());
        }
        // It may be forbidden to write to it, and allowed to replace it.
        let opened = OpenOptions::new().write(true).open(path);
        let old = opened.map_err(|error| cannot_write(&error))?;
        if !metadata.is_file() {
            return Ok(Named::Direct(Arc::new(old)));
        }
        if is_descriptor(path) {
            return Err("an open file, which cannot be replaced; give the file's own name".into());
        }
        if metadata.nlink() > 1 {
            return Err(
                "it has more than one name (hard links), and the others would keep what it \
                        holds now; give another name, or remove this one first"
                    .into(),
            );
        }
        // The target of a symbolic link is replaced, and not the link.
        let path = fs::canonicalize(path).map_err(|error| cannot_write(&error))?;
        Replacement::begin(path, Some((old, metadata))).map(Named::Whole)
    }
}

/// Whether this names what is open already, and not what stands in a directory.
fn is_descriptor(path: &Path) -> bool {
    let starts = ["/dev/fd", "/dev/stdin", "/dev/stderr", "/proc"];
    starts.iter().any(|start| path.starts_with(start))
}

impl Replacement {
    fn begin(path: PathBuf, old: Option<(File, Metadata)>) -> Result<Replacement, String> {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".utf8-{}-{count}.tmp", process::id());
        let temporary = match path.parent() {
            Some(directory) => directory.join(name),
            None => return Err("no name of a file; give one".into()),
        };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // What was closed to others stays so meanwhile.
        options.mode(if old.is_some() { 0o600 } else { 0o666 });
        let file = create(&options, &temporary).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                "the directory that it is to be in does not exist; make it first".into()
            }
            _ => format!("no file can be made beside it: {error}; nothing was written"),
        })?;
        let file = Arc::new(file);
        Ok(Replacement { file, temporary, path, old })
    }

    pub(crate) fn file(&self) -> &Arc<File> {
        &self.file
    }

    /// Puts the file in its place, with the mode, the owner and the attributes of the one that was
    /// there.
    pub(crate) fn commit(self) -> Result<(), String> {
        if let Some((old, metadata)) = &self.old {
            self.inherit(old, metadata).map_err(|error| {
                format!(
                    "its owner, mode or attributes cannot be kept: {error}; it is as it was: give \
                     another name, or remove it first"
                )
            })?;
            // Else a crash could leave neither.
            self.file.sync_all().map_err(|error| cannot_write(&error))?;
        }
        fs::rename(&self.temporary, &self.path).map_err(|error| cannot_write(&error))?;
        if self.old.is_some()
            && let Some(directory) = self.path.parent()
            && let Ok(directory) = File::open(directory)
        {
            // The file is in its place; whether that outlasts a crash is all that is left open.
            let _ = directory.sync_all();
        }
        Ok(())
    }

    fn inherit(&self, old: &File, metadata: &Metadata) -> io::Result<()> {
        let mine = self.file.metadata()?;
        if (mine.uid(), mine.gid()) != (metadata.uid(), metadata.gid()) {
            fchown(&self.file, Some(metadata.uid()), Some(metadata.gid()))?;
        }
        copy_attributes(old, &self.file)?;
        self.file.set_permissions(metadata.permissions())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // Renamed, it is not there any more.
        let _ = fs::remove_file(&self.temporary);
        forget(&self.temporary);
    }
}

/// Makes a file that [`abandon_all`] knows of from its beginning: it comes before both, or after.
fn create(options: &OpenOptions, temporary: &Path) -> io::Result<File> {
    let mut unfinished = unfinished();
    let Some(paths) = &mut *unfinished else {
        drop(unfinished);
        // Another thread is ending the process.
        loop {
            thread::park();
        }
    };
    let file = options.open(temporary)?;
    paths.push(temporary.to_owned());
    Ok(file)
}

fn forget(temporary: &Path) {
    if let Some(paths) = &mut *unfinished() {
        paths.retain(|path| path != temporary);
    }
}

fn copy_attributes(from: &File, to: &File) -> io::Result<()> {
    let mut names = vec![0; 64 * 1024];
    let len = match flistxattr(from, &mut names[..]) {
        Ok(len) => len,
        // There are none on this file system.
        Err(Errno::NOTSUP) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let mut value = vec![0; 64 * 1024];
    for name in names[..len].split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let len = fgetxattr(from, name, &mut value[..])?;
        fsetxattr(to, name, &value[..len], XattrFlags::empty())?;
    }
    Ok(())
}

pub(crate) fn cannot_write(error: &io::Error) -> String {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room",
        io::ErrorKind::PermissionDenied => "make it writable",
        _ => "see to that",
    };
    format!("cannot be written: {error}; {advice}, or give another name, and run again")
}
