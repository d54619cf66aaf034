//! Are many short strings UTF-8, each by itself? In one call, or in a loop of calls.

use std::str;

use utf8kit::Level;

use super::{Call, Function};
use crate::peers::Peer;

pub(super) const FUNCTIONS: [Function; 4] = [
    Function {
        peer: Peer::Utf8kit,
        name: "strings",
        call: Call::Column(|buffer, offsets| {
            utf8kit::validate_strings(buffer, offsets).is_ok().into()
        }),
    },
    Function {
        peer: Peer::Utf8kit,
        name: "loop",
        call: Call::Column(|buffer, offsets| all(buffer, offsets, utf8kit::is_utf8)),
    },
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::Column(|buffer, offsets| {
            all(buffer, offsets, |bytes| str::from_utf8(bytes).is_ok())
        }),
    },
    Function {
        peer: Peer::Detects(Level::Avx2),
        name: "simdutf8",
        call: Call::Column(|buffer, offsets| {
            all(buffer, offsets, |bytes| simdutf8::basic::from_utf8(bytes).is_ok())
        }),
    },
];

/// The loop that a program has which knows of no better: compiled for each `check`.
fn all(buffer: &[u8], offsets: &[i32], check: impl Fn(&[u8]) -> bool) -> usize {
    offsets.windows(2).all(|ends| check(&buffer[ends[0] as usize..ends[1] as usize])).into()
}
