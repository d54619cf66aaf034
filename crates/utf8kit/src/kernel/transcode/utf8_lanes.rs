//! UTF-8 to 16-bit and 32-bit units, with 512-bit lanes.
//!
//! # The shape
//!
//! Lane `j` of a block belongs to the character whose lead is byte `j`. It sees its continuations by
//! loading the text again from one, two and three bytes further on, so every lane computes its whole
//! character, as planes of bytes: the low byte of each unit, the high byte, and for 32 bits the byte
//! above. Lanes without a lead are squeezed out, and the planes are interleaved. The next block starts 64
//! bytes on, whatever was found in this one: no load waits for a result, so the CPU works on several
//! blocks at a time, which is where this gains over shapes that advance by whole characters.
//!
//! Widening after squeezing means half the arithmetic and half the squeezing of the other order.
//!
//! From block to block goes only which lanes are due to be continuations. A block that has an error, or
//! that is cut short by the end of either side, is done by [`partial`], which knows of lanes that do not
//! count.

use core::hint::cold_path;
use core::marker::PhantomData;

use super::lanes::latin1::{widen_to_16, widen_to_32};
use super::lanes::{in_turn, ordered16, ordered32};
use super::{Little, Order, Stopped, Why};
use crate::raw::Output;
use crate::scalar::decode::{decode_at, sequence_over};
use crate::scalar::table;
use crate::simd::blocks::Kernel;
use crate::simd::lanes::Lanes;

/// Bytes in a block.
const BLOCK: usize = 64;

/// Bytes that are loaded for a block.
const WINDOW: usize = BLOCK + 3;

/// A matrix for [`Lanes::affine`]: which bits of a byte make each bit of the result, the highest first.
const fn matrix(rows: [u8; 8]) -> u64 {
    u64::from_le_bytes(rows)
}

/// `v << 6`
const LEFT_6: u64 = matrix([0x02, 0x01, 0, 0, 0, 0, 0, 0]);
/// `v << 4`
const LEFT_4: u64 = matrix([0x08, 0x04, 0x02, 0x01, 0, 0, 0, 0]);
/// `v << 2`
const LEFT_2: u64 = matrix([0x20, 0x10, 0x08, 0x04, 0x02, 0x01, 0, 0]);
/// `v >> 2 & 0x0F`
const RIGHT_2: u64 = matrix([0, 0, 0, 0, 0x20, 0x10, 0x08, 0x04]);
/// `v >> 4 & 0x03`
const RIGHT_4: u64 = matrix([0, 0, 0, 0, 0, 0, 0x20, 0x10]);
/// 0 where the high five bits are 00000 or 11011, else up to 0F: of the high byte of a unit of a
/// three-byte form, they are so where the form is overlong (below U+0800) or a surrogate's.
const THREE_BYTE_RANGE: u64 = matrix([0, 0, 0, 0, 0xC0, 0x50, 0x18, 0x20]);
/// `v >> 3`: 0 where the form is overlong.
const RIGHT_3: u64 = matrix([0, 0, 0, 0x80, 0x40, 0x20, 0x10, 0x08]);

/// The bytes of a block, and those one, two and three further on.
#[derive(Clone, Copy)]
pub(super) struct Views<S: Lanes> {
    pub(super) x: S::V,
    pub(super) one: S::V,
    pub(super) two: S::V,
    pub(super) three: S::V,
}

/// Which lanes are what.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    /// Not continuations.
    starts: u64,
    /// C0..FF.
    leads: u64,
    /// E0..FF.
    from_three: u64,
    /// F0..FF.
    from_four: u64,
}

impl Masks {
    /// Of the lanes that are `here`.
    #[inline(always)]
    fn of<S: Lanes>(simd: S, x: S::V, here: u64) -> Masks {
        let starts = simd.greater_signed(x, simd.splat(0xBF)) & here;
        Masks {
            starts,
            leads: starts & simd.high_bits(x),
            from_three: simd.at_most(simd.splat(0xE0), x) & here,
            from_four: simd.at_most(simd.splat(0xF0), x) & here,
        }
    }
}

/// What a block leaves to the next one.
#[derive(Clone, Copy, Default)]
struct Carry {
    /// Lanes that must be continuations: the first one, two or three.
    due: u64,
}

impl Carry {
    /// Whether the last lane was the lead of a four-byte form, so that lane 0 is its second byte: one bit.
    #[inline(always)]
    fn second(self) -> u64 {
        self.due >> 2
    }

