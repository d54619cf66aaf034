//! For code scanning: one log as SARIF 2.1.0 (OASIS) defines it.
//!
//! Results are written as they come. What is known only at the end follows them in the same run, so
//! that a log of any length takes no more memory than a short one.

mod artifact;
mod log;
mod notes;
mod stream;

use std::io::Write;
use std::path::Path;

pub(crate) use log::Log;
pub(super) use stream::Stream;

use serde::Serialize;

use super::excerpt::Excerpt;
use super::json::{self, to_json};
use super::{message, region, tally};
use crate::rules::Rule;
use crate::scan::Found;

/// A `message`, or a `multiformatMessageString`.
#[derive(Serialize)]
struct Text {
    text: String,
}

impl Text {
    fn new(text: impl Into<String>) -> Text {
        let text: String = text.into();
        // A brace opens a placeholder (section 3.11.5).
        match text.contains(['{', '}']) {
            true => Text { text: text.replace('{', "{{").replace('}', "}}") },
            false => Text { text },
        }
    }
}

/// Writing to a `Vec` does not fail.
macro_rules! append {
    ($out:expr, $($text:tt)*) => {{
        let _ = write!($out, $($text)*);
    }};
}

/// Writes the results of one file.
#[derive(Default)]
pub(super) struct Results {
    /// The `artifactLocation` of every one: made with the first.
    artifact: Vec<u8>,
    causes: json::Causes,
}

impl Results {
    /// Appends a result, with a comma before it: whether it is the first of the log is not known
    /// here ([`Stream`] knows).
    pub(super) fn push(
        &mut self,
        out: &mut Vec<u8>,
        log: &Log,
        path: &Path,
        found: &Found<'_>,
        excerpt: &mut Excerpt,
    ) {
        if self.artifact.is_empty() {
            self.artifact = to_json(&log.location(path));
        }
        let rule = found.what.rule();
        let start = found.place;
        let (end_line, end_column) = region::end(found);
        append!(out, ",\n{{\"ruleId\":\"{}\",\"ruleIndex\":{}", rule.id(), rule as usize);
        append!(out, ",\"level\":\"{}\",\"message\":", Rule::LEVEL);
        out.extend_from_slice(&to_json(&Text::new(message(found, path))));
        out.extend_from_slice(b",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":");
        out.extend_from_slice(&self.artifact);
        append!(out, ",\"region\":{{\"startLine\":{},\"startColumn\":{}", start.line, start.column);
        append!(out, ",\"endLine\":{end_line},\"endColumn\":{end_column}");
        append!(out, ",\"byteOffset\":{},\"byteLength\":{}}}", found.offset, found.length);
        if !tally::is_verdict(&found.what) {
            excerpt.make(found.text, found.at, found.length);
            append!(out, ",\"contextRegion\":{{\"startLine\":{},", start.line);
            // As an excerpt is rendered; `text` would have to be what the file holds.
            out.extend_from_slice(b"\"snippet\":{\"rendered\":{\"text\":");
            out.extend_from_slice(&to_json(&excerpt.line));
            out.extend_from_slice(b"}}}");
        }
        out.extend_from_slice(b"}}],\"properties\":{");
        json::push_subparts(out, found);
        out.push(b',');
        self.causes.push_kind(out, found);
        out.extend_from_slice(b"}}");
    }
}
