//! Commands that put right what was found and lose nothing: only where it is likely what that is.

use utf8kit::{Bom, Encoding};
use utf8kit_text::guess::{Evidence, Verdict, Wide};

use super::tally::Tally;
use crate::judged;
use crate::scan::{Found, What};

/// What puts one finding right; the path is to follow.
pub(super) fn of_finding(found: &Found<'_>) -> Option<String> {
    match found.what {
        What::Wide(wide) => Some(convert(source_label(wide))),
        What::IllFormed(_) => found.verdict.and_then(of_verdict),
        _ => None,
    }
}

/// What puts an input's findings right; the path is to follow.
pub(super) fn of_input(tally: &Tally) -> Option<String> {
    match tally.settled {
        Some(What::Wide(wide)) => Some(convert(source_label(wide))),
        Some(_) => None,
        None => tally.verdict.as_ref().and_then(of_verdict),
    }
}

/// What makes UTF-8 of a whole text that is likely in something else.
fn of_verdict(verdict: &Verdict) -> Option<String> {
    let is_like_utf8 = matches!(verdict.evidence(), Evidence::Near(near)
        if near.encoding() != Encoding::Utf8);
    let charset = match is_like_utf8 {
        true => verdict.charset(),
        false => judged::likely_legacy(verdict),
    };
    charset.map(|charset| convert(charset.name()))
}

fn convert(from: impl std::fmt::Display) -> String {
    format!("utf8 convert -f {from} -t utf-8")
}

/// The label under which a mark is no text: with `utf-16le` it would be kept as U+FEFF.
fn source_label(wide: Wide) -> Encoding {
    match wide.bom() {
        Some(Bom::Utf16Le | Bom::Utf16Be) => Encoding::Utf16,
        Some(Bom::Utf32Le | Bom::Utf32Be) => Encoding::Utf32,
        _ => wide.encoding(),
    }
}
