//! Short sources with which nothing is wrong: to find out what the CPU has and to set up its registers would
//! take longer than to convert them.

use crate::raw::Output;
use crate::scalar::form::{Code, Coded, Four, Widths};
use crate::validate::are_ascii;

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

/// Up to so many bytes of anything, behind ASCII too, where a character can have several bytes. More of them a
/// kernel converts sooner.
const FEW: usize = 24;

/// The same to count what they become: a kernel does that without converting them.
const FEW_TO_COUNT: usize = 12;

/// Up to so many code units are counted or checked before a kernel does it. Of four bytes each it takes more sooner.
const fn some_to_count<S: Code>() -> usize {
    if S::UNIT == 4 { 40 } else { SHORT }
}

/// Up to so many of them are counted one by one, where it is not known how to count them together.
const FEW_TO_COUNT_APART: usize = 16;

/// Up to so many units are few: they are converted where the caller is, sooner than it takes to call anything.
const FEW_UNITS: usize = 8;

/// Whether [`convert_easily`] tries all that there is to try: where a character can have several bytes, these
/// are taken one by one, and all of that is little code.
pub(super) const fn is_all_easy<S: Code>() -> bool {
    S::UNIT == 1 && S::SAME < 0x80
}

/// Converts all of `src`, if it is short, well-formed, has a form in the target and there is room for it; or
/// nothing. Says how many bytes it wrote.
#[inline(always)]
pub(super) fn convert<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> Option<usize> {
    if are_bytes_same::<S, T>() && convert_bytes::<S, T>(src, out) {
        return Some(T::UNIT * src.len());
    }
    let len = convert_same::<S, T>(src, out);
    if len.is_some() { len } else { convert_others::<S, T>(src, out) }
}

/// Whether [`convert_same`] is for `src`, if each unit of it becomes one: more than a few, and not for [`convert_bytes`]. Behind
/// a character above U+FFFF others are likely.
#[inline(always)]
pub(super) fn are_for_same<S: Code, T: Code>(src: &[u8]) -> bool {
    !are_bytes_same::<S, T>()
        && !is_all_easy::<S>()
        && (FEW_UNITS * S::UNIT + 1..=short_of_same::<S>() * S::UNIT).contains(&src.len())
        && !S::begins_supplementary(src)
}

/// As [`convert`], of what [`are_for_same`] says is for it.
#[inline(always)]
pub(super) fn convert_same<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> Option<usize> {
    if !are_for_same::<S, T>(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = each_to_one::<S, T>(src, &mut attempt.output);
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
        in_fours::<S, T, _>(src, FEW, may_be_ascii, &mut attempt.output)
    } else {
        by_characters::<S, T>(src, &mut attempt.output)
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
    let is_done = if !is_single::<S>(src) {
        few_units_easily::<S, T>(src, &mut attempt.output)
    } else {
        plain_at::<S, T, _>(src, 0, &mut attempt.output)
    };
    attempt.end(out, is_done)
}

/// Converts up to eight units, but one.
#[inline(always)]
fn few_units_easily<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    if S::UNIT > 1 && T::UNIT > 1 {
        return few_wide::<S, T>(src, out);
    }
    if S::UNIT > 1 && are_up_to_three::<S, T>(src) {
        return up_to_three::<S, T, _>(src, out);
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

/// Converts two to eight units to what is more than bytes.
#[inline(always)]
fn few_wide<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let begin_with_pair =
        has_pairs::<S, T>() && src.len() <= 4 * S::UNIT && S::pair(src, 0).is_some();
    if begin_with_pair && src.len() < 4 * S::UNIT {
        return few_from_pair::<S, T, _>(src, out);
    }
    if !begin_with_pair && two_and_two::<S, T>(src, out) {
        return true;
    }
    if S::UNIT == 4 && src.len() < 4 * S::UNIT {
        return up_to_three::<S, T, _>(src, out);
    }
    src.len() <= FEW_UNITS * S::UNIT
        && (!begin_with_pair && a_few_to_one::<S, T>(src, out)
            || S::UNIT == 2 && a_few_characters::<S, T>(src, out))
}

/// Whether single bytes, all of them or ASCII alone, are units of the same value on the other side.
pub(super) const fn are_bytes_same<S: Code, T: Code>() -> bool {
    S::UNIT == 1 && last_of_same::<S, T>() >= 0x7F
}

/// Converts 1 to 64 of these, if there is room.
#[inline(always)]
pub(super) fn convert_bytes<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    // Of text that is not Latin, the first character tells.
    if !is_each_one::<S, T>() && !src.first().is_some_and(u8::is_ascii) {
        return false;
    }
    // In this order the fewest jump over others.
    if src.len() < 8 {
        if src.len() < 4 {
            return match *src {
                [byte] => Sink::<T>::one(out, byte.into()),
                [_, _, ..] => convert_in_two::<S, T, 2>(src, out),
                [] => false,
            };
        }
        return convert_in_two::<S, T, 4>(src, out);
    }
    match src.len() {
        ..16 => convert_in_two::<S, T, 8>(src, out),
        16..=32 => convert_in_two::<S, T, 16>(src, out),
        33..=64 => convert_in_two::<S, T, 32>(src, out),
        _ => false,
    }
}

