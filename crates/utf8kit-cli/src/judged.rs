//! What an input is: every command asks here, so that they judge it by the same bytes.
//!
//! ```text
//! sample   the first 64 KiB, and
//!          where the first ill-formed sequence is behind them: 64 KiB around that
//! ```

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use utf8kit::{Encoding, trim_incomplete};
use utf8kit_text::charset::Charset;
use utf8kit_text::guess::{self, Evidence, Grade, Verdict, judge};

/// How much of the start of an input is judged.
pub(crate) const START: usize = 64 * 1024;

/// And so much before and behind what is ill-formed, if that is not in the start.
const BEFORE: usize = 4 * 1024;
const BEHIND: usize = 60 * 1024;

/// Judges the start of an input, or (`is_whole`) all of it: `text`, in which the first ill-formed
/// sequence is at `error`.
pub(crate) fn of_text(text: &[u8], error: Option<usize>, is_whole: bool) -> Verdict {
    let start = &text[..text.len().min(START)];
    match error.filter(|&error| error >= START) {
        None => judge(start, is_whole && start.len() == text.len()),
        Some(error) => {
            let end = text.len().min(error + BEHIND);
            of_parts(start, &text[error - BEFORE..end], is_whole && end == text.len())
        }
    }
}

/// Judges a file whose first ill-formed sequence is at `error`, of which the start is known.
pub(crate) fn of_file(file: &File, start: &[u8], error: u64) -> io::Result<Verdict> {
    let start = &start[..start.len().min(START)];
    if error < START as u64 {
        return Ok(judge(start, start.len() < START));
    }
    let mut around = vec![0; BEFORE + BEHIND];
    let mut filled = 0;
    while filled < around.len() {
        match file.read_at(&mut around[filled..], error - BEFORE as u64 + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(of_parts(start, &around[..filled], filled < around.len()))
}

/// Judges the start of an input, which is well-formed, with what is around its first ill-formed
/// sequence. `is_end`: whether the input ends with that.
pub(crate) fn of_parts(start: &[u8], around: &[u8], is_end: bool) -> Verdict {
    let is_continuation = |byte: &&u8| (0x80..=0xBF).contains(*byte);
    let cut = around.iter().take(3).take_while(is_continuation).count();
    judge(&[trim_incomplete(start), &around[cut..]].concat(), is_end)
}

/// What a text that is not well-formed UTF-8 was judged to be, for people.
pub(crate) fn verdict(verdict: &Verdict) -> String {
    let (name, others) = (verdict.name(), or_others(verdict));
    match verdict.evidence() {
        // How many these are is counted in all of the text.
        Evidence::Near(near) if near.encoding() == Encoding::Utf8 => match near.ill_formed() {
            0 => "UTF-8, but cut off".into(),
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

/// The likeliest of the other charsets that a text could be in, for people: "or X, Y".
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
    (declared.charset() != Some(to)).then(|| {
        format!("its {place} says {label}, and what is written is in {to}: change it there")
    })
}

/// The charset by which a whole text was taken for a legacy one, if that is likely.
pub(crate) fn likely_legacy(verdict: &Verdict) -> Option<Charset> {
    let is_by_letters = matches!(verdict.evidence(), Evidence::Letters(_));
    let is_likely = verdict.grade() >= Grade::Likely;
    verdict.charset().filter(|_| is_by_letters && is_likely)
}
