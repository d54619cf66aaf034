//! The loop for any text.
//!
//! ```text
//! while a unit and a block behind it, and two blocks of room, are left:
//!     stop if the block has an error
//!     K::block: write the block, which knows the unit before each
//!     all characters are above U+FFFF: go on in the loop for these
//!     none was, in more than PATIENCE_BLOCKS blocks: go on in the loop for text up to U+FFFF
//! the end is between the halves of a pair: take back what the first half became
//! ```

use core::marker::PhantomData;

use super::{Next, ToUtf8};
use crate::codec::Codec;
use crate::kernel::transcode::parts::Source;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// After so many blocks with no character above U+FFFF, the loop for such text is faster.
const PATIENCE_BLOCKS: usize = 3;

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
        // The unit before `at`, and all that is left.
        let mut rest = &src[at - K::Source::UNIT..];
        let mut patience = PATIENCE_BLOCKS;
        while let Some(window) = rest.get(..K::Source::UNIT + S::LANES)
            && output.room() >= 2 * S::LANES
        {
            let x = simd.load(window, K::Source::UNIT);
            let before = simd.load(window, 0);
            if simd.any_nonzero(K::errors(simd, x, before)) {
                break;
            }
            K::block(simd, x, before, &mut output);
            rest = &rest[S::LANES..];
            let above = simd.high_bits(K::supplementary(simd, x));
            if above == u64::MAX >> (64 - S::LANES) {
                next = Next::Supplementary;
                break;
            } else if above != 0 {
                patience = PATIENCE_BLOCKS;
            } else if patience == 0 {
                next = Next::Bmp;
                break;
            } else {
                patience -= 1;
            }
        }
        let at = src.len() - (rest.len() - K::Source::UNIT);
        let start = K::Source::start(src, at);
        if start < at {
            output.retract(K::HALF_PAIR_BYTES);
        }
        *out = output;
        (start, next)
    }
}
