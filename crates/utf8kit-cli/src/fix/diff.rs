//! Lines before and after, side by side, with what differs in them emphasised.
//!
//! ```text
//! feed.csv:42
//! - 1511,Espec<ED>fica
//! + 1511,Específica
//! ```
//!
//! A line is divided into words, and the words are compared. What cannot be seen is spelled out. Of a
//! long line, what is around the first change is shown.

use std::io::Write;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};
use utf8kit::Utf8Chunks;
use utf8kit_text::fix::Piece;

use crate::report::{Style, escape};

/// So much is shown before the first change of a long line.
const BEFORE: usize = 24;

/// So many words of a line are compared.
const MOST_WORDS: usize = 2000;

/// Appends each line of a piece that has changed; the first has the number `first`.
pub(super) fn lines(out: &mut Vec<u8>, style: &Style, name: &str, first: usize, piece: Piece<'_>) {
    let old = piece.before().split(|&byte| byte == b'\n');
    let new = piece.after().split(|&byte| byte == b'\n');
    for (index, (old, new)) in old.zip(new).enumerate() {
        if old != new {
            line(out, style, &format!("{name}:{}", first + index), old, new);
        }
    }
}

fn line<'l>(out: &mut Vec<u8>, style: &Style, place: &str, old: &'l [u8], new: &'l [u8]) {
    let (old, new) = (words(old), words(new));
    let same = old.iter().zip(&new).take_while(|(old, new)| old.bytes == new.bytes).count();
    let compared = |words: &[Word<'_>]| same..words.len().min(same + MOST_WORDS);
    let texts = |words: &[Word<'l>]| -> Vec<&'l [u8]> {
        words[compared(words)].iter().map(|word| word.bytes).collect()
    };
    let (mut old_marks, mut new_marks) = (vec![false; old.len()], vec![false; new.len()]);
    for change in capture_diff_slices(Algorithm::Myers, &texts(&old), &texts(&new)) {
        if change.tag() != DiffTag::Equal {
            old_marks[same..][change.old_range()].fill(true);
            new_marks[same..][change.new_range()].fill(true);
        }
    }
    let [place_style, removed, added] = style.of_diff();
    // Writing to a `Vec` does not fail.
    let _ = writeln!(out, "{place_style}{place}{place_style:#}");
    let _ = writeln!(out, "- {}", shown(&old, &old_marks, same, style.columns, removed));
    let _ = writeln!(out, "+ {}", shown(&new, &new_marks, same, style.columns, added));
}

/// Letters and digits that stand together, or one other character, or ill-formed bytes.
struct Word<'l> {
    bytes: &'l [u8],
    /// As a terminal may see it.
    shown: String,
}

fn words(line: &[u8]) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    let mut push = |range: Range<usize>| {
        let bytes = &line[range];
        let mut shown = String::new();
        escape::push(&mut shown, bytes);
        words.push(Word { bytes, shown });
    };
    for chunk in Utf8Chunks::new(line) {
        let mut start = at;
        for character in chunk.valid().chars() {
            let end = at + character.len_utf8();
            if !character.is_alphanumeric() {
                if start < at {
                    push(start..at);
                }
                push(at..end);
                start = end;
            }
            at = end;
        }
        if start < at {
            push(start..at);
        }
        if !chunk.invalid().is_empty() {
            push(at..at + chunk.invalid().len());
            at += chunk.invalid().len();
        }
    }
    words
}

/// Words in a row, around the `first` that differs, in as many columns.
fn shown(
    words: &[Word<'_>],
    marks: &[bool],
    first: usize,
    columns: usize,
    style: anstyle::Style,
) -> String {
    let width = |word: &Word<'_>| word.shown.chars().count();
    let mut from = first.min(words.len());
    let mut before = 0;
    while from > 0 && before + width(&words[from - 1]) <= BEFORE {
        from -= 1;
        before += width(&words[from]);
    }
    // Where the line is short, all of it is shown.
    if words[..from].iter().map(width).sum::<usize>() <= BEFORE {
        from = 0;
    }
    let mut text = if from > 0 { String::from("…") } else { String::new() };
    let mut used = 0;
    for (word, is_marked) in words.iter().zip(marks).skip(from) {
        used += width(word);
        if used > columns {
            text.push('…');
            break;
        }
        match is_marked {
            true => text += &format!("{style}{}{style:#}", word.shown),
            false => text += &word.shown,
        }
    }
    text
}
