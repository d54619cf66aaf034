//! Memory that is written from its start on, and need not have been initialised.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use super::{Forms, Places};
#[cfg(feature = "alloc")]
use crate::convert::{Ran, To, Utf8};
use crate::scalar::form::Coded;
use crate::simd::blocks::Blocks;
#[cfg(feature = "alloc")]
use crate::simd::level::Features;
use crate::simd::overlapping::{Overlapping, between, copy_ends};
use crate::simd::parts::Parts;
use crate::simd::words::joined;

/// The code units that memory is seen as bytes of.
///
/// # Safety
///
/// The type has no padding, and every pattern of bits is a value of it.
pub unsafe trait Unit: Copy + 'static {
    /// With its bytes in the reverse order.
    #[must_use]
    fn swapped(self) -> Self;
}

macro_rules! units {
    ($($unit:ty),*) => {$(
        // SAFETY: an unsigned integer has no padding, and all patterns of bits.
        unsafe impl Unit for $unit {
            fn swapped(self) -> Self {
                self.swap_bytes()
            }
        }
    )*};
}

units!(u8, u16, u32);

/// The same memory, as bytes.
pub(crate) fn bytes_of<T: Unit>(units: &[T]) -> &[u8] {
    // SAFETY: a `Unit` has no padding, so these are as many initialised bytes; bytes need no alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Where a conversion writes. It never reads what is there, touches nothing outside, and what it has
/// written is initialised: `memory[..written]`, which only the methods here extend.
#[derive(Default)]
pub struct Output<'a> {
    memory: &'a mut [MaybeUninit<u8>],
    written: usize,
}

impl<'a> Output<'a> {
    /// Over memory that holds values.
    pub(crate) fn over<T: Unit>(units: &'a mut [T]) -> Self {
        let len = size_of_val(units);
        let start = units.as_mut_ptr().cast();
        // SAFETY: the same memory, borrowed for as long. Whatever is written to it are values of a
        // `Unit`, and no method here makes initialised memory uninitialised.
        let memory = unsafe { core::slice::from_raw_parts_mut(start, len) };
        Output { memory, written: 0 }
    }

    /// Over memory that may hold nothing yet.
    pub(crate) fn over_uninit<T: Unit>(units: &'a mut [MaybeUninit<T>]) -> Self {
        let len = size_of_val(units);
        let start = units.as_mut_ptr().cast();
        // SAFETY: the same memory, borrowed for as long.
        let memory = unsafe { core::slice::from_raw_parts_mut(start, len) };
        Output { memory, written: 0 }
    }

