//! What an input is read as: decided once, at its start if that has what other encodings have, else
//! at the first place that is not UTF-8.

use std::collections::VecDeque;
use std::io;

use utf8kit::Encoding;
use utf8kit_text::charset::Charset;
use utf8kit_text::fix::{Fallback, Pipeline, Source, Step};
use utf8kit_text::guess::{Evidence, Grade, Verdict, Within, escapes, utf16_within};

use super::Fixing;
use super::flow::Refusal;
use crate::input::Regular;
use crate::judged;

/// So much of a file is searched for evidence of what its stray bytes are in.
const EVIDENCE: usize = 4 * 1024 * 1024;

/// And so much of it before the first of them.
const BEFORE: usize = 4 * 1024;

/// What was given as the encoding of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    Auto,
    /// Of everything that is not UTF-8.
    Charset(Charset),
    /// Everything is read as UTF-8, as damaged as it may be.
    Utf8,
}

/// What is done with an input of which it cannot be told what it is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// It is refused.
    Refused,
    /// It is taken for UTF-8, with a note.
    Noted,
    /// It is taken for UTF-8, as somebody said.
    Damaged,
}

/// In which charset stray bytes are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stray {
    Auto,
    None,
    Named(Fallback),
}

/// How an input is read from here on.
pub(super) struct Decided {
    pub(super) source: Source,
    pub(super) fallback: Option<Fallback>,
    /// What was not certain.
    pub(super) note: Option<String>,
    /// Why nothing may be lost, as it may be something else.
    pub(super) strictly: Option<&'static str>,
}

impl Decided {
    const fn of(source: Source) -> Decided {
        Decided { source, fallback: None, note: None, strictly: None }
    }
}

/// What is known of an input when it is decided.
pub(super) struct Known<'a> {
    /// The input, if it is a file.
    pub(super) regular: Option<&'a Regular>,
    /// The first 64 KiB.
    pub(super) head: &'a [u8],
    /// What is at hand, and where that starts.
    pub(super) at_hand: &'a [u8],
    pub(super) offset: u64,
    /// The first ill-formed byte of that, if one is.
    pub(super) error: Option<usize>,
    pub(super) has_ended: bool,
}

/// Whether the start of an input, which is well-formed, has what other encodings have.
pub(super) fn is_doubtful(head: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(byte, 0..=0x08 | 0x0E..=0x1A);
    let head = &head[..head.len().min(judged::START)];
    head.iter().any(is_control) || escapes(head).is_some()
}

/// Decides; or says why that is not possible.
pub(super) fn decide(fixing: &Fixing, known: &Known<'_>) -> Result<Decided, Refusal> {
    let utf8 = |fallback| Decided { fallback, ..Decided::of(Source::Utf8) };
    let named = match fixing.stray {
        Stray::Named(fallback) => Some(fallback),
        Stray::Auto | Stray::None => None,
    };
    if fixing.from == From::Utf8 && fixing.stray != Stray::Auto {
        return Ok(utf8(named));
    }
    let verdict = verdict(known).map_err(cannot_read)?;
    let stray = || match fixing.stray {
        Stray::Auto => Fallback::of(&evidence(known), &verdict),
        _ => named,
    };
    match fixing.from {
        From::Utf8 => return Ok(utf8(stray())),
        From::Charset(charset) => return Ok(by_label(charset, &verdict, known)),
        From::Auto => {}
    }
    // Whoever names the charset of stray bytes says that the rest is UTF-8.
    if named.is_some() && matches!(verdict.evidence(), Evidence::Letters(_) | Evidence::Nothing) {
        return Ok(utf8(named));
    }
    let Some(source) = Source::of(&verdict) else {
        let doubt = cannot_tell(&verdict, known);
        return match doubt {
            _ if fixing.unknown == Unknown::Damaged => Ok(utf8(stray())),
            // What is read is still there.
            Refusal::Refused(why) if fixing.unknown == Unknown::Noted => {
                let note = Some(format!("taken for UTF-8 that is damaged: {why}"));
                Ok(Decided { note, ..utf8(stray()) })
            }
            doubt => Err(doubt),
        };
    };
    let note = note(&verdict, source);
    Ok(match source {
        Source::Utf8 if known.error.is_none() => utf8(named),
        Source::Utf8 | Source::ModifiedUtf8 => {
            let is_guess = verdict.grade() < Grade::Likely && fixing.unknown == Unknown::Refused;
            let strictly = is_guess.then_some("this is perhaps UTF-8 that is damaged");
            Decided { fallback: stray(), note, strictly, ..Decided::of(source) }
        }
        // Letters are few or many; text in UTF-8 before them is there.
        Source::Charset(charset)
            if matches!(verdict.evidence(), Evidence::Letters(_)) && has_utf8_before(known) =>
        {
            utf8(named.or_else(|| Fallback::charset(charset)))
        }
        _ => Decided { fallback: stray(), note, ..Decided::of(source) },
    })
}

/// What was said to be in `charset`: unless it is UTF-8, as it is when it was fixed before.
fn by_label(charset: Charset, verdict: &Verdict, known: &Known<'_>) -> Decided {
    let is_utf8 = match verdict.evidence() {
        Evidence::Empty | Evidence::Ascii | Evidence::WellFormed => true,
        Evidence::Near(near) => near.encoding() == Encoding::Utf8,
        _ => known.offset > 0 && has_utf8_before(known),
    };
    if is_utf8 {
        return Decided {
            source: Source::Utf8,
            fallback: known.error.and_then(|_| Fallback::charset(charset)),
            ..Decided::of(Source::Utf8)
        };
    }
    // `utf-16` leaves the order of bytes to the mark.
    let is_general = matches!(charset.own(), Some(Encoding::Utf16 | Encoding::Utf32));
    let wide = verdict.wide().filter(|_| is_general);
    let charset = wide.map_or(charset, |wide| wide.encoding().into());
    Decided::of(Source::Charset(charset))
}

