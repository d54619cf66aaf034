//! UTF-16 in native code units (`u16`): from UTF-8, to UTF-8, and in the order of UTF-8.
//!
//! ```
//! use utf8kit::utf16;
//!
//! let units = utf16::from_utf8("日本語".as_bytes())?;
//! assert_eq!(units, [0x65E5, 0x672C, 0x8A9E]);
//! assert_eq!(utf16::to_utf8(&units)?, "日本語");
//! assert_eq!(utf16::to_utf8_lossy(&[0x68, 0xD83D, 0x69]), "h\u{FFFD}i");
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! Each conversion here is a generic function of [`convert`] for one pair of
//! encodings. That module also has the other encodings, UTF-16 as bytes in either order, and lossy
//! conversions into a slice. The conversions need the feature `convert`. [`cmp`] does not.
//!
//! UTF-16 (Unicode chapter 3.9, D91) is malformed where a surrogate is unpaired. An error's
//! [position](crate::Error::position) counts bytes where the source is UTF-8, and code units where
//! it is UTF-16. A byte order mark is a character like any other.

#[cfg(all(feature = "alloc", feature = "convert"))]
use alloc::{string::String, vec::Vec};
use core::cmp::Ordering;

#[cfg(feature = "convert")]
use crate::convert::{self, Progress, Utf8, Utf16};
#[cfg(feature = "convert")]
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
/// use utf8kit::utf16;
///
/// assert_eq!(utf16::from_utf8("né".as_bytes()), Ok(vec![0x6E, 0xE9]));
/// assert_eq!(utf16::from_utf8(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[cfg(all(feature = "alloc", feature = "convert"))]
pub fn from_utf8(bytes: &[u8]) -> Result<Vec<u16>, Error> {
    convert::strict_owned::<Utf8, Utf16>(bytes)
}

/// Converts UTF-8 to a new `Vec` of code units, with U+FFFD in the place of each maximal subpart
/// that is ill-formed.
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::utf16::from_utf8_lossy(b"a\xE2\x82z"), [0x61, 0xFFFD, 0x7A]);
/// ```
#[cfg(all(feature = "alloc", feature = "convert"))]
#[must_use]
pub fn from_utf8_lossy(bytes: &[u8]) -> Vec<u16> {
    convert::lossy_owned::<Utf8, Utf16>(bytes)
}

/// Converts text to a new `Vec` of code units, those of [`str::encode_utf16`].
///
/// Only the `Vec` is allocated.
///
/// ```
/// assert_eq!(utf8kit::utf16::from_str("a😀"), [0x61, 0xD83D, 0xDE00]);
/// ```
#[cfg(all(feature = "alloc", feature = "convert"))]
#[must_use]
pub fn from_str(text: &str) -> Vec<u16> {
    convert::encode_owned::<Utf16>(text)
}

/// Converts UTF-16 to a new `String`: in place of `String::from_utf16`.
///
/// Only the `String` is allocated.
///
/// # Errors
///
/// The first unpaired surrogate. Its position is in code units.
///
/// ```
/// use utf8kit::{Kind, utf16};
///
/// assert_eq!(utf16::to_utf8(&[0x61, 0xD83D, 0xDE00]).as_deref(), Ok("a😀"));
/// let error = utf16::to_utf8(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, Kind::UnpairedSurrogate));
/// ```
#[cfg(all(feature = "alloc", feature = "convert"))]
pub fn to_utf8(units: &[u16]) -> Result<String, Error> {
    convert::strict_owned::<Utf16, Utf8>(units)
}

/// Converts UTF-16 to a new `String`, with U+FFFD in the place of each unpaired surrogate: in
/// place of `String::from_utf16_lossy`.
///
/// Only the `String` is allocated.
///
/// ```
/// assert_eq!(utf8kit::utf16::to_utf8_lossy(&[0x68, 0xD83D, 0x69]), "h\u{FFFD}i");
/// ```
#[cfg(all(feature = "alloc", feature = "convert"))]
#[must_use]
pub fn to_utf8_lossy(units: &[u16]) -> String {
    convert::lossy_owned::<Utf16, Utf8>(units)
}

