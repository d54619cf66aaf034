//! Up to eight units, where the caller is: so with little code, and with no more registers than a caller has to spare.

use core::hint::cold_path;

use super::{
    FEW_UNITS, Sink, easy_of_same, is_each_one, is_single, last_of_same, makes_pairs, one_by_one,
    pair_at, plain_at,
};
use crate::raw::Output;
use crate::scalar::form::{Code, Coded, UpToTwo};

/// Converts up to eight units, but not one of more than a byte.
#[inline(always)]
pub(super) fn few_units_easily<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if S::UNIT > 1 && (T::UNIT > 1 || is_each_one::<S, T>()) {
        return few_wide::<S, T>(src, out);
    }
    if S::UNIT > 1 && src.len() <= 4 * S::UNIT {
        return up_to_four::<S, T>(src, out);
    }
    if src.len() > FEW_UNITS * S::UNIT {
        return false;
    }
    if S::UNIT == 1 {
        return one_by_one::<S, T, _>(src, out);
    }
    // Where one can have several bytes, other characters are left to what is called: what it takes to write them would take
    // registers from all of these.
    a_few_to_one::<S, T>(src, out)
}

/// Whether [`up_to_two`] is for one and two units, before all others: of UTF-16, where each character becomes one. There a single one has
/// no time for a jump, and neither has a pair for two of them.
pub(super) const fn tells_up_to_two<S: Code, T: Code>() -> bool {
    has_pairs::<S, T>() && T::UNIT == 4
}

/// Converts one or two units: of words by themselves no predictor knows which, so that is not asked.
#[inline(always)]
pub(super) fn up_to_two<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let encode = |code| T::encode(code).map(Coded::first_bytes::<4>);
    match S::up_to_two(src) {
        Some(UpToTwo::Apart(units)) => {
            let [Some(first), Some(last)] = units.map(encode) else { return false };
            out.push_halves([first, last], T::UNIT * (src.len() / S::UNIT))
        }
        Some(UpToTwo::Pair(code)) => encode(code).is_some_and(|unit| out.push_all(unit)),
        None => false,
    }
}

/// Converts up to eight units of more than a byte, where characters are of one length in the target, but for pairs.
///
/// How many there are is asked for first, two to four of them before others, and each number of them has a way to its end: where
/// ways come together again, they ask what they knew.
#[inline(always)]
fn few_wide<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    // Pairs first, by one comparison: where there is one, what is looked at together is looked at in vain.
    if has_pairs::<S, T>() && S::pair(src, 0).is_some() {
        return few_wide_from_pair::<S, T>(src, out);
    }
    if !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    if (2 * S::UNIT..=4 * S::UNIT).contains(&src.len()) {
        return two_to_four::<S, T>(src, out);
    }
    if (4 * S::UNIT + 1..=FEW_UNITS * S::UNIT).contains(&src.len()) {
        return a_few_to_one::<S, T>(src, out)
            || has_pairs::<S, T>() && four_and_the_last::<S, T>(src, out)
            || makes_pairs::<S, T>() && four_and_four_as_pairs::<S, T>(src, out);
    }
    if (FEW_UNITS * S::UNIT + 1..=easy_of_same::<S, T>() * S::UNIT).contains(&src.len()) {
        return eight_and_eight::<S, T>(src, out);
    }
    src.is_empty()
}

/// The same of units that begin with a pair.
#[inline(always)]
fn few_wide_from_pair<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    // By itself it is done here, without a jump to an end that others have too.
    if src.len() == 2 * S::UNIT {
        return pair_at::<S, T, _>(src, 0, out);
    }
    if !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    if src.len() <= 4 * S::UNIT {
        return three_or_four_from_pair::<S, T>(src, out);
    }
    if src.len() <= FEW_UNITS * S::UNIT {
        return two_pairs_and_two::<S, T>(src, out) || four_and_the_last::<S, T>(src, out);
    }
    src.len() <= easy_of_same::<S, T>() * S::UNIT && pairs_and_the_last::<S, T>(src, out)
}

/// Converts nine to sixteen units of which each becomes one.
#[inline(always)]
fn eight_and_eight<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let last = last_of_same::<S, T>();
    let Some(end) = src.len().checked_sub(8 * S::UNIT).and_then(|at| src.get(at..)) else {
        return false;
    };
    let (Some(first), Some(end)) = (S::eight(src, last), S::eight(end, last)) else { return false };
    if !T::write_eight(first, 8, out) {
        return false;
    }
    // Some of them again.
    out.retract((16 * S::UNIT).saturating_sub(src.len()) / S::UNIT * T::UNIT);
    T::write_eight(end, 8, out)
}

/// Converts nine to twelve units that begin with three or four pairs, if no more are behind those than can be looked at together.
///
/// More that are all pairs could be converted as easily, and then all of this saved a register, and was slower.
#[inline(always)]
fn pairs_and_the_last<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let units = src.len() / S::UNIT;
    if units > 12 {
        return false;
    }
    let Some(pairs) = S::leading_pairs(src) else { return false };
    let behind = units.saturating_sub(2 * pairs.count);
    T::write_characters(pairs, out)
        && behind <= 4
        && S::last_characters(src, behind).is_some_and(|last| T::write_characters(last, out))
}

#[inline(always)]
fn two_to_four<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if T::UNIT == 1 {
        return two_and_two_as_bytes::<S, T>(src, out);
    }
    if two_and_two::<S, T>(src, out) {
        return true;
    }
    // So this stands last, and what was done above does not jump over it.
    cold_path();
    S::UNIT == 2 && src.len() == 4 * S::UNIT && first_four::<S, T>(src, out)
}

