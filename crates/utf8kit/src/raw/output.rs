//! Memory that is written from its start on, and need not have been initialised.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

use crate::scalar::short;
use crate::simd::blocks::Blocks;
use crate::simd::parts::Parts;

/// The code units that memory is seen as bytes of.
///
/// # Safety
///
/// The type has no padding, and every pattern of bits is a value of it.
pub unsafe trait Unit: Copy + 'static {
    /// With its bytes in the reverse order.
    #[must_use]
    fn swapped(self) -> Self;

    /// The little-endian unit with this value.
    #[must_use]
    fn little_endian(value: u8) -> Self;
}

macro_rules! units {
    ($($unit:ty),*) => {$(
        // SAFETY: an unsigned integer has no padding, and all patterns of bits.
        unsafe impl Unit for $unit {
            fn swapped(self) -> Self {
                self.swap_bytes()
            }

            #[inline(always)]
            fn little_endian(value: u8) -> Self {
                <$unit>::from(value).to_le()
            }
        }
    )*};
}

units!(u8, u16, u32);

/// The memory of code units, as bytes.
pub(crate) fn bytes_of<T: Unit>(units: &[T]) -> &[u8] {
    // SAFETY: a `Unit` has no padding, so these are as many initialised bytes; bytes need no
    // alignment.
    unsafe { core::slice::from_raw_parts(units.as_ptr().cast(), size_of_val(units)) }
}

