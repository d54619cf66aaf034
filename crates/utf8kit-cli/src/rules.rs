//! The kinds of findings, and the stable ids of the rules that they break.

use utf8kit::Kind;

/// Names the rules, in the order of their ids.
macro_rules! rules {
    ($($rule:ident $id:literal $kind:literal $about:literal,)*) => {
        /// What can be wrong with an input.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Rule { $($rule,)* }

        impl Rule {
            pub(crate) const ALL: &[Rule] = &[$(Rule::$rule,)*];

            /// Stable: for suppression and for SARIF.
            pub(crate) const fn id(self) -> &'static str {
                match self { $(Rule::$rule => $id,)* }
            }

            /// Stable: the `kind` of every machine format.
            pub(crate) const fn kind(self) -> &'static str {
                match self { $(Rule::$rule => $kind,)* }
            }

            /// One line for the table in the help text.
            pub(crate) const fn about(self) -> &'static str {
                match self { $(Rule::$rule => $about,)* }
            }
        }
    };
}

rules! {
    UnexpectedContinuation "U8001" "unexpected-continuation" "80..BF where a character should start",
    Truncated "U8002" "truncated" "a good lead, too few continuations, then something else",
    Incomplete "U8003" "incomplete" "the same at the end of the input",
    Overlong "U8004" "overlong" "C0, C1; E0 80..9F; F0 80..8F",
    Surrogate "U8005" "surrogate" "ED A0..BF: U+D800..DFFF",
    TooLarge "U8006" "too-large" "F4 90..BF; F5..F7: above U+10FFFF",
    InvalidByte "U8007" "invalid-byte" "F8..FF",
    Utf16 "U8008" "utf-16" "the input is UTF-16 text",
    Utf32 "U8009" "utf-32" "the input is UTF-32 text",
    Bom "U8010" "bom" "EF BB BF at the start, or none, against --bom",
    Nul "U8011" "nul" "U+0000 (--deny nul or controls)",
    Noncharacter "U8012" "noncharacter" "U+FDD0..FDEF, U+xxFFFE, U+xxFFFF (--deny noncharacters)",
    Bidi "U8013" "bidi" "U+202A..202E, U+2066..2069 (--deny bidi)",
    Control "U8014" "control" "C0 but tab, LF, FF, CR; DEL; C1 (--deny controls)",
    Binary "U8015" "binary" "ill-formed and no text (--deny binary)",
}

impl Rule {
    /// The rule that ill-formed UTF-8 of this kind breaks.
    pub(crate) const fn of(kind: Kind) -> Rule {
        match kind {
            Kind::UnexpectedContinuation => Rule::UnexpectedContinuation,
            Kind::Truncated => Rule::Truncated,
            Kind::Incomplete => Rule::Incomplete,
            Kind::Overlong => Rule::Overlong,
            Kind::Surrogate => Rule::Surrogate,
            Kind::TooLarge => Rule::TooLarge,
            // The other kinds are of other sources than UTF-8.
            _ => Rule::InvalidByte,
        }
    }
}
