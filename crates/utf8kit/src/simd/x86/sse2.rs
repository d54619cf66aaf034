//! Sixteen bytes by SSE2, which every x86-64 has: nothing has to be detected, and no token is needed.
//! Bit `i` of a number that is returned is for the byte at index `i`.

use core::arch::x86_64::*;

/// Each body is compiled with SSE2, where the intrinsics are safe. So is every function of the target: it
/// is inlined anywhere.
macro_rules! of_sixteen {
    ($(
        $(#[$meta:meta])*
        fn $name:ident($v:ident $(, $argument:ident: $type:ty)*) $body:block
    )*) => {$(
        $(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name(block: [u8; 16] $(, $argument: $type)*) -> u64 {
            #[target_feature(enable = "sse2")]
            #[inline]
            fn inside(block: [u8; 16] $(, $argument: $type)*) -> u64 {
                // SAFETY: `block` is 16 bytes, and the load needs no alignment.
                let $v = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
                u64::from(_mm_movemask_epi8($body).cast_unsigned())
            }
            // SAFETY: this module is there only where the target has SSE2.
            unsafe { inside(block $(, $argument)*) }
        }
    )*};
}

of_sixteen! {
    /// Which bytes are 80..FF.
    fn high(v) {
        v
    }
    /// Which bytes are equal to `byte`.
    fn equal(v, byte: u8) {
        _mm_cmpeq_epi8(v, _mm_set1_epi8(byte.cast_signed()))
    }
    /// Which bytes are not continuations.
    fn starts(v) {
        // Read as signed numbers, the continuations 80..BF are the lowest.
        _mm_cmpgt_epi8(v, _mm_set1_epi8(0xBF_u8.cast_signed()))
    }
    /// Which bytes are F0..FF.
    fn from_f0(v) {
        _mm_cmpeq_epi8(_mm_max_epu8(v, _mm_set1_epi8(0xF0_u8.cast_signed())), v)
    }
}

/// Each byte with a zero behind it, or else before it: sixteen of these and sixteen more.
#[inline(always)]
pub(crate) fn with_zeros(block: [u8; 16], behind: bool) -> [[u8; 16]; 2] {
    #[target_feature(enable = "sse2")]
    #[inline]
    fn inside(block: [u8; 16], behind: bool) -> [[u8; 16]; 2] {
        // SAFETY: `block` is 16 bytes, and the load needs no alignment.
        let v = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
        let zeros = _mm_setzero_si128();
        let (even, odd) = if behind { (v, zeros) } else { (zeros, v) };
        let mut both = [[0; 16]; 2];
        let (low, high) = (_mm_unpacklo_epi8(even, odd), _mm_unpackhi_epi8(even, odd));
        // SAFETY: it is 16 bytes, and the store needs no alignment.
        unsafe { _mm_storeu_si128(both[0].as_mut_ptr().cast(), low) };
        // SAFETY: likewise.
        unsafe { _mm_storeu_si128(both[1].as_mut_ptr().cast(), high) };
        both
    }
    // SAFETY: this module is there only where the target has SSE2.
    unsafe { inside(block, behind) }
}
