//! The vocabulary of every level: operations on a block of 16, 32 or 64 bytes.

use core::mem::MaybeUninit;

use super::parts::Parts;
use super::swar::up_to_seven;

/// A piece of work that is to be compiled for one ISA: what [`Blocks::frame`] runs.
///
/// Implementations must mark `run` as `#[inline(always)]`, so that it ends up inside the
/// frame.
pub(crate) trait Kernel<S> {
    type Output;
    fn run(self, simd: S) -> Self::Output;
}

/// Operations on one block of bytes. A value of the type proves that the CPU has them.
///
/// `V` is a block. `M` answers yes or no for each byte of a block: a vector or a mask,
/// whichever the ISA compares into. Lane `i` is the byte at index `i` in memory.
///
/// The exact meaning of each operation is in `emulated`, where every one is a line of
/// plain Rust.
pub(crate) trait Blocks: Copy {
    type V: Copy;
    type M: Copy;
    /// Sixteen bytes laid out for the two lookups.
    type Table: Copy;

    /// The number of bytes in a block.
    const LANES: usize;

    /// Whether [`Blocks::load_prefix`] is one instruction.
    const MASKED: bool;

    /// The vocabulary of blocks of half as many bytes, if the ISA has one that serves short
    /// inputs better; else this one.
    type HalfWidth: Blocks;
    fn half_width(self) -> Self::HalfWidth;

    /// The vocabulary of parts that the ISA has, or that of an ISA that it includes.
    type Parts: Parts;
    fn parts(self) -> Self::Parts;

    /// Runs a kernel compiled for this ISA, from code that is not compiled for it.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;
    /// Runs a kernel in a function of its own that is compiled for this ISA.
    fn frame<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    fn splat(self, byte: u8) -> Self::V;
    /// Loads `bytes[at..at + LANES]`; panics where that is out of range.
    fn load(self, bytes: &[u8], at: usize) -> Self::V;
    /// Hints that `bytes[at]` is wanted soon. `at` may be out of range.
    #[inline(always)]
    fn prefetch(self, bytes: &[u8], at: usize) {
        let _ = (bytes, at);
    }
    /// Loads all of `bytes`, which are at most `LANES`, and zeros behind them.
    #[inline(always)]
    fn load_prefix(self, bytes: &[u8]) -> Self::V {
        self.load(&padded(bytes), 0)
    }

    /// Stores `v` into `dst[at..at + LANES]`; panics where that is out of range.
    fn store(self, v: Self::V, dst: &mut [MaybeUninit<u8>], at: usize);
    /// Stores the first `dst.len()` bytes of `v`, which are at most `LANES`. Nothing else is
    /// touched.
    #[inline(always)]
    fn store_prefix(self, v: Self::V, dst: &mut [MaybeUninit<u8>]) {
        let mut block = [MaybeUninit::uninit(); 64];
        self.store(v, &mut block, 0);
        dst.copy_from_slice(&block[..dst.len()]);
    }

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a + b` modulo 256.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// Moves every byte `BY` lanes up, and zeros into the lowest lanes. `BY` is 1, 2 or 3.
    fn shift_up<const BY: i32>(self, v: Self::V) -> Self::V;
    fn table(self, entries: [u8; 16]) -> Self::Table;
    /// Looks up the entry for the low four bits of each byte.
    fn lookup_low(self, table: Self::Table, v: Self::V) -> Self::V;
    /// Looks up the entry for the high four bits of each byte.
    fn lookup_high(self, table: Self::Table, v: Self::V) -> Self::V;

    /// A mask of the lanes whose top bit is set; bit `i` is lane `i`.
    fn high_bits(self, v: Self::V) -> u64;
    /// Whether any byte is 80..FF.
    fn any_high(self, v: Self::V) -> bool;
    /// Whether any byte is not zero.
    fn any_nonzero(self, v: Self::V) -> bool;

    fn eq(self, a: Self::V, b: Self::V) -> Self::M;
    /// Where `a <= b`, unsigned.
    fn at_most(self, a: Self::V, b: Self::V) -> Self::M;
    /// Where `a > b`, signed.
    fn greater_signed(self, a: Self::V, b: Self::V) -> Self::M;
    /// Where `a` says yes and `b` says no.
    fn but_not(self, a: Self::M, b: Self::M) -> Self::M;
    /// `m` as bits: bit `i` is lane `i`.
    fn bits(self, m: Self::M) -> u64;
    /// `v + 1` modulo 256 where `m` says yes, else `v`.
    fn increment(self, v: Self::V, m: Self::M) -> Self::V;
    /// The sum of all bytes.
    fn sum(self, v: Self::V) -> u64;
}

/// `bytes`, which are at most 16, and zeros behind them. The first byte is the lowest.
///
/// The bytes go through registers. A block that is loaded right after its parts were stored has
/// to wait until all of them have reached the cache.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "what has blocks of 16 bytes"))]
pub(super) fn prefix_of_16(bytes: &[u8]) -> [u8; 16] {
    let len = bytes.len();
    assert!(len <= 16, "more bytes than the block has");
    // The first eight bytes and the last eight overlap, and agree where they do.
    let (low, high) = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let beyond = 8 * (16 - len) as u32;
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last).checked_shr(beyond).unwrap_or(0))
    } else {
        (up_to_seven(bytes), 0)
    };
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// `bytes`, which are at most 64, and zeros behind them.
///
/// The copies are of fixed sizes, and the first and the last overlap. A copy of variable
/// length is a call, which costs a short input more than all else.
#[inline(always)]
fn padded(bytes: &[u8]) -> [u8; 64] {
    let mut block = [0; 64];
    let len = bytes.len();
    let to = &mut block[..len];
    let ends_are_copied = copy_ends::<32>(bytes, to)
        || copy_ends::<16>(bytes, to)
        || copy_ends::<8>(bytes, to)
        || copy_ends::<4>(bytes, to);
    if !ends_are_copied {
        to.copy_from_slice(bytes);
    }
    block
}

/// Copies the first and the last `N` of some bytes, if these are all of them, to as many others.
#[inline(always)]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [u8]) -> bool {
    if from.len() > 2 * N {
        return false;
    }
    let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
        return false;
    };
    let Some(start) = to.first_chunk_mut() else { return false };
    *start = *first;
    let Some(end) = to.last_chunk_mut() else { return false };
    *end = *last;
    true
}
