//! Nearer to the first error, for whoever decodes from there on.

use super::check::Tables;
use super::clean;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// From an index near the first error, as [`Validate`](super::Validate) gives it, to the same or a
/// nearer one: at best to the first byte that cannot follow those before it. What decodes one
/// character after another has the less to do.
pub(crate) struct Narrow<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) near: usize,
}

impl Operation for Narrow<'_> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.near
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let Narrow { bytes, near } = self;
        // Three bytes have to be before a block.
        if near < 3 {
            return near;
        }
        let tables = Tables::new(simd);
        let mut at = near;
        while at + S::LANES <= bytes.len() {
            let errors = tables.errors_at(simd, bytes, at);
            if simd.any_nonzero(errors) {
                return at + clean(simd, errors);
            }
            at += S::LANES;
        }
        at
    }
}
