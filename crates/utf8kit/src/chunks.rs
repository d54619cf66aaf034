//! Every well-formed run and every error of an input.

use core::fmt;
use core::iter::FusedIterator;

use crate::engine::Engine;
use crate::error::Error;
use crate::raw::WellFormed;

/// The well-formed runs of an input, each with the error that ends it.
///
/// Yields the same chunks as [`core::str::Utf8Chunks`], and says what each error is. A run
/// may be empty; the last chunk has no error where the input ends well. An empty
/// input has no chunks. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::{Kind, Utf8Chunks};
///
/// let mut chunks = Utf8Chunks::new(b"one \xF0\x9F two \x80");
/// let first = chunks.next().unwrap();
/// assert_eq!((first.valid(), first.invalid()), ("one ", &b"\xF0\x9F"[..]));
/// assert_eq!(first.error().unwrap().kind(), Kind::Truncated);
/// let second = chunks.next().unwrap();
/// assert_eq!(second.valid(), " two ");
/// // Positions are in the whole input.
/// assert_eq!(second.error().unwrap().position(), 11);
/// assert!(chunks.next().is_none());
/// ```
#[derive(Clone)]
pub struct Utf8Chunks<'a> {
    rest: &'a [u8],
    /// How much of the input is behind.
    offset: usize,
    engine: Option<Engine>,
}

impl<'a> Utf8Chunks<'a> {
    /// The chunks of `bytes`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Utf8Chunks::new(b"").count(), 0);
    /// ```
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Utf8Chunks { rest: bytes, offset: 0, engine: None }
    }

    /// Chunks that `engine` finds, and not the best one.
    ///
    /// ```
    /// use utf8kit::{Engine, Level, Utf8Chunks};
    ///
    /// let mut chunks = Utf8Chunks::new(b"ab").with_engine(Engine::at(Level::Scalar));
    /// assert_eq!(chunks.next().unwrap().valid(), "ab");
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
        self
    }
}

impl<'a> Iterator for Utf8Chunks<'a> {
    type Item = Utf8Chunk<'a>;

    fn next(&mut self) -> Option<Utf8Chunk<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let engine = self.engine.unwrap_or_else(Engine::best);
        let (valid, error) = WellFormed::prefix(engine, self.rest);
        let valid = valid.as_str();
        let invalid_len = error.map_or(0, |error| error.subpart_len());
        let (chunk, rest) = self.rest.split_at(valid.len() + invalid_len);
        let error = error.map(|error| error.shifted(self.offset));
        self.rest = rest;
        self.offset += chunk.len();
        Some(Utf8Chunk { valid, invalid: &chunk[valid.len()..], error })
    }
}

impl FusedIterator for Utf8Chunks<'_> {}

impl fmt::Debug for Utf8Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Utf8Chunks").field("offset", &self.offset).finish_non_exhaustive()
    }
}

/// A well-formed run and the error that ends it. An item of [`Utf8Chunks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utf8Chunk<'a> {
    valid: &'a str,
    invalid: &'a [u8],
    error: Option<Error>,
}

impl<'a> Utf8Chunk<'a> {
    /// The well-formed run; may be empty.
    ///
    /// ```
    /// let chunk = utf8kit::Utf8Chunks::new(b"ok\xFF").next().unwrap();
    /// assert_eq!(chunk.valid(), "ok");
    /// ```
    #[must_use]
    pub const fn valid(&self) -> &'a str {
        self.valid
    }

    /// The maximal subpart behind the run: one to three bytes, or none at the end of the input.
    ///
    /// ```
    /// let chunk = utf8kit::Utf8Chunks::new(b"ok\xFF").next().unwrap();
    /// assert_eq!(chunk.invalid(), b"\xFF");
    /// ```
    #[must_use]
    pub const fn invalid(&self) -> &'a [u8] {
        self.invalid
    }

    /// What is wrong with [`invalid`](Self::invalid), at its position in the whole input.
    ///
    /// ```
    /// let chunk = utf8kit::Utf8Chunks::new(b"ok\xFF").next().unwrap();
    /// assert_eq!(chunk.error().unwrap().position(), 2);
    /// ```
    #[must_use]
    pub const fn error(&self) -> Option<Error> {
        self.error
    }
}