/// Where a conversion writes. It never reads what is there, touches nothing outside, and what it
/// has written is initialised: `memory[..written]`, which only the methods here extend.
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

    /// Leaves an output without memory behind. A kernel keeps it in a variable of its own, which
    /// can stay in registers.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Self {
        core::mem::take(self)
    }

    /// Lets `write` write to the start of the memory that is left. What it gives, which is the
    /// start of that memory, counts as written. Says whether it gave anything.
    #[inline(always)]
    pub(crate) fn fill(
        &mut self,
        write: impl for<'m> FnOnce(&'m mut [MaybeUninit<u8>]) -> &'m [u8],
    ) -> bool {
        let rest = self.rest();
        let (start, room) = (rest.as_ptr().addr(), rest.len());
        // Initialised bytes in this very place are the proof that they are written.
        let written = write(rest);
        let is_here = written.as_ptr().addr() == start && written.len() <= room;
        let len = if is_here { written.len() } else { 0 };
        self.written += len;
        len > 0
    }

    /// What is written, for as long as the memory is lent.
    #[inline(always)]
    pub(crate) fn into_bytes(self) -> &'a [u8] {
        let written = self.memory.get(..self.written).unwrap_or_default();
        // SAFETY: what counts as written is initialised.
        unsafe { as_init(written) }
    }

    /// The memory, what is written and what is not.
    #[inline(always)]
    pub(crate) fn into_memory(self) -> &'a mut [MaybeUninit<u8>] {
        self.memory
    }

    /// Where the memory is.
    #[cfg(feature = "alloc")]
    pub(super) fn start(&self) -> *const MaybeUninit<u8> {
        self.memory.as_ptr()
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

    /// Tells the compiler what it cannot know: so no method has to ask for what a kernel has asked
    /// for.
    #[inline(always)]
    fn hold(&self) {
        // SAFETY: each method writes to the memory, or checks that there is as much, what it counts
        // as written.
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

    /// Writes all of `bytes`, if there is room for them.
    #[inline(always)]
    pub(crate) fn push<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        let Some(to) = self.rest().first_chunk_mut() else { return false };
        *to = bytes.map(MaybeUninit::new);
        self.written += N;
        true
    }

    /// Writes the first `len` of `bytes`; panics where there is no room for them.
    #[inline(always)]
    pub(crate) fn push_start<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        let len = len.min(N);
        let rest = self.rest();
        // All of them in one store, where there is room: what is beyond `len` will be written over.
        if let Some(all) = rest.first_chunk_mut() {
            *all = bytes.map(MaybeUninit::new);
        } else {
            rest[..len].copy_from_slice(as_uninit(&bytes[..len]));
        }
        self.written += len;
    }

    /// Writes `len` bytes of which these are the [parts](short::parts), each as a code unit, if
    /// there is room for them.
    #[inline(always)]
    pub(crate) fn push_parts<U: Unit, const N: usize>(
        &mut self,
        parts: [&[u8; N]; 4],
        len: usize,
    ) -> bool {
        // Of more than the parts cover, what is between them would count as written.
        if len < N || len > 4 * N {
            return false;
        }
        let Some(to) = self.rest().get_mut(..len * size_of::<U>()) else { return false };
        for (part, start) in parts.into_iter().zip(short::starts::<N>(len)) {
            // A loop, which the compiler makes vectors of. Of `map` it does not.
            let mut units = [U::little_endian(0); N];
            for (unit, byte) in units.iter_mut().zip(part) {
                *unit = U::little_endian(*byte);
            }
            let at = start * size_of::<U>();
            to[at..at + size_of_val(&units)].copy_from_slice(as_uninit(bytes_of(&units)));
        }
        self.written += len * size_of::<U>();
        true
    }

    /// Writes what was written to another output, if there is room for it.
    #[inline(always)]
    pub(crate) fn push_written(&mut self, other: Output<'_>) -> bool {
        let from = &other.memory[..other.written];
        let Some(to) = self.rest().get_mut(..from.len()) else { return false };
        to.copy_from_slice(from);
        self.written += other.written;
        true
    }

    /// What is written.
    #[inline(always)]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        let written = self.memory.get(..self.written).unwrap_or_default();
        // SAFETY: what counts as written is initialised.
        unsafe { as_init(written) }
    }

    /// Writes `bytes` with the bytes of each code unit of `unit` bytes reversed; panics where there
    /// is no room. Part of a unit at the end is written as it is.
    pub(crate) fn extend_swapped(&mut self, bytes: &[u8], unit: usize) {
        let to = &mut self.rest()[..bytes.len()];
        match unit {
            2 => {
                let (units, part) = bytes.as_chunks();
                let (to, to_part) = to.as_chunks_mut();
                for (to, unit) in to.iter_mut().zip(units) {
                    let swapped = u16::from_ne_bytes(*unit).swap_bytes().to_ne_bytes();
                    *to = swapped.map(MaybeUninit::new);
                }
                to_part.copy_from_slice(as_uninit(part));
            }
            _ => {
                let (units, part) = bytes.as_chunks();
                let (to, to_part) = to.as_chunks_mut();
                for (to, unit) in to.iter_mut().zip(units) {
                    let swapped = u32::from_ne_bytes(*unit).swap_bytes().to_ne_bytes();
                    *to = swapped.map(MaybeUninit::new);
                }
                to_part.copy_from_slice(as_uninit(part));
            }
        }
        self.written += bytes.len();
    }

    /// Reverses the bytes of each code unit of `unit` bytes that was written behind the first
    /// `from` bytes.
    pub(crate) fn swap_units(&mut self, from: usize, unit: usize) {
        let behind = self.memory.get_mut(from..self.written).unwrap_or_default();
        // SAFETY: what counts as written is initialised, and stays so.
        let behind = unsafe { as_init_mut(behind) };
        if unit == 2 {
            for bytes in behind.as_chunks_mut().0 {
                *bytes = u16::from_ne_bytes(*bytes).swap_bytes().to_ne_bytes();
            }
        } else {
            for bytes in behind.as_chunks_mut().0 {
                *bytes = u32::from_ne_bytes(*bytes).swap_bytes().to_ne_bytes();
            }
        }
    }

    /// Writes all of `bytes`; panics where there is no room for them.
    #[inline(always)]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        self.rest()[..bytes.len()].copy_from_slice(as_uninit(bytes));
        self.written += bytes.len();
    }

    /// Writes the first `len` bytes of a block; panics where there is no room for a whole one.
    #[inline(always)]
    pub(crate) fn put<S: Blocks>(&mut self, simd: S, v: S::V, len: usize) {
        simd.store(v, self.rest(), 0);
        self.written += len.min(S::LANES);
    }

    /// Writes the first `len` bytes of two blocks in a row; panics where there is no room for two
    /// whole ones.
    #[inline(always)]
    pub(crate) fn put_two<S: Blocks>(&mut self, simd: S, [low, high]: [S::V; 2], len: usize) {
        let (start, _) = self.rest().split_at_mut(2 * S::LANES);
        simd.store(low, start, 0);
        simd.store(high, start, S::LANES);
        self.written += len.min(2 * S::LANES);
    }

    /// Writes the first so many bytes of each of two blocks in a row; panics where there is no room
    /// for two whole ones.
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

    /// Writes the bytes that `keep` has a bit for, as [`Parts::compress_store8`] does; panics where
    /// there is no room for two blocks.
    #[inline(always)]
    pub(crate) fn put_compressed8<S: Parts>(&mut self, simd: S, v: S::V, keep: u32) {
        simd.compress_store8(v, keep, self.rest());
        self.written += lanes_of::<S>(keep);
    }

    /// Writes the units that `keep` has a bit for, as [`Parts::compress_store16`] does; panics
    /// where there is no room for a unit a lane.
    #[inline(always)]
    pub(crate) fn put_compressed16<S: Parts>(&mut self, simd: S, units: [S::V; 2], keep: u32) {
        simd.compress_store16(units, keep, self.rest());
        self.written += 2 * lanes_of::<S>(keep);
    }

    /// Writes the units that `keep` has a bit for, as [`Parts::compress_store16_to_32`] does.
    #[inline(always)]
    pub(crate) fn put_compressed16_to_32<S: Parts>(
        &mut self,
        simd: S,
        units: [S::V; 2],
        keep: u32,
    ) {
        simd.compress_store16_to_32(units, keep, self.rest());
        self.written += 4 * lanes_of::<S>(keep);
    }

    /// Writes the units that `keep` has a bit for, as [`Parts::compress_store16_both`] does.
    #[inline(always)]
    pub(crate) fn put_compressed16_both<S: Parts>(
        &mut self,
        simd: S,
        first: [S::V; 2],
        second: [S::V; 2],
        keep: u32,
    ) {
        simd.compress_store16_both(first, second, keep, self.rest());
        self.written += 4 * lanes_of::<S>(keep);
    }

    /// Writes one or two bytes of each unit, as [`Parts::compress_store_two_byte`] does; panics
    /// where there is no room for two of each.
    #[inline(always)]
    pub(crate) fn put_compressed_two_byte<S: Parts>(
        &mut self,
        simd: S,
        units: [S::V; 2],
        both: u32,
    ) {
        simd.compress_store_two_byte(units, both, self.rest());
        self.written += S::LANES + lanes_of::<S>(both);
    }

    /// Writes up to three bytes of each value, as [`Parts::compress_store_three_byte`] does; panics
    /// where there is no room for four of each.
    #[inline(always)]
    pub(crate) fn put_compressed_three_byte<S: Parts>(
        &mut self,
        simd: S,
        values: [S::V; 2],
        drop: u32,
    ) {
        simd.compress_store_three_byte(values, drop, self.rest());
        self.written += 3 * (S::LANES / 2) - lanes_of::<S>(drop);
    }

    /// Writes up to four bytes of each value, as [`Parts::compress_store_four_byte`] does; panics
    /// where there is no room for four of each.
    #[inline(always)]
    pub(crate) fn put_compressed_four_byte<S: Parts>(
        &mut self,
        simd: S,
        values: S::V,
        one: u32,
        two: u32,
    ) {
        simd.compress_store_four_byte(values, one, two, self.rest());
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

    /// Writes the first `len` bytes of a block, where there is room for `len` bytes and perhaps not
    /// for more.
    #[inline(always)]
    pub(crate) fn put_prefix<S: Blocks>(&mut self, simd: S, v: S::V, len: usize) {
        simd.store_prefix(v, &mut self.rest()[..len.min(S::LANES)]);
        self.written += len.min(S::LANES);
    }
}