/// The places where an input changes between UTF-8 and UTF-16, and what is from there on; or why not
/// all of them can be known.
pub(super) fn changes(
    within: &Within,
    known: &Known<'_>,
) -> Result<VecDeque<(u64, Encoding)>, Refusal> {
    let mut changes = VecDeque::new();
    let mut offset = within.offset();
    let mut is_wide = !within.comes_first();
    if within.comes_first() {
        changes.push_back((0, within.encoding()));
    }
    changes.push_back((offset, if is_wide { within.encoding() } else { Encoding::Utf8 }));
    // Text before the first error has been passed on.
    let is_late = known.offset > 0 && offset < known.offset + known.error.unwrap_or(0) as u64;
    let rest = match known.regular {
        Some(regular) if !is_late && regular.size - offset <= EVIDENCE as u64 => {
            read(regular, offset, EVIDENCE).map_err(cannot_read)?
        }
        None if !is_late && known.has_ended => {
            known.at_hand[(offset - known.offset) as usize..].to_vec()
        }
        _ => {
            return Err(Refusal::Refused(format!(
                "it is in two encodings: {within}, which is too far behind to be looked through: \
                 take it apart there (`head -c {offset}`, `tail -c +{}`), and fix each part",
                offset + 1
            )));
        }
    };
    let mut rest = &rest[..];
    while let Some(within) = utf16_within(rest).filter(|it| it.comes_first() == is_wide) {
        let (_, behind) = rest.split_at(within.offset() as usize);
        offset += within.offset();
        is_wide = !is_wide;
        changes.push_back((offset, if is_wide { within.encoding() } else { Encoding::Utf8 }));
        rest = behind;
    }
    Ok(changes)
}

fn verdict(known: &Known<'_>) -> io::Result<Verdict> {
    let Known { regular, head, at_hand, offset, error, has_ended } = *known;
    match regular {
        Some(regular) => judged::of_file(regular, head, error.map(|error| offset + error as u64)),
        None if offset == 0 => Ok(judged::of_text(at_hand, error, has_ended)),
        None => Ok(judged::of_stream(head, offset, at_hand, has_ended)),
    }
}

/// Text around the first ill-formed byte, and behind it.
fn evidence(known: &Known<'_>) -> Vec<u8> {
    let error = known.error.unwrap_or_default();
    match known.regular {
        Some(regular) => {
            let from = (known.offset + error as u64).saturating_sub(BEFORE as u64);
            read(regular, from, EVIDENCE).unwrap_or_default()
        }
        None => known.at_hand[error.saturating_sub(BEFORE)..].to_vec(),
    }
}

fn read(regular: &Regular, from: u64, length: usize) -> io::Result<Vec<u8>> {
    judged::read(&regular.file, from, length)
}

/// Whether characters of UTF-8 beyond ASCII come before the first ill-formed byte, as far as is known.
fn has_utf8_before(known: &Known<'_>) -> bool {
    let before = &known.at_hand[..known.error.unwrap_or_default()];
    let head = if known.offset > 0 { known.head } else { before };
    !head.is_ascii() || !before.is_ascii()
}

/// What is to be said of what was decided.
fn note(verdict: &Verdict, source: Source) -> Option<String> {
    let name = verdict.name();
    let evidence = verdict.evidence();
    match source {
        Source::Charset(_) if verdict.grade() < Grade::Certain => Some(format!(
            "read as {name}: {evidence}; if that is wrong, say what it is with --from"
        )),
        Source::Changes(within) => Some(format!("in two encodings: {within}")),
        _ => None,
    }
}

fn cannot_read(error: io::Error) -> Refusal {
    Refusal::Trouble(format!("cannot be read: {error}"))
}

fn cannot_tell(verdict: &Verdict, known: &Known<'_>) -> Refusal {
    let at = known.offset + known.error.unwrap_or_default() as u64;
    let name = verdict.name();
    let others = judged::or_others(verdict);
    Refusal::Refused(match verdict.evidence() {
        Evidence::Binary(binary) => return Refusal::NoText(*binary),
        Evidence::SevenBit(_) => {
            format!("likely {name}, which `utf8` does not read; it is as it was")
        }
        Evidence::Letters(_) => format!(
            "it cannot be told for certain what this is: not UTF-8 (byte {at}); perhaps \
             {name}{others}: say which with --from, or --invalid replace if it is UTF-8 that is \
             damaged"
        ),
        _ => format!(
            "it cannot be told what this is: not UTF-8 (byte {at}), and no other charset fits; say \
             what it is with --from, or --invalid replace if it is UTF-8 that is damaged"
        ),
    })
}

/// The steps of an input.
pub(super) fn steps(fixing: &Fixing, decided: &Decided) -> Pipeline {
    let mut pipeline = decided.source.suited(fixing.pipeline.clone());
    if decided.strictly.is_some() {
        pipeline = pipeline.without("invalid");
    }
    match decided.fallback {
        Some(fallback) if !matches!(decided.source, Source::Charset(_)) => {
            pipeline.with(Step::Fallback(fallback))
        }
        _ => pipeline.without("fallback"),
    }
}
