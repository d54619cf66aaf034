//! UTF-7 (RFC 2152).

/// Whether all of `text`, which is ASCII, is surely UTF-7: by the rule that `escapes` states.
pub(super) fn is_utf7(text: &[u8]) -> bool {
    let (mut is_sure, mut east_asian) = (false, 0);
    let mut at = 0;
    while let Some(plus) = text[at..].iter().position(|byte| !is_plain(*byte)) {
        let start = at + plus + 1;
        if text[start - 1] != b'+' {
            return false;
        }
        let len = text[start..].iter().take_while(|byte| digit(**byte).is_some()).count();
        at = start + len;
        let run = &text[start..at];
        let behind = text.get(at);
        if run.is_empty() && behind == Some(&b'-') {
            continue;
        }
        let is_cut = behind.is_none();
        // Base64 of anything has more of it before a `+`, and may be padded or cut.
        let is_behind_digit = start >= 2 && digit(text[start - 2]).is_some();
        if is_behind_digit && behind == Some(&b'=') {
            return false;
        }
        let Some(found) = Characters::of(run, is_cut) else { return false };
        // The mark, with the first bits of what follows it.
        is_sure |= start == 1 && matches!(run, [b'/', b'v', b'8' | b'9' | b'+' | b'/', ..]);
        if looks_like_words(run) || !found.is_complete || is_behind_digit && is_cut {
            continue;
        }
        is_sure |= found.other > 0 && found.east_asian == 0;
        east_asian += if is_behind_digit { 0 } else { found.east_asian };
    }
    is_sure || east_asian >= 3
}

/// What stands for itself outside of base64. RFC 2152 leaves out `\` and `~`.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'}') && byte != b'+' && byte != b'\\'
}

fn digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// How many characters above U+007F a run has, and of which scripts.
#[derive(Default)]
struct Characters {
    other: usize,
    east_asian: usize,
    /// Whether it ends as a run does: after a whole unit, with zero bits.
    is_complete: bool,
}

impl Characters {
    /// Decodes a run of base64. `None` if it is not well-formed, or has what text does not have.
    fn of(run: &[u8], is_cut: bool) -> Option<Characters> {
        let (mut bits, mut len) = (0_u32, 0);
        let mut digits = run.iter();
        let mut units = std::iter::from_fn(|| {
            while len < 16 {
                bits = bits << 6 | u32::from(digit(*digits.next()?)?);
                len += 6;
            }
            len -= 16;
            let unit = (bits >> len) as u16;
            bits &= (1 << len) - 1;
            Some(unit)
        })
        .peekable();
        let mut found = Characters::default();
        while let Some(unit) = units.next() {
            let low = if unit & 0xFC00 == 0xD800 { units.next() } else { None };
            match char::decode_utf16([unit].into_iter().chain(low)).next()? {
                Ok(character) => found.add(character)?,
                Err(_) if is_cut && units.peek().is_none() => break,
                Err(_) => return None,
            }
        }
        drop(units);
        // Three digits for one unit, six for two, eight for three.
        let is_whole = !run.is_empty() && matches!(run.len() % 8, 0 | 3 | 6);
        found.is_complete = is_whole && bits == 0;
        (is_cut || found.is_complete).then_some(found)
    }

    /// Counts a character that text may have in base64, by blocks: no controls, nothing private,
    /// no scripts that are rare.
    fn add(&mut self, character: char) -> Option<()> {
        match character {
            '\t' | '\n' | '\r' => {}
            ' '..='~' if !character.is_ascii_alphanumeric() => {}
            // A joiner, which selects a form: of no script.
            '\u{200B}'..='\u{200F}' | '\u{FE0E}' | '\u{FE0F}' => {}
            // A mark. Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic.
            '\u{FEFF}' | '\u{A0}'..='\u{52F}' | '\u{531}'..='\u{6FF}' => self.other += 1,
            // Scripts of India, Thai, Lao, Georgian; more of Latin and Greek.
            '\u{900}'..='\u{EFF}' | '\u{10A0}'..='\u{10FF}' | '\u{1E00}'..='\u{1FFE}' => {
                self.other += 1;
            }
            // Punctuation, currencies, letterlike symbols, arrows, mathematics; what is circled,
            // boxes, dingbats, emoji.
            '\u{2002}'..='\u{204F}'
            | '\u{2070}'..='\u{20C0}'
            | '\u{2100}'..='\u{23FF}'
            | '\u{2460}'..='\u{27BF}'
            | '\u{1F100}'..='\u{1FAFF}' => self.other += 1,
            '\u{3000}'..='\u{33FF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7A3}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF01}'..='\u{FFEF}' => self.east_asian += 1,
            _ => return None,
        }
        Some(())
    }
}

/// Whether all of `run` is words, between which `+` and `/` may stand: what has no capital
/// letters, or letters and then digits, with small letters two together or one `s` alone.
fn looks_like_words(run: &[u8]) -> bool {
    run.split(|byte| matches!(byte, b'+' | b'/')).all(|word| {
        let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (letters, digits) = word.split_at(letters);
        let mut small = letters.split(|byte| !byte.is_ascii_lowercase());
        let has_capitals = word.iter().any(u8::is_ascii_uppercase);
        let is_all_digits = digits.iter().all(u8::is_ascii_digit);
        !has_capitals
            || is_all_digits && small.all(|small| matches!(small, [] | [b's'] | [_, _, ..]))
    })
}
