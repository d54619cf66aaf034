//! The families of operations: what each asks, who takes part, and what the figures mean.

mod count;
mod error;
mod short;
mod strings;
mod validate;

use std::str;

use crate::data::Input;
use crate::peers::Peer;

/// A thing to do that several libraries can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Validate,
    Count,
    Short,
    Strings,
    Error,
}

/// One entry of a family's table: what a library offers for it.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(crate) peer: Peer,
    pub(crate) name: &'static str,
    pub(crate) call: Call,
}

/// How it is called: through a pointer, as from any place of a program. What a library leaves to
/// the compiler to inline is inlined in what the pointer points to.
#[derive(Clone, Copy)]
pub(crate) enum Call {
    /// On one string after another.
    Each(fn(&[u8]) -> usize),
    /// The same, for what takes for granted that they are well-formed.
    EachText(fn(&str) -> usize),
    /// On all of them at once.
    Column(fn(&[u8], &[i32]) -> usize),
}

/// What a figure says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    GigabytesPerSecond,
    NanosecondsPerString,
}

impl Family {
    pub(crate) const ALL: [Family; 5] =
        [Family::Validate, Family::Count, Family::Short, Family::Strings, Family::Error];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Family::Validate => "validate",
            Family::Count => "count",
            Family::Short => "short",
            Family::Strings => "strings",
            Family::Error => "error",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Family::Validate => "Validation",
            Family::Count => "Counting characters",
            Family::Short => "Validation of short strings",
            Family::Strings => "Validation of columns",
            Family::Error => "Finding an early error",
        }
    }

    pub(crate) const fn unit(self) -> Unit {
        match self {
            Family::Validate | Family::Count => Unit::GigabytesPerSecond,
            Family::Short | Family::Strings | Family::Error => Unit::NanosecondsPerString,
        }
    }

    /// What is to be reached.
    pub(crate) const fn bar(self) -> &'static str {
        match self {
            Family::Validate => {
                "no ratio below 0.97; at avx2 beside simdutf 1.25 in the mean and 1.8 on 2-byte \
                 scripts; from_utf8 costs at most 1.05"
            }
            Family::Count => "1.0 of the best",
            Family::Short => {
                "well-formed: not slower than std (at avx2 from 16 bytes on) nor, from 16 bytes \
                 on, than smoothutf8, and at most 1.5 ns behind it below; malformed: at most 5 ns \
                 behind std"
            }
            Family::Strings => "3 times std on strings of 16 bytes",
            Family::Error => "under 1000 ns",
        }
    }

    /// Its functions, ours first. Ratios are those of the first.
    pub(crate) fn functions(self) -> &'static [Function] {
        match self {
            Family::Validate => &validate::FUNCTIONS,
            Family::Count => &count::FUNCTIONS,
            Family::Short => &short::FUNCTIONS,
            Family::Strings => &strings::FUNCTIONS,
            Family::Error => &error::FUNCTIONS,
        }
    }

    pub(crate) fn function(self, name: &str) -> Option<&'static Function> {
        self.functions().iter().find(|function| function.name == name)
    }

    /// What every function of the family must return for `input`, in sum over the strings.
    pub(crate) fn answer(self, input: &Input) -> usize {
        let checked = || input.strings().map(str::from_utf8);
        match self {
            Family::Validate | Family::Short => checked().filter(Result::is_ok).count(),
            Family::Count => checked().flatten().map(|text| text.chars().count()).sum(),
            Family::Strings => checked().all(|string| string.is_ok()).into(),
            Family::Error => checked().filter_map(Result::err).map(|e| e.valid_up_to()).sum(),
        }
    }

    /// How many bytes of `input` are read to find that out.
    pub(crate) fn reads(self, input: &Input) -> usize {
        match self {
            Family::Error => self.answer(input),
            _ => input.bytes.len(),
        }
    }
}

/// What a function that gives a position answers where there is no error.
const NO_ERROR: usize = usize::MAX;
