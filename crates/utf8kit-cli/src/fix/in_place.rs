//! A file that is rewritten where it stands.
//!
//! ```text
//! read all of it       nothing changes? then the file is not touched
//! by a new file        beside it, made and locked by `replace`; read again and write
//!                      as much on disk as was written? owner, attributes, mode; fsync
//!                      the same file as before, unchanged? then a backup, by a link; rename;
//!                      fsync of the directory
//! over the old one     for a file with several names, and where no file can be made beside it:
//!                      the new text goes to a file elsewhere first, and is kept if anything fails
//! ```

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::identity_of;
use crate::replace::{Named, Replacement, cannot_write};

/// How files are rewritten.
#[derive(Clone, Default)]
pub(crate) struct InPlace {
    /// Of the name under which the old file is kept.
    pub(crate) suffix: Option<String>,
    /// Files with several names are written over.
    pub(crate) hard_links: bool,
    /// All files are written over.
    pub(crate) no_atomic: bool,
}

/// A file that is being rewritten.
pub(super) enum Rewriting {
    Beside(Replacement),
    Over(Over),
}

/// A file that is written over, once all of its new text is elsewhere.
pub(super) struct Over {
    elsewhere: Arc<File>,
    kept_at: PathBuf,
    path: PathBuf,
    /// Writing over it failed, so that the new text is not to be lost.
    is_kept: bool,
}

static COUNT: AtomicU64 = AtomicU64::new(0);

impl InPlace {
    /// Begins to rewrite the file at `path`, which was `seen` when it was opened.
    pub(super) fn begin(&self, path: &Path, seen: &Metadata) -> Result<Rewriting, String> {
        let has_several = seen.nlink() > 1;
        if has_several && !self.hard_links {
            return Err(
                "it has more than one name (hard links), and the others would keep what it holds \
                 now: --hard-links writes over it, so that all names see the change"
                    .into(),
            );
        }
        if self.no_atomic || has_several {
            return Over::begin(path).map(Rewriting::Over);
        }
        match Named::begin(path) {
            Ok(Named::Whole(replacement)) => Ok(Rewriting::Beside(replacement)),
            Ok(Named::Direct(_)) => {
                Err("not a regular file; it can be fixed to standard output".into())
            }
            Err(why) if is_unwritable(path) => Err(format!(
                "{why}; --no-atomic writes over the file itself, which a crash may leave half done"
            )),
            Err(why) => Err(why),
        }
    }

    /// Where the old file is kept, if it is to be.
    fn backup(&self, path: &Path) -> Option<PathBuf> {
        let suffix = self.suffix.as_ref()?;
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        Some(name.into())
    }
}

/// Whether no file can be made beside it.
fn is_unwritable(path: &Path) -> bool {
    let directory = fs::canonicalize(path).ok();
    let directory = directory.as_deref().and_then(Path::parent);
    directory.is_some_and(|directory| {
        use rustix::fs::{Access, access};
        access(directory, Access::WRITE_OK | Access::EXEC_OK).is_err()
    })
}

impl Rewriting {
    pub(super) fn file(&self) -> &Arc<File> {
        match self {
            Rewriting::Beside(replacement) => replacement.file(),
            Rewriting::Over(over) => &over.elsewhere,
        }
    }

    /// Puts the new text, of which so much was `written`, where the old is, if that is still what
    /// was `seen`.
    pub(super) fn commit(
        self,
        in_place: &InPlace,
        seen: &Metadata,
        written: u64,
    ) -> Result<(), String> {
        let length = self.file().metadata().map_err(|error| cannot_write(&error))?.len();
        if length != written {
            return Err(format!(
                "{written} bytes were written, and the new file has {length}; it is as it was"
            ));
        }
        match self {
            Rewriting::Beside(replacement) => {
                replacement.settle()?;
                let Some((path, _)) = replacement.old() else {
                    return Err("it vanished; there is nothing to put right".into());
                };
                is_still(path, seen)?;
                let backup = in_place.backup(path);
                if let Some(backup) = &backup {
                    fs::hard_link(path, backup).map_err(|error| no_backup(backup, &error))?;
                }
                replacement.put().inspect_err(|_| {
                    // With two names, the file would be refused the next time.
                    let _ = backup.map(fs::remove_file);
                })
            }
            Rewriting::Over(over) => {
                is_still(&over.path, seen)?;
                if let Some(backup) = in_place.backup(&over.path) {
                    copy_new(&over.path, &backup).map_err(|error| no_backup(&backup, &error))?;
                }
                over.put(seen)
            }
        }
    }
}

/// Whether the file at `path` is the one that was seen, with what it held.
fn is_still(path: &Path, seen: &Metadata) -> Result<(), String> {
    let now = fs::symlink_metadata(path).map_err(|error| {
        format!("it cannot be looked at any more: {error}; nothing was written")
    })?;
    let of = |it: &Metadata| (identity_of(it), it.size(), it.mtime(), it.mtime_nsec());
    if of(&now) == of(seen) {
        return Ok(());
    }
    Err("it changed while it was read, and is as whoever changed it left it: run again".into())
}

fn no_backup(backup: &Path, error: &io::Error) -> String {
    let advice = match error.kind() {
        io::ErrorKind::AlreadyExists => "remove it, or give another suffix",
        _ => "give no suffix to do without",
    };
    format!("no backup {} can be made: {error}; {advice}; the file is as it was", backup.display())
}

fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    let mode = fs::metadata(from)?.mode() & 0o7777;
    let mut copy = OpenOptions::new().write(true).create_new(true).mode(mode).open(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.sync_all()
}

impl Over {
    fn begin(path: &Path) -> Result<Over, String> {
        let path = fs::canonicalize(path).map_err(|error| cannot_write(&error))?;
        // Fail before the input is read a second time.
        OpenOptions::new().write(true).open(&path).map_err(|error| cannot_write(&error))?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).mode(0o600);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let kept_at = std::env::temp_dir().join(format!("utf8-{}-{count}.tmp", process::id()));
            match options.open(&kept_at) {
                Ok(file) => {
                    let elsewhere = Arc::new(file);
                    return Ok(Over { elsewhere, kept_at, path, is_kept: false });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(format!(
                        "no file can be made for its new text, {}: {error}",
                        kept_at.display()
                    ));
                }
            }
        }
    }

    fn put(mut self, seen: &Metadata) -> Result<(), String> {
        let write = || -> io::Result<()> {
            let file = OpenOptions::new().write(true).open(&self.path)?;
            if identity_of(&file.metadata()?) != identity_of(seen) {
                return Err(io::Error::other("another file has taken its place"));
            }
            let mut from = &*self.elsewhere;
            from.rewind()?;
            let mut buffer = vec![0; 128 * 1024];
            let mut written = 0;
            loop {
                match from.read(&mut buffer)? {
                    0 => break,
                    len => (&file).write_all(&buffer[..len])?,
                }
                written = from.stream_position()?;
            }
            file.set_len(written)?;
            file.sync_all()
        };
        let result = write();
        result.map_err(|error| {
            let _ = self.elsewhere.sync_all();
            self.is_kept = true;
            format!(
                "writing over it failed: {error}; it may be half done: all of its new text is in {}",
                self.kept_at.display()
            )
        })
    }
}

impl Drop for Over {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.kept_at);
        }
    }
}
