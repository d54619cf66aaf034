//! What can be wrong with a stream.

use core::fmt;

use crate::bom::BomError;
use crate::error::ErrorAt;

/// What is wrong with a stream of text.
///
/// ```
/// use utf8kit::stream::{DecodeError, Utf8Decoder};
///
/// let mut decoder = Utf8Decoder::new();
/// decoder.push(b"one ").for_each(drop);
/// let error = decoder.push(b"t\xFFo").find_map(Result::err).unwrap();
/// let DecodeError::Malformed(at) = error else { panic!() };
/// assert_eq!(at.offset(), 5);
/// assert_eq!(error.to_string(), "malformed UTF-8 at byte 5: invalid-byte");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DecodeError {
    /// A sequence is ill-formed, or the target has no form for it.
    Malformed(ErrorAt),
    /// The text breaks the [`BomPolicy`](crate::BomPolicy) of its decoder.
    Bom(BomError),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Malformed(error) => error.fmt(f),
            DecodeError::Bom(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DecodeError {}

/// The kind is [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl From<DecodeError> for std::io::Error {
    fn from(error: DecodeError) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
