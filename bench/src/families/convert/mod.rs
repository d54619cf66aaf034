//! From one encoding to another, into memory that is there already.

mod lossy;
mod ours;
mod simdutf;
mod std;
mod strict;

use super::Function;
use crate::data::{Form, Input};

pub(crate) use lossy::LOSSY;
pub(crate) use strict::STRICT;

/// What is converted to what, and by whom.
pub(crate) struct Conversion {
    pub(crate) source: Form,
    pub(crate) target: Form,
    pub(super) wants: Wants,
    pub(super) bar: &'static str,
    pub(super) functions: &'static [Function],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wants {
    /// The text in its new form.
    Text,
    /// Only how many code units it would have.
    Length,
    /// The same of what is known to be well-formed.
    KnownLength,
    /// Only whether it is well-formed: from a form to itself.
    Validity,
}

impl Conversion {
    /// As `--pair` takes it.
    pub(crate) fn pair(&self) -> String {
        let (source, target) = (self.source.label(), self.target.label());
        match self.wants {
            Wants::Text => format!("{source}-{target}"),
            Wants::Length => format!("{source}-{target}-length"),
            Wants::KnownLength => format!("{source}-{target}-known-length"),
            Wants::Validity => format!("{source}-valid"),
        }
    }

    /// Whether it is measured on short strings too: where std has a loop for it.
    pub(super) fn is_for_short(&self) -> bool {
        self.functions.iter().any(|function| function.name == "std")
    }

    /// Whether one side lacks most characters.
    pub(crate) fn is_narrow(&self) -> bool {
        [self.source, self.target].contains(&Form::Latin1)
    }

    pub(super) fn title(&self) -> String {
        let Conversion { source, target, .. } = self;
        match self.wants {
            Wants::Text => format!("{source} to {target}"),
            Wants::Length => format!("Length of {source} in {target}"),
            Wants::KnownLength => format!("Length of a str in {target}"),
            Wants::Validity => format!("Validation of {source}"),
        }
    }

    /// What the strings of `text` are to become, one by one.
    fn results(&self, text: &Input) -> impl Iterator<Item = Vec<u8>> {
        text.strings().map(|string| self.target.encode(&String::from_utf8_lossy(string)))
    }

    /// What every function must return for the strings of `text` in sum: bytes that it wrote, code
    /// units that it counted, or strings that it found well-formed.
    pub(super) fn answer(&self, text: &Input) -> usize {
        let bytes = || self.results(text).map(|result| result.len()).sum::<usize>();
        match self.wants {
            Wants::Text => bytes(),
            Wants::Length | Wants::KnownLength => bytes() / self.target.unit(),
            Wants::Validity => text.strings().count(),
        }
    }

    /// What every function must have written for the strings of `text`.
    pub(super) fn output(&self, text: &Input) -> Option<Vec<u8>> {
        (self.wants == Wants::Text).then(|| self.results(text).flatten().collect())
    }
}

/// What a function answers that found malformed what is not.
const FAILED: usize = 0;
