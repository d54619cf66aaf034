//! Kinds of generated text.

use super::random::Random;
use super::{mixed, scripts};

pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(super) style: &'static (dyn Style + Sync),
}

/// How a text goes on.
pub(super) trait Style {
    /// Adds some more text, and adds something each time.
    fn write(&self, random: &mut Random, text: &mut String);
}

/// All of them: the scripts, then mixed text.
pub(crate) fn classes() -> impl Iterator<Item = &'static Class> {
    scripts::CLASSES.iter().chain(&mixed::CLASSES)
}

impl Class {
    /// So many bytes of it, or up to three fewer.
    pub(crate) fn text(&self, size: usize) -> String {
        // A text is the beginning of every longer one of its class.
        let mut random = Random::new(self.name);
        let mut text = String::with_capacity(size + 4096);
        while text.len() < size {
            self.style.write(&mut random, &mut text);
        }
        text.truncate(text.floor_char_boundary(size));
        text
    }
}

/// What a text is like, as its description counts it.
#[cfg(test)]
pub(super) struct Statistics {
    /// The share of characters of each length in bytes, from 1.
    pub(super) lengths: [f64; 4],
    /// The share of 64-byte blocks that are ASCII.
    pub(super) ascii_blocks: f64,
}

#[cfg(test)]
impl Statistics {
    pub(super) fn of(class: &Class) -> Statistics {
        let text = class.text(1 << 20);
        let share = |part: usize, whole: usize| part as f64 / whole as f64;
        let of_length = |len| text.chars().filter(|c| c.len_utf8() == len).count();
        let blocks = text.as_bytes().chunks_exact(64);
        Statistics {
            lengths: [1, 2, 3, 4].map(|len| share(of_length(len), text.chars().count())),
            ascii_blocks: share(
                blocks.clone().filter(|block| block.is_ascii()).count(),
                blocks.len(),
            ),
        }
    }
}
