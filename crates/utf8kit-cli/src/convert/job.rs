//! The conversion of one input, by as many threads as there are: pieces are converted in any order
//! and written in theirs, by whoever has the turn.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use utf8kit_text::charset::{Charset, Malformed, Stop, Transcoder, Trouble, Unmappable};

use super::fault::{self, Fault};
use super::lines;
use super::settings::{Policy, Settings};
use super::source::{PIECE, Piece, Source};
use super::transliterate;
use crate::buffer::Buffer;
use crate::engine::engine;
use crate::output::Outputs;
use crate::place::{Passage, Place};
use crate::report::escape::hex;

/// The most that a byte becomes, of what is converted without escape sequences.
const GROWTH: usize = 4;

/// How many pieces may be done before their turn: waking a thread takes longer than converting a
/// piece.
const MAX_WAITING: usize = 8;

/// One thread's memory.
pub(super) struct Hands {
    buffer: Buffer,
    out: Vec<u8>,
}

impl Hands {
    pub(super) fn new() -> Hands {
        Hands { buffer: Source::buffer(), out: Hands::room() }
    }

    fn room() -> Vec<u8> {
        vec![0; GROWTH * PIECE]
    }
}

/// Where the converted text goes.
#[derive(Clone)]
pub(super) enum Sink {
    Stdout(Arc<Outputs>),
    File(Arc<File>),
}

impl Sink {
    /// Trouble with standard output ends the process.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Sink::Stdout(outputs) => {
                outputs.write_stdout(bytes);
                Ok(())
            }
            Sink::File(file) => (&**file).write_all(bytes),
        }
    }
}

