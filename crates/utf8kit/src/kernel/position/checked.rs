//! Marks of text that may be malformed: where each character and each maximal subpart starts
//! is worked out from the bytes, whatever they are.
//!
//! A byte starts one or the other unless it is a continuation byte that the bytes before it
//! take in. The second byte of a sequence is taken in if the tables of validation accept the
//! pair; the third if the second was, and the lead has three bytes or more; the fourth if the
//! third was, and the lead has four. So neither an error nor its end has to be looked for,
//! and malformed text costs what well-formed text costs.
//!
//! ```text
//! bytes     E2  82  AC  41  E2  82  42  80
//! second        ^               ^
//! third             ^
//! starts    ^           ^   ^       ^   ^
//! ```

use super::{Facts, Marks, Stop, Words};
use crate::boundary::unit_start;
use crate::kernel::validate::check::Tables;
use crate::scalar::decode::decode_at;
use crate::simd::blocks::Blocks;

/// A mark for each scalar value and each maximal subpart, on its first byte. For `UTF16`, a
/// scalar value of four bytes has one more on its fourth byte, for its second code unit:
/// before that byte it is not known that there is one.
pub(crate) enum Checked<const UTF16: bool> {}

pub(crate) type CheckedScalars = Checked<false>;
pub(crate) type CheckedUtf16 = Checked<true>;

impl<const UTF16: bool> Marks for Checked<UTF16> {
    type Number = ();
    const BEFORE: usize = 3;
    const IN_PAIRS: bool = true;

    #[inline(always)]
    fn facts<S: Blocks>(simd: S, v: S::V, one: S::V) -> Facts {
        facts(simd, v, one)
    }

    #[inline(always)]
    fn words(facts: Facts, before: &mut Facts) -> Words {
        let [starts, fourth] = words(facts, before);
        [starts, if UTF16 { fourth } else { 0 }]
    }

    fn one_by_one(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
        by_units(text, from, to, nth, UTF16)
    }
}

/// Masks of the bytes that are continuation bytes, that may follow the byte before them, that
/// are E0..FF, and that are F0..FF.
#[inline(always)]
fn facts<S: Blocks>(simd: S, v: S::V, one: S::V) -> Facts {
    if !simd.any_high(v) {
        return [0; 4];
    }
    let continuations = simd.bits(simd.greater_signed(simd.splat(0xC0), v));
    let broken = Tables::new(simd).broken_rules(simd, one, v);
    [
        continuations,
        simd.bits(simd.eq(broken, simd.splat(0))),
        simd.bits(simd.at_most(simd.splat(0xE0), v)),
        simd.bits(simd.at_most(simd.splat(0xF0), v)),
    ]
}

/// Masks of the bytes that start something, and of those that are the fourth of a scalar
/// value.
#[inline(always)]
fn words(facts: Facts, before: &mut Facts) -> Words {
    let [continuations, follows, three, four] = facts;
    let second = continuations & follows;
    let third = continuations & behind::<1>(second, before[0]) & behind::<2>(three, before[2]);
    let fourth = continuations & behind::<1>(third, before[1]) & behind::<3>(four, before[3]);
    *before = [second, third, three, four];
    [!(second | third | fourth), fourth]
}

/// Moves each bit of `word` `BY` bytes on. The bits that come in are those of the step
/// before, `before`.
#[inline(always)]
fn behind<const BY: u32>(word: u64, before: u64) -> u64 {
    word << BY | before >> (64 - BY)
}

/// Finds the mark by decoding one character or maximal subpart after the other.
fn by_units(text: &[u8], from: usize, to: usize, nth: usize, counts_fourth: bool) -> Stop {
    let mut total = 0;
    let mut at = if from < to { unit_start(text, from) } else { to };
    while at < to {
        let (len, is_pair) = match decode_at(text, at) {
            Ok(scalar) => (scalar.len_utf8(), counts_fourth && scalar.len_utf8() == 4),
            Err(error) => (error.subpart_len(), false),
        };
        // The range may begin or end within one.
        for (mark, is_there) in [(at, true), (at + 3, is_pair)] {
            if is_there && (from..to).contains(&mark) {
                if total == nth {
                    return Stop { at: mark, before: total };
                }
                total += 1;
            }
        }
        at += len;
    }
    Stop { at: to, before: total }
}
