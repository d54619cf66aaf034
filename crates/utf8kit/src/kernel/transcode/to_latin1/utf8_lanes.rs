//! UTF-8 to Latin-1, with 512-bit lanes.
//!
//! # The shape
//!
//! Lane `j` of a block belongs to the character whose last byte is byte `j`. It sees the byte before by
//! loading the text again from one byte further back; lanes with a lead are squeezed out. The next block
//! starts 64 bytes on, whatever is at the end of this one: no load waits for a result.
//!
//! A block with something else in it, the first one and those at the end of either side are done by
//! [`part`], which needs nothing around it.

use crate::kernel::transcode::lanes::{first_lanes, first_without_room};
use crate::kernel::transcode::{Stopped, Why};
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::lanes::Lanes;

/// Bytes in a block.
const BLOCK: usize = 64;

/// Converts `src` from `at` on.
#[inline(always)]
pub(super) fn convert<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
    let mut at = at;
    while at < src.len() {
        let (len, why) = part(simd, &src[at..], out);
        at += len;
        if let Some(why) = why {
            return (at, why);
        }
        if src.len() - at >= BLOCK && out.room() >= BLOCK {
            at = simd.frame(WholeBlocks { src, at, out });
        }
    }
    (at, Why::Error)
}

/// Converts all of `src`, at most a block, if it is well-formed and there is room for it; or nothing.
#[inline(always)]
pub(super) fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    let before = out.written();
    let is_done = part(simd, src, out) == (src.len(), None);
    if !is_done {
        out.retract(out.written() - before);
    }
    is_done
}

/// Blocks from `at` on, for as long as there are whole ones without errors. What is before is a character.
struct WholeBlocks<'r, 'o, 's> {
    src: &'s [u8],
    at: usize,
    out: &'r mut Output<'o>,
}

impl<S: Lanes> Kernel<S> for WholeBlocks<'_, '_, '_> {
    /// How far it came: to some place between two characters.
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let WholeBlocks { src, at, out } = self;
        // In a variable of this function it can be kept in registers.
        let mut output = out.take();
        let mut rest = &src[at - 1..];
        // Whether the first lane must be a continuation.
        let mut due = 0;
        while let Some(window) = rest.get(..1 + BLOCK)
            && output.room() >= BLOCK
        {
            let x = simd.load(window, 1);
            let above_ascii = simd.high_bits(x);
            if above_ascii | due == 0 {
                output.put(simd, x, BLOCK);
                rest = ascii(simd, &rest[BLOCK..], &mut output);
                continue;
            }
            let Sequences { starts, leads } = Sequences::of(simd, x);
            let continuations = leads << 1 | due;
            if continuations != !starts || leads | continuations != above_ascii {
                break;
            }
            let bytes = simd.compress8(!leads, characters(simd, x, simd.load(window, 0)));
            output.put(simd, bytes, BLOCK - leads.count_ones() as usize);
            due = leads >> (BLOCK - 1);
            rest = &rest[BLOCK..];
        }
        *out = output;
        // A lead whose continuation has not come has not been written.
        src.len() - (rest.len() - 1) - due as usize
    }
}

/// Blocks of ASCII, two at a time, from behind the first byte of `rest` on, where nothing is due. Gives the
/// rest, with a byte before.
#[inline(always)]
fn ascii<'s, S: Lanes>(simd: S, mut rest: &'s [u8], out: &mut Output<'_>) -> &'s [u8] {
    while let Some(window) = rest.get(..1 + 2 * BLOCK)
        && out.room() >= 2 * BLOCK
    {
        let x = [simd.load(window, 1), simd.load(window, 1 + BLOCK)];
        if simd.any_high(simd.or(x[0], x[1])) {
            break;
        }
        out.put_two(simd, x, 2 * BLOCK);
        rest = &rest[2 * BLOCK..];
    }
    rest
}

/// Converts a register, or what there is, from the start of `rest`, which is not empty and begins with a
/// character. Gives how many bytes of the source that is, and why not more, unless one just has to go on
/// behind them.
#[inline(always)]
fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
    let len = rest.len().min(BLOCK);
    let x = simd.load_prefix(&rest[..len]);
    let sequences = Sequences::of(simd, x);
    let whole = sequences.whole(simd.high_bits(x)).min(len);
    let kept = !sequences.leads & first_lanes(whole);
    let fitting = first_without_room(kept, out.room());
    let kept = kept & first_lanes(fitting);
    let bytes = simd.compress8(kept, characters(simd, x, simd.shift_up::<1>(x)));
    out.put_prefix(simd, bytes, kept.count_ones() as usize);
    if fitting < BLOCK {
        // In the lane of a continuation is what begins with the lead before it.
        let lead = (sequences.leads << 1 >> fitting & 1) as usize;
        return (fitting - lead, Some(Why::Room));
    }
    // The last lead may have its continuation behind it.
    let is_cut = whole == BLOCK - 1 && rest.len() > BLOCK;
    (whole, (whole < len && !is_cut).then_some(Why::Error))
}

/// Which bytes of a register begin something.
struct Sequences {
    /// Not continuations.
    starts: u64,
    /// C2 and C3, the leads of U+0080..U+00FF.
    leads: u64,
}

impl Sequences {
    #[inline(always)]
    fn of<S: Lanes>(simd: S, x: S::V) -> Sequences {
        Sequences {
            starts: simd.greater_signed(x, simd.splat(0xBF)),
            leads: simd.eq(simd.and(x, simd.splat(0xFE)), simd.splat(0xC2)),
        }
    }

    /// How many bytes come before the first that is part of something else.
    #[inline(always)]
    fn whole(&self, above_ascii: u64) -> usize {
        let paired = self.leads & !self.starts >> 1;
        (!above_ascii | paired | paired << 1).trailing_ones() as usize
    }
}

/// The character of each form, in the lane of its last byte; `before` is the byte before each.
#[inline(always)]
fn characters<S: Lanes>(simd: S, x: S::V, before: S::V) -> S::V {
    let is_upper = simd.eq(before, simd.splat(0xC3));
    simd.select(is_upper, simd.add(x, simd.splat(0x40)), x)
}
