//! Blocks of 64 bytes, and 512-bit lanes: AVX-512 as Ice Lake and Zen 4 have it.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::avx2::Avx2;
use super::{frame, memory, operations};
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;
use crate::simd::level::{Features, Level};

/// Proof that the CPU has AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, GFNI, BMI1, BMI2, LZCNT and
/// POPCNT, and that the operating system saves the registers.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(Avx2);

impl Avx512 {
    #[inline(always)]
    pub(crate) fn new(features: Features) -> Option<Avx512> {
        // Detection finds AVX-512 only where it finds AVX2.
        if features.has(Level::Avx512) { Avx2::new(features).map(Avx512) } else { None }
    }
}

impl Avx512 {
    operations! { "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt"
        fn read(self, block: &[u8; 64]) -> __m512i {
            // SAFETY: `block` is 64 bytes, and the load needs no alignment.
            unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
        }
        fn write(self, v: __m512i, block: &mut [MaybeUninit<u8>; 64]) {
            // SAFETY: `block` is 64 bytes, and the store needs no alignment.
            unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast(), v) }
        }
    }
}

impl Blocks for Avx512 {
    type V = __m512i;
    type M = __mmask64;
    /// The entries four times over. So a lookup may index with six bits of which it means
    /// four: no bit has to be cleared first.
    type Table = __m512i;

    const LANES: usize = 64;
    const MASKED: bool = true;

    type HalfWidth = Self;
    #[inline(always)]
    fn half_width(self) -> Self {
        self
    }

    type Parts = Avx2;
    #[inline(always)]
    fn parts(self) -> Avx2 {
        self.0
    }

    frame!(
        Avx512,
        "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt"
    );
    memory!(64);

    operations! { "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt"
        fn splat(self, byte: u8) -> __m512i {
            _mm512_set1_epi8(byte.cast_signed())
        }
        fn load_prefix(self, bytes: &[u8]) -> __m512i {
            assert!(bytes.len() <= 64);
            let mask = _bzhi_u64(u64::MAX, bytes.len() as u32);
            // SAFETY: the mask has a bit for each byte of the slice; lanes without one are not
            // read.
            unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) }
        }

        fn store_prefix(self, v: __m512i, dst: &mut [MaybeUninit<u8>]) {
            assert!(dst.len() <= 64);
            let mask = _bzhi_u64(u64::MAX, dst.len() as u32);
            // SAFETY: the mask has a bit for each byte of the slice; lanes without one are not
            // written.
            unsafe { _mm512_mask_storeu_epi8(dst.as_mut_ptr().cast(), mask, v) }
        }

        fn and(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_and_si512(a, b)
        }
        fn or(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_or_si512(a, b)
        }
        fn xor(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_xor_si512(a, b)
        }
        fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_andnot_si512(b, a)
        }
        fn add(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_add_epi8(a, b)
        }
        fn saturating_sub(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_subs_epu8(a, b)
        }
        fn min(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_min_epu8(a, b)
        }
        fn max(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_max_epu8(a, b)
        }
        fn shift_up<const BY: i32>(self, v: __m512i) -> __m512i {
            // The shift works within each 16 bytes: `below` has, for each 16 bytes, those
            // that come into them.
            let below = _mm512_alignr_epi32::<12>(v, _mm512_setzero_si512());
            match BY {
                1 => _mm512_alignr_epi8::<15>(v, below),
                2 => _mm512_alignr_epi8::<14>(v, below),
                _ => _mm512_alignr_epi8::<13>(v, below),
            }
        }
        fn table(self, entries: [u8; 16]) -> __m512i {
            // SAFETY: `entries` is 16 bytes, and the load needs no alignment.
            let quarter = unsafe { _mm_loadu_si128(entries.as_ptr().cast()) };
            _mm512_broadcast_i32x4(quarter)
        }
        fn lookup_low(self, table: __m512i, v: __m512i) -> __m512i {
            _mm512_permutexvar_epi8(v, table)
        }
        fn lookup_high(self, table: __m512i, v: __m512i) -> __m512i {
            _mm512_permutexvar_epi8(_mm512_srli_epi16::<4>(v), table)
        }

        fn high_bits(self, v: __m512i) -> u64 {
            _mm512_movepi8_mask(v)
        }
        fn any_high(self, v: __m512i) -> bool {
            _mm512_movepi8_mask(v) != 0
        }
        fn any_nonzero(self, v: __m512i) -> bool {
            _mm512_test_epi8_mask(v, v) != 0
        }

        fn eq(self, a: __m512i, b: __m512i) -> u64 {
            _mm512_cmpeq_epi8_mask(a, b)
        }
        fn at_most(self, a: __m512i, b: __m512i) -> u64 {
            _mm512_cmple_epu8_mask(a, b)
        }
        fn greater_signed(self, a: __m512i, b: __m512i) -> u64 {
            _mm512_cmpgt_epi8_mask(a, b)
        }
        fn but_not(self, a: u64, b: u64) -> u64 {
            a & !b
        }
        fn bits(self, m: u64) -> u64 {
            m
        }
        fn increment(self, v: __m512i, m: u64) -> __m512i {
            let one = _mm512_set1_epi8(1);
            let mut v = v;
            // If the intrinsic is used with the constant, the compiler makes a vector of the
            // mask, which some CPUs are slow at, and subtracts that.
            // SAFETY: the instruction reads and writes the registers that it is given, and
            // nothing else.
            unsafe {
                core::arch::asm!(
                    "vpaddb {v}{{{m}}}, {v}, {one}",
                    v = inout(zmm_reg) v,
                    m = in(kreg) m,
                    one = in(zmm_reg) one,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            v
        }
        fn sum(self, v: __m512i) -> u64 {
            let eighths = _mm512_sad_epu8(v, _mm512_setzero_si512());
            _mm512_reduce_add_epi64(eighths).cast_unsigned()
        }
    }
}

