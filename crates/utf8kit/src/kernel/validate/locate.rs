//! Moves an index near the first error closer to it, for code that decodes from there on.
//!
//! ```text
//! at = near
//! while a block is left: errors of the block at `at`?
//!     yes: at + number of bytes before the first error
//!     no:  at += LANES
//! ```

use super::check::Tables;
use super::clean;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;

/// From an index near the first error, as [`Validate`](super::Validate) gives it, to the same
/// index or one closer to the error: at best to the first byte that cannot follow those
/// before it. Code that decodes one character after another from there has less to do.
pub(crate) struct Locate<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) near: usize,
}

impl Operation for Locate<'_> {
    type Output = usize;

    fn scalar(self) -> usize {
        self.near
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> usize {
        let Locate { bytes, near } = self;
        // The check of a block needs three bytes before it.
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
