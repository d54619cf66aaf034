//! Bytes that were found to be well-formed, and so may become a `str` without another look.
#![allow(unsafe_code)]

use crate::engine::Engine;
use crate::error::Error;

/// Bytes that validation passed. The field is private and only validation fills it: a value is
/// the proof.
#[derive(Clone, Copy)]
pub(crate) struct WellFormed<'a>(&'a [u8]);

impl<'a> WellFormed<'a> {
    /// The longest well-formed prefix, and the error that ends it, if one does.
    #[inline(always)]
    pub(crate) fn prefix(engine: Engine, bytes: &'a [u8]) -> (Self, Option<Error>) {
        match engine.first_error(bytes) {
            None => (WellFormed(bytes), None),
            Some(error) => (WellFormed(&bytes[..error.valid_up_to()]), Some(error)),
        }
    }

    #[inline(always)]
    pub(crate) fn as_str(self) -> &'a str {
        // SAFETY: validation found these very bytes well-formed.
        unsafe { core::str::from_utf8_unchecked(self.0) }
    }
}

/// `bytes` as a `String`, or as they were with what is wrong.
#[cfg(feature = "alloc")]
pub(crate) fn into_string(
    engine: Engine,
    bytes: alloc::vec::Vec<u8>,
) -> Result<alloc::string::String, (alloc::vec::Vec<u8>, Error)> {
    match engine.first_error(&bytes) {
        // SAFETY: validation found these very bytes well-formed.
        None => Ok(unsafe { alloc::string::String::from_utf8_unchecked(bytes) }),
        Some(error) => Err((bytes, error)),
    }
}