impl Lanes for Avx512 {
    operations! { "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,lzcnt,popcnt"
        fn splat16(self, unit: u16) -> __m512i {
            _mm512_set1_epi16(unit.cast_signed())
        }
        fn splat32(self, value: u32) -> __m512i {
            _mm512_set1_epi32(value.cast_signed())
        }
        fn select(self, m: u64, yes: __m512i, no: __m512i) -> __m512i {
            _mm512_mask_blend_epi8(m, no, yes)
        }
        fn select16(self, m: u32, yes: __m512i, no: __m512i) -> __m512i {
            _mm512_mask_blend_epi16(m, no, yes)
        }
        fn select32(self, m: u16, yes: __m512i, no: __m512i) -> __m512i {
            _mm512_mask_blend_epi32(m, no, yes)
        }
        fn keep(self, m: u64, v: __m512i) -> __m512i {
            _mm512_maskz_mov_epi8(m, v)
        }
        fn keep32(self, m: u16, v: __m512i) -> __m512i {
            _mm512_maskz_mov_epi32(m, v)
        }
        fn high_bits16(self, v: __m512i) -> u32 {
            _mm512_movepi16_mask(v)
        }
        fn at_most16(self, a: __m512i, b: __m512i) -> u32 {
            _mm512_cmple_epu16_mask(a, b)
        }
        fn at_most32(self, a: __m512i, b: __m512i) -> u16 {
            _mm512_cmple_epu32_mask(a, b)
        }
        fn any_common_bit(self, a: __m512i, b: __m512i) -> bool {
            _mm512_test_epi8_mask(a, b) != 0
        }

        fn compress8(self, m: u64, v: __m512i) -> __m512i {
            _mm512_maskz_compress_epi8(m, v)
        }
        fn compress16(self, m: u32, v: __m512i) -> __m512i {
            _mm512_maskz_compress_epi16(m, v)
        }
        fn compress32(self, m: u16, v: __m512i) -> __m512i {
            _mm512_maskz_compress_epi32(m, v)
        }
        fn permute8(self, index: __m512i, v: __m512i) -> __m512i {
            _mm512_permutexvar_epi8(index, v)
        }
        fn permute8x2(self, index: __m512i, low: __m512i, high: __m512i) -> __m512i {
            _mm512_permutex2var_epi8(low, index, high)
        }
        fn permute32x2(self, index: __m512i, low: __m512i, high: __m512i) -> __m512i {
            _mm512_permutex2var_epi32(low, index, high)
        }
        fn unpack8_low(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_unpacklo_epi8(a, b)
        }
        fn unpack8_high(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_unpackhi_epi8(a, b)
        }
        fn unpack16_low(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_unpacklo_epi16(a, b)
        }
        fn unpack16_high(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_unpackhi_epi16(a, b)
        }
        fn widen16_low(self, v: __m512i) -> __m512i {
            _mm512_cvtepu16_epi32(_mm512_castsi512_si256(v))
        }
        fn multishift(self, control: __m512i, v: __m512i) -> __m512i {
            _mm512_multishift_epi64_epi8(control, v)
        }
        fn affine(self, v: __m512i, matrix: u64) -> __m512i {
            _mm512_gf2p8affine_epi64_epi8::<0>(v, _mm512_set1_epi64(matrix.cast_signed()))
        }
        fn multiply_add(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_maddubs_epi16(a, b)
        }
        fn multiply_add16(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_madd_epi16(a, b)
        }
        fn leading_zeros32(self, v: __m512i) -> __m512i {
            _mm512_lzcnt_epi32(v)
        }

        fn add_to_sums(self, sums: __m512i, v: __m512i) -> __m512i {
            _mm512_add_epi64(sums, _mm512_sad_epu8(v, _mm512_setzero_si512()))
        }
        fn sum_of_sums(self, sums: __m512i) -> u64 {
            _mm512_reduce_add_epi64(sums).cast_unsigned()
        }
        fn average(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_avg_epu8(a, b)
        }
        fn saturating_add(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_adds_epu8(a, b)
        }
        fn add16(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_add_epi16(a, b)
        }
        fn min16(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_min_epu16(a, b)
        }
        fn add32(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_add_epi32(a, b)
        }
        fn sub32(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_sub_epi32(a, b)
        }
        fn max32(self, a: __m512i, b: __m512i) -> __m512i {
            _mm512_max_epu32(a, b)
        }
        fn shift16_left<const BY: u32>(self, v: __m512i) -> __m512i {
            _mm512_slli_epi16::<BY>(v)
        }
        fn shift16_right<const BY: u32>(self, v: __m512i) -> __m512i {
            _mm512_srli_epi16::<BY>(v)
        }
        fn shift32_left<const BY: u32>(self, v: __m512i) -> __m512i {
            _mm512_slli_epi32::<BY>(v)
        }
        fn shift32_right<const BY: u32>(self, v: __m512i) -> __m512i {
            _mm512_srli_epi32::<BY>(v)
        }
    }
}
