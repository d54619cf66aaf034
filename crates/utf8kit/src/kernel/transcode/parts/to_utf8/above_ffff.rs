//! The loop for runs of characters above U+FFFF, which need no squeezing.

use core::marker::PhantomData;

use super::{Next, ToUtf8};
use crate::kernel::transcode::parts::Source;
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
            && K::put_above_ffff(simd, K::Source::ordered(simd, simd.load(window, 0)), &mut output)
        {
            rest = &rest[S::LANES..];
        }
        *out = output;
        (src.len() - rest.len(), Next::Any)
    }
}
