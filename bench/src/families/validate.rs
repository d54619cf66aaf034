//! Is it UTF-8? On well-formed text, where every byte has to be seen.

use std::str;

use utf8kit::Level;

use super::{Call, Function};
use crate::peers::Peer;

pub(super) const FUNCTIONS: [Function; 7] = [
    Function {
        peer: Peer::Utf8kit,
        name: "is_utf8",
        call: Call::Each(|bytes| utf8kit::is_utf8(bytes).into()),
    },
    Function {
        peer: Peer::Utf8kit,
        name: "from_utf8",
        call: Call::Each(|bytes| utf8kit::from_utf8(bytes).is_ok().into()),
    },
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::Each(|bytes| str::from_utf8(bytes).is_ok().into()),
    },
    Function {
        // It validates with simdutf8's code.
        peer: Peer::Detects(Level::Avx2),
        name: "encoding_rs",
        call: Call::Each(|bytes| {
            (encoding_rs::Encoding::utf8_valid_up_to(bytes) == bytes.len()).into()
        }),
    },
    Function {
        peer: Peer::Detects(Level::Avx2),
        name: "simdutf8",
        call: Call::Each(|bytes| simdutf8::basic::from_utf8(bytes).is_ok().into()),
    },
    Function {
        peer: Peer::Detects(Level::Avx512),
        name: "ps-simdutf8",
        call: Call::Each(|bytes| ps_simdutf8::basic::from_utf8(bytes).is_ok().into()),
    },
    Function {
        peer: Peer::Simdutf,
        name: "simdutf",
        call: Call::Each(|bytes| simdutf::validate_utf8(bytes).into()),
    },
];