/// The same of `N` to `2 * N` bytes.
#[inline(always)]
fn convert_in_two<S: Code, T: Code, const N: usize>(src: &[u8], out: &mut Output<'_>) -> bool {
    let (Some(first), Some(last)) = (src.first_chunk(), src.last_chunk()) else { return false };
    (is_each_one::<S, T>() || are_ascii::<N>([first, last]))
        && T::write_in_two([first, last], src.len(), out)
}

/// Converts two to four units, if each is a character, and those have forms of one length.
#[inline(always)]
fn two_and_two<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    src.len().is_multiple_of(S::UNIT)
        && S::two_and_two(src)
            .is_some_and(|values| T::write_two_and_two(values, src.len() / S::UNIT, out))
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

/// Converts four to eight units of UTF-16, among which there may be pairs.
#[inline(always)]
fn a_few_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
    let units = src.len() / S::UNIT;
    src.len().is_multiple_of(S::UNIT)
        && S::characters(src).is_some_and(|characters| T::write_characters(characters, out))
        && (units == 4
            || S::last_characters(src, units - 4)
                .is_some_and(|characters| T::write_characters(characters, out)))
}

/// Up to so many units that are more than bytes are converted without a loop: what it would keep in registers would take longer to
/// set up. Of pairs that are to become values, which takes little, more.
const fn few_units<S: Code, T: Code>() -> usize {
    if S::UNIT == 2 && T::UNIT > 1 { 12 } else { FEW_UNITS }
}

/// Whether [`convert_few`] is for `src`: where units are more than bytes.
#[inline(always)]
pub(super) fn are_few<S: Code, T: Code>(src: &[u8]) -> bool {
    S::UNIT > 1 && src.len() <= few_units::<S, T>() * S::UNIT
}

/// As [`convert`], of what [`are_few`] says is for it.
#[inline(always)]
pub(super) fn convert_few<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> Option<usize> {
    if !are_few::<S, T>(src) {
        return None;
    }
    let mut attempt = Attempt::new(out);
    let is_done = few_by_characters::<S, T>(src, &mut attempt.output);
    attempt.end(out, is_done)
}

#[inline(always)]
fn few_by_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
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
fn by_characters<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
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

/// Whether all that has a form on both sides is a unit on both.
const fn is_each_one<S: Code, T: Code>() -> bool {
    last_of_same::<S, T>() == 0xFF
}

/// The last character up to which each one is a unit of the same value on both sides.
const fn last_of_same<S: Code, T: Code>() -> u16 {
    if S::SAME < T::SAME { S::SAME } else { T::SAME }
}

