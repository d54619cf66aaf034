//! What a text is: the one place that decides, and the order in which evidence counts.
//!
//! ```text
//! part UTF-8 and part UTF-16                         likely: mixed
//! a byte order mark                                  UTF-8, UTF-16, UTF-32: certain
//! zero bytes where UTF-16 or UTF-32 has them         likely
//! escape sequences in ASCII                          likely: ISO-2022-JP, HZ, UTF-7
//! well-formed UTF-8, ASCII included                  certain
//! a magic number, NUL                                binary
//! nearly UTF-8                                       likely: damaged, cut off, CESU-8
//! frequent characters of UTF-16                      likely
//! letters, and what the text says of its encoding    likely or a guess: see `letters`
//! ```

use utf8kit::{Bom, Encoding, from_utf8, trim_incomplete};

use super::letters::{self, BIT, POSSIBLE, Reading};
use super::near::{NearUtf8, partly_utf8, rather_utf8};
use super::wide::by_characters;
use super::{
    Declared, Evidence, Grade, HEAD, Letters, Verdict, binary, declared, escapes, near_utf8,
    utf16_or_utf32, utf16_within,
};
use crate::charset::Charset;

/// By so many bits, the best reading has to be better than the next for it to be likely.
const LIKELY: u32 = 10 * BIT;

/// So many bits a declaration counts: more than the rarest charset costs, less than letters that do
/// not fit.
const DECLARED: u32 = 24 * BIT;

/// In fewer characters of several bytes, chance is too great.
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
    let declared = declared(text);
    let mut verdict = by_evidence(text, is_whole, declared.as_ref());
    match &mut verdict.evidence {
        Evidence::Near(near) => near.is_all = is_whole,
        Evidence::Letters(letters) => letters.is_all &= is_whole,
        _ => {}
    }
    Verdict { declared: declared.filter(|_| verdict.charset.is_some()), ..verdict }
}

/// Says what a text is of which parts are known: bytes, and where in the text each part starts. The
/// first starts at 0, and the others are in order. `is_end`: whether the last one ends the text.
/// Allocates as much as all parts together, and as [`judge`] does.
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
    // Where a part is cut in the middle of a character of UTF-8, that is no error.
    let is_wide = |start: &[u8]| start.contains(&0) || Bom::detect(start).is_some_and(is_wide);
    let trims = parts.first().is_some_and(|(_, start)| !is_wide(start));
    let mut text = Vec::new();
    let mut places = Vec::new();
    for (index, &(mut offset, mut part)) in parts.iter().enumerate() {
        if trims && index > 0 {
            let is_continuation = |byte: &&u8| (0x80..=0xBF).contains(*byte);
            let cut = part.iter().take(3).take_while(is_continuation).count();
            part = &part[cut..];
            offset += cut as u64;
        }
        if trims && index + 1 < parts.len() {
            part = trim_incomplete(part);
        }
        places.push((text.len() as u64, offset));
        text.extend_from_slice(part);
    }
    let mut verdict = judge(&text, is_end);
    match &mut verdict.evidence {
        Evidence::Changes(within) => {
            let place = places.iter().rfind(|(joined, _)| *joined <= within.offset);
            within.offset += place.map_or(0, |(joined, offset)| offset - joined);
        }
        Evidence::Near(near) => near.is_all = false,
        Evidence::Letters(letters) => {
            letters.is_all = false;
            if parts.iter().any(|(_, part)| is_text_in_utf8(part)) {
                verdict.grade = Grade::Guess;
            }
        }
        _ => {}
    }
    verdict
}

/// Whether `part` of a text is well-formed UTF-8 beyond ASCII, and not by chance.
fn is_text_in_utf8(part: &[u8]) -> bool {
    const FEW: usize = 3;
    let cut = part.iter().take(3).take_while(|byte| (0x80..=0xBF).contains(*byte)).count();
    let text = from_utf8(trim_incomplete(&part[cut..])).unwrap_or_default();
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

fn is_wide(bom: Bom) -> bool {
    bom != Bom::Utf8
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
    if let Some(near) = near_utf8(text) {
        return nearly(near, Grade::Likely);
    }
    if let Some(wide) = by_characters {
        return verdict(wide.encoding().into(), Grade::Likely, Evidence::Characters(wide));
    }
    match mark {
        // The mark counts for more than the letters do.
        Some(bom) => {
            let others = by_letters(text, declared).charset.into_iter().collect();
            Verdict { others, ..verdict(Charset::UTF_8, Grade::Likely, Evidence::Mark(bom)) }
        }
        None => {
            let verdict = by_letters(text, declared);
            let is_declared = || {
                let charset = declared.and_then(Declared::charset);
                charset.is_some_and(|it| verdict.charset.is_some_and(|found| found.includes(it)))
            };
            match rather_utf8(text) {
                Some(near) if verdict.grade < Grade::Likely && !is_declared() => {
                    nearly(near, Grade::Guess)
                }
                _ => verdict,
            }
        }
    }
}

fn by_letters(text: &[u8], declared: Option<&Declared>) -> Verdict {
    let mut readings = letters::readings(text);
    if let Some(declared) = declared.and_then(Declared::charset) {
        for reading in readings.iter_mut().filter(|reading| reading.charset.includes(declared)) {
            reading.cost = reading.cost.saturating_sub(DECLARED);
        }
        readings.sort_by_key(|reading| reading.cost);
    }
    let Some(best) = readings.first().filter(|reading| reading.is_text()) else {
        return nameless(Grade::Unknown, Evidence::Nothing);
    };
    let mut others: Vec<&Reading> = Vec::new();
    for reading in &readings[1..] {
        let is_known = |known: &&Reading| known.is_same_text(reading);
        let is_possible = reading.cost <= best.cost + POSSIBLE;
        if is_possible && !best.is_same_text(reading) && !others.iter().any(is_known) {
            others.push(reading);
        }
    }
    let is_clear = others.first().is_none_or(|other| other.cost >= best.cost + LIKELY);
    let is_whole = best.malformed <= best.characters / 50;
    let is_enough = best.characters >= if best.has_one_byte_each() { 1 } else { FEWEST_IDEOGRAPHS };
    let is_likely = is_clear && is_whole && is_enough && !is_part_utf8(text, best);
    let grade = if is_likely { Grade::Likely } else { Grade::Guess };
    // Where several charsets have the same text, that is named which the text names, or the commonest.
    let same = readings.iter().filter(|reading| best.is_same_text(reading));
    let charset = declared.and_then(Declared::charset);
    let is_other = |reading: &Reading| charset.is_none_or(|it| !reading.charset.includes(it));
    let best = same.min_by_key(|reading| (is_other(reading), reading.prior)).unwrap_or(best);
    let Reading { language, characters, malformed, .. } = *best;
    let is_all = letters::reads_all_of(text);
    let evidence = Evidence::Letters(Letters { language, characters, malformed, is_all });
    let others = others.iter().map(|reading| reading.charset).collect();
    Verdict { others, ..verdict(best.charset, grade, evidence) }
}

/// Whether some of `text` is UTF-8, whatever the rest is: in most charsets of one byte a character,
/// well-formed sequences of several bytes are rare.
fn is_part_utf8(text: &[u8], reading: &Reading) -> bool {
    reading.has_one_byte_each() && partly_utf8(text)
}
