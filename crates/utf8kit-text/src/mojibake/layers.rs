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

use super::line::{Layer, MOST, Unit, candidates};
use super::model::BIT;
use super::pages::{PAGES, Set};
use super::path::{Path, Reading, Sequence, View};

/// So many readings are followed, if they gain nearly as much as the best.
const FOLLOWED: usize = 3;

/// What is less likely than the best by so much is not followed, if the best leaves nothing unread.
const CLOSE: i32 = 16 * BIT;

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
    let layers = units.iter().map(|unit| unit.layers.all().count()).max()?;
    follow(units, bars, MOST.saturating_sub(layers))
}

/// A way to read a line in a page.
struct Way {
    page: usize,
    path: Path,
    /// Whether it reads all that can be read in the page.
    reads_all: bool,
}

fn follow(units: &[Unit], bars: Bars, layers: usize) -> Option<Line> {
    if layers == 0 {
        return None;
    }
    let candidates = candidates(units);
    let mut ways = ways(units, &candidates, bars);
    ways.sort_by_key(|way| -way.path.gain);
    let first = ways.first()?;
    let (page, gain) = (first.page, first.path.gain);
    let everything = (!first.reads_all).then(|| {
        let view = View { units, page: &PAGES.all[page], bar: bars.of(page) };
        Way { page, path: view.everything(&view.whole(&candidates)), reads_all: true }
    });
    let (line, goes_on) = go_on(units, first, bars, layers);
    // If nothing is left to be read, only what is about as likely may be better.
    let is_clear = first.reads_all && !goes_on;
    let least = if is_clear { gain - CLOSE } else { gain / 2 };
    let likely = ways[1..].iter().take_while(|way| way.path.gain > least).take(FOLLOWED - 1);
    let likely = likely.map(|way| go_on(units, way, bars, layers).0);
    // Without another reading behind it, it is less likely than the best way.
    let all = everything.iter().map(|way| go_on(units, way, bars, layers));
    let all = all.filter(|(_, goes_on)| *goes_on).map(|(line, _)| line);
    Some(likely.chain(all).fold(line, |best, it| if it.gain > best.gain { it } else { best }))
}

/// The best way in each page in which something is gained.
fn ways(units: &[Unit], candidates: &[(usize, Set)], bars: Bars) -> Vec<Way> {
    let set = candidates.iter().fold(0, |set, (_, more)| set | more);
    let mut ways: Vec<Way> = Vec::new();
    let mut seen: Vec<(Vec<Sequence>, i32)> = Vec::new();
    for page in PAGES.all.iter().filter(|page| set & 1 << page.number != 0) {
        let view = View { units, page, bar: bars.of(page.number) };
        let sequences = view.whole(candidates);
        // Many charsets are alike. Of what is the same in two, the first is taken.
        if seen.iter().any(|(others, bar)| *others == sequences && *bar <= view.bar) {
            continue;
        }
        if let Some(path) = view.best(&sequences)
            && ways.iter().all(|way| way.path.readings != path.readings)
        {
            let reads_all = path.readings.len() == sequences.len();
            ways.push(Way { page: page.number, path, reads_all });
        }
        seen.push((sequences, view.bar));
    }
    ways
}

/// The line behind a way and all that follows it, and whether anything does.
fn go_on(units: &[Unit], way: &Way, bars: Bars, layers: usize) -> (Line, bool) {
    let Way { page, path, .. } = way;
    let units = apply(units, &path.readings, Layer::Page(*page as u8), false);
    match follow(&units, bars.and(*page), layers - 1) {
        None => (Line { units, gain: path.gain, pages: vec![*page] }, false),
        Some(next) => {
            let pages = [vec![*page], next.pages].concat();
            (Line { units: next.units, gain: path.gain + next.gain, pages }, true)
        }
    }
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
    Some(apply(units, &path.readings, Layer::Page(page.number as u8), guess))
}

/// What units are behind some readings. `guess`: whether a character of which a byte was lost is the
/// likeliest one, or U+FFFD.
pub(super) fn apply(units: &[Unit], readings: &[Reading], layer: Layer, guess: bool) -> Vec<Unit> {
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
            layers: first.layers.and(layer),
            gain: before + reading.gain,
            is_lost: is_lost || read.iter().any(|unit| unit.is_lost),
            ..Unit::new(character, first.start..read[read.len() - 1].end)
        });
        at = reading.end;
    }
    new.extend_from_slice(&units[at..]);
    new
}
