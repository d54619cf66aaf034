//! One input, from its first byte to its last, and everything in it that is a finding.

mod ahead;
mod denied;
mod found;
mod survey;
mod window;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use utf8kit::Bom;
use utf8kit_text::guess::{Binary, Evidence, Grade, Verdict};
use utf8kit_text::mojibake::Undo;
use utf8kit_text::{Finding, diagnose, diagnose_in};

use ahead::Ahead;
pub(crate) use denied::Denied;
pub(crate) use found::{Found, What};
pub(crate) use survey::Survey;
use survey::Surveyor;
use window::Window;

use crate::engine::engine;
use crate::flags;
use crate::input::{Input, Regular};
use crate::judged;
use crate::place::Place;
use crate::progress::Counter;
use crate::work::Offers;

/// A file is looked ahead in where that much of it is left: less is examined sooner than shared.
const MIN_SURVEY: u64 = 1 << 20;

/// Text that has been clean for so long is likely to go on so.
const CLEAN_FOR_LONG: u64 = 64 * 1024;

/// Of a file with nothing to report, no line need be counted; but then the start of one with a late
/// finding is read twice. Up to this size it is likely that the second time takes it from memory.
const MAX_COUNTED_LATE: u64 = 1 << 30;

/// What counts as a finding.
pub(crate) struct Scanning {
    /// Everything is text, and UTF-8 is what it should be.
    pub(crate) as_text: bool,
    pub(crate) bom: flags::Bom,
    pub(crate) denied: Denied,
    pub(crate) deny_binary: bool,
    /// How mojibake is looked for, if it is a finding.
    pub(crate) mojibake: Option<Undo>,
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
    Binary(Binary),
    Failed(io::Error),
}

/// Examines inputs, one after the other. Its buffers are used again.
pub(crate) struct Scanner<'s> {
    scanning: &'s Scanning,
    /// Where others are asked to help.
    offers: &'s Offers<Survey>,
    /// Told of what has been examined.
    bytes: &'s Counter,
    surveyor: Surveyor,
    window: Window,
    /// The start of the input, for as long as it may be asked what this is.
    head: Vec<u8>,
    /// What the input was judged to be, when there first was something to report.
    verdict: Option<Verdict>,
    /// If mojibake is a finding.
    ahead: Option<Ahead>,
    at: Cursor,
}

/// What has been done with the text in the window.
struct Cursor {
    /// Everything before is settled.
    at: usize,
    /// Known to be well-formed from `at` to here.
    clean_to: usize,
    /// Of `counted_to`.
    place: Place,
    /// The offset up to which lines and columns have been counted.
    counted_to: u64,
    /// Whether they are counted as text is passed, rather than when there is something to report:
    /// so it is unless that would mean to count what a survey has left uncounted.
    counts: bool,
    /// The offset behind the last thing that was reported.
    reported_to: u64,
    /// The offset up to which the input counts as examined.
    examined_to: u64,
    /// Whether it has been asked what the input is.
    was_judged: bool,
    /// Whether a missing byte order mark is still to be reported.
    misses_bom: bool,
}

/// Why an examination ends before the input does.
enum Stop {
    Settled,
    Binary(Binary),
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error)
    }
}

