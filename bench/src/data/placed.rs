//! Where in memory a text begins.

use std::ops::Deref;

/// Code units at a certain place: a text begins at a border of a line of the cache, so that no row
/// depends on what the allocator did before. Short strings lie where the allocator puts them.
pub(crate) struct Placed<S> {
    memory: Vec<S>,
    start: usize,
}

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Units of which fewer are a short string.
const LONG: usize = 1024;

impl<S: Copy + Default> Placed<S> {
    pub(crate) fn new(units: Vec<S>) -> Placed<S> {
        if units.len() < LONG {
            return Placed { memory: units, start: 0 };
        }
        let mut memory: Vec<S> = Vec::with_capacity(LINE + units.len());
        let start = memory.as_ptr().align_offset(LINE);
        memory.resize(start, S::default());
        memory.extend_from_slice(&units);
        Placed { memory, start }
    }
}

impl<S> Deref for Placed<S> {
    type Target = [S];

    fn deref(&self) -> &[S] {
        &self.memory[self.start..]
    }
}
