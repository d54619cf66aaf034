//! From Latin-1, with blocks of parts.

use super::{Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32};
use crate::kernel::transcode::Order;
use crate::kernel::transcode::parts::to_utf8::Forms;
use crate::kernel::transcode::parts::{self, ByParts, BySteps, put_as_16, put_as_32};
use crate::raw::Output;
use crate::scalar::form::{Latin1, Utf8, Utf16, Utf32};
use crate::simd::parts::Parts;

/// What is the same for all of them: any byte is a character.
macro_rules! by_parts {
    ($([$($order:ident)?] $kernel:ty => $target:ty, $growth:literal, $block:ident;)*) => {$(
        impl $(<$order: Order>)? ByParts for $kernel {
            type Source = Latin1;
            type Target = $target;
            const GROWTH: usize = $growth;

            #[inline(always)]
            fn ordered<S: Parts>(_: S, block: S::V) -> S::V {
                block
            }

            #[inline(always)]
            fn errors<S: Parts>(simd: S, _: S::V, _: S::V) -> S::V {
                simd.splat(0)
            }

            #[inline(always)]
            fn start(_: &[u8], at: usize) -> usize {
                at
            }

            #[inline(always)]
            fn block<S: Parts>(simd: S, x: S::V, _: S::V, out: &mut Output<'_>) {
                $block::<S $(, $order)?>(simd, x, out);
            }

            #[inline(always)]
            fn steps<S: Parts>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> usize {
                parts::steps::<S, Self>(simd, src, at, out)
            }
        }
    )*};
}

by_parts! {
    [] Latin1ToUtf8 => Utf8, 2, put_utf8;
    [P] Latin1ToUtf16<P> => Utf16<P>, 2, put_as_16;
    [P] Latin1ToUtf32<P> => Utf32<P>, 4, put_as_32;
}

#[inline(always)]
fn put_utf8<S: Parts>(simd: S, x: S::V, out: &mut Output<'_>) {
    let zero = simd.splat(0);
    Forms::put_up_to_7ff(simd, [simd.unpack8_low(x, zero), simd.unpack8_high(x, zero)], out);
}

impl BySteps for Latin1ToUtf8 {
    const BLOCKS: usize = 2;
    const ROOM: usize = 4;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        let x = [simd.load(text, 1), simd.load(text, 1 + S::LANES)];
        if simd.any_high(simd.or(x[0], x[1])) {
            put_utf8(simd, x[0], out);
            put_utf8(simd, x[1], out);
        } else {
            out.put_all(simd, x);
        }
        2 * S::LANES
    }
}

impl<P: Order> BySteps for Latin1ToUtf16<P> {
    const BLOCKS: usize = 2;
    const ROOM: usize = 4;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        put_as_16::<S, P>(simd, simd.load(text, 1), out);
        put_as_16::<S, P>(simd, simd.load(text, 1 + S::LANES), out);
        2 * S::LANES
    }
}

impl<P: Order> BySteps for Latin1ToUtf32<P> {
    const BLOCKS: usize = 2;
    const ROOM: usize = 8;

    #[inline(always)]
    fn step<S: Parts>(simd: S, text: &[u8], out: &mut Output<'_>) -> usize {
        put_as_32::<S, P>(simd, simd.load(text, 1), out);
        put_as_32::<S, P>(simd, simd.load(text, 1 + S::LANES), out);
        2 * S::LANES
    }
}
