//! Where is the first error? Of large texts that have one early: who reads on is late.

use std::str;

use utf8kit::Level;

use super::{Call, Function, NO_ERROR};
use crate::peers::Peer;

pub(super) const FUNCTIONS: [Function; 6] = [
    Function {
        peer: Peer::Utf8kit,
        name: "from_utf8",
        call: Call::Each(|bytes| {
            utf8kit::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), |_| NO_ERROR)
        }),
    },
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::Each(|bytes| {
            str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), |_| NO_ERROR)
        }),
    },
    Function {
        peer: Peer::Detects(Level::Avx2),
        name: "encoding_rs",
        call: Call::Each(encoding_rs::Encoding::utf8_valid_up_to),
    },
    Function {
        peer: Peer::Detects(Level::Avx2),
        name: "simdutf8",
        // Its `basic` functions read to the end.
        call: Call::Each(|bytes| {
            simdutf8::compat::from_utf8(bytes)
                .map_or_else(|error| error.valid_up_to(), |_| NO_ERROR)
        }),
    },
    Function {
        peer: Peer::Detects(Level::Avx512),
        name: "ps-simdutf8",
        call: Call::Each(|bytes| {
            ps_simdutf8::compat::from_utf8(bytes)
                .map_or_else(|error| error.valid_up_to(), |_| NO_ERROR)
        }),
    },
    Function {
        peer: Peer::Simdutf,
        name: "simdutf",
        call: Call::Each(|bytes| simdutf::validate_utf8_with_errors(bytes).count),
    },
];
