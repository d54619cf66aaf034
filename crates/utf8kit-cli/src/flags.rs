//! What can be typed: the one definition of every flag.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use utf8kit::Level;

use crate::rules::Rule;

/// UTF-8 as RFC 3629 defines it: what in your files is not, where, and why.
#[derive(Parser)]
#[command(name = "utf8", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Flags {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Check(Check),
}

/// Find every byte that is not UTF-8
///
/// Reads files, whole directories, or standard input, and says of everything that is not UTF-8
/// where it is, what is wrong with it, and, where the evidence supports one, how it came there.
#[derive(Args)]
#[command(after_long_help = after_help())]
pub(crate) struct Check {
    /// Files and directories to check; `-` is standard input [default: `-`, unless it is a
    /// terminal]
    ///
    /// Directories are searched recursively. In a repository, what .gitignore names is left out, and
    /// hidden files are everywhere. A file that was found so, that is not UTF-8 and that is no text
    /// either (by its magic number, or by a NUL in its first 8 KiB) is skipped, and named on standard
    /// error. What is named here is never skipped.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Write for people, or JSON Lines for programs
    #[arg(long, value_enum, default_value_t = Format::Human, help_heading = "Output")]
    pub(crate) format: Format,

    /// Show at most N findings of each file, and count the rest; 0 shows all [default: 20, and 0
    /// for json]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) max_errors: Option<u64>,

    /// Print only the paths of files with findings, one a line
    ///
    /// Stops reading a file at its first finding.
    #[arg(short = 'l', long, help_heading = "Output")]
    pub(crate) files_with_findings: bool,

    /// Print nothing; the exit status tells. Trouble is still named on standard error
    ///
    /// Stops reading a file at its first finding.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// When to use colours; `auto` is on a terminal, if NO_COLOR is not set
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,

    /// Examine everything as UTF-8, however little it looks like it
    ///
    /// Nothing is skipped as binary, and UTF-16 and UTF-32 are not recognised.
    #[arg(short = 'a', long, help_heading = "What is a finding")]
    pub(crate) text: bool,

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

    /// Read names of files and directories from FILE, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Which files")]
    pub(crate) files_from: Option<PathBuf>,

    /// Names end with NUL rather than with a line end: those that --files-from reads, and those
    /// that -l writes
    #[arg(short = '0', long, help_heading = "Which files")]
    pub(crate) null: bool,

    /// Of the files met in directories, only those that match GLOB; `!GLOB` leaves files out. Can be
    /// repeated; the last match counts
    ///
    /// A GLOB with a slash is matched from the current directory on. Files that are named, here or
    /// in a list, are checked whatever the globs.
    #[arg(short, long, value_name = "GLOB", help_heading = "Which files")]
    pub(crate) glob: Vec<String>,

    /// Do not heed .gitignore
    #[arg(long, help_heading = "Which files")]
    pub(crate) no_ignore: bool,

    /// Check hidden files and directories too
    #[arg(long, help_heading = "Which files")]
    pub(crate) hidden: bool,

    /// Follow symbolic links that are met in directories; those that are named always are
    #[arg(long, help_heading = "Which files")]
    pub(crate) follow: bool,

    /// How many threads to use [default: as many as there are CPUs]
    #[arg(short, long, value_name = "N", help_heading = "How")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Use no CPU features above this level: scalar, sse42, avx2, avx512
    #[arg(long, value_name = "LEVEL", help_heading = "How")]
    pub(crate) level: Option<Level>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
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

fn after_help() -> String {
    let mut text = String::from(
        "\
Positions:
  Byte offsets count from 0, lines and columns from 1. A line ends at LF. A column is one character
  (a Unicode scalar value); a maximal subpart of an ill-formed sequence counts as one, and a byte
  order mark at the start counts as none.

Findings:
",
    );
    for rule in Rule::ALL {
        text += &format!("  {}  {:<23}  {}\n", rule.id(), rule.kind(), rule.about());
    }
    text += "
Exit status:
  0  all is UTF-8
  1  there are findings
  2  trouble: wrong usage, or something could not be read or written; this wins over 1

Examples:
  utf8 check .                           everything under the current directory
  utf8 check --max-errors 0 feed.csv     every finding, not only the first 20
  utf8 check --format json data | jq .   for programs
  git ls-files -z | utf8 check -0 --files-from -
  utf8 check --bom forbid --deny bidi,nul src    a gate for source code
  curl -s https://example.com/ | utf8 check";
    text
}
