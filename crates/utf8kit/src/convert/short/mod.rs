//! Short sources with which nothing is wrong: to find out what the CPU has and to set up its registers would
//! take longer than to convert them.
//!
//! What is converted where the caller is stands in `easy.rs`; what is called for more units in `units.rs`. Single bytes are in
//! `bytes.rs`, and how long something becomes in `length.rs`.

mod bytes;
mod easy;
mod length;
mod units;

use core::hint::cold_path;

pub(super) use bytes::convert_bytes;
pub(super) use length::{is_well_formed, is_well_formed_easily, length, length_easily};

use crate::raw::Output;
use crate::scalar::form::{Characters, Code, Four};

/// Up to so many code units are converted here.
pub(super) const SHORT: usize = 64;

/// Up to so many of them, where each unit becomes one. Of four bytes each a kernel takes more sooner.
const fn short_of_same<S: Code>() -> usize {
    if S::UNIT == 4 { 40 } else { SHORT }
}

/// The same of anything.
const fn short_of_others<S: Code>() -> usize {
    match S::UNIT {
        1 => SHORT,
        2 => 40,
        _ => 24,
    }
}

/// Up to so many units are few: they are converted where the caller is, sooner than it takes to call anything.
const FEW_UNITS: usize = 8;

/// The same of units of which each becomes one: of UTF-16 to wide units, which takes little code, more.
const fn easy_of_same<S: Code, T: Code>() -> usize {
    if S::UNIT == 2 && T::UNIT > 1 { 2 * FEW_UNITS } else { FEW_UNITS }
}

/// Whether [`convert_easily`] tries all that there is to try: where a character can have several bytes, all of that is little code.
pub(super) const fn is_all_easy<S: Code>() -> bool {
    S::UNIT == 1 && S::SAME < 0x80
}

/// Converts all of `src`, if it is short, well-formed, has a form in the target and there is room for it; or
/// nothing. Says how many bytes it wrote.
///
/// `is_all`: else only what is converted sooner than by a kernel for few units in blocks.
#[inline(always)]
pub(super) fn convert<S: Code, T: Code>(
    src: &[u8],
    out: &mut Output<'_>,
    is_all: bool,
) -> Option<usize> {
    if are_bytes_same::<S, T>() && convert_bytes::<S, T>(src, out) {
        return Some(T::UNIT * src.len());
    }
    if let Some(len) = convert_same::<S, T>(src, out) {
        return Some(len);
    }
    let is_sooner = !are_bytes_same::<S, T>() && src.len() <= FEW_UNITS * S::UNIT;
    if is_all || is_sooner { convert_others::<S, T>(src, out) } else { None }
}

/// Whether `src` is what [`convert_one_character`] or [`convert_two_characters`] is for: so few bytes that they are hardly more than
/// that, where units of the target are more than bytes.
#[inline(always)]
pub(super) fn are_up_to_four<S: Code, T: Code>(src: &[u8]) -> bool {
    S::UNIT == 1 && T::UNIT > 1 && src.len() <= 4
}

