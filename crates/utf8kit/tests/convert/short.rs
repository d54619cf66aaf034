//! Short texts: up to 64 bytes of ASCII, up to 8 units of anything, and what kernels take as few.

use utf8kit::reference::convert::Form;

use crate::check::{Checker, Expected, Source, calls};
use crate::common::{Random, for_each_string};
use crate::pairs::{Pair, pairs};
use crate::texts::{encoded, unit};

/// What a unit can be, at each border between two lengths of a character and around surrogates.
const UNITS: [u32; 13] =
    [0, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFF];

/// Of UTF-32 also these.
const BEYOND: [u32; 4] = [0x1_0000, 0x10_FFFF, 0x11_0000, 0x8000_0041];

fn bytes(form: Form, units: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in units {
        match form {
            Form::Utf16Le => bytes.extend((value as u16).to_le_bytes()),
            Form::Utf16Be => bytes.extend((value as u16).to_be_bytes()),
            Form::Utf32Le => bytes.extend(value.to_le_bytes()),
            Form::Utf32Be => bytes.extend(value.to_be_bytes()),
            _ => bytes.push(value as u8),
        }
    }
    bytes
}

/// Into just enough room, into so much more, and into a byte less.
fn check_rooms(checker: &mut Checker, pair: &'static Pair, expected: &Expected<'_>, more: usize) {
    for call in calls(pair) {
        let exact = expected.output(call.mode).len();
        for room in [exact, exact + more, exact.saturating_sub(1)] {
            checker.check_room(call, expected, room);
        }
    }
}

/// Few whole units and a part of one: of NULs, so that whatever is read across units is a
/// character, too.
#[test]
fn parts_of_units() {
    let mut checker = Checker::default();
    for form in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
        let emoji: &[u32] = if unit(form) == 2 { &[0xD83D, 0xDE00] } else { &[0x1_F600] };
        let sources = pairs().filter(|pair| pair.from.form == form && pair.from.width == 1);
        let pairs: Vec<_> = sources.collect();
        for (before, value) in [(&[][..], 0), (&[], 0x41), (&[], 0x101), (emoji, 0)] {
            for (count, part) in
                (0..10).flat_map(|count| (1..unit(form)).map(move |part| (count, part)))
            {
                let values = before.iter().copied().chain(std::iter::repeat_n(value, count));
                let mut text = bytes(form, values);
                text.extend(std::iter::repeat_n(0, part));
                let source = Source::new(form, text);
                for pair in &pairs {
                    let expected = source.to(pair.to.form);
                    for call in calls(pair) {
                        let mode = call.mode;
                        checker.check_room(call, &expected, expected.output(mode).len() + 16);
                        checker.len(call, &expected);
                    }
                }
            }
        }
    }
}

/// All that four units can be, at each place among others, which are one of those again: into just
/// enough room, and into somewhat more. The targets take turns.
#[test]
fn all_fours() {
    let mut checker = Checker::default();
    for form in [Form::Utf16Le, Form::Utf32Le, Form::Latin1] {
        let units: Vec<u32> = match unit(form) {
            1 => UNITS[..4].to_vec(),
            2 => UNITS.to_vec(),
            _ => [&UNITS[..], &BEYOND].concat(),
        };
        let digits: Vec<u8> = (0..units.len() as u8).collect();
        let targets: Vec<_> =
            pairs().filter(|pair| pair.from.form == form && !pair.is_swapped()).collect();
        let mut turn = 0;
        for_each_string(&digits, 4, &mut |string| {
            turn += 1;
            let values = string.iter().map(|&digit| units[usize::from(digit)]);
            let (before, behind) = (turn % 11, turn / 11 % 7);
            let around = |len| std::iter::repeat_n(units[turn % units.len()], len);
            let text = around(before).chain(values).chain(around(behind));
            let source = Source::new(form, bytes(form, text));
            for pair in targets.iter().skip(turn % 9).step_by(9) {
                let expected = source.to(pair.to.form);
                for call in calls(pair) {
                    let mode = call.mode;
                    // What is written a word at a time needs more room than it fills.
                    let room = expected.output(mode).len() + turn % 17;
                    checker.check_room(call, &expected, room);
                    checker.len(call, &expected);
                }
            }
        });
    }
}

/// All texts of up to four of `units`, into just enough room, into less and into more. The targets
/// take turns.
fn check_few(form: Form, units: &[u32]) {
    let mut checker = Checker::default();
    let targets: Vec<_> = pairs().filter(|pair| pair.from.form == form).collect();
    assert!(!targets.is_empty());
    let digits: Vec<u8> = (0..units.len() as u8).collect();
    let mut turn = 0;
    for len in 0..=4 {
        for_each_string(&digits, len, &mut |string| {
            turn += 1;
            let values = string.iter().map(|&digit| units[usize::from(digit)]);
            let source = Source::new(form, bytes(form, values));
            for pair in targets.iter().skip(turn % 3).step_by(3) {
                let expected = source.to(pair.to.form);
                check_rooms(&mut checker, pair, &expected, turn % 17);
            }
        });
    }
}

