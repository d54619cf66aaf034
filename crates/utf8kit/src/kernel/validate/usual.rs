//! The check of text with no unusual lead: one lookup, and two reloads.
//!
//! Behind C2..DF and E1..EF but ED, any continuations may stand: so it only matters that as many stand there as
//! the lead says, and none elsewhere. Most text has no other leads, but emoji, and some scripts of India and South-East
//! Asia and Korean have them.

use crate::simd::lanes::Lanes;

/// The constants of the check.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Usual<S: Lanes> {
    unusual: S::V,
    two: S::V,
    three: S::V,
}

/// The leads that may not be followed by just any continuations, or by three, or by none; by their low six bits. In the
/// top bit.
const UNUSUAL: [u8; 64] = {
    let mut table = [0; 64];
    let mut lead = 0xC0;
    while lead <= 0xFF {
        if matches!(lead, 0xC0 | 0xC1 | 0xE0 | 0xED | 0xF0..) {
            table[lead - 0xC0] = 0x80;
        }
        lead += 1;
    }
    table
};

impl<S: Lanes> Usual<S> {
    #[inline(always)]
    pub(in crate::kernel) fn new(simd: S) -> Self {
        Usual {
            unusual: simd.load(&UNUSUAL, 0),
            // What is left of C0..FF, or E0..FF, has its top bit set; of anything less, not.
            two: simd.splat(0xC0 - 0x80),
            three: simd.splat(0xE0 - 0x80),
        }
    }

    /// The bytes of the block at `at`, which is at least 2, that cannot follow the two before, or are unusual leads.
    /// Whatever is malformed has such a byte among its first three.
    #[inline(always)]
    pub(in crate::kernel) fn suspects_at(&self, simd: S, bytes: &[u8], at: usize) -> u64 {
        let (one, two) = (simd.load(bytes, at - 1), simd.load(bytes, at - 2));
        let x = simd.load(bytes, at);
        let lead = simd.saturating_sub(x, self.two);
        let due = [simd.saturating_sub(one, self.two), simd.saturating_sub(two, self.three)];
        // The top bits of `x` and of `lead` differ where it is a continuation: a misplaced one, or missing, is where
        // that differs from what is due.
        let due_or_not_ascii = simd.or_xor(due[0], due[1], x);
        simd.high_bits(simd.xor_or_and(due_or_not_ascii, lead, simd.permute8(x, self.unusual)))
    }
}
