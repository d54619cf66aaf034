//! Errors, and what looks like one, at every lane of every loop, and where one loop hands on to
//! another.

use crate::check::{Checker, Source};
use crate::common::{ALPHABET, FILLERS, Random, does, for_each_string};
use crate::pairs::{FORMS, Pair, pairs_from};
use crate::texts::{borders, encoded, errors, unit};
use utf8kit::reference::convert::Form;

/// Bytes of a text over which an error is moved: more than a group of the widest blocks.
const LANES: usize = 330;

/// Each error, and what is nearly one, at each distance from the start of a text of each class,
/// with a text of some class behind it, long, short or empty.
#[test]
fn an_error_at_every_lane() {
    let mut checker = Checker::default();
    for form in FORMS {
        let fillers = FILLERS
            .map(|filler| Source::new(form, encoded(form, &filler.at_least(4 * (LANES + 2100)))));
        // And none, with each class behind each.
        let cases = [errors(form), borders(form), vec![Vec::new(); FILLERS.len()]].concat();
        for (index, error) in cases.iter().enumerate() {
            let tails: Vec<Source> = (0..3 * fillers.len())
                .map(|turn| {
                    let behind = fillers[turn / 3].prefix([400, 40, 0][turn % 3]);
                    Source::new(form, [&error[..], &behind.bytes].concat())
                })
                .collect();
            for (class, filler) in fillers.iter().enumerate() {
                let turn = class + index;
                // A loop may be entered only after some text of its class.
                let depth = [0, 0, 256, 0, 1024, 2048][(turn + index / 2) % 6];
                for lane in 0..LANES / unit(form) {
                    // Where there are no lanes, they do not matter.
                    let few = |pair: &Pair| if pair.has_kernels() { 29 } else { 127 };
                    let mut due = pairs_from(form)
                        .filter(|pair| (lane + turn).is_multiple_of(few(pair)))
                        .peekable();
                    if due.peek().is_none() {
                        continue;
                    }
                    let before = before(&fillers[0], filler, depth + lane * unit(form));
                    let source = before.and(&tails[(lane / 3 + turn) % tails.len()]);
                    for pair in due {
                        let expected = source.to(pair.to.form);
                        for &level in pair.levels() {
                            if does(level, lane / few(pair) + turn, 41) {
                                checker.both(pair, level, &expected);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Each error at each distance from the start of a text that Latin-1 has, with such a text behind
/// it, or none: elsewhere, what is not ASCII is an error to Latin-1, so its loops end at once.
#[test]
fn an_error_among_latin1() {
    // Forms of which nothing but the next byte shows that they are not whole.
    let cut: [&[u8]; 4] = [b"\xC3\xC3\xA9", b"\xC2\xC2", b"\xC3\xC4\x80", b"\xC2\xFF"];
    let cases =
        [errors(Form::Utf8), borders(Form::Utf8), cut.map(<[u8]>::to_vec).to_vec()].concat();
    let fillers = ["filler ", "\u{80}\u{BF}\u{C0}\u{FF}", "aéb"]
        .map(|text| Source::new(Form::Utf8, text.repeat(LANES)));
    let mut checker = Checker::default();
    for pair in pairs_from(Form::Utf8).filter(|pair| pair.to.form == Form::Latin1) {
        for (index, error) in cases.iter().enumerate() {
            let tails: Vec<Source> = (0..2 * fillers.len())
                .map(|turn| {
                    let behind = fillers[turn / 2].prefix([200, 0][turn % 2]);
                    Source::new(Form::Utf8, [&error[..], &behind.bytes].concat())
                })
                .collect();
            for lane in 0..LANES {
                let turn = lane + index;
                for filler in &fillers {
                    let source = before(&fillers[0], filler, lane).and(&tails[turn % tails.len()]);
                    let expected = source.to(pair.to.form);
                    for &level in pair.levels() {
                        checker.both(pair, level, &expected);
                    }
                }
            }
        }
    }
}

/// So many bytes of a class, behind up to three characters of ASCII, so that they are just as many.
fn before(ascii: &Source, filler: &Source, len: usize) -> Source {
    (0..16)
        .map(|behind| ascii.prefix(len.min(behind)))
        .map(|start| {
            let rest = len - start.bytes.len();
            start.and(&filler.prefix(rest))
        })
        .find(|before| before.bytes.len() == len)
        .expect("ASCII fills any length")
}

/// Strings between texts of every class and of all lengths up to some: each as what a lossy
/// conversion replaces, and as what ends a strict one, which then goes on behind it. And each at
/// the end.
fn check_strings(form: Form, strings: &[Vec<u8>]) {
    let fillers = FILLERS.map(|filler| Source::new(form, encoded(form, &filler.at_least(200))));
    let mut random = Random::new(21);
    let mut checker = Checker::default();
    for (turn, strings) in strings.chunks(40).enumerate() {
        let filler = &fillers[turn % fillers.len()];
        let mut bytes = Vec::new();
        for string in strings {
            bytes.extend_from_slice(string);
            bytes.extend_from_slice(&filler.prefix(random.below(80 * unit(form))).bytes);
        }
        let source = Source::new(form, bytes);
        for pair in pairs_from(form).filter(|pair| !pair.is_swapped() || turn.is_multiple_of(8)) {
            let expected = source.to(pair.to.form);
            for &level in pair.levels().iter().filter(|level| does(**level, turn, 64)) {
                checker.both(pair, level, &expected);
                checker.walk(pair, level, &expected);
            }
        }
    }
    for (turn, string) in strings.iter().enumerate() {
        let before = fillers[turn / 4 % fillers.len()].prefix(random.below(40 * unit(form)));
        let source = before.and(&Source::new(form, &string[..]));
        // The targets take turns: what ends a text is a matter of the source.
        for pair in pairs_from(form).skip(turn % 8).step_by(8) {
            let expected = source.to(pair.to.form);
            for &level in pair.levels().iter().filter(|level| does(**level, turn, 512)) {
                checker.both(pair, level, &expected);
            }
        }
    }
}

/// All over the classes of table 3-7, of up to four bytes, at both ends of the longest class.
#[test]
fn strings_of_bytes() {
    let mut strings = Vec::new();
    let alphabet = [&ALPHABET[..], &[0xBF]].concat();
    for_each_string(&alphabet, 4, &mut |string| strings.push(string.to_vec()));
    check_strings(Form::Utf8, &strings);
    // These have the same kernels, and a codec that does not know where it is.
    for (turn, form) in [Form::Cesu8, Form::ModifiedUtf8, Form::Wtf8].into_iter().enumerate() {
        let some: Vec<_> = strings.iter().skip(turn).step_by(3).cloned().collect();
        check_strings(form, &some);
    }
}

/// All over the parts of surrogates' forms, of up to eight bytes, and over what ends them.
#[test]
fn strings_of_surrogates_in_bytes() {
    let parts: [&[u8]; 9] = [
        b"\xED\xA0\x80",
        b"\xED\xAF\xBF",
        b"\xED\xB0\x80",
        b"\xED\xBF\xBF",
        b"\xED\xA0",
        b"\xED\xB0",
        b"\xED",
        b"\x80",
        b"a",
    ];
    let mut strings = Vec::new();
    for_each_string(&[0, 1, 2, 3, 4, 5, 6, 7, 8], 4, &mut |string| {
        strings.push(string.iter().flat_map(|&part| parts[usize::from(part)]).copied().collect());
    });
    for form in [Form::Utf8, Form::Cesu8, Form::ModifiedUtf8, Form::Wtf8] {
        check_strings(form, &strings);
    }
}

/// All of up to four units around the borders of what UTF-16 tells apart.
#[test]
fn strings_of_utf16() {
    const UNITS: [u16; 11] =
        [0x41, 0xE9, 0x416, 0x65E5, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF];
    let digits: Vec<u8> = (0..11).collect();
    let orders =
        [(Form::Utf16Le, u16::to_le_bytes as fn(u16) -> _), (Form::Utf16Be, u16::to_be_bytes)];
    for (form, order) in orders {
        let mut strings = Vec::new();
        for_each_string(&digits, 4, &mut |string| {
            strings.push(string.iter().flat_map(|&unit| order(UNITS[usize::from(unit)])).collect());
        });
        check_strings(form, &strings);
    }
}

/// All of up to three values at the borders of what UTF-32 tells apart, in both byte orders' sense.
#[test]
fn strings_of_utf32() {
    let mut values = vec![0x1_0041, 0x4100_0000, 0x1100_0000, 0xD800_0000, 0x00D8_0000];
    for border in
        [0x80, 0x100, 0x800, 0xD800, 0xDC00, 0xE000, 0x1_0000, 0x11_0000, 0x20_0000, 0x8000_0000]
    {
        values.extend([border - 1, border]);
    }
    values.push(u32::MAX);
    let digits: Vec<u8> = (0..values.len() as u8).collect();
    let orders =
        [(Form::Utf32Le, u32::to_le_bytes as fn(u32) -> _), (Form::Utf32Be, u32::to_be_bytes)];
    for (form, order) in orders {
        let mut strings = Vec::new();
        for_each_string(&digits, 3, &mut |string| {
            strings
                .push(string.iter().flat_map(|&value| order(values[usize::from(value)])).collect());
        });
        check_strings(form, &strings);
    }
}

/// Bytes of Latin-1 that another target has no form for, or a longer one.
#[test]
fn strings_of_latin1() {
    let mut strings = Vec::new();
    for_each_string(&[0x00, 0x7F, 0x80, 0xFF], 4, &mut |string| strings.push(string.to_vec()));
    check_strings(Form::Latin1, &strings);
}
