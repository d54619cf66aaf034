//! Commands that put right what was found, and lose nothing.

use utf8kit::{Bom, Encoding};
use utf8kit_text::Cause;
use utf8kit_text::guess::Wide;

use super::tally::Tally;
use crate::scan::What;

const FROM_WINDOWS_1252: &str = "utf8 fix --fallback windows-1252";
const FROM_CESU_8: &str = "utf8 fix --cesu8";

/// What puts one finding right; the path is to follow.
pub(super) fn of_finding(what: &What) -> Option<String> {
    match (what, what.cause()) {
        (What::Wide(wide), _) => Some(convert(*wide)),
        (_, Some(Cause::Windows1252(_))) => Some(FROM_WINDOWS_1252.into()),
        (_, Some(Cause::Cesu8Pair(_))) => Some(FROM_CESU_8.into()),
        _ => None,
    }
}

/// What puts most of an input's findings right; the path is to follow.
pub(super) fn of_input(tally: &Tally) -> Option<String> {
    let is_most = |count: u64| count > tally.findings / 2;
    match tally.verdict {
        Some(What::Wide(wide)) => Some(convert(wide)),
        _ if is_most(tally.windows_1252) => Some(FROM_WINDOWS_1252.into()),
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