/// Bytes: of ASCII, of what can follow, and the first bytes of characters of two to four, and of
/// forms that are too long for theirs.
#[test]
fn few_bytes() {
    const BYTES: [u32; 12] = [0, 0x41, 0x80, 0x9F, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4];
    for form in [Form::Utf8, Form::Cesu8, Form::ModifiedUtf8, Form::Wtf8] {
        check_few(form, &BYTES);
    }
}

/// Units of UTF-16: at the borders between two lengths of a character, and halves of pairs.
#[test]
fn few_units() {
    const UNITS: [u32; 8] = [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD83D, 0xDE00, 0xFFFF];
    for form in [Form::Utf16Le, Form::Utf16Be] {
        check_few(form, &UNITS);
    }
}

/// Up to four units that become bytes of Latin-1, or do not: among these, each with a byte in
/// common with one that does. Into just enough room, into less and into more.
#[test]
fn few_to_latin1() {
    let mut checker = Checker::default();
    for form in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
        let mut units = vec![0x41, 0x7F, 0x80, 0xFF, 0x100, 0x4100, 0xD800];
        if unit(form) == 4 {
            units.extend([0x1_0041, 0x4100_0000, 0x8000_0041]);
        }
        let digits: Vec<u8> = (0..units.len() as u8).collect();
        let all = pairs().filter(|pair| pair.from.form == form && pair.to.form == Form::Latin1);
        let pairs: Vec<_> = all.collect();
        assert!(!pairs.is_empty());
        for len in 0..=4 {
            for_each_string(&digits, len, &mut |string| {
                let values = string.iter().map(|&digit| units[usize::from(digit)]);
                let source = Source::new(form, bytes(form, values));
                for pair in &pairs {
                    let expected = source.to(pair.to.form);
                    check_rooms(&mut checker, pair, &expected, 1);
                }
            });
        }
    }
}

/// ASCII of every length up to some more than is done sixteen characters at a time, into just
/// enough room, into less and into more; and with a byte at each place that is not, or NUL. No two
/// characters are alike that could be mixed up.
#[test]
fn ascii() {
    let mut checker = Checker::default();
    for form in [Form::Utf8, Form::Wtf8, Form::Cesu8, Form::ModifiedUtf8, Form::Latin1] {
        let targets: Vec<_> = pairs().filter(|pair| pair.from.form == form).collect();
        for len in 1..=70 {
            let text: Vec<u8> = (0..len).map(|index| b'!' + index).collect();
            let at_each = (0..len).map(|at| {
                let mut text = text.clone();
                text[usize::from(at)] = if at % 2 == 0 { 0x80 } else { 0 };
                text
            });
            for (turn, bytes) in std::iter::once(text.clone()).chain(at_each).enumerate() {
                let source = Source::new(form, bytes);
                let (first, step) = if turn == 0 { (0, 1) } else { (turn % 3, 3) };
                for pair in targets.iter().skip(first).step_by(step) {
                    let expected = source.to(pair.to.form);
                    check_rooms(&mut checker, pair, &expected, 7);
                }
            }
        }
    }
}

/// Text of up to somewhat more than goes the way for little text of which each unit becomes one:
/// plain, and with a unit at some place that does not; into just enough room, into less and into
/// more.
#[test]
fn little_text() {
    let mut random = Random::new(13);
    let mut checker = Checker::default();
    let lens = (60..140).chain((140..2100).step_by(37)).chain([2047, 2048, 2049]);
    for (turn, len) in lens.enumerate() {
        for form in [Form::Latin1, Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
            let mut units: Vec<u32> =
                (0..len / unit(form)).map(|_| random.below(0x100) as u32).collect();
            for (case, exception) in
                [None, Some(0x100), Some(0xD83D), Some(0x1_0000)].into_iter().enumerate()
            {
                if let Some(exception) = exception {
                    let at = random.below(units.len());
                    units[at] = exception;
                }
                let source = Source::new(form, bytes(form, units.iter().copied()));
                for pair in
                    pairs().filter(|pair| pair.from.form == form).skip((turn + case) % 4).step_by(4)
                {
                    let expected = source.to(pair.to.form);
                    check_rooms(&mut checker, pair, &expected, 70);
                }
            }
        }
    }
}

