//! The text to convert, in pieces that can be converted each alone.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, PoisonError};

use utf8kit_text::charset::Charset;
use utf8kit_text::guess;

use crate::buffer::Buffer;
use crate::input::Input;

/// Large enough that system calls cost little, small enough for the second-level cache.
pub(super) const PIECE: usize = 128 * 1024;

/// What is kept around a piece, for excerpts and for the reasons of errors.
const CONTEXT: usize = 1024;

/// So much behind every piece but the last is there when it is cut: what is written to the file
/// later does not move the cut.
const LOOKAHEAD: u64 = 16;

/// A stream that gives less at once is not to be kept waiting for context.
const PLENTY: usize = 16 * 1024;

/// Where pieces come from; threads share it.
pub(super) struct Source {
    charset: Charset,
    /// A file of which any thread can read any piece.
    file: Option<Arc<File>>,
    /// Where the text starts: behind a mark that is no text.
    origin: u64,
    state: Mutex<State>,
}

struct State {
    /// Of the next piece.
    index: u64,
    offset: u64,
    /// Of the file, as far as is known.
    size: u64,
    stream: Option<Stream>,
    /// Of a stream: context that was read with the last piece, and what is behind it.
    kept: Vec<u8>,
    kept_context: usize,
    has_ended: bool,
}

/// An input that is read in order, of which the start has been read already.
pub(super) struct Stream {
    pub(super) head: Vec<u8>,
    pub(super) head_at: usize,
    pub(super) input: Input,
    /// How much of the input has been read.
    pub(super) read: u64,
}

/// How much of an input has to be seen.
pub(super) enum Head {
    /// So many bytes, however long they take to come.
    Bytes(usize),
    /// So many bytes of a file, and of a pipe or a terminal what comes first.
    OfFile(usize),
}

