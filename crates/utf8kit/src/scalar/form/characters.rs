//! Up to four characters in lanes: so little depends on what they are.

use super::four;
use crate::raw::{Forms, Lens, Output, Places};
use crate::simd::sixteen;

/// Some characters as scalar values, with the lowest byte of each first, and something behind them.
#[derive(Clone, Copy)]
pub struct Characters {
    pub(super) values: [u8; 16],
    /// How many there are, up to four.
    pub(crate) count: usize,
    /// A bit for each of them that is beyond U+FFFF.
    supplementary: u64,
}

/// The bits of so many pairs of UTF-16, or forms of four bytes: one for each byte.
const ONE: u64 = 0x0F;
const TWO: u64 = 0xFF;
const THREE: u64 = 0xFFF;
const FOUR: u64 = 0xFFFF;

impl Characters {
    /// Of four units of UTF-16, with the lower byte of each first, but for the first `but` of them.
    #[inline(always)]
    pub(super) fn of_units(units: [u8; 8], but: usize) -> Option<Characters> {
        let units = sixteen::without_first(units, but);
        let surrogates = sixteen::surrogates(units);
        // Zeros that are behind the units are counted as characters, too.
        let (values, count, supplementary) = if surrogates == 0 {
            (sixteen::units_as_values(units, false)[0], 4, 0)
        } else if surrogates == ONE && sixteen::pairs(units) == ONE {
            (sixteen::pair_and_two(units), 3, 0b1)
        } else if surrogates == TWO && sixteen::pairs(units) == TWO {
            (sixteen::two_pairs(units), 2, 0b11)
        } else {
            return None;
        };
        Some(Characters { values, count: count - but.min(count), supplementary })
    }

    /// Of eight such units, if they are four pairs, or three and something else.
    #[inline(always)]
    pub(super) fn of_pairs(units: [u8; 16]) -> Option<Characters> {
        let pairs = sixteen::pairs(units);
        let count = if pairs == FOUR { 4 } else { 3 };
        let supplementary = 0b1111 >> (4 - count);
        (pairs & THREE == THREE).then(|| Characters {
            values: sixteen::four_pairs(units),
            count,
            supplementary,
        })
    }

    /// The values of four pairs of such units.
    #[inline(always)]
    pub(super) fn four_pairs(units: [u8; 16]) -> Option<[u8; 16]> {
        (sixteen::pairs(units) == FOUR).then(|| sixteen::four_pairs(units))
    }

    /// Of four forms of three bytes in UTF-8.
    #[inline(always)]
    pub(super) fn of_four_of_three_bytes(forms: &[u8; 12]) -> Option<Characters> {
        let lanes = sixteen::lanes_of_three(forms);
        let values = sixteen::values_of_three(lanes);
        sixteen::are_of_three(lanes, values).then_some(Characters {
            values,
            count: 4,
            supplementary: 0,
        })
    }

    /// Of two forms of four bytes in UTF-8.
    #[inline(always)]
    pub(super) fn of_two_of_four_bytes(forms: &[u8; 8]) -> Option<Characters> {
        let lanes = u128::from(u64::from_le_bytes(*forms)).to_le_bytes();
        let values = sixteen::values_of_four(lanes);
        (sixteen::of_four(lanes, values) == TWO).then_some(Characters {
            values,
            count: 2,
            supplementary: 0b11,
        })
    }

    /// Of four values.
    #[inline(always)]
    pub(super) fn of_values(values: [u8; 16], swap: bool) -> Option<Characters> {
        let values = sixteen::scalar_values(values, swap)?;
        Some(Characters { values, count: 4, supplementary: sixteen::supplementary(values) })
    }

    /// Of the last `count` of four, at least one.
    #[inline(always)]
    pub(super) fn of_last_values(values: [u8; 16], count: usize, swap: bool) -> Option<Characters> {
        let count = count.clamp(1, 4);
        let last = u128::from_le_bytes(values) >> (32 * (4 - count));
        Some(Characters { count, ..Self::of_values(last.to_le_bytes(), swap)? })
    }

    /// Whether all are up to U+FFFF.
    #[inline(always)]
    pub(super) fn are_bmp(self) -> bool {
        self.supplementary == 0
    }

