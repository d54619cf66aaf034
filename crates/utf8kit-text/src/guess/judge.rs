//! What a text is: the one place that decides, and the order in which evidence counts.
//!
//! ```text
//! part UTF-8 and part UTF-16                         likely: mixed
//! a byte order mark                                  UTF-8, UTF-16, UTF-32: certain
//! controls, and zero bytes or characters of UTF-16   likely
//! escape sequences in ASCII                          likely: ISO-2022-JP, HZ, UTF-7
//! well-formed UTF-8, ASCII included                  certain
//! a magic number, NUL                                binary
//! nearly UTF-8                                       likely: damaged, cut off, CESU-8
//! frequent characters of UTF-16                      likely
//! letters, and what the text says of its encoding    likely or a guess: see `letters`
//! half of it UTF-8, and no likely letters            a guess: UTF-8, damaged
//! ```

use utf8kit::{Bom, Encoding, from_utf8, trim_incomplete};

use super::letters::{self, BIT, POSSIBLE, Reading};
use super::near::{NearUtf8, Sequences};
use super::wide::by_characters;
use super::{
    Declared, Evidence, Grade, HEAD, Letters, Verdict, binary, declared, escapes, utf16_or_utf32,
    utf16_within,
};
use crate::charset::Charset;

/// The best reading is likely if it is so much cheaper than the next.
const LIKELY: u32 = 10 * BIT;

/// A declared charset gets so much off its cost: more than the rarest charset costs, less than
/// letters that do not fit.
const DECLARED: u32 = 24 * BIT;

/// Fewer characters of several bytes may fit by chance.
const FEWEST_IDEOGRAPHS: u32 = 4;

/// Says what `text` is, the start of a file or (`is_whole`) all of it. Reads at most all of `text`;
/// 64 KiB is plenty. Allocates up to about 100 KiB where it comes to letters.
///
/// A text that does not end here may still turn out to be something else; its grade is that of what
/// is seen.
///
/// ```
/// use utf8kit_text::guess::{Grade, judge};
///
/// let verdict = judge(b"na\xEFve d\xE9j\xE0 vu, un caf\xE9 cr\xE8me", true);
/// assert_eq!((verdict.name().as_str(), verdict.grade()), ("windows-1252", Grade::Likely));
/// // Cut in the middle of a character.
/// assert_eq!(judge(b"na\xC3\xAFve caf\xC3", false).grade(), Grade::Certain);
/// assert_eq!(judge(b"na\xC3\xAFve caf\xC3", true).grade(), Grade::Likely);
/// ```
#[must_use]
pub fn judge(text: &[u8], is_whole: bool) -> Verdict {
    judge_some(text, is_whole, is_whole)
}

/// Judges what ends where its text does (`is_end`), and may be all of it.
fn judge_some(text: &[u8], is_end: bool, is_all: bool) -> Verdict {
    let declared = declared(text);
    let mut verdict = by_evidence(text, is_end, declared.as_ref());
    match &mut verdict.evidence {
        Evidence::Near(near) => near.is_all = is_all,
        Evidence::Letters(letters) => letters.is_all &= is_all,
        _ => {}
    }
    Verdict { declared: declared.filter(|_| verdict.charset.is_some()), ..verdict }
}

