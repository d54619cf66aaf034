//! Is it UTF-16, is it UTF-32: an error at every place of texts of every class, against std.

use utf8kit::convert::{self, Form, To, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use utf8kit::{Engine, Error};

use crate::common::{does, levels};

/// Bytes of a text over which an error is moved: more than two groups of the widest blocks.
const PLACES: usize = 560;

/// Texts of so many elements are checked by the public function too, at whatever level.
const SHORT: usize = 300;

/// Each string of `strings` at each place of a text of each of `fillers`, with more of it behind, a
/// little, much or none.
fn for_each_text<U: Copy>(fillers: &[&[U]], strings: &[&[U]], mut check: impl FnMut(usize, &[U])) {
    let places = PLACES / size_of::<U>();
    let mut text = Vec::new();
    for (index, filler) in fillers.iter().enumerate() {
        for string in strings {
            for place in 0..places {
                // What repeats may stand at odd places too.
                let turned = filler.iter().cycle().skip((filler.len() - place % 2) % filler.len());
                text.clear();
                text.extend(turned.copied().take(place));
                text.extend_from_slice(string);
                let behind = [0, 1, 40, places][(place + index) % 4];
                text.extend(filler.iter().cycle().copied().take(behind));
                check(place, &text);
            }
        }
    }
}

#[track_caller]
fn assert_position<F: Form + To<F>>(
    level: Engine,
    text: &[F::Unit],
    first: Option<usize>,
    at: impl Fn(usize) -> usize,
) {
    let found = level.validate::<F>(text);
    let first = first.map(at);
    assert_eq!(found.err().map(|error: Error| error.position()), first, "{level}");
    if text.len() <= SHORT {
        assert_eq!(convert::validate::<F>(text).err().map(|error| error.position()), first);
    }
}

#[test]
fn utf16() {
    let fillers: [&[u16]; 4] = [&[0x41], &[0xE000, 0xD7FF], &[0xD800, 0xDC00], &[0xDBFF, 0xDFFF]];
    let strings: [&[u16]; 9] = [
        &[],
        &[0x65E5],
        &[0xD83D, 0xDE00],
        &[0xD800],
        &[0xDBFF],
        &[0xDC00],
        &[0xDFFF],
        &[0xDC00, 0xD800],
        &[0xD800, 0xD800, 0xDC00],
    ];
    for_each_text(&fillers, &strings, |turn, units| {
        let mut first = 0;
        let decoded = char::decode_utf16(units.iter().copied());
        let is_error = decoded.map(|decoded| match decoded {
            Ok(character) => {
                first += character.len_utf16();
                false
            }
            Err(_) => true,
        });
        let first = is_error.into_iter().any(|is_error| is_error).then_some(first);
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for level in levels().filter(|level| does(*level, turn, 17)) {
            assert_position::<Utf16>(level, units, first, |index| index);
            assert_position::<Utf16Le>(level, &little, first, |index| 2 * index);
            assert_position::<Utf16Be>(level, &big, first, |index| 2 * index);
            // Half a unit is an error, if there is none before.
            let cut = first.or(units.len().checked_sub(1)).filter(|&index| 2 * index < big.len());
            let is_cut_pair =
                first.is_none() && units.last().is_some_and(|last| matches!(last, 0xDC00..=0xDFFF));
            let cut = cut.map(|index| index - usize::from(is_cut_pair));
            if let Some(short) = big.len().checked_sub(1) {
                assert_position::<Utf16Le>(level, &little[..short], cut, |index| 2 * index);
                assert_position::<Utf16Be>(level, &big[..short], cut, |index| 2 * index);
            }
        }
    });
}

#[test]
fn utf32() {
    let fillers: [&[u32]; 3] = [&[0x41], &[0xE000, 0xD7FF], &[0x10_FFFF, 0x1_0000]];
    let strings: [&[u32]; 10] = [
        &[],
        &[0xD800],
        &[0xDFFF],
        &[0x11_0000],
        &[0x11_D800],
        &[0x7FFF_FFFF],
        &[0x8000_0000],
        &[0xD800_0000],
        &[u32::MAX],
        &[0x1_D800],
    ];
    for_each_text(&fillers, &strings, |turn, values| {
        let first = values.iter().position(|value| char::from_u32(*value).is_none());
        let little: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let big: Vec<u8> = values.iter().flat_map(|value| value.to_be_bytes()).collect();
        for level in levels().filter(|level| does(*level, turn, 17)) {
            assert_position::<Utf32>(level, values, first, |index| index);
            assert_position::<Utf32Le>(level, &little, first, |index| 4 * index);
            assert_position::<Utf32Be>(level, &big, first, |index| 4 * index);
            // A part of a value is an error, if there is none before.
            let cut = first.or(values.len().checked_sub(1));
            if let Some(short) = big.len().checked_sub(1 + turn % 3) {
                assert_position::<Utf32Le>(level, &little[..short], cut, |index| 4 * index);
                assert_position::<Utf32Be>(level, &big[..short], cut, |index| 4 * index);
            }
        }
    });
}
