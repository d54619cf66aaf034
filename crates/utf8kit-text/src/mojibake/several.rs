//! Lines of UTF-8 that were read in a charset of several bytes a character.
//!
//! ```text
//! Grüße aus München      UTF-8
//! Gr眉脽e aus M眉nchen      read as GBK
//! ```
//!
//! A character of two bytes mostly has half of two characters. So such a line is read as a whole, from
//! its first character that is not ASCII to its last one, or not at all.

use std::ops::Range;
use std::sync::LazyLock;

use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS};

use super::model::{BIT, MODEL};

pub(super) const CHARSETS: [&Encoding; 3] = [GBK, SHIFT_JIS, BIG5];

/// What must be gained.
const BAR: i32 = 14 * BIT;

/// The characters whose bytes in a charset a sequence of UTF-8 may start with: by number, a bit for
/// each charset.
static FIRSTS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut firsts = vec![0; 0x1_0000];
    for (place, charset) in CHARSETS.iter().enumerate() {
        for bytes in (0xC2..=0xF4).flat_map(|lead| (0x80..=0xBF).map(move |second| [lead, second]))
        {
            let (text, _) = charset.decode_without_bom_handling(&bytes);
            if let Some(character) = text.chars().next().filter(|it| *it != '\u{FFFD}')
                && let Some(first) = firsts.get_mut(character as usize)
            {
                *first |= 1 << place;
            }
        }
    }
    firsts
});

/// What a part of a line is read as.
pub(super) struct Whole {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    /// Its place in [`CHARSETS`].
    pub(super) charset: usize,
    /// Beyond the bar.
    pub(super) gain: i32,
}

/// The likeliest reading of a line as a whole, if any is likelier than the line as it stands.
pub(super) fn read(line: &str) -> Option<Whole> {
    let is_foreign = |character: char| !character.is_ascii();
    let start = line.find(is_foreign)?;
    let end = line.rfind(is_foreign)?;
    let end = end + line[end..].chars().next()?.len_utf8();
    let first = line[start..].chars().next()?;
    let is_letter = |character: char| character.is_ascii_alphabetic();
    let is_in_word = line[..start].ends_with(is_letter) || line[end..].starts_with(is_letter);
    // One character alone is more often meant.
    if end - start == first.len_utf8() && !is_in_word {
        return None;
    }
    let charsets = FIRSTS.get(first as usize)?;
    let readings = CHARSETS.iter().enumerate().filter(|(place, _)| charsets & 1 << place != 0);
    let readings = readings.filter_map(|(place, charset)| {
        let text = encode(&line[start..end], charset)?;
        let gain = cost(&line[start..end]) - cost(&text) - BAR;
        (gain > 0).then_some(Whole { range: start..end, text, charset: place, gain })
    });
    readings.max_by_key(|reading| reading.gain)
}

/// Whether `text`, which starts with the character of a number, may be UTF-8 in one of the charsets as
/// far as its first characters tell.
#[inline]
pub(super) fn is_likely(text: &str, first: usize) -> bool {
    let charsets = FIRSTS.get(first).copied().unwrap_or_default();
    charsets != 0 && starts_with_utf8(text, charsets)
}

#[inline(never)]
fn starts_with_utf8(text: &str, charsets: u8) -> bool {
    /// Text that is right fails within so many bytes.
    const FIRST: usize = 24;
    let is_near = |(at, character): &(usize, char)| *at <= FIRST && *character != '\n';
    let near = text.char_indices().take_while(is_near).last();
    let first = &text[..near.map_or(0, |(at, character)| at + character.len_utf8())];
    let is_utf8 = |charset: &'static Encoding| {
        let (bytes, _, is_lossy) = charset.encode(first);
        // A sequence may be cut at the end.
        let error = utf8kit::from_utf8(&bytes).err();
        !is_lossy && error.is_none_or(|error| error.error_len().is_none())
    };
    let charsets = CHARSETS.iter().enumerate().filter(|(place, _)| charsets & 1 << place != 0);
    charsets.into_iter().any(|(_, charset)| is_utf8(charset))
}

/// `text`, whose bytes in a charset are UTF-8.
fn encode(text: &str, charset: &'static Encoding) -> Option<String> {
    let (bytes, _, is_lossy) = charset.encode(text);
    // Some characters are encoded as others that look like them.
    let is_same = !is_lossy && charset.decode_without_bom_handling(&bytes).0 == text;
    is_same.then(|| String::from_utf8(bytes.into_owned()).ok())?
}

/// What a text costs.
fn cost(text: &str) -> i32 {
    let mut last = MODEL.line_end();
    let mut cost = 0;
    for character in text.chars() {
        let token = MODEL.token(character);
        cost += MODEL.cost(last, token);
        last = token;
    }
    cost
}
