//! For programs: JSON Lines, one object a verdict, a finding, a skip or a trouble, and a summary last.
//!
//! Findings may come by the million, so what is the same in all of a file is made once, and the
//! rest is digits and known words that need no escaping.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use utf8kit_text::Cause;
use utf8kit_text::guess::Verdict;
use utf8kit_text::mojibake::Span;

use super::escape::hex;
use super::remedy;
use super::tally::Totals;
use crate::judged;
use crate::rules::Rule;
use crate::scan::{Found, What};

/// Writes the findings of one file.
#[derive(Default)]
pub(super) struct Findings {
    /// What every one starts with: made with the first.
    prefix: Vec<u8>,
    causes: Causes,
    /// What puts ill-formed bytes right: the same for all of them.
    remedy: Option<Vec<u8>>,
    /// What the finding before is like. One that is like it differs in its place alone.
    like: Option<(Rule, &'static [u8], Option<Cause>)>,
    bytes: Vec<u8>,
    /// What is written of such findings between their offsets and their lines.
    lengths: Vec<u8>,
    /// And behind their columns.
    kind: Vec<u8>,
}

/// An open object: its type, and the path as far as it is text. Bytes are not JSON strings, so
/// that a name that is not UTF-8 is also written in hexadecimal.
pub(crate) fn object(kind: &str, path: &Path) -> Vec<u8> {
    let mut object = Vec::new();
    let name = path.to_string_lossy();
    let _ = write!(object, "{{\"type\":\"{kind}\",\"path\":");
    object.extend_from_slice(&to_json(&name));
    if path.to_str().is_none() {
        object.extend_from_slice(b",\"path_hex\":\"");
        for &byte in path.as_os_str().as_encoded_bytes() {
            object.extend_from_slice(&hex(byte));
        }
        object.push(b'"');
    }
    object
}

impl Findings {
    pub(super) fn push(&mut self, out: &mut Vec<u8>, path: &Path, found: &Found<'_>) {
        if self.prefix.is_empty() {
            self.prefix = object("finding", path);
            self.prefix.extend_from_slice(b",\"offset\":");
        }
        let like = Some((found.what.rule(), found.what.subparts(), found.what.cause()));
        // Of the same bytes, mojibake is more or less likely.
        let is_mojibake = matches!(found.what, What::Mojibake(_));
        if is_mojibake || self.like != like || self.bytes != found.bytes() {
            self.like = like;
            self.describe(path, found);
        }
        out.extend_from_slice(&self.prefix);
        push_number(out, found.offset);
        out.extend_from_slice(&self.lengths);
        push_number(out, found.place.line);
        out.extend_from_slice(b",\"column\":");
        push_number(out, found.place.column);
        out.extend_from_slice(&self.kind);
    }

    fn describe(&mut self, path: &Path, found: &Found<'_>) {
        self.bytes.clear();
        self.bytes.extend_from_slice(found.bytes());
        self.lengths.clear();
        self.lengths.extend_from_slice(b",\"length\":");
        push_number(&mut self.lengths, found.length as u64);
        self.lengths.push(b',');
        push_subparts(&mut self.lengths, found);
        self.lengths.extend_from_slice(b",\"line\":");
        let out = &mut self.kind;
        out.clear();
        out.push(b',');
        self.causes.push_kind(out, found);
        out.extend_from_slice(b",\"rule\":\"");
        out.extend_from_slice(found.what.rule().id().as_bytes());
        out.extend_from_slice(b"\",\"remedy\":");
        let remedy = || to_json(&remedy::of_finding(found, path));
        match found.what {
            What::IllFormed(_) => out.extend_from_slice(self.remedy.get_or_insert_with(remedy)),
            _ => out.extend_from_slice(&remedy()),
        }
        out.extend_from_slice(b"}\n");
    }
}

/// What the input is, before what was found in it.
pub(super) fn verdict(out: &mut Vec<u8>, path: &Path, verdict: &Verdict) {
    out.extend_from_slice(&object("verdict", path));
    // The rest of the object that is open.
    out.push(b',');
    let record = judged::Record::of(verdict, verdict.evidence().to_string());
    out.extend_from_slice(&to_json(&record)[1..]);
    out.push(b'\n');
}

pub(super) fn push_subparts(out: &mut Vec<u8>, found: &Found<'_>) {
    out.extend_from_slice(b"\"subparts\":[");
    for (index, &length) in found.what.subparts().iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push_number(out, length.into());
    }
    out.push(b']');
}

