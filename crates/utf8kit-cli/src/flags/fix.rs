//! The flags of `utf8 fix`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Color, How, Which};
use crate::help;

/// Make text UTF-8 again, and lose nothing that can be kept
///
/// Reads files, whole directories or standard input. An input in another encoding is converted if the
/// evidence for that encoding is strong. Bytes that stand for a character in some other way are read
/// as that. What is left is replaced by U+FFFD and counted. Everything else comes out byte for byte.
#[derive(Args)]
// As getopt has it: of a flag that is given twice, the last counts.
#[command(after_long_help = help::text(&help::fix()), args_override_self = true)]
pub(crate) struct Fix {
    /// Files and directories to fix; `-` is standard input [default: `-`, unless it is a terminal]
    ///
    /// Several become one output, in this order, unless -i or -o says otherwise. What is met in
    /// directories and is no text is skipped and counted; -v names it.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// Fix files where they are; with =SUFFIX, keep the old file under its name and SUFFIX
    ///
    /// A file that needs nothing is not touched. Another is replaced as a whole by one with the same
    /// mode, owner and attributes, so that it is old or new whatever happens. Symbolic links stay, and
    /// the file that they lead to is fixed.
    #[arg(
        short,
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with = "output",
        help_heading = "Where it goes"
    )]
    pub(crate) in_place: Option<String>,

    /// Where to write: a file, or a directory to write a tree to (if it ends with `/`, is a
    /// directory, or a PATH is one); `-` is standard output [default: `-`]
    #[arg(
        short,
        long,
        value_name = "FILE|DIR",
        value_hint = ValueHint::AnyPath,
        help_heading = "Where it goes"
    )]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite files in the directory of -o
    #[arg(long, requires = "output", help_heading = "Where it goes")]
    pub(crate) force: bool,

    /// Write nothing, not even with -i, and say what would be done
    #[arg(long, help_heading = "Where it goes")]
    pub(crate) dry_run: bool,

    /// Write nothing, and show each line that would change, before and after
    #[arg(long, help_heading = "Where it goes")]
    pub(crate) diff: bool,

    /// Write nothing; the exit status is 1 if something would change
    #[arg(long, help_heading = "Where it goes")]
    pub(crate) check: bool,

    /// Write the lines in which something is lost to FILE, as they were, after `PATH:LINE:`
    ///
    /// FILE must not exist. Of a line that is longer than 64 KiB, the part is written; lines in another
    /// encoding are written as UTF-8.
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        conflicts_with_all = ["check", "dry_run", "diff"],
        help_heading = "Where it goes"
    )]
    pub(crate) rejects: Option<PathBuf>,

    /// With -i: write over files that have several names (hard links), so that all of them see the
    /// change
    #[arg(long, requires = "in_place", help_heading = "Where it goes")]
    pub(crate) hard_links: bool,

    /// With -i: write over files, where no new file can be made beside them. A crash may leave one
    /// half done
    #[arg(long, requires = "in_place", help_heading = "Where it goes")]
    pub(crate) no_atomic: bool,

    /// Pass each line on as soon as it is there: for `tail -F log | utf8 fix --stream`
    ///
    /// Without it, the first MiB is seen before anything is written. With it, what an input is has to
    /// be decided by less.
    #[arg(long, conflicts_with_all = ["in_place", "output"], help_heading = "Where it goes")]
    pub(crate) stream: bool,

    /// The encoding of what is not UTF-8, by any of the labels that `utf8 convert --list` shows;
    /// `auto` goes by the evidence
    ///
    /// What is UTF-8 already is not encoded again.
    #[arg(
        short,
        long,
        value_name = "LABEL",
        default_value = "auto",
        help_heading = "What is repaired"
    )]
    pub(crate) from: String,

    /// Take these steps, and those that have flags of their own: names with commas between, see below.
    /// `source` converts an input that is in another encoding
    #[arg(long, value_name = "STEPS", value_delimiter = ',', help_heading = "What is repaired")]
    pub(crate) only: Vec<String>,

    /// What stray bytes are: a charset; `auto` goes by the evidence of all lines that are not UTF-8,
    /// or by what stands around a byte; `none` leaves them to --invalid
    ///
    /// Of a charset of several bytes a character (Shift_JIS, GBK, Big5, EUC), whole lines are read.
    #[arg(long, value_name = "CHARSET", help_heading = "What is repaired")]
    pub(crate) fallback: Option<String>,

    /// What to do about what is still ill-formed [default: replace]
    ///
    /// If it is given, an input is taken for UTF-8 of which nothing else can be told.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "What is repaired")]
    pub(crate) invalid: Option<InvalidBytes>,

    /// How many replacements ill-formed bytes become: maximal, per-byte, per-run, java, perl or php;
    /// python, rust, node, ruby, icu and go are names too
    #[arg(long, value_name = "NAME", help_heading = "What is repaired")]
    pub(crate) policy: Option<String>,

    /// What ill-formed bytes are replaced by [default: U+FFFD]
    #[arg(long, value_name = "TEXT", help_heading = "What is repaired")]
    pub(crate) replacement: Option<String>,

    /// What to do about a byte order mark at the start
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = MarkStep::Keep, help_heading = "What is repaired")]
    pub(crate) bom: MarkStep,

    #[command(flatten)]
    pub(crate) steps: Steps,

    /// For whom to write what was done: people, on standard error; or programs, on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = FixFormat::Human, help_heading = "Output")]
    pub(crate) format: FixFormat,

    /// Say only what could not be fixed
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Name what needed nothing, and what is skipped
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,

    /// When to use colours; `auto` is on a terminal, if NO_COLOR is not set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,

    /// Do not show on the terminal how far a long run has come
    #[arg(long, help_heading = "Output")]
    pub(crate) no_progress: bool,

    #[command(flatten)]
    pub(crate) which: Which,

    /// Names that --files-from reads end with NUL rather than with a line end
    #[arg(short = '0', long, requires = "files_from", help_heading = "Which files")]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) how: How,
}

