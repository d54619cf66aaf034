//! What can be typed: the one definition of every flag.

mod fix;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use utf8kit::Level;

use crate::help;

pub(crate) use fix::{Fix, FixFormat, InvalidBytes, LineEnds, MarkStep, Steps, Unwanted};

/// UTF-8 as RFC 3629 defines it: what in your files is not, where, and why.
#[derive(Parser)]
#[command(
    name = "utf8",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub(crate) struct Flags {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Fix(Fix),
    Convert(Convert),
    Detect(Detect),
    Iconv(Iconv),
    Completions(Completions),
    Man(Man),
}

/// Find every byte that is not UTF-8
///
/// Reads files, whole directories, or standard input, and says of everything that is not UTF-8
/// where it is, what is wrong with it, and, where the evidence supports one, how it came there.
#[derive(Args)]
// As getopt has it: of a flag that is given twice, the last counts.
#[command(after_long_help = help::text(&help::check()), args_override_self = true)]
pub(crate) struct Check {
    /// Files and directories to check; `-` is standard input [default: `-`, unless it is a
    /// terminal]
    ///
    /// Directories are searched recursively. In a repository, what .gitignore names is left out,
    /// and hidden files are everywhere. A file that was found so, that is not UTF-8 and that is no
    /// text either (by its magic number, or by a NUL in its first 8 KiB) is skipped and counted; -v
    /// names it. What is named here is not skipped, unless --skip-binary says so.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// For whom to write: people, programs, code scanning, GitHub Actions
    #[arg(long, value_enum, default_value_t = Format::Human, help_heading = "Output")]
    pub(crate) format: Format,

    /// Show at most N findings of each file, and count the rest; 0 shows all [default: 3, and none
    /// of a file in another charset; 20 for github; 0 for json and sarif]
    #[arg(
        long,
        value_name = "N",
        value_parser = max_errors,
        allow_negative_numbers = true,
        help_heading = "Output"
    )]
    pub(crate) max_errors: Option<u64>,

    /// Print only the paths of files with findings, one a line
    ///
    /// Stops reading a file at its first finding.
    #[arg(short = 'l', long, help_heading = "Output")]
    pub(crate) files_with_findings: bool,

    /// Name what is skipped, and why
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,

    /// Print nothing; the exit status tells. Trouble is still named on standard error
    ///
    /// Stops reading a file at its first finding.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// When to use colours; `auto` is on a terminal, if NO_COLOR is not set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,

    /// Do not show on the terminal how far a long run has come
    ///
    /// It is not shown where standard error is no terminal, nor where standard output is a pipe:
    /// whoever reads that may be writing to the same terminal.
    #[arg(long, help_heading = "Output")]
    pub(crate) no_progress: bool,

    /// Examine everything as UTF-8, however little it looks like it
    ///
    /// Nothing is skipped as binary, and UTF-16 and UTF-32 are not recognised.
    #[arg(short = 'a', long, help_heading = "What is a finding")]
    pub(crate) text: bool,

    /// Skip what is no text also where it is named, as it is skipped in directories
    ///
    /// For lists that somebody else makes: `git ls-files`, pre-commit.
    #[arg(long, help_heading = "What is a finding")]
    pub(crate) skip_binary: bool,

    /// Whether a file may, must, or must not start with a byte order mark (EF BB BF)
    #[arg(long, value_enum, value_name = "POLICY", default_value_t = Bom::Allow, help_heading = "What is a finding")]
    pub(crate) bom: Bom,

    /// Well-formed characters that are findings too, and whether binary files are
    #[arg(
        long,
        value_enum,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "What is a finding"
    )]
    pub(crate) deny: Vec<Deny>,

    /// Report mojibake too, such as `cafÃ©` for `café`: UTF-8 that was read in another charset
    ///
    /// Each finding says what was likely meant. `utf8 fix --mojibake` writes that instead.
    #[arg(long, help_heading = "What is a finding")]
    pub(crate) mojibake: bool,

    /// With --mojibake: the text is JSON; look into escapes such as \u00c3\u00a9, too
    #[arg(long, requires = "mojibake", help_heading = "What is a finding")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) which: Which,

    /// Names end with NUL rather than with a line end: those that --files-from reads, and those
    /// that -l writes
    #[arg(short = '0', long, help_heading = "Which files")]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) how: How,
}

