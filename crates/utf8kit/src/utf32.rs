//! UTF-32 in native code units (`u32`): from UTF-8 and to UTF-8.
//!
//! ```
//! use utf8kit::utf32;
//!
//! let units = utf32::from_utf8("a😀".as_bytes())?;
//! assert_eq!(units, [0x61, 0x1F600]);
//! assert_eq!(utf32::to_utf8(&units)?, "a😀");
//! assert_eq!(utf32::to_utf8_lossy(&[0x68, 0x11_0000, 0x69]), "h\u{FFFD}i");
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! Each conversion here is a generic function of [`convert`] for one pair of
//! encodings. That module also has the other encodings, UTF-32 as bytes in either order, and lossy
//! conversions into a slice.
//!
//! UTF-32 (Unicode chapter 3.9, D90) is malformed where a code unit is not a scalar value:
//! D800..DFFF, and everything above 10FFFF. An error's [position](crate::Error::position) counts
//! bytes where the source is UTF-8, and code units where it is UTF-32. A byte order mark is a
//! character like any other.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use crate::convert::{self, Progress, Utf8, Utf32};
use crate::error::Error;

/// Converts UTF-8 to a new `Vec` of code units.
///
/// Only the `Vec` is allocated.
///
/// # Errors
///
/// The first maximal subpart of `bytes` that is ill-formed (RFC 3629 section 4). Its position is
/// in bytes.
///
/// ```
/// use utf8kit::utf32;
///
/// assert_eq!(utf32::from_utf8("né".as_bytes()), Ok(vec![0x6E, 0xE9]));
/// assert_eq!(utf32::from_utf8(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf8(bytes: &[u8]) -> Result<Vec<u32>, Error> {
    convert::strict_owned::<Utf8, Utf32>(bytes)
}

/// Converts UTF-8 to a new `Vec` of code units, with U+FFFD in the place of each maximal subpart
/// that is ill-formed.
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::utf32::from_utf8_lossy(b"a\xE2\x82z"), [0x61, 0xFFFD, 0x7A]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf8_lossy(bytes: &[u8]) -> Vec<u32> {
    convert::lossy_owned::<Utf8, Utf32>(bytes)
}

/// Converts text to a new `Vec` of code units, the numbers of [`str::chars`].
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::utf32::from_str("a😀"), [0x61, 0x1F600]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_str(text: &str) -> Vec<u32> {
    convert::encode_owned::<Utf32>(text)
}

/// Converts UTF-32 to a new `String`.
///
/// Only the `String` is allocated.
///
/// # Errors
///
/// The first code unit that is not a scalar value. Its position is in code units.
///
/// ```
/// use utf8kit::{Kind, utf32};
///
/// assert_eq!(utf32::to_utf8(&[0x61, 0x1F600]).as_deref(), Ok("a😀"));
/// let error = utf32::to_utf8(&[0x61, 0xD800]).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, Kind::Surrogate));
/// ```
#[cfg(feature = "alloc")]
pub fn to_utf8(units: &[u32]) -> Result<String, Error> {
    convert::strict_owned::<Utf32, Utf8>(units)
}

/// Converts UTF-32 to a new `String`, with U+FFFD in the place of each code unit that is not a
/// scalar value.
///
/// Only the `String` is allocated.
///
/// ```
/// assert_eq!(utf8kit::utf32::to_utf8_lossy(&[0x68, 0xD800, 0x69]), "h\u{FFFD}i");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf8_lossy(units: &[u32]) -> String {
    convert::lossy_owned::<Utf32, Utf8>(units)
}

/// The number of code units that [`from_utf8`] makes of `bytes`, which is the number of
/// characters.
///
/// [`count`](crate::count) has that number too, and does not check the text. Does not allocate,
/// cannot panic.
///
/// # Errors
///
/// The error that [`from_utf8`] returns.
///
/// ```
/// use utf8kit::utf32;
///
/// assert_eq!(utf32::len_from_utf8("naïve 😀".as_bytes()), Ok(7));
/// assert_eq!(utf32::len_from_utf8(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[inline]
pub fn len_from_utf8(bytes: &[u8]) -> Result<usize, Error> {
    convert::strict_len::<Utf8, Utf32>(bytes)
}

