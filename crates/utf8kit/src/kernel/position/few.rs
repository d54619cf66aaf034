//! Eight bytes at a time: for texts so short that they are not worth a call of a level's code, and
//! for where there is none.

use super::{LineMarks, Marks, Stop, behind_first};
use crate::kernel::count::{Tally, stretch_len, sum_of_stretch};
use crate::simd::swar::{ONES, sum, up_to_seven};

/// Marks that single bytes tell, or a byte and the one before it: [`Marks::Number`] counts them.
pub(crate) trait FewMarks: Marks {
    /// Up to so many bytes a word at a time is faster than a call of a level's code; at most 64,
    /// which is what a byte can count.
    const FEW: usize;

    /// How many marks there are on each byte of a word; its first byte is the lowest, and `before`
    /// is the byte before that.
    fn weights(word: u64, before: u8) -> u64;
}

/// The bytes behind the last whole word, then zeros; and FF for each of them.
#[inline(always)]
fn last_word(bytes: &[u8]) -> (u64, u64) {
    let len = bytes.len() % 8;
    let mask = !(u64::MAX << (8 * len));
    let word = match bytes.last_chunk() {
        Some(last) => u64::from_le_bytes(*last).checked_shr(64 - 8 * len as u32).unwrap_or(0),
        None => up_to_seven(bytes),
    };
    (word, mask)
}

#[inline(always)]
fn byte_before<M: Marks>(text: &[u8], from: usize) -> u8 {
    if M::BEFORE > 0 && from > 0 { text[from - 1] } else { 0 }
}

/// How many marks there are on the bytes `from..to`, of which there are no more than
/// [`FewMarks::FEW`].
#[inline(never)]
pub(crate) fn count_few<M: FewMarks>(text: &[u8], from: usize, to: usize) -> usize {
    let bytes = &text[from..to];
    let mut before = byte_before::<M>(text, from);
    let mut total = 0;
    let (words, _) = bytes.as_chunks();
    for word in words {
        let word = u64::from_le_bytes(*word);
        total += M::weights(word, before);
        before = (word >> 56) as u8;
    }
    let (word, mask) = last_word(bytes);
    sum(total + (M::weights(word, before) & mask))
}

/// [`super::Walk`] over `from..to`.
#[inline(never)]
pub(crate) fn walk_few<M: FewMarks>(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
    let bytes = &text[from..to];
    let mut before = byte_before::<M>(text, from);
    let mut at = from;
    let mut total = 0;
    let (words, _) = bytes.as_chunks();
    for word in words {
        let word = u64::from_le_bytes(*word);
        let weights = M::weights(word, before);
        let marks = sum(weights);
        if marks > nth - total {
            return nth_mark(weights, nth - total, at, total);
        }
        total += marks;
        before = (word >> 56) as u8;
        at += 8;
    }
    let (word, mask) = last_word(bytes);
    let weights = M::weights(word, before) & mask;
    let marks = sum(weights);
    if marks > nth - total {
        return nth_mark(weights, nth - total, at, total);
    }
    Stop { at: to, before: total + marks }
}

/// [`super::LastLine`] over `from..to`, no more than [`FewMarks::FEW`] bytes.
#[inline(never)]
pub(crate) fn last_line_of_few<M: LineMarks>(text: &[u8], from: usize, to: usize) -> Stop {
    let bytes = &text[from..to];
    let mut before = byte_before::<M>(text, from);
    let mut at = from;
    let mut total = 0;
    // The last word with a byte that belongs to a line end.
    let (mut last_at, mut last_ends) = (to, 0);
    let (words, _) = bytes.as_chunks();
    for word in words {
        let word = u64::from_le_bytes(*word);
        total += M::weights(word, before);
        let ends = M::of_line_ends(word);
        (last_at, last_ends) = if ends == 0 { (last_at, last_ends) } else { (at, ends) };
        before = (word >> 56) as u8;
        at += 8;
    }
    // Zeros end no line.
    let (word, _) = last_word(bytes);
    total += M::weights(word, before);
    let ends = M::of_line_ends(word);
    (last_at, last_ends) = if ends == 0 { (last_at, last_ends) } else { (at, ends) };
    match last_ends {
        0 => Stop { at: to, before: 0 },
        _ => Stop { at: last_at + 7 - last_ends.leading_zeros() as usize / 8, before: sum(total) },
    }
}