/// Says what a text is of which parts are known: bytes, and where in the text each part starts. The
/// first starts at 0, and the others are in order; what two of them have in common is read once.
/// `is_end`: whether the last one ends the text. Allocates as much as all parts together, and as
/// [`judge`] does.
///
/// ```
/// use utf8kit_text::guess::{Evidence, judge_parts};
///
/// let start = b"2026-11-28 started\r\n";
/// let later = b"2026-11-28 went on\r\n\xFF\xFEd\0o\0n\0e\0\r\0\n\0";
/// let verdict = judge_parts(&[(0, start), (1_000_000, later)], true);
/// let Evidence::Changes(within) = verdict.evidence() else { panic!() };
/// assert_eq!(within.offset(), 1_000_020);
/// ```
#[must_use]
pub fn judge_parts(parts: &[(u64, &[u8])], is_end: bool) -> Verdict {
    // Units of UTF-16 and UTF-32 must stay whole; of UTF-8, characters must.
    let starts_wide = parts.first().is_some_and(|(_, start)| utf16_or_utf32(start).is_some());
    let mut text = Vec::new();
    let mut places = Vec::new();
    let mut known = 0_u64;
    for (index, &(offset, part)) in parts.iter().enumerate() {
        let end = offset + part.len() as u64;
        let overlap = known.saturating_sub(offset) as usize;
        let mut part = part.get(overlap..).unwrap_or_default();
        let is_apart = end - part.len() as u64 != known;
        if !starts_wide && is_apart {
            part = behind_cut(part);
        }
        let from = end - part.len() as u64;
        if !starts_wide && index + 1 < parts.len() {
            part = trim_incomplete(part);
        }
        places.push((text.len() as u64, from));
        text.extend_from_slice(part);
        known = from + part.len() as u64;
    }
    let mut verdict = judge_some(&text, is_end, false);
    match &mut verdict.evidence {
        Evidence::Changes(within) => {
            let place = places.iter().rfind(|(joined, _)| *joined <= within.offset);
            let (joined, offset) = place.copied().unwrap_or_default();
            within.offset = within.offset - joined + offset;
        }
        Evidence::Letters(_) if parts.iter().any(|(_, part)| is_text_in_utf8(part)) => {
            verdict.grade = Grade::Guess;
        }
        _ => {}
    }
    verdict
}

/// What follows the rest of a character that `part` was cut in.
fn behind_cut(part: &[u8]) -> &[u8] {
    let is_continuation = |byte: &&u8| (0x80..=0xBF).contains(*byte);
    &part[part.iter().take(3).take_while(is_continuation).count()..]
}

/// Whether `part` of a text is well-formed UTF-8 beyond ASCII, and not by chance.
fn is_text_in_utf8(part: &[u8]) -> bool {
    const FEW: usize = 3;
    let text = from_utf8(trim_incomplete(behind_cut(part))).unwrap_or_default();
    text.chars().filter(|character| !character.is_ascii()).take(FEW).count() == FEW
}

fn by_evidence(text: &[u8], is_whole: bool, declared: Option<&Declared>) -> Verdict {
    let ascii = Charset::from(Encoding::Ascii);
    if text.is_empty() {
        return verdict(ascii, Grade::Certain, Evidence::Empty);
    }
    let whole_characters = if is_whole { text } else { trim_incomplete(text) };
    let is_utf8 = from_utf8(whole_characters).is_ok();
    if (!is_utf8 || text.contains(&0))
        && let Some(within) = utf16_within(text)
    {
        return nameless(Grade::Likely, Evidence::Changes(within));
    }
    match Bom::detect(text) {
        Some(Bom::Utf8) if !is_utf8 => return by_bytes(text, Some(Bom::Utf8), declared),
        Some(bom) => return verdict(by_mark(bom), Grade::Certain, Evidence::Mark(bom)),
        None => {}
    }
    let head = &text[..text.len().min(HEAD)];
    let is_control = |byte: &u8| matches!(byte, 0..=0x08 | 0x0E..=0x1A);
    let has_controls = head.iter().any(is_control);
    if has_controls && let Some(wide) = utf16_or_utf32(head) {
        let found = verdict(wide.encoding().into(), Grade::Likely, Evidence::ZeroBytes(wide));
        // Text in ASCII has zero bytes in no other way.
        let others = if is_utf8 { vec![Charset::UTF_8] } else { Vec::new() };
        return Verdict { others, ..found };
    }
    if has_controls && let Some(wide) = by_characters(head) {
        return verdict(wide.encoding().into(), Grade::Likely, Evidence::Characters(wide));
    }
    match is_utf8 {
        true if text.is_ascii() => match escapes(text) {
            Some(found) => Verdict {
                charset: found.charset(),
                others: vec![ascii],
                ..nameless(Grade::Likely, Evidence::SevenBit(found))
            },
            None => verdict(ascii, Grade::Certain, Evidence::Ascii),
        },
        true => verdict(Charset::UTF_8, Grade::Certain, Evidence::WellFormed),
        false => by_bytes(text, None, declared),
    }
}

fn verdict(charset: Charset, grade: Grade, evidence: Evidence) -> Verdict {
    let charset = Some(charset);
    Verdict { charset, ..nameless(grade, evidence) }
}

fn nearly(near: NearUtf8, grade: Grade) -> Verdict {
    verdict(near.encoding().into(), grade, Evidence::Near(near))
}