/// Reads the start of an input, and says whether that is all.
pub(super) fn read_head(mut input: Input, head: Head) -> io::Result<(Stream, bool)> {
    let is_file = input.regular().is_some();
    let (len, wanted) = match head {
        // A file's first system call brings more than a mark at no cost.
        Head::Bytes(len) if is_file => (len, len.max(guess::HEAD)),
        Head::Bytes(len) => (len, len),
        Head::OfFile(len) if is_file => (len, len),
        Head::OfFile(_) => (4, guess::HEAD),
    };
    let mut head = vec![0; wanted];
    let mut filled = 0;
    let mut is_whole = false;
    while filled < len && !is_whole {
        match input.read(filled as u64, &mut head[filled..]) {
            Ok(read) => {
                filled += read;
                is_whole = read == 0;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    head.truncate(filled);
    Ok((Stream { head, head_at: 0, input, read: filled as u64 }, is_whole))
}

/// A part of the text, in the buffer of whoever claimed it.
pub(super) struct Piece {
    pub(super) index: u64,
    /// Of its first byte, in the input.
    pub(super) offset: u64,
    /// Where it stands in the buffer, between context.
    pub(super) text: Range<usize>,
    /// How much of the buffer is filled.
    pub(super) filled: usize,
    pub(super) is_last: bool,
}

impl Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let head = &self.head[self.head_at..];
        if !head.is_empty() {
            let len = head.len().min(buffer.len());
            buffer[..len].copy_from_slice(&head[..len]);
            self.head_at += len;
            return Ok(len);
        }
        self.head = Vec::new();
        self.head_at = 0;
        loop {
            match self.input.read(self.read, buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(read) => {
                    self.read += read as u64;
                    return Ok(read);
                }
            }
        }
    }
}

impl Source {
    /// Text of `charset`, from `origin` on.
    pub(super) fn new(charset: Charset, origin: u64, mut stream: Stream) -> Source {
        let (file, size) = match &stream.input {
            Input::Regular(regular) if charset.is_cut_locally() && origin < regular.size => {
                (Some(Arc::clone(&regular.file)), regular.size)
            }
            _ => (None, 0),
        };
        // The mark has been read.
        stream.head_at = origin as usize;
        let state = State {
            index: 0,
            offset: origin,
            size,
            stream: file.is_none().then_some(stream),
            kept: Vec::new(),
            kept_context: 0,
            has_ended: false,
        };
        Source { charset, file, origin, state: Mutex::new(state) }
    }

    pub(super) fn buffer() -> Buffer {
        Buffer::new(CONTEXT + PIECE + CONTEXT)
    }

    /// Whether there is enough of it to ask others for help.
    pub(super) fn is_large(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.file.is_none() || state.size - self.origin >= 4 * PIECE as u64
    }

    /// Reads the next piece, if there is one. What cannot be read has an index, too.
    pub(super) fn claim(&self, buffer: &mut Buffer) -> Result<Option<Piece>, (u64, io::Error)> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.has_ended {
            return Ok(None);
        }
        let index = state.index;
        state.index += 1;
        match &self.file {
            None => {
                let piece = state.read(self.charset, buffer);
                state.has_ended |= piece.is_err();
                piece.map(Some).map_err(|error| (index, error))
            }
            Some(file) => {
                let start = state.offset;
                let is_last = |size| size - start <= PIECE as u64 + LOOKAHEAD;
                if is_last(state.size)
                    && let Ok(metadata) = file.metadata()
                {
                    // It may have grown meanwhile, and is read to its end.
                    state.size = state.size.max(metadata.len());
                }
                let size = state.size;
                let end = if is_last(size) { size } else { start + PIECE as u64 };
                state.offset = end;
                state.has_ended = end == size;
                drop(state);
                let piece = self.read_at(file, size, index, start..end, buffer);
                piece.map(Some).map_err(|error| (index, error))
            }
        }
    }

    fn read_at(
        &self,
        file: &File,
        size: u64,
        index: u64,
        nominal: Range<u64>,
        buffer: &mut Buffer,
    ) -> io::Result<Piece> {
        let from = self.origin.max(nominal.start.saturating_sub(CONTEXT as u64));
        let to = size.min(nominal.end + CONTEXT as u64);
        let mut filled = 0;
        let wanted = (to - from) as usize;
        while filled < wanted {
            match file.read_at(&mut buffer[filled..wanted], from + filled as u64) {
                // It has shrunk; whoever asked for it finds out by its size.
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        // A whole number of units from the origin.
        let start = ((nominal.start - from) as usize).min(filled);
        let text = &buffer[start..filled];
        let is_last = nominal.end == size;
        let first = if index == 0 { 0 } else { self.charset.cut_at(text, 0) };
        let end = match is_last {
            true => text.len(),
            false => self.charset.cut_at(text, (nominal.end - nominal.start) as usize),
        };
        let offset = from + (start + first) as u64;
        Ok(Piece { index, offset, text: start + first..start + end.max(first), filled, is_last })
    }
}

impl State {
    /// Reads on, and cuts where it is certain that a character ends.
    fn read(&mut self, charset: Charset, buffer: &mut Buffer) -> io::Result<Piece> {
        let mut filled = self.kept.len();
        buffer[..filled].copy_from_slice(&self.kept);
        let start = self.kept_context;
        let (end, is_last) = loop {
            let Some(stream) = &mut self.stream else { break (filled, true) };
            let read = stream.read(&mut buffer[filled..])?;
            filled += read;
            if read == 0 {
                break (filled, true);
            }
            let text = &buffer[start..filled];
            let cut = match text.len() >= PLENTY && charset.is_cut_locally() {
                true => charset.cut_at(text, text.len() - CONTEXT),
                false => charset.cut_before_end(text),
            };
            if cut > 0 {
                break (start + cut, false);
            }
        };
        let context = end.saturating_sub(CONTEXT);
        self.kept.clear();
        self.kept.extend_from_slice(&buffer[context..filled]);
        self.kept_context = end - context;
        self.has_ended = is_last;
        let offset = self.offset;
        self.offset += (end - start) as u64;
        Ok(Piece { index: self.index - 1, offset, text: start..end, filled, is_last })
    }
}
