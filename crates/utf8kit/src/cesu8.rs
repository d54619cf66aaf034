//! CESU-8 (Unicode Technical Report 26), which some databases store: from UTF-8 and to UTF-8.
//!
//! CESU-8 has UTF-16's code units in UTF-8's form. A character above U+FFFF is six bytes, those of
//! its two surrogates; all other characters are as in UTF-8.
//!
//! ```
//! use utf8kit::cesu8;
//!
//! let bytes = cesu8::from_utf8("a😀".as_bytes())?;
//! assert_eq!(bytes, b"a\xED\xA0\xBD\xED\xB8\x80");
//! assert_eq!(cesu8::to_utf8(&bytes)?, "a😀");
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! Each conversion here is a generic function of [`convert`] for one pair of
//! encodings. That module also has the other encodings, and lossy conversions into a slice.
//!
//! CESU-8 is malformed where UTF-8 is, apart from surrogates; where a surrogate is unpaired, which
//! is one error of three bytes; and where it has UTF-8's forms of four bytes. An error's
//! [position](crate::Error::position) counts bytes of the source.
//!
//! # Modified UTF-8 and WTF-8
//!
//! Two other encodings look like CESU-8. Both are types of `convert` and have no module of their
//! own:
//!
//! - [`ModifiedUtf8`](crate::convert::ModifiedUtf8), of Java's class files and of JNI, is CESU-8
//!   with C0 80 for U+0000.
//! - [`Wtf8`](crate::convert::Wtf8) is UTF-8, with forms of three bytes for unpaired surrogates
//!   only.
//!
//! ```
//! use utf8kit::convert::{self, ModifiedUtf8, Utf8, Utf16, Wtf8};
//!
//! let java = convert::encode_owned::<ModifiedUtf8>("\0😀");
//! assert_eq!(java, b"\xC0\x80\xED\xA0\xBD\xED\xB8\x80");
//! assert_eq!(convert::strict_owned::<ModifiedUtf8, Utf8>(&java)?, "\0😀");
//!
//! // UTF-16 with an unpaired surrogate, which UTF-8 cannot have.
//! let wtf8 = convert::strict_owned::<Utf16, Wtf8>(&[0x61, 0xD83D])?;
//! assert_eq!(wtf8, b"a\xED\xA0\xBD");
//! # Ok::<(), utf8kit::Error>(())
//! ```

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use crate::convert::{self, Cesu8, Progress, Utf8};
use crate::error::Error;

/// Converts UTF-8 to a new `Vec` of CESU-8.
///
/// Only the `Vec` is allocated.
///
/// # Errors
///
/// The first maximal subpart of `bytes` that is ill-formed (RFC 3629 section 4). Its position is
/// in bytes of UTF-8.
///
/// ```
/// use utf8kit::cesu8;
///
/// assert_eq!(cesu8::from_utf8("é😀".as_bytes())?, b"\xC3\xA9\xED\xA0\xBD\xED\xB8\x80");
/// assert_eq!(cesu8::from_utf8(b"na\xEFve").unwrap_err().position(), 2);
/// # Ok::<(), utf8kit::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf8(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    convert::strict_owned::<Utf8, Cesu8>(bytes)
}

/// Converts UTF-8 to a new `Vec` of CESU-8, with U+FFFD in the place of each maximal subpart that
/// is ill-formed.
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::cesu8::from_utf8_lossy(b"a\xE2\x82z"), "a\u{FFFD}z".as_bytes());
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf8_lossy(bytes: &[u8]) -> Vec<u8> {
    convert::lossy_owned::<Utf8, Cesu8>(bytes)
}

/// Converts text to a new `Vec` of CESU-8.
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::cesu8::from_str("a😀"), b"a\xED\xA0\xBD\xED\xB8\x80");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_str(text: &str) -> Vec<u8> {
    convert::encode_owned::<Cesu8>(text)
}

/// Converts CESU-8 to a new `String`.
///
/// Only the `String` is allocated.
///
/// # Errors
///
/// The first maximal subpart that is ill-formed, or the first unpaired surrogate. Its position is
/// in bytes of CESU-8.
///
/// ```
/// use utf8kit::{Kind, cesu8};
///
/// assert_eq!(cesu8::to_utf8(b"a\xED\xA0\xBD\xED\xB8\x80").as_deref(), Ok("a😀"));
/// let error = cesu8::to_utf8(b"a\xED\xB8\x80").unwrap_err();
/// assert_eq!((error.position(), error.error_len()), (1, Some(3)));
/// assert_eq!(error.kind(), Kind::UnpairedSurrogate);
/// // UTF-8's own form of an emoji.
/// assert!(cesu8::to_utf8("😀".as_bytes()).is_err());
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8(bytes: &[u8]) -> Result<String, Error> {
    convert::strict_owned::<Cesu8, Utf8>(bytes)
}