    /// Whether what is due stands there, behind the block that `window` starts with. Where errors end a
    /// conversion, the next block finds out; where they are replaced, it would be too late.
    #[inline(always)]
    fn is_met(self, window: &[u8]) -> bool {
        let mut missing = 0;
        let mut lane = 0;
        while lane < 3 {
            missing |= u64::from(!table::is_continuation(window[BLOCK + lane])) << lane;
            lane += 1;
        }
        self.due & missing == 0
    }
}

/// The planes of the units, each byte in the lane of its character.
pub(super) struct Planes<S: Lanes> {
    pub(super) low: S::V,
    pub(super) high: S::V,
    /// What is above 16 bits, where there is any.
    pub(super) top: Option<S::V>,
    /// Which lanes hold units.
    pub(super) own: u64,
    /// Leads of what is overlong, a surrogate or too large.
    pub(super) bad: u64,
}

/// The units that UTF-8 becomes.
pub(super) trait Wide {
    /// Bytes in a unit.
    const UNIT: usize;
    /// Whether a four-byte form becomes two units, the second one in the lane of its second byte.
    const PAIRS: bool;
    /// Whether surrogates have a three-byte form, each like a character, and nothing has four.
    const SURROGATES: bool = false;

    /// A block of ASCII.
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>);

    /// The first `len` bytes of a block of ASCII, where there may be no room for more.
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>);

    /// A block with nothing above DF; gives the leads C0 and C1, and writes nothing if there are any.
    fn up_to_df<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64;

    /// Sixteen characters above U+FFFF, each less 0x10000.
    fn fours<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>);

    /// The planes of any text; `second` as [`Carry::second`].
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, second: u64) -> Planes<S>;

    /// Writes the units of the lanes that have some. There is room for a unit a lane, or it is `exact`.
    fn write<S: Lanes>(simd: S, planes: Planes<S>, exact: bool, out: &mut Output<'_>);
}

/// Converts `src` from `at` on.
#[inline(always)]
pub(super) fn convert<S: Lanes, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    // Nothing looks behind the start: what stands there may be an error that has been dealt with.
    let (stopped, why) = convert_all::<S, W, false>(simd, &src[at..], out);
    (at + stopped, why)
}

/// The same, with U+FFFD in the place of each error.
#[inline(always)]
pub(super) fn replace<S: Lanes, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    out: &mut Output<'_>,
) -> Stopped {
    let (stopped, why) = convert_all::<S, W, true>(simd, &src[at..], out);
    (at + stopped, why)
}

#[inline(always)]
fn convert_all<S: Lanes, W: Wide, const REPLACES: bool>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = 0;
    let mut carry = Carry::default();
    // Aligned blocks are worth a short one before them.
    let to_aligned = src.as_ptr().addr().wrapping_neg() % BLOCK;
    let mut len = if src.len() >= 2 * BLOCK { to_aligned } else { 0 };
    while at < src.len() {
        if len == 0 {
            at = whole_blocks::<S, W, REPLACES>(simd, src, at, &mut carry, out);
            len = BLOCK.min(src.len() - at);
        }
        let stopped = if REPLACES {
            precise::<S, W>(simd, src, at, len, &mut carry, out)
        } else {
            partial::<S, W>(simd, src, at, len, &mut carry, out)
        };
        if let Some(stopped) = stopped {
            return stopped;
        }
        at += len;
        len = 0;
    }
    (at, Why::Error)
}

/// Converts all of `src`, at most a block, if it is well-formed and there is room for it; or nothing.
///
/// A short text is the same work whatever its length: no branch depends on it, or on where in it is what.
#[inline(always)]
pub(super) fn few<S: Lanes, W: Wide>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    let x = simd.load_prefix(src);
    if !simd.any_high(x) {
        let has_room = src.len() * W::UNIT <= out.room();
        if has_room {
            W::ascii_prefix(simd, x, src.len(), out);
        }
        return has_room;
    }
    // The zeros behind the text are ASCII: what it leaves unfinished is followed by the wrong thing, but
    // for the end of a whole block.
    let masks = Masks::of(simd, x, u64::MAX);
    let Masks { starts, leads, from_three, from_four } = masks;
    let due = leads << 1 | from_three << 2 | from_four << 3;
    let is_cut = leads >> 63 | from_three >> 62 | from_four >> 61 != 0;
    if !starts != due || is_cut {
        return false;
    }
    let (one, two) = (prefix(simd, src, 1), prefix(simd, src, 2));
    let mut planes = if from_four == 0 {
        up_to_ef::<S, W>(simd, Views { x, one, two, three: two }, masks)
    } else {
        let three = if W::PAIRS { two } else { prefix(simd, src, 3) };
        W::planes(simd, Views { x, one, two, three }, masks, 0)
    };
    planes.own &= u64::MAX >> (BLOCK - src.len());
    let has_room = planes.own.count_ones() as usize * W::UNIT <= out.room();
    if planes.bad != 0 || !has_room {
        return false;
    }
    W::write(simd, planes, out.room() < BLOCK * W::UNIT, out);
    true
}

