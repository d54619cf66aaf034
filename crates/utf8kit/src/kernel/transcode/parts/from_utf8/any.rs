//! The loop for any text.
//!
//! ```text
//! while a step and a byte behind it, and room for a unit for each byte, are left:
//!     no byte is above EF, and none was in the last PATIENCE_STEPS steps: go on in the loop for
//!         characters up to U+FFFF
//!     write the units of each block
//!     a block has an error: take back the units of the step, and stop
//!     all characters of the step have four bytes: go on in the loop for these
//! ```

use core::marker::PhantomData;

use super::{Joiner, Next, STEP_BYTES, Views, Wide, any_four_byte, is_uniform, settle};
use crate::kernel::validate::check::Tables;
use crate::raw::Output;
use crate::scalar::table::is_continuation;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// After so many steps with nothing above EF, the loop for such text is faster.
const PATIENCE_STEPS: usize = 2;

pub(super) struct Steps<'k, 'o, W> {
    pub(super) src: &'k [u8],
    pub(super) at: usize,
    pub(super) out: &'k mut Output<'o>,
    pub(super) wide: PhantomData<W>,
}

impl<S: Parts, W: Wide> Kernel<S> for Steps<'_, '_, W> {
    type Output = (usize, Next);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, Next) {
        let Steps { src, at, out, .. } = self;
        let mut output = out.take();
        let (tables, joiner) = (Tables::new(simd), Joiner::new(simd));
        let mut next = Next::Unknown;
        let mut rest = &src[at - 3..];
        let mut patience = PATIENCE_STEPS;
        let is_misplaced = is_continuation(src[at]);
        while let Some(window) = rest.get(..3 + STEP_BYTES + 1)
            && output.room() >= STEP_BYTES * W::UNIT_BYTES
            && !is_misplaced
        {
            if any_four_byte(simd, window) {
                patience = PATIENCE_STEPS;
            } else if patience == 0 {
                next = Next::Bmp;
                break;
            } else {
                patience -= 1;
            }
            let before = output.written();
            let mut errors = simd.splat(0);
            let mut ends = 0;
            let mut block = 0;
            while block < STEP_BYTES / S::LANES {
                let at = 3 + block * S::LANES;
                let (wrong, here) =
                    self::block::<S, W>(simd, tables, joiner, window, at, &mut output);
                errors = simd.or(errors, wrong);
                ends |= here << (block * S::LANES);
                block += 1;
            }
            if simd.any_nonzero(errors) {
                output.retract(output.written() - before);
                break;
            }
            rest = &rest[STEP_BYTES..];
            if is_uniform::<4>(ends) {
                next = Next::FourByte;
                break;
            }
        }
        let at = settle::<W>(src, rest, &mut output);
        *out = output;
        (at, next)
    }
}

/// Converts the block at `at` of `window`. Gives a value that is not zero if there is an error, and
/// the lanes where a character ends.
#[inline(always)]
fn block<S: Parts, W: Wide>(
    simd: S,
    tables: Tables<S>,
    joiner: Joiner<S>,
    window: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> (S::V, u64) {
    let next = simd.load(window, at + 1);
    let x = simd.load(window, at);
    let one = simd.load(window, at - 1);
    let two = simd.load(window, at - 2);
    let three = simd.load(window, at - 3);
    let errors = tables.errors(simd, next, [x, one, two]);
    let continued = simd.bits(simd.greater_signed(simd.splat(0xC0), next));
    let ends = !continued & u64::MAX >> (64 - S::LANES);
    let firsts = if W::PAIRS { simd.bits(simd.at_most(simd.splat(0xF0), two)) } else { 0 };
    W::any(simd, joiner, Views { x, one, two, three }, (ends | firsts) as u32, out);
    (errors, ends)
}