/// Which files are read: the same for all commands.
#[derive(Args)]
pub(crate) struct Which {
    /// Read names of files and directories from FILE, one a line; `-` is standard input
    #[arg(
        long,
        value_name = "FILE",
        value_hint = ValueHint::FilePath,
        help_heading = "Which files"
    )]
    pub(crate) files_from: Option<PathBuf>,

    /// Of the files met in directories, only those that match GLOB; `!GLOB` leaves files out. Can
    /// be repeated; the last match counts
    ///
    /// A GLOB with a slash is matched from the current directory on. Files that are named, here or
    /// in a list, are read whatever the globs.
    #[arg(short, long, value_name = "GLOB", help_heading = "Which files")]
    pub(crate) glob: Vec<String>,

    /// Do not heed .gitignore
    #[arg(long, help_heading = "Which files")]
    pub(crate) no_ignore: bool,

    /// Read hidden files and directories too
    #[arg(long, help_heading = "Which files")]
    pub(crate) hidden: bool,

    /// Follow symbolic links that are met in directories; those that are named always are
    #[arg(long, help_heading = "Which files")]
    pub(crate) follow: bool,
}

/// By what means: the same for all commands.
#[derive(Args)]
pub(crate) struct How {
    /// How many threads to use [default: as many as there are CPUs]
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = jobs,
        allow_negative_numbers = true,
        help_heading = "How"
    )]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Use no CPU features above this level
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = PossibleValuesParser::new(LEVELS).try_map(|name| level(&name)),
        ignore_case = true,
        help_heading = "How"
    )]
    pub(crate) level: Option<Level>,
}

/// Convert text from one encoding to another, and lose nothing silently
///
/// Reads files, whole directories or standard input. What is malformed, and characters that the
/// other encoding does not have, end the conversion with a diagnostic, or are replaced, left out or
/// escaped and counted. An output that is a file appears when it is complete, and else not at all.
#[derive(Args)]
// As getopt has it: of a flag that is given twice, the last counts.
#[command(after_long_help = help::text(&help::convert()), args_override_self = true)]
pub(crate) struct Convert {
    /// Files and directories to convert; `-` is standard input [default: `-`, unless it is a
    /// terminal]
    ///
    /// Several become one output, in this order, unless -o names a directory. What is met in
    /// directories and is no text is skipped and counted; -v names it.
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// The encoding of the input, by any of the labels that --list shows; `auto` decides by its
    /// first MiB
    ///
    /// `auto` goes by a byte order mark, else takes for UTF-8 what is well-formed, else looks where
    /// there are zero bytes as in UTF-16 and UTF-32. Where none of that says what it is, nothing is
    /// converted, and what is likely is named.
    #[arg(
        short,
        long,
        value_name = "LABEL",
        default_value = "auto",
        help_heading = "What is converted"
    )]
    pub(crate) from: String,

    /// The encoding of the output
    #[arg(
        short,
        long,
        value_name = "LABEL",
        default_value = "utf-8",
        help_heading = "What is converted"
    )]
    pub(crate) to: String,

    /// Where to write: a file, or a directory to write a tree to (if it ends with `/`, is a
    /// directory, or a PATH is one); `-` is standard output [default: `-`]
    ///
    /// In a directory, a file has the name that it has in its PATH; where several are named, that
    /// of the PATH comes before it. Before anything is written, it is made sure that no output is
    /// also an input or another output, and, unless with --force, that none exists.
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath, help_heading = "What is converted")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite files in the directory of -o, and convert by -f what looks like UTF-8 already
    ///
    /// Without it, nothing at all is written where an output exists; and text with characters
    /// beyond ASCII that is well-formed UTF-8 is not taken for the encoding of -f: it would be
    /// encoded twice.
    #[arg(long, help_heading = "What is converted")]
    pub(crate) force: bool,

    /// What to do about what is malformed, and about characters that the output's encoding does not
    /// have
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Fail, help_heading = "What is converted")]
    pub(crate) on_error: OnError,

    /// What to do about a byte order mark (U+FEFF at the start)
    ///
    /// A mark that told the byte order, under `auto`, `utf-16` and `utf-32`, is no text and never
    /// written. Output in `utf-16` or `utf-32` has one unless it is stripped.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Mark::Keep, help_heading = "What is converted")]
    pub(crate) bom: Mark,

    /// List the encodings with their labels, and do nothing else
    #[arg(long, help_heading = "Output")]
    pub(crate) list: bool,

    /// Say only what could not be converted
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Name what is skipped, and why
    #[arg(short, long, help_heading = "Output")]
    pub(crate) verbose: bool,

    /// When to use colours in diagnostics; `auto` is on a terminal, if NO_COLOR is not set
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

