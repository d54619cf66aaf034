//! From each encoding to each other one.
//!
//! ```
//! use utf8kit::convert::{self, Utf8, Utf16};
//!
//! let units = convert::strict_owned::<Utf8, Utf16>("日本語".as_bytes())?;
//! assert_eq!(units, [0x65E5, 0x672C, 0x8A9E]);
//! assert_eq!(convert::lossy_owned::<Utf16, Utf8>(&units), "日本語");
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! # The matrix
//!
//! Two types say what is converted, and the function says how. Any of these types goes to any other,
//! and to itself (a copy that is checked).
//!
//! | type | elements | the text |
//! | --- | --- | --- |
//! | [`Utf8`] | `u8`, `String` | RFC 3629 |
//! | [`Utf16`], [`Utf32`] | `u16`, `u32` | native code units |
//! | [`Utf16Le`], [`Utf16Be`], [`Utf32Le`], [`Utf32Be`] | `u8` | bytes in that order, at any alignment |
//! | [`Latin1`] | `u8` | U+0000..U+00FF |
//! | [`Cesu8`], [`ModifiedUtf8`] | `u8` | UTF-16's units in UTF-8's way; Java's variant |
//! | [`Wtf8`] | `u8` | UTF-8, and forms for unpaired surrogates |
//!
//! | | into a slice | the length | into a new `Vec` or `String` |
//! | --- | --- | --- | --- |
//! | what is malformed ends it | [`strict`] | [`strict_len`] | [`strict_owned`] |
//! | what is malformed is replaced | [`lossy`] | [`lossy_len`] | [`lossy_owned`] |
//! | from a `&str`, where nothing is | [`encode`] | [`encode_len`] | [`encode_owned`] |
//!
//! And without a target: [`validate`], [`to_well_formed`], [`swap_bytes`].
//!
//! # What is malformed
//!
//! As everywhere in this crate: in UTF-8, a maximal subpart; in UTF-16, an unpaired surrogate; in
//! UTF-32, a value that is no scalar value; in CESU-8 and Modified UTF-8, a maximal subpart or the three
//! bytes of an unpaired surrogate; in WTF-8, a maximal subpart or the six bytes of two surrogates that
//! pair; in bytes of UTF-16 and UTF-32, a part of a unit at the end. A character that the target does
//! not have ([`Latin1`] has 256) is treated alike, as
//! [`Kind::Unrepresentable`](crate::Kind::Unrepresentable). Each becomes one U+FFFD, or `?` in Latin-1.
//!
//! A byte order mark is a character here like any other; see [`BomPolicy`](crate::BomPolicy).
//!
//! # Costs
//!
//! Nothing here allocates but what gives a new `Vec` or `String`, and nothing panics.

mod form;
mod in_place;
#[cfg(feature = "alloc")]
pub(crate) mod owned;
mod route;
mod run;
mod short;

pub use form::{
    Buffer, Cesu8, Form, Latin1, ModifiedUtf8, To, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be,
    Utf32Le, Wtf8,
};
pub use in_place::{swap_bytes, to_well_formed};
#[cfg(feature = "alloc")]
pub use owned::{encode_owned, lossy_owned, strict_owned};

pub(crate) use run::{End, Ran};

use core::hint::black_box;
use core::mem::MaybeUninit;

use crate::error::{Error, Packed};
use crate::raw::Output;
use crate::raw::bytes_of;
use crate::scalar::form::{Checked, Code, Replacement};
use crate::simd::level::Features;

/// How far a conversion into a slice came.
///
/// ```
/// use utf8kit::convert::{self, Progress, Stop, Utf8, Utf16};
///
/// let mut units = [0; 4];
/// let Progress { read, written, stop, .. } =
///     convert::strict::<Utf8, Utf16>("naïve 😀".as_bytes(), &mut units);
/// assert_eq!((read, written), (5, 4));
/// assert_eq!(stop, Stop::OutputFull);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// How many elements of the source were converted: whole characters.
    pub read: usize,
    /// How many elements of the target they became. What is behind them in the slice is unspecified.
    pub written: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// Why a conversion ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stop {
    /// All of the source was converted.
    Done,
    /// There is no room for the next character, which is well-formed. Going on with the rest of the
    /// source and another slice gives what one conversion would have given.
    OutputFull,
    /// What stands at [`Progress::read`] is malformed, or has no form in the target.
    Malformed(Error),
}

