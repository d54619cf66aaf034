//! Both vocabularies in plain Rust: what each operation means, and a level for tests that runs the
//! shapes of the widest ISA on any machine.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::blocks::{Blocks, Kernel, KernelWith};
use super::lanes::Lanes;
use super::parts::Parts;

/// The vocabularies in plain Rust, `N` bytes to a block. Every machine has it.
#[derive(Clone, Copy)]
pub(crate) struct Emulated<const N: usize>;

impl<const N: usize> Blocks for Emulated<N> {
    type V = [u8; N];
    type M = u64;
    type Table = [u8; 16];

    const LANES: usize = N;
    const MASKED: bool = N == 64;

    type Narrow = Self;
    fn narrow(self) -> Self {
        self
    }

    type Parts = Emulated<32>;
    fn parts(self) -> Emulated<32> {
        Emulated
    }

    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
    fn enter_with<A, K: KernelWith<Self, A>>(self, kernel: K, argument: A) -> K::Output {
        kernel.run(self, argument)
    }
    fn frame<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
    fn frame_with<A, K: KernelWith<Self, A>>(self, kernel: K, argument: A) -> K::Output {
        kernel.run(self, argument)
    }

    fn splat(self, byte: u8) -> Self::V {
        [byte; N]
    }
    fn load(self, bytes: &[u8], at: usize) -> Self::V {
        let block = &bytes[at..at + N];
        from_fn(|lane| block[lane])
    }
    fn store(self, v: Self::V, dst: &mut [MaybeUninit<u8>], at: usize) {
        dst[at..at + N].write_copy_of_slice(&v);
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
    fn shift_in<const BY: i32>(self, v: Self::V, before: u32) -> Self::V {
        const { assert!(matches!(BY, 1..=3)) };
        let (by, before) = (BY as usize, before.to_le_bytes());
        from_fn(|lane| if lane < by { before[4 - by + lane] } else { v[lane - by] })
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

impl Lanes for Emulated<64> {
    fn splat16(self, unit: u16) -> Self::V {
        from16([unit; 32])
    }
    fn splat32(self, value: u32) -> Self::V {
        from32([value; 16])
    }

    fn select(self, m: u64, yes: Self::V, no: Self::V) -> Self::V {
        from_fn(|lane| if bit(m, lane) { yes[lane] } else { no[lane] })
    }
    fn select16(self, m: u32, yes: Self::V, no: Self::V) -> Self::V {
        from_fn(|byte| if bit(m.into(), byte / 2) { yes[byte] } else { no[byte] })
    }
    fn select32(self, m: u16, yes: Self::V, no: Self::V) -> Self::V {
        from_fn(|byte| if bit(m.into(), byte / 4) { yes[byte] } else { no[byte] })
    }
    fn keep(self, m: u64, v: Self::V) -> Self::V {
        from_fn(|lane| if bit(m, lane) { v[lane] } else { 0 })
    }
    fn keep32(self, m: u16, v: Self::V) -> Self::V {
        self.select32(m, v, [0; 64])
    }
    fn high_bits16(self, v: Self::V) -> u32 {
        mask(&to16(v), |&unit| unit >= 0x8000) as u32
    }
    fn at_most16(self, a: Self::V, b: Self::V) -> u32 {
        mask2(&to16(a), &to16(b), |a, b| a <= b) as u32
    }
    fn at_most32(self, a: Self::V, b: Self::V) -> u16 {
        mask2(&to32(a), &to32(b), |a, b| a <= b) as u16
    }
    fn any_common_bit(self, a: Self::V, b: Self::V) -> bool {
        self.any_nonzero(self.and(a, b))
    }

    fn or_xor(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        from_fn(|lane| (a[lane] | b[lane]) ^ c[lane])
    }
    fn xor_or_and(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        from_fn(|lane| (a[lane] ^ b[lane]) | (b[lane] & c[lane]))
    }

    fn compress8(self, m: u64, v: Self::V) -> Self::V {
        compress(m, v)
    }
    fn compress16(self, m: u32, v: Self::V) -> Self::V {
        from16(compress(m.into(), to16(v)))
    }
    fn compress32(self, m: u16, v: Self::V) -> Self::V {
        from32(compress(m.into(), to32(v)))
    }
    fn permute8(self, index: Self::V, v: Self::V) -> Self::V {
        index.map(|index| v[usize::from(index % 64)])
    }
    fn permute8x2(self, index: Self::V, low: Self::V, high: Self::V) -> Self::V {
        index.map(|index| match usize::from(index % 128) {
            index @ 0..64 => low[index],
            index => high[index - 64],
        })
    }
    fn permute32x2(self, index: Self::V, low: Self::V, high: Self::V) -> Self::V {
        let (low, high) = (to32(low), to32(high));
        from32(to32(index).map(|index| match index as usize % 32 {
            index @ 0..16 => low[index],
            index => high[index - 16],
        }))
    }
    fn unpack8_low(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<1, 64>(a, b, 0)
    }
    fn unpack8_high(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<1, 64>(a, b, 8)
    }
    fn unpack16_low(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<2, 64>(a, b, 0)
    }
    fn unpack16_high(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<2, 64>(a, b, 8)
    }
    fn widen16_low(self, v: Self::V) -> Self::V {
        from32(from_fn(|lane| to16(v)[lane].into()))
    }
    fn widen16_high(self, v: Self::V) -> Self::V {
        from32(from_fn(|lane| to16(v)[lane + 16].into()))
    }
    fn byte_swap16(self, v: Self::V) -> Self::V {
        from16(to16(v).map(u16::swap_bytes))
    }
    fn byte_swap32(self, v: Self::V) -> Self::V {
        from32(to32(v).map(u32::swap_bytes))
    }

    fn multishift(self, control: Self::V, v: Self::V) -> Self::V {
        let v = to64(v);
        from_fn(|lane| v[lane / 8].rotate_right(u32::from(control[lane] % 64)) as u8)
    }
    fn affine(self, v: Self::V, matrix: u64) -> Self::V {
        // Bit `i` of a result is the parity of the byte under row `7 - i`.
        v.map(|byte| {
            (0..8).fold(0, |result, i| {
                let row = matrix.to_le_bytes()[7 - i];
                result | ((row & byte).count_ones() as u8 & 1) << i
            })
        })
    }
    fn multiply_add(self, a: Self::V, b: Self::V) -> Self::V {
        let product = |lane: usize| i32::from(a[lane]) * i32::from(b[lane].cast_signed());
        from16(from_fn(|pair| {
            let sum = product(2 * pair) + product(2 * pair + 1);
            (sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16).cast_unsigned()
        }))
    }
    fn multiply_add16(self, a: Self::V, b: Self::V) -> Self::V {
        let (a, b) = (to16(a), to16(b));
        let product =
            |lane: usize| i32::from(a[lane].cast_signed()) * i32::from(b[lane].cast_signed());
        from32(from_fn(|pair| {
            product(2 * pair).wrapping_add(product(2 * pair + 1)).cast_unsigned()
        }))
    }
    fn leading_zeros32(self, v: Self::V) -> Self::V {
        from32(to32(v).map(u32::leading_zeros))
    }

    fn add_to_sums(self, sums: Self::V, v: Self::V) -> Self::V {
        let (mut sums, (eights, _)) = (to64(sums), v.as_chunks::<8>());
        for (sum, eight) in sums.iter_mut().zip(eights) {
            *sum = eight.iter().fold(*sum, |sum, &byte| sum.wrapping_add(byte.into()));
        }
        from64(sums)
    }
    fn sum_of_sums(self, sums: Self::V) -> u64 {
        to64(sums).into_iter().fold(0, u64::wrapping_add)
    }
    fn average(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, |a, b| (u16::from(a) + u16::from(b)).div_ceil(2) as u8)
    }
    fn saturating_add(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, u8::saturating_add)
    }
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        from16(map2(to16(a), to16(b), u16::wrapping_add))
    }
    fn min16(self, a: Self::V, b: Self::V) -> Self::V {
        from16(map2(to16(a), to16(b), u16::min))
    }
    fn add32(self, a: Self::V, b: Self::V) -> Self::V {
        from32(map2(to32(a), to32(b), u32::wrapping_add))
    }
    fn sub32(self, a: Self::V, b: Self::V) -> Self::V {
        from32(map2(to32(a), to32(b), u32::wrapping_sub))
    }
    fn max32(self, a: Self::V, b: Self::V) -> Self::V {
        from32(map2(to32(a), to32(b), u32::max))
    }
    fn shift16_left<const BY: u32>(self, v: Self::V) -> Self::V {
        from16(to16(v).map(|unit| unit << BY))
    }
    fn shift16_right<const BY: u32>(self, v: Self::V) -> Self::V {
        from16(to16(v).map(|unit| unit >> BY))
    }
    fn shift32_left<const BY: u32>(self, v: Self::V) -> Self::V {
        from32(to32(v).map(|value| value << BY))
    }
    fn shift32_right<const BY: u32>(self, v: Self::V) -> Self::V {
        from32(to32(v).map(|value| value >> BY))
    }
}