/// Converts whole blocks from `at` on, if there are any, and gives how far it came: not to the end.
#[inline(always)]
fn whole_blocks<S: Lanes, W: Wide, const REPLACES: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> usize {
    if src.len() - at < WINDOW || out.room() < BLOCK * W::UNIT {
        return at;
    }
    simd.frame(WholeBlocks::<W, REPLACES> { src, at, carry, out, units: PhantomData })
}

/// Blocks from `at` on, for as long as there are whole ones without errors. They have a frame of their own:
/// there all registers are for their constants.
struct WholeBlocks<'r, 'o, 's, W, const REPLACES: bool> {
    src: &'s [u8],
    at: usize,
    carry: &'r mut Carry,
    out: &'r mut Output<'o>,
    units: PhantomData<W>,
}

impl<S: Lanes, W: Wide, const REPLACES: bool> Kernel<S> for WholeBlocks<'_, '_, '_, W, REPLACES> {
    /// How far it came.
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let WholeBlocks { src, at, carry, out, .. } = self;
        // In variables of this function they can be kept in registers.
        let mut output = out.take();
        let mut state = *carry;
        let mut rest = &src[at..];
        while let Some(window) = rest.get(..WINDOW)
            && output.room() >= BLOCK * W::UNIT
        {
            let x = simd.load(window, 0);
            let above_ascii = simd.high_bits(x);
            if above_ascii | state.due == 0 {
                W::ascii(simd, x, &mut output);
                rest = ascii::<S, W>(simd, &rest[BLOCK..], &mut output);
                continue;
            }
            if !W::SURROGATES && above_ascii == u64::MAX {
                let at = src.len() - rest.len();
                let reached = fours::<S, W>(simd, src, at, state, &mut output);
                if reached > at {
                    (rest, state) = (&src[reached..], Carry::default());
                    continue;
                }
            }
            let is_whole =
                whole::<S, W, REPLACES>(simd, window, x, above_ascii, &mut state, &mut output);
            // To leave this frame for each error, and come back, would be half of what one costs.
            if !is_whole {
                cold_path();
            }
            if !is_whole
                && (!REPLACES || !precise_block::<S, W>(simd, window, x, &mut state, &mut output))
            {
                break;
            }
            rest = &rest[BLOCK..];
        }
        *carry = state;
        *out = output;
        src.len() - rest.len()
    }
}

/// Blocks of ASCII from the start of `rest` on, where nothing is due. Gives the rest.
#[inline(always)]
fn ascii<'s, S: Lanes, W: Wide>(simd: S, mut rest: &'s [u8], out: &mut Output<'_>) -> &'s [u8] {
    while let Some(window) = rest.get(..WINDOW)
        && out.room() >= BLOCK * W::UNIT
    {
        let x = simd.load(window, 0);
        if simd.any_high(x) {
            break;
        }
        W::ascii(simd, x, out);
        rest = &rest[BLOCK..];
    }
    rest
}