/// Converts `src` into `dst`, up to what is malformed.
///
/// Does not allocate, cannot panic, and touches nothing outside of `dst`, which may be uninitialised.
///
/// ```
/// use utf8kit::convert::{self, Stop, Utf16Be, Utf8};
/// use utf8kit::Kind;
///
/// let mut bytes = [0; 16];
/// let progress = convert::strict::<Utf8, Utf16Be>(b"hi \xFF", &mut bytes);
/// assert_eq!(bytes[..progress.written], *b"\0h\0i\0 ");
/// let Stop::Malformed(error) = progress.stop else { panic!() };
/// assert_eq!((error.position(), error.kind()), (3, Kind::InvalidByte));
/// ```
#[inline]
pub fn strict<S: To<T>, T: Form>(
    src: &[S::Unit],
    dst: &mut (impl Buffer<T::Unit> + ?Sized),
) -> Progress {
    convert::<S, T, _>(src, dst, None)
}

pub(crate) fn strict_with<S: To<T>, T: Form>(
    features: Features,
    src: &[S::Unit],
    dst: &mut (impl Buffer<T::Unit> + ?Sized),
) -> Progress {
    into_slice::<S, T>(features, bytes_of(src), dst.output(), None).0
}

/// Converts `src` into `dst`, with U+FFFD in the place of each error (in Latin-1, `?`).
///
/// [`Stop`] is `Done` or `OutputFull`. Does not allocate, cannot panic, and touches nothing outside of
/// `dst`, which may be uninitialised.
///
/// ```
/// use utf8kit::convert::{self, Latin1, Utf8, Utf16};
///
/// let mut units = [0; 16];
/// let progress = convert::lossy::<Utf8, Utf16>(b"a\xE2\x82z", &mut units);
/// assert_eq!(units[..progress.written], [0x61, 0xFFFD, 0x7A]);
///
/// let mut bytes = [0; 16];
/// let progress = convert::lossy::<Utf8, Latin1>("5 €".as_bytes(), &mut bytes);
/// assert_eq!(bytes[..progress.written], *b"5 ?");
/// ```
#[inline]
pub fn lossy<S: To<T>, T: Form>(
    src: &[S::Unit],
    dst: &mut (impl Buffer<T::Unit> + ?Sized),
) -> Progress {
    convert::<S, T, _>(src, dst, Some(Replacement::USUAL))
}

pub(crate) fn lossy_with<S: To<T>, T: Form>(
    features: Features,
    src: &[S::Unit],
    dst: &mut (impl Buffer<T::Unit> + ?Sized),
) -> Progress {
    into_slice::<S, T>(features, bytes_of(src), dst.output(), Some(Replacement::USUAL)).0
}

/// As [`lossy`] to Latin-1, with a byte of the caller's choice in the place of `?`.
///
/// ```
/// use utf8kit::convert::{self, Utf8};
///
/// let mut bytes = [0; 16];
/// let progress = convert::lossy_latin1::<Utf8>("5 €".as_bytes(), &mut bytes, b'_');
/// assert_eq!(bytes[..progress.written], *b"5 _");
/// ```
#[inline]
pub fn lossy_latin1<S: To<Latin1>>(
    src: &[S::Unit],
    dst: &mut (impl Buffer<u8> + ?Sized),
    replacement: u8,
) -> Progress {
    convert::<S, Latin1, _>(src, dst, Some(Replacement::of(replacement)))
}

