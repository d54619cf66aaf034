//! What of a line is UTF-8 read in a charset: the likeliest way through it.
//!
//! ```text
//! line       c a f Ã © ␣ S o f Ã ­ a            in windows-1252
//! kept       c a f Ã © ␣ S o f Ã ­ a
//! or read    └────►  é   └─────►  í
//!
//! gain = bits of what stands there - bits of what it is read as, each in its context
//!      - the bar, once, to read anything at all
//!      - somewhat, for each span
//!
//! for each sequence of UTF-8 in the line, in order, the best gain if it is read:
//!     as the first one
//!     or directly behind another one that is read
//!     or with something kept between them
//! ```

use super::line::Unit;
use super::losses;
use super::model::{BIT, MODEL, Token};
use super::pages::{PAGES, Page, Set, length, sequence};

/// What each span must gain beside the bar.
pub(super) const SPAN: i32 = 4 * BIT;
/// What it costs that something is kept that could be read, on a line on which something is.
const UNREAD: i32 = 10 * BIT;
/// What two characters must gain that are all there is, if they may be right.
const SINGLE: i32 = 6 * BIT;
/// What a span must gain besides that people may have typed: a letter, and a sign behind its word.
const TYPED: i32 = 20 * BIT;

/// Units that are read as one character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) character: char,
    pub(super) is_lost: bool,
    /// Behind what stands before it, without the bar.
    pub(super) gain: i32,
}

/// The best way to read a line in a page.
pub(super) struct Path {
    /// In order.
    pub(super) readings: Vec<Reading>,
    /// Beyond the bar.
    pub(super) gain: i32,
}

/// A sequence of UTF-8 among the units of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sequence {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) character: char,
    /// What it costs that something was lost.
    pub(super) cost: i32,
    pub(super) is_lost: bool,
}

impl Sequence {
    const fn is_whole(&self) -> bool {
        self.cost == 0
    }
}

/// A line that is looked at in one page.
#[derive(Clone, Copy)]
pub(super) struct View<'u> {
    pub(super) units: &'u [Unit],
    pub(super) page: &'static Page,
    /// What must be gained to read anything at all.
    pub(super) bar: i32,
}

/// A sequence that is read, at the best.
#[derive(Clone, Copy)]
struct Node {
    sequence: Sequence,
    token: Token,
    gain: i32,
    /// The one that is read before it.
    before: Option<usize>,
    /// Whether something is kept before it.
    starts_span: bool,
}

impl<'u> View<'u> {
    /// The sequences that are whole, of those that may be at `candidates`.
    pub(super) fn whole(&self, candidates: &[(usize, Set)]) -> Vec<Sequence> {
        let here = candidates.iter().filter(|(_, set)| set & 1 << self.page.number != 0);
        let all = here.filter_map(|(at, _)| self.whole_at(*at));
        all.filter(|sequence| !self.is_quoted_letter(sequence)).collect()
    }

    /// Whether it is one letter in quotation marks, such as “Ñ”, and not two characters of which the
    /// second one is a quotation mark.
    fn is_quoted_letter(&self, sequence: &Sequence) -> bool {
        let Sequence { start, end, .. } = *sequence;
        if start == 0 || end - start != 2 {
            return false;
        }
        let character = |at: usize| self.units[at].character;
        let is_pair = matches!(
            (character(start - 1), character(end - 1)),
            ('«', '»')
                | ('»', '«')
                | ('‹', '›')
                | ('›', '‹')
                | ('“', '”')
                | ('„', '“' | '”')
                | ('‘', '’')
        );
        is_pair
            && (start < 2 || !character(start - 2).is_alphanumeric())
            && self.units.get(end).is_none_or(|unit| unit.character.is_ascii())
    }

    /// The sequence at `at`, if it is whole, and stands for something that text has, or that may have to be
    /// read again.
    fn whole_at(&self, at: usize) -> Option<Sequence> {
        let entries = self.units[at..].iter().map(|unit| unit.entry);
        let (character, length) = sequence(entries, self.page.number)?;
        if MODEL.is_nothing(MODEL.token(character)) && !PAGES.entry(character).is_known() {
            return None;
        }
        Some(Sequence { start: at, end: at + length, character, cost: 0, is_lost: false })
    }