    /// Whether none is.
    #[inline(always)]
    fn are_supplementary(self) -> bool {
        self.supplementary.count_ones() as usize == self.count
    }

    /// Whether one is NUL.
    #[inline(always)]
    pub(super) fn has_nul(self) -> bool {
        sixteen::nuls(self.values).trailing_zeros() as usize / 4 < self.count
    }

    /// As units of UTF-16 with the lower byte of each first and something behind them, if all are up to U+FFFF.
    #[inline(always)]
    pub(super) fn units(self) -> Option<[u8; 8]> {
        self.are_bmp().then(|| sixteen::values_as_units(self.values))
    }

    /// Writes them as UTF-16, if there is room for what it takes to do so: but for all of them, nothing depends on which of them are pairs.
    #[inline(always)]
    pub(super) fn write_utf16(self, swap: bool, output: &mut Output<'_>) -> bool {
        if self.are_supplementary() {
            let pairs = sixteen::ordered(sixteen::values_as_pairs(self.values), swap);
            return output.push_start(pairs, 4 * self.count);
        }
        Places::of(self.supplementary, 4).is_some_and(|places| {
            output.push_placed(lanes_in_utf16(self.values, swap), places, self.count)
        })
    }

    /// As pairs of UTF-16, if they are four that each become one.
    #[inline(always)]
    pub(super) fn four_as_pairs(self, swap: bool) -> Option<[u8; 16]> {
        (self.supplementary == 0b1111)
            .then(|| sixteen::ordered(sixteen::values_as_pairs(self.values), swap))
    }

    /// Their forms in UTF-8, if they are four.
    #[inline(always)]
    pub(super) fn four_in_utf8(self) -> Option<Forms> {
        // What is written may be a `String`: so that they are as many does not rest on who calls.
        if self.count == 4 { Some(self.forms_in_utf8()) } else { None }
    }

    /// Their forms in UTF-8, and something else behind them.
    #[inline(always)]
    fn forms_in_utf8(self) -> Forms {
        let Characters { values, .. } = self;
        let lens = lens_in_utf8(values);
        let forms = sixteen::if_beyond(values, 0x7F, sixteen::forms_of_two(values), values);
        let forms = sixteen::if_beyond(values, 0x7FF, sixteen::forms_of_three(values), forms);
        if self.are_bmp() {
            return Forms { lanes: forms, lens };
        }
        let four = sixteen::forms_of_four(values);
        Forms { lanes: sixteen::if_beyond(values, 0xFFFF, four, forms), lens }
    }

    /// Writes them as UTF-8, if there is room for what it takes to do so.
    #[inline(always)]
    pub(super) fn write_utf8(self, output: &mut Output<'_>) -> bool {
        let Characters { values, count, .. } = self;
        if self.are_supplementary() {
            return output.push_start(sixteen::forms_of_four(values), 4 * count);
        }
        if count < 4 || !self.are_bmp() {
            return output.push_forms(self.forms_in_utf8(), count);
        }
        if let Some(ascii) = sixteen::values_as_ascii(values) {
            return output.push_all(ascii);
        }
        if sixteen::are_below_800(values) {
            let units = u64::from_le_bytes(sixteen::values_as_units(values));
            return four::write_utf8(units, 4, output);
        }
        if sixteen::are_from_800(values) {
            let lanes = sixteen::forms_of_three(values);
            return output.push_forms(Forms { lanes, lens: Lens::new([2; 4]) }, 4);
        }
        output.push_forms(self.forms_in_utf8(), 4)
    }
}

/// The forms in UTF-16 of four values.
#[inline(always)]
pub(super) fn lanes_in_utf16(values: [u8; 16], swap: bool) -> [u8; 16] {
    let forms = sixteen::if_beyond(values, 0xFFFF, sixteen::values_as_pairs(values), values);
    sixteen::ordered(forms, swap)
}

/// How long four of them are in UTF-8.
#[inline(always)]
pub(super) fn lens_in_utf8(values: [u8; 16]) -> Lens {
    Lens::new(sixteen::more_in_utf8(values))
}
