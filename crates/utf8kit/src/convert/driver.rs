//! The one way through a conversion.
//!
//! ```text
//! short text that is well-formed       at once (`short.rs`)
//! up to 64 or 128 bytes, well-formed   a kernel's way for short text, if it has one
//! anything                             until the end:
//!                                          a kernel, as far as it comes
//!                                          a character, or an error, where it stops
//! ```
//!
//! The driver alone knows what is done about an error. A kernel stops before the first character
//! that it cannot convert, and the codecs say what stands there. So a kernel may stop early, and
//! nothing but time is lost. Where errors are frequent, to leave a kernel for each of them takes
//! too long: those from UTF-8 can put U+FFFD in the place of errors themselves.

use core::mem::MaybeUninit;

use super::route::Route;
use crate::codec::{Checked, Codec, Coded, RUN_BYTES, Replacement, is_surrogate};
use crate::engine::Engine;
use crate::error::Error;
use crate::kernel::Why;
use crate::raw::Output;
use crate::scalar::short;

/// So many code units are not worth a kernel.
const SHORT_UNITS: usize = 8;

/// So many bytes are left to the codecs where a kernel stops at a character that is no error.
const STEP_BYTES: usize = 32;

/// So many bytes are searched for what a kernel must not see, before it gets them.
const WINDOW_BYTES: usize = 1024;

/// So many bytes are counted right after they were checked, while the first-level cache has them.
const CHECKED_BYTES: usize = 16 * 1024;

/// How far a conversion came, in bytes, and why not farther.
#[derive(Clone, Copy)]
pub(crate) struct Ran {
    pub(crate) read: usize,
    pub(crate) end: End,
    /// How many bytes of the source no kernel converted.
    pub(super) by_codec: usize,
}

/// Why a conversion ended.
#[derive(Clone, Copy)]
pub(crate) enum End {
    Done,
    Full,
    Malformed(Error),
}