impl<'s> Scanner<'s> {
    pub(crate) fn new(
        scanning: &'s Scanning,
        offers: &'s Offers<Survey>,
        bytes: &'s Counter,
    ) -> Scanner<'s> {
        Scanner {
            scanning,
            offers,
            bytes,
            surveyor: Surveyor::new(scanning.denied),
            window: Window::new(),
            head: Vec::with_capacity(judged::START),
            verdict: None,
            ahead: None,
            at: Cursor::START,
        }
    }

    /// Takes part in looking ahead in another worker's file.
    pub(crate) fn help(&mut self, survey: &Survey) {
        survey.help(&mut self.surveyor);
    }

    /// Examines `input`. `may_skip`: whether it is to be left alone if it is no text.
    pub(crate) fn scan(
        &mut self,
        input: &mut Input,
        may_skip: bool,
        sink: &mut Sink<'_>,
    ) -> Scanned {
        let end = match self.examine(input, may_skip, sink) {
            Ok(()) => End::Complete,
            Err(Stop::Settled) => End::Settled,
            Err(Stop::Binary(binary)) => End::Binary(binary),
            Err(Stop::Failed(error)) => End::Failed(error),
        };
        let bytes = self.window.read();
        self.pass_to(bytes);
        Scanned { bytes, end }
    }

    /// Why what was scanned last, in which nothing was found, may not be UTF-8 all the same.
    pub(crate) fn doubt(&self) -> Option<String> {
        // Most files have none of it, and need not be judged.
        if self.scanning.as_text || !judged::may_be_other(&self.head) {
            return None;
        }
        let verdict = judged::of_text(&self.head, None, false);
        if verdict.grade() == Grade::Certain {
            return None;
        }
        let (name, evidence) = (verdict.name(), verdict.evidence());
        Some(match verdict.charset() {
            Some(_) => format!(
                "well-formed UTF-8, but likely {name}: {evidence}; if it is that, \
                 `utf8 fix -i` makes UTF-8 of it"
            ),
            None => format!("well-formed UTF-8, but likely {name}: {evidence}"),
        })
    }

    fn examine(
        &mut self,
        input: &mut Input,
        may_skip: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        self.at = Cursor::START;
        self.window.start(input)?;
        self.head.clear();
        let text = self.window.text();
        self.head.extend_from_slice(&text[..text.len().min(judged::START)]);
        self.verdict = None;
        let undo = self.scanning.mojibake.as_ref();
        self.ahead = undo.map(|undo| Ahead::new(undo, self.window.text()));
        self.examine_bom(sink)?;
        loop {
            if self.at.at == self.at.clean_to {
                let rest = &self.window.text()[self.at.at..];
                let clean =
                    engine().from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
                self.at.clean_to += clean;
            }
            let here = self.at.at;
            let (known_to, mojibake) = self.search_ahead();
            if known_to == here && here < self.at.clean_to {
                // The line goes on behind the window.
                self.move_on(input)?;
                continue;
            }
            let end = mojibake.unwrap_or(known_to);
            let denied = self.scanning.denied.find(&self.window.text()[here..end]);
            self.at.at = denied.map_or(end, |(at, _)| here + at);
            if !self.window.has_context(self.at.at) {
                self.move_on(input)?;
            } else if let Some((_, character)) = denied {
                self.decide(None, input, may_skip, sink)?;
                self.report_denied(character, input, sink)?;
            } else if mojibake.is_some() {
                self.decide(None, input, may_skip, sink)?;
                self.report_mojibake(input, sink)?;
            } else if end < self.at.clean_to {
                // What follows has to be searched.
            } else if self.at.at < self.window.text().len() {
                let here = self.window.offset(self.at.at);
                self.decide(Some(here), input, may_skip, sink)?;
                self.report_ill_formed(input, sink)?;
            } else {
                return self.report_missing_bom(sink);
            }
        }
    }

    /// Moves the window on, to the cursor or further.
    fn move_on(&mut self, input: &mut Input) -> Result<(), Stop> {
        if self.at.counts {
            self.count(input)?;
        }
        let here = self.window.offset(self.at.at);
        self.pass_to(here);
        let clean_to = match input {
            // Mojibake is told by the line, and what came before; others cannot look ahead for it.
            Input::Regular(regular)
                if self.ahead.is_none() && here - self.at.reported_to >= CLEAN_FOR_LONG =>
            {
                self.survey(here, regular)
            }
            _ => here,
        };
        self.at.at = match clean_to == here {
            true => self.window.advance(self.at.at, input)?,
            false => self.window.jump(clean_to, input)?,
        };
        self.at.clean_to = self.at.at;
        Ok(())
    }

    /// Looks ahead, with the help of others, and says how far there is nothing to report.
    fn survey(&mut self, here: u64, regular: &Regular) -> u64 {
        let Regular { file, size, .. } = regular;
        if size.saturating_sub(here) < MIN_SURVEY {
            return here;
        }
        let counts = self.at.reported_to > 0 || *size > MAX_COUNTED_LATE;
        let survey = Arc::new(Survey::new(file, here..*size, counts));
        let _offer = self.offers.offer(&survey);
        let mut clean_to = here;
        while let Some(clean) = survey.next(&mut self.surveyor) {
            clean_to = clean.end;
            self.pass_to(clean_to);
            if let Some(passage) = clean.passage {
                self.at.place.add(passage);
                self.at.counted_to = clean_to;
            }
        }
        self.at.counts = counts || clean_to == here && self.at.counts;
        clean_to
    }

    /// Counts lines and columns up to the cursor.
    fn count(&mut self, input: &Input) -> io::Result<()> {
        let Cursor { at, place, counted_to, .. } = &mut self.at;
        if *counted_to == self.window.offset(*at) {
            return Ok(());
        }
        let start = self.window.offset(0);
        if *counted_to < start
            && let Input::Regular(Regular { file, .. }) = input
        {
            self.surveyor.reread(file, *counted_to..start, |text| place.pass(text))?;
            *counted_to = start;
        }
        // Only surveys leave text behind uncounted, and only of files. One that shrinks meanwhile
        // may have been counted further than it can be read.
        let from = (*counted_to - start) as usize;
        place.pass(&self.window.text()[from.min(*at)..*at]);
        *counted_to = self.window.offset(*at);
        Ok(())
    }

    /// Says that the input has been examined up to `offset`.
    fn pass_to(&mut self, offset: u64) {
        // A file that shrinks meanwhile may end before.
        self.bytes.add(offset.saturating_sub(self.at.examined_to));
        self.at.examined_to = offset;
    }

    fn examine_bom(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let policy = self.scanning.bom.policy();
        let length = Bom::Utf8.len();
        let has_bom = Bom::detect(self.window.text()) == Some(Bom::Utf8);
        match policy.apply(self.window.text()) {
            Ok(_) => {}
            Err(error) if has_bom => self.give(length, What::Bom(error), 1, sink)?,
            // Not yet: UTF-16 misses more than a mark.
            Err(_) => self.at.misses_bom = true,
        }
        if has_bom {
            // It is no character of the first line.
            (self.at.at, self.at.clean_to) = (length, length);
            self.at.counted_to = length as u64;
        }
        Ok(())
    }

    fn report_missing_bom(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        if !std::mem::take(&mut self.at.misses_bom) {
            return Ok(());
        }
        let what = What::Bom(utf8kit::BomError::Missing);
        let found = Found {
            text: &self.head,
            at: 0,
            length: 0,
            offset: 0,
            place: Place::START,
            what,
            verdict: None,
            repeats: 1,
        };
        give(sink, &found)
    }

    fn report_denied(
        &mut self,
        character: char,
        input: &Input,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        let length = character.len_utf8();
        self.count(input)?;
        self.give(length, What::Denied(character), 1, sink)?;
        self.at.place.column += 1;
        self.pass_reported(length);
        Ok(())
    }

    /// How far the text is known, and where in that mojibake is next.
    fn search_ahead(&mut self) -> (usize, Option<usize>) {
        let Cursor { at, clean_to, .. } = self.at;
        let Some(ahead) = &mut self.ahead else { return (clean_to, None) };
        /// A character may be cut off at the end of the window.
        const CUT: usize = 3;
        let text = self.window.text();
        let ends = self.window.has_ended() || clean_to + CUT < text.len();
        let start = self.window.offset(at);
        let known_to = at + ahead.search(&text[at..clean_to], start, ends);
        let next = ahead.next().map(|offset| at + (offset - start) as usize);
        (known_to, next.filter(|next| *next < known_to))
    }

    fn report_mojibake(&mut self, input: &Input, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let Some(span) = self.ahead.as_mut().and_then(Ahead::take) else { return Ok(()) };
        let length = span.range().len();
        self.count(input)?;
        self.give(length, What::Mojibake(Arc::new(span)), 1, sink)?;
        let at = self.at.at;
        self.at.place.pass(&self.window.text()[at..at + length]);
        self.pass_reported(length);
        Ok(())
    }

    fn report_ill_formed(&mut self, input: &Input, sink: &mut Sink<'_>) -> Result<(), Stop> {
        // One is often followed by others at once.
        while self.window.has_context(self.at.at)
            && let Some(finding) = self.diagnose()
        {
            self.count(input)?;
            let repeats = finding.repeats(self.window.text_with_context());
            self.give(finding.length(), What::IllFormed(finding), repeats, sink)?;
            self.at.place.column += (repeats * finding.subparts().len()) as u64;
            self.pass_reported(repeats * finding.length());
        }
        Ok(())
    }

    fn diagnose(&self) -> Option<Finding> {
        let (text, at) = (self.window.text(), self.at.at);
        match &self.verdict {
            Some(verdict) => diagnose_in(text, at, verdict),
            None => diagnose(text, at),
        }
    }

    /// Gives away what stands at the cursor.
    fn give(
        &mut self,
        length: usize,
        what: What,
        repeats: usize,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        self.report_missing_bom(sink)?;
        let Cursor { at, place, .. } = self.at;
        let offset = self.window.offset(at);
        let (text, verdict) = (self.window.text(), self.verdict.as_ref());
        give(sink, &Found { text, at, length, offset, place, what, verdict, repeats })
    }

    /// Passes what has been reported, and counted.
    fn pass_reported(&mut self, length: usize) {
        self.at.at += length;
        self.at.clean_to = self.at.clean_to.max(self.at.at);
        self.at.counted_to = self.window.offset(self.at.at);
        self.at.reported_to = self.at.counted_to;
        // There may be more, and then what is between is not to be read twice.
        self.at.counts = true;
    }

    /// Decides, at the first thing that there is to report, whether the input is text at all and
    /// meant to be UTF-8. Once a finding has been reported, what follows is examined to the end.
    /// `error`: where it is ill-formed, if it is.
    fn decide(
        &mut self,
        error: Option<u64>,
        input: &Input,
        may_skip: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        if self.scanning.as_text || self.verdict.is_some() {
            return Ok(());
        }
        let was_judged = std::mem::replace(&mut self.at.was_judged, true);
        if was_judged && error.is_none() {
            return Ok(());
        }
        let verdict = self.judge(error, input)?;
        if was_judged {
            self.verdict = Some(verdict);
            return Ok(());
        }
        if let Some(wide) = verdict.wide() {
            let length = wide.bom().map_or(wide.unit(), Bom::len);
            self.verdict = Some(verdict);
            return Err(self.settle(0, length, What::Wide(wide), sink));
        }
        let binary = match *verdict.evidence() {
            Evidence::Binary(binary) => Some(binary),
            _ => None,
        };
        if error.is_some() {
            self.verdict = Some(verdict);
        }
        let Some(binary) = binary else { return Ok(()) };
        if (may_skip || self.scanning.skip_binary) && !self.scanning.deny_binary {
            return Err(Stop::Binary(binary));
        }
        // Of what is compressed, it says nothing where each byte is ill-formed.
        if self.scanning.deny_binary || binary.is_compressed() {
            return Err(self.settle_binary(binary, sink));
        }
        Ok(())
    }

    /// What the input is, which is ill-formed at `error`, or well-formed up to here.
    fn judge(&self, error: Option<u64>, input: &Input) -> io::Result<Verdict> {
        let (text, is_end) = (self.window.text(), self.window.has_ended());
        Ok(match (input, error) {
            (Input::Regular(regular), Some(_)) => judged::of_file(regular, &self.head, error)?,
            _ if self.window.offset(0) == 0 => {
                judged::of_text(text, error.map(|error| error as usize), is_end)
            }
            (_, Some(_)) => judged::of_stream(&self.head, self.window.offset(0), text, is_end),
            (_, None) => judged::of_text(&self.head, None, false),
        })
    }

    fn settle_binary(&mut self, binary: Binary, sink: &mut Sink<'_>) -> Stop {
        self.settle(binary.offset(), binary.length(), What::Binary(binary), sink)
    }

    /// Reports the one finding that says all about this input.
    fn settle(&mut self, at: usize, length: usize, what: What, sink: &mut Sink<'_>) -> Stop {
        let before = engine().summary(
            self.head[..at].strip_prefix(Bom::Utf8.as_bytes()).unwrap_or(&self.head[..at]),
        );
        let place = Place {
            line: before.line_feeds() + 1,
            column: before.characters_after_last_line_feed() + 1,
        };
        let (text, offset, verdict) = (&self.head, at as u64, self.verdict.as_ref());
        let found = Found { text, at, length, offset, place, what, verdict, repeats: 1 };
        give(sink, &found).err().unwrap_or(Stop::Settled)
    }
}

impl Cursor {
    const START: Cursor = Cursor {
        at: 0,
        clean_to: 0,
        place: Place::START,
        counted_to: 0,
        counts: true,
        reported_to: 0,
        examined_to: 0,
        was_judged: false,
        misses_bom: false,
    };
}

fn give(sink: &mut Sink<'_>, found: &Found<'_>) -> Result<(), Stop> {
    match sink(found) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stop::Settled),
    }
}