/// Converts units of which each becomes one, at least eight.
#[inline(always)]
fn each_to_one<S: Code, T: Code>(src: &[u8], out: &mut Output<'_>) -> bool {
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

/// How many bytes of the target all of `src` becomes, if it is short, well-formed and has a form there.
#[inline(always)]
pub(super) fn length<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    if S::UNIT == 1 {
        let mut length = Length(0);
        let is_done =
            src.len() <= SHORT && in_fours::<S, T, _>(src, FEW_TO_COUNT, true, &mut length);
        return is_done.then_some(length.0);
    }
    if src.len() > some_to_count::<S>() * S::UNIT {
        return None;
    }
    let length = S::widths_of_some(src).and_then(|widths| length_of_units::<S, T>(src, widths));
    if length.is_some() || src.len() > FEW_TO_COUNT_APART * S::UNIT {
        return length;
    }
    let mut length = Length(0);
    one_by_one::<S, T, _>(src, &mut length).then_some(length.0)
}

/// The same of what takes little code, where the caller is.
#[inline(always)]
pub(super) fn length_easily<S: Code, T: Code>(src: &[u8]) -> Option<usize> {
    if S::UNIT == 1 {
        return length::<S, T>(src);
    }
    if is_single::<S>(src) {
        let mut length = Length(0);
        return plain_at::<S, T, _>(src, 0, &mut length).then_some(length.0);
    }
    if src.is_empty() || S::UNIT == 4 && src.len() < 4 * S::UNIT {
        let mut length = Length(0);
        return up_to_three::<S, T, _>(src, &mut length).then_some(length.0);
    }
    if has_pairs::<S, T>() && src.len() <= 4 * S::UNIT && S::pair(src, 0).is_some() {
        let mut length = Length(0);
        return few_from_pair::<S, T, _>(src, &mut length).then_some(length.0);
    }
    let widths = if T::UNIT > 1 && are_plain::<S>(src) {
        Some(Widths::default())
    } else {
        S::widths_of_few(src)
    };
    length_of_units::<S, T>(src, widths?)
}

/// Whether `src` is two to eight units of UTF-16, and each is a character.
#[inline(always)]
fn are_plain<S: Code>(src: &[u8]) -> bool {
    S::UNIT == 2
        && src.len() <= FEW_UNITS * S::UNIT
        && src.len().is_multiple_of(S::UNIT)
        && if src.len() <= 4 * S::UNIT {
            S::two_and_two(src).is_some()
        } else {
            S::four_and_four(src, u16::MAX).is_some()
        }
}

#[inline(always)]
fn length_of_units<S: Code, T: Code>(src: &[u8], widths: Widths) -> Option<usize> {
    T::len_of_units(src.len() / S::UNIT, widths)
}

/// Whether `src`, whose units are not bytes, is short and well-formed: whether it has a length in its own form.
#[inline(always)]
pub(super) fn is_well_formed<S: Code>(src: &[u8]) -> bool {
    length::<S, S>(src).is_some()
}

/// The same of what takes little code, where the caller is.
#[inline(always)]
pub(super) fn is_well_formed_easily<S: Code>(src: &[u8]) -> bool {
    length_easily::<S, S>(src).is_some()
}

/// Where characters go in the form `T`: each method says whether they have that form, and room.
trait Sink<T> {
    fn four(&mut self, four: Four) -> bool;
    fn one(&mut self, code: u32) -> bool;
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
    fn take_back(&mut self, count: usize) {
        self.retract(count * T::UNIT);
    }
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
    fn take_back(&mut self, count: usize) {
        self.0 -= count * T::UNIT;
    }
}

