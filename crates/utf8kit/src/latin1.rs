//! Latin-1 (ISO 8859-1), one byte for each of U+0000..U+00FF: from UTF-8 and to UTF-8.
//!
//! ```
//! use utf8kit::latin1;
//!
//! assert_eq!(latin1::to_utf8(b"caf\xE9"), "café");
//! assert_eq!(latin1::from_str("café")?, b"caf\xE9");
//! assert_eq!(latin1::from_str_lossy("5 €"), b"5 ?");
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! Each conversion here is a generic function of [`convert`] for one pair of
//! encodings. That module also has the other encodings, and lossy conversions into a slice, with a
//! replacement of the caller's choice ([`lossy_latin1`](crate::convert::lossy_latin1)).
//!
//! All bytes are well-formed Latin-1, so what converts from it cannot fail. It has 256 characters,
//! so what converts to it can: another character is
//! [`Kind::Unrepresentable`](crate::Kind::Unrepresentable), or becomes `?`. An error's
//! [position](crate::Error::position) counts the bytes of the UTF-8.
//!
//! This is not windows-1252, which has `€` and curly quotes at 80..9F, and which the web also
//! calls `iso-8859-1`.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};

use crate::convert::{self, Latin1, Progress, Utf8};
use crate::error::Error;

/// Converts UTF-8 to a new `Vec` of Latin-1.
///
/// Only the `Vec` is allocated.
///
/// # Errors
///
/// The first maximal subpart that is ill-formed, or the first character above U+00FF. Its position
/// is in bytes of UTF-8.
///
/// ```
/// use utf8kit::{Kind, latin1};
///
/// assert_eq!(latin1::from_utf8("né".as_bytes()), Ok(b"n\xE9".to_vec()));
/// let error = latin1::from_utf8("é €".as_bytes()).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (3, Kind::Unrepresentable));
/// ```
#[cfg(feature = "alloc")]
pub fn from_utf8(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    convert::strict_owned::<Utf8, Latin1>(bytes)
}

/// Converts UTF-8 to a new `Vec` of Latin-1, with `?` in the place of each character above U+00FF,
/// and of each maximal subpart that is ill-formed.
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::latin1::from_utf8_lossy(b"\xC3\xA9 \xE2\x82\xAC \xFF"), b"\xE9 ? ?");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_utf8_lossy(bytes: &[u8]) -> Vec<u8> {
    convert::lossy_owned::<Utf8, Latin1>(bytes)
}

/// Converts text to a new `Vec` of Latin-1.
///
/// Only the `Vec` is allocated.
///
/// # Errors
///
/// The first character above U+00FF. Its position is in bytes of `text`.
///
/// ```
/// use utf8kit::latin1;
///
/// assert_eq!(latin1::from_str("né"), Ok(b"n\xE9".to_vec()));
/// assert_eq!(
///     latin1::from_str("é €").unwrap_err().to_string(),
///     "the target encoding has no form for U+20AC (at byte 3 of UTF-8)",
/// );
/// ```
#[cfg(feature = "alloc")]
pub fn from_str(text: &str) -> Result<Vec<u8>, Error> {
    convert::strict_owned::<Utf8, Latin1>(text.as_bytes())
}

/// Converts text to a new `Vec` of Latin-1, with `?` in the place of each character above U+00FF.
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::latin1::from_str_lossy("é €"), b"\xE9 ?");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_str_lossy(text: &str) -> Vec<u8> {
    convert::encode_owned::<Latin1>(text)
}

/// Converts Latin-1 to a new `String`. No byte is malformed.
///
/// Only the `String` is allocated.
///
/// ```
/// assert_eq!(utf8kit::latin1::to_utf8(b"caf\xE9"), "café");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn to_utf8(bytes: &[u8]) -> String {
    convert::lossy_owned::<Latin1, Utf8>(bytes)
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
/// use utf8kit::latin1;
///
/// assert_eq!(latin1::len_from_utf8("né".as_bytes()), Ok(2));
/// assert_eq!(latin1::len_from_utf8("é €".as_bytes()).unwrap_err().position(), 3);
/// ```
#[inline]
pub fn len_from_utf8(bytes: &[u8]) -> Result<usize, Error> {
    convert::strict_len::<Utf8, Latin1>(bytes)
}