/// The number of code units that [`from_utf8`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The error that [`from_utf8`] returns.
///
/// ```
/// use utf8kit::utf16;
///
/// assert_eq!(utf16::len_from_utf8("naïve 😀".as_bytes()), Ok(8));
/// assert_eq!(utf16::len_from_utf8(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[cfg(feature = "convert")]
#[inline]
pub fn len_from_utf8(bytes: &[u8]) -> Result<usize, Error> {
    convert::strict_len::<Utf8, Utf16>(bytes)
}

/// The number of code units that [`from_utf8_lossy`] makes of `bytes`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::utf16::len_from_utf8_lossy(b"a\xE2\x82z"), 3);
/// ```
#[cfg(feature = "convert")]
#[inline]
#[must_use]
pub fn len_from_utf8_lossy(bytes: &[u8]) -> usize {
    convert::lossy_len::<Utf8, Utf16>(bytes)
}

/// The number of code units that [`from_str`] makes of `text`: `text.encode_utf16().count()`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::utf16::len_from_str("naïve 😀"), 8);
/// ```
#[cfg(feature = "convert")]
#[inline]
#[must_use]
pub fn len_from_str(text: &str) -> usize {
    convert::encode_len::<Utf16>(text)
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
/// use utf8kit::utf16;
///
/// assert_eq!(utf16::utf8_len(&[0x61, 0xD83D, 0xDE00]), Ok(5));
/// assert_eq!(utf16::utf8_len(&[0x61, 0xDE00]).unwrap_err().position(), 1);
/// ```
#[cfg(feature = "convert")]
#[inline]
pub fn utf8_len(units: &[u16]) -> Result<usize, Error> {
    convert::strict_len::<Utf16, Utf8>(units)
}

/// The number of bytes that [`to_utf8_lossy`] makes of `units`.
///
/// Does not allocate, cannot panic.
///
/// ```
/// assert_eq!(utf8kit::utf16::utf8_len_lossy(&[0x61, 0xDE00]), 4);
/// ```
#[cfg(feature = "convert")]
#[inline]
#[must_use]
pub fn utf8_len_lossy(units: &[u16]) -> usize {
    convert::lossy_len::<Utf16, Utf8>(units)
}

/// Converts UTF-8 into `dst`, as far as it fits and is well-formed.
///
/// The [`Progress`] has the bytes read, the code units written, and the reason for the stop. A
/// `dst` as long as `bytes` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::Stop;
/// use utf8kit::utf16;
///
/// let (bytes, mut units) = ("naïve 😀".as_bytes(), [0; 7]);
/// let progress = utf16::from_utf8_into(bytes, &mut units);
/// assert_eq!((progress.read, progress.written), (7, 6));
/// assert_eq!(progress.stop, Stop::OutputFull);
/// let progress = utf16::from_utf8_into(&bytes[progress.read..], &mut units);
/// assert_eq!(progress.stop, Stop::Done);
/// assert_eq!(units[..progress.written], [0xD83D, 0xDE00]);
/// ```
#[cfg(feature = "convert")]
#[inline]
pub fn from_utf8_into(bytes: &[u8], dst: &mut [u16]) -> Progress {
    convert::strict::<Utf8, Utf16>(bytes, dst)
}

/// Converts UTF-16 into `dst`, as far as it fits and is well-formed.
///
/// The [`Progress`] has the code units read, the bytes written, and the reason for the stop. A
/// `dst` three times as long as `units` always has room. Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::Stop;
/// use utf8kit::utf16;
///
/// let mut bytes = [0; 9];
/// let progress = utf16::to_utf8_into(&[0x6E, 0xE9, 0xD83D], &mut bytes);
/// assert_eq!((progress.read, &bytes[..progress.written]), (2, "né".as_bytes()));
/// let Stop::Malformed(error) = progress.stop else { panic!() };
/// assert_eq!(error.position(), 2);
/// ```
#[cfg(feature = "convert")]
#[inline]
pub fn to_utf8_into(units: &[u16], dst: &mut [u8]) -> Progress {
    convert::strict::<Utf16, Utf8>(units, dst)
}

/// Checks that each surrogate has its other half.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// The first unpaired surrogate. Its position is in code units.
///
/// ```
/// use utf8kit::utf16;
///
/// assert_eq!(utf16::validate(&[0x61, 0xD83D, 0xDE00]), Ok(()));
/// let error = utf16::validate(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "malformed UTF-16 at unit 1: unpaired surrogate: no high one (D800..DBFF) before DE00",
/// );
/// ```
#[cfg(feature = "convert")]
#[inline]
pub fn validate(units: &[u16]) -> Result<(), Error> {
    convert::validate::<Utf16>(units)
}

/// Replaces each unpaired surrogate by U+FFFD, in place, and returns how many there were.
///
/// The units become those of JavaScript's `String.prototype.toWellFormed`. Does not allocate,
/// cannot panic.
///
/// ```
/// let mut units = [0x68, 0xD83D, 0x69, 0xD83D, 0xDE00];
/// assert_eq!(utf8kit::utf16::to_well_formed(&mut units), 1);
/// assert_eq!(units, [0x68, 0xFFFD, 0x69, 0xD83D, 0xDE00]);
/// ```
#[cfg(feature = "convert")]
pub fn to_well_formed(units: &mut [u16]) -> usize {
    let mut replaced = 0;
    let mut at = 0;
    while let Err(error) = validate(&units[at..]) {
        at += error.position();
        units[at] = 0xFFFD;
        replaced += 1;
        at += 1;
    }
    replaced
}

/// Compares UTF-16 in code point order, which is the byte order of the same text in UTF-8 (RFC
/// 3629 section 1).
///
/// Comparing code units as numbers gives another order: surrogates, which stand for the characters
/// from U+10000 on, are lower than U+E000..U+FFFF. An unpaired surrogate counts as the code point
/// D800..DFFF. Does not allocate, cannot panic.
///
/// ```
/// use std::cmp::Ordering;
/// use utf8kit::utf16;
///
/// let private_use = [0xE000];
/// let emoji = [0xD83D, 0xDE00];
/// assert_eq!(utf16::cmp(&private_use, &emoji), Ordering::Less);
/// // By code units it would be the other way round.
/// assert!(private_use[0] > emoji[0]);
/// assert_eq!("\u{E000}".cmp("😀"), Ordering::Less);
///
/// let mut texts = [vec![0xD83D, 0xDE00], vec![0xE000]];
/// texts.sort_by(|a, b| utf16::cmp(a, b));
/// assert_eq!(texts, [vec![0xE000], vec![0xD83D, 0xDE00]]);
/// ```
#[must_use]
pub fn cmp(a: &[u16], b: &[u16]) -> Ordering {
    match first_difference(a, b) {
        Some(at) => rank(a, at).cmp(&rank(b, at)),
        None => a.len().cmp(&b.len()),
    }
}

/// The first index at which both have a unit and the two differ.
fn first_difference(a: &[u16], b: &[u16]) -> Option<usize> {
    // Whole runs compare as memory; the pairs of one run do not.
    const RUN: usize = 64;
    let (a_runs, b_runs) = (a.chunks_exact(RUN), b.chunks_exact(RUN));
    let equal = a_runs.zip(b_runs).take_while(|(a, b)| a == b).count() * RUN;
    let mut pairs = a[equal..].iter().zip(&b[equal..]);
    pairs.position(|(a, b)| a != b).map(|at| equal + at)
}

/// A number that orders the unit at `at` as the code point that it is part of.
///
/// Where two texts first differ in the second half of a pair, the first halves are equal, so half
/// a pair is enough to order by.
fn rank(units: &[u16], at: usize) -> u32 {
    let unit = units[at];
    let is_paired = match unit {
        0xD800..=0xDBFF => matches!(units.get(at + 1), Some(0xDC00..=0xDFFF)),
        0xDC00..=0xDFFF => at > 0 && matches!(units[at - 1], 0xD800..=0xDBFF),
        _ => false,
    };
    // Above all that stands for itself.
    u32::from(unit) + if is_paired { 0x10000 } else { 0 }
}