/// Steps that are taken only if they are named.
#[derive(Args)]
pub(crate) struct Steps {
    /// Join pairs of surrogates, as CESU-8 and Java have them; taken anyway, unless with --only
    #[arg(long, help_heading = "More steps")]
    pub(crate) cesu8: bool,

    /// Read C0 80, as Java's Modified UTF-8 has it, as NUL; taken anyway if the input is Modified
    /// UTF-8
    #[arg(long, help_heading = "More steps")]
    pub(crate) mutf8: bool,

    /// Read surrogates that Python's surrogateescape wrote as the bytes that they stand for
    #[arg(long, help_heading = "More steps")]
    pub(crate) surrogateescape: bool,

    /// Read overlong forms as the characters that they stand for. Only for text from a faulty
    /// encoder: they may be an attack (RFC 3629 section 10)
    #[arg(long, help_heading = "More steps")]
    pub(crate) overlong: bool,

    /// Undo mojibake, such as `cafÃ©` for `café`: UTF-8 that was read in another charset, up to four
    /// times
    ///
    /// What is changed must be well-formed UTF-8 in that charset, and likelier in its context by a
    /// wide margin. `utf8 check --mojibake` shows each, with what it means.
    #[arg(long, help_heading = "More steps")]
    pub(crate) mojibake: bool,

    /// With --mojibake: where a byte of a character was lost, write the likeliest one rather than
    /// U+FFFD
    #[arg(long, help_heading = "More steps")]
    pub(crate) guess_lost: bool,

    /// With --mojibake: the text is JSON; look into escapes such as \u00c3\u00a9, and escape again
    #[arg(long, help_heading = "More steps")]
    pub(crate) json: bool,

    /// Undo text in the charset MEANT that was read as SHOWN [default: windows-1252], such as
    /// `Ïðèâåò` for `Привет`, line by line where that is likelier
    #[arg(long, value_name = "[SHOWN:]MEANT", help_heading = "More steps")]
    pub(crate) misread: Option<String>,

    /// Read the controls U+0080..U+009F as the punctuation of windows-1252 that they once were
    #[arg(long, help_heading = "More steps")]
    pub(crate) c1: bool,

    /// Take out NUL, or put a space in its place
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "remove", help_heading = "More steps")]
    pub(crate) nul: Option<Unwanted>,

    /// Take out control characters (U+0001..U+001F but tab, LF, FF and CR; U+007F..U+009F), or put
    /// spaces in their places
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "remove", help_heading = "More steps")]
    pub(crate) controls: Option<Unwanted>,

    /// Take out U+FEFF that is not at the start
    #[arg(long, help_heading = "More steps")]
    pub(crate) inner_bom: bool,

    /// Take out U+200B, U+2060..U+2064 and U+180E; never ZWJ and ZWNJ
    #[arg(long, help_heading = "More steps")]
    pub(crate) zero_width: bool,

    /// Take out characters that change the direction of text: U+061C, U+200E..U+200F,
    /// U+202A..U+202E, U+2066..U+2069
    #[arg(long, help_heading = "More steps")]
    pub(crate) bidi: bool,

    /// Take out tag characters, but not those of flags
    #[arg(long, help_heading = "More steps")]
    pub(crate) tags: bool,

    /// Count U+FFFD that is there already: text that was lost before
    #[arg(long, help_heading = "More steps")]
    pub(crate) replaced: bool,

    /// In JSON, take out \u0000, and put \ufffd in the place of a lone \ud800..\udfff
    #[arg(long, help_heading = "More steps")]
    pub(crate) json_escapes: bool,

    /// End lines with LF, or with CR LF
    #[arg(long, value_enum, value_name = "END", help_heading = "More steps")]
    pub(crate) line_ends: Option<LineEnds>,

    /// Normalize to NFC
    #[arg(long, conflicts_with = "nfd", help_heading = "More steps")]
    pub(crate) nfc: bool,

    /// Normalize to NFD
    #[arg(long, help_heading = "More steps")]
    pub(crate) nfd: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InvalidBytes {
    /// Write --replacement instead
    Replace,
    /// Leave it out
    Skip,
    /// Write its bytes as \xFF
    Escape,
    /// Leave the input as it is, and say so
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MarkStep {
    /// Leave it
    Keep,
    /// Take it out
    Strip,
    /// Write one where there is none
    Add,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unwanted {
    Remove,
    Space,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineEnds {
    Lf,
    Crlf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixFormat {
    /// A line an input that is changed, and a summary
    Human,
    /// JSON Lines: one object an input, and a summary last
    Json,
}