impl<const N: usize> Parts for Emulated<N> {
    fn splat_part(self, part: [u8; 16]) -> Self::V {
        from_fn(|lane| part[lane % 16])
    }
    fn splat16(self, unit: u16) -> Self::V {
        from_fn(|lane| unit.to_le_bytes()[lane % 2])
    }
    fn splat32(self, value: u32) -> Self::V {
        from_fn(|lane| value.to_le_bytes()[lane % 4])
    }
    fn load_parts(self, bytes: &[u8], at: usize, gap: usize) -> Self::V {
        from_fn(|lane| bytes[at + lane / 16 * (16 + gap) + lane % 16])
    }

    fn spread(self, m: u64) -> Self::V {
        from_fn(|lane| if bit(m, lane) { 0xFF } else { 0 })
    }
    fn spread_bits(self, bits: u32) -> Self::V {
        self.spread(bits.into())
    }
    fn choose(self, mask: Self::V, yes: Self::V, no: Self::V) -> Self::V {
        from_fn(|lane| if mask[lane] >= 0x80 { yes[lane] } else { no[lane] })
    }
    fn any_common_bit(self, a: Self::V, b: Self::V) -> bool {
        self.any_nonzero(self.and(a, b))
    }

    fn shuffle(self, v: Self::V, index: Self::V) -> Self::V {
        from_fn(|lane| match index[lane] {
            0x80.. => 0,
            index => v[lane / 16 * 16 + usize::from(index % 16)],
        })
    }
    fn unpack8_low(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<1, N>(a, b, 0)
    }
    fn unpack8_high(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<1, N>(a, b, 8)
    }
    fn unpack16_low(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<2, N>(a, b, 0)
    }
    fn unpack16_high(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<2, N>(a, b, 8)
    }
    fn unpack64_low(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<8, N>(a, b, 0)
    }
    fn unpack64_high(self, a: Self::V, b: Self::V) -> Self::V {
        unpack::<8, N>(a, b, 8)
    }
    fn widen8(self, v: Self::V) -> [Self::V; 2] {
        let byte = |lane: usize| if lane.is_multiple_of(2) { v[lane / 2] } else { 0 };
        [from_fn(byte), from_fn(|lane| byte(lane + N))]
    }
    fn widen8_signed(self, v: Self::V) -> [Self::V; 2] {
        let byte = |lane: usize| match v[lane / 2] {
            byte if lane.is_multiple_of(2) => byte,
            byte => {
                if byte >= 0x80 {
                    0xFF
                } else {
                    0
                }
            }
        };
        [from_fn(byte), from_fn(|lane| byte(lane + N))]
    }
    fn widen8_to_32(self, v: Self::V) -> [Self::V; 4] {
        let [low, high] = self.widen8(v);
        let ([first, second], [third, fourth]) = (self.widen16(low), self.widen16(high));
        [first, second, third, fourth]
    }
    fn widen16(self, v: Self::V) -> [Self::V; 2] {
        let byte = |lane: usize| if lane % 4 < 2 { v[lane / 4 * 2 + lane % 2] } else { 0 };
        [from_fn(byte), from_fn(|lane| byte(lane + N))]
    }

