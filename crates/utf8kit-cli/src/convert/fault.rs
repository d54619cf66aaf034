//! What is said of the first thing that could not be converted.

use std::path::Path;

use utf8kit::Kind;
use utf8kit_text::charset::{Charset, Malformed, Stop, Transcoder, Trouble};

use super::job::What;
use crate::place::Place;
use crate::report::{Diagnostic, Excerpt, Style, diagnostic, escape};
use crate::rules::{Rule, conversion};

/// How much text an excerpt is made of, on either side.
const REACH: usize = 512;

/// A place where something could not be converted, and why.
pub(crate) struct Fault {
    pub(crate) id: &'static str,
    pub(crate) message: String,
    pub(crate) offset: u64,
    pub(crate) place: Place,
    excerpt: Excerpt,
    cause: Option<String>,
}

impl Fault {
    /// This fault, once its place is known. A byte order mark that stands there itself takes no
    /// column, and yet has one: columns count from 1.
    pub(super) fn at(self, place: Place) -> Fault {
        let place = Place { column: place.column.max(1), ..place };
        Fault { place, ..self }
    }

    /// As `utf8 check` writes it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, style: &Style, path: &Path) {
        let Fault { id, message, offset, place, excerpt, cause } = self;
        let (place, offset, excerpt) = (*place, *offset, Some(excerpt));
        let cause = cause.as_deref();
        diagnostic(out, style, &Diagnostic { id, message, path, place, offset, excerpt, cause });
    }
}

/// Describes what stands at `around[at]`, with what is around it in the input; its place is to be
/// counted yet. `columns`: how wide an excerpt may be.
pub(super) fn describe(
    (from, to): (Charset, Charset),
    around: &[u8],
    at: usize,
    what: What,
    offset: u64,
    columns: usize,
) -> Fault {
    let mut excerpt = Excerpt::new(columns);
    let mut cause = None;
    let (id, message) = match what {
        What::Malformed(malformed) if from == Charset::UTF_8 => {
            match utf8kit_text::diagnose(around, at) {
                Some(finding) => {
                    excerpt.make(around, at, finding.length());
                    cause = finding.cause().map(|cause| cause.to_string());
                    (Rule::of(finding.kind()).id(), finding.reason().to_string())
                }
                None => (id(malformed), malformed.to_string()),
            }
        }
        What::Malformed(malformed) => {
            let end = at + malformed.len;
            let mut shown = String::new();
            let width = escape::push_bytes(&mut shown, &around[at..end]);
            excerpt.make_around(
                &before(from, around, at),
                &shown,
                width,
                &after(from, around, end),
            );
            // With what follows, to say why.
            let again = Transcoder::new(from, Charset::UTF_8).convert(
                &around[at..around.len().min(at + REACH)],
                true,
                &mut [0; 4 * REACH],
            );
            match again.stop {
                Stop::Malformed(Trouble::Malformed(again))
                    if malformed.kind() == Some(Kind::Incomplete) =>
                {
                    (id(again), again.to_string())
                }
                _ => (id(malformed), malformed.to_string()),
            }
        }
        What::Unmappable(unmappable) => {
            let (character, end) = (unmappable.character, at + unmappable.len);
            let mut shown = String::new();
            let width = escape::push_char(&mut shown, character);
            excerpt.make_around(
                &before(from, around, at),
                &shown,
                width,
                &after(from, around, end),
            );
            let message = format!("U+{:04X} ({shown}) has no form in {to}", u32::from(character));
            (conversion::UNREPRESENTABLE, message)
        }
    };
    Fault { id, message, offset, place: Place::START, excerpt, cause }
}

fn id(malformed: Malformed) -> &'static str {
    match malformed.kind() {
        Some(Kind::UnpairedSurrogate) => conversion::UNPAIRED_SURROGATE,
        Some(Kind::OutOfRange) => conversion::OUT_OF_RANGE,
        // A surrogate of WTF-8, which no other encoding has.
        Some(Kind::Unrepresentable) => conversion::UNREPRESENTABLE,
        Some(kind) => Rule::of(kind).id(),
        None => conversion::MALFORMED,
    }
}

/// What is before `at`, in UTF-8.
fn before(from: Charset, around: &[u8], at: usize) -> Vec<u8> {
    let reach = &around[at - at.min(REACH)..at];
    // Of several bytes, a line starts with a whole character.
    let start = match from.is_cut_locally() {
        true => 0,
        false => reach.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1),
    };
    // A whole number of units: pieces start so, and have at most so much before them.
    decoded(from, &reach[start..])
}

fn after(from: Charset, around: &[u8], at: usize) -> Vec<u8> {
    decoded(from, &around[at..around.len().min(at + REACH)])
}

/// In UTF-8, with U+FFFD for what is malformed.
fn decoded(from: Charset, text: &[u8]) -> Vec<u8> {
    let mut transcoder = Transcoder::new(from, Charset::UTF_8);
    let mut utf8 = vec![0; 4 * REACH];
    let (mut at, mut out) = (0, Vec::new());
    loop {
        let progress = transcoder.convert(&text[at..], true, &mut utf8);
        out.extend_from_slice(&utf8[..progress.written]);
        at += progress.read;
        match progress.stop {
            Stop::OutputFull => {}
            Stop::Malformed(Trouble::Malformed(malformed)) => {
                out.extend_from_slice("\u{FFFD}".as_bytes());
                at += malformed.len;
            }
            _ => return out,
        }
    }
}
