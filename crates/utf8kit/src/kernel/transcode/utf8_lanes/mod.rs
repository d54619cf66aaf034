//! UTF-8 to 16-bit and 32-bit code units, with 512-bit lanes.
//!
//! # The shape
//!
//! Lane `j` of a block belongs to the character whose lead byte is byte `j`. It sees the
//! continuation bytes by loading the text again from one, two and three bytes further on. So
//! every lane computes its whole character, as planes of bytes: the low byte of each unit,
//! the high byte, and for 32 bits the byte above. Lanes without a lead are compressed away,
//! and the planes are interleaved.
//!
//! ```text
//! UTF-8              41      C3      A9      E2      82      AC
//! x                  41      C3      A9      E2      82      AC
//! one                C3      A9      E2      82      AC      ..
//! two                A9      E2      82      AC      ..      ..
//! low                41      E9      .       AC      .       .
//! high               00      00      .       20      .       .
//! own                ^       ^               ^
//! compressed         low: 41 E9 AC           high: 00 00 20
//! interleaved        0041 00E9 20AC
//! ```
//!
//! To 16-bit units, a form of four bytes becomes a pair: the high surrogate in the lane of
//! its lead byte, and the low one in the lane of its second byte.
//!
//! The next block starts 64 bytes on, whatever was found in this one: no load waits for a
//! result, so the CPU works on several blocks at a time. That is where this gains over shapes
//! that advance by whole characters. To widen after compressing means half the arithmetic and
//! half the compressing of the other order.
//!
//! From block to block goes only a mask of the lanes that must be continuation bytes
//! ([`Carry`]). A block that has an error, or that is cut short by the end of the source or
//! of the room, is done by [`partial`], which knows lanes that do not count. Where errors are
//! replaced, blocks with errors are done in [`replacing`].
//!
//! [`planes`] has what the lanes of a block are; [`units16`] and [`units32`] make units of them.
//!
//! # The check
//!
//! A block is well-formed if continuation bytes stand exactly where they are due, and no form
//! is overlong, a surrogate or above U+10FFFF:
//!
//! ```text
//! due    = leads << 1 | from_three << 2 | from_four << 3 | carry
//! errors = (due ^ continuations) | bad       `bad` comes with the planes
//! ```

mod planes;
mod replacing;
mod units16;
mod units32;

use core::marker::PhantomData;

use super::{Stopped, Why};
use crate::raw::Output;
use crate::scalar::decode::sequence_over;
use crate::scalar::table;
use crate::simd::blocks::Kernel;
use crate::simd::lanes::Lanes;
use planes::{Masks, Planes, Views, bmp};
use replacing::{precise, precise_block};
pub(super) use units16::Units16;
pub(super) use units32::Units32;

/// The number of bytes in a block.
const BLOCK_BYTES: usize = 64;

/// The number of bytes that are loaded for a block.
const WINDOW_BYTES: usize = BLOCK_BYTES + 3;

/// What a block leaves to the next one.
#[derive(Clone, Copy, Default)]
struct Carry {
    /// A mask of the lanes that must be continuation bytes: of the first, the first two or
    /// the first three.
    due: u64,
}

impl Carry {
    /// Whether the last lane of the block before was the lead of a form of four bytes, so
    /// that lane 0 is its second byte: one bit.
    #[inline(always)]
    fn second(self) -> u64 {
        self.due >> 2
    }

    /// Whether the continuation bytes that are due stand behind the block with which `window`
    /// begins. Where errors end a conversion, the next block finds that out; where errors are
    /// replaced, it would be too late then.
    #[inline(always)]
    fn is_met(self, window: &[u8]) -> bool {
        let mut missing = 0;
        let mut lane = 0;
        while lane < 3 {
            missing |= u64::from(!table::is_continuation(window[BLOCK_BYTES + lane])) << lane;
            lane += 1;
        }
        self.due & missing == 0
    }
}

/// The code units that UTF-8 becomes.
pub(super) trait Wide {
    /// The number of bytes in a unit.
    const UNIT_BYTES: usize;
    /// Whether a form of four bytes becomes two units, the second one in the lane of its
    /// second byte.
    const PAIRS: bool;

