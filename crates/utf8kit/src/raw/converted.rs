//! Text that a conversion wrote, in memory of its own.
#![allow(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Output, Unit};
use crate::scalar::Utf8;

/// Code units of the encoding `T` that conversions to `T` wrote.
pub struct Converted<U, T> {
    units: Vec<U>,
    encoding: PhantomData<T>,
}

impl<U, T> Default for Converted<U, T> {
    fn default() -> Self {
        Converted { units: Vec::new(), encoding: PhantomData }
    }
}

impl From<String> for Converted<u8, Utf8> {
    fn from(text: String) -> Self {
        Converted { units: text.into_bytes(), encoding: PhantomData }
    }
}

impl<U: Unit, T> Converted<U, T> {
    /// Lets `convert`, which must be a conversion to `T`, write behind what is there, with room for
    /// at least `more` units.
    pub(crate) fn append<R>(
        &mut self,
        more: usize,
        convert: impl FnOnce(&mut Output<'_>) -> R,
    ) -> R {
        append(&mut self.units, more, convert)
    }

    /// The code units.
    pub(crate) fn into_units(self) -> Vec<U> {
        self.units
    }
}

impl Converted<u8, Utf8> {
    /// The text.
    pub(crate) fn into_string(self) -> String {
        debug_assert!(core::str::from_utf8(&self.units).is_ok(), "conversions write UTF-8");
        // SAFETY: conversions to UTF-8 wrote all of it, and what they write is well-formed: the
        // forms of scalar values, whole ones, and U+FFFD. That kernels and codecs do so is theirs
        // to keep, as it is validation's to reject what is not well-formed. The tests hold both
        // against the reference.
        unsafe { String::from_utf8_unchecked(self.units) }
    }
}

/// Lets `fill` write behind what `vec` holds, with room for at least `more` units. What it writes
/// becomes part of `vec`, whole units of it.
pub(crate) fn append<U: Unit, R>(
    vec: &mut Vec<U>,
    more: usize,
    fill: impl FnOnce(&mut Output<'_>) -> R,
) -> R {
    vec.reserve(more);
    let len = vec.len();
    let mut output = Output::over_uninit(vec.spare_capacity_mut());
    let start = output.start();
    let result = fill(&mut output);
    // What counts as written elsewhere is not initialised here.
    assert!(output.start() == start, "another output in the place of the one that was lent");
    let len = len + output.written() / size_of::<U>();
    // SAFETY: `output` was made over the memory behind the vector's values, and what it counts as
    // written it has initialised, within that memory.
    unsafe { vec.set_len(len) };
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;

    #[test]
    #[should_panic = "another output"]
    fn what_is_written_elsewhere_is_not_appended() {
        append(&mut Vec::<u8>::new(), 8, |out| {
            *out = Output::over(Box::leak(Box::new([0_u8; 8])));
            out.extend(b"abcdefgh");
        });
    }
}
