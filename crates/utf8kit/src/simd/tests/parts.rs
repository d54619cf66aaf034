//! Tests of the operations of [`Parts`], on every ISA that this machine has, against the
//! emulation.

use super::{ROUNDS, Samples, bytes};
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::emulated::Emulated;
use crate::simd::parts::Parts;

/// Tests [`Parts`]. `N` is `S::LANES`.
fn test_parts<S: Parts, const N: usize>(simd: S)
where
    Emulated<N>: Parts<V = [u8; N], M = u64>,
{
    let emulated = Emulated::<N>;
    let mut samples = Samples(0x2545_F491_4F6C_DD1D);
    for _ in 0..ROUNDS {
        let (a, b, c) = (samples.block::<N>(), samples.block::<N>(), samples.block::<N>());
        let (x, y, z) = (simd.load(&a, 0), simd.load(&b, 0), simd.load(&c, 0));

        macro_rules! same {
            ($operation:ident $(::<$by:literal>)?; $($ours:expr),+; $($theirs:expr),+) => {
                assert_eq!(
                    bytes::<S, N>(simd, simd.$operation $(::<$by>)? ($($ours),+)),
                    emulated.$operation $(::<$by>)? ($($theirs),+),
                    "{} of {a:02X?}, {b:02X?} and {c:02X?}", stringify!($operation),
                )
            };
        }
        let word = samples.number();
        let part = *c.first_chunk().unwrap();
        same!(splat_part; part; part);
        same!(splat16; word as u16; word as u16);
        same!(splat32; word as u32; word as u32);
        same!(spread_bits; word as u32; word as u32);
        same!(choose; x, y, z; a, b, c);
        same!(shuffle; x, y; a, b);
        same!(unpack8_low; x, y; a, b);
        same!(unpack8_high; x, y; a, b);
        same!(unpack16_low; x, y; a, b);
        same!(unpack16_high; x, y; a, b);
        same!(unpack64_low; x, y; a, b);
        same!(unpack64_high; x, y; a, b);
        same!(narrow16; [x, y]; [a, b]);
        same!(narrow32; [x, y]; [a, b]);
        same!(narrow16_in_order; [x, y]; [a, b]);
        same!(narrow32_in_order; [x, y]; [a, b]);
        same!(narrow32_to_8_in_order; [x, y, z, x]; [a, b, c, a]);
        same!(eq16; x, y; a, b);
        same!(greater32; x, y; a, b);
        same!(max_signed; x, y; a, b);
        same!(multiply_add; x, y; a, b);
        same!(multiply_add16; x, y; a, b);
        same!(add16; x, y; a, b);
        same!(sub16; x, y; a, b);
        same!(saturating_sub16; x, y; a, b);
        same!(min16; x, y; a, b);
        same!(sub32; x, y; a, b);
        same!(max32; x, y; a, b);
        same!(shift16_left::<6>; x; a);
        same!(shift16_right::<6>; x; a);
        same!(shift32_left::<10>; x; a);
        same!(shift32_right::<10>; x; a);
        for half in 0..2 {
            assert_eq!(bytes::<S, N>(simd, simd.widen8(x)[half]), emulated.widen8(a)[half]);
            let units = simd.widen8_signed(x)[half];
            assert_eq!(bytes::<S, N>(simd, units), emulated.widen8_signed(a)[half]);
            assert_eq!(bytes::<S, N>(simd, simd.widen16(x)[half]), emulated.widen16(a)[half]);
        }
        for quarter in 0..4 {
            let values = simd.widen8_to_32(x)[quarter];
            assert_eq!(bytes::<S, N>(simd, values), emulated.widen8_to_32(a)[quarter]);
        }
        same!(spread; simd.eq(x, y); emulated.eq(a, b));
        assert_eq!(simd.any_common_bit(x, y), emulated.any_common_bit(a, b));
        assert_eq!(simd.high_bits16([x, y]), emulated.high_bits16([a, b]));
        assert_eq!(simd.high_bits32(x), emulated.high_bits32(a));
        let all = [a, b, c].concat();
        same!(load_parts; &all, 3, 5; &all, 3, 5);

        let lanes = (word >> 32) as u32 & u32::MAX >> (32 - N);
        // What stands behind the bytes that count as written may be anything.
        macro_rules! same_written {
            ($put:ident; $($ours:expr),+; $($theirs:expr),+) => {{
                let (mut ours, mut theirs) = ([0u8; 128], [0u8; 128]);
                let (mut out, mut expected) = (Output::over(&mut ours), Output::over(&mut theirs));
                out.$put(simd, $($ours),+);
                expected.$put(emulated, $($theirs),+);
                let written = out.written();
                assert_eq!(written, expected.written());
                assert_eq!(
                    ours[..written], theirs[..written],
                    "{} of {a:02X?}, {b:02X?} and {c:02X?}, {lanes:X}", stringify!($put),
                );
            }};
        }
        same_written!(put_compressed8; x, lanes; a, lanes);
        same_written!(put_compressed16; [x, y], lanes; [a, b], lanes);
        same_written!(put_compressed16_to_32; [x, y], lanes; [a, b], lanes);
        same_written!(put_compressed16_both; [x, y], [y, z], lanes; [a, b], [b, c], lanes);
        same_written!(put_compressed_two_byte; [x, y], lanes; [a, b], lanes);
        same_written!(put_compressed_three_byte; [x, y], lanes; [a, b], lanes);
        same_written!(put_compressed_four_byte; x, lanes, lanes >> 4; a, lanes, lanes >> 4);
    }
}

