//! What an input is read as: decided once, at its start if that has what other encodings have, else
//! at the first place that is not UTF-8.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::io;

use utf8kit::{Bom, Encoding};
use utf8kit_text::charset::Charset;
use utf8kit_text::fix::{Fallback, Pipeline, Source, Step, has_utf8_lines};
use utf8kit_text::guess::{Evidence, Grade, HEAD, Verdict, Within, binary, utf16_within};

use super::Fixing;
use super::flow::Refusal;
use crate::input::Regular;
use crate::judged;

/// So much of a file is searched for evidence of what its stray bytes are in.
const EVIDENCE: usize = 4 * 1024 * 1024;

/// And how much of the text before the first of them.
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
    /// Why nothing may be replaced: the input may be in another charset.
    pub(super) strictly: Option<String>,
}

impl Decided {
    fn of(source: Source) -> Decided {
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
    /// It was met in a directory: if it is no text, that is left alone.
    pub(super) is_met: bool,
    /// What is read of a file for evidence, once that is asked for.
    pub(super) evidence: OnceCell<Vec<u8>>,
}

/// Decides; or says why that is not possible.
pub(super) fn decide(fixing: &Fixing, known: &Known<'_>) -> Result<Decided, Refusal> {
    let utf8 = |fallback| Decided { fallback, ..Decided::of(Source::Utf8) };
    let named = match fixing.stray {
        Stray::Named(fallback) => Some(fallback),
        Stray::Auto | Stray::None => None,
    };
    let head = &known.head[..known.head.len().min(HEAD)];
    if let (From::Utf8, Some(binary)) = (fixing.from, binary(head))
        && known.is_met
        && known.error.is_some()
    {
        return Err(Refusal::NoText(binary));
    }
    if fixing.from == From::Utf8 && fixing.stray != Stray::Auto {
        return Ok(utf8(named));
    }
    let verdict = verdict(known).map_err(cannot_read)?;
    if let (Evidence::Binary(binary), true) = (verdict.evidence(), known.is_met) {
        return Err(Refusal::NoText(*binary));
    }
    let stray = || match fixing.stray {
        Stray::Auto => Fallback::of(evidence(known), &verdict),
        _ => named,
    };
    match fixing.from {
        From::Utf8 => return Ok(utf8(stray())),
        From::Charset(charset) => {
            let decided = by_label(charset, &verdict, known);
            let fallback = match fixing.stray {
                Stray::Auto => decided.fallback,
                _ => named,
            };
            return Ok(Decided { fallback, ..decided });
        }
        From::Auto => {}
    }
    // Whoever names the charset of stray bytes says that the rest is UTF-8.
    if named.is_some() && matches!(verdict.evidence(), Evidence::Letters(_) | Evidence::Nothing) {
        return Ok(utf8(named));
    }
    let is_letters = matches!(verdict.evidence(), Evidence::Letters(_));
    // Only where it comes to letters, more of the text counts.
    let text = if is_letters { text_of(known) } else { known.head };
    let source = match Source::of_text(&verdict, text) {
        Some(Source::Charset(_)) if is_ascii_by_mark(&verdict, known) => None,
        // A verdict is by parts, and all of a text is more exact.
        Some(Source::Charset(charset)) if verdict.wide().is_some() => {
            let within = all_of(known).and_then(|text| utf16_within(&text));
            Some(within.map_or(Source::Charset(charset), Source::Changes))
        }
        Some(Source::Changes(within)) => {
            let exact = all_of(known).and_then(|text| utf16_within(&text));
            Some(Source::Changes(exact.unwrap_or(within)))
        }
        source => source,
    };
    let is_guess = verdict.grade() < Grade::Likely;
    match source {
        Some(Source::Utf8) if known.error.is_none() => Ok(utf8(named)),
        // Text in UTF-8 comes before it.
        Some(Source::Charset(_)) if is_letters && has_utf8_before(known) => Ok(utf8(stray())),
        Some(Source::Utf8 | Source::ModifiedUtf8) if is_guess && !is_letters => {
            let doubt = "only half of what is not ASCII is that".into();
            Ok(doubtful(fixing, doubt, stray()))
        }
        Some(source) => {
            let note = note(&verdict, source);
            Ok(Decided { fallback: stray(), note, ..Decided::of(source) })
        }
        None if fixing.unknown == Unknown::Damaged
            && (fixing.takes_binaries || !matches!(verdict.evidence(), Evidence::Binary(_))) =>
        {
            Ok(utf8(stray()))
        }
        None => Ok(doubtful(fixing, cannot_tell(&verdict, known)?, stray())),
    }
}

/// An input that is perhaps damaged UTF-8: `doubt` says what speaks against that.
fn doubtful(fixing: &Fixing, doubt: String, fallback: Option<Fallback>) -> Decided {
    let utf8 = Decided { fallback, ..Decided::of(Source::Utf8) };
    match fixing.unknown {
        Unknown::Damaged => utf8,
        // What is read is still there.
        Unknown::Noted => {
            Decided { note: Some(format!("taken for damaged UTF-8: {doubt}")), ..utf8 }
        }
        Unknown::Refused => Decided { strictly: Some(doubt), ..utf8 },
    }
}

/// What was said to be in `charset`: unless it is UTF-8, as it is when it was fixed before.
fn by_label(charset: Charset, verdict: &Verdict, known: &Known<'_>) -> Decided {
    use Encoding::{Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
    let is_wide =
        matches!(charset.own(), Some(Utf16 | Utf16Be | Utf16Le | Utf32 | Utf32Be | Utf32Le));
    let is_utf8 = match verdict.evidence() {
        Evidence::Empty | Evidence::Ascii | Evidence::WellFormed => true,
        Evidence::Near(near) => near.encoding() == Encoding::Utf8,
        Evidence::Mark(Bom::Utf8) => true,
        _ if known.error.is_none() => !is_wide,
        _ => {
            let is_late = known.offset > 0 && has_utf8_before(known);
            is_late
                || known.head.starts_with(Bom::Utf8.as_bytes())
                || has_utf8_lines(text_of(known))
        }
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
    // Text before the first error has been passed on; and where UTF-16 comes first, only all of it
    // tells for certain where that ends.
    let passed_on = known.offset + known.error.unwrap_or(0) as u64;
    let is_late = match within.comes_first() {
        true => known.offset > 0 || known.regular.is_some_and(|it| it.size > EVIDENCE as u64),
        false => known.offset > 0 && offset < passed_on,
    };
    let rest = match known.regular {
        Some(regular) if !is_late && regular.size.saturating_sub(offset) <= EVIDENCE as u64 => {
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
    let Known { regular, head, at_hand, offset, error, has_ended, .. } = *known;
    match regular {
        Some(regular) => judged::of_file(regular, head, error.map(|error| offset + error as u64)),
        None if offset == 0 => Ok(judged::of_text(at_hand, error, has_ended)),
        None => Ok(judged::of_stream(head, offset, at_hand, has_ended)),
    }
}

/// The start of the input, or what is around its first ill-formed byte.
fn text_of<'k>(known: &'k Known<'_>) -> &'k [u8] {
    if known.regular.is_some() { evidence(known) } else { known.at_hand }
}

/// All of an input that is not large, if nothing of it has been passed on.
fn all_of<'k>(known: &Known<'k>) -> Option<Cow<'k, [u8]>> {
    match known.regular {
        _ if known.offset > 0 => None,
        Some(regular) if regular.size > EVIDENCE as u64 => None,
        Some(regular) => Some(Cow::Owned(read(regular, 0, EVIDENCE).ok()?)),
        None => known.has_ended.then_some(Cow::Borrowed(known.at_hand)),
    }
}

/// Whether what a mark says is UTF-16 is ASCII behind it.
fn is_ascii_by_mark(verdict: &Verdict, known: &Known<'_>) -> bool {
    /// So much of it is hardly ever there in UTF-16.
    const RUN: usize = 32;
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let behind = known.at_hand.get(2..).unwrap_or_default();
    matches!(verdict.evidence(), Evidence::Mark(_))
        && behind.windows(RUN).any(|run| run.iter().all(is_text))
}

/// Text around the first ill-formed byte, and behind it.
fn evidence<'k>(known: &'k Known<'_>) -> &'k [u8] {
    let error = known.error.unwrap_or_default();
    match known.regular {
        Some(regular) => known.evidence.get_or_init(|| {
            let from = (known.offset + error as u64).saturating_sub(BEFORE as u64);
            read(regular, from, EVIDENCE).unwrap_or_default()
        }),
        None => &known.at_hand[error.saturating_sub(BEFORE)..],
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

/// Why it cannot be told what an input is; or that it is no text.
fn cannot_tell(verdict: &Verdict, known: &Known<'_>) -> Result<String, Refusal> {
    let at = known.offset + known.error.unwrap_or_default() as u64;
    let name = verdict.name();
    let others = judged::or_others(verdict);
    Ok(match verdict.evidence() {
        Evidence::Binary(binary) => return Err(Refusal::NoText(*binary)),
        Evidence::SevenBit(_) => {
            return Err(Refusal::Refused(format!(
                "likely {name}, which `utf8` does not read; it is as it was"
            )));
        }
        Evidence::Mark(_) => format!("its mark is that of {name}, and what follows is ASCII"),
        Evidence::Letters(_) => {
            format!("not UTF-8 (byte {at}); perhaps {name}{others}: say which with --from")
        }
        _ => {
            format!("not UTF-8 (byte {at}), and no other charset fits: say what it is with --from")
        }
    })
}

/// The steps of an input.
pub(super) fn steps(fixing: &Fixing, decided: &Decided) -> Pipeline {
    let mut pipeline = decided.source.suited(fixing.pipeline.clone());
    if decided.strictly.is_some() {
        pipeline = pipeline.without("invalid");
    }
    match decided.fallback {
        // What is malformed in UTF-16 looks like a stray byte.
        Some(fallback) if !matches!(decided.source, Source::Charset(_) | Source::Changes(_)) => {
            pipeline.with(Step::Fallback(fallback))
        }
        _ => pipeline.without("fallback"),
    }
}
