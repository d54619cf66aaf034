//! Streams: however the input is cut, the text and the errors are those of the whole.

#[path = "../common/mod.rs"]
mod common;
mod io;
mod show;
mod transcoder;
mod utf8;

use common::Random;
use utf8kit::stream::DecodeError;

/// Calls `visit` with every way to cut `text`, and again with empty pieces in between.
fn for_each_cut(text: &[u8], visit: &mut impl FnMut(&[&[u8]])) {
    for cuts in 0..1_u32 << text.len().saturating_sub(1) {
        let mut pieces = Vec::new();
        let mut from = 0;
        for at in 1..text.len() {
            if cuts >> (at - 1) & 1 == 1 {
                pieces.push(&text[from..at]);
                from = at;
            }
        }
        pieces.push(&text[from..]);
        visit(&pieces);
        let with_empty: Vec<&[u8]> =
            pieces.iter().flat_map(|&piece| [b"", piece]).chain([&b""[..]]).collect();
        visit(&with_empty);
    }
}

/// `text` in pieces of up to `most` elements, some of them empty.
fn cut<'a, U>(text: &'a [U], most: usize, random: &mut Random) -> Vec<&'a [U]> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(random.below(most + 1).min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// The text up to the first error, which has to be the end, and the offset of that.
fn until_error(
    strings: impl Iterator<Item = Result<String, DecodeError>>,
) -> (String, Option<u64>) {
    let (mut text, mut error) = (String::new(), None);
    for string in strings {
        assert!(error.is_none(), "the first error is the end");
        match string {
            Ok(string) => text.push_str(&string),
            Err(DecodeError::Malformed(at)) => error = Some(at.offset()),
            Err(error) => panic!("{error}"),
        }
    }
    (text, error)
}
