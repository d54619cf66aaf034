//! A pipeline over a text that comes in pieces.

use std::borrow::Cow;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use memchr::{memchr, memrchr};
use utf8kit::repair::{Part, Parts, Policy};

use super::characters::Characters;
use super::groups::{GROUP, first_group};
use super::mend::Mender;
use super::step::MOJIBAKE;
use super::{Done, LineEnd, Mark, Pipeline, Step, json};
use crate::mojibake::Finder;

const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// Runs a [`Pipeline`] over a text that comes in pieces, cut anywhere.
///
/// What comes out is the same as of the whole. At most a line is held back, and of a line that is
/// longer than 68 KiB no more than that.
///
/// ```
/// use utf8kit_text::fix::{Fixer, Piece, Pipeline};
///
/// let mut fixed = Vec::new();
/// let mut take = |piece: Piece<'_>| fixed.extend_from_slice(piece.after());
/// let mut fixer = Fixer::new(&Pipeline::default());
/// for piece in [&b"un caf"[..], b"\xE9.\n\xED\xA0\xBD", b"\xED\xB8\x80\n", b"\xE2\x82"] {
///     fixer.push(piece, &mut take);
/// }
/// fixer.finish(&mut take);
/// assert_eq!(fixed, "un café.\n😀\n\u{FFFD}".as_bytes());
/// ```
pub struct Fixer {
    mender: Mender,
    mojibake: Option<Finder>,
    characters: Characters,
    text_steps: Vec<Step>,
    bom: Option<Mark>,
    done: Done,
    /// What is held back: a line that is not whole.
    held: Vec<u8>,
    is_start: bool,
    lost: Vec<usize>,
}

/// Whole lines, or a part of a long one, before and after.
///
/// ```
/// use utf8kit_text::fix::{Fixer, Pipeline};
///
/// let mut fixer = Fixer::new(&Pipeline::default());
/// fixer.push(b"one\ntw\xFF\n", |piece| {
///     assert_eq!(piece.before(), b"one\ntw\xFF\n");
///     assert_eq!(piece.after(), "one\ntw\u{FFFD}\n".as_bytes());
///     assert_eq!(piece.lost_lines(), [1]);
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    before: &'a [u8],
    after: &'a [u8],
    is_changed: bool,
    is_ill_formed: bool,
    lost: &'a [usize],
}

impl<'a> Piece<'a> {
    /// As it was.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// Fixer::new(&Pipeline::new()).push(b"a\n", |piece| assert_eq!(piece.before(), b"a\n"));
    /// ```
    #[must_use]
    pub const fn before(&self) -> &'a [u8] {
        self.before
    }

    /// As it is now. As many lines as before.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// Fixer::new(&Pipeline::new()).push(b"a\n", |piece| assert_eq!(piece.after(), b"a\n"));
    /// ```
    #[must_use]
    pub const fn after(&self) -> &'a [u8] {
        self.after
    }

    /// Whether it is another text than before.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// Fixer::new(&Pipeline::new()).push(b"a\n", |piece| assert!(!piece.is_changed()));
    /// ```
    #[must_use]
    pub const fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Whether something in it is ill-formed still.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// Fixer::new(&Pipeline::new()).push(b"\xFF\n", |piece| assert!(piece.is_ill_formed()));
    /// ```
    #[must_use]
    pub const fn is_ill_formed(&self) -> bool {
        self.is_ill_formed
    }

    /// The numbers of the lines, of those here and from 0, in which something was
    /// [lost](Done::lost).
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// Fixer::new(&Pipeline::default()).push(b"a\n\xFF\n", |piece| assert_eq!(piece.lost_lines(), [1]));
    /// ```
    #[must_use]
    pub const fn lost_lines(&self) -> &'a [usize] {
        self.lost
    }
}

