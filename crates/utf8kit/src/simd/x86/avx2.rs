//! Blocks of 32 bytes: AVX2 with BMI1, BMI2, LZCNT and POPCNT.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::compress_tables::first_of;
use super::sse42::Sse42;
use super::{frame, memory, operations};
use crate::simd::blocks::Blocks;
use crate::simd::level::{Features, Level};
use crate::simd::parts::Parts;

/// From entry `n` on, this is the shuffle that moves each byte of sixteen down by `n` lanes,
/// and zeros behind them.
static SHIFT_DOWN: [u8; 32] = {
    let mut table = [0x80; 32];
    let mut lane = 0;
    while lane < 16 {
        table[lane as usize] = lane;
        lane += 1;
    }
    table
};

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(Sse42);

impl Avx2 {
    #[inline(always)]
    pub(crate) fn new(features: Features) -> Option<Avx2> {
        // Detection finds AVX2 only where it finds SSE4.2.
        if features.has(Level::Avx2) { Sse42::new(features).map(Avx2) } else { None }
    }
}

impl Avx2 {
    operations! { "avx2,bmi1,bmi2,lzcnt,popcnt"
        fn read(self, block: &[u8; 32]) -> __m256i {
            // SAFETY: `block` is 32 bytes, and the load needs no alignment.
            unsafe { _mm256_loadu_si256(block.as_ptr().cast()) }
        }
        fn write(self, v: __m256i, block: &mut [MaybeUninit<u8>; 32]) {
            // SAFETY: `block` is 32 bytes, and the store needs no alignment.
            unsafe { _mm256_storeu_si256(block.as_mut_ptr().cast(), v) }
        }
    }
}

impl Blocks for Avx2 {
    type V = __m256i;
    type M = __m256i;
    type Table = __m256i;

    const LANES: usize = 32;
    const MASKED: bool = false;

    // In a frame with AVX2, the operations of SSE are compiled to instructions of AVX.
    type HalfWidth = Sse42;
    #[inline(always)]
    fn half_width(self) -> Sse42 {
        self.0
    }

    type Parts = Self;
    #[inline(always)]
    fn parts(self) -> Self {
        self
    }

    frame!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
    memory!(32);

    #[inline(always)]
    fn load_prefix(self, bytes: &[u8]) -> __m256i {
        // The bytes go through registers, for the reason that `prefix_of_16` gives.
        if bytes.len() < 16 {
            return self.join(self.0.load_prefix(bytes), self.0.splat(0));
        }
        assert!(bytes.len() <= 32, "more bytes than the block has");
        // The last sixteen bytes, without those that are among the first sixteen too.
        let last = self.0.load(bytes, bytes.len() - 16);
        let high = self.0.shuffle(last, self.0.load(&SHIFT_DOWN, 32 - bytes.len()));
        self.join(self.0.load(bytes, 0), high)
    }

