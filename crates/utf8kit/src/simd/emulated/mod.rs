//! All vocabularies in plain Rust: this is what each operation means. It is also a level for
//! tests, which runs the shapes of the widest ISA on any machine.

mod lanes;
mod parts;

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::blocks::{Blocks, Kernel};

/// The vocabularies in plain Rust, with `N` bytes to a block. Every machine has it.
#[derive(Clone, Copy)]
pub(crate) struct Emulated<const N: usize>;

impl<const N: usize> Blocks for Emulated<N> {
    type V = [u8; N];
    type M = u64;
    type Table = [u8; 16];

    const LANES: usize = N;
    const MASKED: bool = N == 64;

    type HalfWidth = Self;
    fn half_width(self) -> Self {
        self
    }

    type Parts = Emulated<32>;
    fn parts(self) -> Emulated<32> {
        Emulated
    }

    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
    fn frame<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
    fn splat(self, byte: u8) -> Self::V {
        [byte; N]
    }
    fn load(self, bytes: &[u8], at: usize) -> Self::V {
        let block = &bytes[at..at + N];
        from_fn(|lane| block[lane])
    }
    fn store(self, v: Self::V, dst: &mut [MaybeUninit<u8>], at: usize) {
        dst[at..at + N].copy_from_slice(&v.map(MaybeUninit::new));
    }

    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, |a, b| a & b)
    }
    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, |a, b| a | b)
    }
    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, |a, b| a ^ b)
    }
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, |a, b| a & !b)
    }
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, u8::wrapping_add)
    }
    fn saturating_sub(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, u8::saturating_sub)
    }
    fn min(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, u8::min)
    }
    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, u8::max)
    }
    fn shift_up<const BY: i32>(self, v: Self::V) -> Self::V {
        const { assert!(matches!(BY, 1..=3)) };
        from_fn(|lane| lane.checked_sub(BY as usize).map_or(0, |from| v[from]))
    }
    fn table(self, entries: [u8; 16]) -> Self::Table {
        entries
    }
    fn lookup_low(self, table: Self::Table, v: Self::V) -> Self::V {
        v.map(|byte| table[usize::from(byte & 0x0F)])
    }
    fn lookup_high(self, table: Self::Table, v: Self::V) -> Self::V {
        v.map(|byte| table[usize::from(byte >> 4)])
    }

    fn high_bits(self, v: Self::V) -> u64 {
        mask(&v, |&byte| byte >= 0x80)
    }
    fn any_high(self, v: Self::V) -> bool {
        v.iter().any(|&byte| byte >= 0x80)
    }
    fn any_nonzero(self, v: Self::V) -> bool {
        v != [0; N]
    }

    fn eq(self, a: Self::V, b: Self::V) -> u64 {
        mask2(&a, &b, |a, b| a == b)
    }
    fn at_most(self, a: Self::V, b: Self::V) -> u64 {
        mask2(&a, &b, |a, b| a <= b)
    }
    fn greater_signed(self, a: Self::V, b: Self::V) -> u64 {
        mask2(&a, &b, |a, b| a.cast_signed() > b.cast_signed())
    }
    fn but_not(self, a: u64, b: u64) -> u64 {
        a & !b
    }
    fn bits(self, m: u64) -> u64 {
        m
    }
    fn increment(self, v: Self::V, m: u64) -> Self::V {
        from_fn(|lane| if bit(m, lane) { v[lane].wrapping_add(1) } else { v[lane] })
    }
    fn sum(self, v: Self::V) -> u64 {
        v.iter().map(|&byte| u64::from(byte)).sum()
    }
}

/// Elements of `SIZE` bytes from byte `from` of each part of `a` and `b`, in turn.
fn unpack<const SIZE: usize, const N: usize>(a: [u8; N], b: [u8; N], from: usize) -> [u8; N] {
    from_fn(|lane| {
        let element = lane % 16 / SIZE;
        let source = lane / 16 * 16 + from + element / 2 * SIZE + lane % SIZE;
        if element.is_multiple_of(2) { a[source] } else { b[source] }
    })
}

fn map2<T: Copy, const N: usize>(a: [T; N], b: [T; N], op: impl Fn(T, T) -> T) -> [T; N] {
    from_fn(|lane| op(a[lane], b[lane]))
}

fn bit(mask: u64, lane: usize) -> bool {
    mask >> lane & 1 == 1
}

fn mask<T>(lanes: &[T], test: impl Fn(&T) -> bool) -> u64 {
    lanes.iter().enumerate().fold(0, |mask, (lane, value)| mask | u64::from(test(value)) << lane)
}

fn mask2<T>(a: &[T], b: &[T], test: impl Fn(&T, &T) -> bool) -> u64 {
    let both = a.iter().zip(b).enumerate();
    both.fold(0, |mask, (lane, (a, b))| mask | u64::from(test(a, b)) << lane)
}