/// The number of code units that [`from_utf8_lossy`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::utf32::len_from_utf8_lossy(b"a\xE2\x82z"), 3);
/// ```
#[inline]
#[must_use]
pub fn len_from_utf8_lossy(bytes: &[u8]) -> usize {
    convert::lossy_len::<Utf8, Utf32>(bytes)
}

/// The number of code units that [`from_str`] makes of `text`: `text.chars().count()`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::utf32::len_from_str("naïve 😀"), 7);
/// ```
#[inline]
#[must_use]
pub fn len_from_str(text: &str) -> usize {
    convert::encode_len::<Utf32>(text)
}

/// The number of bytes that [`to_utf8`] makes of `units`.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The error that [`to_utf8`] returns.
///
/// ```
/// use utf8kit::utf32;
///
/// assert_eq!(utf32::utf8_len(&[0x61, 0x1F600]), Ok(5));
/// assert_eq!(utf32::utf8_len(&[0x61, 0xD800]).unwrap_err().position(), 1);
/// ```
#[inline]
pub fn utf8_len(units: &[u32]) -> Result<usize, Error> {
    convert::strict_len::<Utf32, Utf8>(units)
}

/// The number of bytes that [`to_utf8_lossy`] makes of `units`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::utf32::utf8_len_lossy(&[0x61, 0xD800]), 4);
/// ```
#[inline]
#[must_use]
pub fn utf8_len_lossy(units: &[u32]) -> usize {
    convert::lossy_len::<Utf32, Utf8>(units)
}

/// Converts UTF-8 into `dst`, as far as it fits and is well-formed.
///
/// The [`Progress`] has the bytes read, the code units written, and the reason for the stop. A
/// `dst` as long as `bytes` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::Stop;
/// use utf8kit::utf32;
///
/// let (bytes, mut units) = ("naïve 😀".as_bytes(), [0; 6]);
/// let progress = utf32::from_utf8_into(bytes, &mut units);
/// assert_eq!((progress.read, progress.written), (7, 6));
/// assert_eq!(progress.stop, Stop::OutputFull);
/// let progress = utf32::from_utf8_into(&bytes[progress.read..], &mut units);
/// assert_eq!(progress.stop, Stop::Done);
/// assert_eq!(units[..progress.written], [0x1F600]);
/// ```
#[inline]
pub fn from_utf8_into(bytes: &[u8], dst: &mut [u32]) -> Progress {
    convert::strict::<Utf8, Utf32>(bytes, dst)
}

/// Converts UTF-32 into `dst`, as far as it fits and is well-formed.
///
/// The [`Progress`] has the code units read, the bytes written, and the reason for the stop. A
/// `dst` four times as long as `units` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::Stop;
/// use utf8kit::utf32;
///
/// let mut bytes = [0; 12];
/// let progress = utf32::to_utf8_into(&[0x6E, 0xE9, 0x11_0000], &mut bytes);
/// assert_eq!((progress.read, &bytes[..progress.written]), (2, "né".as_bytes()));
/// let Stop::Malformed(error) = progress.stop else { panic!() };
/// assert_eq!(error.position(), 2);
/// ```
#[inline]
pub fn to_utf8_into(units: &[u32], dst: &mut [u8]) -> Progress {
    convert::strict::<Utf32, Utf8>(units, dst)
}

/// Checks that each code unit is a scalar value.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The first code unit that is not a scalar value. Its position is in code units.
///
/// ```
/// use utf8kit::{Kind, utf32};
///
/// assert_eq!(utf32::validate(&[0x61, 0x1F600]), Ok(()));
/// let error = utf32::validate(&[0x61, 0x11_0000]).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, Kind::OutOfRange));
/// ```
#[inline]
pub fn validate(units: &[u32]) -> Result<(), Error> {
    convert::validate::<Utf32>(units)
}
