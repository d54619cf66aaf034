//! Mojibake between the cursor and the end of what is known to be well-formed.
//!
//! Whether text is mojibake is told by the line. So lines are looked through once they are whole, and
//! what is found waits until the cursor comes to it.
//!
//! ```text
//!          cursor      searched to                  well-formed to
//! ──────────┼──────────────┼──────────────────────────────┼───────
//!            found, waiting  whole lines: search them now   rest of a line: move on first
//! ```

use std::collections::VecDeque;

use utf8kit_text::fix::first_group;
use utf8kit_text::mojibake::{Finder, Span, Undo};

use crate::sample::sample;

pub(super) struct Ahead {
    finder: Finder,
    /// With the offset in the input at which each starts.
    waiting: VecDeque<(u64, Span)>,
    searched_to: u64,
}

impl Ahead {
    /// At the start of an input.
    pub(super) fn new(undo: &Undo, start: &[u8]) -> Ahead {
        let finder = Finder::new(&undo.clone().known_from(sample(start)));
        Ahead { finder, waiting: VecDeque::new(), searched_to: 0 }
    }

    /// Looks through `text`, which is well-formed and starts at `offset`; says how much of it has been
    /// looked through. `ends`: whether nothing follows that belongs to its last line.
    pub(super) fn search(&mut self, text: &[u8], offset: u64, ends: bool) -> usize {
        let mut searched = self.searched_to.saturating_sub(offset) as usize;
        // Long lines are cut where `utf8 fix` cuts them.
        while let Some(rest) = text.get(searched..)
            && let Some(len) = first_group(rest, ends)
        {
            if let Ok(lines) = utf8kit::from_utf8(&rest[..len]) {
                let start = offset + searched as u64;
                self.finder.find(lines, |span| {
                    self.waiting.push_back((start + span.range().start as u64, span));
                });
            }
            searched += len;
        }
        self.searched_to = self.searched_to.max(offset + searched as u64);
        searched.min(text.len())
    }

    /// Where the next one starts.
    pub(super) fn next(&self) -> Option<u64> {
        self.waiting.front().map(|(offset, _)| *offset)
    }

    pub(super) fn take(&mut self) -> Option<Span> {
        self.waiting.pop_front().map(|(_, span)| span)
    }
}
