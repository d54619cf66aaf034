//! Conversions: a kernel for each pair of encodings that are worth one.
//!
//! # The shape
//!
//! Source and target are bytes, native code units too, and byte order is a parameter of the type. A
//! kernel converts whole characters for as long as it can: to the end, to just before the first error,
//! or until what comes next might not fit. It leaves the input and the output at the same character;
//! what then stands there is decoded and classified by [`crate::scalar`], one character, and the kernel
//! goes on behind it. So a kernel knows nothing of modes, replacements and kinds of errors; but one that
//! is met where errors are frequent may replace them itself.

/// Both shapes of a [`Transcode`], and the way of plain text, where a function is all there is to each.
///
/// Where there are two more, they put U+FFFD in the place of each error: that is all that stands for one
/// in what is not Latin-1.
macro_rules! shapes {
    (
        plain: $plain:expr,
        blocks: $blocks:expr,
        lanes: $lanes:expr,
        replacing: $replacing:expr,
        replacing_lanes: $replacing_lanes:expr $(,)?
    ) => {
        const REPLACES: bool = true;
        const REPLACES_IN_LANES: bool = true;

        shapes! { plain: $plain, blocks: $blocks, lanes: $lanes }

        #[inline(always)]
        fn replacing<S: $crate::simd::blocks::Blocks>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
            _: $crate::scalar::form::Coded,
        ) -> $crate::kernel::transcode::Stopped {
            $replacing(simd.parts(), src, at, out)
        }

        #[inline(always)]
        fn replacing_lanes<S: $crate::simd::lanes::Lanes>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
        ) -> $crate::kernel::transcode::Stopped {
            $replacing_lanes(simd, src, at, out)
        }
    };
    (plain: $plain:expr, blocks: $blocks:expr, lanes: $lanes:expr $(,)?) => {
        const BLOCKS: bool = true;
        const LANES: bool = true;
        const PLAIN: bool = true;

        #[inline(always)]
        fn plain<S: $crate::simd::blocks::Blocks>(
            simd: S,
            src: &[u8],
            out: &mut $crate::raw::Output<'_>,
        ) -> usize {
            $plain(simd.parts(), src, out)
        }

        #[inline(always)]
        fn blocks<S: $crate::simd::blocks::Blocks>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
        ) -> $crate::kernel::transcode::Stopped {
            $blocks(simd.parts(), src, at, out)
        }

        #[inline(always)]
        fn lanes<S: $crate::simd::lanes::Lanes>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
        ) -> $crate::kernel::transcode::Stopped {
            $lanes(simd, src, at, out)
        }
    };
}

mod any_to_units;
mod from_latin1;
pub(super) mod lanes;
mod pairs;
pub(super) mod parts;
mod shunning;
mod subparts;
mod to_latin1;

mod utf16_to_utf16;
mod utf16_to_utf32;
mod utf16_to_utf8;
mod utf32_to_utf16;
mod utf32_to_utf32;
mod utf32_to_utf8;
mod utf8_lanes;
mod utf8_to_utf16;
mod utf8_to_utf32;
mod utf8_to_utf8;

pub(crate) use any_to_units::AnyToUnits;
pub(crate) use from_latin1::{Latin1ToLatin1, Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32};
pub(crate) use pairs::{FromUnits, Pairs, ToUnits};
pub(crate) use shunning::{Either, FourBytes, Nul, Nul16, Nul32, Part, Shunning, Supplementary};
pub(crate) use to_latin1::{Utf8ToLatin1, Utf16ToLatin1, Utf32ToLatin1};
pub(crate) use utf8_to_utf8::Utf8ToUtf8;
pub(crate) use utf8_to_utf16::Utf8ToUtf16;
pub(crate) use utf8_to_utf32::Utf8ToUtf32;
pub(crate) use utf16_to_utf8::{AsPair, Utf16ToUtf8};
pub(crate) use utf16_to_utf16::Utf16ToUtf16;
pub(crate) use utf16_to_utf32::Utf16ToUtf32;
pub(crate) use utf32_to_utf8::Utf32ToUtf8;
pub(crate) use utf32_to_utf16::Utf32ToUtf16;
pub(crate) use utf32_to_utf32::Utf32ToUtf32;

use crate::raw::Output;
use crate::scalar::form::Coded;
use crate::simd::blocks::Blocks;
use crate::simd::lanes::Lanes;
use crate::simd::level::Features;

