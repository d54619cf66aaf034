//! One input on its way through a fixer.
//!
//! ```text
//! undecided    all is well-formed so far: it goes on as it is
//! at the first ill-formed byte, or at a doubtful start: what is this? (`decide`)
//! UTF-8        damaged: the fixer mends it
//! a charset    decoded, then fixed
//! changes      each part as what it is
//! ```

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::io;

use utf8kit::{Bom, Encoding, Kind, Utf8Chunks};
use utf8kit_text::charset::Charset;
use utf8kit_text::fix::{Done, Fixer, Invalid, Mark, Piece, Pipeline, Source, Step};
use utf8kit_text::guess::{self, Binary};

use super::Fixing;
use super::decide::{self, Decided, Known};
use super::decode::Decoder;
use super::reader::Reader;
use crate::engine::engine;
use crate::input::{Input, Regular};
use crate::judged;
use crate::report::counted;
use crate::sample::sample;

/// So much of a line is awaited before it is decided what that is.
pub(super) const MOST_OF_LINE: usize = 2048;

/// Of UTF-32.
const LONGEST_MARK: usize = 4;

/// What came of an input.
pub(super) struct Outcome {
    pub(super) read: u64,
    pub(super) done: Done,
    /// What it was in, if not in UTF-8.
    pub(super) from: Option<String>,
    /// What was not certain, and declarations that are no longer true.
    pub(super) notes: Vec<String>,
    /// How many malformed sequences of that encoding were escaped.
    escaped: u64,
}

impl Outcome {
    pub(super) fn is_changed(&self) -> bool {
        self.from.is_some() || self.done.changed()
    }

    pub(super) fn lost(&self) -> u64 {
        self.done.lost() + self.escaped
    }
}

/// Why an input was not fixed.
pub(super) enum Refusal {
    /// By what it is.
    Refused(String),
    /// It is something else.
    NoText(Binary),
    Trouble(String),
}

/// What goes on with a piece, or says that no more is wanted.
pub(super) trait Take {
    /// Takes whole lines, before and after.
    fn take(&mut self, piece: Piece<'_>);

    /// Whether more is wanted.
    fn is_open(&self) -> bool;

    /// All that has come is to be passed on now.
    fn pause(&mut self);
}

/// Passes nothing on from where something is ill-formed still, if it `refuses` that.
struct Gate<'t> {
    take: &'t mut dyn Take,
    refuses: bool,
    is_closed: bool,
}

impl Take for Gate<'_> {
    fn take(&mut self, piece: Piece<'_>) {
        self.is_closed |= self.refuses && piece.is_ill_formed();
        if !self.is_closed {
            self.take.take(piece);
        }
    }

    fn is_open(&self) -> bool {
        self.take.is_open()
    }

    fn pause(&mut self) {
        self.take.pause();
    }
}

/// What an input is among others.
#[derive(Clone, Copy)]
pub(super) struct Role {
    /// It was met in a directory, and is left alone if it is no text.
    pub(super) is_met: bool,
    /// It goes behind another input to the same output, where U+FEFF would be no mark.
    pub(super) is_behind: bool,
}

impl Role {
    fn suited(self, pipeline: Pipeline) -> Pipeline {
        if self.is_behind { pipeline.with(Step::Bom(Mark::Strip)) } else { pipeline }
    }
}

enum Mode {
    Undecided,
    Utf8,
    Other(Box<Decoder>),
}

/// An input that is being read.
pub(super) struct Flow<'a> {
    fixing: &'a Fixing,
    /// The input, if it is a file.
    regular: Option<Regular>,
    fixer: Fixer,
    mode: Mode,
    /// Where the next parts start, and what they are in.
    parts: VecDeque<(u64, Encoding)>,
    head: Vec<u8>,
    /// Where the next byte stands that has not been passed on.
    offset: u64,
    from: Option<String>,
    notes: Vec<String>,
    /// Why nothing may be lost, if nothing may.
    strictly: Option<String>,
    role: Role,
    escaped: u64,
}

