//! Conversions: a kernel for each two encodings that are worth one.
//!
//! # The shape
//!
//! Source and target are bytes. Code units of 16 and 32 bits are little-endian; another byte order
//! is a step of its own, which is not part of a kernel. A kernel converts whole characters for as
//! long as it can: to the end, to just before the first error, or until what comes next might not
//! fit. It leaves the input and the output at the same character. One character is then decoded and
//! classified by [`crate::scalar`], and the kernel goes on behind it.
//!
//! So a kernel knows nothing of modes, replacements and kinds of errors. But a kernel that meets
//! errors where they are frequent may replace them itself.
//!
//! ```text
//! short     all of a text of at most 64 code units, or nothing: one step, and no error
//! long      as far as the kernel comes
//!     blocks    at a level with blocks of 16 or 32 bytes: see [`parts`]
//!     lanes     at a level with 512-bit lanes: see [`lanes`] and [`utf8_lanes`]
//! ```

/// Implements both shapes of a [`Transcode`], each by a call of one function. If two more functions
/// are given, these are called where errors are to become U+FFFD.
macro_rules! shapes {
    (
        blocks: $blocks:expr,
        lanes: $lanes:expr,
        replacing: $replacing:expr,
        replacing_lanes: $replacing_lanes:expr $(,)?
    ) => {
        #[inline(always)]
        fn blocks<S: $crate::simd::blocks::Blocks>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
            replaces: bool,
        ) -> $crate::kernel::Stopped {
            let simd = simd.parts();
            if replaces { $replacing(simd, src, at, out) } else { $blocks(simd, src, at, out) }
        }

        #[inline(always)]
        fn lanes<S: $crate::simd::lanes::Lanes>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
            replaces: bool,
        ) -> $crate::kernel::Stopped {
            if replaces { $replacing_lanes(simd, src, at, out) } else { $lanes(simd, src, at, out) }
        }
    };
    (blocks: $blocks:expr, lanes: $lanes:expr $(,)?) => {
        #[inline(always)]
        fn blocks<S: $crate::simd::blocks::Blocks>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
            _: bool,
        ) -> $crate::kernel::Stopped {
            $blocks(simd.parts(), src, at, out)
        }

        #[inline(always)]
        fn lanes<S: $crate::simd::lanes::Lanes>(
            simd: S,
            src: &[u8],
            at: usize,
            out: &mut $crate::raw::Output<'_>,
            _: bool,
        ) -> $crate::kernel::Stopped {
            $lanes(simd, src, at, out)
        }
    };
}

mod from_latin1;
pub(super) mod lanes;
pub(super) mod parts;
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

pub(crate) use from_latin1::{Latin1ToLatin1, Latin1ToUtf8, Latin1ToUtf16, Latin1ToUtf32};
pub(crate) use to_latin1::{Utf8ToLatin1, Utf16ToLatin1, Utf32ToLatin1};
pub(crate) use utf8_to_utf16::Utf8ToUtf16;
pub(crate) use utf8_to_utf32::Utf8ToUtf32;
pub(crate) use utf16_to_utf8::Utf16ToUtf8;
pub(crate) use utf16_to_utf16::Utf16ToUtf16;
pub(crate) use utf16_to_utf32::Utf16ToUtf32;
pub(crate) use utf32_to_utf8::Utf32ToUtf8;
pub(crate) use utf32_to_utf16::Utf32ToUtf16;
pub(crate) use utf32_to_utf32::Utf32ToUtf32;

use core::marker::PhantomData;

use super::copy::Copy;
use super::{Stopped, Why};
use crate::engine::Engine;
use crate::raw::Output;
use crate::simd::blocks::Blocks;
use crate::simd::dispatch::Operation;
use crate::simd::lanes::Lanes;

/// The length of what well-formed text becomes, or an index near the first error.
pub(crate) type CheckedLen = Result<usize, usize>;

/// A kernel. The implementations are types without values.
///
/// The functions start at `at`, which is the start of a character, and write to `out`. Where they
/// stop, everything before has been converted, and nothing else.
pub(crate) trait Transcode: Sized {
    /// The longest source that is short: that [`Transcode::short_in_lanes`] or
    /// [`Transcode::short_in_blocks`] tries.
    const SHORT_BYTES: usize = 0;
    /// Whether [`Transcode::length`] counts, so that it is the length.
    const COUNTS: bool = false;

