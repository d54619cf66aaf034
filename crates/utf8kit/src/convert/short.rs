//! Short text, before anything is asked of the CPU: up to 64 bytes of ASCII, up to 8 units of
//! anything.
//!
//! ASCII, and all of Latin-1 where its bytes are units of the target, is converted by four loads
//! and stores that overlap (see [`short`](crate::scalar::short)). Anything else is a loop over
//! characters, as it would be written with std. What is not well-formed, or does not fit, is left
//! to the [driver](super::driver).

use core::mem::MaybeUninit;

use super::driver::next;
use crate::codec::Codec;
use crate::raw::Output;
use crate::scalar::short::{self, MAX_BYTES};

/// So many code units of anything are short.
const MOST_UNITS: usize = 8;

/// Converts all of a source into memory, if it is short, and gives what it became; or nothing.
///
/// Slices fit in registers, where an [`Output`] and a result with an error would not.
pub(super) type Short = for<'m> fn(&[u8], &'m mut [MaybeUninit<u8>]) -> &'m [u8];

/// [`Short`] for one pair of encodings.
pub(super) fn short<'m, S: Codec, T: Codec>(
    src: &[u8],
    memory: &'m mut [MaybeUninit<u8>],
) -> &'m [u8] {
    let mut out = Output::over_uninit(memory);
    let is_done = ascii::<S, T>(src, &mut out)
        || src.len() <= MOST_UNITS * S::UNIT && characters::<S, T>(src, &mut out);
    if is_done { out.into_bytes() } else { &[] }
}

/// [`Short`] for a pair of encodings that is seldom converted: left to the driver.
pub(super) fn never_short<'m>(_: &[u8], _: &'m mut [MaybeUninit<u8>]) -> &'m [u8] {
    &[]
}

/// Whether each byte of `S` is a code unit of the same value in `T`.
pub(super) const fn are_bytes_same<S: Codec, T: Codec>() -> bool {
    S::LAST_SAME > 0x7F && (T::UNIT > 1 || T::LAST_SAME > 0x7F)
}

/// Whether each byte of ASCII in `S` is a code unit of the same value in `T`.
pub(super) const fn is_ascii_same<S: Codec, T: Codec>() -> bool {
    S::UNIT == 1 && !S::HAS_LONG_NUL && !T::HAS_LONG_NUL
}

/// Converts up to 64 bytes that are the same in both encodings, if there is room for all.
#[inline(always)]
fn ascii<S: Codec, T: Codec>(src: &[u8], out: &mut Output<'_>) -> bool {
    if !is_ascii_same::<S, T>() || !are_bytes_same::<S, T>() && !is_short_ascii(src) {
        return false;
    }
    match src.len() {
        1..=3 => parts::<1, S, T>(src, out),
        4..=15 => parts::<4, S, T>(src, out),
        16..=MAX_BYTES => parts::<16, S, T>(src, out),
        _ => false,
    }
}

#[inline(always)]
fn parts<const N: usize, S: Codec, T: Codec>(src: &[u8], out: &mut Output<'_>) -> bool {
    let Some(parts) = short::parts::<N>(src) else { return false };
    out.push_parts::<T::Unit, N>(parts, src.len())
}

/// [`short::is_short_ascii`], out of line. That looks at words; where the compiler knows these it
/// takes them apart, byte by byte, and makes no vectors of what writes the bytes as wider code
/// units.
#[inline(never)]
fn is_short_ascii(src: &[u8]) -> bool {
    short::is_short_ascii(src)
}

/// Converts characters that are well-formed, if there is room for all; or some of them, and is
/// `false`.
#[inline(always)]
fn characters<S: Codec, T: Codec>(src: &[u8], out: &mut Output<'_>) -> bool {
    let mut at = 0;
    while at < src.len() {
        let Ok((coded, len)) = next::<S, T>(src, at) else { return false };
        if !coded.write(out) {
            return false;
        }
        at += len;
    }
    true
}