/// Converts CESU-8 to a new `String`, with U+FFFD in the place of each maximal subpart that is
/// ill-formed, and of each unpaired surrogate.
///
/// Only the `String` is allocated.
///
/// ```
/// assert_eq!(utf8kit::cesu8::to_utf8_lossy(b"a\xED\xB8\x80z"), "a\u{FFFD}z");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf8_lossy(bytes: &[u8]) -> String {
    convert::lossy_owned::<Cesu8, Utf8>(bytes)
}

/// The number of bytes that [`from_utf8`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The error that [`from_utf8`] returns.
///
/// ```
/// use utf8kit::cesu8;
///
/// assert_eq!(cesu8::len_from_utf8("a😀".as_bytes()), Ok(7));
/// assert_eq!(cesu8::len_from_utf8(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[inline]
pub fn len_from_utf8(bytes: &[u8]) -> Result<usize, Error> {
    convert::strict_len::<Utf8, Cesu8>(bytes)
}

/// The number of bytes that [`from_utf8_lossy`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::cesu8::len_from_utf8_lossy(b"a\xE2\x82z"), 5);
/// ```
#[inline]
#[must_use]
pub fn len_from_utf8_lossy(bytes: &[u8]) -> usize {
    convert::lossy_len::<Utf8, Cesu8>(bytes)
}

/// The number of bytes that [`from_str`] makes of `text`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::cesu8::len_from_str("a😀"), 7);
/// ```
#[inline]
#[must_use]
pub fn len_from_str(text: &str) -> usize {
    convert::encode_len::<Cesu8>(text)
}

/// The number of bytes that [`to_utf8`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The error that [`to_utf8`] returns.
///
/// ```
/// use utf8kit::cesu8;
///
/// assert_eq!(cesu8::utf8_len(b"a\xED\xA0\xBD\xED\xB8\x80"), Ok(5));
/// assert_eq!(cesu8::utf8_len(b"a\xED\xB8\x80").unwrap_err().position(), 1);
/// ```
#[inline]
pub fn utf8_len(bytes: &[u8]) -> Result<usize, Error> {
    convert::strict_len::<Cesu8, Utf8>(bytes)
}

/// The number of bytes that [`to_utf8_lossy`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::cesu8::utf8_len_lossy(b"a\xFFz"), 5);
/// ```
#[inline]
#[must_use]
pub fn utf8_len_lossy(bytes: &[u8]) -> usize {
    convert::lossy_len::<Cesu8, Utf8>(bytes)
}

/// Converts UTF-8 into `dst`, as far as it fits and is well-formed.
///
/// The [`Progress`] has the bytes read, the bytes written, and the reason for the stop. A `dst`
/// one and a half times as long as `bytes` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::cesu8;
/// use utf8kit::convert::Stop;
///
/// let mut bytes = [0; 6];
/// let progress = cesu8::from_utf8_into("a😀".as_bytes(), &mut bytes);
/// assert_eq!((progress.read, progress.written), (1, 1));
/// assert_eq!(progress.stop, Stop::OutputFull);
/// ```
#[inline]
pub fn from_utf8_into(bytes: &[u8], dst: &mut [u8]) -> Progress {
    convert::strict::<Utf8, Cesu8>(bytes, dst)
}

/// Converts CESU-8 into `dst`, as far as it fits and is well-formed.
///
/// The [`Progress`] has the bytes read, the bytes written, and the reason for the stop. A `dst` as
/// long as `bytes` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::cesu8;
/// use utf8kit::convert::Stop;
///
/// let mut bytes = [0; 8];
/// let progress = cesu8::to_utf8_into(b"a\xED\xA0\xBD\xED\xB8\x80", &mut bytes);
/// assert_eq!(progress.stop, Stop::Done);
/// assert_eq!(bytes[..progress.written], *"a😀".as_bytes());
/// ```
#[inline]
pub fn to_utf8_into(bytes: &[u8], dst: &mut [u8]) -> Progress {
    convert::strict::<Cesu8, Utf8>(bytes, dst)
}

/// Checks that `bytes` is CESU-8.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The first maximal subpart that is ill-formed, or the first unpaired surrogate.
///
/// ```
/// use utf8kit::{Kind, cesu8};
///
/// assert_eq!(cesu8::validate(b"a\xED\xA0\xBD\xED\xB8\x80"), Ok(()));
/// let error = cesu8::validate(b"a\xED\xB8\x80").unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, Kind::UnpairedSurrogate));
/// ```
#[inline]
pub fn validate(bytes: &[u8]) -> Result<(), Error> {
    convert::validate::<Cesu8>(bytes)
}