/// How many elements [`strict`] writes, given room for all.
///
/// Does not allocate, cannot panic.
///
/// # Errors
///
/// What [`strict`] would stop at.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16};
///
/// assert_eq!(convert::strict_len::<Utf8, Utf16>("naïve 😀".as_bytes()), Ok(8));
/// assert_eq!(convert::strict_len::<Utf8, Utf16>(b"na\xEFve").unwrap_err().position(), 2);
/// ```
#[inline]
pub fn strict_len<S: To<T>, T: Form>(src: &[S::Unit]) -> Result<usize, Error> {
    match short::length_easily::<S::Code, T::Code>(bytes_of(src)) {
        Some(bytes) => Ok(bytes / size_of::<T::Unit>()),
        None => strict_len_of_any::<S, T>(src).unpacked(),
    }
}

/// Out of line: see [`convert_any`].
#[cold]
#[inline(never)]
fn strict_len_of_any<S: To<T>, T: Form>(src: &[S::Unit]) -> Packed {
    match short::length::<S::Code, T::Code>(bytes_of(src)) {
        Some(bytes) => Packed::new(Ok(bytes / size_of::<T::Unit>())),
        None => strict_len_of_long::<S, T>(src),
    }
}

/// Out of line, too, and jumped to: what is short is to save no register for it, and to have no room on the stack.
#[inline(never)]
fn strict_len_of_long<S: To<T>, T: Form>(src: &[S::Unit]) -> Packed {
    Packed::new(strict_len_with::<S, T>(Features::active(), src))
}

pub(crate) fn strict_len_with<S: To<T>, T: Form>(
    features: Features,
    src: &[S::Unit],
) -> Result<usize, Error> {
    match S::measure(features, bytes_of(src), None) {
        Ok(bytes) => Ok(bytes / size_of::<T::Unit>()),
        Err(error) => Err(error.in_units(size_of::<S::Unit>())),
    }
}

/// How many elements [`lossy`] writes, given room for all.
///
/// Does not allocate, cannot panic.
///
/// ```
/// use utf8kit::convert::{self, Utf8, Utf16};
/// assert_eq!(convert::lossy_len::<Utf8, Utf16>(b"a\xE2\x82z"), 3);
/// ```
#[must_use]
#[inline]
pub fn lossy_len<S: To<T>, T: Form>(src: &[S::Unit]) -> usize {
    match short::length_easily::<S::Code, T::Code>(bytes_of(src)) {
        Some(bytes) => bytes / size_of::<T::Unit>(),
        None => lossy_len_of_any::<S, T>(src),
    }
}

/// Out of line: see [`convert_any`].
#[cold]
#[inline(never)]
fn lossy_len_of_any<S: To<T>, T: Form>(src: &[S::Unit]) -> usize {
    match short::length::<S::Code, T::Code>(bytes_of(src)) {
        Some(bytes) => bytes / size_of::<T::Unit>(),
        None => lossy_len_of_long::<S, T>(src),
    }
}

/// Out of line: see [`strict_len_of_long`].
#[inline(never)]
fn lossy_len_of_long<S: To<T>, T: Form>(src: &[S::Unit]) -> usize {
    lossy_len_with::<S, T>(Features::active(), src)
}

pub(crate) fn lossy_len_with<S: To<T>, T: Form>(features: Features, src: &[S::Unit]) -> usize {
    match S::measure(features, bytes_of(src), Some(Replacement::USUAL)) {
        Ok(bytes) => bytes / size_of::<T::Unit>(),
        // What is malformed is replaced.
        Err(_) => unreachable!(),
    }
}

/// Converts text into `dst`: [`strict`] from what cannot be malformed. To [`Latin1`], what it does not
/// have still ends the conversion.
///
/// ```
/// use utf8kit::convert::{self, Stop, Utf16};
///
/// let mut units = [0; 16];
/// let progress = convert::encode::<Utf16>("né", &mut units);
/// assert_eq!(progress.stop, Stop::Done);
/// assert_eq!(units[..progress.written], [0x6E, 0xE9]);
/// ```
#[inline]
pub fn encode<T: Form>(text: &str, dst: &mut (impl Buffer<T::Unit> + ?Sized)) -> Progress
where
    Utf8: To<T>,
{
    strict::<Utf8, T>(text.as_bytes(), dst)
}

