//! Is it UTF-8? On strings so short that the call itself counts.

use utf8kit::Level;

use super::{Call, Function, validate};
use crate::peers::Peer;

pub(super) const FUNCTIONS: [Function; 8] = {
    let [is_utf8, from_utf8, std, encoding_rs, simdutf8, ps_simdutf8, simdutf] =
        validate::FUNCTIONS;
    let smoothutf8 = Function {
        // It detects nothing: SSE2 on x86-64, unless it is compiled for more.
        peer: Peer::Detects(Level::Scalar),
        name: "smoothutf8",
        call: Call::Each(|bytes| smoothutf8::verify(bytes).into()),
    };
    // Ours with the position first: std's gives it too, and on malformed strings that is the work.
    [from_utf8, is_utf8, std, smoothutf8, encoding_rs, simdutf8, ps_simdutf8, simdutf]
};
