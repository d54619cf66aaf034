//! Blocks of 16 bytes: SSE4.2 with SSSE3 and POPCNT.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::compress_tables::{
    COMPRESS_8, COMPRESS_16, COMPRESS_FOUR_BYTE, COMPRESS_THREE_BYTE, COMPRESS_TWO_BYTE, first_of,
};
use super::{frame, memory, operations};
use crate::simd::blocks::{Blocks, prefix_of_16};
use crate::simd::level::{Features, Level};
use crate::simd::parts::Parts;

/// Proof that the CPU has SSE4.2, SSSE3 and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Sse42(());

impl Sse42 {
    #[inline(always)]
    pub(crate) fn new(features: Features) -> Option<Sse42> {
        features.has(Level::Sse42).then_some(Sse42(()))
    }
}

impl Sse42 {
    operations! { "sse4.2,ssse3,popcnt"
        fn read(self, block: &[u8; 16]) -> __m128i {
            // SAFETY: `block` is 16 bytes, and the load needs no alignment.
            unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
        }
        fn write(self, v: __m128i, block: &mut [MaybeUninit<u8>; 16]) {
            // SAFETY: `block` is 16 bytes, and the store needs no alignment.
            unsafe { _mm_storeu_si128(block.as_mut_ptr().cast(), v) }
        }
    }
}

impl Blocks for Sse42 {
    type V = __m128i;
    type M = __m128i;
    type Table = __m128i;

    const LANES: usize = 16;
    const MASKED: bool = false;

    type HalfWidth = Self;
    #[inline(always)]
    fn half_width(self) -> Self {
        self
    }

    type Parts = Self;
    #[inline(always)]
    fn parts(self) -> Self {
        self
    }

    frame!(Sse42, "sse4.2,ssse3,popcnt");
    memory!(16);
    #[inline(always)]
    fn load_prefix(self, bytes: &[u8]) -> __m128i {
        self.load(&prefix_of_16(bytes), 0)
    }

    operations! { "sse4.2,ssse3,popcnt"
        fn splat(self, byte: u8) -> __m128i {
            _mm_set1_epi8(byte.cast_signed())
        }

        fn and(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_and_si128(a, b)
        }
        fn or(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_or_si128(a, b)
        }
        fn xor(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_xor_si128(a, b)
        }
        fn and_not(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_andnot_si128(b, a)
        }
        fn add(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_add_epi8(a, b)
        }
        fn saturating_sub(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_subs_epu8(a, b)
        }
        fn min(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_min_epu8(a, b)
        }
        fn max(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_max_epu8(a, b)
        }
        fn shift_up<const BY: i32>(self, v: __m128i) -> __m128i {
            _mm_slli_si128::<BY>(v)
        }
        fn table(self, entries: [u8; 16]) -> __m128i {
            // SAFETY: `entries` is 16 bytes, and the load needs no alignment.
            unsafe { _mm_loadu_si128(entries.as_ptr().cast()) }
        }
        fn lookup_low(self, table: __m128i, v: __m128i) -> __m128i {
            _mm_shuffle_epi8(table, _mm_and_si128(v, _mm_set1_epi8(0x0F)))
        }
        fn lookup_high(self, table: __m128i, v: __m128i) -> __m128i {
            _mm_shuffle_epi8(table, _mm_and_si128(_mm_srli_epi16::<4>(v), _mm_set1_epi8(0x0F)))
        }

        fn high_bits(self, v: __m128i) -> u64 {
            _mm_movemask_epi8(v).cast_unsigned().into()
        }
        fn any_high(self, v: __m128i) -> bool {
            _mm_movemask_epi8(v) != 0
        }
        fn any_nonzero(self, v: __m128i) -> bool {
            _mm_testz_si128(v, v) == 0
        }

        fn eq(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_cmpeq_epi8(a, b)
        }
        fn at_most(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_cmpeq_epi8(_mm_min_epu8(a, b), a)
        }
        fn greater_signed(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_cmpgt_epi8(a, b)
        }
        fn but_not(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_andnot_si128(b, a)
        }
        fn bits(self, m: __m128i) -> u64 {
            _mm_movemask_epi8(m).cast_unsigned().into()
        }
        fn increment(self, v: __m128i, m: __m128i) -> __m128i {
            // A yes is FF, which is -1.
            _mm_sub_epi8(v, m)
        }
        fn sum(self, v: __m128i) -> u64 {
            let halves = _mm_sad_epu8(v, _mm_setzero_si128());
            let total = _mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves));
            _mm_cvtsi128_si64(total).cast_unsigned()
        }
    }
}

impl Sse42 {
    operations! { "sse4.2,ssse3,popcnt"
        fn shuffled(self, part: __m128i, index: &[u8; 16]) -> __m128i {
            // SAFETY: `index` is 16 bytes, and the load needs no alignment.
            let index = unsafe { _mm_loadu_si128(index.as_ptr().cast()) };
            _mm_shuffle_epi8(part, index)
        }
    }

