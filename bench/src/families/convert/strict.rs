//! What is malformed would end it.

use std::str;

use encoding_rs::mem;
use utf8kit::Level;
use utf8kit::convert::{self, Cesu8, Latin1, ModifiedUtf8, Utf8, Utf16, Utf32};

use super::{Conversion, FAILED, Wants, ours, simdutf, std as by_std};
use crate::data::Form;
use crate::families::units::{OnUnits, Tells, Writes};
use crate::families::{Call, Function};
use crate::peers::Peer;

/// How long text would be, which is checked first.
macro_rules! length {
    ($source:ident => $target:ident, $validate:ident, $length:ident) => {
        Conversion {
            source: Form::$source,
            target: Form::$target,
            wants: Wants::Length,
            bar: BEST,
            functions: &[
                ours::strict_len::<$source, $target>(),
                by_std::len::<$source, $target>(),
                Function {
                    peer: Peer::Simdutf,
                    name: "simdutf",
                    call: Call::Units(&Tells(|src| match ::simdutf::$validate(src) {
                        true => ::simdutf::$length(src),
                        false => FAILED,
                    })),
                },
            ],
        }
    };
}

pub(crate) static STRICT: [Conversion; 25] = [
    Conversion {
        source: Form::Utf8,
        target: Form::Utf16,
        wants: Wants::Text,
        bar: "2.0 of simdutf in the mean at avx512 and 1.5 at avx2; no text below 0.95",
        functions: &[
            ours::strict::<Utf8, Utf16>(),
            by_std::convert::<Utf8, Utf16>(),
            encoding_rs(&Writes(|src, dst| {
                // Its other function for this replaces what is malformed, at the same speed.
                mem::convert_utf8_to_utf16_without_replacement(src, dst).unwrap_or(FAILED)
            })),
            simdutf::convert_utf8_to_utf16(),
        ],
    },
    Conversion {
        source: Form::Utf8,
        target: Form::Utf32,
        wants: Wants::Text,
        bar: "2.2 of simdutf in the mean at avx512",
        functions: &[
            ours::strict::<Utf8, Utf32>(),
            by_std::convert::<Utf8, Utf32>(),
            simdutf::convert_utf8_to_utf32(),
        ],
    },
    Conversion {
        source: Form::Utf16,
        target: Form::Utf8,
        wants: Wants::Text,
        bar: "1.4 of simdutf in the mean at avx512, 1.0 at avx2; emoji there 4",
        functions: &[
            ours::strict::<Utf16, Utf8>(),
            by_std::convert::<Utf16, Utf8>(),
            encoding_rs(&Writes(mem::convert_utf16_to_utf8)),
            simdutf::convert_utf16_to_utf8(),
        ],
    },
    Conversion {
        source: Form::Utf32,
        target: Form::Utf8,
        wants: Wants::Text,
        bar: "2.3 of simdutf in the mean at avx512, emoji 8",
        functions: &[
            ours::strict::<Utf32, Utf8>(),
            by_std::convert::<Utf32, Utf8>(),
            simdutf::convert_utf32_to_utf8(),
        ],
    },
    Conversion {
        source: Form::Utf16,
        target: Form::Utf32,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf16, Utf32>(),
            by_std::convert::<Utf16, Utf32>(),
            simdutf::convert_utf16_to_utf32(),
        ],
    },
    Conversion {
        source: Form::Utf32,
        target: Form::Utf16,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf32, Utf16>(),
            by_std::convert::<Utf32, Utf16>(),
            simdutf::convert_utf32_to_utf16(),
        ],
    },
    Conversion {
        source: Form::Latin1,
        target: Form::Utf8,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Latin1, Utf8>(),
            by_std::convert::<Latin1, Utf8>(),
            encoding_rs(&Writes(mem::convert_latin1_to_utf8)),
            simdutf::convert_latin1_to_utf8(),
        ],
    },
    Conversion {
        source: Form::Latin1,
        target: Form::Utf16,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Latin1, Utf16>(),
            by_std::convert::<Latin1, Utf16>(),
            encoding_rs(&Writes(|src, dst| {
                mem::convert_latin1_to_utf16(src, dst);
                src.len()
            })),
            simdutf::convert_latin1_to_utf16(),
        ],
    },
    Conversion {
        source: Form::Latin1,
        target: Form::Utf32,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Latin1, Utf32>(),
            by_std::convert::<Latin1, Utf32>(),
            simdutf::convert_latin1_to_utf32(),
        ],
    },
    Conversion {
        source: Form::Utf8,
        target: Form::Latin1,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf8, Latin1>(),
            by_std::convert::<Utf8, Latin1>(),
            // To Latin-1 it takes for granted what is asked first.
            encoding_rs(&Writes(|src, dst| match mem::is_utf8_latin1(src) {
                true => mem::convert_utf8_to_latin1_lossy(src, dst),
                false => FAILED,
            })),
            simdutf::convert_utf8_to_latin1(),
        ],
    },
    Conversion {
        source: Form::Utf16,
        target: Form::Latin1,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf16, Latin1>(),
            by_std::convert::<Utf16, Latin1>(),
            encoding_rs(&Writes(|src, dst| {
                if !mem::is_utf16_latin1(src) {
                    return FAILED;
                }
                mem::convert_utf16_to_latin1_lossy(src, dst);
                src.len()
            })),
            simdutf::convert_utf16_to_latin1(),
        ],
    },
    Conversion {
        source: Form::Utf32,
        target: Form::Latin1,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf32, Latin1>(),
            by_std::convert::<Utf32, Latin1>(),
            simdutf::convert_utf32_to_latin1(),
        ],
    },
    length!(Utf8 => Utf16, validate_utf8, utf16_length_from_utf8),
    length!(Utf8 => Utf32, validate_utf8, utf32_length_from_utf8),
    length!(Utf16 => Utf8, validate_utf16, utf8_length_from_utf16),
    length!(Utf16 => Utf32, validate_utf16, utf32_length_from_utf16),
    length!(Utf32 => Utf8, validate_utf32, utf8_length_from_utf32),
    length!(Utf32 => Utf16, validate_utf32, utf16_length_from_utf32),
    Conversion {
        source: Form::Utf8,
        target: Form::Utf16,
        wants: Wants::KnownLength,
        bar: BEST,
        functions: &[
            Function {
                peer: Peer::Utf8kit,
                name: "encode_len",
                call: Call::EachText(convert::encode_len::<Utf16>),
            },
            Function {
                peer: Peer::Detects(Level::Scalar),
                name: "std",
                call: Call::EachText(|text| text.encode_utf16().count()),
            },
            Function {
                peer: Peer::Simdutf,
                name: "simdutf",
                call: Call::EachText(|text| ::simdutf::utf16_length_from_utf8(text.as_bytes())),
            },
        ],
    },
    Conversion {
        source: Form::Utf16,
        target: Form::Utf16,
        wants: Wants::Validity,
        bar: BEST,
        functions: &[
            ours::validate::<Utf16>(),
            by_std::validate::<Utf16>(),
            Function {
                peer: Peer::Detects(Level::Scalar),
                name: "encoding_rs",
                call: Call::Units(&Tells(|src| (mem::utf16_valid_up_to(src) == src.len()).into())),
            },
            Function {
                peer: Peer::Simdutf,
                name: "simdutf",
                call: Call::Units(&Tells(|src| ::simdutf::validate_utf16(src).into())),
            },
        ],
    },
    Conversion {
        source: Form::Utf32,
        target: Form::Utf32,
        wants: Wants::Validity,
        bar: BEST,
        functions: &[
            ours::validate::<Utf32>(),
            by_std::validate::<Utf32>(),
            Function {
                peer: Peer::Simdutf,
                name: "simdutf",
                call: Call::Units(&Tells(|src| ::simdutf::validate_utf32(src).into())),
            },
        ],
    },
    Conversion {
        source: Form::Utf8,
        target: Form::Cesu8,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf8, Cesu8>(),
            simd_cesu8(|src| Some(simd_cesu8::encode(utf8(src)?).into_owned())),
        ],
    },
    Conversion {
        source: Form::Cesu8,
        target: Form::Utf8,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Cesu8, Utf8>(),
            simd_cesu8(|src| Some(simd_cesu8::decode_strict(src).ok()?.into_owned().into_bytes())),
        ],
    },
    Conversion {
        source: Form::Utf8,
        target: Form::ModifiedUtf8,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<Utf8, ModifiedUtf8>(),
            simd_cesu8(|src| Some(simd_cesu8::mutf8::encode(utf8(src)?).into_owned())),
        ],
    },
    Conversion {
        source: Form::ModifiedUtf8,
        target: Form::Utf8,
        wants: Wants::Text,
        bar: BEST,
        functions: &[
            ours::strict::<ModifiedUtf8, Utf8>(),
            simd_cesu8(|src| {
                Some(simd_cesu8::mutf8::decode_strict(src).ok()?.into_owned().into_bytes())
            }),
        ],
    },
];

const BEST: &str = "1.0 of the best in the mean";

/// Its functions for text in memory are compiled for what every x86-64 has.
const fn encoding_rs(convert: &'static dyn OnUnits) -> Function {
    Function { peer: Peer::Detects(Level::Scalar), name: "encoding_rs", call: Call::Units(convert) }
}

/// It gives new strings, and what need not be changed it would borrow: that is copied, as the
/// others do.
const fn simd_cesu8(convert: fn(&[u8]) -> Option<Vec<u8>>) -> Function {
    Function { peer: Peer::Detects(Level::Avx2), name: "simd_cesu8", call: Call::New(convert) }
}

fn utf8(src: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(src).ok()
}
