//! Tests of every operation of the vocabularies, on every ISA that this machine has, against
//! the emulation. What an operation does is in `emulated`; that it does just that on an
//! ISA is tested here.

mod parts;

use std::vec::Vec;

use super::blocks::Blocks;
use super::emulated::Emulated;
use super::lanes::Lanes;
use crate::raw::Output;

const ROUNDS: usize = 2_000;

/// Random blocks that hold what matters to some operation: borders of byte classes, equal
/// neighbours, and any bytes.
struct Samples(u64);

impl Samples {
    fn number(&mut self) -> u64 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn block<const N: usize>(&mut self) -> [u8; N] {
        const BORDERS: [u8; 24] = [
            0x00, 0x01, 0x0A, 0x0F, 0x10, 0x3F, 0x40, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
            0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xFF,
        ];
        match self.number() % 4 {
            0 => [BORDERS[self.number() as usize % BORDERS.len()]; N],
            1 => core::array::from_fn(|_| self.number() as u8),
            2 => core::array::from_fn(|_| if self.number().is_multiple_of(16) { 0xFF } else { 0 }),
            _ => core::array::from_fn(|_| BORDERS[self.number() as usize % BORDERS.len()]),
        }
    }
}

/// The bytes of a block.
fn bytes<S: Blocks, const N: usize>(simd: S, v: S::V) -> [u8; N] {
    let mut out = [0; N];
    Output::over(&mut out).put(simd, v, N);
    out
}

/// Tests [`Blocks`]. `N` is `S::LANES`.
fn test_blocks<S: Blocks, const N: usize>(simd: S) {
    assert_eq!(S::LANES, N);
    let emulated = Emulated::<N>;
    let mut samples = Samples(0x9E37_79B9_7F4A_7C15);
    for _ in 0..ROUNDS {
        let (a, b) = (samples.block::<N>(), samples.block::<N>());
        let (x, y) = (simd.load(&a, 0), simd.load(&b, 0));

        macro_rules! same {
            ($operation:ident $(::<$by:literal>)?; $($ours:expr),+; $($theirs:expr),+) => {
                assert_eq!(
                    bytes::<S, N>(simd, simd.$operation $(::<$by>)? ($($ours),+)),
                    emulated.$operation $(::<$by>)? ($($theirs),+),
                    "{} of {a:02X?} and {b:02X?}", stringify!($operation),
                )
            };
        }
        same!(splat; a[0]; a[0]);
        same!(and; x, y; a, b);
        same!(or; x, y; a, b);
        same!(xor; x, y; a, b);
        same!(and_not; x, y; a, b);
        same!(add; x, y; a, b);
        same!(saturating_sub; x, y; a, b);
        same!(min; x, y; a, b);
        same!(max; x, y; a, b);
        same!(shift_up::<1>; x; a);
        same!(shift_up::<2>; x; a);
        same!(shift_up::<3>; x; a);
        let entries = *b.first_chunk().unwrap();
        let table = simd.table(entries);
        same!(lookup_low; table, x; entries, a);
        same!(lookup_high; table, x; entries, a);

        assert_eq!(simd.high_bits(x), emulated.high_bits(a));
        assert_eq!(simd.any_high(x), emulated.any_high(a));
        assert_eq!(simd.any_nonzero(x), emulated.any_nonzero(a));
        assert_eq!(simd.sum(x), emulated.sum(a));

        let masks = [
            (simd.eq(x, y), emulated.eq(a, b)),
            (simd.at_most(x, y), emulated.at_most(a, b)),
            (simd.greater_signed(x, y), emulated.greater_signed(a, b)),
            (
                simd.but_not(simd.at_most(x, y), simd.greater_signed(x, y)),
                emulated.but_not(emulated.at_most(a, b), emulated.greater_signed(a, b)),
            ),
        ];
        for (ours, theirs) in masks {
            assert_eq!(simd.bits(ours), theirs, "of {a:02X?} and {b:02X?}");
            same!(increment; x, ours; a, theirs);
        }
    }
    test_memory::<S, N>(simd);
}

