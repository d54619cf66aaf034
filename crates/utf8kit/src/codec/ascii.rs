//! Runs of ASCII, which every encoding but Modified UTF-8 (NUL) has as plain code units.

use crate::raw::Output;

/// How many ASCII characters a run has at most.
pub(crate) const RUN_BYTES: usize = 16;

/// Some ASCII characters, and perhaps something else behind them.
#[derive(Clone, Copy)]
pub struct Ascii {
    bytes: [u8; RUN_BYTES],
    len: usize,
}

impl Ascii {
    /// As many of these bytes as are ASCII.
    #[inline(always)]
    pub(super) fn of(bytes: [u8; RUN_BYTES]) -> Ascii {
        let high_bits = u128::from_le_bytes(bytes) & (u128::MAX / 255 * 0x80);
        Ascii { bytes, len: high_bits.trailing_zeros() as usize / 8 }
    }

    /// The ASCII that `src[at..]` begins with, in an encoding whose code units are bytes.
    #[inline(always)]
    pub(super) fn of_bytes(src: &[u8], at: usize) -> Option<Ascii> {
        src.get(at..)?.first_chunk().map(|&bytes| Ascii::of(bytes))
    }

    /// Up to the first NUL.
    #[inline(always)]
    pub(super) fn before_nul(mut self) -> Ascii {
        let nul = self.bytes.iter().position(|&byte| byte == 0);
        self.len = self.len.min(nul.unwrap_or(RUN_BYTES));
        self
    }

    /// Writes the characters as bytes, as far as there is room; says how many.
    #[inline(always)]
    pub(super) fn write_bytes(self, output: &mut Output<'_>) -> usize {
        self.write::<1, RUN_BYTES>(output, |byte| [byte])
    }

    /// Writes the characters as code units of `UNIT` bytes that `unit` makes, as far as there is
    /// room; says how many.
    #[inline(always)]
    pub(super) fn write<const UNIT: usize, const BYTES: usize>(
        self,
        output: &mut Output<'_>,
        unit: impl Fn(u8) -> [u8; UNIT],
    ) -> usize {
        const { assert!(BYTES == UNIT * RUN_BYTES) };
        let mut bytes = [0; BYTES];
        for (to, byte) in bytes.as_chunks_mut().0.iter_mut().zip(self.bytes) {
            *to = unit(byte);
        }
        let len = self.len.min(output.room() / UNIT);
        output.push_start(bytes, len * UNIT);
        len
    }
}
