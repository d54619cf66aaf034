//! Bytes that are not UTF-8: read as what they stand for, or replaced.
//!
//! ```text
//! until the end:
//!     copy what is well-formed
//!     a pair of surrogates, C0 80, an overlong form, and the step for it?   what it stands for
//!     else one byte that the fallback knows?                                what it is there
//!     else                                                                  the policy's unit: replaced
//! ```

use std::borrow::Cow;
use std::fmt::Write;

use utf8kit::repair::{
    Form, Part, Parts, Policy, decode_form, join_surrogate_pairs, unescape_surrogates,
};
use utf8kit::{decode_first, is_utf8};

use super::fallback::{Reader, alike};
use super::step::{CESU8, FALLBACK, INVALID, MODIFIED_NUL, OVERLONG, SURROGATE_ESCAPE};
use super::{Done, Invalid, Pipeline, Step, legacy_line};
use crate::guess::near_utf8;

/// The steps for ill-formed bytes, and what they have to know of the text before.
#[derive(Default)]
pub(super) struct Mender {
    surrogate_escape: bool,
    forms: Forms,
    fallback: Option<Reader>,
    invalid: Option<Invalid>,
    /// For `per-run`: the last bytes were replaced, and ill-formed bytes that follow share that
    /// replacement.
    is_in_run: bool,
}

/// The forms that are read as what they stand for.
#[derive(Clone, Copy, Default)]
struct Forms {
    cesu8: bool,
    modified_nul: bool,
    overlong: bool,
}

impl Forms {
    /// What a form is read as, and the place of the step that does so.
    fn meaning(&self, form: Form) -> Option<(usize, char)> {
        match form {
            Form::SurrogatePair(character) if self.cesu8 => Some((CESU8, character)),
            Form::ModifiedNul if self.modified_nul => Some((MODIFIED_NUL, '\0')),
            Form::ModifiedNul if self.overlong => Some((OVERLONG, '\0')),
            // A line stays a line.
            Form::Overlong(0x0A) => None,
            Form::Overlong(value) if self.overlong => Some((OVERLONG, char::from_u32(value)?)),
            _ => None,
        }
    }
}

impl Mender {
    pub(super) fn new(pipeline: &Pipeline) -> Mender {
        let mut mender = Mender::default();
        for step in pipeline.steps() {
            match step {
                Step::SurrogateEscape => mender.surrogate_escape = true,
                Step::Cesu8 => mender.forms.cesu8 = true,
                Step::ModifiedNul => mender.forms.modified_nul = true,
                Step::Overlong => mender.forms.overlong = true,
                Step::Fallback(fallback) => mender.fallback = Some(Reader::new(*fallback)),
                Step::Invalid(invalid) => mender.invalid = Some(invalid.clone()),
                _ => {}
            }
        }
        mender
    }

    /// Goes past text that needs nothing.
    pub(super) const fn pass(&mut self) {
        self.is_in_run = false;
    }

