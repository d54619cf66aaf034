//! How long something becomes, and whether it is well-formed, which is whether it has a length.

use core::hint::cold_path;

use super::bytes::in_fours;
use super::easy::{few_from_pair, has_pairs};
use super::{FEW_UNITS, SHORT, Sink, is_single, one_by_one, plain_at};
use crate::scalar::form::{Characters, Code, Coded, Four, MOST_OF_FEW, Widths};

/// Up to so many bytes of characters of several bytes are counted one by one, behind ASCII too (of two bytes somewhat fewer): a kernel
/// does that without converting them.
const FEW_TO_COUNT: usize = 12;

/// Up to so many code units are counted or checked before a kernel does it. Of four bytes each it takes more sooner.
const fn some_to_count<S: Code>() -> usize {
    if S::UNIT == 4 { 40 } else { SHORT }
}

/// Up to so many of them are counted one by one, where it is not known how to count them together.
const FEW_TO_COUNT_APART: usize = 16;

/// How many bytes of the target all of `src` becomes, if it is short, well-formed and has a form there: after [`length_easily`], which of
/// bytes leaves nothing that is short.
#[inline(always)]
pub(in crate::convert) fn length<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    if S::UNIT == 1 || src.len() > some_to_count::<S>() * S::UNIT {
        return None;
    }
    let length = S::widths_of_some(src).and_then(|widths| length_of_units::<S, T>(src, widths));
    if length.is_some() || src.len() > FEW_TO_COUNT_APART * S::UNIT {
        return length;
    }
    let mut length = Length(0);
    one_by_one::<S, T, _>(src, &mut length).then_some(length.0)
}

/// The same of what takes little code, where the caller is; and of bytes.
#[inline(always)]
pub(in crate::convert) fn length_easily<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    if S::UNIT == 1 {
        let mut length = Length(0);
        let is_done =
            src.len() <= SHORT && in_fours::<S, T, _>(src, FEW_TO_COUNT, true, &mut length);
        return is_done.then_some(length.0);
    }
    if is_own_utf16::<S, T>() && (S::UNIT..=2 * S::UNIT).contains(&src.len()) {
        // A pair has no time for a jump, and nobody for one to tell one unit from two.
        return S::len_of_up_to_two(src);
    }
    if is_single_first::<S, T>() && is_single::<S>(src) {
        return length_of_single::<S, T>(src);
    }
    if !(2 * S::UNIT..=4 * S::UNIT).contains(&src.len()) {
        // So two to four come first, and no jump before them is taken.
        cold_path();
        return length_of_others::<S, T>(src);
    }
    length_of_very_few::<S, T>(src)
}

/// The same of one unit.
#[inline(always)]
fn length_of_single<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    let mut length = Length(0);
    plain_at::<S, T, _>(src, 0, &mut length).then_some(length.0)
}

/// The same of units, but of two to four.
#[inline(always)]
fn length_of_others<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    if is_single::<S>(src) {
        return length_of_single::<S, T>(src);
    }
    if (4 * S::UNIT + 1..=MOST_OF_FEW).contains(&src.len()) {
        // In wide units nothing is to be counted, if each unit is a character.
        let is_plain = T::UNIT > 1 && are_plain::<S>(src);
        let widths = if is_plain { Some(Widths::default()) } else { S::widths_of_few(src) };
        return widths.and_then(|widths| length_of_units::<S, T>(src, widths));
    }
    if is_known_length::<S, T>() && (MOST_OF_FEW + 1..=2 * MOST_OF_FEW).contains(&src.len()) {
        return are_ends_well_formed::<S>(src).then_some(src.len());
    }
    // Last: wherever else it stood, the compiler would ask it first.
    src.is_empty().then_some(0)
}