/// The less obvious operations of the emulation give numbers worked out by hand.
#[test]
fn emulation_means_what_it_says() {
    let simd = Emulated::<32>;
    let count_up: [u8; 32] = core::array::from_fn(|lane| lane as u8);

    assert_eq!(simd.unpack16_high(count_up, [99; 32])[14..20], [99, 99, 24, 25, 99, 99]);
    assert_eq!(simd.load_parts(&[count_up; 2].concat(), 1, 2)[14..18], [15, 16, 19, 20]);
    let narrowed = simd.narrow16([simd.widen8(count_up)[0], simd.splat16(0x1FF)]);
    assert_eq!(narrowed[6..10], [6, 7, 0xFF, 0xFF]);
    assert_eq!(narrowed[16], 8);
    let in_order = simd.narrow16_in_order(simd.widen8(count_up));
    assert_eq!(in_order, count_up);
    assert_eq!(simd.narrow32_to_8_in_order(simd.widen8_to_32(count_up)), count_up);

    // Eight units of the first block and eight of the second stand in turn: these are units
    // 1, 8 and 16.
    let mut out = [0u8; 128];
    Output::over(&mut out).put_compressed16(simd, [count_up, [99; 32]], 1 << 1 | 1 << 8 | 1 << 16);
    assert_eq!(out[..6], [2, 3, 99, 99, 16, 17]);
    // Both bytes are written of unit 1 only.
    Output::over(&mut out).put_compressed_two_byte(simd, [count_up; 2], 1 << 1);
    assert_eq!(out[..5], [0, 2, 3, 4, 6]);
    // All bytes of value 0 are written, not the second one of value 1, and only the last one
    // of value 2.
    Output::over(&mut out).put_compressed_three_byte(simd, [count_up; 2], 0b11_01_00);
    assert_eq!(out[..8], [0, 1, 2, 4, 6, 10, 12, 13]);
    // One byte is written of value 0, two of value 1, three of value 2, four of value 3.
    Output::over(&mut out).put_compressed_four_byte(simd, count_up, 0b1010, 0b1100);
    assert_eq!(out[..11], [3, 6, 7, 9, 10, 11, 12, 13, 14, 15, 19]);
}

#[test]
fn emulation_agrees_with_itself_at_both_widths() {
    test_parts::<_, 16>(Emulated::<16>);
    test_parts::<_, 32>(Emulated::<32>);
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(target_os = "none", target_env = "sgx"))
))]
#[test]
fn every_isa_does_what_emulation_does() {
    use crate::simd::level::{Features, Level};
    use crate::simd::x86::{Avx2, Sse42};
    let features = Features::up_to(Level::Avx2);
    if let Some(simd) = Sse42::new(features) {
        test_parts::<_, 16>(simd);
    }
    if let Some(simd) = Avx2::new(features) {
        test_parts::<_, 32>(simd);
    }
}