    /// Mends whole lines. `lost`: gets the numbers of the lines in which something was replaced.
    pub(super) fn mend<'t>(
        &mut self,
        text: &'t [u8],
        done: &mut Done,
        lost: &mut Vec<usize>,
    ) -> Cow<'t, [u8]> {
        if is_utf8(text) {
            self.is_in_run &= text.is_empty();
            return Cow::Borrowed(text);
        }
        let mut text = Cow::Borrowed(text);
        if self.surrogate_escape {
            let unescaped = unescape_surrogates(&text).into_owned();
            // Three bytes each have become one.
            done.count(SURROGATE_ESCAPE, ((text.len() - unescaped.len()) / 2) as u64);
            text = unescaped.into();
        }
        if matches!(self.fallback, Some(Reader::Lines(_) | Reader::Bytes(_))) {
            text = self.mend_lines(&text, done).into();
        }
        self.mend_bytes(&text, done, lost).into()
    }

    /// Reads lines, or parts of them, that are in another charset.
    fn mend_lines(&mut self, text: &[u8], done: &mut Done) -> Vec<u8> {
        let forms = self.forms;
        let mut out = Vec::with_capacity(text.len() + text.len() / 2);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            // Behind the other steps, it may be UTF-8.
            let joined = if forms.cesu8 { join_surrogate_pairs(line) } else { line.into() };
            if is_utf8(&joined) {
                out.extend_from_slice(line);
                continue;
            }
            match &mut self.fallback {
                Some(Reader::Bytes(characters)) => {
                    let (read, count) = legacy_line::read(line, characters, |rest| {
                        let (form, len) = decode_form(rest)?;
                        forms.meaning(form).map(|_| len)
                    });
                    done.count(FALLBACK, count);
                    out.extend_from_slice(&read);
                }
                Some(reader) if near_utf8(line).is_none() => match reader.read_line(line) {
                    Some(decoded) => {
                        done.count(FALLBACK, 1);
                        out.extend_from_slice(&decoded);
                    }
                    None => out.extend_from_slice(line),
                },
                _ => out.extend_from_slice(line),
            }
        }
        out
    }

    fn mend_bytes(&mut self, text: &[u8], done: &mut Done, lost: &mut Vec<usize>) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + text.len() / 8 + 16);
        let mut lines = Lines { text, at: 0, line: 0 };
        let mut at = 0;
        while at < text.len() {
            if let Some(Err(error)) = decode_first(&text[at..]) {
                at += self.mend_one(text, at, error.subpart_len(), &mut out, done, &mut |at| {
                    let line = lines.of(at);
                    if lost.last() != Some(&line) {
                        lost.push(line);
                    }
                });
            } else if let Some(Part::Text(good)) = Parts::new(&text[at..], Policy::Maximal).next() {
                out.extend_from_slice(good.as_bytes());
                at += good.len();
                self.is_in_run = false;
            }
        }
        out
    }

    /// Mends what begins with the ill-formed `subpart` at `at`, and gives its length. Says `lost`
    /// where something is replaced.
    fn mend_one(
        &mut self,
        text: &[u8],
        at: usize,
        subpart: usize,
        out: &mut Vec<u8>,
        done: &mut Done,
        lost: &mut dyn FnMut(usize),
    ) -> usize {
        let rest = &text[at..];
        if let Some((form, len)) = decode_form(rest)
            && let Some((place, character)) = self.forms.meaning(form)
        {
            push(character, 1, out);
            done.count(place, 1);
            self.is_in_run = false;
            return len;
        }
        let alike = match &self.fallback {
            _ if subpart > 1 => 1,
            Some(fallback) => fallback.alike(text, at),
            None => alike(rest, 1),
        };
        if subpart == 1
            && let Some(fallback) = &self.fallback
            && let Some(character) = fallback.read(text, at)
        {
            push(character, alike, out);
            done.count(FALLBACK, alike as u64);
            self.is_in_run = false;
            return alike;
        }
        match &self.invalid {
            None => {
                out.extend_from_slice(&rest[..subpart]);
                done.left += 1;
                subpart
            }
            Some(Invalid::Escape(escape)) => {
                let mut escaped = String::new();
                // Writing to a `String` does not fail.
                let _ = write!(escaped, "{}", escape.of(&rest[..subpart]));
                out.extend_from_slice(escaped.as_bytes());
                done.count(INVALID, 1);
                lost(at);
                subpart
            }
            Some(Invalid::Replace { policy: Policy::PerRun, by }) => {
                if !self.is_in_run {
                    out.extend_from_slice(by.as_bytes());
                    done.count(INVALID, 1);
                }
                lost(at);
                self.is_in_run = true;
                alike.max(subpart)
            }
            Some(Invalid::Replace { policy, by }) => {
                match alike {
                    1 => out.extend_from_slice(by.as_bytes()),
                    _ => out.extend_from_slice(&by.as_bytes().repeat(alike)),
                }
                done.count(INVALID, alike as u64);
                lost(at);
                if alike == 1 { policy.unit_len(rest) } else { alike }
            }
        }
    }
}

fn push(character: char, times: usize, out: &mut Vec<u8>) {
    let mut bytes = [0; 4];
    let bytes = character.encode_utf8(&mut bytes).as_bytes();
    match times {
        1 => out.extend_from_slice(bytes),
        _ => out.extend_from_slice(&bytes.repeat(times)),
    }
}

/// On which line of a text a place is; asked in order.
struct Lines<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, at: usize) -> usize {
        self.line += utf8kit::count_line_feeds(&self.text[self.at..at]);
        self.at = at;
        self.line
    }
}
