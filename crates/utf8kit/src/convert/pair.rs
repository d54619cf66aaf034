//! A route between two encodings in their byte orders.
//!
//! Kernels and codecs know little-endian code units only. Text in the other order goes through them
//! in pieces:
//!
//! ```text
//! big-endian source    a piece is copied, its units are swapped, and the copy is converted
//! big-endian target    a piece is converted, and what it became is swapped where it is
//! ```
//!
//! A piece stays in the first-level cache, so that takes some tenths of the time of a conversion;
//! it spares a second copy of every kernel.

use core::mem::MaybeUninit;

use super::driver::{self, End, Ran};
use super::route::Route;
use crate::codec::Replacement;
use crate::engine::Engine;
use crate::error::Error;
use crate::raw::Output;

/// What converts one [`Form`](super::Form) to another. Its functions are compiled in this crate,
/// whoever calls them.
#[derive(Clone, Copy)]
pub struct Pair {
    route: &'static Route,
    is_source_swapped: bool,
    is_target_swapped: bool,
}

/// Bytes in a piece.
const PIECE_BYTES: usize = 4096;

impl Pair {
    pub(super) const fn new(
        route: &'static Route,
        is_source_swapped: bool,
        is_target_swapped: bool,
    ) -> Pair {
        Pair { route, is_source_swapped, is_target_swapped }
    }

    /// Converts all of `src` into `memory`, if it is short, and says how many bytes it became; or
    /// 0.
    #[inline]
    pub(super) fn short(&self, src: &[u8], memory: &mut [MaybeUninit<u8>]) -> usize {
        if self.is_source_swapped || self.is_target_swapped {
            return 0;
        }
        (self.route.short)(src, memory).len()
    }

    /// Converts `src` as far as there is room. What is malformed or has no form in the target
    /// becomes `replacement`, or ends the conversion.
    #[inline]
    pub(crate) fn convert(
        &self,
        engine: Engine,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran {
        if self.is_source_swapped || self.is_target_swapped {
            return self.convert_swapped(engine, src, out, replacement);
        }
        driver::convert(self.route, engine, src, out, replacement)
    }

    fn convert_swapped(
        &self,
        engine: Engine,
        src: &[u8],
        out: &mut Output<'_>,
        replacement: Option<Replacement>,
    ) -> Ran {
        let mut ran = Ran { read: 0, end: End::Done, by_codec: 0 };
        while ran.read < src.len() {
            let before = out.written();
            let more = self.with_piece(&src[ran.read..], |piece| {
                driver::convert(self.route, engine, piece, out, replacement)
            });
            if self.is_target_swapped {
                out.swap_units(before, self.route.target_unit);
            }
            ran.end = match more.end {
                End::Malformed(error) => End::Malformed(error.shifted(ran.read)),
                end => end,
            };
            ran.read += more.read;
            ran.by_codec += more.by_codec;
            if !matches!(ran.end, End::Done) {
                break;
            }
        }
        ran
    }

    /// How many bytes [`Pair::convert`] would write with room for all, or the first error.
    #[inline]
    pub(crate) fn len(
        &self,
        engine: Engine,
        src: &[u8],
        replacement: Option<Replacement>,
    ) -> Result<usize, Error> {
        if self.is_source_swapped {
            return self.len_swapped(engine, src, replacement);
        }
        driver::len(self.route, engine, src, replacement)
    }

    fn len_swapped(
        &self,
        engine: Engine,
        src: &[u8],
        replacement: Option<Replacement>,
    ) -> Result<usize, Error> {
        let (mut at, mut len) = (0, 0);
        while at < src.len() {
            let (read, more) = self.with_piece(&src[at..], |piece| {
                (piece.len(), driver::len(self.route, engine, piece, replacement))
            });
            len += more.map_err(|error| error.shifted(at))?;
            at += read;
        }
        Ok(len)
    }

    /// How many bytes well-formed text becomes. What the target lacks counts as replaced.
    #[inline]
    pub(crate) fn known_len(&self, engine: Engine, src: &[u8]) -> usize {
        match (self.route.known_len, self.is_source_swapped) {
            (Some(known_len), false) => known_len(engine, src),
            _ => match self.len(engine, src, Some(Replacement::USUAL)) {
                Ok(len) => len,
                // What is malformed is replaced.
                Err(_) => unreachable!(),
            },
        }
    }

    /// How many bytes at the end of `src` could mean something else if more followed.
    pub(crate) fn unsettled(&self, src: &[u8]) -> usize {
        if !self.is_source_swapped {
            return (self.route.unsettled)(src);
        }
        let whole = src.len() - src.len() % self.route.source_unit;
        let tail = &src[whole.saturating_sub(8)..];
        let mut memory = [MaybeUninit::<u8>::uninit(); 16];
        let mut swapped = Output::over_uninit(&mut memory);
        swapped.extend_swapped(tail, self.route.source_unit);
        (self.route.unsettled)(swapped.as_bytes())
    }

    /// How many bytes to make room for, for so many of the source.
    #[cfg(feature = "alloc")]
    pub(super) fn room_for(&self, len: usize) -> usize {
        /// Up to so many bytes, the most that could be needed is allocated at once.
        const SMALL_BYTES: usize = 1 << 16;
        let units = len.div_ceil(self.route.source_unit);
        let most = units.saturating_mul(self.route.most_per_unit);
        if most <= SMALL_BYTES {
            return most;
        }
        // Most text needs less than this. Where it does not, the next round goes on where this one
        // had no more room.
        let likely = units.saturating_mul(self.route.target_least).max(len);
        most.min(likely.saturating_add(likely / 8).saturating_add(SMALL_BYTES))
    }

    /// Calls `take` with the next piece of `rest` in little-endian order. A piece does not end
    /// inside a character, unless `rest` does.
    fn with_piece<R>(&self, rest: &[u8], take: impl FnOnce(&[u8]) -> R) -> R {
        let mut memory = [MaybeUninit::<u8>::uninit(); PIECE_BYTES];
        let mut copy = Output::over_uninit(&mut memory);
        let mut piece = rest.get(..PIECE_BYTES).unwrap_or(rest);
        if self.is_source_swapped {
            copy.extend_swapped(piece, self.route.source_unit);
            piece = copy.as_bytes();
        }
        let held = if piece.len() < rest.len() { (self.route.unsettled)(piece) } else { 0 };
        take(&piece[..piece.len() - held])
    }
}
