//! Memory to read into.

use std::ops::{Deref, DerefMut};

/// Of a page: what is copied from the page cache begins where pages do, and copies of whole lines
/// of the CPU's cache are the fastest.
const ALIGNMENT: usize = 4096;

/// Bytes that start at a multiple of `ALIGNMENT`.
pub(crate) struct Buffer {
    bytes: Box<[u8]>,
    start: usize,
    len: usize,
}

impl Buffer {
    pub(crate) fn new(len: usize) -> Buffer {
        let bytes = vec![0; len + ALIGNMENT].into_boxed_slice();
        // Elsewhere than in constant evaluation, there is always such an offset.
        let start = bytes.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Buffer { bytes, start, len }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.len]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.len]
    }
}
