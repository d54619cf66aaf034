//! Where a finding ends, in the terms in which its place is given.

use utf8kit::{Bom, Utf8Chunks};

use crate::scan::Found;

/// The line and the column behind the last byte of `found`.
pub(super) fn end(found: &Found<'_>) -> (u64, u64) {
    let mut place = found.place;
    if found.offset == 0 && found.bytes() == Bom::Utf8.as_bytes() {
        // An initial mark takes no column.
        return (place.line, place.column);
    }
    for chunk in Utf8Chunks::new(found.bytes()) {
        place.pass(chunk.valid().as_bytes());
        if !chunk.invalid().is_empty() {
            place.pass_subparts(&[chunk.invalid().len() as u8]);
        }
    }
    (place.line, place.column)
}
