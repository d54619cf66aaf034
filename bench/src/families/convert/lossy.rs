//! What is malformed becomes U+FFFD.

use bstr::ByteSlice;
use encoding_rs::{CoderResult, UTF_8, mem};
use utf8kit::Level;
use utf8kit::convert::{Utf8, Utf16, lossy_owned};

use super::{Conversion, FAILED, Wants, ours};
use crate::data::Form;
use crate::families::units::Writes;
use crate::families::{Call, Function};
use crate::peers::Peer;

pub(crate) static LOSSY: [Conversion; 2] = [
    Conversion {
        source: Form::Utf8,
        target: Form::Utf8,
        wants: Wants::Text,
        bar: "of the best peer: 5 with a bad byte in 97 and 2 with one in 1000",
        functions: &[
            ours::lossy::<Utf8, Utf8>(),
            Function {
                peer: Peer::Utf8kit,
                name: "lossy_owned",
                call: Call::New(|src| Some(lossy_owned::<Utf8, Utf8>(src).into_bytes())),
            },
            Function {
                peer: Peer::Detects(Level::Scalar),
                name: "std",
                call: Call::New(|src| Some(String::from_utf8_lossy(src).into_owned().into_bytes())),
            },
            Function {
                peer: Peer::Detects(Level::Scalar),
                name: "bstr",
                call: Call::New(|src| Some(src.to_str_lossy().into_owned().into_bytes())),
            },
            Function {
                peer: Peer::Detects(Level::Avx2),
                name: "encoding_rs",
                call: Call::Units(&Writes(|src, dst| {
                    let mut decoder = UTF_8.new_decoder_without_bom_handling();
                    match decoder.decode_to_utf8(src, dst, true) {
                        (CoderResult::InputEmpty, _, written, _) => written,
                        (CoderResult::OutputFull, ..) => FAILED,
                    }
                })),
            },
        ],
    },
    Conversion {
        source: Form::Utf8,
        target: Form::Utf16,
        wants: Wants::Text,
        bar: "with a bad byte in 97, 0.35 of the clean text's speed, and in 1000, 0.65",
        functions: &[
            ours::lossy::<Utf8, Utf16>(),
            Function {
                peer: Peer::Detects(Level::Scalar),
                name: "encoding_rs",
                call: Call::Units(&Writes(mem::convert_utf8_to_utf16)),
            },
        ],
    },
];
