//! The loop for ASCII and for characters up to U+FFFF, where nothing is above EF.
//!
//! ```text
//! while a step and a byte behind it, and room for a unit for each byte, are left:
//!     the step is ASCII: widen it, then two steps at a time while they are ASCII
//!     write the units of each block
//!     a block has an error or a byte above EF: take back the units of the step;
//!         a byte above EF: go on in the loop for any text; otherwise stop
//!     all characters of the step have three bytes: go on in the loop for these
//! ```

use core::marker::PhantomData;

use super::{Joiner, Next, STEP_BYTES, Views, Wide, any_four_byte, ascii, is_uniform, settle};
use crate::kernel::transcode::parts::give_up_unaligned;
use crate::kernel::validate::any_high;
use crate::kernel::validate::check::{BEFORE_HIGH_BMP, BEFORE_LOW, HERE_HIGH};
use crate::raw::Output;
use crate::scalar::table::is_continuation;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// So many bytes of ASCII are converted at once, behind a step that was ASCII.
const STRETCH_BYTES: usize = 2 * STEP_BYTES;

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
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let bmp = Bmp::new::<W>(simd);
        let mut next = Next::Unknown;
        let mut rest = &src[at - 3..];
        let mut may_be_misplaced = true;
        while let Some(window) = rest.get(..3 + STEP_BYTES + 1)
            && output.room() >= STEP_BYTES * W::UNIT_BYTES
        {
            if !any_high(simd, window, STEP_BYTES) {
                ascii::<S, W>(simd, window, &mut output);
                rest = &rest[STEP_BYTES..];
                while let Some(window) = rest.get(..3 + STRETCH_BYTES)
                    && output.room() >= STRETCH_BYTES * W::UNIT_BYTES
                    && !any_high(simd, window, STEP_BYTES)
                    && !any_high(simd, &window[STEP_BYTES..], STEP_BYTES)
                {
                    ascii::<S, W>(simd, window, &mut output);
                    ascii::<S, W>(simd, &window[STEP_BYTES..], &mut output);
                    rest =
                        &rest[STRETCH_BYTES - give_up_unaligned::<S>(W::UNIT_BYTES, &mut output)..];
                }
                may_be_misplaced = true;
                continue;
            }
            if may_be_misplaced && is_continuation(window[3]) {
                break;
            }
            may_be_misplaced = false;
            let before = output.written();
            let mut errors = simd.splat(0);
            let mut ends = 0;
            let mut block = 0;
            while block < STEP_BYTES / S::LANES {
                let at = 3 + block * S::LANES;
                let (wrong, here) = bmp.block::<W>(simd, window, at, &mut output);
                errors = simd.or(errors, wrong);
                ends |= here << (block * S::LANES);
                block += 1;
            }
            if simd.any_nonzero(errors) {
                output.retract(output.written() - before);
                if any_four_byte(simd, window) {
                    next = Next::Any;
                }
                break;
            }
            rest = &rest[STEP_BYTES..];
            if is_uniform::<3>(ends) {
                next = Next::ThreeByte;
                break;
            }
        }
        let at = settle::<W>(src, rest, &mut output);
        *out = output;
        (at, next)
    }
}

#[derive(Clone, Copy)]
struct Bmp<S: Parts> {
    before_high: S::Table,
    before_low: S::V,
    here_high: S::Table,
    joiner: Joiner<S>,
}

impl<S: Parts> Bmp<S> {
    #[inline(always)]
    fn new<W: Wide>(simd: S) -> Self {
        Bmp {
            before_high: simd.table(BEFORE_HIGH_BMP),
            before_low: simd.splat_part(BEFORE_LOW),
            here_high: simd.table(HERE_HIGH),
            joiner: Joiner::new(simd),
        }
    }

    /// Converts the block at `at` of `window`. Gives a value that is not zero if there is an error,
    /// and the lanes where a character ends.
    #[inline(always)]
    fn block<W: Wide>(
        &self,
        simd: S,
        window: &[u8],
        at: usize,
        out: &mut Output<'_>,
    ) -> (S::V, u64) {
        let next = simd.load(window, at + 1);
        let x = simd.load(window, at);
        let one = simd.load(window, at - 1);
        let two = simd.load(window, at - 2);
        let broken = simd.and(
            simd.and(
                simd.lookup_high(self.before_high, x),
                simd.shuffle(self.before_low, simd.and(x, simd.splat(0x7F))),
            ),
            simd.lookup_high(self.here_high, next),
        );
        let due = simd.and(simd.saturating_sub(one, simd.splat(0xE0 - 0x80)), simd.splat(0x80));
        let continued = simd.bits(simd.greater_signed(simd.splat(0xC0), next));
        let ends = !continued & u64::MAX >> (64 - S::LANES);
        W::bmp(simd, self.joiner, Views { x, one, two, three: two }, ends as u32, out);
        (simd.xor(due, broken), ends)
    }
}
