//! Many short strings in one call.

use core::fmt;

use crate::engine::Engine;
use crate::error::Error;
use crate::kernel::validate::Validate;
use crate::scalar::table::is_continuation;

/// Whether each of many strings is well-formed UTF-8. String `i` is
/// `buffer[offsets[i]..offsets[i + 1]]`: the layout of columns in Arrow, with which `n` strings
/// have `n + 1` offsets.
///
/// One pass over all of the bytes and two over the offsets, however short the strings are: a
/// character that two strings share is noticed. Does not allocate, cannot panic.
///
/// # Errors
///
/// The first string that is malformed, or the first offset that is less than the one before it or
/// beyond the buffer.
///
/// ```
/// use utf8kit::{StringsError, validate_strings};
///
/// let buffer = "naïve café".as_bytes();
/// assert_eq!(validate_strings(buffer, &[0_i32, 6, 7, 12]), Ok(()));
///
/// // Each half of the `ï` is malformed, though the buffer is not.
/// let error = validate_strings(buffer, &[0_i32, 3, 12]).unwrap_err();
/// assert!(matches!(error, StringsError::Malformed { string: 0, .. }));
/// assert_eq!(error.to_string(), "string 0: malformed UTF-8 at byte 2: incomplete 2-byte sequence: \
///     the input ends where 80..BF must follow C3");
/// ```
pub fn validate_strings<O: Offset>(buffer: &[u8], offsets: &[O]) -> Result<(), StringsError> {
    Engine::best().validate_strings(buffer, offsets)
}

impl Engine {
    /// [`validate_strings`](crate::validate_strings) by this engine.
    ///
    /// # Errors
    ///
    /// Those of [`validate_strings`](crate::validate_strings).
    pub fn validate_strings<O: Offset>(
        self,
        buffer: &[u8],
        offsets: &[O],
    ) -> Result<(), StringsError> {
        let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else {
            return Ok(());
        };
        // Without branches: bad offsets are rare, and this is the loop that short strings pay for.
        let ascending = offsets.iter().zip(&offsets[1..]).fold(true, |all, (a, b)| all & (a <= b));
        let column =
            first.index().zip(last.index()).and_then(|(first, last)| buffer.get(first..last));
        if let (true, Some(column)) = (ascending, column)
            && self.run(Validate(column)).is_ok()
            // The last offset is the end of the column, whatever stands behind it.
            && offsets.iter().fold(true, |all, &offset| all & (offset == last || starts_unit(buffer, offset)))
        {
            return Ok(());
        }
        first_bad_string(self, buffer, offsets)
    }
}

/// Whether no character goes on at `offset`.
#[inline(always)]
fn starts_unit<O: Offset>(buffer: &[u8], offset: O) -> bool {
    let byte = offset.index().and_then(|index| buffer.get(index));
    byte.is_none_or(|&byte| !is_continuation(byte))
}

/// Finds the first bad string, one after another.
#[cold]
#[inline(never)]
fn first_bad_string<O: Offset>(
    engine: Engine,
    buffer: &[u8],
    offsets: &[O],
) -> Result<(), StringsError> {
    let mut start = 0;
    for (index, offset) in offsets.iter().enumerate() {
        let end = match offset.index() {
            Some(end) if start <= end && end <= buffer.len() => end,
            _ => return Err(StringsError::Offset { index }),
        };
        if index > 0
            && let Some(error) = engine.first_error(&buffer[start..end])
        {
            return Err(StringsError::Malformed { string: index - 1, error });
        }
        start = end;
    }
    Ok(())
}

/// An integer that offsets into a buffer are made of: `i32`, `i64`, `u32`, `u64`, `usize`.
pub trait Offset: Copy + PartialOrd + sealed::Sealed {
    /// The offset as an index, if it can be one.
    #[doc(hidden)]
    fn index(self) -> Option<usize>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! offset {
    ($($integer:ty)*) => {$(
        impl sealed::Sealed for $integer {}
        impl Offset for $integer {
            #[inline(always)]
            fn index(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
        }
    )*};
}

offset!(i32 i64 u32 u64 usize);

/// What is wrong with a buffer of strings. Made by [`validate_strings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StringsError {
    /// A string is not well-formed.
    #[non_exhaustive]
    Malformed {
        /// Which string, from 0.
        string: usize,
        /// What is wrong in it; positions are in the string.
        error: Error,
    },
    /// An offset is less than the one before it, negative, or beyond the end of the buffer.
    #[non_exhaustive]
    Offset {
        /// Which offset, from 0.
        index: usize,
    },
}

impl fmt::Display for StringsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StringsError::Malformed { string, error } => write!(f, "string {string}: {error}"),
            StringsError::Offset { index } => write!(
                f,
                "offset {index} is negative, less than the one before it, or beyond the end of the \
                 buffer",
            ),
        }
    }
}

impl core::error::Error for StringsError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            StringsError::Malformed { error, .. } => Some(error),
            StringsError::Offset { .. } => None,
        }
    }
}
