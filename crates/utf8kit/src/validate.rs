//! Is it UTF-8, and if not, what is the first error?

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
#[cfg(feature = "alloc")]
use core::fmt;

use crate::engine::Engine;
use crate::error::Error;
use crate::kernel::validate::{Locate, Validate, ValidateShort};
use crate::raw::WellFormed;
use crate::scalar::decode::{self, error_at, sequence_over};
use crate::scalar::short::is_short_ascii;

/// Whether `bytes` is well-formed UTF-8 (RFC 3629 section 4). The empty slice is.
///
/// Stops at the first block that is not. Does not allocate, cannot panic.
///
/// ```
/// assert!(utf8kit::is_utf8("naïve".as_bytes()));
/// assert!(!utf8kit::is_utf8(b"na\xEFve"));
/// ```
#[inline]
#[must_use]
pub fn is_utf8(bytes: &[u8]) -> bool {
    Engine::best().is_utf8(bytes)
}

/// `bytes` as text, if it is well-formed UTF-8: in place of [`core::str::from_utf8`].
///
/// Stops at the first block that is not. Does not allocate, cannot panic. It cannot be `const`, as
/// std's is, because it chooses its kernel when the program runs.
///
/// # Errors
///
/// The first ill-formed sequence: its index, its length (both as std has them), and what is wrong
/// with it.
///
/// ```
/// assert_eq!(utf8kit::from_utf8(b"A\xE2\x89\xA2\xCE\x91."), Ok("A≢Α."));
///
/// // RFC 3629 section 10: an overlong form of `/`.
/// let error = utf8kit::from_utf8(b"/\xC0\xAE./").unwrap_err();
/// assert_eq!(error.kind(), utf8kit::Kind::Overlong);
/// assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
/// ```
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Error> {
    Engine::best().from_utf8(bytes)
}

/// `bytes` as a `String`, without a copy: in place of `String::from_utf8`.
///
/// # Errors
///
/// The first ill-formed sequence, with the bytes as they were.
///
/// ```
/// let text = utf8kit::string_from_utf8(vec![0xC3, 0xA9]).unwrap();
/// assert_eq!(text, "é");
///
/// let error = utf8kit::string_from_utf8(vec![b'a', 0xFF]).unwrap_err();
/// assert_eq!(error.utf8_error().valid_up_to(), 1);
/// assert_eq!(error.into_bytes(), [b'a', 0xFF]);
/// ```
#[cfg(feature = "alloc")]
pub fn string_from_utf8(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    crate::raw::into_string(Engine::best(), bytes)
        .map_err(|(bytes, error)| FromUtf8Error { bytes, error })
}

/// Why bytes did not become a `String`, and the bytes. Made by [`string_from_utf8`].
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FromUtf8Error {
    bytes: Vec<u8>,
    error: Error,
}

#[cfg(feature = "alloc")]
impl FromUtf8Error {
    /// All the bytes that were given.
    ///
    /// ```
    /// let error = utf8kit::string_from_utf8(vec![0xFF]).unwrap_err();
    /// assert_eq!(error.as_bytes(), [0xFF]);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes that were given, back.
    ///
    /// ```
    /// let error = utf8kit::string_from_utf8(vec![0xFF]).unwrap_err();
    /// assert_eq!(error.into_bytes(), [0xFF]);
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// What is wrong with them.
    ///
    /// ```
    /// let error = utf8kit::string_from_utf8(vec![0xFF]).unwrap_err();
    /// assert_eq!(error.utf8_error().kind(), utf8kit::Kind::InvalidByte);
    /// ```
    #[must_use]
    pub fn utf8_error(&self) -> Error {
        self.error
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for FromUtf8Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for FromUtf8Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// An error of the kind [`InvalidData`](std::io::ErrorKind::InvalidData), which holds the
/// [`utf8_error`](FromUtf8Error::utf8_error). The bytes are dropped: they would show wherever the
/// error is printed for debugging.
///
/// ```
/// use std::io::{self, Read};
///
/// fn read_text(mut reader: impl Read) -> io::Result<String> {
///     let mut bytes = Vec::new();
///     reader.read_to_end(&mut bytes)?;
///     Ok(utf8kit::string_from_utf8(bytes)?)
/// }
///
/// let error = read_text(&b"caf\xE9"[..]).unwrap_err();
/// assert_eq!(error.kind(), io::ErrorKind::InvalidData);
/// assert_eq!(error.downcast::<utf8kit::Error>().unwrap().position(), 3);
/// ```
#[cfg(feature = "std")]
impl From<FromUtf8Error> for std::io::Error {
    fn from(error: FromUtf8Error) -> Self {
        error.error.into()
    }
}

impl Engine {
    /// [`is_utf8`](crate::is_utf8) by this engine.
    #[inline]
    #[must_use]
    pub fn is_utf8(self, bytes: &[u8]) -> bool {
        self.first_error(bytes).is_none()
    }

    /// [`from_utf8`](crate::from_utf8) by this engine.
    ///
    /// # Errors
    ///
    /// The first ill-formed sequence.
    #[inline]
    pub fn from_utf8(self, bytes: &[u8]) -> Result<&str, Error> {
        match WellFormed::prefix(self, bytes) {
            (text, None) => Ok(text.as_str()),
            (_, Some(error)) => Err(error),
        }
    }

    /// The first error of `bytes`.
    #[inline(always)]
    pub(crate) fn first_error(self, bytes: &[u8]) -> Option<Error> {
        if self.prefers_std() {
            let error = core::str::from_utf8(bytes).err()?;
            return locate(self, bytes, error.valid_up_to());
        }
        if is_short_ascii(bytes) { None } else { find_error(self, bytes) }
    }
}

/// Not inlined: the long path would cost short calls more than it saves long ones.
#[inline(never)]
fn find_error(engine: Engine, bytes: &[u8]) -> Option<Error> {
    if is_line_of_ascii(bytes) {
        return None;
    }
    let found = if bytes.len() <= ValidateShort::MAX_BYTES {
        engine.run(ValidateShort(bytes))
    } else {
        engine.run(Validate(bytes))
    };
    match found {
        Ok(()) => None,
        Err(near) => locate(engine, bytes, near),
    }
}

/// Whether `bytes` is ASCII, and 65 to 512 bytes: a line of a log, which is sooner looked through
/// than the registers of a kernel are set up.
#[inline(always)]
fn is_line_of_ascii(bytes: &[u8]) -> bool {
    let (chunks, _) = bytes.as_chunks::<64>();
    match bytes.last_chunk::<64>() {
        Some(last) if bytes.len() <= 512 => {
            chunks.iter().all(|chunk| chunk.is_ascii()) && last.is_ascii()
        }
        _ => false,
    }
}

/// The kernel says that something is wrong and where to look. This says what is wrong, and exactly
/// where.
#[cold]
#[inline(never)]
fn locate(engine: Engine, bytes: &[u8], near: usize) -> Option<Error> {
    let at = sequence_over(bytes, near);
    if at < bytes.len()
        && let Some(error) = error_at(bytes, at)
    {
        return Some(error);
    }
    let near = engine.run(Locate { bytes, near: at });
    // Were the index wrong, what the kernel rejected would still not become text: the whole is
    // decoded then.
    decode::first_error(bytes, sequence_over(bytes, near)).or_else(|| decode::first_error(bytes, 0))
}