    /// Writes a block of ASCII.
    fn ascii<S: Lanes>(simd: S, x: S::V, out: &mut Output<'_>);

    /// Writes the first `len` bytes of a block of ASCII, where there may be no room for more.
    fn ascii_prefix<S: Lanes>(simd: S, x: S::V, len: usize, out: &mut Output<'_>);

    /// Writes a block of forms of up to two bytes: with no byte above DF. If C0 or C1 are in it,
    /// gives a mask of them and writes nothing.
    fn two_byte<S: Lanes>(simd: S, views: Views<S>, masks: Masks, out: &mut Output<'_>) -> u64;

    /// Writes sixteen characters above U+FFFF; `characters` has each of them less 0x10000.
    fn four_byte<S: Lanes>(simd: S, characters: S::V, out: &mut Output<'_>);

    /// The planes of any text. `second` is [`Carry::second`] of the block before.
    fn planes<S: Lanes>(simd: S, views: Views<S>, masks: Masks, second: u64) -> Planes<S>;

    /// Writes the units of the lanes that have some. There must be room for a unit per lane,
    /// unless `exact` is set.
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
    // Nothing looks behind the start, because an error that has been dealt with may stand
    // there.
    let (stopped, why) = convert_all::<S, W, false>(simd, &src[at..], out);
    (at + stopped, why)
}

/// Converts `src` from `at` on, with U+FFFD in the place of each error.
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

/// Converts all of `src`. Errors end the conversion unless it `REPLACES` them.
#[inline(always)]
fn convert_all<S: Lanes, W: Wide, const REPLACES: bool>(
    simd: S,
    src: &[u8],
    out: &mut Output<'_>,
) -> Stopped {
    let mut at = 0;
    let mut carry = Carry::default();
    // Aligned blocks are worth a short one before them.
    let to_aligned = src.as_ptr().addr().wrapping_neg() % BLOCK_BYTES;
    let mut len = if src.len() >= 2 * BLOCK_BYTES { to_aligned } else { 0 };
    while at < src.len() {
        if len == 0 {
            at = whole_blocks::<S, W, REPLACES>(simd, src, at, &mut carry, out);
            len = BLOCK_BYTES.min(src.len() - at);
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

/// Converts all of `src`, which is at most a block, and gives `true`, if it is well-formed
/// and there is room for it. Otherwise it writes nothing and gives `false`.
///
/// A short text is the same work whatever its length: no branch depends on the length, or on
/// where in the text is what.
#[inline(always)]
pub(super) fn short<S: Lanes, W: Wide>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    let x = simd.load_prefix(src);
    if !simd.any_high(x) {
        let has_room = src.len() * W::UNIT_BYTES <= out.room();
        if has_room {
            W::ascii_prefix(simd, x, src.len(), out);
        }
        return has_room;
    }
    // The zeros behind the text are ASCII, so that a form left unfinished at its end is
    // followed by a wrong byte. At the end of a whole block there are no zeros: there
    // `is_cut` tells.
    let masks = Masks::of(simd, x, u64::MAX);
    let Masks { starts, leads, from_three, from_four } = masks;
    let due = leads << 1 | from_three << 2 | from_four << 3;
    let is_cut = leads >> 63 | from_three >> 62 | from_four >> 61 != 0;
    if !starts != due || is_cut {
        return false;
    }
    let (one, two) = (prefix(simd, src, 1), prefix(simd, src, 2));
    let mut planes = if from_four == 0 {
        bmp(simd, Views { x, one, two, three: two }, masks)
    } else {
        let three = if W::PAIRS { two } else { prefix(simd, src, 3) };
        W::planes(simd, Views { x, one, two, three }, masks, 0)
    };
    planes.own &= u64::MAX >> (BLOCK_BYTES - src.len());
    let has_room = planes.own.count_ones() as usize * W::UNIT_BYTES <= out.room();
    if planes.bad != 0 || !has_room {
        return false;
    }
    W::write(simd, planes, out.room() < BLOCK_BYTES * W::UNIT_BYTES, out);
    true
}

/// Converts whole blocks from `at` on, if there are any. Gives the index that it got to,
/// which is not the end.
#[inline(always)]
fn whole_blocks<S: Lanes, W: Wide, const REPLACES: bool>(
    simd: S,
    src: &[u8],
    at: usize,
    carry: &mut Carry,
    out: &mut Output<'_>,
) -> usize {
    if src.len() - at < WINDOW_BYTES || out.room() < BLOCK_BYTES * W::UNIT_BYTES {
        return at;
    }
    simd.frame(WholeBlocks::<W, REPLACES> { src, at, carry, out, units: PhantomData })
}

/// Converts blocks from `at` on, for as long as there are whole ones without errors. They
/// have a frame of their own, where all registers are for their constants.
struct WholeBlocks<'r, 'o, 's, W, const REPLACES: bool> {
    src: &'s [u8],
    at: usize,
    carry: &'r mut Carry,
    out: &'r mut Output<'o>,
    units: PhantomData<W>,
}

impl<S: Lanes, W: Wide, const REPLACES: bool> Kernel<S> for WholeBlocks<'_, '_, '_, W, REPLACES> {
    /// The index that it got to.
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let WholeBlocks { src, at, carry, out, .. } = self;
        // Variables of this function can be kept in registers.
        let mut output = out.take();
        let mut state = *carry;
        let mut rest = &src[at..];
        while let Some(window) = rest.get(..WINDOW_BYTES)
            && output.room() >= BLOCK_BYTES * W::UNIT_BYTES
        {
            let x = simd.load(window, 0);
            let above_ascii = simd.high_bits(x);
            if above_ascii | state.due == 0 {
                W::ascii(simd, x, &mut output);
                rest = ascii::<S, W>(simd, &rest[BLOCK_BYTES..], &mut output);
                continue;
            }
            if above_ascii == u64::MAX {
                let at = src.len() - rest.len();
                let reached = four_byte::<S, W>(simd, src, at, state, &mut output);
                if reached > at {
                    (rest, state) = (&src[reached..], Carry::default());
                    continue;
                }
            }
            let is_whole =
                whole::<S, W, REPLACES>(simd, window, x, above_ascii, &mut state, &mut output);
            // To leave this frame for each error and to come back would be half of what an
            // error costs.
            if !is_whole {
                rare();
            }
            if !is_whole
                && (!REPLACES || !precise_block::<S, W>(simd, window, x, &mut state, &mut output))
            {
                break;
            }
            rest = &rest[BLOCK_BYTES..];
        }
        *carry = state;
        *out = output;
        src.len() - rest.len()
    }
}

/// Converts blocks of ASCII from the start of `rest` on, where no continuation byte may be
/// due. Gives the rest.
#[inline(always)]
fn ascii<'s, S: Lanes, W: Wide>(simd: S, mut rest: &'s [u8], out: &mut Output<'_>) -> &'s [u8] {
    while let Some(window) = rest.get(..WINDOW_BYTES)
        && out.room() >= BLOCK_BYTES * W::UNIT_BYTES
    {
        let x = simd.load(window, 0);
        if simd.any_high(x) {
            break;
        }
        W::ascii(simd, x, out);
        rest = &rest[BLOCK_BYTES..];
    }
    rest
}

/// Converts characters of four bytes, from `at` on or from the one on that reaches over it:
/// in place, with nothing to compress. Gives the index where they end, or `at` if there are
/// not sixteen of them.
#[inline(always)]
fn four_byte<S: Lanes, W: Wide>(
    simd: S,
    src: &[u8],
    at: usize,
    carry: Carry,
    out: &mut Output<'_>,
) -> usize {
    let due = carry.due.count_ones() as usize;
    let behind_lead = if due == 0 { 0 } else { 4 - due };
    // The first character that is not cut is looked at alone, because that is enough to tell
    // most text.
    if at < behind_lead || src[at + due] < 0xF0 {
        return at;
    }
    // The second unit of a pair stands in the lane of the second byte.
    let units = if W::PAIRS && behind_lead > 1 { 2 } else { behind_lead.min(1) };
    let mut rest = &src[at - behind_lead..];
    let mut given_up = units * W::UNIT_BYTES;
    // A byte behind the block is asked for, because the end of the text is left to another
    // function.
    while let Some(block) = rest.get(..=BLOCK_BYTES)
        && out.room() + given_up >= BLOCK_BYTES
    {
        let bits = simd.xor(simd.load(block, 0), simd.splat32(0x8080_80F0));
        if simd.any_common_bit(bits, simd.splat32(0xC0C0_C0F8)) {
            break;
        }
        // The first two bytes of a character have nine bits of it, and the last two have
        // twelve.
        let halves = simd.multiply_add(bits, simd.splat16(1 << 8 | 64));
        let characters = simd.multiply_add16(halves, simd.splat32(1 << 16 | 1 << 12));
        let characters = simd.sub32(characters, simd.splat32(0x1_0000));
        if simd.at_most32(characters, simd.splat32(0xF_FFFF)) != u16::MAX {
            break;
        }
        out.retract(given_up);
        given_up = 0;
        W::four_byte(simd, characters, out);
        rest = &rest[BLOCK_BYTES..];
    }
    if given_up > 0 { at } else { src.len() - rest.len() }
}

/// Converts the block `x` with which `window` begins, and gives `true`, unless there is an
/// error in it. `above_ascii` is the mask of its lanes that are not ASCII.
///
/// There is a way for blocks with no byte above DF, one for those with none above EF, and one
/// for any.
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
        if W::two_byte(simd, views, masks, out) != 0 {
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
        let planes = bmp(simd, Views { x, one, two, three: two }, masks);
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

/// Converts the first `len` bytes of the block at `at`, behind which the text may end, and
/// the output too. Gives where to stop, if that is in them.
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
    let here = u64::MAX >> (BLOCK_BYTES - len);
    let masks = Masks::of(simd, views.x, here);
    let Masks { starts, leads, from_three, from_four } = masks;
    let due = u128::from(leads) << 1
        | u128::from(from_three) << 2
        | u128::from(from_four) << 3
        | u128::from(carry.due);
    let mut planes = W::planes(simd, views, masks, carry.second());
    planes.own &= here;
    let wrong = ((!starts ^ due as u64) | planes.bad) & here;
    // At the end of the text no continuation byte may be due any more.
    let is_cut = at + len == src.len() && due >> len != 0;
    let mut stopped = None;
    if wrong != 0 || is_cut {
        let wrong = (wrong.trailing_zeros() as usize).min(len);
        let error = sequence_over(src, at + wrong);
        if error < at {
            return Some(settle::<W>(src, at, Why::Error, out));
        }
        // What stands before the error is whole.
        planes.own &= !(u64::MAX << (error - at));
        stopped = Some((error, Why::Error));
    }
    let exact = out.room() < BLOCK_BYTES * W::UNIT_BYTES;
    if planes.own.count_ones() as usize * W::UNIT_BYTES > out.room() {
        return Some(settle::<W>(src, at, Why::Room, out));
    }
    W::write(simd, planes, exact, out);
    *carry = Carry { due: (due >> len) as u64 };
    stopped
}

/// All the views of the block at `at`. Where the text ends, zeros follow it.
#[inline(always)]
fn views<S: Lanes>(simd: S, src: &[u8], at: usize) -> Views<S> {
    Views {
        x: prefix(simd, src, at),
        one: prefix(simd, src, at + 1),
        two: prefix(simd, src, at + 2),
        three: prefix(simd, src, at + 3),
    }
}

/// The bytes from `at` on, up to a block, and zeros behind them.
#[inline(always)]
fn prefix<S: Lanes>(simd: S, src: &[u8], at: usize) -> S::V {
    let rest = src.get(at..).unwrap_or_default();
    simd.load_prefix(rest.get(..BLOCK_BYTES).unwrap_or(rest))
}

/// Stops at `at`, or at the start of the character that reaches over it: its units, which
/// have been written, are taken back.
#[inline(always)]
fn settle<W: Wide>(src: &[u8], at: usize, why: Why, out: &mut Output<'_>) -> Stopped {
    let start = sequence_over(src, at);
    if start < at {
        // The second unit of a pair stands in the lane of the second byte.
        let units = if W::PAIRS && src[start] >= 0xF0 && at - start > 1 { 2 } else { 1 };
        out.retract(units * W::UNIT_BYTES);
    }
    (start, why)
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
    while register < N && register * BLOCK_BYTES < len {
        out.put_prefix(simd, registers[register], len - register * BLOCK_BYTES);
        register += 1;
    }
}

/// Called where the compiler should expect not to come.
#[cold]
fn rare() {}
