//! Lines and columns, kept up to date rather than looked up.

use crate::engine::engine;

/// Where in the text a reader has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// From 1.
    pub(crate) line: u64,
    /// From 1.
    pub(crate) column: u64,
}

/// A piece of well-formed text, as far as places behind it depend on it.
#[derive(Clone, Copy)]
pub(crate) struct Passage {
    line_feeds: u64,
    /// Behind the last line feed, or all.
    characters: u64,
}

impl Place {
    pub(crate) const START: Place = Place { line: 1, column: 1 };

    /// Passes well-formed text. A piece of it may begin and end within a character.
    pub(crate) fn pass(&mut self, text: &[u8]) {
        self.add(Passage::of(text));
    }

    /// Passes text that has been counted.
    pub(crate) const fn add(&mut self, passage: Passage) {
        if passage.line_feeds > 0 {
            self.line += passage.line_feeds;
            self.column = 1;
        }
        self.column += passage.characters;
    }

    /// Passes ill-formed bytes: each subpart is a column.
    pub(crate) const fn pass_subparts(&mut self, subparts: &[u8]) {
        self.column += subparts.len() as u64;
    }
}

impl Passage {
    /// So many lines were ended, and so many characters are behind the last end.
    pub(crate) const fn new(line_feeds: u64, characters: u64) -> Passage {
        Passage { line_feeds, characters }
    }

    pub(crate) fn of(text: &[u8]) -> Passage {
        let line_feeds = engine().count_line_feeds(text) as u64;
        let last_line = if line_feeds == 0 { text } else { last_line(text) };
        Passage { line_feeds, characters: engine().count(last_line) as u64 }
    }
}

/// What follows the last line feed of `text`, which has one. Backwards, a block at a time:
/// forwards would be the whole of a piece of which the end is wanted.
fn last_line(text: &[u8]) -> &[u8] {
    const BLOCK: usize = 256;
    let mut end = text.len();
    for block in text.rchunks(BLOCK) {
        let start = end - block.len();
        if block.contains(&b'\n') {
            let after = block.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            return &text[start + after..];
        }
        end = start;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_behind_a_text_is_where_it_is_counted_to_be() {
        for lines in 0..4 {
            for length in [0, 1, 2, 255, 256, 257, 1000] {
                let text = "é\n".repeat(lines) + &"x".repeat(length);
                for cut in [0, 1, text.len() / 2, text.len()] {
                    let (before, behind) = text.as_bytes().split_at(cut.min(text.len()));
                    let mut place = Place::START;
                    place.pass(before);
                    place.pass(behind);
                    assert_eq!((place.line, place.column), (lines as u64 + 1, length as u64 + 1));
                }
            }
        }
    }
}
