//! One input, from its first byte to its last, and everything in it that is a finding.

mod denied;
mod found;
mod place;
mod window;

use std::io::{self, Read};
use std::ops::ControlFlow;

use utf8kit::{Bom, Summary, from_utf8};
use utf8kit_text::{diagnose, guess};

pub(crate) use denied::Denied;
use denied::Leads;
pub(crate) use found::{Found, What};
use place::Place;
use window::Window;

use crate::flags;

/// What counts as a finding.
pub(crate) struct Scanning {
    /// Everything is text, and UTF-8 is what it should be.
    pub(crate) as_text: bool,
    pub(crate) bom: flags::Bom,
    pub(crate) denied: Denied,
    pub(crate) deny_binary: bool,
    /// Whatever is no text is left alone, wherever its name comes from.
    pub(crate) skip_binary: bool,
}

/// Where findings go. It may have seen enough.
pub(crate) type Sink<'a> = dyn FnMut(&Found<'_>) -> ControlFlow<()> + 'a;

/// How an examination ended, and how many bytes were read.
pub(crate) struct Scanned {
    pub(crate) bytes: u64,
    pub(crate) end: End,
}

pub(crate) enum End {
    /// All was read.
    Complete,
    /// The sink has seen enough, or one finding says all.
    Settled,
    /// No text, in a place where that is to be expected.
    Binary(guess::Binary),
    Failed(io::Error),
}

/// Examines inputs, one after the other. Its buffers are used again.
pub(crate) struct Scanner<'s> {
    scanning: &'s Scanning,
    leads: Leads,
    window: Window,
    /// The start of the input, for as long as it may be asked what this is.
    head: Vec<u8>,
    at: Cursor,
}

/// What has been done with the text in the window.
struct Cursor {
    /// Everything before is settled.
    at: usize,
    /// Known to be well-formed from `at` to here.
    clean_to: usize,
    /// Of `at`.
    place: Place,
    /// Whether it has been decided that the input is to be examined as UTF-8.
    is_text: bool,
    /// Whether a missing byte order mark is still to be reported.
    misses_bom: bool,
}

/// Why an examination ends before the input does.
enum Stop {
    Settled,
    Binary(guess::Binary),
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error)
    }
}