    /// All sequences, also those of which bytes may have been lost.
    pub(super) fn with_losses(&self) -> Vec<Sequence> {
        let lost = losses::bytes(self);
        let mut found = Vec::new();
        for at in 0..self.units.len() {
            if length(self.byte(at)) == 0 {
                continue;
            }
            match self.whole_at(at) {
                Some(sequence) => found.push(sequence),
                None => found.extend(losses::damaged(self, at, lost)),
            }
        }
        found
    }

    /// The byte that the unit at `at` has in the page; 0 if there is none.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.units.get(at).map_or(0, |unit| unit.entry.byte(self.page.number))
    }

    /// What stands before `at`.
    pub(super) fn before(&self, at: usize) -> Token {
        if at == 0 { MODEL.line_end() } else { self.units[at - 1].token }
    }

    /// What stands at `at`.
    pub(super) fn token(&self, at: usize) -> Token {
        self.units.get(at).map_or(MODEL.line_end(), |unit| unit.token)
    }

    /// What it costs that a sequence stands there unread.
    fn stands(&self, sequence: &Sequence) -> i32 {
        let all = sequence.start..sequence.end;
        all.map(|at| MODEL.cost(self.before(at), self.token(at))).sum()
    }

    /// What is gained at the end of what was read, in front of what is kept.
    fn closes(&self, node: &Node) -> i32 {
        let Sequence { start, end, .. } = node.sequence;
        let fee = if node.starts_span && end - start == 2 { self.fee(start) } else { 0 };
        MODEL.cost(self.before(end), self.token(end))
            - MODEL.cost(node.token, self.token(end))
            - fee
    }

    /// What a span of the two characters at `at` must gain besides, as right text has such pairs.
    fn fee(&self, at: usize) -> i32 {
        let is_letter = |unit: &Unit| unit.character.is_alphabetic();
        if self.may_be_typed(at) {
            TYPED
        } else if self.page.letters > 0 && self.units[at..at + 2].iter().all(is_letter) {
            self.page.letters
        } else {
            0
        }
    }

    /// The best way to read some of `sequences`, if any gains something. They are in the order of their
    /// starts.
    ///
    /// ```text
    /// units      a  Ã  ©  Ã  ª  b          sequences at 1 and 3
    /// at 1       read Ã© as the first one                        node 0: ends at 3
    /// at 3       read Ãª as the first one; behind node 0         node 1: ends at 5
    ///            or keep Ã, which costs a fee                    kept: nothing before, or node 0
    /// at the end keep b                                          kept: the best of all
    /// ```
    pub(super) fn best(&self, sequences: &[Sequence]) -> Option<Path> {
        let mut nodes: Vec<Node> = Vec::with_capacity(sequences.len());
        // The nodes behind whose ends nothing has been kept yet.
        let mut open: Vec<usize> = Vec::new();
        // The best way to where something is kept, behind something that was read.
        let mut kept: Option<(i32, usize)> = None;
        // The way on which nothing is read.
        let mut start = -self.bar - SPAN;
        for same in sequences.chunk_by(|first, second| first.start == second.start) {
            let at = same[0].start;
            open.retain(|&number| {
                let node = &nodes[number];
                let is_passed = node.sequence.end < at;
                if is_passed {
                    kept = kept.max(Some((node.gain + self.closes(node), number)));
                }
                !is_passed
            });
            let behind = nodes.len();
            for sequence in same {
                let token = MODEL.token(sequence.character);
                let mut best = (start - MODEL.cost(self.before(at), token), None);
                let mut starts_span = true;
                if let Some((gain, number)) = kept {
                    let gain = gain - SPAN - MODEL.cost(self.before(at), token);
                    best = best.max((gain, Some(number)));
                }
                for &number in open.iter().filter(|number| nodes[**number].sequence.end == at) {
                    let gain = nodes[number].gain - MODEL.cost(nodes[number].token, token);
                    if gain > best.0 {
                        best = (gain, Some(number));
                        starts_span = false;
                    }
                }
                let gain = best.0 + self.stands(sequence) - sequence.cost;
                nodes.push(Node { sequence: *sequence, token, gain, before: best.1, starts_span });
            }
            // Or the unit here is kept.
            let fee = if same[0].is_whole() { UNREAD } else { 0 };
            start -= fee;
            kept = kept.map(|(gain, number)| (gain - fee, number));
            open.retain(|&number| {
                let node = &nodes[number];
                let is_here = node.sequence.end == at;
                if is_here {
                    kept = kept.max(Some((node.gain + self.closes(node) - fee, number)));
                }
                !is_here
            });
            open.extend(behind..nodes.len());
        }
        for number in open {
            let node = &nodes[number];
            kept = kept.max(Some((node.gain + self.closes(node), number)));
        }
        let (gain, mut next) = kept.map(|(gain, number)| (gain, Some(number)))?;
        let mut readings = Vec::new();
        while let Some(node) = next.map(|number| &nodes[number]) {
            let Sequence { start, end, character, is_lost, .. } = node.sequence;
            let gain = self.stands(&node.sequence) - MODEL.cost(self.before(start), node.token);
            readings.push(Reading { start, end, character, is_lost, gain });
            next = node.before;
        }
        readings.reverse();
        let path = Path { readings, gain };
        (gain > self.least(&path)).then_some(path)
    }

    /// What a path must gain beyond the bar.
    fn least(&self, path: &Path) -> i32 {
        match path.readings[..] {
            _ if self.bar < self.page.bar => 0,
            [Reading { start, end, .. }] if end - start == 2 && !self.is_plain(start) => SINGLE,
            _ => 0,
        }
    }

    /// Whether what stands at `at` is hardly anything but mojibake: no word is `Ã` or `Â`, and none has
    /// a capital behind a small letter.
    fn is_plain(&self, at: usize) -> bool {
        let before = if at == 0 { ' ' } else { self.units[at - 1].character };
        let character = self.units[at].character;
        before.is_lowercase() && character.is_uppercase()
            || !before.is_alphabetic() && matches!(character, 'Ã' | 'Â')
    }

    /// Whether the two characters at `at` may be the end of a word and a sign, as in `CAFÉ®`, or in
    /// `С–Н`.
    fn may_be_typed(&self, at: usize) -> bool {
        let next = self.units.get(at + 2).map_or(' ', |unit| unit.character);
        match self.units[at + 1].character {
            '–' | '—' | '‘'..='„' | '«' | '»' | '‹' | '›' | '…' | '\u{A0}' => {
                !self.is_plain(at)
            }
            sign => SIGNS.contains(sign) && !next.is_alphabetic() && !self.is_plain(at),
        }
    }

    /// The way on which everything is read that can be read.
    pub(super) fn everything(&self, sequences: &[Sequence]) -> Path {
        let mut path = Path { readings: Vec::new(), gain: -self.bar };
        let mut last: Option<Node> = None;
        for sequence in sequences {
            let Sequence { start, end, character, is_lost, .. } = *sequence;
            let token = MODEL.token(character);
            let starts_span = last.is_none_or(|node| node.sequence.end < start);
            let before = match &last {
                Some(node) if node.sequence.end > start => continue,
                Some(node) if node.sequence.end == start => node.token,
                Some(node) => {
                    path.gain += self.closes(node) - SPAN;
                    self.before(start)
                }
                None => self.before(start),
            };
            let gain = self.stands(sequence) - MODEL.cost(before, token);
            path.gain += gain;
            path.readings.push(Reading { start, end, character, is_lost, gain });
            last = Some(Node { sequence: *sequence, token, gain, before: None, starts_span });
        }
        path.gain += last.map_or(0, |node| self.closes(&node) - SPAN);
        path
    }
}

/// Signs that people type behind words and numbers, and that charsets have where UTF-8 has
/// continuations.
const SIGNS: &str = "®©°²³¹ªº½¼¾·±´¨™‚•€£¥§¡¿";