/// How many lanes of a block `keep` has a bit for.
#[inline(always)]
fn lanes_of<S: Parts>(keep: u32) -> usize {
    (keep & u32::MAX >> (32 - S::LANES)).count_ones() as usize
}

/// Bytes as memory that may be initialised.
#[inline(always)]
fn as_uninit(bytes: &[u8]) -> &[MaybeUninit<u8>] {
    // SAFETY: the layout is that of bytes, and nothing is written through a shared reference.
    unsafe { &*(core::ptr::from_ref(bytes) as *const [MaybeUninit<u8>]) }
}

/// Memory as bytes.
///
/// # Safety
///
/// All of it must be initialised.
#[inline(always)]
unsafe fn as_init(memory: &[MaybeUninit<u8>]) -> &[u8] {
    // SAFETY: the layout is that of bytes, and the caller promises that they are initialised.
    unsafe { &*(core::ptr::from_ref(memory) as *const [u8]) }
}

/// Memory as bytes that may be changed.
///
/// # Safety
///
/// All of it must be initialised.
#[inline(always)]
unsafe fn as_init_mut(memory: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    // SAFETY: the layout is that of bytes, and the caller promises that they are initialised.
    // Whoever has the result can write nothing but bytes.
    unsafe { &mut *(core::ptr::from_mut(memory) as *mut [u8]) }
}