/// As [`convert`], of what begins as if it were one character, of more than one byte.
#[inline(always)]
pub(super) fn convert_one_character<S: Code, T: Code>(
    src: &[u8],
    out: &mut Output<'_>,
) -> Option<usize> {
    if !are_up_to_four::<S, T>(src) || !bytes::begin_with_one_character(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = bytes::convert_one_character::<S, T>(src, &mut attempt.output);
    attempt.end(out, is_done)
}

/// As [`convert`], of up to four bytes that are not.
#[inline(always)]
pub(super) fn convert_two_characters<S: Code, T: Code>(
    src: &[u8],
    out: &mut Output<'_>,
) -> Option<usize> {
    if !are_up_to_four::<S, T>(src) || src.len() < 3 {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = bytes::convert_two_characters::<S, T>(src, &mut attempt.output);
    attempt.end(out, is_done)
}

/// Whether [`convert_same`] is for `src`, if each unit of it becomes one: more than a few, and not for [`convert_bytes`]. Behind
/// a character above U+FFFF others are likely.
#[inline(always)]
pub(super) fn are_for_same<S: Code, T: Code>(src: &[u8]) -> bool {
    !are_bytes_same::<S, T>()
        && !is_all_easy::<S>()
        && (easy_of_same::<S, T>() * S::UNIT + 1..=short_of_same::<S>() * S::UNIT)
            .contains(&src.len())
        && !S::begins_supplementary(src)
}

/// As [`convert`], of what [`are_for_same`] says is for it.
#[inline(always)]
pub(super) fn convert_same<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> Option<usize> {
    if !are_for_same::<S, T>(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = units::each_to_one::<S, T>(src, &mut attempt.output);
    attempt.end(out, is_done)
}

/// Whether characters that are one unit each can be of several lengths in the target.
const fn differ_in_length<S: Code, T: Code>() -> bool {
    if T::UNIT == 1 { T::MOST > 1 } else { makes_pairs::<S, T>() }
}

/// Whether a character that is one unit can become two.
const fn makes_pairs<S: Code, T: Code>() -> bool {
    S::UNIT == 4 && T::UNIT == 2
}

/// Whether [`convert_four_and_four`] is for `src`: five to eight units, where characters differ in length.
#[inline(always)]
pub(super) fn are_four_and_four<S: Code, T: Code>(src: &[u8]) -> bool {
    S::UNIT > 1
        && differ_in_length::<S, T>()
        && (4 * S::UNIT + 1..=8 * S::UNIT).contains(&src.len())
}

/// As [`convert`], of what [`are_four_and_four`] says is for it, if each unit is a character.
#[inline(always)]
pub(super) fn convert_four_and_four<S: Code, T: Code>(
    src: &[u8],
    out: &mut Output<'_>,
) -> Option<usize> {
    if !are_four_and_four::<S, T>(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = units::four_and_four::<S, T>(src, &mut attempt.output);
    attempt.end(out, is_done)
}

/// Up to so many units that are more than bytes are converted without a loop: what it would keep in registers would take longer to
/// set up. Of UTF-16 to wide units, which takes little, more.
const fn without_loop<S: Code, T: Code>() -> usize {
    if S::UNIT == 2 && T::UNIT > 1 { 12 } else { FEW_UNITS }
}

/// Whether [`convert_few_units`] is for `src`: where units are more than bytes.
#[inline(always)]
pub(super) fn are_few_units<S: Code, T: Code>(src: &[u8]) -> bool {
    S::UNIT > 1 && src.len() <= without_loop::<S, T>() * S::UNIT
}

/// As [`convert`], of what [`are_few_units`] says is for it.
#[inline(always)]
pub(super) fn convert_few_units<S: Code, T: Code>(
    src: &[u8],
    out: &mut Output<'_>,
) -> Option<usize> {
    if !are_few_units::<S, T>(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = units::few_by_characters::<S, T>(src, &mut attempt.output);
    attempt.end(out, is_done)
}

/// Whether [`convert_others`] tries.
#[inline(always)]
pub(super) fn are_others_short<S: Code>(src: &[u8]) -> bool {
    src.len() <= short_of_others::<S>() * S::UNIT
}

/// As [`convert`], of anything, after [`convert_bytes`] where that is for it.
#[inline(always)]
pub(super) fn convert_others<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> Option<usize> {
    if !are_others_short::<S>(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let may_be_ascii = !are_bytes_same::<S, T>();
    let is_done = if S::UNIT == 1 {
        bytes::in_fours::<S, T, _>(src, bytes::FEW, may_be_ascii, &mut attempt.output)
    } else {
        units::by_characters::<S, T>(src, &mut attempt.output)
    };
    attempt.end(out, is_done)
}

/// As [`convert`], of what takes little code and few registers: of wide units, where the caller is.
#[inline(always)]
pub(super) fn convert_easily<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> Option<usize> {
    if is_all_easy::<S>() {
        return convert_others::<S, T>(src, out);
    }
    let mut attempt = Attempt::new(out);
    if easy::tells_up_to_two::<S, T>() {
        let is_done = if (S::UNIT..=2 * S::UNIT).contains(&src.len()) {
            easy::up_to_two::<S, T>(src, &mut attempt.output)
        } else {
            easy::few_units_easily::<S, T>(src, &mut attempt.output)
        };
        return attempt.end(out, is_done);
    }
    if !is_single_first::<S, T>() && is_single::<S>(src) {
        cold_path();
        let is_done = convert_single::<S, T>(src, &mut attempt.output);
        return attempt.end(out, is_done);
    }
    let is_done = if is_single::<S>(src) {
        convert_single::<S, T>(src, &mut attempt.output)
    } else {
        easy::few_units_easily::<S, T>(src, &mut attempt.output)
    };
    attempt.end(out, is_done)
}

/// Whether a single unit is asked for without a jump, and others by one: where it would have no time for the jump.
const fn is_single_first<S: Code, T: Code>() -> bool {
    S::UNIT == 2 && is_each_one::<S, T>()
}

/// Converts what [`is_single`].
#[inline(always)]
fn convert_single<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if is_each_one::<S, T>() {
        // What becomes one byte is a character: that is not asked for.
        S::first_unit(src).is_some_and(|code| Sink::<T>::one(out, code))
    } else {
        plain_at::<S, T, _>(src, 0, out)
    }
}

/// Whether single bytes, all of them or ASCII alone, are units of the same value on the other side.
pub(super) const fn are_bytes_same<S: Code, T: Code>() -> bool {
    S::UNIT == 1 && last_of_same::<S, T>() >= 0x7F
}

/// Whether all that has a form on both sides is a unit on both.
const fn is_each_one<S: Code, T: Code>() -> bool {
    last_of_same::<S, T>() == 0xFF
}

/// Whether any byte is a character, and becomes one unit of more than a byte.
pub(super) const fn widens<S: Code, T: Code>() -> bool {
    S::UNIT == 1 && T::UNIT > 1 && is_each_one::<S, T>()
}

/// The last character up to which each one is a unit of the same value on both sides.
const fn last_of_same<S: Code, T: Code>() -> u16 {
    if S::SAME < T::SAME { S::SAME } else { T::SAME }
}

/// Up to so many bytes of text of which each unit becomes one go a way of their own, with few registers to save.
pub(super) const fn little<S: Code>() -> usize {
    if S::UNIT == 4 { 4096 } else { 2048 }
}

/// Whether text of which some units do not become one is an exception: where all of Latin-1, or all but characters beyond
/// U+FFFF, is the same on both sides.
pub(super) const fn is_mostly_plain<S: Code, T: Code>() -> bool {
    is_each_one::<S, T>() || last_of_same::<S, T>() == 0xFFFF
}

/// Whether `src` is little and looks as if each unit of it becomes one.
#[inline(always)]
pub(super) fn may_be_plain<S: Code, T: Code>(src: &[u8]) -> bool {
    (4 * S::UNIT + 1..=little::<S>()).contains(&src.len())
        && src.len().is_multiple_of(S::UNIT)
        && (S::UNIT == 1 || S::four_and_four(src, last_of_same::<S, T>()).is_some())
}

/// A conversion of all or nothing.
///
/// Not a function that is given a closure: that was called where it should have been inlined.
struct Attempt<'o> {
    /// In a variable of its own it stays in registers.
    output: Output<'o>,
    before: usize,
}

impl<'o> Attempt<'o> {
    #[inline(always)]
    fn new(out: &mut Output<'o>) -> Self {
        let output = out.take();
        let before = output.written();
        Attempt { output, before }
    }

    /// Says how many bytes were written, or takes them back.
    #[inline(always)]
    fn end(mut self, out: &mut Output<'o>, is_done: bool) -> Option<usize> {
        let len = self.output.written() - self.before;
        if !is_done {
            self.output.retract(len);
        }
        *out = self.output;
        is_done.then_some(len)
    }
}

/// Where characters go in the form `T`: each method says whether they have that form, and room.
trait Sink<T> {
    fn four(&mut self, four: Four) -> bool;
    fn one(&mut self, code: u32) -> bool;
    /// Several together. Not where they are as soon taken one by one.
    fn all(&mut self, characters: Characters) -> bool;
    /// Takes so many characters of ASCII back that were taken last, by [`Sink::four`].
    fn take_back(&mut self, count: usize);
}

impl<T: Code> Sink<T> for Output<'_> {
    #[inline(always)]
    fn four(&mut self, four: Four) -> bool {
        T::write_four(four, self)
    }

    #[inline(always)]
    fn one(&mut self, code: u32) -> bool {
        T::encode(code).is_some_and(|coded| coded.write_exactly(self))
    }

    #[inline(always)]
    fn all(&mut self, characters: Characters) -> bool {
        T::write_characters(characters, self)
    }

    #[inline(always)]
    fn take_back(&mut self, count: usize) {
        self.retract(count * T::UNIT);
    }
}

/// Whether `src` is one unit, of more than a byte. Asked first: of what takes so little, each comparison and each jump can be
/// measured.
#[inline(always)]
fn is_single<S: Code>(src: &[u8]) -> bool {
    S::UNIT > 1 && src.len() == S::UNIT
}

/// Takes the unit with this index, if it is a character.
#[inline(always)]
fn plain_at<S: Code, T, K: Sink<T>>(src: &[u8], index: usize, sink: &mut K) -> bool {
    S::plain(src, index).is_some_and(|code| sink.one(code))
}

/// Takes it and the one behind it, if they are a pair.
#[inline(always)]
fn pair_at<S: Code, T, K: Sink<T>>(src: &[u8], index: usize, sink: &mut K) -> bool {
    S::pair(src, index).is_some_and(|code| sink.one(code))
}

#[inline(always)]
fn one_by_one<S: Code, T, K: Sink<T>>(src: &[u8], sink: &mut K) -> bool {
    S::each(src, |code| sink.one(code))
}

/// Takes one character, and gives what is behind it.
#[inline(always)]
fn one<'s, S: Code, T>(src: &'s [u8], sink: &mut impl Sink<T>) -> Option<&'s [u8]> {
    let (code, behind) = S::next(src)?;
    sink.one(code).then_some(behind)
}
