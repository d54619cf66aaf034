//! Sequences of which bytes were lost before: what read them had no character for a byte, and put
//! something else in its place, or nothing.
//!
//! ```text
//! Ã U+FFFD, Ã ?      C3, and a byte that was lost: 80 to 9F, or a hole of the page above
//! Ã alone            the same, where what read it left the byte out
//! Ã space            C3 A0, whose no-break space was made a space
//! ```

use std::ops::Range;

use utf8kit::decode_first;

use super::model::{BIT, MODEL};
use super::pages::length;
use super::path::{Sequence, View};

/// What it costs that a no-break space became a space.
const SOFTENED: i32 = BIT;
/// What it costs that a byte was lost, and each other one of a character.
const LOST: i32 = 10 * BIT;
const LOST_TOO: i32 = 4 * BIT;

/// The bytes that may have been lost: only the holes, if what read the line has characters where ISO 8859
/// has controls.
pub(super) fn bytes(view: &View<'_>) -> &'static [u8] {
    let page = view.page;
    let is_beyond_iso =
        |at: usize| matches!(view.byte(at), 0x80..=0x9F) && !view.units[at].character.is_control();
    let has_no_controls = (0..view.units.len()).any(is_beyond_iso);
    if has_no_controls && !page.holes.is_empty() { &page.holes } else { &page.lost }
}

/// The sequences that may start at `at`, where none is whole: one with all its units, one with
/// fewer. `lost`: the bytes that may have been.
pub(super) fn damaged(
    view: &View<'_>,
    at: usize,
    lost: &[u8],
) -> impl Iterator<Item = Sequence> + use<> {
    // What is likely as it stands need not be looked at: this is what nothing costs less than.
    const LEAST: i32 = 4 * BIT;
    const LEAST_SHORTER: i32 = LOST + 2 * LEAST;
    let (first, second) = (view.token(at), view.token(at + 1));
    let stands = MODEL.cost(view.before(at), first) + MODEL.cost(first, second);
    let in_place = if stands > LEAST { in_place(view, at, lost) } else { None };
    let shorter = if stands > LEAST_SHORTER { shorter(view, at, lost) } else { None };
    [in_place, shorter].into_iter().flatten()
}

/// A sequence in which other characters stand for what was lost.
fn in_place(view: &View<'_>, start: usize, lost: &[u8]) -> Option<Sequence> {
    let mut bytes = [view.byte(start), 0, 0, 0];
    let end = start + length(bytes[0]);
    let (mut places, mut spaces) = (Vec::new(), 0);
    for (place, unit) in view.units.get(start..end)?.iter().enumerate().skip(1) {
        bytes[place] = match (view.byte(start + place), unit.character) {
            (byte @ 0x80..=0xBF, _) => byte,
            (_, ' ') => {
                spaces += 1;
                0xA0
            }
            (_, '\u{FFFD}' | '?') => {
                places.push(place);
                0
            }
            _ => return None,
        };
    }
    let bytes = &mut bytes[..end - start];
    match (places.len(), spaces) {
        (0, 1) => {
            let character = decode_first(bytes)?.ok()?;
            let end = if keeps_space(view, character, end) { end - 1 } else { end };
            Some(Sequence { start, end, character, cost: SOFTENED, is_lost: false })
        }
        (1.., 0) => likeliest(view, start..end, bytes, &places, lost),
        _ => None,
    }
}

/// Whether the space at the end of what `character` is read from is one between words: behind `à`, where
/// two spaces became one. Only in Portuguese do words begin with that letter, with few others behind it.
fn keeps_space(view: &View<'_>, character: char, end: usize) -> bool {
    let next = |ahead: usize| view.units.get(end + ahead).map_or(' ', |unit| unit.character);
    character == 'à'
        && view.units[end - 1].character == ' '
        && next(0).is_alphabetic()
        && !matches!((next(0), next(1), next(2)), ('q', 'u', 'e' | 'i') | ('s', ' ', _))
}

/// A sequence whose last bytes are missing, or that of the middle.
fn shorter(view: &View<'_>, start: usize, lost: &[u8]) -> Option<Sequence> {
    let mut bytes = [view.byte(start), 0, 0, 0];
    let length = length(bytes[0]);
    let mut there = 1;
    while there < length && matches!(view.byte(start + there), 0x80..=0xBF) {
        bytes[there] = view.byte(start + there);
        there += 1;
    }
    let end = start + there;
    let stands_for_it = view.units.get(end).is_some_and(|unit| unit.character == '\u{FFFD}');
    if there == length || stands_for_it {
        return None;
    }
    let bytes = &mut bytes[..length];
    let missing: Vec<usize> = (there..length).collect();
    likeliest(view, start..end, bytes, &missing, lost).or_else(|| {
        let is_last_there = length == 3 && there == 2;
        bytes[length - 1] = bytes[1];
        is_last_there.then(|| likeliest(view, start..end, bytes, &[1], lost)).flatten()
    })
}

/// The sequence with the likeliest bytes, of those that may be `lost`, at some `places`. If there are
/// several, one byte is tried at all of them; or 80 at the first, as U+2000 to U+203F have it, and one
/// byte at the rest.
fn likeliest(
    view: &View<'_>,
    range: Range<usize>,
    bytes: &mut [u8],
    places: &[usize],
    lost: &[u8],
) -> Option<Sequence> {
    let Range { start, end } = range;
    let before = view.before(start);
    let (first, others) = places.split_first()?;
    let pairs = lost.iter().flat_map(|&byte| [(0x80, byte), (byte, byte)]);
    let readings = pairs.filter_map(|(one, other)| {
        bytes[*first] = if others.is_empty() { other } else { one };
        others.iter().for_each(|&place| bytes[place] = other);
        decode_first(bytes)?.ok()
    });
    let readings = readings.filter(|it| !MODEL.is_nothing(MODEL.token(*it)));
    let character = readings.min_by_key(|it| MODEL.cost(before, MODEL.token(*it)))?;
    let cost = LOST + LOST_TOO * others.len() as i32;
    Some(Sequence { start, end, character, cost, is_lost: true })
}
