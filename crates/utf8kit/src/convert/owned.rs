//! Conversions into what owns memory: in one pass, into memory that nobody filled before.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Form, To, Utf8};
use super::run::End;
use crate::error::Error;
use crate::raw::{self, bytes_of};
use crate::scalar::form::Replacement;
use crate::simd::level::Features;

/// `src` as a new `Vec` of code units, or as a new `String`.
///
/// Allocates as it grows, and converts in one pass.
///
/// # Errors
///
/// The first error in `src`, or the first character that the target does not have.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16Le};
///
/// let text: String = convert::strict_owned::<Utf16Le, Utf8>(b"h\0\xE9\0")?;
/// assert_eq!(text, "hé");
///
/// let error = convert::strict_owned::<Utf16Le, Utf8>(b"h\0\x3D\xD8").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "malformed UTF-16 at byte 2: the input ends after D83D, half of a surrogate pair",
/// );
/// # Ok::<(), utf8kit::Error>(())
/// ```
pub fn strict_owned<S: To<T>, T: Form>(src: &[S::Unit]) -> Result<T::Owned, Error> {
    strict_owned_with::<S, T>(Features::active(), src)
}

pub(crate) fn strict_owned_with<S: To<T>, T: Form>(
    features: Features,
    src: &[S::Unit],
) -> Result<T::Owned, Error> {
    owned::<S, T>(features, bytes_of(src), false)
        .map_err(|error| error.in_units(size_of::<S::Unit>()))
}

/// `src` as a new `Vec` of code units, or as a new `String`, with U+FFFD in the place of each error (in
/// Latin-1, `?`).
///
/// Allocates as it grows, and converts in one pass.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16};
/// assert_eq!(convert::lossy_owned::<Utf16, Utf8>(&[0x68, 0xD83D, 0x69]), "h\u{FFFD}i");
/// ```
#[must_use]
pub fn lossy_owned<S: To<T>, T: Form>(src: &[S::Unit]) -> T::Owned {
    lossy_owned_with::<S, T>(Features::active(), src)
}

pub(crate) fn lossy_owned_with<S: To<T>, T: Form>(features: Features, src: &[S::Unit]) -> T::Owned {
    match owned::<S, T>(features, bytes_of(src), true) {
        Ok(text) => text,
        // What is malformed is replaced.
        Err(_) => unreachable!(),
    }
}

/// Text as a new `Vec` of code units. What [`Latin1`](super::Latin1) does not have becomes `?`.
///
/// ```
/// use utf8kit::convert::{self, Utf16Be};
/// assert_eq!(convert::encode_owned::<Utf16Be>("né"), *b"\0n\0\xE9");
/// ```
#[must_use]
pub fn encode_owned<T: Form>(text: &str) -> T::Owned
where
    Utf8: To<T>,
{
    lossy_owned::<Utf8, T>(text.as_bytes())
}

/// Appends UTF-8 to `text`, with U+FFFD in the place of each error.
pub(crate) fn append_lossy_utf8(text: &mut String, features: Features, src: &[u8]) {
    match append::<Utf8, Utf8>(text, features, src, true) {
        Ok(()) => {}
        // What is malformed is replaced.
        Err(_) => unreachable!(),
    }
}

/// The same to bytes.
pub(crate) fn append_lossy_utf8_bytes(to: &mut Vec<u8>, features: Features, src: &[u8]) {
    let mut rest = src;
    loop {
        let more = room_for::<Utf8, Utf8>(rest.len());
        let ran = raw::append(to, more, |out| {
            <Utf8 as To<Utf8>>::run(features, rest, out, Some(Replacement::USUAL))
        });
        rest = &rest[ran.read..];
        match ran.end {
            End::Done => return,
            End::Full => {}
            // What is malformed is replaced.
            End::Malformed(_) => unreachable!(),
        }
    }
}

/// Up to this many bytes the most that could be needed is allocated at once.
const SMALL: usize = 1 << 16;

fn owned<S: To<T>, T: Form>(
    features: Features,
    src: &[u8],
    is_lossy: bool,
) -> Result<T::Owned, Error> {
    let mut text = T::Owned::default();
    append::<S, T>(&mut text, features, src, is_lossy)?;
    Ok(text)
}

/// Converts `src` behind what `text` holds.
fn append<S: To<T>, T: Form>(
    text: &mut T::Owned,
    features: Features,
    src: &[u8],
    is_lossy: bool,
) -> Result<(), Error> {
    let mut at = 0;
    loop {
        let rest = &src[at..];
        let more = room_for::<S, T>(rest.len());
        let ran = T::append::<S>(text, more, features, rest, is_lossy);
        at += ran.read;
        match ran.end {
            End::Done => return Ok(()),
            End::Full => {}
            End::Malformed(error) => return Err(error.shifted(at - ran.read)),
        }
    }
}

/// How many bytes to make room for, for so many of the source.
fn room_for<S: Form, T: Form>(len: usize) -> usize {
    use crate::scalar::form::Code;
    let units = len.div_ceil(<S::Code as Code>::UNIT);
    // Each unit of the source, whatever it is, becomes at most this.
    let most = units.saturating_mul(most_per_unit::<S::Code, T::Code>());
    if most <= SMALL {
        return most;
    }
    // What most text is less than; and the next round goes on where this one had no more room.
    let likely = units.saturating_mul(<T::Code as Code>::LEAST).max(len);
    most.min(likely.saturating_add(likely / 8).saturating_add(SMALL))
}

/// The most bytes of the target that a unit of the source becomes.
const fn most_per_unit<S: crate::scalar::form::Code, T: crate::scalar::form::Code>() -> usize {
    // A unit of its own can be at most U+FFFF or an error, which is U+FFFD; UTF-32 has all in one.
    match (S::UNIT, T::UNIT) {
        (4, 1) => T::MOST,
        (_, 1) => 3,
        (4, _) => 4,
        (_, unit) => unit,
    }
}