    /// Leaves an output without memory behind.
    ///
    /// Field by field: what has been lent to a function was stored so, and a load of two together would wait for
    /// both stores to reach the cache.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Self {
        let memory = core::mem::take(&mut self.memory);
        Output { memory, written: core::mem::take(&mut self.written) }
    }

    /// The memory, what is written and what is not.
    #[inline(always)]
    pub(crate) fn into_memory(self) -> &'a mut [MaybeUninit<u8>] {
        self.memory
    }

    /// How many bytes have been written.
    #[inline(always)]
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// How many bytes there is room for.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        self.hold();
        self.memory.len() - self.written
    }

    /// How many bytes ago what is written ended at a multiple of `step` in memory.
    #[inline(always)]
    pub(crate) fn behind_multiple_of(&self, step: usize) -> usize {
        self.memory.as_ptr().addr().wrapping_add(self.written) % step
    }

    /// Tells the compiler what it cannot know: so no method has to ask for what a kernel has asked for.
    #[inline(always)]
    fn hold(&self) {
        // SAFETY: each method writes to the memory, or checks that there is as much, what it counts as
        // written.
        unsafe { core::hint::assert_unchecked(self.written <= self.memory.len()) }
    }

    /// The memory behind what is written.
    #[inline(always)]
    fn rest(&mut self) -> &mut [MaybeUninit<u8>] {
        self.hold();
        &mut self.memory[self.written..]
    }

    /// Gives the last `len` bytes up: they will be written over.
    #[inline(always)]
    pub(crate) fn retract(&mut self, len: usize) {
        self.written = self.written.saturating_sub(len);
    }

    /// Writes the first `len` of `bytes`; panics where there is no room for them.
    #[inline(always)]
    pub(crate) fn push<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        let len = len.min(N);
        let rest = self.rest();
        // All of them in one store, where there is room: what is beyond `len` will be written over.
        if let Some(all) = rest.first_chunk_mut() {
            *all = bytes.map(MaybeUninit::new);
        } else {
            rest[..len].write_copy_of_slice(&bytes[..len]);
        }
        self.written += len;
    }

    /// Writes all of `bytes`, if there is room for them.
    #[inline(always)]
    pub(crate) fn push_all<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        let Some(to) = self.rest().first_chunk_mut() else { return false };
        *to = bytes.map(MaybeUninit::new);
        self.written += N;
        true
    }

    /// Writes `len` bytes of which these are the first and the last ones and all, if there is room for them. Where they overlap, they
    /// are the same.
    #[inline(always)]
    pub(crate) fn push_halves<const N: usize>(&mut self, halves: [[u8; N]; 2], len: usize) -> bool {
        // What is between them would count as written.
        if len > 2 * N {
            return false;
        }
        let Some(to) = self.rest().get_mut(..len) else { return false };
        let [first, last] = halves.map(|half| half.map(MaybeUninit::new));
        let Some(start) = to.first_chunk_mut() else { return false };
        *start = first;
        let Some(end) = to.last_chunk_mut() else { return false };
        *end = last;
        self.written += len;
        true
    }

    /// Writes one to three units, of which these are the first one, the one in the middle and the last one, if there is room for `len`.
    #[inline(always)]
    pub(crate) fn push_up_to_three(&mut self, units: [Coded; 3], len: usize) -> bool {
        match units[0].len() {
            1 => self.push_up_to_three_of(units.map(Coded::first_bytes::<1>), len),
            2 => self.push_up_to_three_of(units.map(Coded::first_bytes::<2>), len),
            4 => self.push_up_to_three_of(units.map(Coded::first_bytes::<4>), len),
            _ => false,
        }
    }

    #[inline(always)]
    fn push_up_to_three_of<const UNIT: usize>(
        &mut self,
        [first, middle, last]: [[u8; UNIT]; 3],
        len: usize,
    ) -> bool {
        // What is between them would count as written.
        if len == 0 || len > 3 {
            return false;
        }
        let Some(to) = self.rest().get_mut(..UNIT * len) else { return false };
        let (to, _) = to.as_chunks_mut::<UNIT>();
        to[0] = first.map(MaybeUninit::new);
        to[len / 2] = middle.map(MaybeUninit::new);
        to[len - 1] = last.map(MaybeUninit::new);
        self.written += UNIT * len;
        true
    }

    /// Writes a unit for each of `len` bytes, of which all are in `bytes`, if there is room for all of them. `form` makes the units of
    /// eight bytes and of eight more.
    ///
    /// Where parts overlap, some are written twice, and next to nothing depends on how many.
    #[inline(always)]
    pub(crate) fn push_overlapping<const N: usize, const HALF: usize>(
        &mut self,
        bytes: Overlapping<'_, N>,
        len: usize,
        form: impl Fn([u8; 16]) -> [[u8; HALF]; 2],
    ) -> bool {
        let unit = HALF / 8;
        // What is between the parts would count as written.
        if len < N || len > bytes.parts() * N {
            return false;
        }
        let Some(to) = self.rest().get_mut(..unit * len) else { return false };
        let is_written = match bytes {
            Overlapping::Two(both) if N <= 8 => {
                let [first, last] = form(joined(both));
                write_part(to, 0, &first[..unit * N])
                    && write_part(to, unit * (len - N), &last[..unit * N])
            }
            Overlapping::Two([first, last]) => {
                // Of more than 32 units of four bytes, blocks that are all among the first are not written again. Smaller units are as
                // soon written as that is asked.
                let again = if N > 16 && unit > 2 { 2 * N - len } else { 0 };
                // Not in a loop over both: that was not unrolled. And not in the same order for every `N`: ends that are the same the
                // compiler makes one, and what is shortest jumped there.
                if N > 16 {
                    push_blocks(&mut to[unit * (len - N)..], last, again, &form);
                    push_blocks(&mut to[..unit * N], first, 0, &form);
                } else {
                    push_blocks(&mut to[..unit * N], first, 0, &form);
                    push_blocks(&mut to[unit * (len - N)..], last, again, &form);
                }
                true
            }
            Overlapping::Four(_) => {
                let [low, high] = form(bytes.joined());
                let ((first, second), (third, last)) =
                    (low.split_at(unit * N), high.split_at(unit * N));
                let (end, between) = (unit * len, unit * between::<N>(len));
                write_part(to, 0, first)
                    && write_part(to, between, second)
                    && write_part_before(to, end - between, third)
                    && write_part_before(to, end, last)
            }
        };
        if is_written {
            self.written += unit * len;
        }
        is_written
    }

    /// Writes the first `len` of `bytes`, if there is room for all of them.
    #[inline(always)]
    pub(crate) fn push_start<const N: usize>(&mut self, bytes: [u8; N], len: usize) -> bool {
        let Some(to) = self.rest().first_chunk_mut() else { return false };
        *to = bytes.map(MaybeUninit::new);
        self.written += len.min(N);
        true
    }

    /// Writes the first `count` of four forms, if there is room for four bytes of each of all.
    #[inline(always)]
    pub(crate) fn push_forms(&mut self, forms: Forms, count: usize) -> bool {
        let Some(to) = self.rest().first_chunk_mut() else { return false };
        forms.write(to);
        self.written += forms.lens.of_first(count);
        true
    }

    /// Writes the first `count` of four forms in UTF-16, likewise.
    #[inline(always)]
    pub(crate) fn push_placed(&mut self, lanes: [u8; 16], places: Places, count: usize) -> bool {
        let Some(to) = self.rest().first_chunk_mut() else { return false };
        places.write(lanes, to);
        self.written += places.len_of_first(count);
        true
    }

    /// Writes all that are placed, likewise; behind each are zeros.
    #[inline(always)]
    pub(crate) fn push_joined(&mut self, lanes: [u8; 16], places: Places) -> bool {
        let Some(to) = self.rest().first_chunk_mut() else { return false };
        places.write_joined(lanes, to);
        self.written += places.len();
        true
    }

    /// Writes the first four and the last four forms of `count`, which is four to eight, likewise.
    #[inline(always)]
    pub(crate) fn push_four_and_four(&mut self, [first, last]: [Forms; 2], count: usize) -> bool {
        let Some(to) = self.rest().first_chunk_mut::<32>() else { return false };
        let Some(start) = to.first_chunk_mut() else { return false };
        first.write(start);
        // Those of the last four that are among the first four are written again.
        let behind = first.lens.of_first(count.saturating_sub(4));
        let Some(rest) = to[behind..].first_chunk_mut() else { return false };
        self.written += behind + last.write(rest);
        true
    }

    /// Writes what was written to another one, if there is room for it. In two parts of a fixed size, which overlap: a copy of any length is a
    /// call, which costs so little more than all else.
    #[inline(always)]
    pub(crate) fn push_written(&mut self, other: Output<'_>) -> bool {
        let Output { memory, written } = other;
        let from = &memory[..written];
        let Some(to) = self.rest().get_mut(..written) else { return false };
        let is_copied = copy_ends::<_, 128>(from, to)
            || copy_ends::<_, 64>(from, to)
            || copy_ends::<_, 32>(from, to)
            || copy_ends::<_, 16>(from, to)
            || copy_ends::<_, 8>(from, to)
            || copy_ends::<_, 4>(from, to)
            || copy_ends::<_, 2>(from, to);
        if !is_copied {
            to.copy_from_slice(from);
        }
        self.written += written;
        true
    }

    /// Writes all of `bytes`; panics where there is no room for them.
    #[inline(always)]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        self.rest()[..bytes.len()].write_copy_of_slice(bytes);
        self.written += bytes.len();
    }

    /// Writes the first `len` bytes of a block; panics where there is no room for a whole one.
    #[inline(always)]
    pub(crate) fn put<S: Blocks>(&mut self, simd: S, v: S::V, len: usize) {
        simd.store(v, self.rest(), 0);
        self.written += len.min(S::LANES);
    }

    /// Writes the first `len` bytes of two blocks in a row; panics where there is no room for two whole
    /// ones.
    #[inline(always)]
    pub(crate) fn put_two<S: Blocks>(&mut self, simd: S, [low, high]: [S::V; 2], len: usize) {
        let (start, _) = self.rest().split_at_mut(2 * S::LANES);
        simd.store(low, start, 0);
        simd.store(high, start, S::LANES);
        self.written += len.min(2 * S::LANES);
    }

    /// Writes the first so many bytes of each of two blocks in a row; panics where there is no room for two
    /// whole ones.
    #[inline(always)]
    pub(crate) fn put_first_of_two<S: Blocks>(
        &mut self,
        simd: S,
        [low, high]: [S::V; 2],
        lens: [usize; 2],
    ) {
        let (start, _) = self.rest().split_at_mut(2 * S::LANES);
        let behind = lens[0].min(S::LANES);
        simd.store(low, start, 0);
        simd.store(high, start, behind);
        self.written += behind + lens[1].min(S::LANES);
    }

    /// Writes the bytes that `keep` has a bit for, as [`Parts::squeeze8`] does; panics where there is no room
    /// for two blocks.
    #[inline(always)]
    pub(crate) fn put_squeezed8<S: Parts>(&mut self, simd: S, v: S::V, keep: u32) {
        simd.squeeze8(v, keep, self.rest());
        self.written += lanes_of::<S>(keep);
    }

    /// Writes the units that `keep` has a bit for, as [`Parts::squeeze16`] does; panics where there is no
    /// room for a unit a lane.
    #[inline(always)]
    pub(crate) fn put_squeezed16<S: Parts>(&mut self, simd: S, units: [S::V; 2], keep: u32) {
        simd.squeeze16(units, keep, self.rest());
        self.written += 2 * lanes_of::<S>(keep);
    }

    /// The same by [`Parts::squeeze16_to_32`].
    #[inline(always)]
    pub(crate) fn put_squeezed16_to_32<S: Parts>(&mut self, simd: S, units: [S::V; 2], keep: u32) {
        simd.squeeze16_to_32(units, keep, self.rest());
        self.written += 4 * lanes_of::<S>(keep);
    }

    /// The same by [`Parts::squeeze16_pairs`].
    #[inline(always)]
    pub(crate) fn put_squeezed16_pairs<S: Parts>(
        &mut self,
        simd: S,
        first: [S::V; 2],
        second: [S::V; 2],
        keep: u32,
    ) {
        simd.squeeze16_pairs(first, second, keep, self.rest());
        self.written += 4 * lanes_of::<S>(keep);
    }

    /// Writes one or two bytes of each unit, as [`Parts::squeeze_to_two`] does; panics where there is no room
    /// for two of each.
    #[inline(always)]
    pub(crate) fn put_squeezed_to_two<S: Parts>(&mut self, simd: S, units: [S::V; 2], both: u32) {
        simd.squeeze_to_two(units, both, self.rest());
        self.written += S::LANES + lanes_of::<S>(both);
    }

    /// Writes up to three bytes of each value, as [`Parts::squeeze_to_three`] does; panics where there is no
    /// room for four of each.
    #[inline(always)]
    pub(crate) fn put_squeezed_to_three<S: Parts>(
        &mut self,
        simd: S,
        values: [S::V; 2],
        drop: u32,
    ) {
        simd.squeeze_to_three(values, drop, self.rest());
        self.written += 3 * (S::LANES / 2) - lanes_of::<S>(drop);
    }

    /// Writes up to four bytes of each value, as [`Parts::squeeze_to_four`] does; panics where there is no
    /// room for four of each.
    #[inline(always)]
    pub(crate) fn put_squeezed_to_four<S: Parts>(
        &mut self,
        simd: S,
        values: S::V,
        one: u32,
        two: u32,
    ) {
        simd.squeeze_to_four(values, one, two, self.rest());
        let lanes = u32::MAX >> (32 - S::LANES / 4);
        self.written += S::LANES / 4
            + (one & lanes).count_ones() as usize
            + 2 * (two & lanes).count_ones() as usize;
    }

    /// Writes blocks; panics where there is no room for all of them.
    #[inline(always)]
    pub(crate) fn put_all<S: Blocks, const N: usize>(&mut self, simd: S, blocks: [S::V; N]) {
        let (start, _) = self.rest().split_at_mut(N * S::LANES);
        let mut block = 0;
        while block < N {
            simd.store(blocks[block], start, block * S::LANES);
            block += 1;
        }
        self.written += N * S::LANES;
    }

    /// Writes the first `len` of `N` bytes, which are whole blocks; panics where there are fewer, or no room for all.
    #[inline(always)]
    pub(crate) fn put_start<S: Blocks, const N: usize>(
        &mut self,
        simd: S,
        bytes: &[u8],
        len: usize,
    ) {
        let bytes = &bytes[..N];
        let (start, _) = self.rest().split_at_mut(N);
        let mut at = 0;
        while at < N {
            simd.store(simd.load(bytes, at), start, at);
            at += S::LANES;
        }
        self.written += len.min(N);
    }

    /// As [`Output::put`], where there is room for `len` bytes and perhaps not for more.
    #[inline(always)]
    pub(crate) fn put_prefix<S: Blocks>(&mut self, simd: S, v: S::V, len: usize) {
        simd.store_prefix(v, &mut self.rest()[..len.min(S::LANES)]);
        self.written += len.min(S::LANES);
    }
}

