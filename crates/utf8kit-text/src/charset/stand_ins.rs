//! Characters that the WHATWG's encoders write as others: read back, they are those others. Here
//! they have no form, so that nothing is changed without a word.

use encoding_rs::{EUC_JP, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};

/// In UTF-8, the first bytes that these characters have, and whether a character is one of them.
struct StandIns {
    leads: &'static [u8],
    contains: fn(char) -> bool,
}

/// The first such character of `text`, with its index.
pub(super) fn first(target: &'static Encoding, text: &str) -> Option<(usize, char)> {
    let StandIns { leads, contains } = of(target)?;
    // Most text has none of these bytes, and a search for a byte is fast.
    if !leads.iter().any(|lead| text.as_bytes().contains(lead)) {
        return None;
    }
    text.char_indices().find(|&(_, character)| contains(character))
}

fn of(target: &'static Encoding) -> Option<StandIns> {
    if target == SHIFT_JIS || target == EUC_JP {
        // The yen sign and the overline, as 5C and 7E; the minus sign, as the fullwidth hyphen.
        let contains = |character| matches!(character, '¥' | '\u{203E}' | '\u{2212}');
        Some(StandIns { leads: &[0xC2, 0xE2], contains })
    } else if target == ISO_2022_JP {
        // The minus sign; halfwidth katakana, as fullwidth ones.
        let contains = |character| matches!(character, '\u{2212}' | '\u{FF61}'..='\u{FF9F}');
        Some(StandIns { leads: &[0xE2, 0xEF], contains })
    } else if target == GB18030 || target == GBK {
        // Code points for private use, as what has replaced them in GB 18030-2022.
        let contains = |character| {
            matches!(
                character,
                '\u{E78D}'
                    ..='\u{E796}'
                        | '\u{E81E}'
                        | '\u{E826}'
                        | '\u{E82B}'
                        | '\u{E82C}'
                        | '\u{E832}'
                        | '\u{E843}'
                        | '\u{E854}'
                        | '\u{E864}'
            )
        };
        Some(StandIns { leads: &[0xEE], contains })
    } else {
        None
    }
}
