//! Well-formed characters that `--deny` makes findings.

use crate::rules::Rule;

/// What is denied.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Denied {
    pub(crate) nul: bool,
    pub(crate) noncharacters: bool,
    pub(crate) bidi: bool,
    pub(crate) controls: bool,
}

impl Denied {
    /// The rule that `character` breaks, whether it is denied or not. Each breaks at most one.
    pub(crate) const fn rule(character: char) -> Option<Rule> {
        match character {
            '\0' => Some(Rule::Nul),
            // Form feeds separate the sections of many a source file.
            '\t' | '\n' | '\x0C' | '\r' => None,
            '\x01'..='\x1F' | '\x7F'..='\u{9F}' => Some(Rule::Control),
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Rule::Bidi),
            '\u{FDD0}'..='\u{FDEF}' => Some(Rule::Noncharacter),
            _ if character as u32 & 0xFFFE == 0xFFFE => Some(Rule::Noncharacter),
            _ => None,
        }
    }

    const fn denies(self, rule: Rule) -> bool {
        match rule {
            Rule::Nul => self.nul,
            Rule::Control => self.controls,
            Rule::Bidi => self.bidi,
            Rule::Noncharacter => self.noncharacters,
            _ => false,
        }
    }

    /// The first denied character of well-formed text, and where it is.
    pub(super) fn find(self, text: &[u8]) -> Option<(usize, char)> {
        if self == Denied::default() {
            return None;
        }
        (0..text.len()).step_by(BLOCK).find_map(|start| {
            let rest = &text[start..];
            let is_suspect = match rest.first_chunk() {
                Some(block) => self.suspects(block),
                None => self.suspects(&padded(rest)),
            };
            let (at, character) = if is_suspect { self.find_in_block(rest)? } else { return None };
            Some((start + at, character))
        })
    }

    /// Whether a denied character may start in this block. Branches on nothing that the text
    /// decides, so that the compiler makes vector code of it.
    fn suspects(self, block: &Block) -> bool {
        self.nul && any(block, |[a, ..]| a == 0)
            || self.controls
                && any(block, |[a, b, ..]| {
                    let is_space = (a == b'\t') | (a == b'\n') | (a == b'\x0C') | (a == b'\r');
                    (a < b' ') & !is_space | (a == 0x7F) | (a == 0xC2) & (b < 0xA0)
                })
            // And U+2026, the ellipsis, to U+2029.
            || self.bidi
                && any(block, |[a, b, c, _]| {
                    (a == 0xE2) & (b & 0xFE == 0x80) & (c.wrapping_sub(0xA6) < 9)
                })
            || self.noncharacters
                && any(block, |[a, b, c, d]| {
                    (a == 0xEF) & ((b == 0xB7) | (b == 0xBF) & (c >= 0xBE))
                        | (a >= 0xF0) & (c == 0xBF) & (d >= 0xBE)
                })
    }

    /// The first denied character that starts in the first block of `text`, and where.
    fn find_in_block(self, text: &[u8]) -> Option<(usize, char)> {
        (0..text.len().min(BLOCK)).find_map(|at| {
            // In the middle of a character there is none.
            let character = utf8kit::decode_first(&text[at..])?.ok()?;
            let is_denied = Denied::rule(character).is_some_and(|rule| self.denies(rule));
            is_denied.then_some((at, character))
        })
    }
}

const BLOCK: usize = 128;

/// Characters that start in a block, whole.
type Block = [u8; BLOCK + 3];

fn padded(text: &[u8]) -> Block {
    let mut block = [b' '; BLOCK + 3];
    block[..text.len()].copy_from_slice(text);
    block
}

/// Whether `is_suspect` holds for any four bytes of the block.
#[inline(always)]
fn any(block: &Block, is_suspect: impl Fn([u8; 4]) -> bool) -> bool {
    (0..BLOCK).fold(false, |any, at| {
        any | is_suspect([block[at], block[at + 1], block[at + 2], block[at + 3]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Denied = Denied { nul: true, noncharacters: true, bidi: true, controls: true };
    const NONE: Denied = Denied { nul: false, noncharacters: false, bidi: false, controls: false };

    #[test]
    fn exactly_what_is_denied_is_found() {
        let mut counts = [0; 4];
        for character in '\0'..=char::MAX {
            let text = format!("aé{character}");
            let found = ALL.find(text.as_bytes());
            let rule = Denied::rule(character);
            assert_eq!(found, rule.map(|_| (3, character)));
            match rule {
                Some(Rule::Nul) => counts[0] += 1,
                Some(Rule::Control) => counts[1] += 1,
                Some(Rule::Bidi) => counts[2] += 1,
                Some(_) => counts[3] += 1,
                None => {}
            }
        }
        // C0 without NUL and four that text has, DEL, C1; 66 noncharacters (Unicode 23.7).
        assert_eq!(counts, [1, 27 + 1 + 32, 9, 66]);
    }

    #[test]
    fn what_is_not_denied_is_passed_over() {
        let kinds = [
            ('\0', Denied { nul: true, ..NONE }),
            ('\x7F', Denied { controls: true, ..NONE }),
            ('\u{202E}', Denied { bidi: true, ..NONE }),
            ('\u{1FFFF}', Denied { noncharacters: true, ..NONE }),
        ];
        for (character, denied) in kinds {
            let others = kinds.iter().filter(|(other, _)| *other != character);
            let before: String = others.map(|(other, _)| *other).collect();
            let text = format!("{before}…{character}");
            assert_eq!(denied.find(text.as_bytes()), Some((before.len() + 3, character)));
            assert_eq!(NONE.find(text.as_bytes()), None);
        }
    }

    #[test]
    fn characters_are_found_wherever_blocks_end() {
        for character in ['\0', '\u{85}', '\u{2069}', '\u{FDD0}', '\u{FFFE}', '\u{10FFFF}'] {
            for before in 0..2 * BLOCK + 5 {
                for behind in [0, 1, 2, BLOCK] {
                    let text = "x".repeat(before) + &format!("{character}{}", "y".repeat(behind));
                    assert_eq!(ALL.find(text.as_bytes()), Some((before, character)));
                }
            }
        }
    }
}
