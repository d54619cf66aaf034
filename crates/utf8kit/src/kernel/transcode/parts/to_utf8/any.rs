//! The loop for any text.

use core::marker::PhantomData;

use super::{Next, ToUtf8};
use crate::kernel::transcode::parts::Source;
use crate::raw::Output;
use crate::scalar::form::Code;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// After so many blocks with nothing above U+FFFF, the loop for such text is faster.
const PATIENCE: usize = 3;

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
        let mut next = Next::Unknown;
        // The unit before, and all that is left.
        let mut rest = &src[at - K::Source::UNIT..];
        let mut patience = PATIENCE;
        while let Some(window) = rest.get(..K::Source::UNIT + S::LANES)
            && output.room() >= 2 * S::LANES
        {
            let x = K::Source::ordered(simd, simd.load(window, K::Source::UNIT));
            let before = K::Source::ordered(simd, simd.load(window, 0));
            if simd.any_nonzero(K::errors(simd, x, before)) {
                break;
            }
            K::block(simd, x, before, &mut output);
            rest = &rest[S::LANES..];
            let above = simd.high_bits(K::above_ffff(simd, x));
            if above == u64::MAX >> (64 - S::LANES) {
                next = Next::AboveFfff;
                break;
            } else if above != 0 {
                patience = PATIENCE;
            } else if patience == 0 {
                next = Next::UpToFfff;
                break;
            } else {
                patience -= 1;
            }
        }
        let at = src.len() - (rest.len() - K::Source::UNIT);
        let start = K::Source::start(src, at);
        if start < at {
            output.retract(K::HALF);
        }
        *out = output;
        (start, next)
    }
}
