//! The loop for ASCII and for text with nothing above EF.

use core::marker::PhantomData;

use super::{
    Joiner, Next, STEP, Views, Wide, any_above_ef, any_high, ascii, is_continuation, is_run, settle,
};
use crate::kernel::transcode::parts::give_up_unaligned;
use crate::kernel::validate::check::{BEFORE_HIGH, BEFORE_HIGH_OF_UNITS, BEFORE_LOW, HERE_HIGH};
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// By the high four bits of the byte before: whatever follows F0..FF is wrong here.
const BEFORE_HIGH_UP_TO_EF: [u8; 16] = {
    let mut table = BEFORE_HIGH;
    table[0xF] = 0xFF;
    table
};

/// Bytes of ASCII that are converted at once, where some have been.
const STRETCH: usize = 2 * STEP;

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
        // In a variable of this function it can be kept in registers.
        let mut output = out.take();
        let up_to_ef = UpToEf::new::<W>(simd);
        let mut next = Next::Unknown;
        let mut rest = &src[at - 3..];
        let mut may_be_misplaced = true;
        while let Some(window) = rest.get(..3 + STEP + 1)
            && output.room() >= STEP * W::UNIT
        {
            if !any_high(simd, window) {
                ascii::<S, W>(simd, window, &mut output);
                rest = &rest[STEP..];
                while let Some(window) = rest.get(..3 + STRETCH)
                    && output.room() >= STRETCH * W::UNIT
                    && !any_high(simd, window)
                    && !any_high(simd, &window[STEP..])
                {
                    ascii::<S, W>(simd, window, &mut output);
                    ascii::<S, W>(simd, &window[STEP..], &mut output);
                    rest = &rest[STRETCH - give_up_unaligned::<S>(W::UNIT, &mut output)..];
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
            while block < STEP / S::LANES {
                let at = 3 + block * S::LANES;
                let (wrong, here) = up_to_ef.block::<W>(simd, window, at, &mut output);
                errors = simd.or(errors, wrong);
                ends |= here << (block * S::LANES);
                block += 1;
            }
            if simd.any_nonzero(errors) {
                output.retract(output.written() - before);
                if !W::SURROGATES && any_above_ef(simd, window) {
                    next = Next::Any;
                }
                break;
            }
            rest = &rest[STEP..];
            if is_run::<3>(ends) {
                next = Next::Threes;
                break;
            }
        }
        let at = settle::<W>(src, rest, &mut output);
        *out = output;
        (at, next)
    }
}

#[derive(Clone, Copy)]
struct UpToEf<S: Parts> {
    before_high: S::Table,
    before_low: S::V,
    here_high: S::Table,
    joiner: Joiner<S>,
}

impl<S: Parts> UpToEf<S> {
    #[inline(always)]
    fn new<W: Wide>(simd: S) -> Self {
        UpToEf {
            before_high: simd.table(if W::SURROGATES {
                BEFORE_HIGH_OF_UNITS
            } else {
                BEFORE_HIGH_UP_TO_EF
            }),
            before_low: simd.splat_part(BEFORE_LOW),
            here_high: simd.table(HERE_HIGH),
            joiner: Joiner::new(simd),
        }
    }

    /// Converts the block at `at` of `window`. Gives what is not zero if there is an error, and the lanes
    /// where a character ends.
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
        W::up_to_ef(simd, self.joiner, Views { x, one, two, three: two }, ends as u32, out);
        (simd.xor(due, broken), ends)
    }
}