/// Writes `part` to `at`, if it is all within `to`.
#[inline(always)]
fn write_part(to: &mut [MaybeUninit<u8>], at: usize, part: &[u8]) -> bool {
    let Some(to) = to.get_mut(at..).and_then(|to| to.get_mut(..part.len())) else { return false };
    to.write_copy_of_slice(part);
    true
}

/// Writes `part` so that it ends at `end`, likewise.
#[inline(always)]
fn write_part_before(to: &mut [MaybeUninit<u8>], end: usize, part: &[u8]) -> bool {
    end.checked_sub(part.len()).is_some_and(|at| write_part(to, at, part))
}

/// Writes a unit for each of `bytes`, but for those blocks that are among the first `but`.
#[inline(always)]
fn push_blocks<const N: usize, const HALF: usize>(
    to: &mut [MaybeUninit<u8>],
    bytes: &[u8; N],
    but: usize,
    form: impl Fn([u8; 16]) -> [[u8; HALF]; 2],
) {
    let blocks = bytes.as_chunks().0.iter().zip(to.chunks_exact_mut(2 * HALF));
    for (index, (block, to)) in blocks.enumerate() {
        if 16 * (index + 1) <= but {
            continue;
        }
        let [low, high] = form(*block);
        to[..HALF].write_copy_of_slice(&low);
        to[HALF..].write_copy_of_slice(&high);
    }
}

