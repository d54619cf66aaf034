//! The vocabulary of every level: a block of 16, 32 or 64 bytes.

use core::mem::MaybeUninit;

use super::overlapping::copy_ends;
use super::parts::Parts;
use super::words::up_to_seven;

/// A piece of work that wants to be compiled for one ISA: what [`Blocks::frame`] runs.
///
/// Implementations mark `run` as `#[inline(always)]`: it must end up inside the frame.
pub(crate) trait Kernel<S> {
    type Output;
    fn run(self, simd: S) -> Self::Output;
}

/// A [`Kernel`] with an argument. Each of the two is given to the frame in registers if it has no more than two words:
/// a value of more would go by way of memory, and be waited for there.
pub(crate) trait KernelWith<S, A> {
    type Output;
    /// `#[inline(always)]`, likewise.
    fn run(self, simd: S, argument: A) -> Self::Output;
}

/// Operations on one block of bytes. A value of the type proves that the CPU has them.
///
/// `V` is a block. `M` answers yes or no for each byte of one: a vector or a mask, whichever the
/// ISA compares into. Lane `i` is the byte at index `i` in memory.
///
/// The reasons for each operation, and its exact meaning, are in `emulated.rs`, where every one is
/// a line of plain Rust.
pub(crate) trait Blocks: Copy {
    type V: Copy;
    type M: Copy;
    /// Sixteen bytes laid out for the two lookups.
    type Table: Copy;

    /// Bytes in a block.
    const LANES: usize;

    /// Whether [`Blocks::load_prefix`] is one instruction.
    const MASKED: bool;

    /// The vocabulary of half as many bytes, where a short input is better off with it.
    type Narrow: Blocks;
    fn narrow(self) -> Self::Narrow;

    /// The vocabulary of parts that the ISA has, or one that it includes.
    type Parts: Parts;
    fn parts(self) -> Self::Parts;

    /// Runs a kernel compiled for this ISA, from code that is not.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;
    /// The same, with an argument.
    fn enter_with<A, K: KernelWith<Self, A>>(self, kernel: K, argument: A) -> K::Output;
    /// Runs a kernel in a function of its own that is compiled for this ISA.
    fn frame<K: Kernel<Self>>(self, kernel: K) -> K::Output;
    /// The same, with an argument.
    fn frame_with<A, K: KernelWith<Self, A>>(self, kernel: K, argument: A) -> K::Output;

    fn splat(self, byte: u8) -> Self::V;
    /// `bytes[at..at + LANES]`; panics where that is out of range.
    fn load(self, bytes: &[u8], at: usize) -> Self::V;
    /// A hint that `bytes[at]` is wanted soon. It may be out of range.
    #[inline(always)]
    fn prefetch(self, bytes: &[u8], at: usize) {
        let _ = (bytes, at);
    }
    /// All of `bytes`, at most `LANES`, then zeros.
    #[inline(always)]
    fn load_prefix(self, bytes: &[u8]) -> Self::V {
        self.load(&padded(bytes), 0)
    }

    /// Into `dst[at..at + LANES]`; panics where that is out of range.
    fn store(self, v: Self::V, dst: &mut [MaybeUninit<u8>], at: usize);
    /// The first `dst.len()` bytes, at most `LANES`. Nothing else is touched.
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
    /// Modulo 256.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// Every byte `BY` lanes up, zeros into the lowest; `BY` is 1, 2 or 3.
    fn shift_up<const BY: i32>(self, v: Self::V) -> Self::V;
    /// The same, but into the lowest come the last of these four bytes, the last of which is the highest.
    fn shift_in<const BY: i32>(self, v: Self::V, before: u32) -> Self::V;

    fn table(self, entries: [u8; 16]) -> Self::Table;
    /// The entry for the low four bits of each byte.
    fn lookup_low(self, table: Self::Table, v: Self::V) -> Self::V;
    /// The entry for the high four bits of each byte.
    fn lookup_high(self, table: Self::Table, v: Self::V) -> Self::V;

    /// Bit `i` for lane `i`, where its top bit is set.
    fn high_bits(self, v: Self::V) -> u64;
    /// Whether any byte is 80..FF.
    fn any_high(self, v: Self::V) -> bool;
    /// Whether any byte is not zero.
    fn any_nonzero(self, v: Self::V) -> bool;

    fn eq(self, a: Self::V, b: Self::V) -> Self::M;
    /// `a <= b`, unsigned.
    fn at_most(self, a: Self::V, b: Self::V) -> Self::M;
    /// `a > b`, signed.
    fn greater_signed(self, a: Self::V, b: Self::V) -> Self::M;
    /// Where `a` says yes, and `b` does not.
    fn but_not(self, a: Self::M, b: Self::M) -> Self::M;
    /// Bit `i` for lane `i`.
    fn bits(self, m: Self::M) -> u64;
    /// `v + 1` modulo 256 where `m`, else `v`.
    fn increment(self, v: Self::V, m: Self::M) -> Self::V;
    /// The sum of all bytes.
    fn sum(self, v: Self::V) -> u64;
}

/// `bytes`, at most 16, then zeros; the first byte is the lowest.
///
/// Through registers: a block that is loaded right after its parts were stored has to wait until all
/// of them have reached the cache.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "what has blocks of 16 bytes"))]
pub(super) fn prefix_of_16(bytes: &[u8]) -> [u8; 16] {
    let len = bytes.len();
    assert!(len <= 16, "more bytes than the block has");
    // The first and the last bytes overlap, and agree where they do.
    let (low, high) = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let beyond = 8 * (16 - len) as u32;
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last).checked_shr(beyond).unwrap_or(0))
    } else {
        (up_to_seven(bytes), 0)
    };
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

/// `bytes`, at most 64, then zeros.
///
/// Copies of a fixed size, the first and the last of which overlap: a copy of variable length is
/// a call, which costs a short input more than all else.
#[inline(always)]
fn padded(bytes: &[u8]) -> [u8; 64] {
    let mut block = [0; 64];
    let len = bytes.len();
    let to = &mut block[..len];
    let ends_are_copied = copy_ends::<_, 32>(bytes, to)
        || copy_ends::<_, 16>(bytes, to)
        || copy_ends::<_, 8>(bytes, to)
        || copy_ends::<_, 4>(bytes, to);
    if !ends_are_copied {
        to.copy_from_slice(bytes);
    }
    block
}