/// What has no charset here.
const fn nameless(grade: Grade, evidence: Evidence) -> Verdict {
    Verdict { charset: None, grade, evidence, others: Vec::new(), declared: None }
}

/// The charset for which a mark is no text.
fn by_mark(bom: Bom) -> Charset {
    Charset::from(match bom {
        Bom::Utf8 => Encoding::Utf8,
        Bom::Utf16Le | Bom::Utf16Be => Encoding::Utf16,
        Bom::Utf32Le | Bom::Utf32Be => Encoding::Utf32,
    })
}

/// What ill-formed UTF-8 is.
fn by_bytes(text: &[u8], mark: Option<Bom>, declared: Option<&Declared>) -> Verdict {
    let head = &text[..text.len().min(HEAD)];
    let by_characters = by_characters(head);
    if by_characters.is_none()
        && let Some(binary) = binary(head)
    {
        return nameless(Grade::Certain, Evidence::Binary(binary));
    }
    let sequences = Sequences::of(text);
    if let Some(near) = sequences.are_near() {
        return nearly(near, Grade::Likely);
    }
    if let Some(wide) = by_characters {
        return verdict(wide.encoding().into(), Grade::Likely, Evidence::Characters(wide));
    }
    let by_letters = by_letters(text, declared, &sequences);
    if let Some(bom) = mark {
        // The mark counts for more than the letters do.
        let others = by_letters.charset.into_iter().collect();
        return Verdict { others, ..verdict(Charset::UTF_8, Grade::Likely, Evidence::Mark(bom)) };
    }
    let is_declared =
        declared.is_some_and(|it| by_letters.charset.is_some_and(|of| it.is_true_of(of)));
    match sequences.are_rather_near() {
        Some(near) if by_letters.grade < Grade::Likely && !is_declared => {
            nearly(near, Grade::Guess)
        }
        _ => by_letters,
    }
}

fn by_letters(text: &[u8], declared: Option<&Declared>, sequences: &Sequences) -> Verdict {
    let (mut readings, is_all) = letters::readings(text);
    let is_declared = |reading: &Reading| declared.is_some_and(|it| it.is_true_of(reading.charset));
    for reading in readings.iter_mut().filter(|reading| is_declared(reading)) {
        reading.cost = reading.cost.saturating_sub(DECLARED);
    }
    readings.sort_by_key(|reading| reading.cost);
    let Some(best) = readings.first().filter(|reading| reading.is_text()) else {
        return nameless(Grade::Unknown, Evidence::Nothing);
    };
    let others = other_texts(best, &readings[1..]);
    let is_clear = others.first().is_none_or(|other| other.cost >= best.cost + LIKELY);
    let is_mostly_well_formed = best.malformed <= best.characters / 50;
    let is_enough = best.has_one_byte_each() || best.characters >= FEWEST_IDEOGRAPHS;
    let is_part_utf8 = best.has_one_byte_each() && sequences.are_in_part() || sequences.are_half();
    let has_letters = best.has_letters() || is_declared(best);
    let is_fit = is_mostly_well_formed && is_enough && has_letters;
    let grade = match is_clear && is_fit && !is_part_utf8 {
        true => Grade::Likely,
        false => Grade::Guess,
    };
    // Where several charsets have the same text, the declared one is named, or the commonest.
    let same = readings.iter().filter(|reading| best.is_same_text(reading));
    let named = same.min_by_key(|reading| (!is_declared(reading), reading.prior)).unwrap_or(best);
    let Reading { charset, language, characters, malformed, .. } = *named;
    let evidence = Evidence::Letters(Letters { language, characters, malformed, is_all });
    let others = others.iter().map(|reading| reading.charset).collect();
    Verdict { others, ..verdict(charset, grade, evidence) }
}

/// The readings that are possible as well: of each other text, the likeliest.
fn other_texts<'r>(best: &Reading, readings: &'r [Reading]) -> Vec<&'r Reading> {
    let mut others: Vec<&Reading> = Vec::new();
    for reading in readings.iter().filter(|reading| reading.cost <= best.cost + POSSIBLE) {
        let is_known = |known: &&Reading| known.is_same_text(reading);
        if !best.is_same_text(reading) && !others.iter().any(is_known) {
            others.push(reading);
        }
    }
    others
}
