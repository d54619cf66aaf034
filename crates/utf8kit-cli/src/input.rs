//! What is read: in order, and, if it is a file, anywhere.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Stdin};
use std::os::fd::AsFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::sync::Arc;

use crate::output::closed;
use crate::raw;
use crate::walk::{Origin, Target, special};

/// An input that is open.
pub(crate) enum Input {
    Stdin(Once<Stdin>),
    /// What has no size that could be trusted: a FIFO, a device, a file that the kernel makes up.
    Stream(Once<File>),
    Regular(Regular),
}

/// What ends once: a terminal goes on behind its end, if it is asked again.
pub(crate) struct Once<R> {
    reader: R,
    has_ended: bool,
}

impl<R: Read> Once<R> {
    const fn new(reader: R) -> Self {
        Once { reader, has_ended: false }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_ended {
            return Ok(0);
        }
        let read = self.reader.read(buffer)?;
        self.has_ended = read == 0 && !buffer.is_empty();
        Ok(read)
    }
}

/// A file, at the size that it had when it was opened.
#[derive(Clone)]
pub(crate) struct Regular {
    pub(crate) file: Arc<File>,
    pub(crate) size: u64,
    /// Where the next read in order reads.
    position: u64,
}

impl Input {
    pub(crate) fn of(file: File, metadata: &Metadata) -> Input {
        // Files of the kernel claim to be empty, and so does what has been created just now.
        match metadata.is_file() && metadata.len() > 0 {
            true => {
                Input::Regular(Regular { file: Arc::new(file), size: metadata.len(), position: 0 })
            }
            false => Input::Stream(Once::new(file)),
        }
    }

    /// Reads what stands at `offset`. Only a regular file can be read elsewhere than where the last
    /// read ended.
    pub(crate) fn read(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Stdin(stdin) => stdin.read(buffer),
            Input::Stream(file) => file.read(buffer),
            Input::Regular(regular) => regular.read(offset, buffer),
        }
    }

    /// Whether a read that gave less than was asked for, and ended at `offset`, came to the end:
    /// that saves asking once more, for each of many small files.
    pub(crate) fn ends_short_at(&self, offset: u64) -> bool {
        matches!(self, Input::Regular(regular) if offset >= regular.size)
    }

    /// Whether the file was cut short while it was read, in words.
    pub(crate) fn lost(&self, read: u64) -> Option<String> {
        self.regular()?.lost(read)
    }
}

impl Input {
    /// Which regular file it is: two names of the same have the same.
    pub(crate) fn identity(&self) -> Option<(u64, u64)> {
        match self {
            Input::Stdin(stdin) => identity(&stdin.reader),
            Input::Stream(file) => identity(&file.reader),
            Input::Regular(regular) => identity(&regular.file),
        }
    }

    /// The file, if it is a regular one.
    pub(crate) const fn regular(&self) -> Option<&Regular> {
        match self {
            Input::Regular(regular) => Some(regular),
            _ => None,
        }
    }
}

/// Which regular file this is, if it is one.
pub(crate) fn identity(file: &impl AsFd) -> Option<(u64, u64)> {
    let metadata = File::from(file.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    metadata.is_file().then(|| identity_of(&metadata))
}

/// Which file this is: two names of the same have the same. Device and inode.
pub(crate) fn identity_of(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

impl Regular {
    /// Whether it was cut short while it was read, in words. Files of the kernel claim sizes that
    /// they do not have; those do not change.
    pub(crate) fn lost(&self, read: u64) -> Option<String> {
        let Regular { file, size, .. } = self;
        if read >= *size || file.metadata().is_ok_and(|metadata| metadata.len() == *size) {
            return None;
        }
        Some(format!(
            "shrank while it was read: it had {size} bytes, and ended after {read}; run again once \
             nothing writes to it"
        ))
    }

    /// Not at an offset of the system's choice unless it must be: there are files that can be read
    /// in order only.
    fn read(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        if offset != self.position {
            self.position = file.seek(SeekFrom::Start(offset))?;
        }
        let read = file.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}

/// What a name led to.
pub(crate) enum Opened {
    Input(Input),
    /// What has taken the place of a file since that was listed, and is left alone.
    Special(&'static str),
}

/// Opens an input.
pub(crate) fn open(target: &Target) -> io::Result<Opened> {
    let file = match target.origin {
        Origin::Stdin if raw::was_closed(0) => return Err(closed()),
        Origin::Stdin => return Ok(Opened::Input(Input::Stdin(Once::new(io::stdin())))),
        Origin::Named => File::open(&target.path)?,
        // Or a FIFO would be waited for; of regular files it makes no difference.
        Origin::Met => {
            OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(&target.path)?
        }
    };
    let metadata = file.metadata()?;
    match special(metadata.file_type()) {
        Some(why) if target.origin == Origin::Met => Ok(Opened::Special(why)),
        _ => Ok(Opened::Input(Input::of(file, &metadata))),
    }
}