/// The order of the bytes in a code unit.
pub trait Order: Copy + 'static {
    /// Whether it is not the order in which kernels compute, which is little-endian.
    const SWAP: bool;

    /// The unit that is stored as these bytes.
    #[inline(always)]
    fn unit16(bytes: [u8; 2]) -> u16 {
        if Self::SWAP { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    }

    /// The bytes that a unit is stored as, the first one lowest.
    #[inline(always)]
    fn bytes16(unit: u16) -> u16 {
        if Self::SWAP { unit.swap_bytes() } else { unit }
    }

    /// The unit that is stored as these bytes.
    #[inline(always)]
    fn unit32(bytes: [u8; 4]) -> u32 {
        if Self::SWAP { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    }

    /// The bytes that a unit is stored as, the first one lowest.
    #[inline(always)]
    fn bytes32(unit: u32) -> u32 {
        if Self::SWAP { unit.swap_bytes() } else { unit }
    }
}

/// The least significant byte first.
#[derive(Clone, Copy, Debug)]
pub enum Little {}

/// The most significant byte first.
#[derive(Clone, Copy, Debug)]
pub enum Big {}

impl Order for Little {
    const SWAP: bool = false;
}

impl Order for Big {
    const SWAP: bool = true;
}

/// The order of this CPU.
#[cfg(target_endian = "little")]
pub(crate) type Native = Little;
/// The order of this CPU.
#[cfg(target_endian = "big")]
pub(crate) type Native = Big;

/// Why a kernel stopped, other than at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// What comes next is ill-formed, has no form in the target, or is nothing for this kernel.
    Error,
    /// There might be no room for what comes next, or it is too little for a kernel.
    Room,
}

/// How far a kernel came: an index into the source.
pub(crate) type Stopped = (usize, Why);

/// A kernel. The implementations are types without values.
///
/// The functions start at `at`, which is the start of a character, and write to `out`. Where they stop,
/// everything before has been converted, and nothing else.
pub(crate) trait Transcode {
    /// The name, for the list of what runs where.
    const NAME: &'static str;
    /// Whether there is a shape for blocks.
    const BLOCKS: bool = false;
    /// Whether there is a shape for 512-bit lanes.
    const LANES: bool = false;
    /// Whether there is a way for plain text.
    const PLAIN: bool = false;
    /// Whether the shape for blocks can replace what is malformed.
    const REPLACES: bool = false;
    /// Whether the shape for lanes can.
    const REPLACES_IN_LANES: bool = false;
    /// Whether [`Transcode::few`] tries.
    const FEW: bool = false;
    /// Whether [`Transcode::few_in_blocks`] does.
    const FEW_IN_BLOCKS: bool = false;
    /// Whether [`Transcode::length`] knows.
    const COUNTS: bool = false;

    /// How many bytes `src` becomes, which is well-formed.
    fn length(features: Features, src: &[u8]) -> usize {
        let _ = features;
        src.len()
    }

    /// The same of at most [`SHORT`](crate::kernel::position::short::SHORT) bytes, where the caller is; if there is a way
    /// for that.
    #[inline(always)]
    fn short_length(src: &[u8]) -> Option<usize> {
        let _ = src;
        None
    }

    /// The same of what need not be well-formed, or an index near its first error; where one kernel finds both.
    fn checked_length(features: Features, src: &[u8]) -> Option<Result<usize, usize>> {
        let _ = (features, src);
        None
    }

    /// At a level that has blocks: the start of `src` that is plain, so that each unit becomes one, if that is
    /// long enough for a step. Gives where it ends.
    #[inline(always)]
    fn plain<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> usize {
        let _ = (simd, src, out);
        0
    }

    /// At a level that has blocks.
    #[inline(always)]
    fn blocks<S: Blocks>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        let _ = (simd, src, out);
        (at, Why::Room)
    }

    /// The same, with `replacement` in the place of each error. It may stop at one all the same.
    #[inline(always)]
    fn replacing<S: Blocks>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        replacement: Coded,
    ) -> Stopped {
        let _ = replacement;
        Self::blocks(simd, src, at, out)
    }

    /// At a level that has 512-bit lanes.
    #[inline(always)]
    fn lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        let _ = (simd, src, out);
        (at, Why::Room)
    }

    /// The same, with U+FFFD in the place of each error. It may stop at one all the same.
    #[inline(always)]
    fn replacing_lanes<S: Lanes>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        Self::lanes(simd, src, at, out)
    }

    /// At such a level, of what is few for this kernel: all of `src`, if it is well-formed and there is room for it; or nothing.
    #[inline(always)]
    fn few<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, src, out);
        false
    }

    /// The same at a level that has blocks.
    #[inline(always)]
    fn few_in_blocks<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, src, out);
        false
    }

    /// Whether `src`, of which there are few bytes, is what [`Transcode::one_block`] takes.
    #[inline(always)]
    fn is_one_block<S: Blocks>(simd: S, src: &[u8], room: usize) -> bool {
        let _ = (simd, src, room);
        false
    }

    /// As [`Transcode::few_in_blocks`], of so little that it takes no registers that a caller would have to save.
    #[inline(always)]
    fn one_block<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, src, out);
        false
    }
}

/// One of the two shapes of a kernel, for what is written once for both.
pub(crate) trait Shape<S> {
    fn run<K: Transcode>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped;
}

/// [`Transcode::blocks`].
pub(crate) enum InBlocks {}

/// [`Transcode::lanes`].
pub(crate) enum InLanes {}

impl<S: Blocks> Shape<S> for InBlocks {
    #[inline(always)]
    fn run<K: Transcode>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        K::blocks(simd, src, at, out)
    }
}

impl<S: Lanes> Shape<S> for InLanes {
    #[inline(always)]
    fn run<K: Transcode>(simd: S, src: &[u8], at: usize, out: &mut Output<'_>) -> Stopped {
        K::lanes(simd, src, at, out)
    }
}