/// How many lanes of a block `keep` has a bit for.
#[inline(always)]
fn lanes_of<S: Parts>(keep: u32) -> usize {
    (keep & u32::MAX >> (32 - S::LANES)).count_ones() as usize
}

/// Lets `fill` write behind what `vec` holds, with room for at least `more` units. What it writes
/// becomes part of `vec`, whole units of it.
#[cfg(feature = "alloc")]
pub(crate) fn append<T: Unit, R>(
    vec: &mut alloc::vec::Vec<T>,
    more: usize,
    fill: impl FnOnce(&mut Output<'_>) -> R,
) -> R {
    vec.reserve(more);
    let len = vec.len();
    let mut output = Output::over_uninit(vec.spare_capacity_mut());
    let start = output.memory.as_ptr();
    let result = fill(&mut output);
    // What counts as written elsewhere is not initialised here.
    assert!(
        output.memory.as_ptr() == start,
        "another output in the place of the one that was lent"
    );
    let len = len + output.written / size_of::<T>();
    // SAFETY: `output` was made over the memory behind the vector's values, and what it counts as
    // written it has initialised, within that memory.
    unsafe { vec.set_len(len) };
    result
}

/// Converts `src` to UTF-8 behind what `string` holds, with room for at least `more` bytes: strictly, or
/// with U+FFFD for each error.
#[cfg(feature = "alloc")]
pub(crate) fn append_utf8<S: To<Utf8>>(
    string: &mut alloc::string::String,
    more: usize,
    features: Features,
    src: &[u8],
    is_lossy: bool,
) -> Ran {
    // SAFETY: what is appended is well-formed: a conversion to UTF-8 writes the forms of scalar values,
    // whole ones, and U+FFFD. That kernels and codecs do so is theirs to keep, as it is validation's to
    // reject what is not well-formed; the tests hold both against the reference.
    let bytes = unsafe { string.as_mut_vec() };
    append(bytes, more, |out| S::run_any(features, src, out, is_lossy))
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    #[test]
    #[should_panic = "another output"]
    fn what_is_written_elsewhere_is_not_appended() {
        append(&mut Vec::<u8>::new(), 8, |out| {
            *out = Output::over(Box::leak(Box::new([0_u8; 8])));
            out.extend(b"abcdefgh");
        });
    }
}
