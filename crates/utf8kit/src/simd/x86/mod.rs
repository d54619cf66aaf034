//! The vocabularies on x86-64, one file an ISA.
#![allow(unsafe_code)]

mod avx2;
mod avx512;
pub(super) mod cpuid;
mod squeeze;
pub(crate) mod sse2;
mod sse42;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;
pub(crate) use sse42::Sse42;

/// The frame of a token type: a kernel compiled for its features, in a function of its own.
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
        fn enter_with<A, K: $crate::simd::blocks::KernelWith<Self, A>>(
            self,
            kernel: K,
            argument: A,
        ) -> K::Output {
            #[target_feature(enable = $features)]
            fn inside<A, K: $crate::simd::blocks::KernelWith<$token, A>>(
                simd: $token,
                kernel: K,
                argument: A,
            ) -> K::Output {
                kernel.run(simd, argument)
            }
            // SAFETY: as above.
            unsafe { inside(self, kernel, argument) }
        }

        #[inline(always)]
        fn frame<K: $crate::simd::blocks::Kernel<Self>>(self, kernel: K) -> K::Output {
            // Never inlined: a class loop that its caller took in would share the caller's registers.
            // That is said of a function without the features: of one with them the compiler does not
            // heed it (rustc 1.95).
            #[inline(never)]
            fn outlined<K: $crate::simd::blocks::Kernel<$token>>(
                simd: $token,
                kernel: K,
            ) -> K::Output {
                simd.enter(kernel)
            }
            outlined(self, kernel)
        }

        #[inline(always)]
        fn frame_with<A, K: $crate::simd::blocks::KernelWith<Self, A>>(
            self,
            kernel: K,
            argument: A,
        ) -> K::Output {
            #[inline(never)]
            fn outlined<A, K: $crate::simd::blocks::KernelWith<$token, A>>(
                simd: $token,
                kernel: K,
                argument: A,
            ) -> K::Output {
                simd.enter_with(kernel, argument)
            }
            outlined(self, kernel, argument)
        }
    };
}

/// Operations of a token type. Each body is compiled with the features, where the intrinsics are
/// safe, and is reached by being inlined into a frame.
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

/// `load`, `store` and `prefetch`. The first two by way of the functions that take an array: the check
/// of the range is outside of those; with it inside, the compiler once thought them too large to
/// inline.
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
            // SAFETY: a hint, which faults at no address.
            unsafe {
                core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(wanted)
            }
        }
    };
}

use {frame, memory, operations};