/// Say in which encoding files are, on what evidence, and what else they could be
///
/// That a file is well-formed UTF-8, or starts with a byte order mark, is certain. Anything else is
/// likely or a guess: by where zero bytes stand, by what is nearly UTF-8, by what the file says of
/// itself, or by its letters. `utf8 check` and `utf8 convert` judge files in the same way.
#[derive(Args)]
// As getopt has it: of a flag that is given twice, the last counts.
#[command(after_long_help = help::text(&help::detect()), args_override_self = true)]
pub(crate) struct Detect {
    /// Files and directories to look at; `-` is standard input [default: `-`, unless it is a
    /// terminal]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// How to write what each input is
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DetectFormat::Human)]
    #[arg(help_heading = "Output")]
    pub(crate) format: DetectFormat,

    /// When to use colours; `auto` is on a terminal, if NO_COLOR is not set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) which: Which,

    /// Names that --files-from reads end with NUL rather than with a line end
    #[arg(short = '0', long, requires = "files_from", help_heading = "Which files")]
    pub(crate) null: bool,

    #[command(flatten)]
    pub(crate) how: How,
}

/// Convert text with the flags of iconv, and lose nothing silently
///
/// For scripts that call iconv. What is different: -c and //IGNORE say how much was left out, and
/// //TRANSLIT how much was written in other letters, with exit status 1; an output that is a file
/// appears when it is complete, so that it may be the input; labels mean what `utf8 convert --list`
/// shows.
#[derive(Args)]
// As getopt has it: of a flag that is given twice, the last counts.
#[command(after_long_help = help::text(&help::iconv()), args_override_self = true)]
pub(crate) struct Iconv {
    /// Files to convert, to one output; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) paths: Vec<PathBuf>,

    /// The encoding of the input [default: the locale's]
    #[arg(short, long = "from-code", value_name = "LABEL")]
    pub(crate) from: Option<String>,

    /// The encoding of the output; `//TRANSLIT` and `//IGNORE` may follow [default: the locale's]
    #[arg(short, long = "to-code", value_name = "LABEL")]
    pub(crate) to: Option<String>,

    /// Leave out what is malformed and what the output's encoding does not have, and count it
    #[arg(short = 'c')]
    pub(crate) omit: bool,

    /// Do not say how much was left out; the exit status tells
    #[arg(short, long)]
    pub(crate) silent: bool,

    /// List the encodings with their labels, and do nothing else
    #[arg(short, long)]
    pub(crate) list: bool,

    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Print a completion script for a shell
///
/// `utf8 completions bash`, in a file that the shell reads at its start, completes the words of
/// every command of utf8.
#[derive(Args)]
#[command(after_long_help = help::text(&help::completions()))]
pub(crate) struct Completions {
    pub(crate) shell: clap_complete::Shell,
}

/// Print a page of the manual, for man
///
/// Without COMMAND: utf8(1), which names the others.
#[derive(Args)]
#[command(after_long_help = help::text(&help::man()))]
pub(crate) struct Man {
    /// The command that the page is about
    #[arg(value_name = "COMMAND")]
    pub(crate) page: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// What each file is, some findings with excerpts, and what would help
    Human,
    /// JSON Lines: one object a verdict, finding, skip and trouble, and a summary last
    Json,
    /// One SARIF 2.1.0 log; GitHub's code scanning takes up to 25,000 results of it
    Sarif,
    /// An `::error` command a finding and trouble; GitHub annotates the first 10 of a step, and the
    /// step's log has all
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DetectFormat {
    /// A line an input: what it is, how sure that is, and on what evidence
    Human,
    /// JSON Lines: one object an input, and a summary last
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Stop there, and write no file
    Fail,
    /// Write U+FFFD instead, or `?` where the output's encoding does not have that
    Replace,
    /// Leave it out
    Skip,
    /// Write malformed bytes as \xFF, characters as \u{20AC}; a backslash that was there stays one
    Escape,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mark {
    /// Convert it like any character; of several inputs that become one, the first's
    Keep,
    /// Write none
    Strip,
    /// Write one, whether there was one or not
    Add,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Bom {
    Allow,
    Require,
    Forbid,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// U+0000
    Nul,
    /// U+FDD0..FDEF, and the last two code points of each plane
    Noncharacters,
    /// U+202A..202E and U+2066..2069, which change the order in which text is displayed
    Bidi,
    /// U+0000..001F but tab, LF, FF and CR; U+007F..009F
    Controls,
    /// Files that would be skipped as binary; named ones too
    Binary,
}

/// The names of the levels, for completion and messages.
const LEVELS: [&str; 4] = ["scalar", "sse42", "avx2", "avx512"];

fn level(name: &str) -> Result<Level, utf8kit::UnknownLevel> {
    name.to_ascii_lowercase().parse()
}

fn jobs(number: &str) -> Result<NonZeroUsize, &'static str> {
    let message = "give a number of threads from 1 up, or leave the flag out for one a CPU";
    number.parse().map_err(|_| message)
}

fn max_errors(number: &str) -> Result<u64, &'static str> {
    number.parse().map_err(|_| "give a number of findings from 0 up; 0 shows all")
}
