//! UTF-8 to Latin-1, with 512-bit lanes.
//!
//! # The shape
//!
//! Lane `j` of a block belongs to the character whose last byte is byte `j`. It sees the byte
//! before by loading the text again from one byte further back. Lanes with a lead byte are
//! compressed away. The next block starts 64 bytes on, whatever is at the end of this one: no
//! load waits for a result.
//!
//! ```text
//! UTF-8          41    C3    A9    C2  |  A9
//! leads                ^           ^
//! due                                     ^      a lead was the last byte of the block before
//! characters     41    C3    E9    C2     A9     0x40 more behind C3
//! kept           ^           ^            ^
//! ```
//!
//! [`part`] converts a block with anything above U+00FF or malformed in it, the first block,
//! and those at the end of the source or the room. It needs nothing around the block.

use crate::kernel::transcode::lanes::{first_lanes, first_without_room};
use crate::kernel::transcode::{Stopped, Why};
use crate::raw::Output;
use crate::simd::blocks::Kernel;
use crate::simd::lanes::Lanes;

/// The number of bytes in a block.
const BLOCK_BYTES: usize = 64;

/// Converts `src` from `at` on, the start of a character.
#[inline(always)]
pub(super) fn convert<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
    let mut at = at;
    while at < src.len() {
        let (len, why) = part(simd, &src[at..], out);
        at += len;
        if let Some(why) = why {
            return (at, why);
        }
        if src.len() - at >= BLOCK_BYTES && out.room() >= BLOCK_BYTES {
            at = simd.frame(WholeBlocks { src, at, out });
        }
    }
    (at, Why::Error)
}

/// Converts all of `src`, which is at most a block, and gives `true`, if it is well-formed
/// and there is room for it. Otherwise it writes nothing and gives `false`.
#[inline(always)]
pub(super) fn short<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
    let before = out.written();
    let is_done = part(simd, src, out) == (src.len(), None);
    if !is_done {
        out.retract(out.written() - before);
    }
    is_done
}

/// Converts blocks from `at` on, for as long as there are whole ones without errors. A
/// character must end at `at`.
struct WholeBlocks<'r, 'o, 's> {
    src: &'s [u8],
    at: usize,
    out: &'r mut Output<'o>,
}

impl<S: Lanes> Kernel<S> for WholeBlocks<'_, '_, '_> {
    /// The index that the conversion got to: some place between two characters.
    type Output = usize;

    #[inline(always)]
    fn run(self, simd: S) -> usize {
        let WholeBlocks { src, at, out } = self;
        // A variable of this function can be kept in registers.
        let mut output = out.take();
        let mut rest = &src[at - 1..];
        // Bit 0 is set if the first lane must be a continuation byte.
        let mut due = 0;
        while let Some(window) = rest.get(..1 + BLOCK_BYTES)
            && output.room() >= BLOCK_BYTES
        {
            let x = simd.load(window, 1);
            let above_ascii = simd.high_bits(x);
            if above_ascii | due == 0 {
                output.put(simd, x, BLOCK_BYTES);
                rest = ascii(simd, &rest[BLOCK_BYTES..], &mut output);
                continue;
            }
            let Sequences { starts, leads } = Sequences::of(simd, x);
            let continuations = leads << 1 | due;
            if continuations != !starts || leads | continuations != above_ascii {
                break;
            }
            let bytes = simd.compress8(!leads, characters(simd, x, simd.load(window, 0)));
            output.put(simd, bytes, BLOCK_BYTES - leads.count_ones() as usize);
            due = leads >> (BLOCK_BYTES - 1);
            rest = &rest[BLOCK_BYTES..];
        }
        *out = output;
        // A lead byte whose continuation byte has not come yet has not been written.
        src.len() - (rest.len() - 1) - due as usize
    }
}

/// Copies blocks of ASCII, two at a time, from behind the first byte of `rest` on; no
/// continuation byte may be due there. Gives the rest, with a byte before it.
#[inline(always)]
fn ascii<'s, S: Lanes>(simd: S, mut rest: &'s [u8], out: &mut Output<'_>) -> &'s [u8] {
    while let Some(window) = rest.get(..1 + 2 * BLOCK_BYTES)
        && out.room() >= 2 * BLOCK_BYTES
    {
        let x = [simd.load(window, 1), simd.load(window, 1 + BLOCK_BYTES)];
        if simd.any_high(simd.or(x[0], x[1])) {
            break;
        }
        out.put_two(simd, x, 2 * BLOCK_BYTES);
        rest = &rest[2 * BLOCK_BYTES..];
    }
    rest
}

/// Converts a register, or what there is, from the start of `rest`, which must not be empty
/// and must begin with a character. Gives the number of bytes of the source that were
/// converted, and why there were not more; `None` if conversion just has to go on behind
/// them.
#[inline(always)]
fn part<S: Lanes>(simd: S, rest: &[u8], out: &mut Output<'_>) -> (usize, Option<Why>) {
    let len = rest.len().min(BLOCK_BYTES);
    let x = simd.load_prefix(&rest[..len]);
    let sequences = Sequences::of(simd, x);
    let whole = sequences.whole(simd.high_bits(x)).min(len);
    let kept = !sequences.leads & first_lanes(whole);
    let fitting = first_without_room(kept, out.room());
    let kept = kept & first_lanes(fitting);
    let bytes = simd.compress8(kept, characters(simd, x, simd.shift_up::<1>(x)));
    out.put_prefix(simd, bytes, kept.count_ones() as usize);
    if fitting < BLOCK_BYTES {
        // In the lane of a continuation byte is the character that begins with the lead byte
        // before it.
        let lead = (sequences.leads << 1 >> fitting & 1) as usize;
        return (fitting - lead, Some(Why::Room));
    }
    // The last lead byte may have its continuation byte behind the register.
    let is_cut = whole == BLOCK_BYTES - 1 && rest.len() > BLOCK_BYTES;
    (whole, (whole < len && !is_cut).then_some(Why::Error))
}

/// Masks of the bytes of a register that begin a sequence.
struct Sequences {
    /// Bytes that are not continuation bytes.
    starts: u64,
    /// C2 and C3, the lead bytes of U+0080..U+00FF.
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

    /// How many bytes come before the first that is not ASCII or part of U+0080..U+00FF.
    #[inline(always)]
    fn whole(&self, above_ascii: u64) -> usize {
        let followed = self.leads & !self.starts >> 1;
        (!above_ascii | followed | followed << 1).trailing_ones() as usize
    }
}

/// The character of each form, in the lane of its last byte. `before` is the byte before
/// each.
#[inline(always)]
fn characters<S: Lanes>(simd: S, x: S::V, before: S::V) -> S::V {
    let is_upper = simd.eq(before, simd.splat(0xC3));
    simd.select(is_upper, simd.add(x, simd.splat(0x40)), x)
}
