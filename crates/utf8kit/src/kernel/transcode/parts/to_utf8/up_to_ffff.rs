//! The loop for text up to U+FFFF.

use core::marker::PhantomData;

use super::{Forms, Next, ToUtf8, step, step_in_turn};
use crate::kernel::transcode::Little;
use crate::kernel::transcode::parts::utf16::surrogates;
use crate::raw::Output;
use crate::scalar::form::Code;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// After so many steps with nothing above 7FF, the loop for such text is faster.
const PATIENCE: usize = 8;
/// After so many steps of which everything became three bytes, it is asked before whether that goes on:
/// then nothing needs squeezing.
const RUN: usize = 2;

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
        let mut rest = &src[at..];
        let (mut patience, mut run) = (PATIENCE, 0);
        while let Some(window) = rest.get(..S::LANES * K::Source::UNIT)
            && output.room() >= 4 * S::LANES
        {
            let [a, b] = step::<S, K>(simd, window);
            let all = simd.or(simd.or(a.units, b.units), simd.or(a.above, b.above));
            // Few characters from U+0800 on make no other text of what is between them.
            if !simd.any_common_bit(all, simd.splat16(0xF800)) {
                if patience == 0 {
                    next = Next::UpTo7ff;
                    break;
                }
                patience -= 1;
                run = 0;
                let [a, b] = step_in_turn::<S, K>(simd, window);
                if simd.any_common_bit(all, simd.splat16(0xFF80)) {
                    Forms::put_up_to_7ff(simd, [a.units, b.units], &mut output);
                } else {
                    Forms::put_ascii(simd, [a.units, b.units], &mut output);
                }
                rest = &rest[S::LANES * K::Source::UNIT..];
                continue;
            }
            let is_above = simd.or(
                simd.or(
                    surrogates::<S, Little>(simd, a.units),
                    surrogates::<S, Little>(simd, b.units),
                ),
                simd.or(a.above, b.above),
            );
            if simd.any_nonzero(is_above) {
                next = Next::Any;
                break;
            }
            if run == RUN && !any_below_800(simd, simd.min16(a.units, b.units)) {
                Forms::put_three_bytes(simd, a.units, &mut output);
                Forms::put_three_bytes(simd, b.units, &mut output);
                rest = &rest[S::LANES * K::Source::UNIT..];
                continue;
            }
            patience = PATIENCE;
            let dropped = Forms::put(simd, Forms::up_to_ffff(simd, a.units), &mut output)
                | Forms::put(simd, Forms::up_to_ffff(simd, b.units), &mut output);
            run = if dropped == 0 { RUN.min(run + 1) } else { 0 };
            rest = &rest[S::LANES * K::Source::UNIT..];
        }
        *out = output;
        (src.len() - rest.len(), next)
    }
}

/// Whether some units are below 800.
#[inline(always)]
fn any_below_800<S: Parts>(simd: S, units: S::V) -> bool {
    simd.any_nonzero(simd.saturating_sub16(simd.splat16(0x0800), units))
}
