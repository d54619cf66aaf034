//! The check of forms of up to two bytes, in text with no byte above DF: no table, and one
//! reload.
//!
//! Such text has only ASCII and sequences of two bytes, so that each lead byte (C2..DF) has one
//! continuation byte (80..BF) behind it, and no continuation byte stands alone. The two top
//! bits of a byte tell which it is: 11 for a lead, 10 for a continuation. The top bit of
//! `x + x` is the second bit of `x`:
//!
//! ```text
//! continuation(x) = x & !(x + x)       top bit set for 10......
//! after_lead(one) = one & (one + one)  top bit set for 11......
//! misplaced       = continuation(x) ^ after_lead(one)
//! overlong        = one ^ C0 <= 1      C0 and C1
//!
//! bytes           41  D0  B6  B6
//! continuation    0   0   1   1
//! after_lead      .   0   1   0
//! misplaced       .   0   0   1
//! ```

use super::{GROUP_BLOCKS, load, min, or};
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;

/// The constants of the check, in registers.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct TwoByte<S: Blocks> {
    wide: S::V,
    overlong: S::V,
    one: S::V,
}

impl<S: Blocks> TwoByte<S> {
    #[inline(always)]
    pub(in crate::kernel) fn new(simd: S) -> Self {
        TwoByte {
            // After a saturating subtraction of this, the top bit is set for E0..FF, and for
            // no lower byte.
            wide: simd.splat(0xE0 - 0x80),
            overlong: simd.splat(0xC0),
            one: simd.splat(1),
        }
    }

    /// Whether a group with these maxima has no byte above DF, so that this check is the
    /// right one for it.
    #[inline(always)]
    pub(in crate::kernel) fn covers(&self, simd: S, max: S::V) -> bool {
        !simd.any_high(simd.saturating_sub(max, self.wide))
    }

    /// Whether the group `x`, which stands behind the first three bytes of `window`, has an
    /// error: a continuation byte must stand after each lead byte and nowhere else, and C0
    /// and C1 nowhere.
    #[inline(always)]
    pub(in crate::kernel) fn any_error(
        &self,
        simd: S,
        window: &[u8],
        x: [S::V; GROUP_BLOCKS],
    ) -> bool {
        let one = load(simd, window, 2);
        let misplaced = [
            Self::misplaced(simd, x[0], one[0]),
            Self::misplaced(simd, x[1], one[1]),
            Self::misplaced(simd, x[2], one[2]),
            Self::misplaced(simd, x[3], one[3]),
        ];
        // C0 and C1 are the bytes that differ from C0 by at most 1. Like the tables, this
        // looks for them among the bytes before each byte, so the last byte of this group is
        // left to whatever check comes next.
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

    /// Whether the `BLOCKS` blocks behind the first three bytes of `window` have an error or
    /// a byte above DF. This takes one branch where masks have registers of their own.
    ///
    /// If they have neither, and if `COUNTS`, the second value tells how many continuation
    /// bytes there are: the sum of its bytes, times `BLOCKS / 128`. `top_bit` has 80 in each
    /// lane, see [`hidden_top_bit`].
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
        // The mean of two lanes that are 0 or 80 is exact, and so are the means of such
        // means, for as many times as 80 can be halved.
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

    /// Sets the top bit where `x` is a continuation byte and `one`, before it, is no lead
    /// byte, or the other way round.
    #[inline(always)]
    fn misplaced(simd: S, x: S::V, one: S::V) -> S::V {
        simd.xor(Self::continuation(simd, x), Self::after_lead(simd, one))
    }

    /// Sets the top bit where `x` is a continuation byte: where its two top bits are 10.
    #[inline(always)]
    fn continuation(simd: S, x: S::V) -> S::V {
        simd.and_not(x, simd.add(x, x))
    }

    /// Sets the top bit where `one`, the byte before, is a lead byte: where its two top bits
    /// are 11.
    #[inline(always)]
    fn after_lead(simd: S, one: S::V) -> S::V {
        simd.and(one, simd.add(one, one))
    }
}

/// 80 in each lane, hidden from the compiler, which would take the means of such lanes apart.
#[inline(always)]
pub(super) fn hidden_top_bit<S: Blocks>(simd: S) -> S::V {
    simd.splat(core::hint::black_box(0x80))
}
