//! With 512-bit lanes: 64 units at a time, in one of five ways.

use super::{Above, Utf16ToUtf8};
use crate::kernel::transcode::lanes::latin1::narrow16;
use crate::kernel::transcode::lanes::to_utf8::{forms, forms_above_ffff, forms_up_to_7ff, put_all};
use crate::kernel::transcode::lanes::utf16::{
    Surrogates, UNITS, any_surrogate, characters, join, only_pairs, widen,
};
use crate::kernel::transcode::lanes::{ByBlocks, first_lanes, ordered16};
use crate::kernel::transcode::{Order, Why};
use crate::raw::Output;
use crate::simd::lanes::Lanes;

/// Units in a block, which is two registers.
const BLOCK: usize = 2 * UNITS;

impl<O: Order, A: Above> ByBlocks for Utf16ToUtf8<O, A> {
    // The last sixteen units are loaded with as many behind them.
    const WINDOW: usize = 2 * (BLOCK + 16);
    // Sixteen units at a time become a register, of which the last is stored behind 48 units or less.
    const ROOM: usize = 4 * 64;

    #[inline(always)]
    fn block<S: Lanes>(simd: S, rest: &[u8], grown_to: usize, out: &mut Output<'_>) -> usize {
        let x = [simd.load(rest, 0), simd.load(rest, 64)];
        let any = simd.or(x[0], x[1]);
        // What the block before was, this one likely is: no need to ask for less, which is only faster.
        if grown_to <= BLOCK + BLOCK / 4
            && !simd.any_common_bit(any, simd.splat16(O::bytes16(0xFF80)))
        {
            out.put(simd, narrow16::<S, O>(simd, x), BLOCK);
            return 2 * BLOCK;
        }
        if grown_to <= 2 * BLOCK && !simd.any_common_bit(any, simd.splat16(O::bytes16(0xF800))) {
            let first = forms_up_to_7ff(simd, UNITS, ordered16::<S, O>(simd, x[0]));
            let second = forms_up_to_7ff(simd, UNITS, ordered16::<S, O>(simd, x[1]));
            put_all(simd, [first, second], out);
            return 2 * BLOCK;
        }
        if !any_surrogate::<S, O>(simd, x) || A::IS_PAIR && only_pairs::<S, O>(simd, x) {
            let first = forms(simd, u16::MAX, widen::<S, O>(simd, simd.load(rest, 0)));
            let second = forms(simd, u16::MAX, widen::<S, O>(simd, simd.load(rest, 32)));
            let third = forms(simd, u16::MAX, widen::<S, O>(simd, simd.load(rest, 64)));
            let fourth = forms(simd, u16::MAX, widen::<S, O>(simd, simd.load(rest, 96)));
            put_all(simd, [first, second, third, fourth], out);
            return 2 * BLOCK;
        }
        if !A::IS_PAIR && only_pairs::<S, O>(simd, x) {
            let first = forms_above_ffff(simd, join(simd, ordered16::<S, O>(simd, x[0])));
            let second = forms_above_ffff(simd, join(simd, ordered16::<S, O>(simd, x[1])));
            out.put_two(simd, [first, second], 2 * BLOCK);
            return 2 * BLOCK;
        }
        // A register at a time: how far it is whole characters, the next one has to wait for.
        let surrogates = Surrogates::of::<S, O>(simd, x[0]);
        let len = surrogates.before_cut();
        if surrogates.paired() < len {
            return 0;
        }
        let ([lower, upper], begins) = values::<S, O, A>(simd, surrogates, x[0], len);
        let lower = forms(simd, begins as u16, lower);
        let upper = forms(simd, (begins >> 16) as u16, upper);
        put_all(simd, [lower, upper], out);
        2 * len
    }

    #[inline(always)]
    fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
        let len = UNITS.min(rest.len() / 2);
        let x = simd.load_prefix(&rest[..2 * len]);
        if !simd.any_common_bit(x, simd.splat16(O::bytes16(0xF800))) {
            let forms = forms_up_to_7ff(simd, len, ordered16::<S, O>(simd, x));
            return match forms.put_fitting(simd, 2, out) {
                Some(units) => (2 * units, Some(Why::Room)),
                // Where there is no unit, half of one is left.
                None => (2 * len, (len == 0).then_some(Why::Error)),
            };
        }
        let surrogates = Surrogates::of::<S, O>(simd, x);
        let units = surrogates.paired().min(len);
        let ([lower, upper], begins) = values::<S, O, A>(simd, surrogates, x, units);
        let fitting = match forms(simd, begins as u16, lower).put_fitting(simd, 4, out) {
            Some(units) => Some(units),
            None => {
                let begins = (begins >> 16) as u16;
                forms(simd, begins, upper).put_fitting(simd, 4, out).map(|units| 16 + units)
            }
        };
        match fitting {
            // The low half of a pair did not fit.
            Some(units) if A::IS_PAIR && surrogates.low >> units & 1 == 1 => {
                out.retract(3);
                (2 * (units - 1), Some(Why::Room))
            }
            Some(units) => (2 * units, Some(Why::Room)),
            None => (2 * units, surrogates.why_not_more(units, rest)),
        }
    }
}

/// What the first `len` units of a register become the forms of, and which of its lanes are that.
#[inline(always)]
fn values<S: Lanes, O: Order, A: Above>(
    simd: S,
    surrogates: Surrogates,
    x: S::V,
    len: usize,
) -> ([S::V; 2], u32) {
    if A::IS_PAIR {
        let x = ordered16::<S, O>(simd, x);
        return ([simd.widen16_low(x), simd.widen16_high(x)], first_lanes(len) as u32);
    }
    (characters::<S, O>(simd, surrogates, x), surrogates.begins(len))
}