fn test_memory<S: Blocks, const N: usize>(simd: S) {
    let source: Vec<u8> = (1..=200).collect();
    for at in 0..200 - N {
        assert_eq!(bytes::<S, N>(simd, simd.load(&source, at)), source[at..at + N]);
        let mut out = [0xAA; 200];
        Output::over(&mut out[at..]).put(simd, simd.load(&source, at), N);
        assert_eq!(out[at..at + N], source[at..at + N]);
        assert!(out[..at].iter().chain(&out[at + N..]).all(|&byte| byte == 0xAA));
    }
    for len in 0..=N {
        let prefix = bytes::<S, N>(simd, simd.load_prefix(&source[..len]));
        assert_eq!(prefix[..len], source[..len]);
        assert!(prefix[len..].iter().all(|&byte| byte == 0));
        let mut out = [0xAA; 200];
        Output::over(&mut out[..len]).put_prefix(simd, simd.load(&source, 0), len);
        assert_eq!(out[..len], source[..len]);
        assert!(out[len..].iter().all(|&byte| byte == 0xAA));
    }
}

/// Tests [`Lanes`].
fn test_lanes<S: Lanes>(simd: S) {
    let emulated = Emulated::<64>;
    let mut samples = Samples(0xD1B5_4A32_D192_ED03);
    for _ in 0..ROUNDS {
        let (a, b, c) = (samples.block::<64>(), samples.block::<64>(), samples.block::<64>());
        let (x, y, z) = (simd.load(&a, 0), simd.load(&b, 0), simd.load(&c, 0));
        let m = samples.number();
        // Masks of compress are often sparse or dense.
        let m = match samples.number() % 4 {
            0 => m & samples.number(),
            1 => m | samples.number(),
            2 => [0, u64::MAX, 1, 1 << 63][samples.number() as usize % 4],
            _ => m,
        };

        macro_rules! same {
            ($operation:ident $(::<$by:literal>)?; $($ours:expr),+; $($theirs:expr),+) => {
                assert_eq!(
                    bytes::<S, 64>(simd, simd.$operation $(::<$by>)? ($($ours),+)),
                    emulated.$operation $(::<$by>)? ($($theirs),+),
                    "{} of {a:02X?}, {b:02X?}, {c:02X?}, {m:X}", stringify!($operation),
                )
            };
        }
        let word = samples.number();
        same!(splat16; word as u16; word as u16);
        same!(splat32; word as u32; word as u32);
        same!(select; m, x, y; m, a, b);
        same!(select16; m as u32, x, y; m as u32, a, b);
        same!(select32; m as u16, x, y; m as u16, a, b);
        same!(keep; m, x; m, a);
        same!(keep32; m as u16, x; m as u16, a);
        same!(compress8; m, x; m, a);
        same!(compress16; m as u32, x; m as u32, a);
        same!(compress32; m as u16, x; m as u16, a);
        same!(permute8; y, x; b, a);
        same!(permute8x2; z, x, y; c, a, b);
        same!(permute32x2; z, x, y; c, a, b);
        same!(unpack8_low; x, y; a, b);
        same!(unpack8_high; x, y; a, b);
        same!(unpack16_low; x, y; a, b);
        same!(unpack16_high; x, y; a, b);
        same!(widen16_low; x; a);
        same!(multishift; y, x; b, a);
        same!(affine; x, word; a, word);
        same!(multiply_add; x, y; a, b);
        same!(multiply_add16; x, y; a, b);
        same!(leading_zeros32; x; a);
        same!(add_to_sums; x, y; a, b);
        same!(average; x, y; a, b);
        same!(saturating_add; x, y; a, b);
        same!(add16; x, y; a, b);
        same!(min16; x, y; a, b);
        same!(add32; x, y; a, b);
        same!(sub32; x, y; a, b);
        same!(max32; x, y; a, b);
        same!(shift16_left::<6>; x; a);
        same!(shift16_right::<6>; x; a);
        same!(shift32_left::<10>; x; a);
        same!(shift32_right::<10>; x; a);

        assert_eq!(simd.high_bits16(x), emulated.high_bits16(a));
        assert_eq!(simd.at_most16(x, y), emulated.at_most16(a, b));
        assert_eq!(simd.sum_of_sums(x), emulated.sum_of_sums(a));
        assert_eq!(simd.at_most32(x, y), emulated.at_most32(a, b));
        assert_eq!(simd.any_common_bit(x, y), emulated.any_common_bit(a, b));
    }
}