impl<'a> Flow<'a> {
    pub(super) fn new(fixing: &'a Fixing, input: &Input, role: Role) -> Flow<'a> {
        let pipeline = role.suited(fixing.pipeline.clone().without("fallback"));
        Flow {
            fixing,
            regular: input.regular().cloned(),
            fixer: Fixer::new(&pipeline),
            mode: Mode::Undecided,
            parts: VecDeque::new(),
            head: Vec::new(),
            offset: 0,
            from: None,
            notes: Vec::new(),
            strictly: fixing.is_strict.then(|| "--invalid error".into()),
            role,
            escaped: 0,
        }
    }

    /// Reads all of it. `count`: is told of bytes that were read.
    pub(super) fn run(
        mut self,
        input: &mut Input,
        take: &mut dyn Take,
        count: &dyn Fn(u64),
    ) -> Result<Outcome, Refusal> {
        let refuses = self.fixing.is_strict;
        let take: &mut dyn Take = &mut Gate { take, refuses, is_closed: false };
        let cannot_read = |read: u64, error: io::Error| {
            Refusal::Trouble(format!("cannot be read beyond byte {read}: {error}"))
        };
        let mut reader =
            Reader::new(input, self.fixing.is_streaming).map_err(|error| cannot_read(0, error))?;
        count(reader.read);
        self.begin(reader.text(), reader.has_ended)?;
        while take.is_open() {
            let text = reader.text();
            let left = text.len() - self.push(text, reader.has_ended, take)?;
            self.refuse_loss()?;
            take.pause();
            if reader.has_ended {
                break;
            }
            let read = reader.read;
            reader.advance(left).map_err(|error| cannot_read(read, error))?;
            count(reader.read - read);
        }
        if reader.has_ended {
            self.end_part(take);
            self.fixer.finish(|piece| take.take(piece));
            if let Some(why) = self.regular.as_ref().and_then(|file| file.lost(reader.read)) {
                return Err(Refusal::Trouble(why));
            }
        }
        self.refuse_loss()?;
        Ok(Outcome {
            read: reader.read,
            done: self.fixer.into_done(),
            from: self.from,
            notes: self.notes,
            escaped: self.escaped,
        })
    }

    /// Refuses the input if something in it is not put right, and that may not be lost.
    fn refuse_loss(&self) -> Result<(), Refusal> {
        let left = self.fixer.done().left();
        let Some(why) = self.strictly.as_ref().filter(|_| left > 0) else { return Ok(()) };
        let what = counted(left, "ill-formed sequence");
        Err(Refusal::Refused(format!(
            "{what} that no step puts right, and {why}; `utf8 check` shows what is wrong, and \
             --invalid replace would put U+FFFD there"
        )))
    }

    /// Looks at the start, which may be well-formed UTF-8 and something else.
    fn begin(&mut self, start: &[u8], has_ended: bool) -> Result<(), Refusal> {
        self.head = start[..start.len().min(judged::START)].to_vec();
        let error = first_error(start, has_ended);
        if self.role.is_met
            && let Some(binary) = guess::binary(&self.head[..self.head.len().min(guess::HEAD)])
            && binary.length() > 1
        {
            return Err(Refusal::NoText(binary));
        }
        let undo = self.fixing.pipeline.steps().find_map(|step| match step {
            Step::Mojibake(undo) => Some(undo),
            _ => None,
        });
        if let Some(undo) = undo {
            let known = Step::Mojibake(undo.clone().known_from(sample(start)));
            let pipeline = self.fixing.pipeline.clone().without("fallback").with(known);
            self.fixer.go_on_with(&self.role.suited(pipeline));
        }
        let has_mark = !matches!(Bom::detect(start), None | Some(Bom::Utf8));
        if error.is_some() || has_mark || judged::may_be_other(&self.head) {
            self.decide(start, error, has_ended)?;
        }
        Ok(())
    }

    /// Decides what the rest is, of which `text` is at hand.
    fn decide(
        &mut self,
        text: &[u8],
        error: Option<usize>,
        has_ended: bool,
    ) -> Result<(), Refusal> {
        let known = Known {
            regular: self.regular.as_ref(),
            head: &self.head,
            at_hand: text,
            offset: self.offset,
            error,
            has_ended,
            is_met: self.role.is_met,
            evidence: OnceCell::new(),
        };
        let decided = decide::decide(self.fixing, &known)?;
        self.fixer.go_on_with(&self.role.suited(decide::steps(self.fixing, &decided)));
        let Decided { source, note, strictly, .. } = decided;
        self.strictly = strictly.or(self.strictly.take());
        self.notes.extend(note);
        if !matches!(source, Source::Utf8) {
            self.notes.extend(judged::untrue_declaration(&self.head, Charset::UTF_8));
        }
        match source {
            Source::Charset(charset) => {
                self.from = Some(charset.name());
                self.mode = self.mode_of(charset);
            }
            Source::Changes(within) => {
                self.from = Some(format!("{} and utf-8", within.encoding()));
                self.parts = decide::changes(&within, &known)?;
                self.mode = Mode::Utf8;
            }
            // A text that is well-formed so far stays undecided.
            _ if error.is_none() => {}
            _ => self.mode = Mode::Utf8,
        }
        Ok(())
    }

    fn mode_of(&self, charset: Charset) -> Mode {
        if charset == Charset::UTF_8 {
            return Mode::Utf8;
        }
        let escape = self.fixing.pipeline.steps().find_map(|step| match step {
            Step::Invalid(Invalid::Escape(escape)) => Some(*escape),
            _ => None,
        });
        Mode::Other(Box::new(Decoder::new(charset, escape)))
    }

    /// Passes on as much of `text` as can be, and says how much that is: all, at the end.
    fn push(
        &mut self,
        text: &[u8],
        has_ended: bool,
        take: &mut dyn Take,
    ) -> Result<usize, Refusal> {
        let mut passed = 0;
        while passed < text.len() {
            if let Some(&(at, encoding)) = self.parts.front()
                && at == self.offset
            {
                if text.len() - passed < LONGEST_MARK && !has_ended {
                    break;
                }
                self.end_part(take);
                self.parts.pop_front();
                self.mode = self.mode_of(encoding.into());
                let mark = mark_of(encoding, &text[passed..]);
                passed += mark;
                self.offset += mark as u64;
                continue;
            }
            let rest = &text[passed..];
            let len = self
                .parts
                .front()
                .map_or(rest.len(), |(at, _)| rest.len().min((at - self.offset) as usize));
            let is_last = has_ended && len == rest.len();
            let ends_part = len < rest.len();
            let now = self.push_part(&rest[..len], rest, is_last || ends_part, is_last, take)?;
            passed += now;
            self.offset += now as u64;
            if now < len && matches!(self.mode, Mode::Undecided) {
                break;
            }
        }
        Ok(passed)
    }

    /// Passes on the rest of a character that nothing follows.
    fn end_part(&mut self, take: &mut dyn Take) {
        if let Mode::Other(decoder) = &mut self.mode {
            decoder.push(b"", true, |text| self.fixer.push(text, |piece| take.take(piece)));
            self.escaped += std::mem::take(&mut decoder.escaped);
        }
    }

    /// Passes on a part, and says how much of it.
    fn push_part(
        &mut self,
        part: &[u8],
        rest: &[u8],
        ends: bool,
        has_ended: bool,
        take: &mut dyn Take,
    ) -> Result<usize, Refusal> {
        let Flow { fixer, mode, .. } = self;
        match mode {
            Mode::Utf8 => fixer.push(part, |piece| take.take(piece)),
            Mode::Other(decoder) => {
                // The mark that told the order of bytes is no text.
                let encoding = decoder.charset().own().filter(|_| self.offset == 0);
                let mark = encoding.map_or(0, |encoding| mark_of(encoding, part));
                decoder.push(&part[mark..], ends, |text| {
                    fixer.push(text, |piece| take.take(piece));
                });
                self.escaped += std::mem::take(&mut decoder.escaped);
            }
            Mode::Undecided => {
                let chunk = Utf8Chunks::new(part).with_engine(engine()).next();
                let Some(chunk) = chunk else { return Ok(0) };
                let good = chunk.valid().len();
                fixer.push_text(chunk.valid(), |piece| take.take(piece));
                let Some(error) = chunk.error() else { return Ok(good) };
                // What is decided by half a line is often wrong.
                let is_line = rest[good..].contains(&b'\n') || rest.len() - good > MOST_OF_LINE;
                if has_ended || is_line && error.kind() != Kind::Incomplete {
                    self.decide(rest, Some(good), has_ended)?;
                }
                return Ok(good);
            }
        }
        Ok(part.len())
    }
}

/// Where `text` is first ill-formed; what is cut off at its end is, if nothing follows.
fn first_error(text: &[u8], has_ended: bool) -> Option<usize> {
    let error = engine().from_utf8(text).err()?;
    (has_ended || error.kind() != Kind::Incomplete).then(|| error.valid_up_to())
}

/// The length of the byte order mark of `encoding` with which `text` starts, if it does.
fn mark_of(encoding: Encoding, text: &[u8]) -> usize {
    let mark = Charset::from(encoding).mark().filter(|mark| text.starts_with(mark));
    mark.map_or(0, <[u8]>::len)
}