    /// The bytes of `part` in the order of the shuffle that is entry `which` of `table`.
    #[inline(always)]
    fn compressed(self, table: &[[u8; 16]; 256], part: __m128i, which: u8) -> __m128i {
        self.shuffled(part, &table[usize::from(which)])
    }
}

impl Parts for Sse42 {
    #[inline(always)]
    fn load_parts(self, bytes: &[u8], at: usize, _: usize) -> __m128i {
        self.load(bytes, at)
    }
    // A block is one part, so narrowing within parts is in order already.
    #[inline(always)]
    fn narrow16_in_order(self, units: [__m128i; 2]) -> __m128i {
        self.narrow16(units)
    }
    #[inline(always)]
    fn narrow32_in_order(self, values: [__m128i; 2]) -> __m128i {
        self.narrow32(values)
    }
    #[inline(always)]
    fn narrow32_to_8_in_order(self, [a, b, c, d]: [__m128i; 4]) -> __m128i {
        self.narrow16([self.narrow32([a, b]), self.narrow32([c, d])])
    }

    #[inline(always)]
    fn compress_store8(self, v: __m128i, keep: u32, to: &mut [MaybeUninit<u8>]) {
        let [one, two, ..] = keep.to_le_bytes();
        let to: &mut [MaybeUninit<u8>; 32] = first_of(to);
        self.store(self.compressed(&COMPRESS_8, v, one), to, 0);
        let high = self.unpack64_high(v, v);
        self.store(self.compressed(&COMPRESS_8, high, two), to, one.count_ones() as usize);
    }
    #[inline(always)]
    fn compress_store16(self, [low, high]: [__m128i; 2], keep: u32, to: &mut [MaybeUninit<u8>]) {
        let [one, two, ..] = keep.to_le_bytes();
        let to: &mut [MaybeUninit<u8>; 32] = first_of(to);
        self.store(self.compressed(&COMPRESS_16, low, one), to, 0);
        self.store(self.compressed(&COMPRESS_16, high, two), to, 2 * one.count_ones() as usize);
    }
    #[inline(always)]
    fn compress_store16_to_32(
        self,
        [low, high]: [__m128i; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let [one, two, ..] = keep.to_le_bytes();
        let behind = 4 * one.count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 64] = first_of(to);
        let [first, second] = self.widen16(self.compressed(&COMPRESS_16, low, one));
        self.store(first, to, 0);
        self.store(second, to, 16);
        let [first, second] = self.widen16(self.compressed(&COMPRESS_16, high, two));
        self.store(first, to, behind);
        self.store(second, to, behind + 16);
    }
    #[inline(always)]
    fn compress_store16_both(
        self,
        first: [__m128i; 2],
        second: [__m128i; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let [one, two, ..] = keep.to_le_bytes();
        let behind = 4 * one.count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 64] = first_of(to);
        let (a, b) = (
            self.compressed(&COMPRESS_16, first[0], one),
            self.compressed(&COMPRESS_16, second[0], one),
        );
        self.store(self.unpack16_low(a, b), to, 0);
        self.store(self.unpack16_high(a, b), to, 16);
        let (a, b) = (
            self.compressed(&COMPRESS_16, first[1], two),
            self.compressed(&COMPRESS_16, second[1], two),
        );
        self.store(self.unpack16_low(a, b), to, behind);
        self.store(self.unpack16_high(a, b), to, behind + 16);
    }

    #[inline(always)]
    fn compress_store_two_byte(
        self,
        [first, second]: [__m128i; 2],
        both: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let [one, two, ..] = both.to_le_bytes();
        let to: &mut [MaybeUninit<u8>; 32] = first_of(to);
        self.store(self.compressed(&COMPRESS_TWO_BYTE, first, one), to, 0);
        let behind = 8 + one.count_ones() as usize;
        self.store(self.compressed(&COMPRESS_TWO_BYTE, second, two), to, behind);
    }
    #[inline(always)]
    fn compress_store_three_byte(
        self,
        [low, high]: [__m128i; 2],
        drop: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let [one, two, ..] = drop.to_le_bytes();
        let to: &mut [MaybeUninit<u8>; 32] = first_of(to);
        self.store(self.compressed(&COMPRESS_THREE_BYTE, low, one), to, 0);
        let behind = 12 - one.count_ones() as usize;
        self.store(self.compressed(&COMPRESS_THREE_BYTE, high, two), to, behind);
    }
    #[inline(always)]
    fn compress_store_four_byte(
        self,
        values: __m128i,
        one: u32,
        two: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let which = (one & 0xF | two << 4) as u8;
        self.store(self.compressed(&COMPRESS_FOUR_BYTE, values, which), to, 0);
    }