    fn narrow16(self, units: [Self::V; 2]) -> Self::V {
        from_fn(|lane| i16::from_le_bytes(unit_at(units, lane)).clamp(0, 0xFF) as u8)
    }
    fn narrow32(self, values: [Self::V; 2]) -> Self::V {
        from_fn(|lane| {
            let value = i32::from_le_bytes(value_at(values, lane / 2));
            (value.clamp(0, 0xFFFF) as u16).to_le_bytes()[lane % 2]
        })
    }
    fn narrow16_in_order(self, units: [Self::V; 2]) -> Self::V {
        in_order(self.narrow16(units))
    }
    fn narrow32_in_order(self, values: [Self::V; 2]) -> Self::V {
        in_order(self.narrow32(values))
    }
    fn narrow32_to_8_in_order(self, [a, b, c, d]: [Self::V; 4]) -> Self::V {
        self.narrow16_in_order([self.narrow32_in_order([a, b]), self.narrow32_in_order([c, d])])
    }
    fn high_bits16(self, units: [Self::V; 2]) -> u32 {
        (0..N).fold(0, |bits, lane| bits | u32::from(unit_at(units, lane)[1] >> 7) << lane)
    }
    fn high_bits32(self, values: Self::V) -> u32 {
        (0..N / 4).fold(0, |bits, lane| bits | u32::from(values[4 * lane + 3] >> 7) << lane)
    }

