//! Stretches of characters of one length, which need no compressing.
//!
//! ```text
//! three bytes    1110aaaa 10bbbbbb 10cccccc
//!                0000bbbb bbcccccc              last two bytes: 64 * b + c
//!                aaaa0000 00000000              lead, shifted up
//! four bytes     11110aaa 10bbbbbb 10cccccc 10dddddd
//!                0000000a aabbbbbb              first two bytes: 64 * a + b
//!                0000cccc ccdddddd              last two bytes: 64 * c + d
//! ```

use core::marker::PhantomData;

use super::{Next, Wide};
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::parts::Parts;

/// The loop for characters of three bytes.
pub(super) struct ThreeByte<'k, 'o, W> {
    pub(super) src: &'k [u8],
    pub(super) at: usize,
    pub(super) out: &'k mut Output<'o>,
    pub(super) wide: PhantomData<W>,
}

/// A shuffle of four characters of three bytes: the last two bytes of each, the last one first, and
/// then the leads.
const SPLIT: [u8; 16] = [2, 1, 5, 4, 8, 7, 11, 10, 0, 0x80, 3, 0x80, 6, 0x80, 9, 0x80];
/// The tags of the bytes that [`SPLIT`] leaves.
const TAGS: [u8; 16] =
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xE0, 0, 0xE0, 0, 0xE0, 0, 0xE0, 0];
/// The bits of these bytes that are tags.
const TAG_BITS: [u8; 16] =
    [0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0, 0xF0, 0, 0xF0, 0, 0xF0, 0, 0xF0, 0];

impl<S: Parts, W: Wide> Kernel<S> for ThreeByte<'_, '_, W> {
    type Output = (usize, Next);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, Next) {
        let ThreeByte { src, at, out, .. } = self;
        let mut output = out.take();
        let (split, tags) = (simd.splat_part(SPLIT), simd.splat_part(TAGS));
        let tag_bits = simd.splat_part(TAG_BITS);
        // Eight characters for each part.
        let len = 24 * (S::LANES / 16);
        let mut rest = &src[at..];
        while let Some(window) = rest.get(..len + 4)
            && output.room() >= S::LANES * W::UNIT_BYTES
        {
            let a = simd.load_parts(window, 0, 8);
            let b = simd.load_parts(window, 12, 8);
            let a = simd.xor(simd.shuffle(a, split), tags);
            let b = simd.xor(simd.shuffle(b, split), tags);
            let weights = simd.splat16(64 << 8 | 1);
            let low_a = simd.multiply_add(a, weights);
            let low_b = simd.multiply_add(b, weights);
            let units = simd.or(
                simd.unpack64_low(low_a, low_b),
                simd.shift16_left::<12>(simd.unpack64_high(low_a, low_b)),
            );
            // Below 0800 is overlong, and D800..DFFF are surrogates.
            let above = simd.min16(units, simd.sub16(units, simd.splat16(0xD800)));
            let below = simd.saturating_sub16(simd.splat16(0x0800), above);
            if simd.any_nonzero(simd.or(below, simd.and(simd.or(a, b), tag_bits))) {
                break;
            }
            W::units(simd, units, &mut output);
            rest = &rest[len..];
        }
        *out = output;
        (src.len() - rest.len(), Next::Bmp)
    }
}

/// The loop for characters of four bytes.
pub(super) struct FourByte<'k, 'o, W> {
    pub(super) src: &'k [u8],
    pub(super) at: usize,
    pub(super) out: &'k mut Output<'o>,
    pub(super) wide: PhantomData<W>,
}

impl<S: Parts, W: Wide> Kernel<S> for FourByte<'_, '_, W> {
    type Output = (usize, Next);

    #[inline(always)]
    fn run(self, simd: S) -> (usize, Next) {
        let FourByte { src, at, out, .. } = self;
        let mut output = out.take();
        let mut rest = &src[at..];
        while let Some(window) = rest.get(..S::LANES)
            && output.room() >= S::LANES
        {
            let bits = simd.xor(simd.load(window, 0), simd.splat32(0x8080_80F0));
            if simd.any_common_bit(bits, simd.splat32(0xC0C0_C0F8)) {
                break;
            }
            let halves = simd.multiply_add(bits, simd.splat16(1 << 8 | 64));
            if !W::four_byte(simd, halves, &mut output) {
                break;
            }
            rest = &rest[S::LANES..];
        }
        *out = output;
        (src.len() - rest.len(), Next::Any)
    }
}
