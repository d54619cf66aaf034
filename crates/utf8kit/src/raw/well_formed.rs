//! Bytes that were found to be well-formed, and so may become a `str` without another look.
#![allow(unsafe_code)]

use crate::error::Error;
use crate::simd::level::Features;
use crate::validate;

/// Bytes that validation passed. The field is private and only validation fills it: a value is
/// the proof.
#[derive(Clone, Copy)]
pub(crate) struct WellFormed<'a>(&'a [u8]);

impl<'a> WellFormed<'a> {
    /// The longest well-formed prefix, and the error that ends it, if one does.
    #[inline(always)]
    pub(crate) fn prefix(features: Features, bytes: &'a [u8]) -> (Self, Option<Error>) {
        match validate::find_error(features, bytes) {
            None => (WellFormed(bytes), None),
            Some(error) => (WellFormed(&bytes[..error.valid_up_to()]), Some(error)),
        }
    }

    /// All of `bytes`, or its first error.
    #[inline(always)]
    pub(crate) fn whole(bytes: &'a [u8]) -> Result<Self, Error> {
        match validate::first_error(bytes) {
            None => Ok(WellFormed(bytes)),
            Some(error) => Err(error),
        }
    }

    /// All of `bytes`, where it is short and ASCII.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn short_ascii(bytes: &'a [u8]) -> Option<Self> {
        let is_ascii = validate::is_few_ascii(bytes) || validate::is_short_ascii(bytes);
        is_ascii.then_some(WellFormed(bytes))
    }

    /// What another check in this module found well-formed.
    #[inline(always)]
    pub(super) fn checked(bytes: &'a [u8]) -> Self {
        WellFormed(bytes)
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
    features: Features,
    bytes: alloc::vec::Vec<u8>,
) -> Result<alloc::string::String, (alloc::vec::Vec<u8>, Error)> {
    match validate::find_error(features, &bytes) {
        // SAFETY: validation found these very bytes well-formed.
        None => Ok(unsafe { alloc::string::String::from_utf8_unchecked(bytes) }),
        Some(error) => Err((bytes, error)),
    }
}