/// Converts `src` as far as there is room. What is malformed or has no form in the target becomes
/// `replacement`, or ends the conversion.
pub(super) fn convert(
    route: &Route,
    engine: Engine,
    src: &[u8],
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> Ran {
    let is_done = out.fill(|memory| (route.short)(src, memory))
        || src.len() <= route.short_kernel_bytes && (route.short_kernel)(engine, src, out);
    if is_done || src.is_empty() {
        return Ran { read: src.len(), end: End::Done, by_codec: 0 };
    }
    convert_any(route, engine, src, out, replacement)
}

/// [`convert`], by kernels and codecs. Out of line: short text is to save no registers for it.
#[inline(never)]
fn convert_any(
    route: &Route,
    engine: Engine,
    src: &[u8],
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> Ran {
    let mut ran = Ran { read: 0, end: End::Done, by_codec: 0 };
    if src.len() <= SHORT_UNITS * route.source_unit {
        let (read, end) = (route.characters)(route, src, 0, src.len(), out, replacement);
        return Ran { read, end: end.unwrap_or(End::Done), by_codec: read };
    }
    let replaces = replacement.is_some() && route.may_replace;
    // The kernel may see what stands before this.
    let mut limit = if route.avoids { 0 } else { src.len() };
    while ran.read < src.len() {
        let start = ran.read;
        if route.avoids && start + route.source_most > limit {
            limit = start + (route.len_for_kernel)(&src[start..]);
        }
        let is_for_kernel = !route.avoids || limit - start >= STEP_BYTES;
        let (stopped, why) = match is_for_kernel {
            true => (route.long)(engine, &src[..limit], start, out, replaces),
            false => (start, Why::Room),
        };
        ran.read = stopped;
        // A window may end inside a character. The next one begins with that.
        let is_cut = limit < src.len() && stopped > start && stopped + route.source_most > limit;
        if stopped == src.len() || is_cut && why == Why::Error {
            continue;
        }
        let (read, end) = if !is_for_kernel {
            let limit = src.len().min(start + STEP_BYTES);
            (route.characters)(route, src, start, limit, out, replacement)
        } else if why == Why::Room && limit == src.len() {
            (route.characters)(route, src, stopped, limit, out, replacement)
        } else {
            error_or_step(route, src, stopped, out, replacement)
        };
        ran.by_codec += read - stopped;
        ran.read = read;
        if let Some(end) = end {
            ran.end = end;
            break;
        }
    }
    ran
}

/// How many bytes at the start of `rest` a kernel may see, in a window of them.
pub(super) fn len_for_kernel<S: Codec, T: Codec>(rest: &[u8]) -> usize {
    let window = rest.get(..WINDOW_BYTES).unwrap_or(rest);
    S::len_before_special(window, true, S::HAS_LONG_NUL || T::HAS_LONG_NUL)
}

/// Converts what a kernel stopped at: one error, or some characters that it did not take.
#[cold]
#[inline(never)]
fn error_or_step(
    route: &Route,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> (usize, Option<End>) {
    match (next_of(route, src, at), replacement) {
        (Ok(_), _) => {
            let limit = src.len().min(at + STEP_BYTES);
            (route.characters)(route, src, at, limit, out, replacement)
        }
        (Err(error), None) => (at, Some(End::Malformed(error))),
        (Err(error), Some(replacement)) if (route.replacement)(replacement).write(out) => {
            (at + error.subpart_len(), None)
        }
        (Err(_), Some(_)) => (at, Some(End::Full)),
    }
}

/// Converts characters one after the other from `at` to `limit`, or to just behind it. Gives where
/// it came to, and why not farther.
pub(super) type Characters =
    fn(&Route, &[u8], usize, usize, &mut Output<'_>, Option<Replacement>) -> (usize, Option<End>);

/// [`Characters`] for one pair of encodings. Runs of ASCII are taken at once.
pub(super) fn characters<S: Codec, T: Codec>(
    _: &Route,
    src: &[u8],
    mut at: usize,
    limit: usize,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> (usize, Option<End>) {
    // A variable of this function can be kept in registers.
    let mut output = out.take();
    let mut end = None;
    while at < limit {
        let (coded, len) = match (next::<S, T>(src, at), replacement) {
            (Ok(next), _) => next,
            (Err(error), Some(replacement)) => (replacement.coded::<T>(), error.subpart_len()),
            (Err(error), None) => {
                end = Some(End::Malformed(error));
                break;
            }
        };
        if !coded.write(&mut output) {
            end = Some(End::Full);
            break;
        }
        at += len;
        // Only ASCII is short in both encodings, if one of them is like UTF-8.
        while len == S::LEAST
            && coded.len() == T::LEAST
            && at < limit
            && let Some(ascii) = S::ascii(src, at)
        {
            let written = T::write_ascii(ascii, &mut output);
            at += written * S::UNIT;
            if written < RUN_BYTES {
                break;
            }
        }
    }
    *out = output;
    (at, end)
}

/// [`Characters`] for any pair of encodings.
pub(super) fn characters_by_next(
    route: &Route,
    src: &[u8],
    mut at: usize,
    limit: usize,
    out: &mut Output<'_>,
    replacement: Option<Replacement>,
) -> (usize, Option<End>) {
    while at < limit {
        let (coded, len) = match (next_of(route, src, at), replacement) {
            (Ok(next), _) => next,
            (Err(error), Some(replacement)) => {
                ((route.replacement)(replacement), error.subpart_len())
            }
            (Err(error), None) => return (at, Some(End::Malformed(error))),
        };
        if !coded.write(out) {
            return (at, Some(End::Full));
        }
        at += len;
    }
    (at, None)
}

/// The character at an index in its new form, and how many bytes it has in the old one.
#[inline(always)]
pub(super) fn next<S: Codec, T: Codec>(src: &[u8], at: usize) -> Result<(Coded, usize), Error> {
    let (code, len) = S::decode(src, at)?;
    if !T::HAS_SURROGATES && is_surrogate(code) {
        return Err(S::unpaired(src, at, code, len));
    }
    match T::encode(code) {
        Some(coded) => Ok((coded, len)),
        None => Err(S::unrepresentable(at, code, len)),
    }
}

/// [`next`], for any pair of encodings.
fn next_of(route: &Route, src: &[u8], at: usize) -> Result<(Coded, usize), Error> {
    let (code, len) = (route.decode)(src, at)?;
    if !route.takes_surrogates && is_surrogate(code) {
        return Err((route.unpaired)(src, at, code, len));
    }
    match (route.encode)(code) {
        Some(coded) => Ok((coded, len)),
        None => Err((route.unrepresentable)(at, code, len)),
    }
}

/// How many bytes [`convert`] would write with room for all: by counting, or else by doing it, into
/// a block that is written over again and again.
pub(super) fn len(
    route: &Route,
    engine: Engine,
    src: &[u8],
    replacement: Option<Replacement>,
) -> Result<usize, Error> {
    if route.are_bytes_same || route.is_ascii_same && short::is_short_ascii(src) {
        return Ok(route.target_unit * src.len());
    }
    if src.len() > SHORT_UNITS * route.source_unit
        && let Some(known_len) = route.known_len
    {
        match checked_len(route, known_len, engine, src) {
            Ok(Some(len)) => return Ok(len),
            Err(error) if replacement.is_none() && route.is_source_error_first => {
                return Err(error);
            }
            _ => {}
        }
    }
    let mut block = [MaybeUninit::<u8>::uninit(); 4096];
    let (mut at, mut len) = (0, 0);
    loop {
        let mut out = Output::over_uninit(&mut block);
        let ran = convert(route, engine, &src[at..], &mut out, replacement);
        len += out.written();
        at += ran.read;
        match ran.end {
            End::Done => return Ok(len),
            End::Full => {}
            End::Malformed(error) => return Err(error.shifted(at - ran.read)),
        }
    }
}

/// How many bytes `src` becomes, where counting tells; or its first error.
fn checked_len(
    route: &Route,
    known_len: fn(Engine, &[u8]) -> usize,
    engine: Engine,
    src: &[u8],
) -> Result<Option<usize>, Error> {
    let (mut at, mut len) = (0, 0);
    match (route.checked_len)(engine, src) {
        Some(Ok(len)) => return Ok(Some(len)),
        // All before the index is well-formed, but for a sequence that may reach over it.
        Some(Err(near)) => at = near.saturating_sub(3),
        None => {}
    }
    if at > 0 {
        at -= (route.unsettled)(&src[..at]);
        len = known_len(engine, &src[..at]);
    }
    while at < src.len() {
        let mut end = src.len();
        if end - at > CHECKED_BYTES {
            end = at + CHECKED_BYTES;
            end -= (route.unsettled)(&src[at..end]);
        }
        let mut checked = (route.check)(engine, &src[at..end]);
        if matches!(checked, Checked::Malformed(_)) && end < src.len() {
            // What kind of error it is may depend on what is behind the window.
            end = src.len();
            checked = (route.check)(engine, &src[at..]);
        }
        match checked {
            Checked::WellFormed => len += known_len(engine, &src[at..end]),
            Checked::Malformed(error) => return Err(error.shifted(at)),
            Checked::Unknown => return Ok(None),
        }
        at = end;
    }
    Ok(Some(len))
}