/// Takes all of `src`, single bytes, four characters together where that can be; at most `few` bytes of what has characters of
/// several bytes. Whether all of it may be ASCII.
#[inline(always)]
fn in_fours<S: Code, T, K: Sink<T>>(
    src: &[u8],
    few: usize,
    may_be_ascii: bool,
    sink: &mut K,
) -> bool {
    let mut rest = src;
    // Two or three of ASCII, as four that have something behind them.
    if may_be_ascii
        && let [first, .., last] = *src
        && src.len() < 4
        && first.is_ascii()
        && let Some((four, _)) = S::four(&[first, src[1], last, b' '], 0x7F)
        && sink.four(four)
    {
        sink.take_back(4 - src.len());
        return true;
    }
    // Where that is not so, nothing is prepared for it.
    if S::four(src, u16::MAX).is_none() {
        return src.len() <= few && one_by_one::<S, T, _>(src, sink);
    }
    while let Some((four, behind)) = S::four(rest, u16::MAX)
        && sink.four(four)
    {
        rest = behind;
    }
    if rest.is_empty() {
        return true;
    }
    // A few of ASCII at the end, with some before them again.
    if rest.len() < 4
        && let Some(last) = src.last_chunk::<4>()
        && let Some((four, _)) = S::four(last, 0x7F)
    {
        sink.take_back(4 - rest.len());
        return sink.four(four);
    }
    // ASCII is not looked for again: where there is more of it, no branch predictor could tell.
    rest.len() <= few && one_by_one::<S, T, _>(rest, sink)
}

/// Whether `src` is one unit, of more than a byte. Asked first: of what takes so little, each comparison and each jump can be
/// measured.
#[inline(always)]
fn is_single<S: Code>(src: &[u8]) -> bool {
    S::UNIT > 1 && src.len() == S::UNIT
}

/// Whether a character can be two units, and have a form in the target.
const fn has_pairs<S: Code, T: Code>() -> bool {
    S::UNIT == 2 && T::MOST > 1
}

/// Whether `src` is fewer than four units, or four of UTF-16 that begin with what is no character, but perhaps half of a pair: so
/// they are not more than three characters.
#[inline(always)]
fn are_up_to_three<S: Code, T: Code>(src: &[u8]) -> bool {
    src.len() < 4 * S::UNIT
        || has_pairs::<S, T>() && src.len() == 4 * S::UNIT && S::plain(src, 0).is_none()
}

/// Takes all of `src`, of which [`are_up_to_three`] says so, without a loop.
#[inline(always)]
fn up_to_three<S: Code, T: Code, K: Sink<T>>(src: &[u8], sink: &mut K) -> bool {
    let len = src.len() / S::UNIT;
    if len < 2 || !src.len().is_multiple_of(S::UNIT) {
        return src.is_empty() || is_single::<S>(src) && plain_at::<S, T, _>(src, 0, sink);
    }
    if has_pairs::<S, T>() && S::plain(src, 0).is_none() {
        return few_from_pair::<S, T, _>(src, sink);
    }
    if !plain_at::<S, T, _>(src, 0, sink) {
        return false;
    }
    if has_pairs::<S, T>() && S::plain(src, 1).is_none() {
        return pair_at::<S, T, _>(src, 1, sink);
    }
    plain_at::<S, T, _>(src, 1, sink) && (len == 2 || plain_at::<S, T, _>(src, 2, sink))
}

/// The same of up to four units that begin with a pair, two pairs as well.
#[inline(always)]
fn few_from_pair<S: Code, T, K: Sink<T>>(src: &[u8], sink: &mut K) -> bool {
    let len = src.len() / S::UNIT;
    if !src.len().is_multiple_of(S::UNIT) || !pair_at::<S, T, _>(src, 0, sink) {
        return false;
    }
    if len == 2 {
        return true;
    }
    if S::plain(src, 2).is_none() {
        return pair_at::<S, T, _>(src, 2, sink);
    }
    plain_at::<S, T, _>(src, 2, sink) && (len == 3 || plain_at::<S, T, _>(src, 3, sink))
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