/// Characters of four bytes, from `at` on or from the one on that reaches over it: in place, without squeezing. Gives
/// where they end; `at` if there are not sixteen of them.
#[inline(always)]
fn fours<S: Lanes, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    carry: Carry,
    out: &mut Output<'_>,
) -> usize {
    let due = carry.due.count_ones() as usize;
    let behind_lead = if due == 0 { 0 } else { 4 - due };
    // The first that is not cut: most text is told by it.
    if at < behind_lead || src[at + due] < 0xF0 {
        return at;
    }
    // The second unit of a pair stands in the lane of the second byte.
    let units = if W::PAIRS && behind_lead > 1 { 2 } else { behind_lead.min(1) };
    let mut rest = &src[at - behind_lead..];
    let mut given_up = units * W::UNIT;
    // Not to the end, which is another's.
    while let Some(block) = rest.get(..=BLOCK)
        && out.room() + given_up >= BLOCK
    {
        let bits = simd.xor(simd.load(block, 0), simd.splat32(0x8080_80F0));
        if simd.any_common_bit(bits, simd.splat32(0xC0C0_C0F8)) {
            break;
        }
        // The first two bytes of each have nine bits of it, and the last two have twelve.
        let halves = simd.multiply_add(bits, simd.splat16(1 << 8 | 64));
        let characters = simd.multiply_add16(halves, simd.splat32(1 << 16 | 1 << 12));
        let characters = simd.sub32(characters, simd.splat32(0x1_0000));
        if simd.at_most32(characters, simd.splat32(0xF_FFFF)) != u16::MAX {
            break;
        }
        out.retract(given_up);
        given_up = 0;
        W::fours(simd, characters, out);
        rest = &rest[BLOCK..];
    }
    if given_up > 0 { at } else { src.len() - rest.len() }
}

