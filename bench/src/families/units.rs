//! Functions for slices of code units of any size, which inputs as bytes are made into before the
//! clock runs: a cast that may fail costs what some short strings do.

use bytemuck::{Pod, cast_slice, cast_slice_mut};

use crate::clock::Clock;

/// A function of code units, whatever size these are.
pub(crate) trait OnUnits: Sync {
    /// How many bytes it wrote, or what it said, for all strings in sum; and the nanoseconds of all passes.
    fn sample(&self, strings: &[&[u8]], dst: &mut [u8], clock: Clock) -> (usize, u128);

    /// What it writes for a string, as bytes; `None` if it writes nothing.
    fn output<'a>(&self, string: &[u8], dst: &'a mut [u8]) -> Option<&'a [u8]>;
}

/// Returns how many units it wrote.
pub(crate) struct Writes<S, T>(pub(crate) fn(&[S], &mut [T]) -> usize);

/// Returns what there is to say of a string.
pub(crate) struct Tells<S>(pub(crate) fn(&[S]) -> usize);

impl<S: Pod, T: Pod> OnUnits for Writes<S, T> {
    fn sample(&self, strings: &[&[u8]], dst: &mut [u8], clock: Clock) -> (usize, u128) {
        let strings: Vec<&[S]> = strings.iter().copied().map(cast_slice).collect();
        let dst: &mut [T] = cast_slice_mut(dst);
        let (written, nanoseconds) =
            clock.time(|| strings.iter().map(|string| self.0(string, dst)).sum());
        (written * size_of::<T>(), nanoseconds)
    }

    fn output<'a>(&self, string: &[u8], dst: &'a mut [u8]) -> Option<&'a [u8]> {
        let written = self.0(cast_slice(string), cast_slice_mut(dst));
        Some(&dst[..written * size_of::<T>()])
    }
}

impl<S: Pod> OnUnits for Tells<S> {
    fn sample(&self, strings: &[&[u8]], _: &mut [u8], clock: Clock) -> (usize, u128) {
        let strings: Vec<&[S]> = strings.iter().copied().map(cast_slice).collect();
        clock.time(|| strings.iter().map(|string| self.0(string)).sum())
    }

    fn output<'a>(&self, _: &[u8], _: &'a mut [u8]) -> Option<&'a [u8]> {
        None
    }
}
