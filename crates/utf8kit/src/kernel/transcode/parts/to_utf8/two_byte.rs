//! The loop for ASCII and for text up to U+07FF.
//!
//! ```text
//! while a step of source and two blocks of room are left:
//!     a step is ASCII: write it as bytes, then two steps at a time while they are ASCII
//!     a unit is from U+0800 on: go on in the loop for text up to U+FFFF
//!     otherwise: write one or two bytes for each unit
//! ```

use core::marker::PhantomData;

use super::{Forms, Next, ToUtf8, step_in_turn};
use crate::codec::Codec;
use crate::kernel::transcode::parts::give_up_unaligned;
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

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
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let mut next = Next::Unknown;
        let mut rest = &src[at..];
        while let Some(window) = rest.get(..S::LANES * K::Source::UNIT)
            && output.room() >= 2 * S::LANES
        {
            let [a, b] = step_in_turn::<S, K>(simd, window);
            let all = simd.or(simd.or(a.units, b.units), simd.or(a.above, b.above));
            if !simd.any_common_bit(all, simd.splat16(0xFF80)) {
                Forms::put_ascii(simd, [a.units, b.units], &mut output);
                rest = &rest[S::LANES * K::Source::UNIT..];
                let mut len = stretch::<S, K>(simd, rest, &mut output);
                if len > 0 {
                    len -= give_up_unaligned::<S>(1, &mut output);
                }
                while len > 0 {
                    rest = &rest[len * K::Source::UNIT..];
                    len = stretch::<S, K>(simd, rest, &mut output);
                }
                continue;
            }
            if simd.any_common_bit(all, simd.splat16(0xF800)) {
                next = Next::Bmp;
                break;
            }
            Forms::put_two_byte(simd, [a.units, b.units], &mut output);
            rest = &rest[S::LANES * K::Source::UNIT..];
        }
        *out = output;
        (src.len() - rest.len(), next)
    }
}

/// Converts two steps, if they are ASCII. Gives the number of their units, or 0 if they are
/// not ASCII or there is too little source or room.
#[inline(always)]
fn stretch<S: Parts, K: ToUtf8>(simd: S, rest: &[u8], out: &mut Output<'_>) -> usize {
    let len = 2 * S::LANES;
    let Some(window) = rest.get(..len * K::Source::UNIT) else { return 0 };
    if out.room() < len {
        return 0;
    }
    let [a, b] = step_in_turn::<S, K>(simd, window);
    let [c, d] = step_in_turn::<S, K>(simd, &window[S::LANES * K::Source::UNIT..]);
    let units = simd.or(simd.or(a.units, b.units), simd.or(c.units, d.units));
    let above = simd.or(simd.or(a.above, b.above), simd.or(c.above, d.above));
    if simd.any_common_bit(simd.or(units, above), simd.splat16(0xFF80)) {
        return 0;
    }
    out.put_two(simd, [simd.narrow16([a.units, b.units]), simd.narrow16([c.units, d.units])], len);
    len
}