impl<'s> Scanner<'s> {
    pub(crate) fn new(scanning: &'s Scanning) -> Scanner<'s> {
        let leads = scanning.denied.leads();
        let head = Vec::with_capacity(guess::HEAD);
        Scanner { scanning, leads, window: Window::new(), head, at: Cursor::START }
    }

    /// Examines `input`. `may_skip`: whether it is to be left alone if it is no text.
    pub(crate) fn scan(
        &mut self,
        input: &mut dyn Read,
        may_skip: bool,
        sink: &mut Sink<'_>,
    ) -> Scanned {
        let end = match self.examine(input, may_skip, sink) {
            Ok(()) => End::Complete,
            Err(Stop::Settled) => End::Settled,
            Err(Stop::Binary(binary)) => End::Binary(binary),
            Err(Stop::Failed(error)) => End::Failed(error),
        };
        Scanned { bytes: self.window.read(), end }
    }

    fn examine(
        &mut self,
        input: &mut dyn Read,
        may_skip: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        self.at = Cursor::START;
        self.at.is_text = self.scanning.as_text;
        self.window.start(input)?;
        self.head.clear();
        let text = self.window.text();
        self.head.extend_from_slice(&text[..text.len().min(guess::HEAD)]);
        self.examine_bom(sink)?;
        loop {
            if self.at.at == self.at.clean_to {
                let rest = &self.window.text()[self.at.at..];
                let clean = from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
                self.at.clean_to += clean;
            }
            let clean = &self.window.text()[self.at.at..self.at.clean_to];
            let denied = self.scanning.denied.find(&self.leads, clean);
            let run = denied.map_or(clean.len(), |(at, _)| at);
            self.at.place.pass(&clean[..run]);
            self.at.at += run;
            if !self.window.has_context(self.at.at) {
                let at = self.window.advance(self.at.at, input)?;
                (self.at.at, self.at.clean_to) = (at, at);
            } else if let Some((_, character)) = denied {
                self.decide(false, may_skip, sink)?;
                self.report(character.len_utf8(), What::Denied(character), sink)?;
                self.at.pass_character(character);
            } else if self.at.at < self.window.text().len() {
                self.decide(true, may_skip, sink)?;
                self.report_ill_formed(sink)?;
            } else {
                return self.report_missing_bom(sink);
            }
        }
    }

    fn examine_bom(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let policy = self.scanning.bom.policy();
        let length = Bom::Utf8.len();
        let has_bom = Bom::detect(self.window.text()) == Some(Bom::Utf8);
        match policy.apply(self.window.text()) {
            Ok(_) => {}
            Err(error) if has_bom => self.report(length, What::Bom(error), sink)?,
            // Not yet: UTF-16 misses more than a mark.
            Err(_) => self.at.misses_bom = true,
        }
        if has_bom {
            // It is no character of the first line.
            (self.at.at, self.at.clean_to) = (length, length);
        }
        Ok(())
    }

    fn report_missing_bom(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        if !std::mem::take(&mut self.at.misses_bom) {
            return Ok(());
        }
        let what = What::Bom(utf8kit::BomError::Missing);
        let found =
            Found { text: &self.head, at: 0, length: 0, offset: 0, place: Place::START, what };
        give(sink, &found)
    }

    /// Reports what stands at the cursor.
    fn report(&mut self, length: usize, what: What, sink: &mut Sink<'_>) -> Result<(), Stop> {
        self.report_missing_bom(sink)?;
        let Cursor { at, place, .. } = self.at;
        let offset = self.window.offset(at);
        give(sink, &Found { text: self.window.text(), at, length, offset, place, what })
    }

    fn report_ill_formed(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let Some(finding) = diagnose(self.window.text(), self.at.at) else { return Ok(()) };
        self.report(finding.length(), What::IllFormed(finding), sink)?;
        self.at.at += finding.length();
        self.at.clean_to = self.at.at;
        self.at.place.pass_subparts(finding.subparts());
        Ok(())
    }

    /// Decides, at the first thing that there is to report, whether the input is text at all and
    /// meant to be UTF-8. Once a finding has been reported, what follows is examined to the end.
    fn decide(
        &mut self,
        is_ill_formed: bool,
        may_skip: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        if std::mem::replace(&mut self.at.is_text, true) {
            return Ok(());
        }
        if let Some(wide) = guess::utf16_or_utf32(&self.head) {
            let length = wide.bom().map_or(wide.unit(), Bom::len);
            return Err(self.settle(0, length, What::Wide(wide), sink));
        }
        // The head may end inside a character; what is behind it has not been looked at.
        let is_ill_formed =
            is_ill_formed || !utf8kit::is_utf8(utf8kit::trim_incomplete(&self.head));
        let binary = if is_ill_formed { guess::binary(&self.head) } else { None };
        match binary {
            Some(binary) if self.scanning.deny_binary => {
                let what = What::Binary(binary);
                Err(self.settle(binary.offset(), binary.length(), what, sink))
            }
            Some(binary) if may_skip || self.scanning.skip_binary => Err(Stop::Binary(binary)),
            _ => Ok(()),
        }
    }

    /// Reports the one finding that says all about this input.
    fn settle(&mut self, at: usize, length: usize, what: What, sink: &mut Sink<'_>) -> Stop {
        let before = Summary::of(
            self.head[..at].strip_prefix(Bom::Utf8.as_bytes()).unwrap_or(&self.head[..at]),
        );
        let place = Place {
            line: before.line_feeds() + 1,
            column: before.characters_after_last_line_feed() + 1,
        };
        let found = Found { text: &self.head, at, length, offset: at as u64, place, what };
        give(sink, &found).err().unwrap_or(Stop::Settled)
    }
}

impl Cursor {
    const START: Cursor =
        Cursor { at: 0, clean_to: 0, place: Place::START, is_text: false, misses_bom: false };

    fn pass_character(&mut self, character: char) {
        self.at += character.len_utf8();
        self.place.column += 1;
    }
}

fn give(sink: &mut Sink<'_>, found: &Found<'_>) -> Result<(), Stop> {
    match sink(found) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Settled),
    }
}
