//! One finding, with all that a report may say of it.

use std::fmt;
use std::sync::Arc;

use utf8kit::{BomError, Encoding};
use utf8kit_text::guess::{Binary, Verdict, Wide};
use utf8kit_text::mojibake::Span;
use utf8kit_text::{Cause, Finding};

use super::denied::Denied;
use crate::place::Place;
use crate::rules::Rule;

/// A finding where it stands.
pub(crate) struct Found<'a> {
    /// The text around it, at least as much as an excerpt shows.
    pub(crate) text: &'a [u8],
    /// Where in `text` it starts.
    pub(crate) at: usize,
    pub(crate) length: usize,
    /// Of its first byte, in the input.
    pub(crate) offset: u64,
    pub(crate) place: Place,
    pub(crate) what: What,
    /// How many there are of it, one right behind the other, of a byte and a column each.
    pub(crate) repeats: usize,
    /// What the whole input is, as far as that was asked.
    pub(crate) verdict: Option<&'a Verdict>,
}

#[derive(Clone)]
pub(crate) enum What {
    IllFormed(Finding),
    Wide(Wide),
    Binary(Binary),
    Bom(BomError),
    Denied(char),
    Mojibake(Arc<Span>),
}

impl<'a> Found<'a> {
    /// One of the repeats.
    pub(crate) fn repeat(&self, index: usize) -> Found<'a> {
        let place = Place { column: self.place.column + index as u64, ..self.place };
        let (at, offset) = (self.at + index, self.offset + index as u64);
        Found { at, offset, place, repeats: 1, what: self.what.clone(), ..*self }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.text[self.at..self.at + self.length]
    }
}

impl What {
    pub(crate) fn rule(&self) -> Rule {
        match self {
            What::IllFormed(finding) => Rule::of(finding.kind()),
            What::Wide(wide) if wide.unit() == 4 => Rule::Utf32,
            What::Wide(_) => Rule::Utf16,
            What::Binary(_) => Rule::Binary,
            What::Bom(_) => Rule::Bom,
            // Only characters that break a rule are denied.
            What::Denied(character) => Denied::rule(*character).unwrap_or(Rule::Control),
            What::Mojibake(_) => Rule::Mojibake,
        }
    }

    /// The lengths of the maximal subparts: none, if the bytes are well-formed or another encoding.
    pub(crate) const fn subparts(&self) -> &'static [u8] {
        match self {
            What::IllFormed(finding) => finding.subparts(),
            _ => &[],
        }
    }

    /// What happened to it, in words.
    pub(crate) fn story(&self) -> Option<String> {
        match self {
            What::Mojibake(span) => Some(span.to_string()),
            _ => self.cause().map(|cause| cause.to_string()),
        }
    }

    pub(crate) const fn cause(&self) -> Option<Cause> {
        match self {
            What::IllFormed(finding) => finding.cause(),
            _ => None,
        }
    }
}

/// What is wrong, in words.
impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::IllFormed(finding) => finding.reason().fmt(f),
            What::Wide(wide) => {
                write!(f, "this is {} text, not UTF-8: ", upper(wide.encoding()))?;
                match wide.bom() {
                    Some(_) => f.write_str("it starts with that encoding's byte order mark"),
                    None => f.write_str("by its characters, and where its zero bytes stand"),
                }
            }
            What::Binary(binary) => write!(f, "this is no text: {binary}"),
            What::Bom(error) => error.fmt(f),
            What::Mojibake(span) => {
                write!(f, "mojibake, likely {}", Quoted(span.meant()))
            }
            What::Denied(character) => {
                let code = u32::from(*character);
                match self.rule() {
                    Rule::Nul => f.write_str("NUL (U+0000)"),
                    Rule::Noncharacter => write!(f, "noncharacter U+{code:04X}"),
                    Rule::Bidi => write!(
                        f,
                        "bidirectional control U+{code:04X}: text is displayed in another order \
                         than it is read by programs"
                    ),
                    _ => write!(f, "control character U+{code:04X}"),
                }
            }
        }
    }
}

/// A text in quotation marks, or its start, with escapes for what would not be seen.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 40;
        let cut = self.0.char_indices().nth(MOST).map(|(end, _)| end);
        // Escapes of JSON stay what they are.
        let start = format!("{:?}", &self.0[..cut.unwrap_or(self.0.len())]).replace("\\\\u", "\\u");
        write!(f, "{start}{}", if cut.is_some() { "…" } else { "" })
    }
}

/// As the Unicode Standard spells them.
fn upper(encoding: Encoding) -> String {
    encoding.name().to_ascii_uppercase()
}