/// Units of every number up to some more than are taken together, of which many are above U+FFFF,
/// pairs in UTF-16, and a few are none, such as the half of a pair: so pairs reach over every
/// border between blocks. With a part of a unit at the end, too.
#[test]
fn supplementary_among_others() {
    const ALPHABETS: [&[&[u32]]; 4] = [
        &[&[0x1_F600], &[0x10_FFFF], &[0x1_0041]],
        &[&[0x1_F600], &[0x78]],
        &[&[0x10_FFFF], &[0x65E5], &[0xE9], &[0x78], &[0]],
        &[&[0x1_0000], &[0x1_F600], &[0xFFFF, 0x7F]],
    ];
    let mut random = Random::new(14);
    let mut checker = Checker::default();
    for form in [Form::Utf16Le, Form::Utf16Be, Form::Utf32Le, Form::Utf32Be] {
        let targets: Vec<_> = pairs().filter(|pair| pair.from.form == form).collect();
        for turn in 0..8000 {
            let alphabet = ALPHABETS[turn % ALPHABETS.len()];
            let len = random.below(71);
            let mut units = Vec::new();
            while units.len() < len {
                for &value in random.one_of(alphabet) {
                    match value.checked_sub(0x1_0000) {
                        Some(bits) if unit(form) == 2 => {
                            units.extend([0xD800 + (bits >> 10), 0xDC00 + (bits & 0x3FF)]);
                        }
                        _ => units.push(value),
                    }
                }
            }
            if turn % 3 == 0 && !units.is_empty() {
                let at = random.below(units.len());
                units[at] = random.one_of(&[0xD800, 0xDC00, 0x41]);
            }
            let mut text = bytes(form, units.into_iter());
            let is_cut = turn % 16 == 0 && text.pop().is_some();
            let source = Source::new(form, text);
            // Native units are whole.
            let targets = targets.iter().filter(|pair| !is_cut || pair.from.width == 1);
            for pair in targets.skip(turn / 4 % 4).step_by(4) {
                let expected = source.to(pair.to.form);
                for call in calls(pair) {
                    let mode = call.mode;
                    let exact = expected.output(mode).len();
                    for room in [exact, exact + turn % 40, exact.saturating_sub(1 + turn % 5)] {
                        checker.check_room(call, &expected, room);
                    }
                    checker.len(call, &expected);
                }
            }
        }
    }
}

/// A half of a pair without the other one, or a pair, at each place in text of every length up to
/// some more than is taken together that has no other: at each border between blocks, too.
#[test]
fn halves_among_others() {
    const HALVES: [&[u32]; 4] = [&[0xD83D], &[0xDE00], &[0xD83D, 0xDE00], &[0xDE00, 0xD83D]];
    let mut checker = Checker::default();
    for form in [Form::Utf16Le, Form::Utf16Be] {
        let targets: Vec<_> =
            pairs().filter(|pair| pair.from.form == form && !pair.is_swapped()).collect();
        let mut turn = 0;
        for len in 1..=70 {
            for (at, halves) in (0..len).flat_map(|at| HALVES.map(|halves| (at, halves))) {
                turn += 1;
                let plain = [0x78, 0x65E5][turn % 2];
                let before = std::iter::repeat_n(plain, at);
                let behind = std::iter::repeat_n(plain, len - at);
                let units = before.chain(halves.iter().copied()).chain(behind);
                let source = Source::new(form, bytes(form, units.take(len)));
                // Of these, its own form too: whether it is well-formed.
                for pair in targets.iter().skip(turn % 3).step_by(3) {
                    let expected = source.to(pair.to.form);
                    for call in calls(pair) {
                        let mode = call.mode;
                        checker.check_room(call, &expected, expected.output(mode).len() + turn % 9);
                        checker.len(call, &expected);
                    }
                }
            }
        }
    }
}

/// Characters of three and of four bytes in UTF-8 and its like, of every number up to some more
/// than are taken together, and with another byte at each place: so that one is overlong, too
/// large, a surrogate or none. Behind some, letters.
#[test]
fn characters_of_one_length() {
    const TEXTS: [&str; 4] = ["\u{800}\u{D7FF}日\u{FFFF}", "語", "\u{10000}\u{10FFFF}", "😀"];
    const OTHERS: [u8; 12] =
        [0x00, 0x78, 0x80, 0x8F, 0x90, 0xA0, 0xBF, 0xC3, 0xE0, 0xED, 0xF0, 0xF4];
    let mut checker = Checker::default();
    let mut turn = 0;
    for form in [Form::Utf8, Form::Wtf8, Form::Cesu8, Form::ModifiedUtf8] {
        let targets: Vec<_> = pairs().filter(|pair| pair.from.form == form).collect();
        for (text, count) in TEXTS.iter().flat_map(|text| (1..=23).map(move |count| (text, count)))
        {
            let text: String = text.chars().cycle().take(count).collect();
            for letters in 0..4 {
                let text = encoded(form, [&text, &"xyz"[..letters]].concat().as_bytes());
                // Letters behind text that is long need not be looked at with each byte of that.
                let places = if letters == 0 || count < 6 { text.len() } else { 0 };
                for at in (0..places).map(Some).chain([None]) {
                    turn += 1;
                    let mut text = text.clone();
                    if let Some(at) = at {
                        text[at] = OTHERS[turn % OTHERS.len()];
                    }
                    let source = Source::new(form, text);
                    for pair in targets.iter().skip(turn % 9).step_by(9) {
                        let expected = source.to(pair.to.form);
                        for call in calls(pair) {
                            let mode = call.mode;
                            let exact = expected.output(mode).len();
                            for room in [exact, exact + turn % 40, exact.saturating_sub(turn % 9)] {
                                checker.check_room(call, &expected, room);
                            }
                            checker.len(call, &expected);
                        }
                    }
                }
            }
        }
    }
}
