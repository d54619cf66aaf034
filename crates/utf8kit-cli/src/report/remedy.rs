//! Commands that put right what was found and lose nothing: only where it is likely what that is.

use utf8kit::Encoding;
use utf8kit_text::guess::{Evidence, Grade, Verdict};

use super::tally::Tally;
use crate::scan::{Found, What};

/// What puts one finding right; the path is to follow.
pub(super) fn of_finding(found: &Found<'_>) -> Option<String> {
    match found.what {
        What::Wide(_) | What::IllFormed(_) => found.verdict.and_then(of_verdict),
        _ => None,
    }
}

/// What puts an input's findings right; the path is to follow.
pub(super) fn of_input(tally: &Tally) -> Option<String> {
    tally.verdict.as_ref().and_then(of_verdict)
}

/// What makes UTF-8 of a whole text that is likely in something else.
fn of_verdict(verdict: &Verdict) -> Option<String> {
    let is_other = match verdict.evidence() {
        Evidence::Near(near) => near.encoding() != Encoding::Utf8,
        Evidence::Letters(_) => verdict.grade() >= Grade::Likely,
        _ => verdict.wide().is_some(),
    };
    let charset = verdict.charset().filter(|_| is_other)?;
    Some(format!("utf8 convert -f {charset} -t utf-8"))
}
