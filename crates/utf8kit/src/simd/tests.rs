//! Every operation of the vocabularies on every ISA that this machine has, against its emulation.
//! Whoever wonders what an operation does reads `emulated.rs`; that it does just that on an ISA is
//! what is tested here.

mod parts;

use std::vec::Vec;

use super::blocks::Blocks;
use super::emulated::Emulated;
use super::lanes::Lanes;
use crate::raw::Output;

const ROUNDS: usize = 2_000;

/// Blocks that hold what matters to some operation: borders of byte classes, equal neighbours, and
/// any bytes.
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

fn bytes<S: Blocks, const N: usize>(simd: S, v: S::V) -> [u8; N] {
    let mut out = [0; N];
    Output::over(&mut out).put(simd, v, N);
    out
}

/// `N` is `S::LANES`.
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
        let four = u32::from_le_bytes(*a.first_chunk().unwrap());
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
        same!(shift_in::<1>; x, four; a, four);
        same!(shift_in::<2>; x, four; a, four);
        same!(shift_in::<3>; x, four; a, four);
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

/// What a function of sixteen bytes gives where every CPU of the target has it, and where it has not.
macro_rules! same_of_both {
    ($name:ident($($argument:expr),*), $expected:expr) => {
        let expected = $expected;
        assert_eq!(super::sixteen::$name($($argument),*), expected, "{:X?}", ($($argument),*));
        assert_eq!(super::words::sixteen::$name($($argument),*), expected, "{:X?}", ($($argument),*));
    };
}

/// How many bytes units and values have, of which some are near where that changes, by both likewise.
fn widths_in_two_blocks(samples: &mut Samples) {
    const NEAR: [u32; 10] =
        [0, 0x80, 0x800, 0xD800, 0xDC00, 0xE000, 0x1_0000, 0x11_0000, 0x8000_0000, 0xFFFF_FFFF];
    for round in 0..10 * ROUNDS {
        let swap = round.is_multiple_of(2);
        // One that is none would hide all others.
        let mut value = |last: u32| {
            let near = NEAR[samples.number() as usize % NEAR.len()];
            let value = near.wrapping_add(samples.number() as u32 % 3).wrapping_sub(1);
            let is_any = samples.number().is_multiple_of(16);
            if value <= last && (is_any || char::from_u32(value).is_some()) { value } else { 0x41 }
        };
        let units: [u32; 16] = core::array::from_fn(|_| value(0xFFFF));
        let values: [u32; 8] = core::array::from_fn(|_| value(u32::MAX));
        let is_counted: [bool; 16] = core::array::from_fn(|_| samples.number().is_multiple_of(2));

        let all_are_scalars =
            |values: &[u32]| values.iter().all(|&it| char::from_u32(it).is_some());
        let sum = |values: &[u32], of: fn(char) -> usize| -> usize {
            let counted = values.iter().zip(is_counted).filter(|(_, is_counted)| *is_counted);
            counted.filter_map(|(&value, _)| char::from_u32(value)).map(of).sum()
        };
        let more = |scalar: char| scalar.len_utf8() - 1;
        let supplementary = |scalar: char| scalar.len_utf16() - 1;

        let mask = |byte: usize, unit: usize| if is_counted[byte / unit] { 0xFF } else { 0 };
        let blocks = |byte: &dyn Fn(usize) -> u8| -> [[u8; 16]; 2] {
            core::array::from_fn(|block| core::array::from_fn(|at| byte(16 * block + at)))
        };
        let place = |at: usize, unit: usize| if swap { unit - 1 - at % unit } else { at % unit };
        // Units are in the usual order; surrogates are counted by themselves.
        let two = blocks(&|at| (units[at / 2] >> (8 * (at % 2))) as u8);
        let counted = blocks(&|at| mask(at, 2));
        let of_unit = |unit| usize::from(unit > 0x7F) + usize::from(unit > 0x7FF);
        let sum_of_units = |of: &dyn Fn(u32) -> usize| -> usize {
            units
                .iter()
                .zip(is_counted)
                .filter(|(_, is_counted)| *is_counted)
                .map(|(&it, _)| of(it))
                .sum()
        };
        same_of_both!(more_than_units(&two, &counted, false), sum_of_units(&of_unit));
        let is_surrogate = |unit: u32| unit & 0xF800 == 0xD800;
        let of_half = |unit| of_unit(unit) - usize::from(is_surrogate(unit));
        same_of_both!(more_than_units(&two, &counted, true), sum_of_units(&of_half));
        let low = sum_of_units(&|unit| usize::from(unit & 0xFC00 == 0xDC00));
        same_of_both!(low_surrogates(&two, &counted), low);
        let bits = |is_one: fn(u32) -> bool| {
            units.iter().rev().fold(0, |bits, &unit| bits << 1 | u64::from(is_one(unit)))
        };
        same_of_both!(are_surrogates(&two), bits(|unit| (0xD800..0xE000).contains(&unit)));
        same_of_both!(may_be_seconds(&two), bits(|unit| unit & 0x0400 > 0));

        let two = blocks(&|at| (values[at / 4] >> (8 * place(at, 4))) as u8);
        let counted = blocks(&|at| mask(at, 4));
        let expected =
            all_are_scalars(&values).then(|| [sum(&values, more), sum(&values, supplementary)]);
        same_of_both!(more_than_values(&two, &counted, swap), expected);
    }
}