/// The block `x` that `window` starts with, whose lanes `above_ascii` are not ASCII, unless there is an error
/// in it.
#[inline(always)]
fn whole<S: Lanes, W: Wide, const REPLACES: bool>(
    simd: S,
    window: &[u8],
    x: S::V,
    above_ascii: u64,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> bool {
    let one = simd.load(window, 1);
    let starts = simd.greater_signed(x, simd.splat(0xBF));
    let leads = starts & above_ascii;
    let from_three = simd.at_most(simd.splat(0xE0), x);
    if from_three == 0 && carry.second() == 0 {
        let masks = Masks { starts, leads, from_three: 0, from_four: 0 };
        let due = leads << 1 | carry.due;
        let next = Carry { due: leads >> 63 };
        if !starts != due || REPLACES && !next.is_met(window) {
            return false;
        }
        let views = Views { x, one, two: one, three: one };
        if W::up_to_df(simd, views, masks, out) != 0 {
            return false;
        }
        *carry = next;
        return true;
    }
    let two = simd.load(window, 2);
    let from_four = simd.at_most(simd.splat(0xF0), x);
    if from_four == 0 && carry.second() == 0 {
        let masks = Masks { starts, leads, from_three, from_four: 0 };
        let due = leads << 1 | from_three << 2 | carry.due;
        let next = Carry { due: leads >> 63 | from_three >> 62 };
        if !starts != due || REPLACES && !next.is_met(window) {
            return false;
        }
        let planes = up_to_ef::<S, W>(simd, Views { x, one, two, three: two }, masks);
        if planes.bad != 0 {
            return false;
        }
        W::write(simd, planes, false, out);
        *carry = next;
        return true;
    }
    let masks = Masks { starts, leads, from_three, from_four };
    let due = leads << 1 | from_three << 2 | from_four << 3 | carry.due;
    let next = Carry { due: leads >> 63 | from_three >> 62 | from_four >> 61 };
    if !starts != due || REPLACES && !next.is_met(window) {
        return false;
    }
    let three = if W::PAIRS { two } else { simd.load(window, 3) };
    let planes = W::planes(simd, Views { x, one, two, three }, masks, carry.second());
    if planes.bad != 0 {
        return false;
    }
    W::write(simd, planes, false, out);
    *carry = next;
    true
}

/// The first `len` bytes of the block at `at`, behind which the text may end, and the output too. Gives
/// where to stop, if that is in them.
#[inline(always)]
fn partial<S: Lanes, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    len: usize,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> Option<Stopped> {
    let views = views(simd, src, at);
    let here = u64::MAX >> (BLOCK - len);
    let masks = Masks::of(simd, views.x, here);
    let Masks { starts, leads, from_three, from_four } = masks;
    let due = u128::from(leads) << 1
        | u128::from(from_three) << 2
        | u128::from(from_four) << 3
        | u128::from(carry.due);
    let mut planes = W::planes(simd, views, masks, carry.second());
    planes.own &= here;
    let wrong = ((!starts ^ due as u64) | planes.bad) & here;
    // At the end of the text nothing can be due any more.
    let is_cut = at + len == src.len() && due >> len != 0;
    let mut stopped = None;
    if wrong != 0 || is_cut {
        let wrong = (wrong.trailing_zeros() as usize).min(len);
        let error = sequence_over(src, at + wrong);
        if error < at {
            return Some(settle::<W>(src, at, Why::Error, out));
        }
        // What is before it is whole.
        planes.own &= !(u64::MAX << (error - at));
        stopped = Some((error, Why::Error));
    }
    let exact = out.room() < BLOCK * W::UNIT;
    if planes.own.count_ones() as usize * W::UNIT > out.room() {
        return Some(settle::<W>(src, at, Why::Room, out));
    }
    W::write(simd, planes, exact, out);
    *carry = Carry { due: (due >> len) as u64 };
    stopped
}

/// As [`partial`], but each maximal subpart becomes U+FFFD, and it stops for want of room alone.
#[inline(always)]
fn precise<S: Lanes, W: Wide>(
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

/// The same of the block `x` that `window` starts with. Says whether there was room.
#[inline(always)]
fn precise_block<S: Lanes, W: Wide>(
    simd: S,
    window: &[u8],
    x: S::V,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> bool {
    let (one, two, three) = (simd.load(window, 1), simd.load(window, 2), simd.load(window, 3));
    replaced::<S, W>(simd, Views { x, one, two, three }, BLOCK, carry, out)
}

/// Writes the first `len` bytes of a block, with U+FFFD for each maximal subpart, if there is room.
///
/// For every lead it is found out how many of the bytes behind it go with it: those of a well-formed form,
/// or of the longest beginning of one. What is left over is an error: a lead whose form is not whole, a
/// continuation that goes with nothing.
#[inline(always)]
fn replaced<S: Lanes, W: Wide>(
    simd: S,
    views: Views<S>,
    len: usize,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> bool {
    let here = u64::MAX >> (BLOCK - len);
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
    let exact = out.room() < BLOCK * W::UNIT;
    if planes.own.count_ones() as usize * W::UNIT > out.room() {
        return false;
    }
    W::write(simd, planes, exact, out);
    *carry = Carry { due: (taken >> len) as u64 };
    true
}

/// The second bytes that may follow the leads C0..FF, by the low six bits of the lead: the first of them.
const FIRST_SECOND: [u8; 64] = second_bytes(true);
/// The last of them; below the first where none may follow.
const LAST_SECOND: [u8; 64] = second_bytes(false);

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

/// Stops at `at` for want of room, or at the start of what reaches over it, which is then given up: a
/// character or an error.
#[inline(always)]
fn give_up<W: Wide>(src: &[u8], at: usize, carry: Carry, out: &mut Output<'_>) -> Stopped {
    if carry.due == 0 {
        return (at, Why::Room);
    }
    let start = (at.saturating_sub(3)..at).rfind(|&index| src[index] >= 0xC0).unwrap_or(at);
    // The second unit of a pair stands in the lane of the second byte.
    let is_pair = matches!(decode_at(src, start), Ok('\u{10000}'..));
    let units = if W::PAIRS && is_pair && at - start > 1 { 2 } else { 1 };
    out.retract(units * W::UNIT);
    (start, Why::Room)
}

/// All the views of the block at `at`, behind which the text may end: zeros follow it.
#[inline(always)]
fn views<S: Lanes>(simd: S, src: &[u8], at: usize) -> Views<S> {
    Views {
        x: prefix(simd, src, at),
        one: prefix(simd, src, at + 1),
        two: prefix(simd, src, at + 2),
        three: prefix(simd, src, at + 3),
    }
}

/// Up to a block of what is left from `at` on.
#[inline(always)]
fn prefix<S: Lanes>(simd: S, src: &[u8], at: usize) -> S::V {
    let rest = src.get(at..).unwrap_or_default();
    simd.load_prefix(rest.get(..BLOCK).unwrap_or(rest))
}

/// Stops at `at`, or at the start of the character that reaches over it: its units, which have been
/// written, are given up.
#[inline(always)]
fn settle<W: Wide>(src: &[u8], at: usize, why: Why, out: &mut Output<'_>) -> Stopped {
    let start = sequence_over(src, at);
    if start < at {
        // The second unit of a pair stands in the lane of the second byte.
        let units = if W::PAIRS && src[start] >= 0xF0 && at - start > 1 { 2 } else { 1 };
        out.retract(units * W::UNIT);
    }
    (start, why)
}

/// The planes of a block with nothing above EF, into which no pair reaches.
#[inline(always)]
pub(super) fn up_to_ef<S: Lanes, W: Wide>(simd: S, views: Views<S>, masks: Masks) -> Planes<S> {
    let Views { x, one, two, .. } = views;
    // A form of three bytes without its first is like one of two.
    let last_but_one = simd.select(masks.from_three, one, x);
    let last = simd.select(masks.from_three, two, one);
    let low = low_of(simd, masks.leads, x, last_but_one, last);
    let high = simd.or(
        simd.keep(masks.leads, simd.affine(last_but_one, RIGHT_2)),
        simd.keep(masks.from_three, simd.affine(x, LEFT_4)),
    );
    let range = simd.affine(high, if W::SURROGATES { RIGHT_3 } else { THREE_BYTE_RANGE });
    let range = simd.add(range, simd.splat(0xFF));
    // Both have their top bit set where they are bad: what was 0, and C0 and C1 less C2.
    let lead = simd.keep(masks.leads, simd.add(x, simd.splat(0xFF - 0xC2 + 1)));
    let range = simd.select(masks.from_three, range, lead);
    Planes { low, high, top: None, own: masks.starts, bad: simd.high_bits(range) }
}

/// The low byte of each unit: eight bits of the last two bytes of a form, or ASCII.
#[inline(always)]
fn low_of<S: Lanes>(simd: S, leads: u64, x: S::V, last_but_one: S::V, last: S::V) -> S::V {
    let bits = simd.or(simd.affine(last_but_one, LEFT_6), simd.and(last, simd.splat(0x3F)));
    simd.select(leads, bits, x)
}

/// 16-bit units in the order `O`.
pub(super) struct Units16<O>(PhantomData<O>);

/// Where the first 32 bytes of two planes go when they are interleaved; the second plane has indices from
/// 64 on.
const INTERLEAVE: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = lane as u8 / 2 + 64 * (lane as u8 % 2);
        lane += 1;
    }
    index
};

/// Two planes, interleaved: what that is of their first halves, and of the others.
#[inline(always)]
fn interleaved<S: Lanes>(simd: S, low: S::V, high: S::V) -> [S::V; 2] {
    let (low, high) = (in_turn(simd, low), in_turn(simd, high));
    [simd.unpack8_low(low, high), simd.unpack8_high(low, high)]
}

impl<O: Order> Wide for Units16<O> {
    const UNIT: usize = 2;
    const PAIRS: bool = true;

    #[inline(always)]
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        out.put_two(simd, widen_to_16::<S, O>(simd, x), 2 * BLOCK);
    }

    #[inline(always)]
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>) {
        put_prefixes(simd, widen_to_16::<S, O>(simd, x), 2 * len, out);
    }

    #[inline(always)]
    fn up_to_df<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64 {
        // (lead - C2) * 64 + continuation: the tag of the continuation, 80, is what C2 is above C0.
        let lead = simd.keep(masks.leads, simd.add(views.x, simd.splat(0xFF - 0xC2 + 1)));
        let bad = simd.high_bits(lead);
        if bad != 0 {
            return bad;
        }
        let low = simd.compress8(masks.starts, simd.select(masks.leads, views.one, views.x));
        let lead = simd.compress8(masks.starts, lead);
        let weights = simd.splat16(64 << 8 | 1);
        let [first, second] = interleaved(simd, low, lead);
        let units = [
            ordered16::<S, O>(simd, simd.multiply_add(first, weights)),
            ordered16::<S, O>(simd, simd.multiply_add(second, weights)),
        ];
        out.put_two(simd, units, 2 * masks.starts.count_ones() as usize);
        0
    }

    #[inline(always)]
    fn fours<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>) {
        let high = simd.shift32_right::<10>(characters);
        let low = simd.shift32_right::<6>(simd.shift32_left::<22>(characters));
        let units = simd.or(simd.or(high, low), simd.splat32(0xDC00_D800));
        out.put(simd, ordered16::<S, O>(simd, units), BLOCK);
    }

    #[inline(always)]
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, second: u64) -> Planes<S> {
        let Views { x, one, two, .. } = views;
        // The second byte of a four-byte form has the low surrogate: its last two bytes are where those
        // of a three-byte form are.
        let low_surrogates = masks.from_four << 1 | second;
        let three = Masks {
            leads: masks.leads | low_surrogates,
            from_three: masks.from_three | low_surrogates,
            ..masks
        };
        let mut planes = up_to_ef::<S, Self>(simd, views, three);
        planes.own = masks.starts | low_surrogates;
        planes.high = simd.select(
            low_surrogates,
            simd.or(simd.and(planes.high, simd.splat(0x03)), simd.splat(0xDC)),
            planes.high,
        );
        // The character's number, less 0x10000, shifted down by ten bits.
        let low = simd.or(simd.affine(one, LEFT_2), simd.affine(two, RIGHT_4));
        let borrow = simd.keep(simd.at_most(low, simd.splat(0x3F)), simd.splat(0xFF));
        let high = simd.add(simd.add(simd.and(x, simd.splat(0x0F)), simd.splat(0xD8)), borrow);
        planes.low =
            simd.select(masks.from_four, simd.add(low, simd.splat(0xFF - 0x40 + 1)), planes.low);
        planes.high = simd.select(masks.from_four, high, planes.high);
        let is_high_surrogate = simd.eq(simd.and(high, simd.splat(0xFC)), simd.splat(0xD8));
        planes.bad =
            planes.bad & !low_surrogates & !masks.from_four | masks.from_four & !is_high_surrogate;
        planes
    }

    #[inline(always)]
    fn write<S: Lanes>(simd: S, planes: Planes<S>, exact: bool, out: &mut Output<'_>) {
        let low = simd.compress8(planes.own, planes.low);
        let high = simd.compress8(planes.own, planes.high);
        let len = 2 * planes.own.count_ones() as usize;
        if len <= BLOCK {
            let units = simd.permute8x2(simd.load(&INTERLEAVE, 0), low, high);
            put(simd, ordered16::<S, O>(simd, units), len, exact, out);
            return;
        }
        let [first, second] = interleaved(simd, low, high);
        let units = [ordered16::<S, O>(simd, first), ordered16::<S, O>(simd, second)];
        if exact {
            out.put(simd, units[0], BLOCK);
            out.put_prefix(simd, units[1], len - BLOCK);
        } else {
            out.put_two(simd, units, len);
        }
    }
}

