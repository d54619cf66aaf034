//! Counting characters and lines.

use crate::engine::Engine;
use crate::kernel::count::{Count, LineFeeds, NotContinuations};
use crate::scalar::table::is_continuation;

/// The number of bytes that are not continuations (80..BF): of well-formed UTF-8, the number of
/// scalar values, which is what `str::chars().count()` gives.
///
/// Does not allocate, cannot panic, and does not check: see [`Summary`](crate::Summary) for the
/// counts of malformed input.
///
/// ```
/// assert_eq!(utf8kit::count("日本語".as_bytes()), 3);
/// ```
#[inline]
#[must_use]
pub fn count(bytes: &[u8]) -> usize {
    Engine::best().count(bytes)
}

/// The number of line feeds (0A).
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::count_line_feeds(b"one\r\ntwo\nthree"), 2);
/// ```
#[inline]
#[must_use]
pub fn count_line_feeds(bytes: &[u8]) -> usize {
    Engine::best().count_line_feeds(bytes)
}

impl Engine {
    /// [`count`](crate::count) by this engine.
    #[must_use]
    pub fn count(self, bytes: &[u8]) -> usize {
        if self.prefers_std() {
            let is_start = |byte: &&u8| !is_continuation(**byte);
            return bytes.utf8_chunks().fold(0, |count, chunk| {
                count
                    + chunk.valid().chars().count()
                    + chunk.invalid().iter().filter(is_start).count()
            });
        }
        self.run(Count::<NotContinuations>::of(bytes))
    }

    /// [`count_line_feeds`](crate::count_line_feeds) by this engine.
    #[must_use]
    pub fn count_line_feeds(self, bytes: &[u8]) -> usize {
        self.run(Count::<LineFeeds>::of(bytes))
    }
}
