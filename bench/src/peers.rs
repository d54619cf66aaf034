//! The families of operations, and who takes part in each.

use std::str;

use utf8kit::{Level, at_level};

/// A thing to do that several libraries can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    Validate,
    Count,
}

impl Family {
    const ALL: [Family; 2] = [Family::Validate, Family::Count];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Family::Validate => "validate",
            Family::Count => "count",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// What every function of the family must return for `text`.
    pub(crate) fn answer(self, text: &str) -> usize {
        match self {
            Family::Validate => 1,
            Family::Count => text.chars().count(),
        }
    }

    /// Its functions, ours first.
    pub(crate) fn functions(self) -> impl Iterator<Item = &'static Function> {
        FUNCTIONS.iter().filter(move |function| function.family == self)
    }

    pub(crate) fn function(self, name: &str) -> Option<&'static Function> {
        self.functions().find(|function| function.name == name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Peer {
    /// Runs at the level it is told.
    Utf8kit,
    /// Runs at the level its process was told.
    Simdutf,
    /// Uses, on x86, what every x86-64 has, or else the given level if the CPU has it.
    Detects(Level),
}

impl Peer {
    /// The level that it chooses by itself on this CPU, where that is not ours to say.
    pub(crate) fn level_here(self) -> Option<Level> {
        match self {
            Peer::Utf8kit | Peer::Simdutf => None,
            Peer::Detects(highest) => Level::available()
                .filter(|&level| level <= highest && level != Level::Emulated)
                .max(),
        }
    }
}

/// One entry of a table: what a library offers for a family.
pub(crate) struct Function {
    pub(crate) family: Family,
    pub(crate) peer: Peer,
    pub(crate) name: &'static str,
    /// Only ours looks at the level. The text is one allocation's, so that its bytes have the
    /// offset that the sample wants.
    pub(crate) call: fn(Level, &str) -> usize,
}

/// What they have in common is measured: the answer on well-formed text, as each gives it soonest.
///
/// Ratios are those of the first function of a family.
static FUNCTIONS: [Function; 11] = [
    Function {
        family: Family::Validate,
        peer: Peer::Utf8kit,
        name: "is_utf8",
        call: |level, text| at_level::is_utf8(level, text.as_bytes()).into(),
    },
    Function {
        family: Family::Validate,
        peer: Peer::Utf8kit,
        name: "from_utf8",
        call: |level, text| at_level::from_utf8(level, text.as_bytes()).is_ok().into(),
    },
    Function {
        family: Family::Validate,
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: |_, text| str::from_utf8(text.as_bytes()).is_ok().into(),
    },
    Function {
        family: Family::Validate,
        // It validates with simdutf8's code.
        peer: Peer::Detects(Level::Avx2),
        name: "encoding_rs",
        call: |_, text| {
            (encoding_rs::Encoding::utf8_valid_up_to(text.as_bytes()) == text.len()).into()
        },
    },
    Function {
        family: Family::Validate,
        peer: Peer::Detects(Level::Avx2),
        name: "simdutf8",
        call: |_, text| simdutf8::basic::from_utf8(text.as_bytes()).is_ok().into(),
    },
    Function {
        family: Family::Validate,
        peer: Peer::Detects(Level::Avx512),
        name: "ps-simdutf8",
        call: |_, text| ps_simdutf8::basic::from_utf8(text.as_bytes()).is_ok().into(),
    },
    Function {
        family: Family::Validate,
        peer: Peer::Simdutf,
        name: "simdutf",
        call: |_, text| simdutf::validate_utf8(text.as_bytes()).into(),
    },
    Function {
        family: Family::Count,
        peer: Peer::Utf8kit,
        name: "count",
        call: |level, text| at_level::count(level, text.as_bytes()),
    },
    Function {
        family: Family::Count,
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: |_, text| text.chars().count(),
    },
    Function {
        family: Family::Count,
        peer: Peer::Detects(Level::Avx2),
        name: "bytecount",
        call: |_, text| bytecount::num_chars(text.as_bytes()),
    },
    Function {
        family: Family::Count,
        peer: Peer::Simdutf,
        name: "simdutf",
        call: |_, text| simdutf::count_utf8(text.as_bytes()),
    },
];

/// How simdutf calls the code that uses what `level` has.
pub(crate) const fn simdutf_name(level: Level) -> Option<&'static str> {
    match level {
        Level::Scalar | Level::Emulated => Some("fallback"),
        Level::Sse42 => Some("westmere"),
        Level::Avx2 => Some("haswell"),
        Level::Avx512 => Some("icelake"),
        _ => None,
    }
}