/// Any 16-bit units, each in UTF-8's way: surrogates too, and nothing has four bytes.
pub(super) enum AnyUnits16 {}

impl Wide for AnyUnits16 {
    const UNIT: usize = 2;
    const PAIRS: bool = false;
    const SURROGATES: bool = true;

    #[inline(always)]
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        Units16::<Little>::ascii(simd, x, out);
    }

    #[inline(always)]
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>) {
        Units16::<Little>::ascii_prefix(simd, x, len, out);
    }

    #[inline(always)]
    fn up_to_df<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64 {
        Units16::<Little>::up_to_df(simd, views, masks, out)
    }

    #[inline(always)]
    fn fours<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>) {
        Units16::<Little>::fours(simd, characters, out);
    }

    #[inline(always)]
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, _: u64) -> Planes<S> {
        let mut planes = up_to_ef::<S, Self>(simd, views, masks);
        planes.bad |= masks.from_four;
        planes
    }

    #[inline(always)]
    fn write<S: Lanes>(simd: S, planes: Planes<S>, exact: bool, out: &mut Output<'_>) {
        Units16::<Little>::write(simd, planes, exact, out);
    }
}

/// Writes up to a register, `len` bytes of it where the output may end behind them.
#[inline(always)]
fn put<S: Lanes>(simd: S, v: S::V, len: usize, exact: bool, out: &mut Output<'_>) {
    if exact {
        out.put_prefix(simd, v, len);
    } else {
        out.put(simd, v, len);
    }
}

