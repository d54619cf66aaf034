//! Text that comes in pieces, cut anywhere: as runs of text, or as a copy.

use std::hint::black_box;

use encoding_rs::{CoderResult, UTF_8};
use utf8kit::Level;
use utf8kit::convert::Utf8;
use utf8kit::stream::{Stop, Transcoder, Utf8Decoder};

use super::{Call, Function};
use crate::peers::Peer;

pub(super) const FUNCTIONS: [Function; 4] = [
    Function {
        peer: Peer::Utf8kit,
        name: "decoder",
        call: Call::Pieces(|text, ends, _| {
            let mut decoder = Utf8Decoder::new();
            let mut len = 0;
            for piece in pieces(text, ends) {
                for run in decoder.push(piece).lossy() {
                    len += black_box(run).len();
                }
            }
            len + decoder.finish().lossy().map(str::len).sum::<usize>()
        }),
    },
    Function {
        peer: Peer::Utf8kit,
        name: "transcoder",
        call: Call::Pieces(|text, ends, dst| {
            let mut transcoder = Transcoder::<Utf8, Utf8>::lossy();
            let mut len = 0;
            for piece in pieces(text, ends) {
                let progress = transcoder.push(piece, dst);
                if progress.stop != Stop::Done {
                    return FAILED;
                }
                len += black_box(&dst[..progress.written]).len();
            }
            len + transcoder.finish(dst).written
        }),
    },
    Function {
        peer: Peer::Utf8kit,
        name: "whole",
        call: Call::Pieces(|text, _, _| utf8kit::from_utf8(text).map_or(FAILED, str::len)),
    },
    Function {
        peer: Peer::Detects(Level::Avx2),
        name: "encoding_rs",
        call: Call::Pieces(|text, ends, dst| {
            let mut decoder = UTF_8.new_decoder_without_bom_handling();
            let mut len = 0;
            for piece in pieces(text, ends) {
                let (result, _, written, _) = decoder.decode_to_utf8(piece, dst, false);
                if result != CoderResult::InputEmpty {
                    return FAILED;
                }
                len += black_box(&dst[..written]).len();
            }
            len + decoder.decode_to_utf8(b"", dst, true).2
        }),
    },
];

/// What a function answers that did not take it all.
const FAILED: usize = usize::MAX;

fn pieces<'a>(text: &'a [u8], ends: &'a [i32]) -> impl Iterator<Item = &'a [u8]> {
    ends.windows(2).map(|ends| &text[ends[0] as usize..ends[1] as usize])
}
