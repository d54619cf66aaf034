//! UTF-8 that arrives in pieces, cut without regard to characters. utf8kit's decoder hands out
//! runs of text in the piece itself; encoding_rs's writes the text into memory.

use std::cell::RefCell;
use std::hint::black_box;

use encoding_rs::{CoderResult, UTF_8};

use crate::compare::{Ask, Comparison, Entrant, Run};
use crate::data::Placed;
use crate::error::Result;
use crate::ours::{self, Level};
use crate::size;
use crate::table::{Figure, Table};

/// Bytes of a piece: a block of a file, and a line or a message.
const PIECES: [usize; 2] = [64 << 10, 100];

struct Stream {
    text: Placed<u8>,
    piece: usize,
    /// Room for a piece and what was held back from the one before, for those who write.
    room: RefCell<Vec<u8>>,
}

pub(crate) fn tables(run: &Run<'_>) -> Result<Vec<Table>> {
    PIECES.into_iter().map(|piece| table(run, piece)).collect()
}

fn table(run: &Run<'_>, piece: usize) -> Result<Table> {
    let entrants: [Entrant<Ask<Stream>>; 2] = [
        Entrant::ours(|engine, stream| ours::decode(engine, stream.text.chunks(stream.piece))),
        Entrant::detecting("encoding_rs", Level::Avx2, |_, stream| by_encoding_rs(stream)),
    ];
    let name = format!("streams of {}", size::show(piece));
    let mut comparison = Comparison::new(run, &name, Figure::GigabytesPerSecond, entrants);
    for case in comparison.wanted(run.texts()?) {
        for text in case.strings()? {
            let bytes = text.len();
            let room = RefCell::new(vec![0; piece + 16]);
            let stream = Stream { text: Placed::new(text.into_bytes()), piece, room };
            comparison.ask(&case, &[&stream], bytes, &[bytes])?;
        }
    }
    Ok(comparison.table)
}

/// How many bytes it wrote; 0 if there was no room for a piece.
fn by_encoding_rs(stream: &Stream) -> usize {
    let mut room = stream.room.borrow_mut();
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let mut len = 0;
    for piece in stream.text.chunks(stream.piece) {
        let (result, _, written, _) = decoder.decode_to_utf8(piece, &mut room, false);
        if result != CoderResult::InputEmpty {
            return 0;
        }
        len += black_box(&room[..written]).len();
    }
    let (_, _, written, _) = decoder.decode_to_utf8(b"", &mut room, true);
    len + written
}
