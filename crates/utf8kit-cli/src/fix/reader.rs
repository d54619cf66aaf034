//! An input in pieces: of a large file, the next are read while one is fixed.
//!
//! What is left of a piece stands in front of the next one, which is read to where a page starts: the
//! kernel copies several times as fast to there.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::buffer::Buffer;
use crate::input::Input;

/// So much is read at once.
const PIECE: usize = 128 * 1024;

/// So much of an input is seen at once at its start.
const HEAD: usize = 1024 * 1024;

/// No more is left of a piece: half a line, of which what it is will be decided, or half a character.
const MARGIN: usize = 4096;
const _: () = assert!(super::flow::MOST_OF_LINE + 8 < MARGIN);

/// A smaller file is read before another thread has begun.
const LARGE: u64 = 8 * 1024 * 1024;

/// So many pieces are read ahead.
const AHEAD: usize = 3;

/// A piece that was read: nothing, at the end.
struct Filled {
    buffer: Buffer,
    len: usize,
}

enum From<'i> {
    /// Read when it is asked for.
    Here(&'i mut Input),
    /// Read by another thread, which gets the buffers back.
    Ahead { filled: Receiver<io::Result<Filled>>, empty: SyncSender<Buffer> },
}

/// Reads one input.
pub(super) struct Reader<'i> {
    from: From<'i>,
    piece: Option<Filled>,
    /// Where the text at hand starts in the buffer.
    start: usize,
    pub(super) read: u64,
    pub(super) has_ended: bool,
}

impl<'i> Reader<'i> {
    /// Reads the first MiB of `input`, or its first line, if it `is_slow`.
    pub(super) fn new(input: &'i mut Input, is_slow: bool) -> io::Result<Reader<'i>> {
        let mut buffer = Buffer::new(MARGIN + HEAD);
        let (len, has_ended) = match is_slow {
            true => fill_line(input, &mut buffer[MARGIN..])?,
            false => fill(input, 0, &mut buffer[MARGIN..], HEAD)?,
        };
        let is_large = input.regular().is_some_and(|regular| regular.size >= LARGE);
        let ahead = if is_large && !has_ended { spawn(input, len as u64) } else { None };
        Ok(Reader {
            from: ahead.unwrap_or(From::Here(input)),
            piece: Some(Filled { buffer, len }),
            start: MARGIN,
            read: len as u64,
            has_ended,
        })
    }

    /// The text at hand.
    pub(super) fn text(&self) -> &[u8] {
        self.piece.as_ref().map_or(&[], |piece| &piece.buffer[self.start..MARGIN + piece.len])
    }

    /// Reads on behind the last `left` bytes of the text at hand, which are kept.
    pub(super) fn advance(&mut self, left: usize) -> io::Result<()> {
        let mut kept = [0; MARGIN];
        let text = self.text();
        let kept = &mut kept[..left];
        kept.copy_from_slice(&text[text.len() - left..]);
        let used = self.piece.take().map(|piece| piece.buffer);
        let mut next = match &mut self.from {
            From::Here(input) => {
                let mut buffer = used.unwrap_or_else(|| Buffer::new(MARGIN + PIECE));
                let room = &mut buffer[MARGIN..MARGIN + PIECE];
                let (len, _) = fill(input, self.read, room, 1)?;
                Filled { buffer, len }
            }
            From::Ahead { filled, empty } => {
                // The thread may have ended, and the first buffer is larger than it needs.
                let _ = used.map(|buffer| empty.try_send(buffer));
                filled.recv().unwrap_or_else(|_| Err(io::Error::other("its reader ended")))?
            }
        };
        self.read += next.len as u64;
        self.has_ended = next.len == 0;
        self.start = MARGIN - left;
        next.buffer[self.start..MARGIN].copy_from_slice(kept);
        self.piece = Some(next);
        Ok(())
    }
}

/// Reads until `wanted` bytes are there; says how many are, and whether that is the end.
fn fill(
    input: &mut Input,
    offset: u64,
    buffer: &mut [u8],
    wanted: usize,
) -> io::Result<(usize, bool)> {
    let mut filled = 0;
    while filled < wanted {
        match input.read(offset + filled as u64, &mut buffer[filled..]) {
            Ok(0) => return Ok((filled, true)),
            Ok(len) => filled += len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok((filled, false))
}

/// Reads until there is a line, or much of one.
fn fill_line(input: &mut Input, buffer: &mut [u8]) -> io::Result<(usize, bool)> {
    /// No mark is longer, and longer lines are rare.
    const ENOUGH: usize = 4096;
    let mut filled = 0;
    loop {
        let (len, has_ended) = fill(input, filled as u64, &mut buffer[filled..], 1)?;
        filled += len;
        if has_ended || filled >= ENOUGH || buffer[..filled].contains(&b'\n') {
            return Ok((filled, has_ended));
        }
    }
}

/// Has a file read on by another thread, from `offset` on. `None` where the system has no thread.
fn spawn<'i>(input: &Input, offset: u64) -> Option<From<'i>> {
    let mut input = Input::Regular(input.regular()?.clone());
    let (give, filled) = sync_channel(AHEAD);
    let (empty, take) = sync_channel(AHEAD + 1);
    for _ in 0..AHEAD {
        let _ = empty.try_send(Buffer::new(MARGIN + PIECE));
    }
    let read_on = move || {
        let mut offset = offset;
        while let Ok(mut buffer) = Receiver::<Buffer>::recv(&take) {
            let filled = fill(&mut input, offset, &mut buffer[MARGIN..MARGIN + PIECE], 1);
            let is_over = !matches!(filled, Ok((1.., _)));
            let filled = filled.map(|(len, _)| Filled { buffer, len });
            offset += filled.as_ref().map_or(0, |filled| filled.len as u64);
            // Whoever asked may want no more.
            if give.send(filled).is_err() || is_over {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read_on).ok()?;
    Some(From::Ahead { filled, empty })
}
