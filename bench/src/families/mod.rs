//! The families of operations: what each asks, who takes part, and what the figures mean.

mod convert;
mod count;
mod error;
mod position;
mod short;
mod streams;
mod strings;
mod units;
mod validate;

use std::str;

use crate::data::{Form, Input};
use crate::peers::Peer;

pub(crate) use convert::Conversion;
pub(crate) use position::Position;
use units::OnUnits;

/// A thing to do that several libraries can do.
#[derive(Clone, Copy)]
pub(crate) enum Family {
    Validate,
    Count,
    Short,
    Strings,
    Streams,
    Error,
    Convert(&'static Conversion),
    ConvertShort(&'static Conversion),
    Lossy(&'static Conversion),
    Positions(&'static Position),
    PositionsShort(&'static Position),
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
    /// On one string after another, in code units; what is written goes into the same memory.
    Units(&'static dyn OnUnits),
    /// On all of them at once, with memory for what one becomes.
    Pieces(fn(&[u8], &[i32], &mut [u8]) -> usize),
    /// The same, for what allocates its result.
    New(fn(&[u8]) -> Option<Vec<u8>>),
    /// On one string after another, each with what `of` says of it beforehand.
    At { of: fn(&str) -> usize, call: fn(&str, usize) -> usize },
}

/// What a figure says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    GigabytesPerSecond,
    NanosecondsPerString,
}

impl Family {
    pub(crate) fn all() -> impl Iterator<Item = Family> {
        [
            Family::Validate,
            Family::Count,
            Family::Short,
            Family::Strings,
            Family::Streams,
            Family::Error,
        ]
        .into_iter()
        .chain(convert::STRICT.iter().map(Family::Convert))
        .chain(convert::STRICT.iter().filter(|it| it.is_for_short()).map(Family::ConvertShort))
        .chain(convert::LOSSY.iter().map(Family::Lossy))
        .chain(position::POSITIONS.iter().map(Family::Positions))
        .chain(position::POSITIONS.iter().map(Family::PositionsShort))
    }

    /// As the command line takes it; families of pairs share one.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Family::Validate => "validate",
            Family::Count => "count",
            Family::Short => "short",
            Family::Strings => "strings",
            Family::Streams => "streams",
            Family::Error => "error",
            Family::Convert(_) => "convert",
            Family::ConvertShort(_) => "convert-short",
            Family::Lossy(_) => "lossy",
            Family::Positions(_) => "positions",
            Family::PositionsShort(_) => "positions-short",
        }
    }

    /// A name of its own, in one word.
    pub(crate) fn name(self) -> String {
        match self.pair() {
            Some(pair) => format!("{}/{pair}", self.word()),
            None => self.word().to_owned(),
        }
    }

    /// From what to what, as `--pair` takes it.
    pub(crate) fn pair(self) -> Option<String> {
        match self {
            Family::Positions(position) | Family::PositionsShort(position) => {
                Some(position.name.to_owned())
            }
            _ => self.conversion().map(Conversion::pair),
        }
    }

    pub(crate) fn named(name: &str) -> Option<Family> {
        Family::all().find(|family| family.name() == name)
    }

    pub(crate) fn title(self) -> String {
        match self {
            Family::Validate => "Validation".into(),
            Family::Count => "Counting characters".into(),
            Family::Short => "Validation of short strings".into(),
            Family::Strings => "Validation of columns".into(),
            Family::Streams => "Text in pieces".into(),
            Family::Error => "Finding an early error".into(),
            Family::Convert(conversion) => conversion.title(),
            Family::ConvertShort(conversion) => format!("{}, short", conversion.title()),
            Family::Lossy(conversion) => format!("{}, lossy", conversion.title()),
            Family::Positions(position) => position.title.into(),
            Family::PositionsShort(position) => format!("{}, short", position.title),
        }
    }

    pub(crate) const fn conversion(self) -> Option<&'static Conversion> {
        match self {
            Family::Convert(conversion)
            | Family::ConvertShort(conversion)
            | Family::Lossy(conversion) => Some(conversion),
            _ => None,
        }
    }

    /// What its functions are given.
    pub(crate) const fn source(self) -> Form {
        match self.conversion() {
            Some(conversion) => conversion.source,
            None => Form::Utf8,
        }
    }

    pub(crate) const fn unit(self) -> Unit {
        match self {
            Family::Validate
            | Family::Count
            | Family::Streams
            | Family::Convert(_)
            | Family::Lossy(_)
            | Family::Positions(_) => Unit::GigabytesPerSecond,
            Family::Short
            | Family::Strings
            | Family::Error
            | Family::ConvertShort(_)
            | Family::PositionsShort(_) => Unit::NanosecondsPerString,
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
            Family::Streams => {
                "of encoding_rs: 5 in pieces of 100 bytes, 1 in those of 1 to 8; in those of 64K, \
                 0.9 of the whole in one"
            }
            Family::Error => "under 1000 ns",
            Family::Convert(conversion) | Family::Lossy(conversion) => conversion.bar,
            Family::ConvertShort(_) => {
                "at avx2 not slower than std; of simdutf at avx512 2 on ASCII and 1.1 elsewhere"
            }
            Family::Positions(_) => "no ratio to str_indices below 1.0; at avx512 3 in the mean",
            Family::PositionsShort(_) => "no ratio to str_indices below 1.0",
        }
    }

    /// Its functions, ours first. Ratios are those of the first.
    pub(crate) fn functions(self) -> &'static [Function] {
        match self {
            Family::Validate => &validate::FUNCTIONS,
            Family::Count => &count::FUNCTIONS,
            Family::Short => &short::FUNCTIONS,
            Family::Strings => &strings::FUNCTIONS,
            Family::Streams => &streams::FUNCTIONS,
            Family::Error => &error::FUNCTIONS,
            Family::Convert(conversion)
            | Family::ConvertShort(conversion)
            | Family::Lossy(conversion) => conversion.functions,
            Family::Positions(position) | Family::PositionsShort(position) => position.functions,
        }
    }

    pub(crate) fn function(self, name: &str) -> Option<&'static Function> {
        self.functions().iter().find(|function| function.name == name)
    }

    /// What every function of the family must return for the strings of `text`, in sum.
    pub(crate) fn answer(self, text: &Input) -> usize {
        let checked = || text.strings().map(str::from_utf8);
        match self {
            Family::Validate | Family::Short => checked().filter(Result::is_ok).count(),
            Family::Count => checked().flatten().map(|text| text.chars().count()).sum(),
            Family::Streams => text.bytes.len(),
            Family::Strings => checked().all(|string| string.is_ok()).into(),
            Family::Error => checked().filter_map(Result::err).map(|e| e.valid_up_to()).sum(),
            Family::Convert(conversion)
            | Family::ConvertShort(conversion)
            | Family::Lossy(conversion) => conversion.answer(text),
            Family::Positions(position) | Family::PositionsShort(position) => position.answer(text),
        }
    }

    /// What every function of the family must write for the strings of `text`, one behind the
    /// other, if it writes at all.
    pub(crate) fn output(self, text: &Input) -> Option<Vec<u8>> {
        self.conversion()?.output(text)
    }
}

/// What a function that gives a position answers where there is no error.
const NO_ERROR: usize = usize::MAX;
