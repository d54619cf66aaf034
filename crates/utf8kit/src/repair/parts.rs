//! What is text and what is ill-formed, one after the other.

use core::iter::FusedIterator;

use super::Policy;
use crate::engine::Engine;
use crate::raw::WellFormed;

/// A part of an input.
///
/// ```
/// use utf8kit::repair::{Part, Parts, Policy};
///
/// let parts: Vec<_> = Parts::new(b"a\xFF", Policy::Maximal).collect();
/// assert_eq!(parts, [Part::Text("a"), Part::IllFormed(b"\xFF")]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Part<'a> {
    /// Well-formed text; never empty.
    Text(&'a str),
    /// Ill-formed bytes that become one replacement.
    IllFormed(&'a [u8]),
    /// More bytes that share the replacement of the part before: only in a stream, and only by
    /// [`Policy::PerRun`], whose runs have no longest length.
    More(&'a [u8]),
}

/// The parts of an input, with ill-formed bytes in the units of a [`Policy`].
///
/// All parts together are the input. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::repair::{Part, Parts, Policy};
///
/// // One decision for each: an é in Latin-1, and the overlong slash of RFC 3629 section 10.
/// let mut answer = String::new();
/// for part in Parts::new(b"caf\xE9..\xC0\xAF..", Policy::Perl) {
///     match part {
///         Part::Text(text) => answer.push_str(text),
///         Part::IllFormed(&[byte]) => answer.push(char::from(byte)),
///         _ => answer.push('\u{FFFD}'),
///     }
/// }
/// assert_eq!(answer, "café..\u{FFFD}..");
/// ```
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    rest: &'a [u8],
    policy: Policy,
    engine: Engine,
    /// The rest begins with an ill-formed byte.
    is_at_error: bool,
}

impl<'a> Parts<'a> {
    /// The parts of `bytes`, which are all there is.
    ///
    /// ```
    /// use utf8kit::repair::{Parts, Policy};
    /// assert_eq!(Parts::new(b"\x80\x80 \x80", Policy::PerRun).count(), 3);
    /// ```
    #[must_use]
    pub fn new(bytes: &'a [u8], policy: Policy) -> Parts<'a> {
        Parts { rest: bytes, policy, engine: Engine::best(), is_at_error: false }
    }

    /// These parts, found by `engine` and not by the best one.
    ///
    /// ```
    /// use utf8kit::repair::{Parts, Policy};
    /// use utf8kit::{Engine, Level};
    ///
    /// let engine = Engine::at(Level::Scalar);
    /// assert_eq!(Parts::new(b"a\x80", Policy::Maximal).with_engine(engine).count(), 2);
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        if !self.is_at_error {
            let (text, error) = WellFormed::prefix(self.engine, self.rest);
            let text = text.as_str();
            self.is_at_error = error.is_some();
            if !text.is_empty() {
                self.rest = &self.rest[text.len()..];
                return Some(Part::Text(text));
            }
        }
        self.is_at_error = false;
        let (unit, rest) = self.rest.split_at(self.policy.unit_len(self.rest));
        self.rest = rest;
        Some(Part::IllFormed(unit))
    }
}

impl FusedIterator for Parts<'_> {}
