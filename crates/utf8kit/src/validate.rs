//! Is it UTF-8, and if not, what is the first error?

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
#[cfg(feature = "alloc")]
use core::fmt;

use crate::error::Error;
use crate::kernel::validate::{FirstError, Narrow, Validate};
use crate::raw::WellFormed;
use crate::scalar::decode::{self, error_at, sequence_over};
use crate::simd::dispatch;
use crate::simd::level::Features;
use crate::simd::overlapping::Overlapping;

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
    first_error(bytes).is_none()
}

/// `bytes` as text, if it is well-formed UTF-8: in place of [`core::str::from_utf8`].
///
/// Stops at the first block that is not. Does not allocate, cannot panic.
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
    WellFormed::whole(bytes).map(WellFormed::as_str)
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
    crate::raw::into_string(Features::active(), bytes)
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

/// The first error of `bytes`: what a call with few bytes pays for is as little as can be.
#[inline(always)]
pub(crate) fn first_error(bytes: &[u8]) -> Option<Error> {
    if is_few_ascii(bytes) || is_short_ascii(bytes) { None } else { first_error_outlined(bytes) }
}

/// Inlining the long path would cost the short calls more than it saves the long ones.
#[inline(never)]
fn first_error_outlined(bytes: &[u8]) -> Option<Error> {
    if is_middling_ascii(bytes) {
        return None;
    }
    match Features::known() {
        Some(features) => find_error(features, bytes),
        None => first_error_ever(bytes),
    }
}

/// The same where the level is still to be found out: apart, so that later calls save no registers.
#[cold]
#[inline(never)]
fn first_error_ever(bytes: &[u8]) -> Option<Error> {
    find_error(Features::active(), bytes)
}

/// The same of the kernels at the best level among `features`.
#[inline(always)]
pub(crate) fn find_error(features: Features, bytes: &[u8]) -> Option<Error> {
    match FirstError::of(bytes) {
        Some(short) => dispatch::run(features, short),
        None => find_late_error(bytes, features),
    }
}

/// The same for more bytes than are short.
#[inline(never)]
fn find_late_error(bytes: &[u8], features: Features) -> Option<Error> {
    match dispatch::run(features, Validate(bytes)) {
        Ok(()) => None,
        Err(near) => locate(features, bytes, near),
    }
}

/// The kernel says that something is wrong and where to look; this says what and where exactly.
#[cold]
#[inline(never)]
fn locate(features: Features, bytes: &[u8], near: usize) -> Option<Error> {
    let at = sequence_over(bytes, near);
    if at < bytes.len()
        && let Some(error) = error_at(bytes, at)
    {
        return Some(error);
    }
    locate_later(features, bytes, at)
}

/// The same where there is no error at the index, but only near it; for short inputs there always is.
#[inline(never)]
fn locate_later(features: Features, bytes: &[u8], near: usize) -> Option<Error> {
    let near = dispatch::run(features, Narrow { bytes, near });
    // Were the index wrong, what the kernel rejected would still not become text: the whole is
    // decoded then.
    decode::first_error(bytes, sequence_over(bytes, near)).or_else(|| decode::first_error(bytes, 0))
}

/// Whether `bytes` is ASCII and so few that a handful of instructions can tell. `false` says only
/// that this must be found out in another way.
#[inline(always)]
pub(crate) fn is_few_ascii(bytes: &[u8]) -> bool {
    if let Some(bytes) = Overlapping::<4>::four(bytes) {
        return bytes.are_ascii();
    }
    match *bytes {
        [] => true,
        [only] => only.is_ascii(),
        [first, .., last] => bytes.len() < 4 && (first | bytes[1] | last).is_ascii(),
    }
}

/// As [`is_few_ascii`], for 16 to 64 bytes.
#[inline(always)]
pub(crate) fn is_short_ascii(bytes: &[u8]) -> bool {
    Overlapping::<16>::four(bytes).is_some_and(Overlapping::are_ascii)
}

/// As [`is_few_ascii`], for 65 to 512 bytes: too much to inline, but less than to find out what the CPU
/// has and to set up its registers.
#[inline(always)]
fn is_middling_ascii(bytes: &[u8]) -> bool {
    let (chunks, _) = bytes.as_chunks::<64>();
    match bytes.last_chunk::<64>() {
        Some(last) if bytes.len() <= 512 => {
            chunks.iter().all(|chunk| all_bits(chunk) & HIGH_BITS == 0)
                && all_bits(last) & HIGH_BITS == 0
        }
        _ => false,
    }
}

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

#[inline(always)]
fn all_bits<const N: usize>(bytes: &[u8; N]) -> u64 {
    let (words, _) = bytes.as_chunks();
    words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word))
}