/// The same of two to four units.
#[inline(always)]
fn length_of_very_few<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    if is_own_utf16::<S, T>() {
        // Nothing is counted, so one question tells of nearly all.
        if src.len().is_multiple_of(S::UNIT) && S::are_two_and_two_well_formed(src) {
            return Some(src.len());
        }
        cold_path();
        return S::widths_of_few(src).and_then(|widths| length_of_units::<S, T>(src, widths));
    }
    if has_pairs::<S, T>() && S::begins_supplementary(src) {
        let mut length = Length(0);
        return few_from_pair::<S, T, _>(src, &mut length).then_some(length.0);
    }
    if !src.len().is_multiple_of(S::UNIT) {
        return None;
    }
    if let Some(values) = S::two_and_two(src) {
        if let Some(length) = T::len_of_two_and_two(values, src.len() / S::UNIT) {
            return Some(length);
        }
    } else if S::UNIT == 4 {
        // Malformed, and not, as in UTF-16, a pair: what follows would find that again.
        return None;
    }
    S::widths_of_few(src).and_then(|widths| length_of_units::<S, T>(src, widths))
}

/// Whether a single unit is asked for before all others, and these take a jump: where std's iterators have little or nothing to count,
/// and so nothing to spare in a loop that runs once. Elsewhere they are two turns of the clock behind, and closer for two to four units.
///
/// In UTF-16's own form a single one was told before that, with two, and this is said all the same: without it the compiler puts all
/// others behind the end of what is malformed, and a pair takes a jump.
const fn is_single_first<S: Code, T: Code>() -> bool {
    T::UNIT == 2 || is_known_length::<S, T>()
}

/// Whether nothing is to be counted: of UTF-16 in itself, which is whether it is well-formed.
const fn is_own_utf16<S: Code, T: Code>() -> bool {
    S::UNIT == 2 && T::UNIT == 2
}

/// Whether nothing is to be counted, and nothing that is looked at depends on what is before it: of UTF-32 in itself.
const fn is_known_length<S: Code, T: Code>() -> bool {
    S::UNIT == 4 && T::UNIT == 4
}

/// Whether `src` is whole units, and the first and the last [`MOST_OF_FEW`] bytes of it are well-formed.
///
/// The loop behind [`Code::widths_of_some`] answers that too, and takes 4.6 ns instead of 4.0.
#[inline(always)]
fn are_ends_well_formed<S: Code>(src: &[u8]) -> bool {
    let ends = (src.first_chunk::<MOST_OF_FEW>(), src.last_chunk::<MOST_OF_FEW>());
    let (Some(first), Some(last)) = ends else { return false };
    src.len().is_multiple_of(S::UNIT)
        && S::widths_of_few(first).is_some()
        && S::widths_of_few(last).is_some()
}

/// Whether `src` is four to eight units of UTF-16, and each is a character.
#[inline(always)]
fn are_plain<S: Code>(src: &[u8]) -> bool {
    S::UNIT == 2
        && src.len() <= FEW_UNITS * S::UNIT
        && src.len().is_multiple_of(S::UNIT)
        && S::four_and_four(src, u16::MAX).is_some()
}

#[inline(always)]
fn length_of_units<S: Code, T: Code>(src: &[u8], widths: Widths) -> Option<usize> {
    T::len_of_units(src.len() / S::UNIT, widths)
}

/// Whether `src`, whose units are not bytes, is short and well-formed: whether it has a length in its own form.
#[inline(always)]
pub(in crate::convert) fn is_well_formed<S: Code>(src: &[u8]) -> bool {
    length::<S, S>(src).is_some()
}

/// The same of what takes little code, where the caller is.
#[inline(always)]
pub(in crate::convert) fn is_well_formed_easily<S: Code>(src: &[u8]) -> bool {
    length_easily::<S, S>(src).is_some()
}

/// Nowhere but into account: how many bytes they have in that form.
struct Length(usize);

impl Length {
    #[inline(always)]
    fn add(&mut self, len: Option<usize>) -> bool {
        self.0 += len.unwrap_or(0);
        len.is_some()
    }
}

impl<T: Code> Sink<T> for Length {
    #[inline(always)]
    fn four(&mut self, four: Four) -> bool {
        self.add(T::four_len(four))
    }

    #[inline(always)]
    fn one(&mut self, code: u32) -> bool {
        self.add(T::encode(code).map(Coded::len))
    }

    #[inline(always)]
    fn all(&mut self, _: Characters) -> bool {
        false
    }

    #[inline(always)]
    fn take_back(&mut self, count: usize) {
        self.0 -= count * T::UNIT;
    }
}