/// Writes the first `len` bytes of registers in a row, where there may be no room for more.
#[inline(always)]
fn put_prefixes<S: Lanes, const N: usize>(
    simd: S,
    registers: [S::V; N],
    len: usize,
    out: &mut Output<'_>,
) {
    let mut register = 0;
    while register < N && register * BLOCK < len {
        out.put_prefix(simd, registers[register], len - register * BLOCK);
        register += 1;
    }
}

/// 32-bit units in the order `O`.
pub(super) struct Units32<O>(PhantomData<O>);

/// Fours of a plane: those of its quarters in turn.
const QUARTERS_IN_TURN: [u8; 64] = {
    let mut index = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        index[lane] = (lane / 16 * 4 + lane / 4 % 4 * 16 + lane % 4) as u8;
        lane += 1;
    }
    index
};

impl<O: Order> Units32<O> {
    /// Two quarters of the units, from the interleaved lower planes and the upper one.
    #[inline(always)]
    fn quarters<S: Lanes>(simd: S, lower: S::V, upper: S::V) -> [S::V; 2] {
        if O::SWAP {
            [simd.unpack16_low(upper, lower), simd.unpack16_high(upper, lower)]
        } else {
            [simd.unpack16_low(lower, upper), simd.unpack16_high(lower, upper)]
        }
    }
}

