//! Counting characters and lines.

use crate::kernel::count::{Count, LineFeeds, NotContinuations};
use crate::simd::dispatch;
use crate::simd::level::Features;

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
    dispatch::run(Features::active(), Count::<NotContinuations>::of(bytes))
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
    dispatch::run(Features::active(), Count::<LineFeeds>::of(bytes))
}
