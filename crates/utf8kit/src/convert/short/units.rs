//! Units that are more than bytes, in calls of their own.

use core::hint::cold_path;

use super::easy::{first_four, has_pairs, two_and_two, two_pairs_and_two, very_few};
use super::{FEW_UNITS, is_single, last_of_same, makes_pairs, one, plain_at, without_loop};
use crate::raw::Output;
use crate::scalar::form::{Characters, Code};

/// Converts a few units without a loop. Of fewer than four, those are left to it that begin with a character and end with a pair, where
/// they become wide units.
#[inline(always)]
pub(super) fn few_by_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if src.len() < 4 * S::UNIT {
        return is_rest_converted::<S, T>(src, src, out);
    }
    if !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    let behind_pairs = pairs::<S, T>(src, out);
    let behind = if behind_pairs.is_some() { behind_pairs } else { four::<S, T>(src, out) };
    let Some(mut rest) = behind else { return false };
    if rest.len() >= 4 * S::UNIT {
        let Some(behind) = four::<S, T>(rest, out) else { return false };
        rest = behind;
    }
    if without_loop::<S, T>() > FEW_UNITS && rest.len() >= 4 * S::UNIT {
        let Some(behind) = four::<S, T>(rest, out) else { return false };
        rest = behind;
    }
    is_rest_converted::<S, T>(src, rest, out)
}

/// Converts five to eight units, if each is a character, or all are pairs: nothing else depends on what they are, and next to nothing on how
/// many.
#[inline(always)]
pub(super) fn four_and_four<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let units = src.len() / S::UNIT;
    if !src.len().is_multiple_of(S::UNIT) || units > 8 {
        return false;
    }
    let Some(first) = S::characters(src) else { return false };
    if makes_pairs::<S, T>() {
        return T::write_characters(first, out) && up_to_four::<S, T>(&src[4 * S::UNIT..], out);
    }
    let Some(first) = T::forms(first) else {
        cold_path();
        return has_pairs::<S, T>() && two_pairs_and_two::<S, T>(src, out);
    };
    let Some(last) = S::last_characters(src, 4).and_then(T::forms) else { return false };
    out.push_four_and_four([first, last], units)
}

/// Converts one unit by itself, or two to four together.
#[inline(always)]
fn up_to_four<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if is_single::<S>(src) {
        plain_at::<S, T, _>(src, 0, out)
    } else {
        two_and_two::<S, T>(src, out)
    }
}

/// Converts units that are more than bytes, four at a time where that can be.
#[inline(always)]
pub(super) fn by_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    let mut rest = src;
    while let Some(behind) = pairs::<S, T>(rest, out) {
        rest = behind;
        // Where pairs become wide units, one loop more costs more, by what no predictor knows of how many there are, than it saves.
        if T::UNIT > 1 {
            if let Some(last) = last_pairs::<S>(src, rest) {
                // Some of them again: a pair and what is made of it are as long.
                out.retract(8 * S::UNIT - rest.len());
                return T::write_characters(last, out);
            }
            break;
        }
    }
    while rest.len() >= 4 * S::UNIT {
        let Some(behind) = four::<S, T>(rest, out) else { return false };
        rest = behind;
    }
    is_rest_converted::<S, T>(src, rest, out)
}

/// Converts the next three or four pairs, if there are eight units and they begin with those, and gives what is behind them.
#[inline(always)]
fn pairs<'s, S: Code, T: Code>(src: &'s [u8], out: &mut Output<'_>) -> Option<&'s [u8]> {
    let pairs = S::leading_pairs(src)?;
    if T::write_characters(pairs, out) { src.get(2 * S::UNIT * pairs.count..) } else { None }
}

/// The last four pairs of `src`, if it ends with as many, and what is left to convert is no more than those.
#[inline(always)]
fn last_pairs<S: Code>(src: &[u8], rest: &[u8]) -> Option<Characters> {
    if rest.len() > 8 * S::UNIT {
        return None;
    }
    let last = src.len().checked_sub(8 * S::UNIT).and_then(|at| src.get(at..))?;
    S::leading_pairs(last).filter(|pairs| pairs.count == 4)
}

/// Converts the next four units, or up to four characters, and gives what is behind them. Twice that, and of eight units no more than
/// three are left.
#[inline(always)]
fn four<'s, S: Code, T: Code>(src: &'s [u8], out: &mut Output<'_>) -> Option<&'s [u8]> {
    if first_four::<S, T>(src, out) {
        return src.get(4 * S::UNIT..);
    }
    // They are no characters together, or have no form of that kind, or there is too little room. All of them, so that each is looked at
    // together with others only once.
    let mut rest = src;
    for _ in 0..4 {
        if rest.is_empty() {
            break;
        }
        rest = one::<S, T>(rest, out)?;
    }
    Some(rest)
}

/// Converts `rest`, up to three units that `src` ends with.
#[inline(always)]
fn is_rest_converted<S: Code, T: Code>(src: &[u8], rest: &[u8], out: &mut Output<'_>) -> bool {
    if rest.is_empty() {
        return true;
    }
    // There are never more, see [`four`]; if there were, what follows would leave them out.
    rest.len() < 4 * S::UNIT
        && (T::UNIT > 1
            && S::last_characters(src, rest.len() / S::UNIT)
                .is_some_and(|characters| T::write_characters(characters, out))
            || very_few::<S, T>(rest, out))
}

/// Converts units of which each becomes one, at least eight.
#[inline(always)]
pub(super) fn each_to_one<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if last_of_same::<S, T>() == 0 || !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    let mut rest = src;
    while rest.len() > 8 * S::UNIT {
        if !eight::<S, T>(rest, out) {
            return false;
        }
        rest = &rest[8 * S::UNIT..];
    }
    // The last eight, some of them again.
    out.retract((8 - rest.len() / S::UNIT) * T::UNIT);
    eight::<S, T>(&src[src.len() - 8 * S::UNIT..], out)
}

#[inline(always)]
fn eight<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    S::eight(src, last_of_same::<S, T>()).is_some_and(|units| T::write_eight(units, 8, out))
}
