//! Text of another charset as UTF-8, piece by piece.
//!
//! What is malformed there becomes FF, which is an error in UTF-8 whatever stands beside it: so the
//! step that replaces what is ill-formed sees it, and counts it. Where bytes are to be escaped, they
//! are escaped here, because the step would not know them.

use utf8kit::repair::Escape;
use utf8kit_text::charset::{Charset, Stop, Transcoder, Trouble};

/// What stands for something malformed.
const MALFORMED: &[u8] = b"\xFF";

/// As much is decoded at once.
const ROOM: usize = 64 * 1024;

/// Decodes a text that comes in pieces.
pub(super) struct Decoder {
    charset: Charset,
    transcoder: Transcoder,
    escape: Option<Escape>,
    /// The start of a character.
    held: Vec<u8>,
    decoded: Vec<u8>,
    /// How often something malformed was escaped.
    pub(super) escaped: u64,
}

impl Decoder {
    pub(super) fn new(charset: Charset, escape: Option<Escape>) -> Decoder {
        Decoder {
            charset,
            transcoder: Transcoder::new(charset, Charset::UTF_8),
            escape,
            held: Vec::new(),
            decoded: vec![0; ROOM],
            escaped: 0,
        }
    }

    pub(super) const fn charset(&self) -> Charset {
        self.charset
    }

    /// Gives `take` what `piece` is as UTF-8, whole characters of it; all, if it is the last.
    pub(super) fn push(&mut self, piece: &[u8], is_last: bool, mut take: impl FnMut(&[u8])) {
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(piece);
        let end = if is_last { held.len() } else { self.charset.cut_before_end(&held) };
        let mut at = 0;
        while at < end {
            let progress = self.transcoder.convert(&held[at..end], is_last, &mut self.decoded);
            take(&self.decoded[..progress.written]);
            at += progress.read;
            let Stop::Malformed(trouble) = progress.stop else { continue };
            // UTF-8 has a form of every character, so that nothing is unmappable.
            let len = match trouble {
                Trouble::Malformed(malformed) => malformed.len,
                Trouble::Unmappable(unmappable) => unmappable.len,
            };
            match self.escape {
                Some(escape) => {
                    self.escaped += 1;
                    take(escape.of(&held[at..at + len]).to_string().as_bytes());
                }
                None => take(MALFORMED),
            }
            at += len;
        }
        held.drain(..at);
        self.held = held;
    }
}