impl Fixer {
    /// At the start of a text.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// let fixer = Fixer::new(&Pipeline::default());
    /// assert!(!fixer.done().changed());
    /// ```
    #[must_use]
    pub fn new(pipeline: &Pipeline) -> Fixer {
        let is_text_step = |step: &&Step| {
            matches!(step, Step::JsonEscapes | Step::LineEnds(_) | Step::Nfc | Step::Nfd)
        };
        let bom = pipeline.steps().find_map(|step| match step {
            Step::Bom(mark) => Some(*mark),
            _ => None,
        });
        let mojibake = pipeline.steps().find_map(|step| match step {
            Step::Mojibake(undo) => Some(Finder::new(undo)),
            _ => None,
        });
        Fixer {
            mender: Mender::new(pipeline),
            mojibake,
            characters: Characters::new(pipeline),
            text_steps: pipeline.steps().filter(is_text_step).cloned().collect(),
            bom,
            done: Done::new(pipeline.clone()),
            held: Vec::new(),
            is_start: true,
            lost: Vec::new(),
        }
    }

    /// Fixes the next piece, and gives to `take` what is certain.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// // Half a line waits for the rest.
    /// Fixer::new(&Pipeline::default()).push(b"half", |_| unreachable!());
    /// ```
    pub fn push(&mut self, piece: &[u8], mut take: impl FnMut(Piece<'_>)) {
        self.advance(piece, false, &mut take);
    }

    /// Fixes what was held back, which nothing follows.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// let mut fixer = Fixer::new(&Pipeline::default());
    /// fixer.push(b"cut: \xF0\x9F", |_| unreachable!());
    /// fixer.finish(|piece| assert_eq!(piece.after(), "cut: \u{FFFD}".as_bytes()));
    /// ```
    pub fn finish(&mut self, mut take: impl FnMut(Piece<'_>)) {
        self.advance(b"", true, &mut take);
    }

    /// Goes on with the next piece, which is well-formed: it is not looked at twice. What is cut from
    /// the piece before or behind it need not be.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// let mut fixer = Fixer::new(&Pipeline::default());
    /// fixer.push_text("one\ntwo\n", |piece| assert_eq!(piece.after(), b"one\ntwo\n"));
    /// ```
    pub fn push_text(&mut self, text: &str, mut take: impl FnMut(Piece<'_>)) {
        let behind = self.fill_line(text.as_bytes(), false, &mut take);
        let lines = memrchr(b'\n', behind).map_or(0, |end| end + 1);
        let (lines, rest) = behind.split_at(lines);
        match self.is_start || !self.is_only_mending() {
            true => self.advance(lines, false, &mut take),
            false => self.pass(lines, &mut take),
        }
        self.advance(rest, false, &mut take);
    }

    /// Goes on with other steps. What was held back is fixed by these, and counts go on.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline, Step};
    ///
    /// // Once it is known what stray bytes are.
    /// let mut fixer = Fixer::new(&Pipeline::default());
    /// fixer.push(b"ascii, caf", |_| unreachable!());
    /// fixer.go_on_with(&Pipeline::default().with("fallback=koi8-r".parse().unwrap()));
    /// fixer.push(b"\xC5\n", |piece| assert_eq!(piece.after(), "ascii, cafе\n".as_bytes()));
    /// ```
    pub fn go_on_with(&mut self, pipeline: &Pipeline) {
        let before = std::mem::replace(self, Fixer::new(pipeline));
        self.done = before.done.go_on_with(pipeline.clone());
        self.held = before.held;
        self.is_start = before.is_start;
        if let (Some(finder), Some(before)) = (&mut self.mojibake, before.mojibake) {
            finder.go_on_from(before);
        }
    }

    /// Fixes a text that is all there is.
    pub(super) fn run(&mut self, text: &[u8], take: &mut impl FnMut(Piece<'_>)) {
        self.advance(text, true, take);
    }

    /// What has been done so far.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// let mut fixer = Fixer::new(&Pipeline::default());
    /// fixer.push(b"a\xFF\n", |_| ());
    /// assert_eq!(fixer.done().lost(), 1);
    /// ```
    #[must_use]
    pub const fn done(&self) -> &Done {
        &self.done
    }

    /// What has been done.
    ///
    /// ```
    /// use utf8kit_text::fix::{Fixer, Pipeline};
    /// assert_eq!(Fixer::new(&Pipeline::default()).into_done().to_string(), "nothing to do");
    /// ```
    #[must_use]
    pub fn into_done(self) -> Done {
        self.done
    }

    fn advance(&mut self, piece: &[u8], is_last: bool, take: &mut impl FnMut(Piece<'_>)) {
        let mut rest = self.fill_line(piece, is_last, take);
        // Most text needs nothing.
        let lines = memrchr(b'\n', rest).map_or(0, |end| end + 1);
        if !self.is_start && self.is_only_mending() && utf8kit::is_utf8(&rest[..lines]) {
            self.pass(&rest[..lines], take);
            rest = &rest[lines..];
        }
        while let Some(len) = first_group(rest, is_last) {
            self.fix(&rest[..len], take);
            rest = &rest[len..];
        }
        self.held.extend_from_slice(rest);
    }

    /// Whole lines that need nothing.
    fn pass(&mut self, lines: &[u8], take: &mut impl FnMut(Piece<'_>)) {
        if !lines.is_empty() {
            self.mender.pass();
            let (is_changed, is_ill_formed) = (false, false);
            take(Piece { before: lines, after: lines, is_changed, is_ill_formed, lost: &[] });
        }
    }

    /// Fixes what is held back together with as much of `piece` as makes it whole; gives the rest.
    fn fill_line<'p>(
        &mut self,
        piece: &'p [u8],
        is_last: bool,
        take: &mut impl FnMut(Piece<'_>),
    ) -> &'p [u8] {
        let mut rest = piece;
        while !self.held.is_empty() {
            // A line's end, or as much as any group has.
            let line = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let (more, behind) = rest.split_at(line.min(2 * GROUP));
            self.held.extend_from_slice(more);
            rest = behind;
            let mut held = std::mem::take(&mut self.held);
            let mut at = 0;
            while let Some(len) = first_group(&held[at..], is_last && rest.is_empty()) {
                self.fix(&held[at..at + len], take);
                at += len;
            }
            held.drain(..at);
            self.held = held;
            if rest.is_empty() {
                break;
            }
        }
        rest
    }

    fn is_only_mending(&self) -> bool {
        self.mojibake.is_none() && self.characters.is_empty() && self.text_steps.is_empty()
    }

    fn fix(&mut self, before: &[u8], take: &mut impl FnMut(Piece<'_>)) {
        let is_start = std::mem::take(&mut self.is_start);
        self.lost.clear();
        let left = self.done.left();
        let mut text = self.mender.mend(before, &mut self.done, &mut self.lost);
        if is_start {
            text = self.mark(text);
        }
        if !self.is_only_mending() {
            text = match text {
                Cow::Borrowed(text) => self.apply_to_bytes(text, is_start),
                Cow::Owned(text) => self.apply_to_bytes(&text, is_start).into_owned().into(),
            };
        }
        let is_changed =
            matches!(text, Cow::Owned(_)) && *text != *before || text.len() != before.len();
        if is_changed {
            self.done.change();
        }
        let is_ill_formed = self.done.left() > left;
        self.lost.sort_unstable();
        self.lost.dedup();
        take(Piece { before, after: &text, is_changed, is_ill_formed, lost: &self.lost });
    }

    fn mark<'t>(&mut self, text: Cow<'t, [u8]>) -> Cow<'t, [u8]> {
        let Some(mark) = self.bom else { return text };
        let is_there = text.starts_with(BOM);
        match mark {
            Mark::Strip if is_there => {
                // Of two, one would be left for the next time.
                let marks = text.chunks(BOM.len()).take_while(|it| *it == BOM).count();
                self.done.step(&Step::Bom(mark), marks as u64);
                let behind = marks * BOM.len();
                match text {
                    Cow::Borrowed(text) => Cow::Borrowed(&text[behind..]),
                    Cow::Owned(text) => Cow::Owned(text[behind..].to_vec()),
                }
            }
            Mark::Add if !is_there => {
                self.done.step(&Step::Bom(mark), 1);
                Cow::Owned([BOM, &text].concat())
            }
            _ => text,
        }
    }

    /// The steps for text, over what is well-formed.
    fn apply_to_bytes<'t>(&mut self, bytes: &'t [u8], is_start: bool) -> Cow<'t, [u8]> {
        if let Ok(text) = utf8kit::from_utf8(bytes) {
            return match self.apply(text, is_start, 0) {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            };
        }
        let mut out = Vec::with_capacity(bytes.len());
        let (mut is_start, mut lines_before) = (is_start, 0);
        for part in Parts::new(bytes, Policy::Maximal) {
            match part {
                Part::Text(text) => {
                    let fixed = self.apply(text, is_start, lines_before);
                    out.extend_from_slice(fixed.as_bytes());
                    lines_before += utf8kit::count_line_feeds(text.as_bytes());
                }
                Part::IllFormed(unit) | Part::More(unit) => out.extend_from_slice(unit),
                _ => {}
            }
            is_start = false;
        }
        out.into()
    }

    /// `lines_before`: how many lines of the group are before `text`.
    fn apply<'t>(&mut self, text: &'t str, is_start: bool, lines_before: usize) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(text);
        if let Some(finder) = &mut self.mojibake {
            let Fixer { done, lost, .. } = self;
            let undone = finder.undo(&text, |span| {
                done.count(MOJIBAKE, 1);
                if span.meant().contains('\u{FFFD}') {
                    done.unread += 1;
                    let before = &text.as_bytes()[..span.range().start];
                    lost.push(lines_before + utf8kit::count_line_feeds(before));
                }
            });
            if let Cow::Owned(undone) = undone {
                text = Cow::Owned(undone);
            }
        }
        if !self.characters.is_empty()
            && let Cow::Owned(changed) = self.characters.apply(&text, is_start, &mut self.done)
        {
            text = Cow::Owned(changed);
        }
        for step in &self.text_steps {
            let changed = match apply_one(step, &text, &mut self.done) {
                Cow::Borrowed(_) => None,
                Cow::Owned(changed) => Some(changed),
            };
            if let Some(changed) = changed {
                text = Cow::Owned(changed);
            }
        }
        text
    }
}

