//! The vocabulary of 512-bit lanes in plain Rust.

use core::array::from_fn;

use super::{Emulated, bit, map2, mask, mask2, unpack};
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;
use crate::simd::parts::Parts;

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
        Parts::multiply_add(self, a, b)
    }
    fn multiply_add16(self, a: Self::V, b: Self::V) -> Self::V {
        Parts::multiply_add16(self, a, b)
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

/// The lanes whose bit is set in `mask`, side by side from the lowest on, then zeros.
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
