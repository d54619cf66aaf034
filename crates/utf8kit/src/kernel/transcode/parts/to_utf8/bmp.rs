//! The loop for text up to U+FFFF.
//!
//! ```text
//! while a step of source and four blocks of room are left:
//!     no unit is from U+0800 on:
//!         the last PATIENCE_STEPS steps were like that: go on in the loop for text up to U+07FF
//!         write one or two bytes for each unit
//!     a unit is a surrogate, or a value above U+FFFF: go on in the loop for any text
//!     the last UNIFORM_STEPS steps became three bytes for each unit, and this one does: write them
//!     otherwise: write one to three bytes for each unit
//! ```

use core::marker::PhantomData;

use super::{Forms, Next, ToUtf8, step, step_in_turn};
use crate::codec::Codec;
use crate::kernel::transcode::parts::utf16::surrogates;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// After so many steps with nothing above 7FF, the loop for such text is faster.
const PATIENCE_STEPS: usize = 8;
/// After so many steps in a row in which every unit became three bytes, each step is first
/// tested for more of the same, which needs no compressing.
const UNIFORM_STEPS: usize = 2;

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
        let (mut patience, mut uniform) = (PATIENCE_STEPS, 0);
        while let Some(window) = rest.get(..S::LANES * K::Source::UNIT)
            && output.room() >= 4 * S::LANES
        {
            let [a, b] = step::<S, K>(simd, window);
            let all = simd.or(simd.or(a.units, b.units), simd.or(a.above, b.above));
            // A few characters from U+0800 on do not make the text between them another one:
            // it is written as text up to U+07FF, without a change of loops.
            if !simd.any_common_bit(all, simd.splat16(0xF800)) {
                if patience == 0 {
                    next = Next::TwoByte;
                    break;
                }
                patience -= 1;
                uniform = 0;
                let [a, b] = step_in_turn::<S, K>(simd, window);
                if simd.any_common_bit(all, simd.splat16(0xFF80)) {
                    Forms::put_two_byte(simd, [a.units, b.units], &mut output);
                } else {
                    Forms::put_ascii(simd, [a.units, b.units], &mut output);
                }
                rest = &rest[S::LANES * K::Source::UNIT..];
                continue;
            }
            let is_above = simd.or(
                simd.or(surrogates(simd, a.units), surrogates(simd, b.units)),
                simd.or(a.above, b.above),
            );
            if simd.any_nonzero(is_above) {
                next = Next::Any;
                break;
            }
            if uniform == UNIFORM_STEPS && !any_below_800(simd, simd.min16(a.units, b.units)) {
                Forms::put_three_byte(simd, a.units, &mut output);
                Forms::put_three_byte(simd, b.units, &mut output);
                rest = &rest[S::LANES * K::Source::UNIT..];
                continue;
            }
            patience = PATIENCE_STEPS;
            let dropped = Forms::put(simd, Forms::bmp(simd, a.units), &mut output)
                | Forms::put(simd, Forms::bmp(simd, b.units), &mut output);
            uniform = if dropped == 0 { UNIFORM_STEPS.min(uniform + 1) } else { 0 };
            rest = &rest[S::LANES * K::Source::UNIT..];
        }
        *out = output;
        (src.len() - rest.len(), next)
    }
}

/// Whether any unit is below 0x800.
#[inline(always)]
fn any_below_800<S: Parts>(simd: S, units: S::V) -> bool {
    simd.any_nonzero(simd.saturating_sub16(simd.splat16(0x0800), units))
}
