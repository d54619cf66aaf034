//! What an input is: every command asks here, so that they judge it by the same bytes.
//!
//! Judged are the first 64 KiB; 64 KiB around the first ill-formed sequence, if that comes later; and
//! the last 16 KiB of a file. Of a stream, what is at hand stands for the last two.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use serde::Serialize;
use utf8kit::Encoding;
use utf8kit_text::charset::Charset;
use utf8kit_text::guess::{
    self, Evidence, Grade, Verdict, escapes, judge, judge_parts, utf16_within,
};

use crate::input::Regular;

/// How much of the start of an input is judged.
pub(crate) const START: usize = 64 * 1024;

/// And so much before and behind what is ill-formed, if that is not in the start.
const BEFORE: usize = 4 * 1024;
const BEHIND: usize = 60 * 1024;

/// And so much at the end of a file.
const END: usize = 16 * 1024;

/// Whether the start of an input, which is well-formed UTF-8, has what text in other encodings has.
/// Most has not, and need not be judged.
pub(crate) fn may_be_other(head: &[u8]) -> bool {
    const BLOCK: usize = 512;
    head.chunks(BLOCK).any(has_controls) || escapes(head).is_some()
}

/// Whether a block has what text in UTF-16, UTF-32 and ISO 2022 has. Looks at all of it, so that the
/// compiler makes vector code of that.
fn has_controls(block: &[u8]) -> bool {
    block.iter().fold(false, |found, byte| found | matches!(byte, 0..=0x08 | 0x0E..=0x1B))
}

/// Judges the start of an input, or (`is_whole`) all of it: `text`, in which the first ill-formed
/// sequence is at `error`.
pub(crate) fn of_text(text: &[u8], error: Option<usize>, is_whole: bool) -> Verdict {
    let start = &text[..text.len().min(START)];
    match error.filter(|&error| error >= START) {
        None => judge(start, is_whole && start.len() == text.len()),
        Some(error) => {
            let from = START.max(error - BEFORE);
            let to = text.len().min(error + BEHIND);
            let around = (from as u64, &text[from..to]);
            judge_parts(&[(0, start), around], is_whole && to == text.len())
        }
    }
}

/// Judges a file of which the start is known, and the first ill-formed sequence, if there is one.
pub(crate) fn of_file(regular: &Regular, start: &[u8], error: Option<u64>) -> io::Result<Verdict> {
    let start = &start[..start.len().min(START)];
    if start.len() < START || regular.size <= START as u64 {
        return Ok(judge(start, true));
    }
    let mut parts = vec![(0, start.to_vec())];
    if let Some(error) = error.filter(|&error| error >= START as u64) {
        let from = (START as u64).max(error - BEFORE as u64);
        parts.push((from, read(&regular.file, from, BEFORE + BEHIND)?));
    }
    let known = parts.last().map_or(0, |(from, part)| from + part.len() as u64);
    // Where UTF-16 begins in the middle of a file, its units are anywhere at the end.
    let changes = parts.iter().any(|(_, part)| utf16_within(part).is_some());
    if known < regular.size && !changes {
        // A whole number of units, if the file is in UTF-16 or UTF-32.
        let from = known.max(regular.size.saturating_sub(END as u64) & !3);
        parts.push((from, read(&regular.file, from, END + 3)?));
    }
    let parts: Vec<_> = parts.iter().map(|(from, part)| (*from, &part[..])).collect();
    Ok(judge_parts(&parts, true))
}

/// Judges a stream: its start, and what has been read later, from `offset` on.
pub(crate) fn of_stream(start: &[u8], offset: u64, later: &[u8], has_ended: bool) -> Verdict {
    judge_parts(&[(0, &start[..start.len().min(START)]), (offset, later)], has_ended)
}

pub(crate) fn read(file: &File, from: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    let mut filled = 0;
    while filled < length {
        match file.read_at(&mut bytes[filled..], from + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    Ok(bytes)
}

/// What a text that is not well-formed UTF-8 was judged to be, for people.
pub(crate) fn verdict(verdict: &Verdict) -> String {
    let (name, others) = (verdict.name(), or_others(verdict));
    match verdict.evidence() {
        // How many these are is counted in all of the text.
        Evidence::Near(near) if near.encoding() == Encoding::Utf8 => match near.ill_formed() {
            0 => "UTF-8, but cut off".into(),
            _ if verdict.grade() == Grade::Guess => "perhaps UTF-8, damaged".into(),
            _ => "UTF-8, damaged".into(),
        },
        evidence @ Evidence::Near(_) => format!("likely {name}, {evidence}"),
        evidence @ Evidence::Letters(_) if verdict.grade() == Grade::Likely => {
            format!("not UTF-8: likely {name}, {evidence}{}{others}", declaration(verdict))
        }
        Evidence::Letters(_) => format!("not UTF-8: perhaps {name}{others}"),
        evidence @ Evidence::Mark(_) => format!("UTF-8 by its {evidence}, but ill-formed"),
        Evidence::Changes(within) => format!("in two encodings: {within}"),
        evidence => format!("not UTF-8: {evidence}"),
    }
}

/// A verdict, for programs.
#[derive(Serialize)]
pub(crate) struct Record {
    /// What the text is in; `None` if it cannot be told, or the input is no text.
    encoding: Option<String>,
    certainty: &'static str,
    /// The label that the text says it is in.
    declared: Option<String>,
    evidence: String,
    others: Vec<String>,
}

impl Record {
    pub(crate) fn of(verdict: &Verdict, evidence: String) -> Record {
        let (encoding, certainty) = match verdict.evidence() {
            Evidence::Binary(_) => (None, "binary"),
            Evidence::Nothing => (None, verdict.grade().id()),
            _ => (Some(verdict.name()), verdict.grade().id()),
        };
        let declared = verdict.declared().map(|declared| declared.label().into());
        let others = verdict.others().iter().copied().map(Charset::name).collect();
        Record { encoding, certainty, declared, evidence, others }
    }
}

/// The likeliest of the other charsets that a text could be in, for people: "; or X, Y".
pub(crate) fn or_others(verdict: &Verdict) -> String {
    const MOST: usize = 3;
    let names: Vec<_> = verdict.others().iter().copied().map(Charset::name).take(MOST).collect();
    if names.is_empty() { String::new() } else { format!("; or {}", names.join(", ")) }
}

/// What a text says of its encoding, after what it was judged to be; for people.
pub(crate) fn declaration(verdict: &Verdict) -> String {
    let Some(declared) = verdict.declared() else { return String::new() };
    let (place, label) = (declared.place(), declared.label());
    match verdict.declares_truly() {
        Some(true) => format!(", as its {place} says"),
        _ => format!(", though its {place} says {label}"),
    }
}

/// What is to be said of a text that says it is in another encoding than it is written in.
pub(crate) fn untrue_declaration(text: &[u8], to: Charset) -> Option<String> {
    let declared = guess::declared(text)?;
    let (place, label) = (declared.place(), declared.label());
    (!declared.is_true_of(to)).then(|| {
        format!("its {place} says {label}, and what is written is in {to}: change it there")
    })
}