/// One input's conversion.
pub(crate) struct Job {
    settings: Arc<Settings>,
    pub(super) from: Charset,
    source: Source,
    sink: Sink,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// The index of the piece that is to be written next.
    turn: u64,
    /// Nothing more is to be written.
    has_ended: bool,
    result: Outcome,
    /// Pieces that are done before their turn, by index.
    waiting: BTreeMap<u64, (Vec<u8>, Done)>,
    /// Memory for output that nobody uses.
    spare: Vec<Vec<u8>>,
    /// How many threads wait: mostly none, and then none need be woken.
    sleepers: usize,
    /// Where the next piece starts; nobody asks behind the first fault.
    place: Place,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Outcome {
    /// How many bytes were converted, or would have been.
    pub(super) bytes: u64,
    pub(super) malformed: u64,
    pub(super) unmappable: u64,
    pub(super) first: Option<Fault>,
    pub(super) failure: Option<Failure>,
}

pub(super) enum Failure {
    /// The offset and why.
    Read(u64, io::Error),
    Write(io::Error),
}

/// What a piece has that could not be converted.
#[derive(Default)]
struct Faults {
    malformed: u64,
    unmappable: u64,
    /// Where the first stands in the buffer.
    first: Option<(usize, What)>,
    /// It ends the conversion.
    is_fatal: bool,
}

#[derive(Clone, Copy)]
pub(super) enum What {
    Malformed(Malformed),
    Unmappable(Unmappable),
}

impl What {
    pub(super) const fn len(&self) -> usize {
        match self {
            What::Malformed(malformed) => malformed.len,
            What::Unmappable(unmappable) => unmappable.len,
        }
    }
}

/// What is known of a piece that was converted.
struct Done {
    /// How many bytes it became.
    filled: usize,
    bytes: u64,
    /// Up to the first fault, or all of it.
    passage: Passage,
    faults: Faults,
    /// The first, if it may be that of the whole input.
    fault: Option<Fault>,
    /// Nothing follows.
    is_end: bool,
}

impl Outcome {
    /// Adds what comes next, from `place` on; true if nothing follows.
    fn add(&mut self, done: Done, place: &mut Place) -> bool {
        if self.first.is_none() {
            place.add(done.passage);
            self.first = done.fault.map(|fault| fault.at(*place));
        }
        self.bytes += done.bytes;
        self.malformed += done.faults.malformed;
        self.unmappable += done.faults.unmappable;
        done.is_end
    }
}

/// A piece whose turn does not come: the conversion has ended before it.
struct Ended;

impl Job {
    pub(super) fn new(
        settings: &Arc<Settings>,
        from: Charset,
        source: Source,
        sink: &Sink,
        place: Place,
    ) -> Job {
        let state = State {
            turn: 0,
            has_ended: false,
            result: Outcome::default(),
            waiting: BTreeMap::new(),
            spare: Vec::new(),
            sleepers: 0,
            place,
        };
        Job {
            settings: Arc::clone(settings),
            from,
            source,
            sink: sink.clone(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Whether others can help, and it is worth while.
    pub(super) fn can_be_shared(&self) -> bool {
        self.source.is_large() && !self.transcoder().has_state()
    }

    /// Converts pieces until none is left to claim, counting them. `passed` is told how much was
    /// converted.
    pub(super) fn help(&self, hands: &mut Hands, passed: &dyn Fn(u64)) {
        let mut transcoder = self.transcoder();
        while !self.lock().has_ended {
            match self.source.claim(&mut hands.buffer) {
                Ok(Some(piece)) => {
                    if self.convert(&piece, &mut transcoder, hands).is_err() {
                        return;
                    }
                    passed(piece.text.len() as u64);
                }
                Ok(None) => return,
                Err((index, error)) => {
                    if self.take_turn(index).is_ok() {
                        let mut state = self.lock();
                        let at = state.result.bytes;
                        self.end(&mut state, Some(Failure::Read(at, error)));
                    }
                    return;
                }
            }
        }
    }

    /// What came of it, once all pieces have been written that will be.
    pub(super) fn finish(&self) -> Outcome {
        let mut state = self.lock();
        while !state.has_ended {
            state = self.wait(state);
        }
        std::mem::take(&mut state.result)
    }

    fn transcoder(&self) -> Transcoder {
        Transcoder::new(self.from, self.settings.to).with_engine(engine())
    }

    fn convert(
        &self,
        piece: &Piece,
        transcoder: &mut Transcoder,
        hands: &mut Hands,
    ) -> Result<(), Ended> {
        let Hands { buffer, out } = &mut *hands;
        let mut at = piece.text.start;
        let mut filled = 0;
        let mut faults = Faults::default();
        loop {
            let text = &buffer[at..piece.text.end];
            let room = &mut out[filled..];
            // Of those behind the first, nobody asks what they are.
            let lossy = match faults.first {
                Some(_) if self.replaces_malformed() => transcoder.convert_lossy(text, room),
                _ => None,
            };
            let progress = match lossy {
                Some((progress, malformed)) => {
                    faults.malformed += malformed;
                    progress
                }
                None => transcoder.convert(text, piece.is_last, room),
            };
            at += progress.read;
            filled += progress.written;
            let what = match progress.stop {
                Stop::Done => break,
                Stop::OutputFull => {
                    self.write_early(piece.index, out, &mut filled)?;
                    continue;
                }
                Stop::Malformed(Trouble::Malformed(malformed)) => What::Malformed(malformed),
                Stop::Malformed(Trouble::Unmappable(unmappable)) => What::Unmappable(unmappable),
            };
            let bytes = &buffer[at..at + what.len()];
            if !faults.add(at, what, &self.settings) {
                break;
            }
            if out.len() - filled < 2 * Transcoder::MIN_ROOM {
                self.write_early(piece.index, out, &mut filled)?;
            }
            filled += self.write_instead(what, bytes, transcoder, &mut out[filled..]);
            at += what.len();
            if !matches!(what, What::Malformed(_)) {
                continue;
            }
            // Errors often come in a row, and telling the next is cheaper than converting nothing.
            while let Some(len) = self.next_error(&buffer[at..piece.text.end], piece.is_last) {
                if out.len() - filled < 2 * Transcoder::MIN_ROOM {
                    self.write_early(piece.index, out, &mut filled)?;
                }
                let bytes = &buffer[at..at + len];
                filled += self.write_instead(what, bytes, transcoder, &mut out[filled..]);
                faults.malformed += 1;
                at += len;
            }
        }
        if piece.is_last && !faults.is_fatal {
            if out.len() - filled < Transcoder::MIN_ROOM {
                self.write_early(piece.index, out, &mut filled)?;
            }
            filled += transcoder.finish(&mut out[filled..]);
        }
        let text = &buffer[piece.text.clone()];
        let before = faults.first.map_or(text.len(), |(at, _)| at - piece.text.start);
        let passage = lines::passage(self.from, &text[..before]);
        let fault = faults.first.filter(|_| self.lock().result.first.is_none());
        let fault = fault.map(|(at, what)| {
            let offset = piece.offset + before as u64;
            let pair = (self.from, self.settings.to);
            let columns = self.settings.columns;
            fault::describe(pair, &buffer[..piece.filled], at, what, offset, columns)
        });
        let bytes = text.len() as u64;
        let is_end = faults.is_fatal || piece.is_last;
        self.write(piece, hands, Done { filled, bytes, passage, faults, fault, is_end })
    }

    /// The length of what is malformed at the start of `text`, if the source is UTF-8, and what
    /// follows cannot change it.
    fn next_error(&self, text: &[u8], is_last: bool) -> Option<usize> {
        const LONGEST: usize = 4;
        if self.from != Charset::UTF_8 || text.len() < LONGEST && !is_last {
            return None;
        }
        Some(utf8kit::decode_first(text)?.err()?.subpart_len())
    }

    fn replaces_malformed(&self) -> bool {
        matches!(self.settings.malformed, Policy::Replace | Policy::Transliterate)
    }

    /// What stands for something that cannot be converted.
    fn write_instead(
        &self,
        what: What,
        bytes: &[u8],
        transcoder: &mut Transcoder,
        out: &mut [u8],
    ) -> usize {
        let text: Cow<'_, str> = match (self.settings.policy(&what), what) {
            (Policy::Fail | Policy::Skip, _) => return 0,
            (Policy::Replace | Policy::Transliterate, What::Malformed(_)) => {
                self.settings.replacement.into()
            }
            (Policy::Replace, What::Unmappable(_)) => "?".into(),
            (Policy::Transliterate, What::Unmappable(unmappable)) => {
                transliterate::ascii(unmappable.character).unwrap_or("?").into()
            }
            (Policy::Escape, What::Malformed(_)) => {
                let mut text = String::with_capacity(4 * bytes.len());
                for &byte in bytes {
                    text.push_str("\\x");
                    text.extend(hex(byte).map(char::from));
                }
                text.into()
            }
            (Policy::Escape, What::Unmappable(unmappable)) => {
                format!("\\u{{{:X}}}", u32::from(unmappable.character)).into()
            }
        };
        // ASCII, but for U+FFFD where the target has it.
        transcoder.write(&text, out).unwrap_or(0)
    }

    /// Writes what fills the memory for output before the piece is done: its turn has to come
    /// first.
    fn write_early(&self, index: u64, out: &[u8], filled: &mut usize) -> Result<(), Ended> {
        self.take_turn(index)?;
        if let Err(error) = self.sink.write(&out[..*filled]) {
            self.end(&mut self.lock(), Some(Failure::Write(error)));
            return Err(Ended);
        }
        *filled = 0;
        Ok(())
    }

    /// Hands over what a piece became: to be written now, if it is its turn, or by whoever writes
    /// what is before it.
    fn write(&self, piece: &Piece, hands: &mut Hands, done: Done) -> Result<(), Ended> {
        let mut state = self.lock();
        while state.turn != piece.index && state.waiting.len() >= MAX_WAITING && !state.has_ended {
            state = self.wait(state);
        }
        if state.has_ended {
            return Err(Ended);
        }
        if state.turn != piece.index {
            let spare = state.spare.pop().unwrap_or_else(Hands::room);
            let out = std::mem::replace(&mut hands.out, spare);
            state.waiting.insert(piece.index, (out, done));
            return Ok(());
        }
        let mut next = done;
        let mut theirs: Option<Vec<u8>> = None;
        loop {
            drop(state);
            // Nobody else has the turn.
            let out = theirs.as_ref().unwrap_or(&hands.out);
            let written = self.sink.write(&out[..next.filled]);
            state = self.lock();
            state.spare.extend(theirs.take());
            let State { result, place, .. } = &mut *state;
            let is_end = result.add(next, place);
            if let Err(error) = written {
                self.end(&mut state, Some(Failure::Write(error)));
                return Ok(());
            }
            if is_end {
                self.end(&mut state, None);
                return Ok(());
            }
            state.turn += 1;
            let turn = state.turn;
            let Some((out, done)) = state.waiting.remove(&turn) else { break };
            theirs = Some(out);
            next = done;
        }
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
        Ok(())
    }

    fn take_turn(&self, index: u64) -> Result<(), Ended> {
        let mut state = self.lock();
        while state.turn != index && !state.has_ended {
            state = self.wait(state);
        }
        if state.has_ended { Err(Ended) } else { Ok(()) }
    }

    fn wait<'s>(&self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        state.sleepers += 1;
        state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        state.sleepers -= 1;
        state
    }

    fn end(&self, state: &mut State, failure: Option<Failure>) {
        state.result.failure = failure;
        state.has_ended = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Faults {
    /// Counts one at `at`, and says whether the conversion goes on.
    fn add(&mut self, at: usize, what: What, settings: &Settings) -> bool {
        self.first.get_or_insert((at, what));
        match what {
            What::Malformed(_) => self.malformed += 1,
            What::Unmappable(_) => self.unmappable += 1,
        }
        self.is_fatal = settings.policy(&what) == Policy::Fail;
        !self.is_fatal
    }
}