/// The same of three or four that begin with a pair.
///
/// [`few_from_pair`] takes the same. But here what is behind the pair is asked for in the order in which the compiler lets the next one of
/// these follow without a jump, and no register has to be saved for it.
#[inline(always)]
fn three_or_four_from_pair<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if !pair_at::<S, T, _>(src, 0, out) {
        return false;
    }
    src.len() == 4 * S::UNIT && two_and_two::<S, T>(&src[2 * S::UNIT..], out)
        || pair_at::<S, T, _>(src, 2, out)
        || src.len() == 3 * S::UNIT && plain_at::<S, T, _>(src, 2, out)
}

/// Converts two to four units, if each is a character, and it is known how to write those together.
#[inline(always)]
pub(super) fn two_and_two<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    src.len().is_multiple_of(S::UNIT)
        && S::two_and_two(src)
            .is_some_and(|values| T::write_two_and_two(values, src.len() / S::UNIT, out))
}

/// Converts up to four units to bytes, together if none is above U+07FF: in words of such letters no predictor knows where a space or an
/// accent is.
#[inline(always)]
fn up_to_four<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let len = src.len() / S::UNIT;
    // Not where NUL is no byte of the same value.
    if last_of_same::<S, T>() == 0x7F && src.len().is_multiple_of(S::UNIT) {
        // Where there is no room for it, nothing else is tried here: else the compiler asked for both at once, and of all others too.
        if let Some(bytes) = S::two_and_two_as_bytes(src, 0x7F) {
            return out.push_halves(bytes, len);
        }
        if let Some(units) = S::two_to_four_units(src, 0x7FF) {
            return T::write_up_to_four(units, len, out);
        }
    }
    very_few::<S, T>(src, out)
}

/// Converts two to four units, if each becomes a byte of the same value.
#[inline(always)]
fn two_and_two_as_bytes<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let Ok(last) = u8::try_from(last_of_same::<S, T>()) else { return false };
    src.len().is_multiple_of(S::UNIT)
        && S::two_and_two_as_bytes(src, last)
            .is_some_and(|bytes| out.push_halves(bytes, src.len() / S::UNIT))
}

/// Converts four to eight units of which each becomes one.
#[inline(always)]
fn a_few_to_one<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let last = last_of_same::<S, T>();
    last > 0
        && src.len().is_multiple_of(S::UNIT)
        && S::four_and_four(src, last)
            .is_some_and(|units| T::write_eight(units, src.len() / S::UNIT, out))
}

/// Converts two to four pairs.
#[inline(always)]
pub(super) fn two_pairs_and_two<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    S::two_pairs_and_two(src)
        .is_some_and(|values| T::write_two_and_two(values, src.len() / (2 * S::UNIT), out))
}

/// Converts five to eight values that each become a pair.
#[inline(always)]
fn four_and_four_as_pairs<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let Some(start) = S::characters(src).and_then(T::four_supplementary) else { return false };
    let Some(end) = S::last_characters(src, 4).and_then(T::four_supplementary) else {
        return src.len() == 5 * S::UNIT && out.push_all(start) && plain_at::<S, T, _>(src, 4, out);
    };
    out.push_halves([start, end], 4 * (src.len() / S::UNIT))
}

/// Converts four units, the first ones of `src`: where those are UTF-16, there may be pairs among them.
#[inline(always)]
pub(super) fn first_four<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    S::characters(src).is_some_and(|characters| T::write_characters(characters, out))
}

/// Converts five to eight of them.
#[inline(always)]
fn four_and_the_last<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    first_four::<S, T>(src, out)
        && S::last_characters(src, src.len() / S::UNIT - 4)
            .is_some_and(|characters| T::write_characters(characters, out))
}

/// Whether a character can be two units, and have a form in the target.
pub(super) const fn has_pairs<S: Code, T: Code>() -> bool {
    S::UNIT == 2 && T::MOST > 1
}

/// Takes all of `src`, up to four units, without a loop; but not four with a pair behind the first one.
#[inline(always)]
pub(super) fn very_few<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let len = src.len() / S::UNIT;
    if len < 2 || !src.len().is_multiple_of(S::UNIT) {
        return src.is_empty() || is_single::<S>(src) && plain_at::<S, T, _>(src, 0, out);
    }
    if has_pairs::<S, T>() && S::plain(src, 0).is_none() {
        return few_from_pair::<S, T, _>(src, out);
    }
    if !plain_at::<S, T, _>(src, 0, out) {
        return false;
    }
    if has_pairs::<S, T>() && S::plain(src, 1).is_none() {
        return len == 3 && pair_at::<S, T, _>(src, 1, out);
    }
    plain_at::<S, T, _>(src, 1, out)
        && (len == 2
            || plain_at::<S, T, _>(src, 2, out) && (len == 3 || plain_at::<S, T, _>(src, 3, out)))
}

/// The same of up to four units that begin with a pair, two pairs as well.
#[inline(always)]
pub(super) fn few_from_pair<S: Code, T, K: Sink<T>>(src: &[u8], sink: &mut K) -> bool {
    let len = src.len() / S::UNIT;
    if !src.len().is_multiple_of(S::UNIT) || !pair_at::<S, T, _>(src, 0, sink) {
        return false;
    }
    if len == 2 {
        return true;
    }
    let Some(third) = S::plain(src, 2) else { return pair_at::<S, T, _>(src, 2, sink) };
    sink.one(third) && (len == 3 || plain_at::<S, T, _>(src, 3, sink))
}