/// The number of bytes that [`from_utf8_lossy`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::latin1::len_from_utf8_lossy("é €".as_bytes()), 3);
/// ```
#[inline]
#[must_use]
pub fn len_from_utf8_lossy(bytes: &[u8]) -> usize {
    convert::lossy_len::<Utf8, Latin1>(bytes)
}

/// The number of bytes that [`from_str_lossy`] makes of `text`, which is the number of characters.
///
/// That is also what [`from_str`] makes, where it does not fail. Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::latin1::len_from_str("é €"), 3);
/// ```
#[inline]
#[must_use]
pub fn len_from_str(text: &str) -> usize {
    convert::encode_len::<Latin1>(text)
}

/// The number of bytes that [`to_utf8`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::latin1::utf8_len(b"caf\xE9"), 5);
/// ```
#[inline]
#[must_use]
pub fn utf8_len(bytes: &[u8]) -> usize {
    convert::lossy_len::<Latin1, Utf8>(bytes)
}

/// Converts UTF-8 into `dst`, as far as it fits, is well-formed and is in Latin-1.
///
/// The [`Progress`] has the bytes read, the bytes written, and the reason for the stop. A `dst` as
/// long as `bytes` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::Stop;
/// use utf8kit::latin1;
///
/// let mut bytes = [0; 8];
/// let progress = latin1::from_utf8_into("é €".as_bytes(), &mut bytes);
/// assert_eq!((progress.read, &bytes[..progress.written]), (3, &b"\xE9 "[..]));
/// let Stop::Malformed(error) = progress.stop else { panic!() };
/// assert_eq!(error.position(), 3);
/// ```
#[inline]
pub fn from_utf8_into(bytes: &[u8], dst: &mut [u8]) -> Progress {
    convert::strict::<Utf8, Latin1>(bytes, dst)
}

/// Converts Latin-1 into `dst`, as far as it fits.
///
/// The [`Progress`] has the bytes read, the bytes written, and the reason for the stop, which is
/// `Done` or `OutputFull`. A `dst` twice as long as `bytes` always has room. Does not allocate,
/// cannot panic.
///
/// ```
/// use utf8kit::convert::Stop;
/// use utf8kit::latin1;
///
/// let mut bytes = [0; 4];
/// let progress = latin1::to_utf8_into(b"caf\xE9", &mut bytes);
/// assert_eq!((progress.read, progress.written), (3, 3));
/// assert_eq!(progress.stop, Stop::OutputFull);
/// ```
#[inline]
pub fn to_utf8_into(bytes: &[u8], dst: &mut [u8]) -> Progress {
    convert::strict::<Latin1, Utf8>(bytes, dst)
}

/// Whether every character of `text` is at most U+00FF, so that [`from_str`] loses nothing.
///
/// Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::latin1;
///
/// assert!(latin1::is_latin1("café"));
/// assert!(!latin1::is_latin1("5 €"));
/// ```
#[must_use]
pub fn is_latin1(text: &str) -> bool {
    let (blocks, rest) = text.as_bytes().as_chunks::<64>();
    blocks.iter().all(|block| are_up_to_c3(block)) && are_up_to_c3(rest)
}

/// Whether no byte is above C3. In well-formed text, those are the leads of characters above
/// U+00FF.
///
/// All bytes are looked at before the answer, so the compiler makes vectors of the loop. A
/// conversion's length would answer too, but takes two to eight times as long.
fn are_up_to_c3(bytes: &[u8]) -> bool {
    bytes.iter().fold(0, |most, &byte| most.max(byte)) <= 0xC3
}