/// How many elements [`encode`] writes, given room for all. What [`Latin1`] does not have counts as one.
///
/// ```
/// use utf8kit::convert::{self, Utf16};
/// assert_eq!(convert::encode_len::<Utf16>("né"), 2);
/// ```
#[must_use]
#[inline]
pub fn encode_len<T: Form>(text: &str) -> usize
where
    Utf8: To<T>,
{
    match <Utf8 as To<T>>::short_length(text.as_bytes()) {
        Some(bytes) => bytes / size_of::<T::Unit>(),
        None => encode_len_of_any::<T>(text),
    }
}

/// Out of line: see [`convert_any`].
#[cold]
#[inline(never)]
fn encode_len_of_any<T: Form>(text: &str) -> usize
where
    Utf8: To<T>,
{
    let features = Features::active();
    match <Utf8 as To<T>>::length(features, text.as_bytes()) {
        Some(bytes) => bytes / size_of::<T::Unit>(),
        None => lossy_len_with::<Utf8, T>(features, text.as_bytes()),
    }
}

/// Whether `src` is well-formed, and if not, the first error in it.
///
/// For UTF-8, [`from_utf8`](crate::from_utf8) does the same and gives the text. Does not allocate,
/// cannot panic.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use utf8kit::convert::{self, Utf16, Utf32};
/// use utf8kit::Kind;
///
/// assert_eq!(convert::validate::<Utf16>(&[0xD83D, 0xDE00]), Ok(()));
/// let error = convert::validate::<Utf16>(&[0x61, 0xDE00]).unwrap_err();
/// assert_eq!((error.position(), error.kind()), (1, Kind::UnpairedSurrogate));
/// let error = convert::validate::<Utf32>(&[0x11_0000]).unwrap_err();
/// assert_eq!(error.kind(), Kind::OutOfRange);
/// ```
#[inline]
pub fn validate<S: To<S>>(src: &[S::Unit]) -> Result<(), Error> {
    // Of single bytes, each encoding's own way is as fast.
    if S::Code::UNIT == 1 {
        return validate_bytes::<S>(src);
    }
    if short::is_well_formed_easily::<S::Code>(bytes_of(src)) {
        return Ok(());
    }
    validate_any::<S>(src)
}

/// Not cold: where nothing else is done, what calls it would be, too.
#[inline(never)]
fn validate_bytes<S: To<S>>(src: &[S::Unit]) -> Result<(), Error> {
    validate_with::<S>(Features::active(), src)
}

/// Out of line: see [`convert_any`].
#[cold]
#[inline(never)]
fn validate_any<S: To<S>>(src: &[S::Unit]) -> Result<(), Error> {
    if short::is_well_formed::<S::Code>(bytes_of(src)) {
        return Ok(());
    }
    validate_long::<S>(src)
}

/// Out of line: see [`strict_len_of_long`].
#[inline(never)]
fn validate_long<S: To<S>>(src: &[S::Unit]) -> Result<(), Error> {
    validate_with::<S>(Features::active(), src)
}

pub(crate) fn validate_with<S: To<S>>(features: Features, src: &[S::Unit]) -> Result<(), Error> {
    let bytes = bytes_of(src);
    match S::Code::check(features, bytes) {
        Checked::WellFormed => Ok(()),
        Checked::Malformed(error) => Err(error.in_units(size_of::<S::Unit>())),
        Checked::Unknown => strict_len_with::<S, S>(features, src).map(|_| ()),
    }
}

