//! Texts in every encoding: classes that kernels have loops for, and what is malformed.

use utf8kit::reference::convert::{Form, encode};

use crate::common::{ERRORS, FILLERS, Random};
use crate::pairs::Side;

/// Well-formed UTF-8 in another encoding; in Latin-1, a character for each that it does not have.
pub(crate) fn encoded(form: Form, utf8: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(utf8).expect("well-formed");
    encoded_all(form, text.chars().map(u32::from))
}

/// Code points that the encoding has; Latin-1 takes what it needs of them.
pub(crate) fn encoded_all(form: Form, numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in numbers {
        let number =
            if form == Form::Latin1 && number > 0xFF { 0x80 | number & 0x7F } else { number };
        bytes.extend_from_slice(encode(form, number).expect("it has a form").as_slice());
    }
    bytes
}

/// Bytes in a code unit.
pub(crate) fn unit(form: Form) -> usize {
    match form {
        Form::Utf16Le | Form::Utf16Be => 2,
        Form::Utf32Le | Form::Utf32Be => 4,
        _ => 1,
    }
}

/// What is malformed, or nearly, in an encoding: each stands for itself wherever ASCII follows.
pub(crate) fn errors(form: Form) -> Vec<Vec<u8>> {
    fn all(errors: &[&[u8]]) -> Vec<Vec<u8>> {
        errors.iter().map(|error| error.to_vec()).collect()
    }
    fn units16(order: fn(u16) -> [u8; 2]) -> Vec<Vec<u8>> {
        let texts: [&[u16]; 9] = [
            &[0xD800],
            &[0xDBFF],
            &[0xDC00],
            &[0xDFFF],
            &[0xDC00, 0xD800],
            &[0xD83D, 0xD83D, 0xDE00],
            &[0xD83D, 0xDE00, 0xDE00],
            &[0xD83D, 0xE000],
            &[0xD7FF, 0xDC00],
        ];
        texts.iter().map(|text| text.iter().flat_map(|unit| order(*unit)).collect()).collect()
    }
    fn units32(order: fn(u32) -> [u8; 4]) -> Vec<Vec<u8>> {
        let units = [
            0xD800,
            0xDBFF,
            0xDC00,
            0xDFFF,
            0x11_0000,
            0x1F_FFFF,
            0x20_0000,
            0x7FFF_FFFF,
            0x8000_0000,
            0x8000_0041,
            0xFFFF_0000,
            0xFFFF_FFFF,
            // In the other byte order, a character.
            0x4100_0000,
        ];
        units.iter().map(|unit| order(*unit).to_vec()).collect()
    }
    // At the borders of what is malformed, and in as many bytes as a lead promises: so that nothing
    // but the values shows it.
    let borders: [&[u8]; 10] = [
        b"\xC1\xBF",
        b"\xE0\x80\x80",
        b"\xE0\x9F\xBF",
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xF0\x80\x80\x80",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xFF\x80\x80\x80",
    ];
    match form {
        Form::Utf8 => all(&[&ERRORS[..], &borders].concat()),
        Form::Utf16Le => units16(u16::to_le_bytes),
        Form::Utf16Be => units16(u16::to_be_bytes),
        Form::Utf32Le => units32(u32::to_le_bytes),
        Form::Utf32Be => units32(u32::to_be_bytes),
        // Nothing is; only the target can lack a character.
        Form::Latin1 => all(&[b"\xFF", b"\x80"]),
        Form::Cesu8 | Form::ModifiedUtf8 | Form::Wtf8 => {
            let surrogates: [&[u8]; 16] = [
                b"\x80",
                b"\xC3",
                b"\xE2\x82",
                b"\xC0\x80",
                b"\xC0",
                b"\0",
                b"\xF0\x9F\x98\x80",
                b"\xF0\x9F\x98",
                b"\xED",
                b"\xED\xA0",
                b"\xED\xA0\xBD\xED\xB8\x80",
                b"\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80",
                b"\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80",
                b"\xED\xB8\x80\xED\xA0\xBD",
                b"\xED\xA0\xBD\xED\xB8",
                b"\xED\xA0\xBD\xED",
            ];
            all(&[&surrogates[..], &borders].concat())
        }
    }
}

/// Each character at a border of the ranges that differ in length, and those that look like an
/// error.
pub(crate) fn borders(form: Form) -> Vec<Vec<u8>> {
    const NUMBERS: [u32; 14] = [
        0, 0x7F, 0x80, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x1_0000,
        0xF_FFFF, 0x10_FFFF,
    ];
    let numbers = if form == Form::Latin1 { &NUMBERS[..4] } else { &NUMBERS };
    numbers.iter().map(|number| encoded_all(form, [*number])).collect()
}

/// Some `len` bytes of text that changes its class now and then, with so many errors, or fewer.
pub(crate) fn random_text(random: &mut Random, side: Side, len: usize, edits: usize) -> Vec<u8> {
    /// The ranges whose characters have the same lengths everywhere.
    const RANGES: [(u32, u32); 7] = [
        (0x00, 0x7F),
        (0x80, 0xFF),
        (0x100, 0x7FF),
        (0x800, 0xD7FF),
        (0xE000, 0xFFFF),
        (0x1_0000, 0x1_FFFF),
        (0x1_0000, 0x10_FFFF),
    ];
    let mut text = Vec::new();
    while text.len() < len {
        let run = 1 + random.below(40);
        let (first, last) = random.one_of(&RANGES);
        let number = |random: &mut Random| first + random.below((last - first) as usize + 1) as u32;
        match random.below(3) {
            0 => text.extend(encoded_all(side.form, (0..run).map(|_| number(random)))),
            1 => text.extend(encoded(side.form, &random.one_of(&FILLERS).at_least(run))),
            // One of them among others.
            _ => text.extend(encoded_all(side.form, [number(random)])),
        }
    }
    // In mid-character, too, and in mid-unit where the elements are bytes.
    text.truncate(len / side.width * side.width);
    let (unit, errors) = (unit(side.form), errors(side.form));
    for _ in 0..edits.min(text.len() / unit) {
        let at = random.below(text.len() / unit) * unit;
        let error = &errors[random.below(errors.len())];
        let len = error.len().min(text.len() - at) / unit * unit;
        text[at..at + len].copy_from_slice(&error[..len]);
        if unit == 1 {
            let at = random.below(text.len());
            text[at] = random.byte();
        }
    }
    text
}
