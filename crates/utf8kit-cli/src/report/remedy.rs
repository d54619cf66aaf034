//! Commands that put right what was found: only where it is likely what that is.

use std::path::Path;

use utf8kit::BomError;
use utf8kit_text::fix::Source;
use utf8kit_text::guess::{Evidence, Grade, Verdict};

use super::tally::Tally;
use crate::name;
use crate::rules::Rule;
use crate::scan::{Found, What};

/// What puts a finding right besides what makes UTF-8 of the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repair {
    /// Nothing besides.
    Utf8,
    Flag(&'static str),
    /// Nothing does.
    None,
}

impl Repair {
    pub(crate) fn of(what: &What) -> Repair {
        match what {
            What::IllFormed(_) | What::Wide(_) => Repair::Utf8,
            What::Bom(BomError::Forbidden) => Repair::Flag("--bom strip"),
            What::Bom(BomError::Missing) => Repair::Flag("--bom add"),
            // An escape becomes an escape.
            What::Mojibake(span) if span.meant().starts_with("\\u") => {
                Repair::Flag("--mojibake --json")
            }
            What::Mojibake(_) => Repair::Flag("--mojibake"),
            What::Denied(_) => match what.rule() {
                Rule::Nul => Repair::Flag("--nul"),
                Rule::Control => Repair::Flag("--controls"),
                Rule::Bidi => Repair::Flag("--bidi"),
                _ => Repair::None,
            },
            _ => Repair::None,
        }
    }
}

/// What puts one finding right; the path is to follow.
pub(super) fn of_finding(found: &Found<'_>, path: &Path) -> Option<String> {
    let repair = Repair::of(&found.what);
    let verdict = found.verdict.filter(|_| repair == Repair::Utf8);
    command(&[repair], verdict, path)
}

/// What puts an input's findings right.
pub(super) fn of_input(tally: &Tally, path: &Path) -> Option<String> {
    let command = command(&tally.repairs, tally.verdict.as_ref(), path)?;
    // For a shell, this is a comment.
    let loss = if loses(tally) { "  # what cannot be read becomes U+FFFD" } else { "" };
    Some(format!("{command} {}{loss}", name::for_shell(path)))
}

/// Whether something is found in UTF-8 that stands for no character.
fn loses(tally: &Tally) -> bool {
    let is_utf8 = tally.verdict.as_ref().and_then(Source::of) == Some(Source::Utf8);
    is_utf8 && tally.windows_1252 + tally.cesu8 < tally.ill_formed()
}

/// Whether another flag says it, and more.
fn is_in_another(flag: &str, repairs: &[Repair]) -> bool {
    repairs.iter().any(|other| {
        matches!(other, Repair::Flag(other) if other.len() > flag.len() && other.starts_with(flag))
    })
}

fn command(repairs: &[Repair], verdict: Option<&Verdict>, path: &Path) -> Option<String> {
    // Standard input is in no place.
    let in_place = if path.as_os_str() == "-" { "" } else { " -i" };
    let mut command = format!("utf8 fix{in_place}");
    for repair in repairs {
        match repair {
            Repair::None => return None,
            Repair::Flag(flag) if !is_in_another(flag, repairs) => {
                command += &format!(" {flag}");
            }
            Repair::Flag(_) => {}
            Repair::Utf8 if verdict?.grade() < Grade::Likely => return None,
            Repair::Utf8 => {
                let source = Source::of(verdict?)?;
                // Whoever reads the command sees what is assumed.
                if let (Source::Charset(charset), Evidence::Letters(_)) =
                    (source, verdict?.evidence())
                {
                    command += &format!(" --from {charset}");
                }
            }
        }
    }
    Some(command)
}