    operations! { "sse4.2,ssse3,popcnt"
        fn splat_part(self, part: [u8; 16]) -> __m128i {
            // SAFETY: `part` is 16 bytes, and the load needs no alignment.
            unsafe { _mm_loadu_si128(part.as_ptr().cast()) }
        }
        fn splat16(self, unit: u16) -> __m128i {
            _mm_set1_epi16(unit.cast_signed())
        }
        fn splat32(self, value: u32) -> __m128i {
            _mm_set1_epi32(value.cast_signed())
        }

        fn spread(self, m: __m128i) -> __m128i {
            m
        }
        fn spread_bits(self, bits: u32) -> __m128i {
            // Each byte gets those eight of the bits that its own bit is among.
            let which = _mm_set_epi64x(0x0101_0101_0101_0101, 0x0000_0000_0000_0000);
            let eight = _mm_shuffle_epi8(_mm_cvtsi32_si128(bits.cast_signed()), which);
            let own = _mm_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            _mm_cmpeq_epi8(_mm_and_si128(eight, own), own)
        }
        fn choose(self, mask: __m128i, yes: __m128i, no: __m128i) -> __m128i {
            _mm_blendv_epi8(no, yes, mask)
        }
        fn any_common_bit(self, a: __m128i, b: __m128i) -> bool {
            _mm_testz_si128(a, b) == 0
        }

        fn shuffle(self, v: __m128i, index: __m128i) -> __m128i {
            _mm_shuffle_epi8(v, index)
        }
        fn unpack8_low(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_unpacklo_epi8(a, b)
        }
        fn unpack8_high(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_unpackhi_epi8(a, b)
        }
        fn unpack16_low(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_unpacklo_epi16(a, b)
        }
        fn unpack16_high(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_unpackhi_epi16(a, b)
        }
        fn unpack64_low(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_unpacklo_epi64(a, b)
        }
        fn unpack64_high(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_unpackhi_epi64(a, b)
        }
        fn widen8(self, v: __m128i) -> [__m128i; 2] {
            let zero = _mm_setzero_si128();
            [_mm_unpacklo_epi8(v, zero), _mm_unpackhi_epi8(v, zero)]
        }
        fn widen8_signed(self, v: __m128i) -> [__m128i; 2] {
            [_mm_cvtepi8_epi16(v), _mm_cvtepi8_epi16(_mm_srli_si128::<8>(v))]
        }
        fn widen8_to_32(self, v: __m128i) -> [__m128i; 4] {
            let zero = _mm_setzero_si128();
            let (low, high) = (_mm_unpacklo_epi8(v, zero), _mm_unpackhi_epi8(v, zero));
            [
                _mm_unpacklo_epi16(low, zero),
                _mm_unpackhi_epi16(low, zero),
                _mm_unpacklo_epi16(high, zero),
                _mm_unpackhi_epi16(high, zero),
            ]
        }
        fn widen16(self, v: __m128i) -> [__m128i; 2] {
            let zero = _mm_setzero_si128();
            [_mm_unpacklo_epi16(v, zero), _mm_unpackhi_epi16(v, zero)]
        }

        fn narrow16(self, units: [__m128i; 2]) -> __m128i {
            let [low, high] = units;
            _mm_packus_epi16(low, high)
        }
        fn narrow32(self, values: [__m128i; 2]) -> __m128i {
            let [low, high] = values;
            _mm_packus_epi32(low, high)
        }
        fn high_bits16(self, units: [__m128i; 2]) -> u32 {
            let [low, high] = units;
            _mm_movemask_epi8(_mm_packs_epi16(low, high)).cast_unsigned()
        }
        fn high_bits32(self, values: __m128i) -> u32 {
            _mm_movemask_ps(_mm_castsi128_ps(values)).cast_unsigned()
        }

        fn eq16(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_cmpeq_epi16(a, b)
        }
        fn greater32(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_cmpgt_epi32(a, b)
        }
        fn max_signed(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_max_epi8(a, b)
        }
        fn multiply_add(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_maddubs_epi16(a, b)
        }
        fn multiply_add16(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_madd_epi16(a, b)
        }
        fn add16(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_add_epi16(a, b)
        }
        fn sub16(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_sub_epi16(a, b)
        }
        fn saturating_sub16(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_subs_epu16(a, b)
        }
        fn min16(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_min_epu16(a, b)
        }
        fn shift16_left<const BY: i32>(self, v: __m128i) -> __m128i {
            _mm_slli_epi16::<BY>(v)
        }
        fn shift16_right<const BY: i32>(self, v: __m128i) -> __m128i {
            _mm_srli_epi16::<BY>(v)
        }
        fn sub32(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_sub_epi32(a, b)
        }
        fn max32(self, a: __m128i, b: __m128i) -> __m128i {
            _mm_max_epu32(a, b)
        }
        fn shift32_left<const BY: i32>(self, v: __m128i) -> __m128i {
            _mm_slli_epi32::<BY>(v)
        }
        fn shift32_right<const BY: i32>(self, v: __m128i) -> __m128i {
            _mm_srli_epi32::<BY>(v)
        }
    }
}
