//! Blocks of 32 bytes: AVX2 with BMI1, BMI2, LZCNT and POPCNT.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::sse42::Sse42;
use super::{frame, memory, operations};
use crate::simd::blocks::Blocks;
use crate::simd::level::{Features, Level};

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
    const ROOMY: bool = false;
    const MASKED: bool = false;

    // In a frame with AVX2 its operations are compiled to AVX's instructions.
    type Narrow = Sse42;
    #[inline(always)]
    fn narrow(self) -> Sse42 {
        self.0
    }

    frame!("avx2,bmi1,bmi2,lzcnt,popcnt");
    memory!(32);

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
            // The shift works within each 16 bytes: `below` has for each what comes into it.
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
            _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F)))
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
