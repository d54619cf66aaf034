//! The characters and the maximal subparts of UTF-8, of a whole step at once: a bit for each byte.

use crate::kernel::validate::check::Tables;
use crate::simd::blocks::Blocks;

/// Bytes in a step.
pub(super) const STEP: usize = 64;

/// What the bytes of a step are.
#[derive(Clone, Copy)]
pub(super) struct Subparts {
    /// How many bytes all units have that start here and are certain to end here.
    pub(super) len: usize,
    /// The first bytes of maximal subparts that are ill-formed.
    pub(super) errors: u64,
    /// Their other bytes.
    pub(super) dropped: u64,
    /// The last bytes of characters.
    pub(super) ends: u64,
    /// The third bytes of characters of four bytes.
    pub(super) thirds_of_four: u64,
    /// The bytes that are not ASCII.
    pub(super) high: u64,
}

/// Which bytes of a step are what, and by how many bytes the leads among them are continued.
#[derive(Clone, Copy)]
pub(super) struct Sequences {
    pub(super) high: u64,
    pub(super) continuations: u64,
    from_three: u64,
    from_four: u64,
    /// Leads with a second byte that they can have; those of them with a third; and with a fourth.
    pub(super) one: u64,
    pub(super) two: u64,
    three: u64,
}

impl Sequences {
    /// Those of the first step of `window`, which is longer than that. What leads in its last three bytes
    /// are continued by is not known in full.
    #[inline(always)]
    pub(super) fn of<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8]) -> Sequences {
        let (mut high, mut continuations, mut from_three, mut from_four) = (0, 0, 0, 0);
        let mut followed = 0;
        let mut block = 0;
        while block < STEP / S::LANES {
            let at = block * S::LANES;
            let (x, next) = (simd.load(window, at), simd.load(window, at + 1));
            let broken = tables.pairs(simd, x, next);
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

    #[inline(always)]
    pub(super) fn leads(self) -> u64 {
        self.high & !self.continuations
    }

    /// The leads of whole characters.
    #[inline(always)]
    pub(super) fn whole(self) -> u64 {
        self.one & !self.from_three | self.two & !self.from_four | self.three
    }

    /// The continuations that continue something.
    #[inline(always)]
    pub(super) fn covered(self) -> u64 {
        self.one << 1 | self.two << 2 | self.three << 3
    }
}

impl Subparts {
    /// Those of the step that `window` starts with, which is longer than that and starts at a boundary.
    #[inline(always)]
    pub(super) fn of<S: Blocks>(simd: S, tables: Tables<S>, window: &[u8]) -> Subparts {
        let sequences = Sequences::of(simd, tables, window);
        let Sequences { high, continuations, from_three, from_four, one, two, three } = sequences;
        let (whole, covered) = (sequences.whole(), sequences.covered());
        let len = len_of_step(window);
        let here = u64::MAX >> (STEP - len);
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

    /// The same, if there are only so many bytes, and zeros behind them.
    #[inline(always)]
    pub(super) fn up_to(self, len: usize) -> Subparts {
        if self.len <= len {
            return self;
        }
        let here = u64::MAX >> (STEP - len);
        Subparts { len, ends: self.ends & here, ..self }
    }

    /// How many bytes at the end there are behind the first byte of an error, where `before` were before.
    #[inline(always)]
    pub(super) fn clean_behind(self, before: usize) -> usize {
        let before = if self.errors == 0 { before } else { 0 };
        before + self.len - (STEP - self.errors.leading_zeros() as usize)
    }
}

/// How many bytes there are before what starts in the last three bytes of a step and could reach over its
/// end.
///
/// From these bytes alone: where the next step begins waits for this, and would wait four times as long for
/// the masks.
#[inline(always)]
fn len_of_step(window: &[u8]) -> usize {
    let last = window[STEP - 4..].first_chunk().map_or(0, |last| u32::from_le_bytes(*last));
    // The top bit of a byte: whether it is C0..FF, E0..FF, F0..FF.
    let two = last & last << 1;
    let three = two & last << 2;
    let four = three & last << 3;
    let open = four & 0x8000 | three & 0x80_0000 | two & 0x8000_0000;
    STEP - 4 + open.trailing_zeros() as usize / 8
}