/// The conversion. A short one that takes little code and with which nothing is wrong needs to know neither
/// what the CPU has nor what is to be done about errors.
#[inline(always)]
fn convert<S: To<T>, T: Form, B: Buffer<T::Unit> + ?Sized>(
    src: &[S::Unit],
    dst: &mut B,
    replacement: Option<Replacement>,
) -> Progress {
    if short::are_bytes_same::<S::Code, T::Code>() {
        let bytes = bytes_of(src);
        if short::convert_bytes::<S::Code, T::Code>(bytes, &mut dst.output()) {
            return done::<S, T>(bytes, T::Code::UNIT * src.len());
        }
        if short::widens::<S::Code, T::Code>() {
            return match widen::<S, T, B>(bytes, dst) {
                0 => convert_in_full::<S, T>(bytes, dst.output().into_memory(), replacement),
                written => done::<S, T>(bytes, written),
            };
        }
        // Asked of a length that the compiler knows nothing of: else ways to here that know it go past the question, what is cold has
        // two beginnings, and all that is easy saves the registers that only this needs.
        let all = bytes.get(..black_box(bytes.len())).unwrap_or(bytes);
        if short::are_up_to_four::<S::Code, T::Code>(all) || S::may_have_few() && S::takes_few(all)
        {
            let written = convert_few_bytes::<S, T, B>(bytes, dst);
            if written > 0 {
                return done::<S, T>(bytes, written);
            }
        }
        let mut progress = NONE;
        convert_other_bytes::<S, T, B>(bytes, dst, replacement, &mut progress);
        return progress;
    }
    let mut out = dst.output();
    if let Some(written) = short::convert_easily::<S::Code, T::Code>(bytes_of(src), &mut out) {
        return done::<S, T>(bytes_of(src), written);
    }
    let mut progress = NONE;
    convert_any::<S, T>(src, out.into_memory(), replacement, &mut progress);
    progress
}

/// Converts one or two characters, or what is [few](To::takes_few), by a kernel, if there is one for that, and if nothing is wrong: gives
/// how many bytes all of `src` became, or 0. That is one word, so it ends in a jump to the kernel, and saves nothing. Cold as
/// [`convert_any`] is.
///
/// It is given the caller's memory as it is, in units: how many bytes that is would have to outlast the call, and all that is easy saved
/// a register for it.
#[cold]
#[inline(never)]
fn convert_few_bytes<S: To<T>, T: Form, B: Buffer<T::Unit> + ?Sized>(
    src: &[u8],
    dst: &mut B,
) -> usize {
    let dst = dst.output().into_memory();
    if short::are_up_to_four::<S::Code, T::Code>(src) {
        let mut out = Output::over_uninit(dst);
        return match short::convert_one_character::<S::Code, T::Code>(src, &mut out) {
            Some(written) => written,
            None => convert_two_characters::<S, T>(src, out.into_memory()),
        };
    }
    S::convert_few(Features::active(), src, dst)
}

/// Out of line, likewise.
#[inline(never)]
fn convert_two_characters<S: To<T>, T: Form>(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let mut out = Output::over_uninit(dst);
    short::convert_two_characters::<S::Code, T::Code>(src, &mut out).unwrap_or(0)
}

/// Converts what is little, where each byte becomes a unit of more than a byte, if there is room: gives how many bytes that wrote, or
/// 0. As [`convert_few_bytes`]; nothing can be wrong with such bytes, so no other way is tried first.
#[cold]
#[inline(never)]
fn widen<S: To<T>, T: Form, B: Buffer<T::Unit> + ?Sized>(src: &[u8], dst: &mut B) -> usize {
    let dst = dst.output().into_memory();
    S::convert_directly(Features::active(), src, dst)
}

/// What the functions below write over. Each of them ends in a jump to the next one, if what it tries is in vain: so a way that is
/// tried late costs no call inside a call. Only functions can be jumped to that return nothing and whose arguments fit in
/// registers: on x86-64, but for Windows, that is six words.
const NONE: Progress = Progress { read: 0, written: 0, stop: Stop::Done };

/// What [`short::convert_bytes`] and [`convert_few_bytes`] did not convert. Out of line: that is to have no registers to save for it. Cold as
/// [`convert_any`] is.
#[cold]
#[inline(never)]
fn convert_other_bytes<S: To<T>, T: Form, B: Buffer<T::Unit> + ?Sized>(
    src: &[u8],
    dst: &mut B,
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    let dst = dst.output().into_memory();
    if S::takes_few(src) && Features::known().is_some_and(S::has_few) {
        // A kernel refused it.
        return convert_long::<S, T>(src, dst, replacement, progress);
    }
    match short::convert_easily::<S::Code, T::Code>(src, &mut Output::over_uninit(dst)) {
        Some(written) => *progress = done::<S, T>(src, written),
        None => convert_not_easy::<S, T>(src, dst, replacement, progress),
    }
}