fn apply_one<'t>(step: &Step, text: &'t str, done: &mut Done) -> Cow<'t, str> {
    match step {
        Step::JsonEscapes => json::repair(text, done),
        Step::LineEnds(end) => end_lines(text, *end, done),
        Step::Nfc => {
            let nfc = ComposingNormalizerBorrowed::new_nfc();
            normalize(text, step, done, |line| nfc.normalize(line))
        }
        Step::Nfd => {
            let nfd = DecomposingNormalizerBorrowed::new_nfd();
            normalize(text, step, done, |line| nfd.normalize(line))
        }
        _ => Cow::Borrowed(text),
    }
}

fn end_lines<'t>(text: &'t str, end: LineEnd, done: &mut Done) -> Cow<'t, str> {
    let with_crlf = text.matches("\r\n").count();
    let count = match end {
        LineEnd::Lf => with_crlf,
        LineEnd::CrLf => text.matches('\n').count() - with_crlf,
    };
    if count == 0 {
        return Cow::Borrowed(text);
    }
    done.step(&Step::LineEnds(end), count as u64);
    let mut out = String::with_capacity(text.len() + count);
    for line in text.split_inclusive('\n') {
        match (end, line.strip_suffix('\n')) {
            // Two of them would leave one, for the next time.
            (LineEnd::Lf, Some(line)) => out.extend([line.trim_end_matches('\r'), "\n"]),
            (LineEnd::CrLf, Some(line)) if !line.ends_with('\r') => out.extend([line, "\r\n"]),
            _ => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

/// Line by line: nothing composes with a line end. A line that is normalized already is not touched.
fn normalize<'t>(
    text: &'t str,
    step: &Step,
    done: &mut Done,
    normalize: impl Fn(&'t str) -> Cow<'t, str>,
) -> Cow<'t, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    // What is before is in `out`, if anything is.
    let (mut at, mut copied) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if let Cow::Owned(normalized) = normalize(line)
            && normalized != line
        {
            out.push_str(&text[copied..at]);
            out.push_str(&normalized);
            copied = end;
            done.step(step, 1);
        }
        at = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}
