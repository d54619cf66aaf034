//! Commands that put right what was found and lose nothing, or tell more of it.

use utf8kit::{Bom, Encoding};
use utf8kit_text::Cause;
use utf8kit_text::guess::Wide;

use super::tally::Tally;
use crate::scan::What;

/// It refuses real UTF-8 of four bytes among the surrogates.
const FROM_CESU_8: &str = "utf8 convert -f cesu-8";
/// A byte of windows-1252 may as well be one of another charset: what the file is says more.
const DETECT: &str = "utf8 detect";

/// What puts one finding right; the path is to follow.
pub(super) fn of_finding(what: &What) -> Option<String> {
    match (what, what.cause()) {
        (What::Wide(wide), _) => Some(convert(*wide)),
        (_, Some(Cause::Cesu8Pair(_))) => Some(FROM_CESU_8.into()),
        _ => None,
    }
}

/// What puts most of an input's findings right, or tells what it is; the path is to follow.
pub(super) fn of_input(tally: &Tally) -> Option<String> {
    let is_most = |count: u64| count > tally.findings / 2;
    match tally.verdict {
        Some(What::Wide(wide)) => Some(convert(wide)),
        _ if is_most(tally.windows_1252) => Some(DETECT.into()),
        _ if is_most(tally.cesu8) => Some(FROM_CESU_8.into()),
        _ => None,
    }
}

fn convert(wide: Wide) -> String {
    format!("utf8 convert -f {} -t utf-8", source_label(wide))
}

/// The label under which a mark is no text: with `utf-16le` it would be kept as U+FEFF.
fn source_label(wide: Wide) -> Encoding {
    match wide.bom() {
        Some(Bom::Utf16Le | Bom::Utf16Be) => Encoding::Utf16,
        Some(Bom::Utf32Le | Bom::Utf32Be) => Encoding::Utf32,
        _ => wide.encoding(),
    }
}