    fn eq16(self, a: Self::V, b: Self::V) -> Self::V {
        each16(a, b, |a, b| if a == b { u16::MAX } else { 0 })
    }
    fn greater32(self, a: Self::V, b: Self::V) -> Self::V {
        each32(a, b, |a, b| if a.cast_signed() > b.cast_signed() { u32::MAX } else { 0 })
    }
    fn max_signed(self, a: Self::V, b: Self::V) -> Self::V {
        map2(a, b, |a, b| a.cast_signed().max(b.cast_signed()).cast_unsigned())
    }
    fn multiply_add(self, a: Self::V, b: Self::V) -> Self::V {
        let product = |lane: usize| i32::from(a[lane]) * i32::from(b[lane].cast_signed());
        from_fn(|lane| {
            let sum = product(lane / 2 * 2) + product(lane / 2 * 2 + 1);
            let sum = sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            sum.to_le_bytes()[lane % 2]
        })
    }
    fn multiply_add16(self, a: Self::V, b: Self::V) -> Self::V {
        let unit = |v: &[u8; N], at: usize| i32::from(i16::from_le_bytes([v[at], v[at + 1]]));
        from_fn(|lane| {
            let at = lane / 4 * 4;
            let low = unit(&a, at) * unit(&b, at);
            let sum = low.wrapping_add(unit(&a, at + 2) * unit(&b, at + 2));
            sum.to_le_bytes()[lane % 4]
        })
    }
    fn add16(self, a: Self::V, b: Self::V) -> Self::V {
        each16(a, b, u16::wrapping_add)
    }
    fn sub16(self, a: Self::V, b: Self::V) -> Self::V {
        each16(a, b, u16::wrapping_sub)
    }
    fn saturating_sub16(self, a: Self::V, b: Self::V) -> Self::V {
        each16(a, b, u16::saturating_sub)
    }
    fn min16(self, a: Self::V, b: Self::V) -> Self::V {
        each16(a, b, u16::min)
    }
    fn shift16_left<const BY: i32>(self, v: Self::V) -> Self::V {
        each16(v, v, |unit, _| unit << BY)
    }
    fn shift16_right<const BY: i32>(self, v: Self::V) -> Self::V {
        each16(v, v, |unit, _| unit >> BY)
    }
    fn sub32(self, a: Self::V, b: Self::V) -> Self::V {
        each32(a, b, u32::wrapping_sub)
    }
    fn max32(self, a: Self::V, b: Self::V) -> Self::V {
        each32(a, b, u32::max)
    }
    fn shift32_left<const BY: i32>(self, v: Self::V) -> Self::V {
        each32(v, v, |value, _| value << BY)
    }
    fn shift32_right<const BY: i32>(self, v: Self::V) -> Self::V {
        each32(v, v, |value, _| value >> BY)
    }

    fn squeeze8(self, v: Self::V, keep: u32, to: &mut [MaybeUninit<u8>]) {
        squeeze(&mut to[..2 * N], keep & u32::MAX >> (32 - N), |lane| [v[lane]]);
    }
    fn squeeze16(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]) {
        squeeze(&mut to[..2 * N], keep, |lane| unit_at(units, lane));
    }
    fn squeeze16_to_32(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]) {
        squeeze(&mut to[..4 * N], keep, |lane| {
            let [low, high] = unit_at(units, lane);
            [low, high, 0, 0]
        });
    }
    fn squeeze16_pairs(
        self,
        first: [Self::V; 2],
        second: [Self::V; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        squeeze(&mut to[..4 * N], keep, |lane| {
            let ([a, b], [c, d]) = (unit_at(first, lane), unit_at(second, lane));
            [a, b, c, d]
        });
    }

    fn squeeze_to_two(self, units: [Self::V; 2], both: u32, to: &mut [MaybeUninit<u8>]) {
        fill(&mut to[..2 * N], |push| {
            for lane in 0..N {
                let [low, high] = unit_at(units, lane);
                push(low);
                if bit(both.into(), lane) {
                    push(high);
                }
            }
        });
    }
    fn squeeze_to_three(self, values: [Self::V; 2], drop: u32, to: &mut [MaybeUninit<u8>]) {
        fill(&mut to[..2 * N], |push| {
            for lane in 0..N / 2 {
                let [first, second, third, _] = value_at(values, lane);
                if !bit(drop.into(), 2 * lane + 1) {
                    push(first);
                }
                if !bit(drop.into(), 2 * lane) {
                    push(second);
                }
                push(third);
            }
        });
    }
    fn squeeze_to_four(self, values: Self::V, one: u32, two: u32, to: &mut [MaybeUninit<u8>]) {
        fill(&mut to[..N], |push| {
            for lane in 0..N / 4 {
                let more =
                    usize::from(bit(one.into(), lane)) + 2 * usize::from(bit(two.into(), lane));
                for byte in 3 - more..4 {
                    push(values[4 * lane + byte]);
                }
            }
        });
    }
}

