//! The vocabularies on x86-64, one file per ISA.
//!
//! The macros here are what the tokens share:
//!
//! ```text
//! frame!       enter, frame: the way from code without the features into code with them
//! operations!  one function per operation, compiled with the features
//! memory!      load, store, prefetch
//! ```
#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod compress_tables;
pub(super) mod cpuid;
mod sse42;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;
pub(crate) use sse42::Sse42;

/// The frame of a token type: runs a kernel compiled for its features, in a function of its
/// own.
macro_rules! frame {
    ($token:ty, $features:literal) => {
        #[inline(always)]
        fn enter<K: $crate::simd::blocks::Kernel<Self>>(self, kernel: K) -> K::Output {
            #[target_feature(enable = $features)]
            fn inside<K: $crate::simd::blocks::Kernel<$token>>(
                simd: $token,
                kernel: K,
            ) -> K::Output {
                kernel.run(simd)
            }
            // SAFETY: `self` is a token, and a token is made only where detection found all of
            // these features.
            unsafe { inside(self, kernel) }
        }

        #[inline(always)]
        fn frame<K: $crate::simd::blocks::Kernel<Self>>(self, kernel: K) -> K::Output {
            // This is never inlined: a loop that its caller took in would share the caller's
            // registers. The attribute is on a function without the features, because the
            // compiler does not heed it on one that has them (rustc 1.95).
            #[inline(never)]
            fn outlined<K: $crate::simd::blocks::Kernel<$token>>(
                simd: $token,
                kernel: K,
            ) -> K::Output {
                simd.enter(kernel)
            }
            outlined(self, kernel)
        }
    };
}

/// Operations of a token type. Each body is compiled with the features, which makes the
/// intrinsics safe, and is reached by being inlined into a frame.
macro_rules! operations {
    ($features:literal $(
        fn $name:ident $(<const $by:ident: $by_type:ty>)? (
            $simd:ident $(, $argument:ident: $type:ty)*
        ) $(-> $result:ty)? $body:block
    )*) => {$(
        #[inline(always)]
        fn $name $(<const $by: $by_type>)? ($simd $(, $argument: $type)*) $(-> $result)? {
            #[target_feature(enable = $features)]
            #[inline]
            fn inside $(<const $by: $by_type>)? ($($argument: $type),*) $(-> $result)? $body
            // SAFETY: `self` is a token, and a token is made only where detection found all of
            // these features.
            unsafe { inside $(::<$by>)? ($($argument),*) }
        }
    )*};
}

/// `load`, `store` and `prefetch`. The first two go by way of functions that take an array,
/// and check the range outside of those: with the check inside, the compiler once thought
/// them too large to inline.
macro_rules! memory {
    ($lanes:literal) => {
        #[inline(always)]
        fn load(self, bytes: &[u8], at: usize) -> Self::V {
            let block: &[u8; $lanes] = match bytes[at..].first_chunk() {
                Some(block) => block,
                None => panic!("a load beyond the end of the slice"),
            };
            self.read(block)
        }
        #[inline(always)]
        fn store(self, v: Self::V, dst: &mut [core::mem::MaybeUninit<u8>], at: usize) {
            let block: &mut [core::mem::MaybeUninit<u8>; $lanes] = match dst[at..].first_chunk_mut()
            {
                Some(block) => block,
                None => panic!("a store beyond the end of the slice"),
            };
            self.write(v, block);
        }
        #[inline(always)]
        fn prefetch(self, bytes: &[u8], at: usize) {
            let wanted = bytes.as_ptr().wrapping_add(at).cast();
            // SAFETY: this is a hint, which faults at no address.
            unsafe {
                core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(wanted)
            }
        }
    };
}

use {frame, memory, operations};