    /// How many bytes `src` becomes. `src` must be well-formed.
    fn length(engine: Engine, src: &[u8]) -> usize {
        let _ = engine;
        src.len()
    }

    /// How many bytes `src` becomes, or an index near its first error. `src` need not be
    /// well-formed. Gives `None` where two kernels are as fast, one that checks and one that
    /// counts.
    fn checked_length(engine: Engine, src: &[u8]) -> Option<CheckedLen> {
        let _ = (engine, src);
        None
    }

    /// Converts `src` from `at` on, as far as the kernel comes. `replaces` asks for U+FFFD in the
    /// place of errors. The kernel may stop at an error all the same.
    #[inline(never)]
    fn long(
        engine: Engine,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        replaces: bool,
    ) -> Stopped {
        engine.run(Long { src, at, out, replaces, kernel: PhantomData::<Self> })
    }

    /// [`Transcode::long`] at a level that has blocks. This one stops at once.
    #[inline(always)]
    fn blocks<S: Blocks>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        replaces: bool,
    ) -> Stopped {
        let _ = (simd, src, out, replaces);
        (at, Why::Room)
    }

    /// [`Transcode::long`] at a level that has 512-bit lanes. This one stops at once.
    #[inline(always)]
    fn lanes<S: Lanes>(
        simd: S,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        replaces: bool,
    ) -> Stopped {
        let _ = (simd, src, out, replaces);
        (at, Why::Room)
    }

    /// Converts all of `src`, which has at most [`Transcode::SHORT_BYTES`], if it is well-formed
    /// and there is room for it, or nothing. This runs at a level that has 512-bit lanes.
    #[inline(always)]
    fn short_in_lanes<S: Lanes>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, src, out);
        false
    }

    /// Converts like [`Transcode::short_in_lanes`], at a level that has blocks.
    #[inline(always)]
    fn short_in_blocks<S: Blocks>(simd: S, src: &[u8], out: &mut Output<'_>) -> bool {
        let _ = (simd, src, out);
        false
    }
}

/// Converts all of `src`, if it is short for the kernel, it is well-formed, and there is room for
/// it; or nothing.
#[inline(always)]
pub(crate) fn short<K: Transcode>(engine: Engine, src: &[u8], out: &mut Output<'_>) -> bool {
    src.len() <= K::SHORT_BYTES && engine.run(Short { src, out, kernel: PhantomData::<K> })
}

struct Short<'r, 'o, K> {
    src: &'r [u8],
    out: &'r mut Output<'o>,
    kernel: PhantomData<K>,
}

impl<K: Transcode> Operation for Short<'_, '_, K> {
    type Output = bool;

    #[inline(always)]
    fn scalar(self) -> bool {
        false
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> bool {
        K::short_in_blocks(simd, self.src, self.out)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> bool {
        K::short_in_lanes(simd, self.src, self.out)
    }
}

struct Long<'r, 'o, K> {
    src: &'r [u8],
    at: usize,
    out: &'r mut Output<'o>,
    replaces: bool,
    kernel: PhantomData<K>,
}

impl<K: Transcode> Operation for Long<'_, '_, K> {
    type Output = Stopped;

    #[inline(always)]
    fn scalar(self) -> Stopped {
        (self.at, Why::Room)
    }

    #[inline(always)]
    fn blocks<S: Blocks>(self, simd: S) -> Stopped {
        K::blocks(simd, self.src, self.at, self.out, self.replaces)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(self, simd: S) -> Stopped {
        K::lanes(simd, self.src, self.at, self.out, self.replaces)
    }
}

/// UTF-8 to UTF-8.
pub(crate) enum Utf8ToUtf8 {}

impl Transcode for Utf8ToUtf8 {
    const COUNTS: bool = true;

    /// A copy is an operation by itself, which programs have that convert nothing.
    fn long(
        engine: Engine,
        src: &[u8],
        at: usize,
        out: &mut Output<'_>,
        replaces: bool,
    ) -> Stopped {
        Copy { src, at, out, replaces }.outlined(engine)
    }
}
