//! A line of which some is in a charset of one byte a character, and some may be UTF-8.
//!
//! In a legacy text, two letters may look like one character of UTF-8 by chance. Such a pair stands
//! among bytes that are ill-formed, or in a line that is full of them.
//!
//! ```text
//! bytes beyond ASCII that stand together are a run; it is
//!     legacy    if more of its subparts are one ill-formed byte than anything else
//!     other     else: characters of UTF-8, or what was cut
//!
//! more than two legacy runs for each other     all runs are read in the charset
//! else                                         the legacy ones are
//! ```

use std::ops::Range;

use utf8kit::{decode_first, is_utf8};

/// Reads what is legacy in `line`. `form_len`: how long what stands somewhere is, if it is a form that
/// another step reads. Gives the line, and how many bytes were read.
pub(super) fn read(
    line: &[u8],
    characters: &[Option<char>; 256],
    form_len: impl Fn(&[u8]) -> Option<usize>,
) -> (Vec<u8>, u64) {
    let runs: Vec<Run> = Runs { line, at: 0, form_len: &form_len }.collect();
    let legacy = runs.iter().filter(|run| run.is_legacy).count();
    let is_all = legacy > 2 * (runs.len() - legacy);
    let mut out = Vec::with_capacity(line.len() + line.len() / 2);
    let (mut copied, mut count) = (0, 0);
    for run in runs.into_iter().filter(|run| run.is_legacy || is_all) {
        out.extend_from_slice(&line[copied..run.range.start]);
        copied = run.range.end;
        let mut at = run.range.start;
        while at < run.range.end {
            if let Some(len) = form_len(&line[at..]) {
                out.extend_from_slice(&line[at..at + len]);
                at += len;
                continue;
            }
            match character_of(characters, line[at]) {
                Some(character) => {
                    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    count += 1;
                }
                None => out.push(line[at]),
            }
            at += 1;
        }
    }
    out.extend_from_slice(&line[copied..]);
    (out, count)
}

/// What a byte is in the charset. What is a control there was hardly meant.
pub(super) fn character_of(characters: &[Option<char>; 256], byte: u8) -> Option<char> {
    characters[usize::from(byte)].filter(|it| !matches!(it, '\u{80}'..='\u{9F}'))
}

/// Bytes beyond ASCII that stand together.
struct Run {
    range: Range<usize>,
    is_legacy: bool,
}

struct Runs<'l, F> {
    line: &'l [u8],
    at: usize,
    form_len: &'l F,
}

impl<F: Fn(&[u8]) -> Option<usize>> Iterator for Runs<'_, F> {
    type Item = Run;

    fn next(&mut self) -> Option<Run> {
        let start = self.at + self.line[self.at..].iter().position(|byte| !byte.is_ascii())?;
        let run = self.line[start..].split(u8::is_ascii).next().unwrap_or_default();
        self.at = start + run.len();
        let (mut strays, mut others) = (0, 0);
        let mut rest = run;
        // Most runs need not be taken apart.
        if is_utf8(rest) {
            rest = b"";
        }
        while !rest.is_empty() {
            let (len, is_stray) = match decode_first(rest) {
                Some(Ok(character)) => (character.len_utf8(), false),
                Some(Err(error)) => match (self.form_len)(rest) {
                    Some(len) => (len, false),
                    None => (error.subpart_len(), error.subpart_len() == 1),
                },
                None => break,
            };
            match is_stray {
                true => strays += 1,
                false => others += 1,
            }
            rest = &rest[len..];
        }
        Some(Run { range: start..self.at, is_legacy: strays > others })
    }
}