impl<O: Order> Wide for Units32<O> {
    const UNIT: usize = 4;
    const PAIRS: bool = false;

    #[inline(always)]
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>) {
        let [first, second, third, fourth] = widen_to_32::<S, O>(simd, x);
        out.put_two(simd, [first, second], 2 * BLOCK);
        out.put_two(simd, [third, fourth], 2 * BLOCK);
    }

    #[inline(always)]
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>) {
        put_prefixes(simd, widen_to_32::<S, O>(simd, x), 4 * len, out);
    }

    #[inline(always)]
    fn up_to_df<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64 {
        let Views { x, one, .. } = views;
        let bad = simd.high_bits(simd.keep(masks.leads, simd.add(x, simd.splat(0xFF - 0xC2 + 1))));
        if bad != 0 {
            return bad;
        }
        let low = low_of(simd, masks.leads, x, x, one);
        let high = simd.keep(masks.leads, simd.affine(x, RIGHT_2));
        let planes = Planes { low, high, top: None, own: masks.starts, bad: 0 };
        Self::write(simd, planes, false, out);
        0
    }

    #[inline(always)]
    fn fours<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>) {
        let values = simd.add32(characters, simd.splat32(0x1_0000));
        out.put(simd, ordered32::<S, O>(simd, values), BLOCK);
    }

    #[inline(always)]
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, _: u64) -> Planes<S> {
        let Views { x, one, two, three } = views;
        // A form of four bytes without its first is one of three, but for the tag of its lead.
        let first = simd.select(masks.from_four, one, x);
        let second = simd.select(masks.from_four, two, one);
        let third = simd.select(masks.from_four, three, two);
        let rest = Views { x: first, one: second, two: third, three };
        let mut planes = up_to_ef::<S, Self>(simd, rest, masks);
        let top = simd.or(simd.affine(x, LEFT_2_OF_FOUR), simd.affine(one, RIGHT_4));
        planes.top = Some(simd.keep(masks.from_four, top));
        // U+10000..U+10FFFF: 1 to 10.
        let in_range = simd.at_most(simd.add(top, simd.splat(0xFF)), simd.splat(0x0F));
        planes.bad = planes.bad & !masks.from_four | masks.from_four & !in_range;
        planes
    }

    #[inline(always)]
    fn write<S: Lanes>(simd: S, planes: Planes<S>, exact: bool, out: &mut Output<'_>) {
        // As in `interleaved`, with four results.
        let in_turn = simd.load(&QUARTERS_IN_TURN, 0);
        let low = simd.permute8(in_turn, simd.compress8(planes.own, planes.low));
        let high = simd.permute8(in_turn, simd.compress8(planes.own, planes.high));
        let (even, odd) = if O::SWAP { (high, low) } else { (low, high) };
        let zero = simd.splat(0);
        let upper = match planes.top {
            Some(top) => {
                let top = simd.permute8(in_turn, simd.compress8(planes.own, top));
                let (even, odd) = if O::SWAP { (zero, top) } else { (top, zero) };
                [simd.unpack8_low(even, odd), simd.unpack8_high(even, odd)]
            }
            None => [zero, zero],
        };
        let [first, second] = Self::quarters(simd, simd.unpack8_low(even, odd), upper[0]);
        let [third, fourth] = Self::quarters(simd, simd.unpack8_high(even, odd), upper[1]);
        let len = 4 * planes.own.count_ones() as usize;
        if exact {
            out.put_prefix(simd, first, len);
            out.put_prefix(simd, second, len.saturating_sub(BLOCK));
            out.put_prefix(simd, third, len.saturating_sub(2 * BLOCK));
            out.put_prefix(simd, fourth, len.saturating_sub(3 * BLOCK));
        } else if len <= BLOCK {
            out.put(simd, first, len);
        } else if len <= 2 * BLOCK {
            out.put_two(simd, [first, second], len);
        } else {
            out.put_two(simd, [first, second], 2 * BLOCK);
            out.put_two(simd, [third, fourth], len - 2 * BLOCK);
        }
    }
}

/// `v << 2 & 0x3C`
const LEFT_2_OF_FOUR: u64 = matrix([0, 0, 0x08, 0x04, 0x02, 0x01, 0, 0]);
