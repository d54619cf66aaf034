//! The check of text with nothing above DF: no table, and one reload.

use super::{GROUP, load, min, or};
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// The constants of the check.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct UpToDf<S: Blocks> {
    wide: S::V,
    overlong: S::V,
    one: S::V,
}

impl<S: Blocks> UpToDf<S> {
    #[inline(always)]
    pub(in crate::kernel) fn new(simd: S) -> Self {
        UpToDf {
            // What is left of E0..FF has its top bit set; of anything less, not.
            wide: simd.splat(0xE0 - 0x80),
            overlong: simd.splat(0xC0),
            one: simd.splat(1),
        }
    }

    /// Whether the check is the right one for a group with these maxima.
    #[inline(always)]
    pub(in crate::kernel) fn covers(&self, simd: S, max: S::V) -> bool {
        !simd.any_high(simd.saturating_sub(max, self.wide))
    }

    /// Checks the group `x`, which is behind the first three bytes of `window`: a continuation must
    /// stand after each lead and nowhere else, and C0 and C1 nowhere.
    #[inline(always)]
    pub(in crate::kernel) fn any_error(&self, simd: S, window: &[u8], x: [S::V; GROUP]) -> bool {
        let one = load(simd, window, 2);
        let misplaced = [
            Self::misplaced(simd, x[0], one[0]),
            Self::misplaced(simd, x[1], one[1]),
            Self::misplaced(simd, x[2], one[2]),
            Self::misplaced(simd, x[3], one[3]),
        ];
        // C0 and C1 are the bytes that differ from C0 by at most 1. They are looked for before each
        // byte, as the tables do it: so whatever check comes next looks at this group's last byte.
        let least = min(
            simd,
            [
                simd.xor(one[0], self.overlong),
                simd.xor(one[1], self.overlong),
                simd.xor(one[2], self.overlong),
                simd.xor(one[3], self.overlong),
            ],
        );
        simd.any_high(or(simd, misplaced)) || simd.bits(simd.at_most(least, self.one)) != 0
    }

    /// Whether `BLOCKS` blocks behind the first three bytes of `window` are wrong, or the check is not the
    /// right one for them. One branch, where masks have registers of their own.
    ///
    /// If not, and if it `COUNTS`, how many continuations there are: the sum of all bytes, times `BLOCKS / 128`.
    /// `top_bit` is 80 in each lane, see [`hidden_top_bit`].
    #[inline(always)]
    pub(super) fn judge<const BLOCKS: usize, const COUNTS: bool>(
        &self,
        simd: S,
        top_bit: S::V,
        window: &[u8],
    ) -> (bool, S::V)
    where
        S: Lanes,
    {
        let mut wrong = simd.splat(0);
        let mut least = simd.splat(0xFF);
        let mut most = simd.splat(0);
        let mut continuations = [simd.splat(0); BLOCKS];
        let mut block = 0;
        while block < BLOCKS {
            let x = simd.load(window, 3 + block * S::LANES);
            let one = simd.load(window, 2 + block * S::LANES);
            let mut continuation = Self::continuation(simd, x);
            if COUNTS {
                continuation = simd.and(continuation, top_bit);
                continuations[block] = continuation;
            }
            wrong = simd.or(wrong, simd.xor(continuation, Self::after_lead(simd, one)));
            least = simd.min(least, simd.xor(one, self.overlong));
            most = simd.max(most, x);
            block += 1;
        }
        // Means of nothing but 0 and 80 are exact for as many times as that can be halved.
        let mut means = if COUNTS { BLOCKS / 2 } else { 0 };
        while means > 0 {
            let mut mean = 0;
            while mean < means {
                continuations[mean] =
                    simd.average(continuations[2 * mean], continuations[2 * mean + 1]);
                mean += 1;
            }
            means /= 2;
        }
        let wide = simd.saturating_sub(most, self.wide);
        let is_wrong =
            simd.high_bits(simd.or(wrong, wide)) | simd.bits(simd.at_most(least, self.one)) != 0;
        (is_wrong, continuations[0])
    }

    /// Top bit set where `x` is a continuation and `one`, before it, no lead, or the other way
    /// round. The two top bits tell what a byte is: a continuation has 10, a lead 11.
    #[inline(always)]
    fn misplaced(simd: S, x: S::V, one: S::V) -> S::V {
        simd.xor(Self::continuation(simd, x), Self::after_lead(simd, one))
    }

    #[inline(always)]
    fn continuation(simd: S, x: S::V) -> S::V {
        simd.and_not(x, simd.add(x, x))
    }

    #[inline(always)]
    fn after_lead(simd: S, one: S::V) -> S::V {
        simd.and(one, simd.add(one, one))
    }
}

/// 80 in each lane, which the compiler is not to know: it would take the means of such lanes apart.
#[inline(always)]
pub(super) fn hidden_top_bit<S: Blocks>(simd: S) -> S::V {
    simd.splat(core::hint::black_box(0x80))
}
