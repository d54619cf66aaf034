//! An error in an input that was seen in pieces.

use core::fmt;

use super::{Error, Kind, Place};

/// An ill-formed sequence somewhere in an input that was seen in pieces: as [`Error`], with an
/// offset from the start of it all.
///
/// ```
/// use utf8kit::{Kind, Summary};
///
/// let whole = Summary::of(b"one \xE2").merge(Summary::of(b"\x82 two"));
/// let error = whole.first_error().unwrap();
/// assert_eq!((error.offset(), error.error_len(), error.kind()), (4, Some(2), Kind::Truncated));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ErrorAt {
    offset: u64,
    len: u8,
    kind: Kind,
    place: Place,
}

impl ErrorAt {
    /// An error in UTF-8.
    pub(crate) const fn new(offset: u64, len: u8, kind: Kind) -> ErrorAt {
        ErrorAt { offset, len, kind, place: Place::Utf8 }
    }

    /// `error`, of a slice that starts at `offset`.
    pub(crate) const fn of(offset: u64, error: Error) -> ErrorAt {
        ErrorAt {
            offset: offset + error.position as u64,
            len: error.seen.len(),
            kind: error.kind(),
            place: error.seen.place(),
        }
    }

    /// This error in an input that has `before` bytes more before it.
    pub(crate) const fn shifted(mut self, before: u64) -> ErrorAt {
        self.offset = self.offset.saturating_add(before);
        self
    }

    /// This error where something follows that does not complete the sequence.
    pub(crate) const fn cut_short(mut self) -> ErrorAt {
        if matches!(self.kind, Kind::Incomplete) {
            self.kind = Kind::Truncated;
        }
        self
    }

    /// Offset of the ill-formed sequence from the start of it all, in elements of the pieces:
    /// bytes, or code units where those are what is given.
    ///
    /// ```
    /// use utf8kit::convert::{Utf8, Utf16};
    /// use utf8kit::stream::{DecodeError, Stop, Transcoder};
    ///
    /// assert_eq!(utf8kit::Summary::of(b"ok\xFF").first_error().unwrap().offset(), 2);
    ///
    /// let mut transcoder = Transcoder::<Utf16, Utf8>::strict();
    /// let stop = transcoder.push(&[0x6F, 0x6B, 0xDC00], &mut [0; 8]).stop;
    /// let Stop::Malformed(DecodeError::Malformed(error)) = stop else { panic!() };
    /// assert_eq!(error.offset(), 2);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The length of the ill-formed sequence, or `None` at the end of the input: see
    /// [`Error::error_len`].
    ///
    /// ```
    /// assert_eq!(utf8kit::Summary::of(b"ok\xC3").first_error().unwrap().error_len(), None);
    /// ```
    #[must_use]
    pub const fn error_len(&self) -> Option<usize> {
        match self.kind {
            Kind::Incomplete => None,
            _ => Some(self.len as usize),
        }
    }

    /// What is wrong.
    ///
    /// ```
    /// use utf8kit::{Kind, Summary};
    /// assert_eq!(Summary::of(b"ok\xC3").first_error().unwrap().kind(), Kind::Incomplete);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for ErrorAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (encoding, element) = self.place.names();
        match self.kind {
            Kind::Unrepresentable => {
                write!(
                    f,
                    "{} in the target (at {element} {} of {encoding})",
                    self.kind, self.offset
                )
            }
            _ => write!(f, "malformed {encoding} at {element} {}: {}", self.offset, self.kind),
        }
    }
}

impl core::error::Error for ErrorAt {}

/// An error of the kind [`InvalidData`](std::io::ErrorKind::InvalidData), which holds this one.
///
/// ```
/// use std::io;
/// use utf8kit::Summary;
///
/// fn characters(pieces: &[&[u8]]) -> io::Result<u64> {
///     let pieces = pieces.iter().map(|piece| Summary::of(piece));
///     let whole = pieces.fold(Summary::default(), Summary::merge);
///     match whole.first_error() {
///         Some(error) => Err(error.into()),
///         None => Ok(whole.scalars()),
///     }
/// }
///
/// assert_eq!(characters(&[b"caf\xC3", b"\xA9"]).unwrap(), 4);
/// let error = characters(&[b"caf\xC3", b"!"]).unwrap_err();
/// assert_eq!(error.kind(), io::ErrorKind::InvalidData);
/// assert_eq!(error.downcast::<utf8kit::ErrorAt>().unwrap().offset(), 3);
/// ```
#[cfg(feature = "std")]
impl From<ErrorAt> for std::io::Error {
    fn from(error: ErrorAt) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