/// Eight units of UTF-16, and the same as values, in both orders.
fn eight_units(samples: &mut Samples) {
    const NEAR: [u16; 10] = [0x41, 0x7F, 0x80, 0xFF, 0x100, 0xD7FF, 0xD800, 0xDBFF, 0xDFFF, 0xE000];
    for round in 0..4 * ROUNDS {
        let swap = round % 2 == 1;
        let last = [0x7F, 0xFF, 0xFFFF][samples.number() as usize % 3];
        // With one that is near where something changes at each place.
        let mut units: [u16; 8] =
            core::array::from_fn(|_| (samples.number() as u16 & last).clamp(1, 0xD7FF));
        units[samples.number() as usize % 8] = NEAR[samples.number() as usize % NEAR.len()];
        let bytes = |unit: u16| if swap { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let block: [u8; 16] = core::array::from_fn(|at| bytes(units[at / 2])[at % 2]);
        let native: [u8; 16] = core::array::from_fn(|at| units[at / 2].to_le_bytes()[at % 2]);
        same_of_both!(ordered(block, swap), native);
        let is_one = |&unit: &u16| unit <= last && !(0xD800..0xE000).contains(&unit);
        let expected = units.iter().all(is_one).then_some(native);
        same_of_both!(units_up_to(block, last, swap), expected);
        if units.iter().all(|&unit| unit <= 0xFF) {
            same_of_both!(units_as_bytes(native), units.map(|unit| unit as u8));
        }

        let bytes = |unit: u16| {
            if swap { u32::from(unit).to_be_bytes() } else { u32::from(unit).to_le_bytes() }
        };
        let values = units.map(bytes);
        let (both, _) = values.as_flattened().as_chunks();
        let mut both = [both[0], both[1]];
        same_of_both!(units_as_values(native, swap), both);
        let fit = units.iter().all(|&unit| unit <= last).then_some(native);
        same_of_both!(values_up_to(&both, last, swap), fit);
        // Beyond FFFF, at any place.
        let value = samples.number() as usize % 8;
        let upper = [0x01, 0x10, 0x80][round % 3];
        both.as_flattened_mut()[4 * value + if swap { 1 } else { 2 }] = upper;
        same_of_both!(values_up_to(&both, last, swap), None);
    }
}

/// Four scalar values, and what is made of them.
fn four_values(samples: &mut Samples) {
    const LASTS: [u32; 4] = [0x7F, 0x7FF, 0xFFFF, 0x10_FFFF];
    let block = |values: [u32; 4]| -> [u8; 16] {
        core::array::from_fn(|at| values[at / 4].to_le_bytes()[at % 4])
    };
    for round in 0..10 * ROUNDS {
        let swap = round % 2 == 1;
        let mut scalar = |last: u32| loop {
            let near = LASTS[samples.number() as usize % 4] + samples.number() as u32 % 2;
            let value =
                if samples.number().is_multiple_of(2) { near } else { samples.number() as u32 };
            match char::from_u32(value & 0x1F_FFFF) {
                Some(scalar) if u32::from(scalar) <= last => break scalar,
                _ => {}
            }
        };
        let scalars: [char; 4] = core::array::from_fn(|_| scalar(LASTS[round % 4]));
        let values = scalars.map(u32::from);
        let native = block(values);
        let bits = |is: fn(u32) -> bool| {
            values.iter().rev().fold(0, |bits, &value| bits << 4 | if is(value) { 0xF } else { 0 })
        };
        let supplementary =
            (0..4).filter(|&at| scalars[at].len_utf16() == 2).map(|at| 1 << at).sum::<u64>();
        same_of_both!(supplementary(native), supplementary);
        same_of_both!(nuls(native), bits(|value| value == 0));
        same_of_both!(are_below_800(native), values.iter().all(|&value| value < 0x800));
        if values.iter().all(|&value| value <= 0xFFFF) {
            same_of_both!(are_from_800(native), values.iter().all(|&value| value >= 0x800));
        }
        let ascii = scalars.iter().all(char::is_ascii).then(|| values.map(|value| value as u8));
        same_of_both!(values_as_ascii(native), ascii);
        let units: [u8; 8] = core::array::from_fn(|at| values[at / 2].to_le_bytes()[at % 2]);
        same_of_both!(values_as_units(native), units);
        let ordered = if swap { block(values.map(u32::swap_bytes)) } else { native };
        same_of_both!(ordered32(ordered, swap), native);
        same_of_both!(scalar_values(ordered, swap), Some(native));
        let mut with_another = values;
        with_another[round % 4] =
            [0xD800, 0xDFFF, 0x11_0000, 0x8000_0041][samples.number() as usize % 4];
        let with_another = with_another.map(|value| if swap { value.swap_bytes() } else { value });
        same_of_both!(scalar_values(block(with_another), swap), None);

        let start_of =
            |forms: [u8; 16], index: usize, len: usize| forms[4 * index..][..len].to_vec();
        for (index, scalar) in scalars.into_iter().enumerate() {
            let mut form = [0; 4];
            let form = scalar.encode_utf8(&mut form);
            let len = form.len();
            let both = |forms: fn([u8; 16]) -> [u8; 16], others: fn([u8; 16]) -> [u8; 16]| {
                [forms(native), others(native)].map(|forms| start_of(forms, index, len))
            };
            let forms = match len {
                2 => both(super::sixteen::forms_of_two, super::words::sixteen::forms_of_two),
                3 => both(super::sixteen::forms_of_three, super::words::sixteen::forms_of_three),
                4 => both(super::sixteen::forms_of_four, super::words::sixteen::forms_of_four),
                _ => continue,
            };
            assert_eq!(forms, [form.as_bytes(), form.as_bytes()], "{scalars:?}");
        }
        same_of_both!(more_in_utf8(native), scalars.map(|scalar| scalar.len_utf8() as u8 - 1));
        let last = LASTS[round % 4];
        let others = block(core::array::from_fn(|_| samples.number() as u32));
        let chosen =
            core::array::from_fn(|at| if values[at / 4] > last { native[at] } else { others[at] });
        same_of_both!(if_beyond(native, last, native, others), chosen);

        if values.iter().all(|&value| value > 0xFFFF) {
            let mut units = [0; 8];
            for (scalar, pair) in scalars.iter().zip(units.chunks_mut(2)) {
                scalar.encode_utf16(pair);
            }
            let units_block: [u8; 16] =
                core::array::from_fn(|at| units[at / 2].to_le_bytes()[at % 2]);
            same_of_both!(values_as_pairs(native), units_block);
            same_of_both!(four_pairs(units_block), native);
            same_of_both!(pairs(units_block), 0xFFFF);
            same_of_both!(surrogates(units_block), 0xFFFF);
            let two = block([values[0], values[1], 0, 0]);
            same_of_both!(two_pairs(units_block), two);
            let [third, fourth] = [units[2], units[3]].map(u32::from);
            same_of_both!(pair_and_two(units_block), block([values[0], third, fourth, 0]));
            // One of a pair is something else.
            let at = samples.number() as usize % 8;
            let mut others = units_block;
            same_of_both!(seconds(others), 0xCCCC);
            others[2 * at + 1] ^= 0x04;
            same_of_both!(seconds(others), 0xCCCC ^ (0b11 << (2 * at)));
            same_of_both!(pairs(others), 0xFFFF & !(0xF << (at / 2 * 4)));
            same_of_both!(surrogates(others), 0xFFFF);
            others[2 * at + 1] ^= 0x40;
            same_of_both!(surrogates(others), 0xFFFF & !(0b11 << (2 * at)));

            let four: [u8; 8] = *units_block.first_chunk().expect("it is longer");
            for but in 0..4 {
                let mut expected = [0; 16];
                expected[..8 - 2 * but].copy_from_slice(&four[2 * but..]);
                same_of_both!(without_first(four, but), expected);
            }
        }
    }
}

/// Four forms of three bytes in UTF-8, and four of four, of which every other time one is none because a byte is another one.
fn forms_of_one_length(samples: &mut Samples) {
    const NEAR: [u32; 8] =
        [0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x3_FFFF, 0x10_0000, 0x10_FFFF];
    const BYTES: [u8; 12] =
        [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xED, 0xF4];
    for round in 0..40 * ROUNDS {
        let len = if round % 4 < 2 { 3 } else { 4 };
        let mut scalar = || loop {
            let near = NEAR[samples.number() as usize % NEAR.len()];
            let any = samples.number() as u32 & 0x1F_FFFF;
            let value = if samples.number().is_multiple_of(2) { near } else { any };
            if let Some(scalar) = char::from_u32(value).filter(|it| it.len_utf8() == len) {
                break scalar;
            }
        };
        let scalars = [scalar(), scalar(), scalar(), scalar()];
        let mut lanes = [0; 16];
        for (lane, scalar) in lanes.chunks_mut(4).zip(scalars) {
            scalar.encode_utf8(lane);
        }
        let mut values = [0; 16];
        for (value, scalar) in values.chunks_mut(4).zip(scalars) {
            value.copy_from_slice(&u32::from(scalar).to_le_bytes());
        }
        if len == 3 {
            let bytes = core::array::from_fn(|at| lanes[at / 3 * 4 + at % 3]);
            let spread: fn(&[u8; 12]) -> [u8; 16] = super::words::sixteen::lanes_of_three;
            for ours in [super::sixteen::lanes_of_three(&bytes), spread(&bytes)] {
                let are_same = |at| at % 4 == 3 || ours[at] == lanes[at];
                assert!((0..16).all(are_same), "{ours:X?} of {bytes:X?}");
            }
            same_of_both!(values_of_three(lanes), values);
        } else {
            same_of_both!(values_of_four(lanes), values);
        }
        let other = samples.number() as usize % 16;
        if round % 2 == 1 && other % 4 < len {
            lanes[other] = BYTES[samples.number() as usize % BYTES.len()];
        }
        let is_form = |lane: &[u8]| {
            core::str::from_utf8(&lane[..len])
                .is_ok_and(|text| text.chars().next().is_some_and(|it| it.len_utf8() == len))
        };
        if len == 3 {
            let values = super::words::sixteen::values_of_three(lanes);
            same_of_both!(are_of_three(lanes, values), lanes.chunks(4).all(is_form));
        } else {
            let values = super::words::sixteen::values_of_four(lanes);
            let bits = |bits: u64, lane| bits << 4 | if is_form(lane) { 0xF } else { 0 };
            same_of_both!(of_four(lanes, values), lanes.chunks(4).rev().fold(0, bits));
        }
    }
}

/// What every CPU of the target has, and what is there where it has nothing, against the definition.
#[test]
fn sixteen_bytes() {
    use super::words;

    let bits = |block: [u8; 16], of: fn(u8) -> bool| -> u64 {
        block.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(of(byte)))
    };
    let mut samples = Samples(0x2545_F491_4F6C_DD1D);
    for _ in 0..ROUNDS {
        let block = samples.block::<16>();
        let line_feeds = bits(block, |byte| byte == b'\n');
        assert_eq!(super::sixteen::equal(block, b'\n'), line_feeds, "{block:02X?}");
        assert_eq!(words::sixteen::equal(block, b'\n'), line_feeds, "{block:02X?}");
        let high = bits(block, |byte| byte >= 0x80);
        assert_eq!(super::sixteen::high(block), high, "{block:02X?}");
        assert_eq!(words::sixteen::high(block), high, "{block:02X?}");
        let starts = bits(block, |byte| !matches!(byte, 0x80..=0xBF));
        assert_eq!(super::sixteen::starts(block), starts, "{block:02X?}");
        assert_eq!(words::sixteen::starts(block), starts, "{block:02X?}");
        let from_f0 = bits(block, |byte| byte >= 0xF0);
        assert_eq!(super::sixteen::from_f0(block), from_f0, "{block:02X?}");
        assert_eq!(words::sixteen::from_f0(block), from_f0, "{block:02X?}");
        let four = |at: usize| core::array::from_fn(|index| block[at + index]);
        let mut lanes = [0; 16];
        lanes[..4].copy_from_slice(&block[..4]);
        lanes[4..8].copy_from_slice(&block[12..]);
        assert_eq!(super::sixteen::two_lanes(four(0), four(12)), lanes, "{block:02X?}");
        assert_eq!(words::sixteen::two_lanes(four(0), four(12)), lanes, "{block:02X?}");
        let ascii = block.map(|byte| byte & 0x7F);
        for (block, last) in [(block, 0xFF), (ascii, 0x7F)] {
            assert_eq!(super::sixteen::up_to(block, last), block, "{block:02X?}");
            assert_eq!(words::sixteen::up_to(block, last), block, "{block:02X?}");
        }
        for behind in [true, false] {
            let pair = |byte| if behind { [byte, 0] } else { [0, byte] };
            let both = block.map(pair);
            let ours = super::sixteen::with_zeros(block, behind);
            assert_eq!(ours.as_flattened(), both.as_flattened(), "{block:02X?}");
            let ours = words::sixteen::with_zeros(block, behind);
            assert_eq!(ours.as_flattened(), both.as_flattened(), "{block:02X?}");
        }

        let number = samples.number();
        let set = number.to_le_bytes().map(|byte| byte.count_ones() as u8);
        assert_eq!(words::bits_set(number), u64::from_le_bytes(set), "{number:X}");
        assert_eq!(words::sum(u64::from_le_bytes(set)), number.count_ones() as usize, "{number:X}");
    }
    widths_in_two_blocks(&mut samples);
    eight_units(&mut samples);
    four_values(&mut samples);
    forms_of_one_length(&mut samples);
    for byte in 0..=u8::MAX {
        let bits: [u8; 8] = core::array::from_fn(|bit| byte >> bit & 1);
        assert_eq!(words::spread(byte), u64::from_le_bytes(bits));
    }
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
        same!(or_xor; x, y, z; a, b, c);
        same!(xor_or_and; x, y, z; a, b, c);
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
        same!(widen16_high; x; a);
        same!(byte_swap16; x; a);
        same!(byte_swap32; x; a);
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

/// What the emulation's less obvious operations mean, in numbers worked out by hand.
#[test]
fn emulation_means_what_it_says() {
    let simd = Emulated::<64>;
    let count_up: [u8; 64] = core::array::from_fn(|lane| lane as u8);

    assert_eq!(simd.compress8(0b1010, count_up)[..4], [1, 3, 0, 0]);
    assert_eq!(simd.compress16(0b100, count_up)[..4], [4, 5, 0, 0]);
    assert_eq!(simd.shift_up::<2>(count_up)[..4], [0, 0, 0, 1]);
    assert_eq!(simd.unpack8_low(count_up, [9; 64])[14..20], [7, 9, 16, 9, 17, 9]);
    assert_eq!(simd.unpack16_high(count_up, [9; 64])[..6], [8, 9, 9, 9, 10, 11]);

    // The identity matrix, and one that takes bits 0 and 1 up by one.
    assert_eq!(simd.affine(count_up, 0x0102_0408_1020_4080), count_up);
    assert_eq!(simd.affine([0b11; 64], 0x0001_0200_0000_0000)[0], 0b110);

    // 3 * -2 + 5 * 7 = 29; and what would be 2 * 255 * 127 saturates.
    let pair =
        |low: u8, high: u8| core::array::from_fn(|lane| if lane % 2 == 0 { low } else { high });
    assert_eq!(simd.multiply_add(pair(3, 5), pair(254, 7))[..2], [29, 0]);
    assert_eq!(simd.multiply_add([255; 64], [127; 64])[..2], [0xFF, 0x7F]);

    // Eight bits from bit 4 on: the high half of byte 0, then the low half of byte 1.
    let value = simd.splat16(0xABCD);
    assert_eq!(simd.multishift([4; 64], value)[0], 0xBC);
    // Around the end: bits 60..63, then bits 0..3.
    let value: [u8; 64] = core::array::from_fn(|byte| if byte % 8 == 7 { 0x50 } else { 7 });
    assert_eq!(simd.multishift([60; 64], value)[0], 0x75);

    assert_eq!(simd.leading_zeros32(simd.splat32(0x0000_FFFF))[0], 16);
    assert_eq!(simd.leading_zeros32(simd.splat32(0))[0], 32);

    // 0 + 1 + ... + 7 on top of 8 * 255, of 16 bits; and all of the latter.
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

/// Detection agrees with the standard library's, which has its own.
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
