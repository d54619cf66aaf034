//! The vocabulary of parts in plain Rust.

use core::array::from_fn;
use core::mem::MaybeUninit;

use super::{Emulated, bit, map2, unpack};
use crate::simd::blocks::Blocks;
use crate::simd::parts::Parts;

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

    fn compress_store8(self, v: Self::V, keep: u32, to: &mut [MaybeUninit<u8>]) {
        compress_store(&mut to[..2 * N], keep & u32::MAX >> (32 - N), |lane| [v[lane]]);
    }
    fn compress_store16(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]) {
        compress_store(&mut to[..2 * N], keep, |lane| unit_at(units, lane));
    }
    fn compress_store16_to_32(self, units: [Self::V; 2], keep: u32, to: &mut [MaybeUninit<u8>]) {
        compress_store(&mut to[..4 * N], keep, |lane| {
            let [low, high] = unit_at(units, lane);
            [low, high, 0, 0]
        });
    }
    fn compress_store16_both(
        self,
        first: [Self::V; 2],
        second: [Self::V; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        compress_store(&mut to[..4 * N], keep, |lane| {
            let ([a, b], [c, d]) = (unit_at(first, lane), unit_at(second, lane));
            [a, b, c, d]
        });
    }

    fn compress_store_two_byte(self, units: [Self::V; 2], both: u32, to: &mut [MaybeUninit<u8>]) {
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
    fn compress_store_three_byte(
        self,
        values: [Self::V; 2],
        drop: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
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
    fn compress_store_four_byte(
        self,
        values: Self::V,
        one: u32,
        two: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
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

/// The value of a lane, of values laid out as the unpacks do it.
fn value_at<const N: usize>([low, high]: [[u8; N]; 2], lane: usize) -> [u8; 4] {
    let values = if lane % 8 < 4 { low } else { high };
    let at = lane / 8 * 16 + lane % 4 * 4;
    from_fn(|byte| values[at + byte])
}

/// The unit of a lane, of units laid out as the unpacks do it.
fn unit_at<const N: usize>([low, high]: [[u8; N]; 2], lane: usize) -> [u8; 2] {
    let units = if lane % 16 < 8 { low } else { high };
    let at = lane / 16 * 16 + lane % 8 * 2;
    [units[at], units[at + 1]]
}

/// Puts the bytes of two blocks, of which half a part each stand in turn, in order: all those
/// of the one, and then all those of the other.
fn in_order<const N: usize>(narrowed: [u8; N]) -> [u8; N] {
    let (halves, _) = narrowed.as_chunks::<8>();
    let parts = N / 16;
    from_fn(|lane| {
        let half = lane / 8;
        halves[half % parts * 2 + half / parts][lane % 8]
    })
}

/// Fills `to` with the elements of the lanes that `keep` has a bit for, and then with any
/// bytes.
fn compress_store<const SIZE: usize>(
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

/// Fills `to` with what `push_all` pushes, and then with any bytes.
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
