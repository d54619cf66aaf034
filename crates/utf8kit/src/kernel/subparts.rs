//! The characters and the maximal subparts of a whole step of UTF-8 at once, as masks with a
//! bit for each byte.
//!
//! A lead byte takes in the bytes behind it one after the other: the second if the tables of
//! validation accept the two, the third if it is a continuation byte and the lead has three
//! bytes or more, the fourth if the lead has four. A lead whose form is not whole, and a
//! continuation byte that no lead takes in, begin an error.
//!
//! ```text
//! bytes      E2  82  AC  41  E2  82  42  80
//! one        ^               ^                   leads with a valid second byte
//! two        ^                                   of these, leads with a third byte
//! whole      ^                                   leads of whole characters
//! covered        ^   ^           ^               continuation bytes that belong to a lead
//! errors                     ^           ^       leads not whole, continuation bytes not covered
//! dropped                        ^               the rest of an ill-formed maximal subpart
//! ends               ^   ^           ^           last bytes of characters
//! ```

use crate::kernel::validate::check::Tables;
use crate::simd::blocks::Blocks;

/// The number of bytes in a step.
pub(super) const STEP_BYTES: usize = 64;

/// Masks of what the bytes of a step are. They cover the first `len` bytes; `dropped` and
/// `thirds_of_four` may have bits behind these, too.
#[derive(Clone, Copy)]
pub(super) struct Subparts {
    /// The length of all characters and maximal subparts that start in the step and are
    /// certain to end in it.
    pub(super) len: usize,
    /// The first bytes of maximal subparts that are ill-formed.
    pub(super) errors: u64,
    /// The other bytes of these subparts.
    pub(super) dropped: u64,
    /// The last bytes of characters.
    pub(super) ends: u64,
    /// The third bytes of characters of four bytes.
    pub(super) thirds_of_four: u64,
    /// The bytes that are not ASCII.
    pub(super) high: u64,
}

/// Masks of what the bytes of a step are, and of how many bytes continue the lead bytes among
/// them.
#[derive(Clone, Copy)]
pub(super) struct Sequences {
    pub(super) high: u64,
    pub(super) continuations: u64,
    from_three: u64,
    from_four: u64,
    /// Lead bytes with a second byte that may follow them. `two` are those of them with a
    /// third byte, `three` those of these with a fourth.
    pub(super) one: u64,
    pub(super) two: u64,
    three: u64,
}

impl Sequences {
    /// The sequences of the first step of `window`, which must be longer than a step. Of lead
    /// bytes among its last three bytes, not all that continues them is known.
    #[inline(always)]
    pub(super) fn of<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8]) -> Sequences {
        let (mut high, mut continuations, mut from_three, mut from_four) = (0, 0, 0, 0);
        let mut followed = 0;
        let mut block = 0;
        while block < STEP_BYTES / S::LANES {
            let at = block * S::LANES;
            let (x, next) = (simd.load(window, at), simd.load(window, at + 1));
            let broken = tables.broken_rules(simd, x, next);
            high |= simd.high_bits(x) << at;
            continuations |= simd.bits(simd.greater_signed(simd.splat(0xC0), x)) << at;
            from_three |= simd.bits(simd.at_most(simd.splat(0xE0), x)) << at;
            from_four |= simd.bits(simd.at_most(simd.splat(0xF0), x)) << at;
            followed |= simd.bits(simd.eq(broken, simd.splat(0))) << at;
            block += 1;
        }
        let one = high & !continuations & followed;
        let two = one & from_three & continuations >> 2;
        let three = two & from_four & continuations >> 3;
        Sequences { high, continuations, from_three, from_four, one, two, three }
    }

    /// All lead bytes, whatever follows them.
    #[inline(always)]
    pub(super) fn leads(self) -> u64 {
        self.high & !self.continuations
    }

    /// The lead bytes of whole characters.
    #[inline(always)]
    pub(super) fn whole(self) -> u64 {
        self.one & !self.from_three | self.two & !self.from_four | self.three
    }

    /// The continuation bytes that belong to a lead byte. Those that belong to a lead in the
    /// step before are not among them.
    #[inline(always)]
    pub(super) fn covered(self) -> u64 {
        self.one << 1 | self.two << 2 | self.three << 3
    }
}

impl Subparts {
    /// The masks of the step with which `window` begins. `window` must be longer than a step
    /// and start at a boundary.
    #[inline(always)]
    pub(super) fn of<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8]) -> Subparts {
        let sequences = Sequences::of(simd, tables, window);
        let Sequences { high, continuations, from_three, from_four, one, two, three } = sequences;
        let (whole, covered) = (sequences.whole(), sequences.covered());
        let len = len_of_step(window);
        let here = u64::MAX >> (STEP_BYTES - len);
        let errors = (sequences.leads() & !whole | continuations & !covered) & here;
        let ends = !high | (one & !from_three) << 1 | (two & !from_four) << 2 | three << 3;
        Subparts {
            len,
            errors,
            dropped: (one & !whole) << 1 | (two & !whole) << 2,
            ends: ends & here,
            thirds_of_four: three << 2,
            high: high & here,
        }
    }

    /// The masks of a step whose text ends after `len` bytes, with zeros behind it.
    #[inline(always)]
    pub(super) fn up_to(self, len: usize) -> Subparts {
        if self.len <= len {
            return self;
        }
        let here = u64::MAX >> (STEP_BYTES - len);
        Subparts { len, ends: self.ends & here, ..self }
    }

    /// How many bytes at the end of the step stand behind the first byte of the last error in
    /// it. If it has no error, all of its bytes count, and `before` more.
    #[inline(always)]
    pub(super) fn clean_behind(self, before: usize) -> usize {
        let before = if self.errors == 0 { before } else { 0 };
        before + self.len - (STEP_BYTES - self.errors.leading_zeros() as usize)
    }
}

/// How many bytes of the step stand before what starts in its last three bytes and could
/// reach over its end.
///
/// Only those bytes are used, not the masks: the next step waits for the result, and would wait
/// four times as long for the masks.
#[inline(always)]
fn len_of_step(window: &[u8]) -> usize {
    let last = window[STEP_BYTES - 4..].first_chunk().map_or(0, |last| u32::from_le_bytes(*last));
    // The top bit of each byte tells whether it is C0..FF (`two`), E0..FF (`three`) or F0..FF
    // (`four`).
    let two = last & last << 1;
    let three = two & last << 2;
    let four = three & last << 3;
    let open = four & 0x8000 | three & 0x80_0000 | two & 0x8000_0000;
    STEP_BYTES - 4 + open.trailing_zeros() as usize / 8
}
