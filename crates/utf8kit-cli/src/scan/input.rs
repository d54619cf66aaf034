//! What is examined: read in order, and, if it is a file, anywhere.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Stdin};
use std::sync::Arc;

/// An input that is open.
pub(crate) enum Input {
    Stdin(Stdin),
    /// What has no size that could be trusted: a FIFO, a device, a file that the kernel makes up.
    Stream(File),
    Regular(Regular),
}

/// A file, at the size that it had when it was opened.
pub(crate) struct Regular {
    pub(super) file: Arc<File>,
    pub(super) size: u64,
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
            false => Input::Stream(file),
        }
    }

    /// Reads what stands at `offset`. Only a regular file can be read elsewhere than where the last
    /// read ended.
    pub(super) fn read(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Stdin(stdin) => stdin.read(buffer),
            Input::Stream(file) => file.read(buffer),
            Input::Regular(regular) => regular.read(offset, buffer),
        }
    }

    /// Whether a read that gave less than was asked for, and ended at `offset`, came to the end:
    /// that saves asking once more, for each of many small files.
    pub(super) fn ends_short_at(&self, offset: u64) -> bool {
        matches!(self, Input::Regular(regular) if offset >= regular.size)
    }

    /// Whether the file was cut short while it was read, in words. Files of the kernel claim sizes
    /// that they do not have; those do not change.
    pub(crate) fn lost(&self, read: u64) -> Option<String> {
        let Input::Regular(Regular { file, size, .. }) = self else { return None };
        if read >= *size || file.metadata().is_ok_and(|metadata| metadata.len() == *size) {
            return None;
        }
        Some(format!(
            "shrank while it was read: it had {size} bytes, and ended after {read}; run again once \
             nothing writes to it"
        ))
    }
}

impl Regular {
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