/// Any other conversion, out of line: an easy one is to have no registers to save for it. This one saves none, either: each
/// way saves its own.
///
/// It takes units and not bytes: where the caller has bytes, it then needs no register for how many they are. And it is said to be
/// cold, which it need not be: all that is prepared to call it, the stack for a [`Progress`] too, is then out of the way of
/// what is easy. What it jumps to is not. (A caller that can do nothing else, because it is known there that what it has is long, is
/// taken to be cold too.)
#[cold]
#[inline(never)]
fn convert_any<S: To<T>, T: Form>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    convert_not_easy::<S, T>(bytes_of(src), dst, replacement, progress);
}

#[inline(always)]
fn convert_not_easy<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    if short::are_for_same::<S::Code, T::Code>(src) {
        convert_same::<S, T>(src, dst, replacement, progress);
    } else {
        convert_not_same::<S, T>(src, dst, replacement, progress);
    }
}

/// What has 512-bit lanes for `src`, which is few units. (Where nobody has asked yet what the CPU has, it goes the way of all
/// others: to find out takes registers.)
#[inline(always)]
fn lanes_for<S: To<T>, T: Form>(src: &[u8]) -> Option<Features> {
    if S::Code::UNIT == 1 || !S::takes_few(src) {
        return None;
    }
    Features::known().filter(|features| features.has_lanes())
}

#[inline(always)]
fn convert_not_same<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    if lanes_for::<S, T>(src).is_some() {
        convert_in_lanes::<S, T>(src, dst, replacement, progress);
    } else if short::are_four_and_four::<S::Code, T::Code>(src) {
        convert_four_and_four::<S, T>(src, dst, replacement, progress);
    } else if short::are_few_units::<S::Code, T::Code>(src) {
        convert_few_units::<S, T>(src, dst, replacement, progress);
    } else if S::Code::UNIT > 1 && S::takes_few(src) && S::may_have_few() {
        convert_in_blocks::<S, T>(src, dst, replacement, progress);
    } else if !short::is_all_easy::<S::Code>() && short::are_others_short::<S::Code>(src) {
        convert_others::<S, T>(src, dst, replacement, progress);
    } else {
        convert_long::<S, T>(src, dst, replacement, progress);
    }
}

/// Out of line, likewise.
#[inline(never)]
fn convert_same<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    match short::convert_same::<S::Code, T::Code>(src, &mut Output::over_uninit(dst)) {
        Some(written) => *progress = done::<S, T>(src, written),
        None => convert_not_same::<S, T>(src, dst, replacement, progress),
    }
}

/// Out of line, likewise.
#[inline(never)]
fn convert_in_lanes<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    let written = lanes_for::<S, T>(src).map_or(0, |lanes| S::convert_few(lanes, src, dst));
    done_or_long::<S, T>((written > 0).then_some(written), src, dst, replacement, progress);
}

/// Out of line, likewise.
#[inline(never)]
fn convert_in_blocks<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    let features = Features::active();
    if S::has_few(features) {
        let written = S::convert_few(features, src, dst);
        done_or_long::<S, T>((written > 0).then_some(written), src, dst, replacement, progress);
    } else if short::are_others_short::<S::Code>(src) {
        convert_others::<S, T>(src, dst, replacement, progress);
    } else {
        convert_long::<S, T>(src, dst, replacement, progress);
    }
}

/// Out of line, likewise.
#[inline(never)]
fn convert_four_and_four<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    match short::convert_four_and_four::<S::Code, T::Code>(src, &mut Output::over_uninit(dst)) {
        Some(written) => *progress = done::<S, T>(src, written),
        None => convert_few_units::<S, T>(src, dst, replacement, progress),
    }
}