/// The less obvious operations of the emulation give numbers worked out by hand.
#[test]
fn emulation_means_what_it_says() {
    let simd = Emulated::<64>;
    let count_up: [u8; 64] = core::array::from_fn(|lane| lane as u8);

    assert_eq!(simd.compress8(0b1010, count_up)[..4], [1, 3, 0, 0]);
    assert_eq!(simd.compress16(0b100, count_up)[..4], [4, 5, 0, 0]);
    assert_eq!(simd.shift_up::<2>(count_up)[..4], [0, 0, 0, 1]);
    assert_eq!(simd.unpack8_low(count_up, [9; 64])[14..20], [7, 9, 16, 9, 17, 9]);
    assert_eq!(simd.unpack16_high(count_up, [9; 64])[..6], [8, 9, 9, 9, 10, 11]);

    // The identity matrix, and one that moves bits 0 and 1 up by one.
    assert_eq!(simd.affine(count_up, 0x0102_0408_1020_4080), count_up);
    assert_eq!(simd.affine([0b11; 64], 0x0001_0200_0000_0000)[0], 0b110);

    // 3 * -2 + 5 * 7 = 29. 2 * 255 * 127 saturates.
    let alternating =
        |low: u8, high: u8| core::array::from_fn(|lane| if lane % 2 == 0 { low } else { high });
    assert_eq!(simd.multiply_add(alternating(3, 5), alternating(254, 7))[..2], [29, 0]);
    assert_eq!(simd.multiply_add([255; 64], [127; 64])[..2], [0xFF, 0x7F]);

    // Eight bits from bit 4 on: the high half of byte 0, then the low half of byte 1.
    let value = simd.splat16(0xABCD);
    assert_eq!(simd.multishift([4; 64], value)[0], 0xBC);
    // Eight bits around the end: bits 60..63, then bits 0..3.
    let value: [u8; 64] = core::array::from_fn(|byte| if byte % 8 == 7 { 0x50 } else { 7 });
    assert_eq!(simd.multishift([60; 64], value)[0], 0x75);

    assert_eq!(simd.leading_zeros32(simd.splat32(0x0000_FFFF))[0], 16);
    assert_eq!(simd.leading_zeros32(simd.splat32(0))[0], 32);

    // 0 + 1 + ... + 7 is added to 8 * 255, which gives 0x0814. Then the eight sums of 8 * 255
    // are added.
    let sums = simd.add_to_sums(simd.splat(0), simd.splat(255));
    assert_eq!(simd.add_to_sums(sums, count_up)[..3], [0x14, 8, 0]);
    assert_eq!(simd.sum_of_sums(sums), 64 * 255);
}

#[test]
fn emulation_agrees_with_itself_at_every_width() {
    test_blocks::<_, 16>(Emulated::<16>);
    test_blocks::<_, 32>(Emulated::<32>);
    test_blocks::<_, 64>(Emulated::<64>);
    test_lanes(Emulated::<64>);
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(target_os = "none", target_env = "sgx"))
))]
#[test]
fn every_isa_does_what_emulation_does() {
    use super::level::{Features, Level};
    use super::x86::{Avx2, Avx512, Sse42};
    let features = Features::up_to(Level::Avx512);
    if let Some(simd) = Sse42::new(features) {
        test_blocks::<_, 16>(simd);
    }
    if let Some(simd) = Avx2::new(features) {
        test_blocks::<_, 32>(simd);
    }
    if let Some(simd) = Avx512::new(features) {
        test_blocks::<_, 64>(simd);
        test_lanes(simd);
    }
}

/// Detection agrees with that of the standard library, which is another one.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(target_os = "none", target_env = "sgx"))
))]
#[test]
fn detection_agrees_with_std() {
    use super::level::{Features, Level};
    use std::is_x86_feature_detected as has;
    let features = Features::up_to(Level::Avx512);
    let sse42 = has!("sse4.2") && has!("ssse3") && has!("popcnt");
    let avx2 = sse42 && has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt");
    let avx512 = avx2
        && has!("fma")
        && has!("f16c")
        && has!("avx512f")
        && has!("avx512bw")
        && has!("avx512cd")
        && has!("avx512dq")
        && has!("avx512vl")
        && has!("avx512vbmi")
        && has!("avx512vbmi2")
        && has!("gfni");
    assert_eq!(features.has(Level::Sse42), sse42);
    assert_eq!(features.has(Level::Avx2), avx2);
    assert_eq!(features.has(Level::Avx512), avx512);
}
