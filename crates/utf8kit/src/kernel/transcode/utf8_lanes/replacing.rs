//! Blocks with errors, each of which becomes U+FFFD.
//!
//! ```text
//! bytes           E2  82  AC  41  E2  82  42  80
//! with_second     ^               ^                   leads with a valid second byte
//! with_third      ^                                   of these, leads with a third byte
//! whole           ^                                   leads of whole characters
//! taken               ^   ^           ^               continuation bytes that belong to a lead
//! errors                          ^           ^       leads not whole, other continuations
//! ```
//!
//! The lane of an error gets the planes of U+FFFD.

use super::planes::{Masks, Views};
use super::{BLOCK_BYTES, Carry, Wide, views};
use crate::kernel::transcode::{Stopped, Why};
use crate::raw::Output;
use crate::scalar::decode::decode_at;
use crate::scalar::table;
use crate::simd::lanes::Lanes;

/// Converts like [`partial`](super::partial), but each maximal subpart becomes U+FFFD, and only a
/// want of room stops it.
#[inline(always)]
pub(super) fn precise<S: Lanes, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    len: usize,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> Option<Stopped> {
    let views = views(simd, src, at);
    if replaced::<S, W>(simd, views, len, carry, out) {
        None
    } else {
        Some(give_up::<W>(src, at, *carry, out))
    }
}

/// Converts the block `x` with which `window` begins, with U+FFFD for each maximal subpart.
/// Gives whether there was room.
#[inline(always)]
pub(super) fn precise_block<S: Lanes, W: Wide>(
    simd: S,
    window: &[u8],
    x: S::V,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> bool {
    let (one, two, three) = (simd.load(window, 1), simd.load(window, 2), simd.load(window, 3));
    replaced::<S, W>(simd, Views { x, one, two, three }, BLOCK_BYTES, carry, out)
}

/// Writes the first `len` bytes of a block, with U+FFFD for each maximal subpart, and gives
/// `true`, if there is room. Otherwise it writes nothing and gives `false`.
///
/// For every lead byte it finds out how many of the bytes behind it belong to it: those of a
/// well-formed form, or of the longest beginning of one. What is left over is an error: a
/// lead byte whose form is not whole, or a continuation byte that belongs to nothing.
#[inline(always)]
fn replaced<S: Lanes, W: Wide>(
    simd: S,
    views: Views<S>,
    len: usize,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> bool {
    let here = u64::MAX >> (BLOCK_BYTES - len);
    let masks = Masks::of(simd, views.x, here);
    let first = simd.permute8(views.x, simd.load(&FIRST_SECOND, 0));
    let last = simd.permute8(views.x, simd.load(&LAST_SECOND, 0));
    let with_second = masks.leads & simd.at_most(first, views.one) & simd.at_most(views.one, last);
    let with_third =
        with_second & masks.from_three & simd.greater_signed(simd.splat(0xC0), views.two);
    let with_fourth =
        with_third & masks.from_four & simd.greater_signed(simd.splat(0xC0), views.three);
    let whole = with_second & !masks.from_three | with_third & !masks.from_four | with_fourth;
    let taken = u128::from(with_second) << 1
        | u128::from(with_third) << 2
        | u128::from(with_fourth) << 3
        | u128::from(carry.due);
    let errors = (masks.leads & !whole | !masks.starts & !(taken as u64)) & here;
    let sound = Masks {
        starts: masks.starts | errors,
        leads: whole,
        from_three: masks.from_three & whole,
        from_four: with_fourth,
    };
    let mut planes = W::planes(simd, views, sound, carry.second());
    planes.own &= here;
    planes.low = simd.select(errors, simd.splat(0xFD), planes.low);
    planes.high = simd.select(errors, simd.splat(0xFF), planes.high);
    let exact = out.room() < BLOCK_BYTES * W::UNIT_BYTES;
    if planes.own.count_ones() as usize * W::UNIT_BYTES > out.room() {
        return false;
    }
    W::write(simd, planes, exact, out);
    *carry = Carry { due: (taken >> len) as u64 };
    true
}

/// The first of the second bytes that may follow each of the lead bytes C0..FF, by the low
/// six bits of the lead.
const FIRST_SECOND: [u8; 64] = second_bytes(true);
/// The last of these second bytes. It is below the first where none may follow.
const LAST_SECOND: [u8; 64] = second_bytes(false);

/// Makes [`FIRST_SECOND`] if `first`, else [`LAST_SECOND`].
const fn second_bytes(first: bool) -> [u8; 64] {
    let mut bounds = [0; 64];
    let mut lead = 0xC0;
    while lead <= 0xFF {
        let range = table::second_byte(lead as u8);
        bounds[lead & 0x3F] = match (table::sequence_len(lead as u8), first) {
            (0, true) => 0xFF,
            (0, false) => 0x00,
            (_, true) => *range.start(),
            (_, false) => *range.end(),
        };
        lead += 1;
    }
    bounds
}

/// Stops for want of room at `at`, or at the start of the character or error that reaches
/// over it: what that became is taken back.
#[inline(always)]
fn give_up<W: Wide>(src: &[u8], at: usize, carry: Carry, out: &mut Output<'_>) -> Stopped {
    if carry.due == 0 {
        return (at, Why::Room);
    }
    let start = (at.saturating_sub(3)..at).rfind(|&index| src[index] >= 0xC0).unwrap_or(at);
    // The second unit of a pair stands in the lane of the second byte.
    let is_pair = matches!(decode_at(src, start), Ok('\u{10000}'..));
    let units = if W::PAIRS && is_pair && at - start > 1 { 2 } else { 1 };
    out.retract(units * W::UNIT_BYTES);
    (start, Why::Room)
}