    operations! { "avx2,bmi1,bmi2,lzcnt,popcnt"
        fn splat(self, byte: u8) -> __m256i {
            _mm256_set1_epi8(byte.cast_signed())
        }

        fn and(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_and_si256(a, b)
        }
        fn or(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_or_si256(a, b)
        }
        fn xor(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_xor_si256(a, b)
        }
        fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_andnot_si256(b, a)
        }
        fn add(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_add_epi8(a, b)
        }
        fn saturating_sub(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_subs_epu8(a, b)
        }
        fn min(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_min_epu8(a, b)
        }
        fn max(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_max_epu8(a, b)
        }
        fn shift_up<const BY: i32>(self, v: __m256i) -> __m256i {
            // The shift works within each 16 bytes: `below` has, for each 16 bytes, those
            // that come into them.
            let below = _mm256_permute2x128_si256::<0x08>(v, v);
            match BY {
                1 => _mm256_alignr_epi8::<15>(v, below),
                2 => _mm256_alignr_epi8::<14>(v, below),
                _ => _mm256_alignr_epi8::<13>(v, below),
            }
        }
        fn table(self, entries: [u8; 16]) -> __m256i {
            // SAFETY: `entries` is 16 bytes, and the load needs no alignment.
            let half = unsafe { _mm_loadu_si128(entries.as_ptr().cast()) };
            _mm256_broadcastsi128_si256(half)
        }
        fn lookup_low(self, table: __m256i, v: __m256i) -> __m256i {
            _mm256_shuffle_epi8(table, _mm256_and_si256(v, _mm256_set1_epi8(0x0F)))
        }
        fn lookup_high(self, table: __m256i, v: __m256i) -> __m256i {
            _mm256_shuffle_epi8(
                table,
                _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F)),
            )
        }

        fn high_bits(self, v: __m256i) -> u64 {
            _mm256_movemask_epi8(v).cast_unsigned().into()
        }
        fn any_high(self, v: __m256i) -> bool {
            _mm256_movemask_epi8(v) != 0
        }
        fn any_nonzero(self, v: __m256i) -> bool {
            _mm256_testz_si256(v, v) == 0
        }

        fn eq(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_cmpeq_epi8(a, b)
        }
        fn at_most(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_cmpeq_epi8(_mm256_min_epu8(a, b), a)
        }
        fn greater_signed(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_cmpgt_epi8(a, b)
        }
        fn but_not(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_andnot_si256(b, a)
        }
        fn bits(self, m: __m256i) -> u64 {
            _mm256_movemask_epi8(m).cast_unsigned().into()
        }
        fn increment(self, v: __m256i, m: __m256i) -> __m256i {
            // A yes is FF, which is -1.
            _mm256_sub_epi8(v, m)
        }
        fn sum(self, v: __m256i) -> u64 {
            let quarters = _mm256_sad_epu8(v, _mm256_setzero_si256());
            let high = _mm256_extracti128_si256::<1>(quarters);
            let halves = _mm_add_epi64(_mm256_castsi256_si128(quarters), high);
            let total = _mm_add_epi64(halves, _mm_unpackhi_epi64(halves, halves));
            _mm_cvtsi128_si64(total).cast_unsigned()
        }
    }
}

impl Avx2 {
    operations! { "avx2,bmi1,bmi2,lzcnt,popcnt"
        fn read_parts(self, low: &[u8; 16], high: &[u8; 16]) -> __m256i {
            // SAFETY: `low` is 16 bytes, and the load needs no alignment.
            let low = unsafe { _mm_loadu_si128(low.as_ptr().cast()) };
            // SAFETY: `high` is 16 bytes, and the load needs no alignment.
            let high = unsafe { _mm_loadu_si128(high.as_ptr().cast()) };
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
        fn join(self, low: __m128i, high: __m128i) -> __m256i {
            _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high)
        }
        fn halves(self, v: __m256i) -> [__m128i; 2] {
            [_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v)]
        }
    }
}

