//! Standard output and standard error, which whoever writes holds for as long as that takes.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{exit, raw};

/// Standard output.
pub(crate) fn stdout() -> Box<dyn Write + Send> {
    match raw::was_closed(1) {
        true => Box::new(Closed),
        false => Box::new(io::stdout()),
    }
}

/// Standard output as a file: what is large needs no buffer.
pub(crate) fn unbuffered_stdout() -> io::Result<File> {
    if raw::was_closed(1) {
        return Err(closed());
    }
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// What is said of a standard stream that was closed when the process began.
pub(crate) fn closed() -> io::Error {
    io::Error::other("it is closed")
}

/// A closed standard output.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(closed())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Text for both, whole lines of it.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Output {
    pub(crate) fn len(&self) -> usize {
        self.stdout.len() + self.stderr.len()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.stdout.shrink_to_fit();
        self.stderr.shrink_to_fit();
    }
}

/// The two outputs, and a line on the terminal that gives way to what is written.
pub(crate) struct Outputs(Mutex<Held>);

pub(crate) struct Held {
    stdout: Box<dyn Write + Send>,
    stderr: Box<dyn Write + Send>,
    /// Whether the terminal shows a line that is to be erased.
    shows_status: bool,
}

impl Outputs {
    pub(crate) fn new(stdout: Box<dyn Write + Send>, stderr: Box<dyn Write + Send>) -> Outputs {
        Outputs(Mutex::new(Held { stdout, stderr, shows_status: false }))
    }

    /// Writes all of `output`, and empties it.
    pub(crate) fn write(&self, output: &mut Output) {
        if output.len() > 0 {
            self.hold().write(output);
        }
    }

    /// Writes bytes that are no lines, for standard output.
    pub(crate) fn write_stdout(&self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let mut held = self.hold();
        held.erase_status();
        if let Err(error) = held.stdout.write_all(bytes) {
            exit::output_failed(&error);
        }
    }

    /// Shows `line`, which is shorter than the terminal is wide, in place of the one before.
    pub(crate) fn show_status(&self, line: &str) {
        let mut held = self.hold();
        held.shows_status = true;
        let _ = write!(held.stderr, "\r{line}\x1B[K");
        let _ = held.stderr.flush();
    }

    pub(crate) fn erase_status(&self) {
        self.hold().erase_status();
    }

    fn hold(&self) -> MutexGuard<'_, Held> {
        // A thread that panicked while it wrote has ended the process's output anyway.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits until nobody writes, but not for longer than `patience`.
    pub(crate) fn hold_within(&self, patience: Duration) -> Option<MutexGuard<'_, Held>> {
        let deadline = Instant::now() + patience;
        loop {
            match self.0.try_lock() {
                Ok(held) => return Some(held),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    thread::sleep(Duration::from_millis(1));
                }
                Err(TryLockError::WouldBlock) => return None,
            }
        }
    }
}

impl Held {
    fn write(&mut self, output: &mut Output) {
        self.erase_status();
        let result = self.stdout.write_all(&output.stdout).and_then(|()| match output.stdout[..] {
            [] => Ok(()),
            _ => self.stdout.flush(),
        });
        if let Err(error) = result {
            exit::output_failed(&error);
        }
        // Nobody is left to be told of trouble with standard error.
        let _ = self.stderr.write_all(&output.stderr);
        output.stdout.clear();
        output.stderr.clear();
    }

    pub(crate) fn erase_status(&mut self) {
        if std::mem::take(&mut self.shows_status) {
            let _ = self.stderr.write_all(b"\r\x1B[K");
            let _ = self.stderr.flush();
        }
    }
}
