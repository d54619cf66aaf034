//! A moving window over an input of any size.

use std::io;

use crate::buffer::Buffer;
use crate::input::Input;

/// What is kept behind the place in question: evidence for causes, and the start of an excerpt.
const HISTORY: usize = 8 * 1024;

/// What is there before it as well, unless the input ends: so that what is said of a place never
/// depends on where pieces were cut.
const LOOKAHEAD: usize = 1024;

/// Large enough that system calls cost little, small enough for the second-level cache.
const CAPACITY: usize = HISTORY + LOOKAHEAD + 128 * 1024;

pub(crate) struct Window {
    buffer: Buffer,
    filled: usize,
    /// Of the buffer's first byte, in the input.
    offset: u64,
    has_ended: bool,
}

impl Window {
    pub(crate) fn new() -> Window {
        Window { buffer: Buffer::new(CAPACITY), filled: 0, offset: 0, has_ended: false }
    }

    /// Starts over with another input.
    pub(crate) fn start(&mut self, input: &mut Input) -> io::Result<()> {
        (self.filled, self.offset, self.has_ended) = (0, 0, false);
        self.fill(input)
    }

    /// Moves on, so that the place `at` has context on both sides, and says where it is now.
    pub(crate) fn advance(&mut self, at: usize, input: &mut Input) -> io::Result<usize> {
        let passed = at.saturating_sub(HISTORY);
        self.buffer.copy_within(passed..self.filled, 0);
        self.filled -= passed;
        self.offset += passed as u64;
        self.fill(input)?;
        Ok(at - passed)
    }

    /// Moves on to `offset`, further than the window reaches, and says where it is now.
    pub(crate) fn jump(&mut self, offset: u64, input: &mut Input) -> io::Result<usize> {
        self.offset = offset.saturating_sub(HISTORY as u64);
        self.filled = 0;
        self.fill(input)?;
        // A file that has shrunk may end before.
        Ok(self.filled.min((offset - self.offset) as usize))
    }

    fn fill(&mut self, input: &mut Input) -> io::Result<()> {
        while !self.has_ended && self.filled < self.buffer.len() {
            match input.read(self.read(), &mut self.buffer[self.filled..]) {
                Ok(read) => {
                    self.filled += read;
                    let is_short = self.filled < self.buffer.len();
                    self.has_ended = read == 0 || is_short && input.ends_short_at(self.read());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// The offset in the input of the byte at `at`.
    pub(crate) const fn offset(&self, at: usize) -> u64 {
        self.offset + at as u64
    }

    /// Whether the input ends where it ends.
    pub(crate) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// How much of the input has been read.
    pub(crate) const fn read(&self) -> u64 {
        self.offset(self.filled)
    }

    /// Whether what may be asked about the place `at` can be answered.
    pub(crate) const fn has_context(&self, at: usize) -> bool {
        self.has_ended || at + LOOKAHEAD <= self.filled
    }

    /// The text up to where that is so.
    pub(crate) fn text_with_context(&self) -> &[u8] {
        let lacking = if self.has_ended { 0 } else { LOOKAHEAD };
        &self.buffer[..self.filled.saturating_sub(lacking)]
    }
}
