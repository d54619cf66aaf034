//! The kinds of findings, and the stable ids of the rules that they break.

use utf8kit::Kind;

/// Names the rules, in the order of their ids.
macro_rules! rules {
    ($($rule:ident $id:literal $kind:literal $about:literal $help:literal,)*) => {
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

            /// Where such a thing comes from, and what to do.
            pub(crate) const fn help(self) -> &'static str {
                match self { $(Rule::$rule => $help,)* }
            }
        }
    };
}

rules! {
    UnexpectedContinuation "U8001" "unexpected-continuation" "80..BF where a character should start"
        "A byte of another encoding (windows-1252, Latin-1), or the rest of a character whose \
         start is lost. Convert the file from the encoding that it is in, or mend what cut it.",
    Truncated "U8002" "truncated" "a good lead, too few continuations, then something else"
        "A letter of windows-1252 or Latin-1, or a character that was cut and joined to other \
         text. Convert the file from the encoding that it is in, or mend what cut it.",
    Incomplete "U8003" "incomplete" "a good lead, too few continuations, then the end of the input"
        "The input was cut in mid-character: by a limit in bytes, or by a transfer that broke off. \
         Fetch it again, or cut at a character boundary.",
    Overlong "U8004" "overlong" "C0, C1; E0 80..9F; F0 80..8F"
        "A character in more bytes than it needs, which RFC 3629 forbids: it gets past programs \
         that look for the short form before they decode (section 10). Java's Modified UTF-8 \
         writes NUL so. Do not decode it leniently; ask where it comes from.",
    Surrogate "U8005" "surrogate" "ED A0..BF: U+D800..DFFF"
        "A half of a UTF-16 surrogate pair in three bytes, which is no character. Two halves in a \
         row are CESU-8, as some databases and Java write it; a lone one is left by text that was \
         cut. Convert the file from CESU-8, or mend what cut it.",
    TooLarge "U8006" "too-large" "F4 90..BF; F5..F7: above U+10FFFF"
        "A form of four bytes above U+10FFFF, where Unicode ends, or a byte that starts one. It is \
         no character in any version of Unicode: the data is damaged, of another encoding, or made \
         to deceive.",
    InvalidByte "U8007" "invalid-byte" "F8..FF"
        "A byte that is in no UTF-8 text: of another encoding, or of the forms of five and six \
         bytes that RFC 3629 abolished. Convert the file from the encoding that it is in.",
    Utf16 "U8008" "utf-16" "the input is UTF-16 text"
        "The whole input is another encoding of Unicode. Convert it: the message says from what.",
    Utf32 "U8009" "utf-32" "the input is UTF-32 text"
        "The whole input is another encoding of Unicode. Convert it: the message says from what.",
    Bom "U8010" "bom" "EF BB BF at the start, or none, against --bom"
        "The input starts with a byte order mark where --bom forbids one, or without one where \
         --bom requires it.",
    Nul "U8011" "nul" "U+0000 (--deny nul or controls)"
        "A NUL ends a string early for many programs. It is well-formed, and a finding because \
         --deny asks for it.",
    Noncharacter "U8012" "noncharacter" "U+FDD0..FDEF, U+xxFFFE, U+xxFFFF (--deny noncharacters)"
        "A noncharacter is for use inside a program and not for interchange. It is well-formed, \
         and a finding because --deny asks for it.",
    Bidi "U8013" "bidi" "U+202A..202E, U+2066..2069 (--deny bidi)"
        "A bidirectional control makes text look other than it is, so that a reviewer reads \
         another program than the compiler. It is well-formed, and a finding because --deny asks \
         for it.",
    Control "U8014" "control" "C0 but tab, LF, FF, CR; DEL; C1 (--deny controls)"
        "A control character acts on terminals and disappears in editors. It is well-formed, and a \
         finding because --deny asks for it.",
    Binary "U8015" "binary" "no text (--deny binary), or compressed"
        "The input is not text. It is a finding because --deny asks for it, or because it was named \
         and is compressed: unpack it, or leave it out.",
    Mojibake "U8020" "mojibake" "UTF-8 that was read in another charset (--mojibake)"
        "The text was UTF-8, some program read it in another charset, and what that program saw was \
         written as UTF-8. `utf8 fix --mojibake` undoes it. Tell that program that its input is \
         UTF-8.",
}

/// The ids of what only conversions meet: in other sources than UTF-8, and where the target has not
/// every character.
pub(crate) mod conversion {
    /// A surrogate without its other half, in UTF-16 and what is like it.
    pub(crate) const UNPAIRED_SURROGATE: &str = "U8016";
    /// Above 10FFFF, in UTF-32.
    pub(crate) const OUT_OF_RANGE: &str = "U8017";
    /// A character that the target does not have.
    pub(crate) const UNREPRESENTABLE: &str = "U8018";
    /// No character of a legacy charset.
    pub(crate) const MALFORMED: &str = "U8019";
}

impl Rule {
    /// In the words of SARIF. Whatever is reported was asked for and decides the exit status.
    pub(crate) const LEVEL: &str = "error";

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
