//! The loop for stretches of characters above U+FFFF, each of which becomes four bytes, so that
//! nothing needs compressing.
//!
//! ```text
//! while a block of source and two blocks of room are left:
//!     put_supplementary, or stop if anything else is in the block; the next class is "any"
//! ```

use core::marker::PhantomData;

use super::{Next, ToUtf8};
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

pub(super) struct Steps<'k, 'o, K> {
    pub(super) src: &'k [u8],
    pub(super) at: usize,
    pub(super) out: &'k mut Output<'o>,
    pub(super) kernel: PhantomData<K>,
}

impl<S: Parts, K: ToUtf8> Kernel<S> for Steps<'_, '_, K> {
    type Output = (usize, Next);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, Next) {
        let Steps { src, at, out, .. } = self;
        let mut output = out.take();
        let mut rest = &src[at..];
        while let Some(window) = rest.get(..S::LANES)
            && output.room() >= 2 * S::LANES
            && K::put_supplementary(simd, simd.load(window, 0), &mut output)
        {
            rest = &rest[S::LANES..];
        }
        *out = output;
        (src.len() - rest.len(), Next::Any)
    }
}
