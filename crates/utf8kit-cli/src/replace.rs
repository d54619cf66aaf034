//! Files that are written as a whole or not at all: beside the place where they are to be, and then
//! renamed.
//!
//! Until then the file is `.utf8-PID-COUNT.tmp`, and locked (flock). A process that is killed leaves
//! it behind, without the lock: the next one that writes to that directory removes it.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::{
    CWD, FlockOperation, RenameFlags, XattrFlags, fgetxattr, flistxattr, flock, fsetxattr,
    renameat_with,
};
use rustix::io::Errno;

/// What is to be removed if the process ends before its time; `None` once it was, and nothing more
/// is begun.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

static COUNT: AtomicU64 = AtomicU64::new(0);

/// The directories that nothing was left in, or from which it has been removed.
static TIDIED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// So many files at most are written at once: one for each thread.
const MAX_UNFINISHED: usize = 65;

/// Whoever makes a file locks it in less time than this.
const LOCK_DELAY: Duration = Duration::from_secs(60);

fn unfinished() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes everything that is not finished; for whoever ends the process.
pub(crate) fn abandon_all() {
    for path in unfinished().take().into_iter().flatten() {
        let _ = fs::remove_file(path);
    }
}

/// Like [`abandon_all`], for whoever cannot wait: another thread may hold the list, or this one.
pub(crate) fn abandon_what_is_known() {
    for _ in 0..100 {
        if let Ok(mut unfinished) = UNFINISHED.try_lock() {
            for path in unfinished.take().into_iter().flatten() {
                let _ = fs::remove_file(path);
            }
            return;
        }
        thread::sleep(Duration::from_millis(1));
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

    /// What is written to.
    pub(crate) fn file(&self) -> &Arc<File> {
        match self {
            Named::Direct(file) => file,
            Named::Whole(replacement) => replacement.file(),
        }
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
        let Some(directory) = path.parent() else {
            return Err("no name of a file; give one".into());
        };
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        tidy(directory);
        let temporary = directory.join(name);
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

    /// The file that it takes the place of, as it was found.
    pub(crate) fn old(&self) -> Option<(&Path, &Metadata)> {
        self.old.as_ref().map(|(_, metadata)| (&*self.path, metadata))
    }

    /// Puts the file in its place, with the mode, the owner and the attributes of the one that was
    /// there.
    pub(crate) fn commit(self) -> Result<(), String> {
        self.settle()?;
        self.put()
    }

    /// Makes it like the one that it takes the place of, and waits until the disk has it.
    pub(crate) fn settle(&self) -> Result<(), String> {
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
        Ok(())
    }

    /// Puts it in its place.
    pub(crate) fn put(self) -> Result<(), String> {
        self.rename().map_err(|error| cannot_write(&error))?;
        if self.old.is_some()
            && let Some(directory) = self.path.parent()
            && let Ok(directory) = File::open(directory)
        {
            // The file is in its place; whether that outlasts a crash is all that is left open.
            let _ = directory.sync_all();
        }
        Ok(())
    }

    fn rename(&self) -> io::Result<()> {
        let Replacement { temporary, path, .. } = self;
        if self.old.is_none() {
            // What has come to be there meanwhile is somebody's.
            match renameat_with(CWD, temporary, CWD, path, RenameFlags::NOREPLACE) {
                // The file system cannot tell.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                result => return Ok(result?),
            }
        }
        fs::rename(temporary, path)
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
    // Nothing that would have to be removed comes between the file and its place in the list, not
    // even the want of memory.
    paths.reserve(MAX_UNFINISHED);
    let path = temporary.to_owned();
    let file = options.open(temporary)?;
    paths.push(path);
    // Where there are no locks, nothing is removed either.
    let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
    Ok(file)
}

/// Whether this is the name of a file that is not finished.
pub(crate) fn is_temporary(name: &OsStr) -> bool {
    let number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    name.as_encoded_bytes()
        .strip_prefix(b".utf8-")
        .and_then(|rest| rest.strip_suffix(b".tmp"))
        .is_some_and(|numbers| {
            let mut parts = numbers.split(|&byte| byte == b'-');
            parts.next().is_some_and(number)
                && parts.next().is_some_and(number)
                && parts.next().is_none()
        })
}

/// Removes what processes that were killed left in a directory.
fn tidy(directory: &Path) {
    let mut tidied = TIDIED.lock().unwrap_or_else(PoisonError::into_inner);
    if !tidied.get_or_insert_default().insert(directory.to_owned()) {
        return;
    }
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if is_temporary(&entry.file_name()) && is_left(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether nobody writes to a temporary file any more.
fn is_left(path: &Path) -> bool {
    let open = || -> io::Result<bool> {
        let file = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW).open(path)?;
        let age = file.metadata()?.modified()?.elapsed().unwrap_or_default();
        Ok(age > LOCK_DELAY && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok())
    };
    open().unwrap_or(false)
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