/// Out of line, likewise.
#[inline(never)]
fn convert_few_units<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    let written = short::convert_few_units::<S::Code, T::Code>(src, &mut Output::over_uninit(dst));
    done_or_long::<S, T>(written, src, dst, replacement, progress);
}

/// Out of line, likewise.
#[inline(never)]
fn convert_others<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    let written = short::convert_others::<S::Code, T::Code>(src, &mut Output::over_uninit(dst));
    done_or_long::<S, T>(written, src, dst, replacement, progress);
}

/// That all of `src` was converted, to so many bytes; or else converts it, where what was tried was in vain.
#[inline(always)]
fn done_or_long<S: To<T>, T: Form>(
    written: Option<usize>,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    match written {
        Some(written) => *progress = done::<S, T>(src, written),
        None => convert_long::<S, T>(src, dst, replacement, progress),
    }
}

/// Out of line, likewise. What is [few](To::takes_few) was tried as such before, if there are lanes for that.
#[inline(never)]
fn convert_long<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
    progress: &mut Progress,
) {
    let features = Features::active();
    if !short::is_mostly_plain::<S::Code, T::Code>() {
        let mut out = Output::over_uninit(dst);
        let ran = S::run_many(features, src, &mut out, replacement);
        *progress = progress_of::<S, T>(ran, out.written());
    } else {
        let written = S::convert_directly(features, src, dst);
        *progress = if written > 0 {
            done::<S, T>(src, written)
        } else {
            convert_in_full::<S, T>(src, dst, replacement)
        };
    }
}

/// Out of line, likewise.
#[inline(never)]
fn convert_in_full<S: To<T>, T: Form>(
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    replacement: Option<Replacement>,
) -> Progress {
    into_slice::<S, T>(Features::active(), src, Output::over_uninit(dst), replacement).0
}

/// That all of `src`, as bytes, was converted, to so many bytes.
#[inline(always)]
fn done<S: Form, T: Form>(src: &[u8], written: usize) -> Progress {
    Progress {
        read: src.len() / size_of::<S::Unit>(),
        written: written / size_of::<T::Unit>(),
        stop: Stop::Done,
    }
}

/// Whether `src`, as bytes, is not too long for [`is_converted_short`].
#[inline(always)]
pub(crate) fn is_short<S: Form>(src: &[u8]) -> bool {
    src.len() <= short::SHORT * S::Code::UNIT
}

/// Converts bytes, if they are few and well-formed: all of `src`, or nothing.
#[inline(always)]
pub(crate) fn is_converted_short<S: Form, T: Form>(src: &[u8], out: &mut Output<'_>) -> bool {
    short::convert::<S::Code, T::Code>(src, out, true).is_some()
}

/// The conversion, counted in elements, and how many bytes of the source no kernel converted.
fn into_slice<S: To<T>, T: Form>(
    features: Features,
    src: &[u8],
    mut out: Output<'_>,
    replacement: Option<Replacement>,
) -> (Progress, usize) {
    let ran = S::run(features, src, &mut out, replacement);
    (progress_of::<S, T>(ran, out.written()), ran.one_by_one)
}

/// A conversion that wrote so many bytes, in elements.
#[inline(always)]
fn progress_of<S: Form, T: Form>(ran: Ran, written: usize) -> Progress {
    Progress {
        read: ran.read / size_of::<S::Unit>(),
        written: written / size_of::<T::Unit>(),
        stop: match ran.end {
            End::Done => Stop::Done,
            End::Full => Stop::OutputFull,
            End::Malformed(error) => Stop::Malformed(error.in_units(size_of::<S::Unit>())),
        },
    }
}

/// Which kernel converts, and how many bytes of `src` it left to be converted one by one.
pub(crate) fn trace<S: To<T>, T: Form>(
    features: Features,
    src: &[S::Unit],
    dst: &mut [T::Unit],
    is_lossy: bool,
) -> (&'static str, usize) {
    let replacement = is_lossy.then_some(Replacement::USUAL);
    (S::kernel(), into_slice::<S, T>(features, bytes_of(src), dst.output(), replacement).1)
}