impl Parts for Avx2 {
    #[inline(always)]
    fn load_parts(self, bytes: &[u8], at: usize, gap: usize) -> __m256i {
        match (bytes[at..].first_chunk(), bytes[at + 16 + gap..].first_chunk()) {
            (Some(low), Some(high)) => self.read_parts(low, high),
            _ => panic!("a load beyond the end of the slice"),
        }
    }
    #[inline(always)]
    fn compress_store8(self, v: __m256i, keep: u32, to: &mut [MaybeUninit<u8>]) {
        let [low, high] = self.halves(v);
        let behind = (keep as u16).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 64] = first_of(to);
        self.0.compress_store8(low, keep, to);
        self.0.compress_store8(high, keep >> 16, &mut to[behind..]);
    }
    #[inline(always)]
    fn compress_store16(self, [low, high]: [__m256i; 2], keep: u32, to: &mut [MaybeUninit<u8>]) {
        let ([one, three], [two, four]) = (self.halves(low), self.halves(high));
        let behind = 2 * (keep as u16).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 64] = first_of(to);
        self.0.compress_store16([one, two], keep, to);
        self.0.compress_store16([three, four], keep >> 16, &mut to[behind..]);
    }
    #[inline(always)]
    fn compress_store16_to_32(
        self,
        [low, high]: [__m256i; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let ([one, three], [two, four]) = (self.halves(low), self.halves(high));
        let behind = 4 * (keep as u16).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 128] = first_of(to);
        self.0.compress_store16_to_32([one, two], keep, to);
        self.0.compress_store16_to_32([three, four], keep >> 16, &mut to[behind..]);
    }
    #[inline(always)]
    fn compress_store16_both(
        self,
        first: [__m256i; 2],
        second: [__m256i; 2],
        keep: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let ([a_one, a_three], [a_two, a_four]) = (self.halves(first[0]), self.halves(first[1]));
        let ([b_one, b_three], [b_two, b_four]) = (self.halves(second[0]), self.halves(second[1]));
        let behind = 4 * (keep as u16).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 128] = first_of(to);
        self.0.compress_store16_both([a_one, a_two], [b_one, b_two], keep, to);
        self.0.compress_store16_both(
            [a_three, a_four],
            [b_three, b_four],
            keep >> 16,
            &mut to[behind..],
        );
    }

    #[inline(always)]
    fn compress_store_two_byte(
        self,
        [first, second]: [__m256i; 2],
        both: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let ([one, three], [two, four]) = (self.halves(first), self.halves(second));
        let behind = 16 + (both as u16).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 64] = first_of(to);
        self.0.compress_store_two_byte([one, two], both, to);
        self.0.compress_store_two_byte([three, four], both >> 16, &mut to[behind..]);
    }
    #[inline(always)]
    fn compress_store_three_byte(
        self,
        [low, high]: [__m256i; 2],
        drop: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let ([one, three], [two, four]) = (self.halves(low), self.halves(high));
        let behind = 24 - (drop as u16).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 64] = first_of(to);
        self.0.compress_store_three_byte([one, two], drop, to);
        self.0.compress_store_three_byte([three, four], drop >> 16, &mut to[behind..]);
    }
    #[inline(always)]
    fn compress_store_four_byte(
        self,
        values: __m256i,
        one: u32,
        two: u32,
        to: &mut [MaybeUninit<u8>],
    ) {
        let [low, high] = self.halves(values);
        let behind = 4 + (one & 0xF).count_ones() as usize + 2 * (two & 0xF).count_ones() as usize;
        let to: &mut [MaybeUninit<u8>; 32] = first_of(to);
        self.0.compress_store_four_byte(low, one, two, to);
        self.0.compress_store_four_byte(high, one >> 4, two >> 4, &mut to[behind..]);
    }

    operations! { "avx2,bmi1,bmi2,lzcnt,popcnt"
        fn splat_part(self, part: [u8; 16]) -> __m256i {
            // SAFETY: `part` is 16 bytes, and the load needs no alignment.
            let part = unsafe { _mm_loadu_si128(part.as_ptr().cast()) };
            _mm256_broadcastsi128_si256(part)
        }
        fn splat16(self, unit: u16) -> __m256i {
            _mm256_set1_epi16(unit.cast_signed())
        }
        fn splat32(self, value: u32) -> __m256i {
            _mm256_set1_epi32(value.cast_signed())
        }

        fn spread(self, m: __m256i) -> __m256i {
            m
        }
        fn spread_bits(self, bits: u32) -> __m256i {
            // Each byte gets those eight of the 32 bits that its own bit is among.
            let which = _mm256_setr_epi64x(
                0x0000_0000_0000_0000,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let eight = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), which);
            let own = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            _mm256_cmpeq_epi8(_mm256_and_si256(eight, own), own)
        }
        fn choose(self, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
            _mm256_blendv_epi8(no, yes, mask)
        }
        fn any_common_bit(self, a: __m256i, b: __m256i) -> bool {
            _mm256_testz_si256(a, b) == 0
        }

        fn shuffle(self, v: __m256i, index: __m256i) -> __m256i {
            _mm256_shuffle_epi8(v, index)
        }
        fn unpack8_low(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_unpacklo_epi8(a, b)
        }
        fn unpack8_high(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_unpackhi_epi8(a, b)
        }
        fn unpack16_low(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_unpacklo_epi16(a, b)
        }
        fn unpack16_high(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_unpackhi_epi16(a, b)
        }
        fn unpack64_low(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_unpacklo_epi64(a, b)
        }
        fn unpack64_high(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_unpackhi_epi64(a, b)
        }
        fn widen8(self, v: __m256i) -> [__m256i; 2] {
            [
                _mm256_cvtepu8_epi16(_mm256_castsi256_si128(v)),
                _mm256_cvtepu8_epi16(_mm256_extracti128_si256::<1>(v)),
            ]
        }
        fn widen8_signed(self, v: __m256i) -> [__m256i; 2] {
            [
                _mm256_cvtepi8_epi16(_mm256_castsi256_si128(v)),
                _mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(v)),
            ]
        }
        fn widen8_to_32(self, v: __m256i) -> [__m256i; 4] {
            // A shift within sixteen bytes is cheaper than one more step by way of 16 bits.
            let (low, high) = (_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
            [
                _mm256_cvtepu8_epi32(low),
                _mm256_cvtepu8_epi32(_mm_srli_si128::<8>(low)),
                _mm256_cvtepu8_epi32(high),
                _mm256_cvtepu8_epi32(_mm_srli_si128::<8>(high)),
            ]
        }
        fn widen16(self, v: __m256i) -> [__m256i; 2] {
            [
                _mm256_cvtepu16_epi32(_mm256_castsi256_si128(v)),
                _mm256_cvtepu16_epi32(_mm256_extracti128_si256::<1>(v)),
            ]
        }

        fn narrow16(self, units: [__m256i; 2]) -> __m256i {
            let [low, high] = units;
            _mm256_packus_epi16(low, high)
        }
        fn narrow32(self, values: [__m256i; 2]) -> __m256i {
            let [low, high] = values;
            _mm256_packus_epi32(low, high)
        }
        fn narrow16_in_order(self, units: [__m256i; 2]) -> __m256i {
            let [low, high] = units;
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high))
        }
        fn narrow32_in_order(self, values: [__m256i; 2]) -> __m256i {
            let [low, high] = values;
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(low, high))
        }
        fn narrow32_to_8_in_order(self, values: [__m256i; 4]) -> __m256i {
            let [a, b, c, d] = values;
            // Each part of `bytes` has four values of each block, so one permutation puts all
            // of them in order.
            let bytes = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
            _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
        }
        fn high_bits16(self, units: [__m256i; 2]) -> u32 {
            let [low, high] = units;
            _mm256_movemask_epi8(_mm256_packs_epi16(low, high)).cast_unsigned()
        }
        fn high_bits32(self, values: __m256i) -> u32 {
            _mm256_movemask_ps(_mm256_castsi256_ps(values)).cast_unsigned()
        }

        fn eq16(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_cmpeq_epi16(a, b)
        }
        fn greater32(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_cmpgt_epi32(a, b)
        }
        fn max_signed(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_max_epi8(a, b)
        }
        fn multiply_add(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_maddubs_epi16(a, b)
        }
        fn multiply_add16(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_madd_epi16(a, b)
        }
        fn add16(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_add_epi16(a, b)
        }
        fn sub16(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_sub_epi16(a, b)
        }
        fn saturating_sub16(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_subs_epu16(a, b)
        }
        fn min16(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_min_epu16(a, b)
        }
        fn shift16_left<const BY: i32>(self, v: __m256i) -> __m256i {
            _mm256_slli_epi16::<BY>(v)
        }
        fn shift16_right<const BY: i32>(self, v: __m256i) -> __m256i {
            _mm256_srli_epi16::<BY>(v)
        }
        fn sub32(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_sub_epi32(a, b)
        }
        fn max32(self, a: __m256i, b: __m256i) -> __m256i {
            _mm256_max_epu32(a, b)
        }
        fn shift32_left<const BY: i32>(self, v: __m256i) -> __m256i {
            _mm256_slli_epi32::<BY>(v)
        }
        fn shift32_right<const BY: i32>(self, v: __m256i) -> __m256i {
            _mm256_srli_epi32::<BY>(v)
        }
    }
}
