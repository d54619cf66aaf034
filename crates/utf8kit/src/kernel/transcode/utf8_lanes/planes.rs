//! The lanes of a block: what stands in them, and the units that they become.
//!
//! Bits move between bytes by affine maps, which shift each byte by itself. For a form of three
//! bytes, the views `x`, `one` and `two` have its bytes in the lane of the first:
//!
//! ```text
//! x      1110aaaa
//! one    10bbbbcc
//! two    10dddddd
//! high   aaaabbbb     x << 4 | one >> 2 & 0F
//! low    ccdddddd     one << 6 | two & 3F
//! ```

use crate::simd::lanes::Lanes;

/// A matrix for [`Lanes::affine`]: for each bit of the result, the highest first, the bits of
/// a byte whose exclusive or it is.
pub(super) const fn matrix(rows: [u8; 8]) -> u64 {
    u64::from_le_bytes(rows)
}

/// `v << 6`
const LEFT_6: u64 = matrix([0x02, 0x01, 0, 0, 0, 0, 0, 0]);
/// `v << 4`
const LEFT_4: u64 = matrix([0x08, 0x04, 0x02, 0x01, 0, 0, 0, 0]);
/// `v << 2`
pub(super) const LEFT_2: u64 = matrix([0x20, 0x10, 0x08, 0x04, 0x02, 0x01, 0, 0]);
/// `v >> 2 & 0x0F`
pub(super) const RIGHT_2: u64 = matrix([0, 0, 0, 0, 0x20, 0x10, 0x08, 0x04]);
/// `v >> 4 & 0x03`
pub(super) const RIGHT_4: u64 = matrix([0, 0, 0, 0, 0, 0, 0x20, 0x10]);
/// 0 where the high five bits are 00000 or 11011, else 1 to 0F. The high byte of a unit of a
/// form of three bytes has these bits where the form is overlong (below U+0800) or a
/// surrogate.
const THREE_BYTE_RANGE: u64 = matrix([0, 0, 0, 0, 0xC0, 0x50, 0x18, 0x20]);

/// The bytes of a block, and those one, two and three bytes further on.
#[derive(Clone, Copy)]
pub(in crate::kernel::transcode) struct Views<S: Lanes> {
    pub(super) x: S::V,
    pub(super) one: S::V,
    pub(super) two: S::V,
    pub(super) three: S::V,
}

/// Masks of what the lanes of a block are.
#[derive(Clone, Copy)]
pub(in crate::kernel::transcode) struct Masks {
    /// Bytes that are not continuation bytes.
    pub(super) starts: u64,
    /// C0..FF.
    pub(super) leads: u64,
    /// E0..FF.
    pub(super) from_three: u64,
    /// F0..FF.
    pub(super) from_four: u64,
}

impl Masks {
    /// The masks of `x`, for the lanes in `here`.
    #[inline(always)]
    pub(super) fn of<S: Lanes>(simd: S, x: S::V, here: u64) -> Masks {
        let starts = simd.greater_signed(x, simd.splat(0xBF)) & here;
        Masks {
            starts,
            leads: starts & simd.high_bits(x),
            from_three: simd.at_most(simd.splat(0xE0), x) & here,
            from_four: simd.at_most(simd.splat(0xF0), x) & here,
        }
    }
}

/// The planes of the units, each byte in the lane of its unit.
pub(in crate::kernel::transcode) struct Planes<S: Lanes> {
    pub(super) low: S::V,
    pub(super) high: S::V,
    /// The byte above 16 bits, where units have more.
    pub(super) top: Option<S::V>,
    /// A mask of the lanes that hold units.
    pub(super) own: u64,
    /// A mask of the lead bytes of forms that are overlong, a surrogate or too large.
    pub(super) bad: u64,
}

/// The planes of a block of characters up to U+FFFF: with no byte above EF, and with no pair
/// that reaches into it.
#[inline(always)]
pub(super) fn bmp<S: Lanes>(simd: S, views: Views<S>, masks: Masks) -> Planes<S> {
    let Views { x, one, two, .. } = views;
    // A form of three bytes without its first is like a form of two.
    let last_but_one = simd.select(masks.from_three, one, x);
    let last = simd.select(masks.from_three, two, one);
    let low = low_of(simd, masks.leads, x, last_but_one, last);
    let high = simd.or(
        simd.keep(masks.leads, simd.affine(last_but_one, RIGHT_2)),
        simd.keep(masks.from_three, simd.affine(x, LEFT_4)),
    );
    let range = simd.affine(high, THREE_BYTE_RANGE);
    let range = simd.add(range, simd.splat(0xFF));
    // A form is bad where the top bit is set: `range` was 0 before FF was added to it, and C0
    // and C1 less C2 are FE and FF.
    let lead = simd.keep(masks.leads, simd.add(x, simd.splat(0xFF - 0xC2 + 1)));
    let range = simd.select(masks.from_three, range, lead);
    Planes { low, high, top: None, own: masks.starts, bad: simd.high_bits(range) }
}

/// The low byte of each unit: eight bits of the last two bytes of a form, or ASCII.
#[inline(always)]
pub(super) fn low_of<S: Lanes>(
    simd: S,
    leads: u64,
    x: S::V,
    last_but_one: S::V,
    last: S::V,
) -> S::V {
    let bits = simd.or(simd.affine(last_but_one, LEFT_6), simd.and(last, simd.splat(0x3F)));
    simd.select(leads, bits, x)
}
