//! A line read again and again, until nothing is left that could be read.
//!
//! ```text
//! best(line) =
//!     for each page: the likeliest path
//!     of the three best paths, and of the one on which all is read in the best one's page:
//!         apply it, and go on with best(what came out)
//!     of these, the one that gains most in all
//! ```
//!
//! What was read wrongly twice may look no better behind the first reading than before. That is why
//! reading everything is tried.

use super::line::{MOST, Unit, candidates};
use super::model::BIT;
use super::pages::{PAGES, Set};
use super::path::{Path, Reading, Sequence, View};

/// So many readings are followed, if they gain nearly as much as the best.
const FOLLOWED: usize = 3;

/// The bar of a page in which something on the line was read already.
const LOW: i32 = 2 * BIT;

/// A line as it is behind some readings.
pub(super) struct Line {
    pub(super) units: Vec<Unit>,
    /// In all, beyond the bars.
    pub(super) gain: i32,
    /// The pages, the first one first.
    pub(super) pages: Vec<usize>,
}

/// What must be gained in each page.
#[derive(Clone, Copy)]
pub(super) struct Bars {
    /// The pages in which other lines of the text were read.
    known: Set,
    /// The pages in which this line was.
    read: Set,
}

impl Bars {
    pub(super) const fn new(known: Set, read: Set) -> Bars {
        Bars { known, read }
    }

    fn and(self, page: usize) -> Bars {
        Bars { read: self.read | 1 << page, ..self }
    }

    fn of(self, page: usize) -> i32 {
        let bar = PAGES.all[page].bar;
        match 1 << page {
            it if self.read & it != 0 => LOW,
            it if self.known & it != 0 => bar / 3,
            _ => bar,
        }
    }
}

/// The likeliest reading of a line, if any is likelier than the line as it stands.
pub(super) fn best(units: &[Unit], bars: Bars) -> Option<Line> {
    follow(units, bars, MOST)
}

fn follow(units: &[Unit], bars: Bars, layers: usize) -> Option<Line> {
    if layers == 0 {
        return None;
    }
    let candidates = candidates(units);
    let set = candidates.iter().fold(0, |set, (_, more)| set | more);
    let mut paths: Vec<(usize, Path)> = Vec::new();
    let mut seen: Vec<(Vec<Sequence>, i32)> = Vec::new();
    for page in PAGES.all.iter().filter(|page| set & 1 << page.number != 0) {
        let view = View { units, page, bar: bars.of(page.number) };
        let sequences = view.whole(&candidates);
        // Many charsets are alike. Of what is the same in two, the first is taken.
        if seen.iter().any(|(others, bar)| *others == sequences && *bar <= view.bar) {
            continue;
        }
        if let Some(path) = view.best(&sequences) {
            paths.push((page.number, path));
        }
        seen.push((sequences, view.bar));
    }
    paths.sort_by_key(|(_, path)| -path.gain);
    let (first, best) = paths.first()?;
    let least = best.gain / 2;
    let view = View { units, page: &PAGES.all[*first], bar: bars.of(*first) };
    let everything = view.everything(&view.whole(&candidates));
    let everything = Some((*first, everything)).filter(|(_, all)| all.readings != best.readings);
    paths.retain(|(_, path)| path.gain > least);
    paths.dedup_by(|second, first| first.1.readings == second.1.readings);
    paths.truncate(FOLLOWED);
    let go_on = |(page, path): &(usize, Path)| {
        let line = Line {
            units: apply(units, &path.readings, *page, false),
            gain: path.gain,
            pages: vec![*page],
        };
        let Some(next) = follow(&line.units, bars.and(*page), layers - 1) else {
            return (line, false);
        };
        let pages = [line.pages, next.pages].concat();
        (Line { units: next.units, gain: line.gain + next.gain, pages }, true)
    };
    let likely = paths.iter().map(|path| go_on(path).0);
    // Without a second reading, it is less likely than the best path.
    let all = everything.iter().map(go_on).filter(|(_, goes_on)| *goes_on).map(|(line, _)| line);
    likely.chain(all).reduce(|best, it| if it.gain > best.gain { it } else { best })
}

/// Reads what was lost in part, in the page.
pub(super) fn read_lost(
    units: &[Unit],
    page: usize,
    is_read: bool,
    guess: bool,
) -> Option<Vec<Unit>> {
    let page = &PAGES.all[page];
    let view = View { units, page, bar: if is_read { LOW } else { page.bar } };
    let path = view.best(&view.with_losses())?;
    Some(apply(units, &path.readings, page.number, guess))
}

/// What units are behind some readings in a page. `guess`: whether a character of which a byte was
/// lost is the likeliest one, or U+FFFD.
pub(super) fn apply(units: &[Unit], readings: &[Reading], page: usize, guess: bool) -> Vec<Unit> {
    let mut new: Vec<Unit> = Vec::with_capacity(units.len());
    let mut at = 0;
    for reading in readings {
        new.extend_from_slice(&units[at..reading.start]);
        let read = &units[reading.start..reading.end];
        let is_lost = reading.is_lost && !guess;
        let character = if is_lost { '\u{FFFD}' } else { reading.character };
        let first = &read[0];
        let before: i32 = read.iter().map(|unit| unit.gain).sum();
        new.push(Unit {
            is_escaped: first.is_escaped,
            layers: first.layers.and(page),
            gain: before + reading.gain,
            is_lost: is_lost || read.iter().any(|unit| unit.is_lost),
            ..Unit::new(character, first.start..read[read.len() - 1].end)
        });
        at = reading.end;
    }
    new.extend_from_slice(&units[at..]);
    new
}