/// The value of a lane, of values as the unpacks lay them out.
fn value_at<const N: usize>([low, high]: [[u8; N]; 2], lane: usize) -> [u8; 4] {
    let values = if lane % 8 < 4 { low } else { high };
    let at = lane / 8 * 16 + lane % 4 * 4;
    from_fn(|byte| values[at + byte])
}

/// The unit of a lane, of units as the unpacks lay them out.
fn unit_at<const N: usize>([low, high]: [[u8; N]; 2], lane: usize) -> [u8; 2] {
    let units = if lane % 16 < 8 { low } else { high };
    let at = lane / 16 * 16 + lane % 8 * 2;
    [units[at], units[at + 1]]
}

/// Bytes of two blocks, half a part of the one and half a part of the other in turn, as those of the one and then those of the other.
fn in_order<const N: usize>(narrowed: [u8; N]) -> [u8; N] {
    let (halves, _) = narrowed.as_chunks::<8>();
    let parts = N / 16;
    from_fn(|lane| {
        let half = lane / 8;
        halves[half % parts * 2 + half / parts][lane % 8]
    })
}

/// Fills `to`: first the elements of the lanes that `keep` has a bit for, then whatever there may be.
fn squeeze<const SIZE: usize>(
    to: &mut [MaybeUninit<u8>],
    keep: u32,
    element: impl Fn(usize) -> [u8; SIZE],
) {
    let lanes = to.len() / SIZE;
    fill(to, |push| {
        for lane in (0..lanes).filter(|&lane| bit(keep.into(), lane)) {
            element(lane).into_iter().for_each(&mut *push);
        }
    });
}

/// Fills `to`: first what is pushed, then whatever there may be.
fn fill(to: &mut [MaybeUninit<u8>], push_all: impl FnOnce(&mut dyn FnMut(u8))) {
    let mut places = to.iter_mut();
    push_all(&mut |byte| {
        if let Some(place) = places.next() {
            place.write(byte);
        }
    });
    for place in places {
        place.write(0xAA);
    }
}

/// `op` on each unit of 16 bits.
fn each16<const N: usize>(a: [u8; N], b: [u8; N], op: impl Fn(u16, u16) -> u16) -> [u8; N] {
    let unit = |v: &[u8; N], at: usize| u16::from_le_bytes([v[at], v[at + 1]]);
    from_fn(|lane| op(unit(&a, lane / 2 * 2), unit(&b, lane / 2 * 2)).to_le_bytes()[lane % 2])
}

/// `op` on each value of 32 bits.
fn each32<const N: usize>(a: [u8; N], b: [u8; N], op: impl Fn(u32, u32) -> u32) -> [u8; N] {
    let value = |v: &[u8; N], at: usize| u32::from_le_bytes(from_fn(|byte| v[at + byte]));
    from_fn(|lane| op(value(&a, lane / 4 * 4), value(&b, lane / 4 * 4)).to_le_bytes()[lane % 4])
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
    let pairs = a.iter().zip(b).enumerate();
    pairs.fold(0, |mask, (lane, (a, b))| mask | u64::from(test(a, b)) << lane)
}

/// The chosen lanes side by side from the lowest on, then zeros.
fn compress<T: Copy + Default, const N: usize>(mask: u64, v: [T; N]) -> [T; N] {
    let mut packed = [T::default(); N];
    for (to, from) in (0..N).filter(|&lane| bit(mask, lane)).enumerate() {
        packed[to] = v[from];
    }
    packed
}

fn to16(v: [u8; 64]) -> [u16; 32] {
    from_fn(|lane| u16::from_le_bytes(from_fn(|byte| v[2 * lane + byte])))
}

fn to32(v: [u8; 64]) -> [u32; 16] {
    from_fn(|lane| u32::from_le_bytes(from_fn(|byte| v[4 * lane + byte])))
}

fn to64(v: [u8; 64]) -> [u64; 8] {
    from_fn(|lane| u64::from_le_bytes(from_fn(|byte| v[8 * lane + byte])))
}

fn from16(v: [u16; 32]) -> [u8; 64] {
    from_fn(|byte| v[byte / 2].to_le_bytes()[byte % 2])
}

fn from64(v: [u64; 8]) -> [u8; 64] {
    from_fn(|byte| v[byte / 8].to_le_bytes()[byte % 8])
}

fn from32(v: [u32; 16]) -> [u8; 64] {
    from_fn(|byte| v[byte / 4].to_le_bytes()[byte % 4])
}