/// The `nth` mark of a word that has more than that; the word is at `at`, with `before` marks
/// before it.
#[inline(always)]
fn nth_mark(weights: u64, nth: usize, at: usize, before: usize) -> Stop {
    let index = nth_byte(weights, nth);
    let skipped = (weights.wrapping_mul(ONES) << 8 >> (8 * index)) as u8;
    Stop { at: at + index, before: before + usize::from(skipped) }
}

/// Which byte of a word has the `nth` mark; 8, if there are not so many. They are less than 128, as
/// `nth` is.
#[inline(always)]
pub(super) const fn nth_byte(weights: u64, nth: usize) -> usize {
    // How many marks there are up to each byte, it included; and which bytes have no more than
    // `nth`. They come first, and nothing is borrowed from one byte by another.
    let totals = weights.wrapping_mul(ONES);
    let few = (((nth as u64 * ONES) | (0x80 * ONES)) - totals) >> 7 & ONES;
    sum(few)
}

/// [`super::Walk`] over any number of bytes.
pub(super) fn walk_runs<M: FewMarks>(text: &[u8], from: usize, to: usize, nth: usize) -> Stop {
    let (mut at, mut total) = behind_first::<M>(from, &text[..to]);
    if total > nth {
        return Stop { at: from, before: 0 };
    }
    let pair = usize::from(M::Number::LOOKS_BACK);
    let len = stretch_len::<M::Number>();
    while let Some(window) = text[..to].get(at.wrapping_sub(pair)..at + len) {
        let (run, before) = (&window[pair..], &window[..len]);
        let marks = if HAS_VECTORS {
            sum_of_stretch::<M::Number>(run, before)
        } else {
            sum_of_words::<M>(run, before[0])
        };
        if marks > nth - total {
            break;
        }
        total += marks;
        at += len;
    }
    let stop = walk_few::<M>(text, at, to, nth - total);
    Stop { at: stop.at, before: total + stop.before }
}

/// Whether the compiler can do for many bytes at once what the code does for each. Where it cannot,
/// words take a third of the instructions.
const HAS_VECTORS: bool = cfg!(any(
    target_feature = "sse2",
    target_feature = "neon",
    target_feature = "simd128",
    target_feature = "altivec",
    target_feature = "lsx",
    target_feature = "v",
    target_feature = "vector",
));

/// [`sum_of_stretch`] in words: `run` is whole ones, and `before` the byte before it.
fn sum_of_words<M: FewMarks>(run: &[u8], before: u8) -> usize {
    let mut before = before;
    let mut total = 0;
    for word in run.as_chunks().0 {
        let word = u64::from_le_bytes(*word);
        total += M::weights(word, before);
        before = (word >> 56) as u8;
    }
    sum(total)
}

#[cfg(test)]
mod tests {
    use super::super::{LineFeeds, Scalars, UniversalLineEnds, Utf16};
    use super::*;

    fn check<M: FewMarks>(text: &[u8]) {
        let len = stretch_len::<M::Number>();
        for at in 1..text.len() - len {
            let (run, before) = (&text[at..at + len], &text[at - 1..at + len - 1]);
            let by_bytes = sum_of_stretch::<M::Number>(run, before);
            assert_eq!(sum_of_words::<M>(run, before[0]), by_bytes, "at {at}");
            let one_by_one = run.iter().zip(before).map(|(&b, &a)| M::Number::of(b, a));
            assert_eq!(one_by_one.map(usize::from).sum::<usize>(), by_bytes, "at {at}");
        }
    }

    /// A run by bytes is the same as by words, of which a target has use for one only; and neither
    /// overflows.
    #[test]
    fn runs() {
        let texts = ["a\r\n\n\r\r\r\né日😀", "\n", "\r", "\r\n", "😀", "a"];
        for text in texts.map(|text| text.repeat(400 / text.len())) {
            check::<Scalars>(text.as_bytes());
            check::<Utf16>(text.as_bytes());
            check::<LineFeeds>(text.as_bytes());
            check::<UniversalLineEnds>(text.as_bytes());
        }
        check::<Utf16>(&[0xF0; 300]);
    }
}
