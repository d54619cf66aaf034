//! How many characters are there?

use utf8kit::Level;

use super::{Call, Function};
use crate::peers::Peer;

pub(super) const FUNCTIONS: [Function; 4] = [
    Function { peer: Peer::Utf8kit, name: "count", call: Call::Each(utf8kit::count) },
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::EachText(|text| text.chars().count()),
    },
    Function {
        peer: Peer::Detects(Level::Avx2),
        name: "bytecount",
        call: Call::Each(bytecount::num_chars),
    },
    Function { peer: Peer::Simdutf, name: "simdutf", call: Call::Each(simdutf::count_utf8) },
];
