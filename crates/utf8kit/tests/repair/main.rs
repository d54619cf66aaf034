//! Replacement policies and lossless repairs: the vectors, streams in every cut, and the systems that
//! the policies are named after.

#[path = "../common/mod.rs"]
mod common;
mod forms;
mod policies;
mod systems;

use utf8kit::repair::{Part, Policy};

/// One byte of each class that some policy tells apart.
const ALPHABET: [u8; 17] = [
    0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFC, 0xFE,
    0xFF,
];

/// Appends a part with one U+FFFD for a unit.
fn append(part: Part<'_>, text: &mut String) {
    match part {
        Part::Text(good) => text.push_str(good),
        Part::IllFormed(_) => text.push('\u{FFFD}'),
        _ => {}
    }
}

fn replaced(bytes: &[u8], policy: Policy) -> String {
    utf8kit::repair::replace(bytes, policy, "\u{FFFD}").into_owned()
}
