//! Units that are more than bytes, in calls of their own.

use super::easy::up_to_three;
use super::{few_units, last_of_same, one};
use crate::raw::Output;
use crate::scalar::form::Code;

#[inline(always)]
pub(super) fn few_by_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if src.len() < 4 * S::UNIT {
        return is_rest_converted::<S, T>(src, src, out);
    }
    if !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    let behind_pairs = four_pairs::<S, T>(src, out);
    let behind = if behind_pairs.is_some() { behind_pairs } else { four::<S, T>(src, out) };
    let Some(mut rest) = behind else { return false };
    if rest.len() >= 4 * S::UNIT {
        let Some(behind) = four::<S, T>(rest, out) else { return false };
        rest = behind;
    }
    if few_units::<S, T>() > 8 && rest.len() >= 4 * S::UNIT {
        let Some(behind) = four::<S, T>(rest, out) else { return false };
        rest = behind;
    }
    is_rest_converted::<S, T>(src, rest, out)
}

/// Converts units that are more than bytes, four at a time where that can be.
#[inline(always)]
pub(super) fn by_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if !src.len().is_multiple_of(S::UNIT) {
        return false;
    }
    let mut rest = src;
    while let Some(behind) = four_pairs::<S, T>(rest, out) {
        rest = behind;
    }
    while rest.len() >= 4 * S::UNIT {
        let Some(behind) = four::<S, T>(rest, out) else { return false };
        rest = behind;
    }
    is_rest_converted::<S, T>(src, rest, out)
}

/// Converts the next three or four pairs, if there are eight units and they begin with those, and gives what is behind them.
#[inline(always)]
fn four_pairs<'s, S: Code, T: Code>(src: &'s [u8], out: &mut Output<'_>) -> Option<&'s [u8]> {
    let pairs = S::four_of_pairs(src)?;
    if T::write_characters(pairs, out) { src.get(2 * S::UNIT * pairs.count..) } else { None }
}

/// Converts the next four units, or some of them, or up to four characters, and gives what is behind them. Twice that, and of eight
/// units no more than three are left.
#[inline(always)]
fn four<'s, S: Code, T: Code>(src: &'s [u8], out: &mut Output<'_>) -> Option<&'s [u8]> {
    if let Some(characters) = S::characters(src) {
        // Behind some above U+FFFF there is another one, with which four of something begin that is converted here, or below.
        let (characters, units) = if S::UNIT == 4 && T::UNIT < 4 {
            let first = characters.first_of_a_kind();
            (first, first.count)
        } else {
            (characters, 4)
        };
        if T::write_characters(characters, out) {
            return src.get(units * S::UNIT..);
        }
    }
    // They differ in kind, or have no form of that kind, or there is too little room. All of them, so that each is looked at
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

/// Converts `rest`, up to three units that `src` ends with. It has at least four.
#[inline(always)]
fn is_rest_converted<S: Code, T: Code>(src: &[u8], rest: &[u8], out: &mut Output<'_>) -> bool {
    if rest.is_empty() {
        return true;
    }
    // What follows would leave out what is more.
    rest.len() < 4 * S::UNIT
        && (T::UNIT > 1
            && S::last_characters(src, rest.len() / S::UNIT)
                .is_some_and(|characters| T::write_characters(characters, out))
            || up_to_three::<S, T, _>(rest, out))
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