/// Causes as they were written before; each has its one place, by its character.
#[derive(Default)]
pub(super) struct Causes(Vec<Option<(Cause, Vec<u8>)>>);

/// Enough that the letters of one language seldom share a place.
const CAUSES: usize = 64;

impl Causes {
    /// What was found: `kind`, `bytes` and `cause`.
    pub(super) fn push_kind(&mut self, out: &mut Vec<u8>, found: &Found<'_>) {
        out.extend_from_slice(b"\"kind\":\"");
        out.extend_from_slice(found.what.rule().kind().as_bytes());
        out.extend_from_slice(b"\",\"bytes\":\"");
        for (index, &byte) in found.bytes().iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(&hex(byte));
        }
        out.extend_from_slice(b"\",\"cause\":");
        match found.what.cause() {
            Some(cause) => out.extend_from_slice(self.object(cause)),
            None => match &found.what {
                What::Mojibake(span) => out.extend_from_slice(&mojibake_object(span)),
                _ => out.extend_from_slice(b"null"),
            },
        }
    }

    fn object(&mut self, cause: Cause) -> &[u8] {
        self.0.resize(CAUSES, None);
        let place = cause.char().map_or(0, |character| character as usize % CAUSES);
        let known = &mut self.0[place];
        if known.as_ref().is_none_or(|&(other, _)| other != cause) {
            *known = Some((cause, cause_object(cause)));
        }
        known.as_ref().map_or(&[], |(_, object)| object)
    }
}

fn cause_object(cause: Cause) -> Vec<u8> {
    #[derive(Serialize)]
    struct Object {
        id: &'static str,
        text: String,
        char: Option<char>,
    }
    to_json(&Object { id: cause.id(), text: cause.to_string(), char: cause.char() })
}

fn mojibake_object(span: &Span) -> Vec<u8> {
    #[derive(Serialize)]
    struct Object<'s> {
        id: &'static str,
        text: String,
        char: Option<char>,
        meant: &'s str,
        charsets: Vec<String>,
        bits: i32,
    }
    let mut characters = span.meant().chars();
    let only = characters.next().filter(|_| characters.next().is_none());
    to_json(&Object {
        id: "mojibake",
        text: span.to_string(),
        char: only,
        meant: span.meant(),
        charsets: span.charsets().iter().map(|charset| charset.name()).collect(),
        bits: span.bits(),
    })
}

/// A `skipped` or a `trouble`.
pub(crate) fn note(out: &mut Vec<u8>, kind: &str, path: &Path, why: &str) {
    out.extend_from_slice(&object(kind, path));
    out.extend_from_slice(b",\"why\":");
    out.extend_from_slice(&to_json(&why));
    out.extend_from_slice(b"}\n");
}

pub(super) fn summary(totals: &Totals) -> Vec<u8> {
    #[derive(Serialize)]
    struct Summary {
        r#type: &'static str,
        schema: u32,
        #[serde(flatten)]
        counts: Counts,
    }
    let summary = Summary { r#type: "summary", schema: 1, counts: Counts::of(totals) };
    let mut line = to_json(&summary);
    line.push(b'\n');
    line
}

/// What was counted in all inputs.
#[derive(Serialize)]
pub(super) struct Counts {
    files: u64,
    bytes: u64,
    findings: u64,
    skipped: u64,
    troubles: u64,
    by_kind: serde_json::Map<String, serde_json::Value>,
}

impl Counts {
    pub(super) fn of(totals: &Totals) -> Counts {
        let by_kind = totals.by_rule().map(|(rule, count)| (rule.kind().into(), count.into()));
        let Totals { files, bytes, findings, skipped, troubles, .. } = *totals;
        Counts { files, bytes, findings, skipped, troubles, by_kind: by_kind.collect() }
    }
}

pub(crate) fn to_json(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    // Nothing that is written here can fail to have a form.
    serde_json::to_vec(value).unwrap_or_default()
}

pub(super) fn push_number(out: &mut Vec<u8>, mut number: u64) {
    let digits = number.checked_ilog10().map_or(1, |log| log as usize + 1);
    out.resize(out.len() + digits, b'0');
    for digit in out.iter_mut().rev().take(digits) {
        *digit += (number % 10) as u8;
        number /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_all_their_digits() {
        for number in [0, 9, 10, 99, 100, 101, 999, 1000, 12_345, 4_294_967_296, u64::MAX] {
            let mut out = Vec::new();
            push_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
        }
    }
}
