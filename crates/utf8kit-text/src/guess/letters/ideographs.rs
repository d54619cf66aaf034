//! What text costs that is written with ideographs or syllables, by how frequent its characters are.

use encoding_rs::DecoderResult;

use super::model::{Ideographs, MODEL};
use super::{BIT, Reading};
use crate::charset::{Charset, Inner};

/// What a sequence costs that is no character.
const MALFORMED: u32 = 30 * BIT;

/// How `text` reads in a charset of several bytes a character, which itself costs `prior`;
/// `None` if that costs more than `limit`.
pub(super) fn read(
    charset: Charset,
    text: &[u8],
    language: &'static str,
    prior: u32,
    limit: u32,
) -> Option<Reading> {
    let Inner::Legacy(encoding) = charset.0 else { return None };
    let frequent = MODEL.ideographs(language)?;
    let mut reading = Reading {
        charset,
        language,
        cost: prior,
        prior,
        characters: 0,
        letters: 0,
        malformed: 0,
        spelling: Vec::new(),
    };
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 1024];
    let mut at = 0;
    let mut last = '\n';
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&text[at..], &mut buffer, false);
        at += read;
        for character in std::str::from_utf8(&buffer[..written]).unwrap_or_default().chars() {
            reading.cost += cost(last, character, frequent);
            reading.characters += u32::from(!character.is_ascii());
            last = character;
        }
        if reading.cost > limit {
            return None;
        }
        match result {
            DecoderResult::Malformed(..) => {
                reading.cost += MALFORMED;
                reading.characters += 1;
                reading.malformed += 1;
                last = '\u{FFFD}';
            }
            DecoderResult::InputEmpty => return Some(reading),
            DecoderResult::OutputFull => {}
        }
    }
}

/// Whether these characters, which UTF-16 would have in a text without spaces or digits, are too
/// rare to be text in any language.
pub(in super::super) fn is_unlikely_utf16(characters: &[char]) -> bool {
    /// Of text, a character costs 8 to 10 bits in the mean; of other bytes, 13 to 16.
    const MOST: u32 = 11 * BIT;
    let languages = ["ja", "zh", "zht", "ko"].into_iter().filter_map(|name| MODEL.ideographs(name));
    let costs = languages.map(|frequent| -> u32 {
        let costs = characters.iter().map(|&character| of_wide(character, frequent));
        costs.sum()
    });
    let most = MOST.saturating_mul(u32::try_from(characters.len()).unwrap_or(u32::MAX));
    costs.min().is_none_or(|least| least > most)
}

fn cost(last: char, character: char, frequent: &Ideographs) -> u32 {
    match (last.is_ascii(), character.is_ascii()) {
        // These are the same in every reading.
        (true, true) => 0,
        (false, true) if character.is_ascii_alphabetic() => 8 * BIT,
        (false, true) => 4 * BIT,
        (true, false) if last.is_ascii_alphabetic() => 5 * BIT + of_wide(character, frequent),
        (_, false) => of_wide(character, frequent),
    }
}

/// What a character beyond ASCII costs.
fn of_wide(character: char, frequent: &Ideographs) -> u32 {
    frequent.cost(character).unwrap_or(match character {
        // In Shift_JIS, any byte from A1 to DF is a halfwidth katakana.
        '\u{FF61}'..='\u{FF9F}' => 9 * BIT,
        '\u{3000}'..='\u{30FF}' | '\u{FF00}'..='\u{FFEF}' => 12 * BIT,
        '\u{2000}'..='\u{22FF}' | '\u{25A0}'..='\u{26FF}' => 14 * BIT,
        '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => 15 * BIT,
        '\u{80}'..='\u{9F}' => MALFORMED,
        _ => 19 * BIT,
    })
}
