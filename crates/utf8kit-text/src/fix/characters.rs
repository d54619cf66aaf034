//! Characters that are taken out, or read as others.
//!
//! A table says of each byte whether a character that some step is for may start with it. From one
//! such byte to the next, text is copied.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use super::{Done, Instead, Pipeline, Step};

/// U+1F3F4, with which a flag in tag characters starts.
const BLACK_FLAG: char = '\u{1F3F4}';

/// The steps for characters.
pub(super) struct Characters {
    steps: Vec<Step>,
    /// By the first byte of a character: whether a step may be for it.
    is_asked: [bool; 256],
}

impl Characters {
    pub(super) fn new(pipeline: &Pipeline) -> Characters {
        let mut is_asked = [false; 256];
        let mut steps = Vec::new();
        for step in pipeline.steps() {
            let firsts: &[u8] = match step {
                Step::C1 => &[0xC2],
                Step::Nul(_) => &[0],
                Step::Controls(_) => &[
                    0xC2, 1, 2, 3, 4, 5, 6, 7, 8, 0x0B, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14,
                    0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x7F,
                ],
                Step::InnerBom | Step::Replaced => &[0xEF],
                Step::ZeroWidth => &[0xE1, 0xE2],
                Step::Bidi => &[0xD8, 0xE2],
                Step::Tags => &[0xF3],
                _ => continue,
            };
            firsts.iter().for_each(|&first| is_asked[usize::from(first)] = true);
            steps.push(step.clone());
        }
        Characters { steps, is_asked }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Does what the steps say. `is_start`: whether `text` is the start of all.
    pub(super) fn apply<'t>(&self, text: &'t str, is_start: bool, done: &mut Done) -> Cow<'t, str> {
        let bytes = text.as_bytes();
        let mut out = String::new();
        let (mut at, mut copied) = (0, 0);
        while let Some(next) = bytes[at..].iter().position(|byte| self.is_asked[usize::from(*byte)])
        {
            at += next;
            let Some(character) = text[at..].chars().next() else { break };
            let end = at + character.len_utf8();
            let is_mark = is_start && at == 0 && character == '\u{FEFF}';
            let found = self.steps.iter().find(|step| !is_mark && concerns(step, character));
            if let Some(step) = found
                && !(*step == Step::Tags && is_in_flag(&text[..at]))
            {
                done.step(step, 1);
                if *step != Step::Replaced {
                    out.push_str(&text[copied..at]);
                    out.extend(instead(step, character));
                    copied = end;
                }
            }
            at = end;
        }
        if copied == 0 {
            return Cow::Borrowed(text);
        }
        out.push_str(&text[copied..]);
        Cow::Owned(out)
    }
}

/// Whether a step is for a character.
fn concerns(step: &Step, character: char) -> bool {
    match step {
        Step::C1 => disguised(character).is_some(),
        Step::Nul(_) => character == '\0',
        // As `utf8 check --deny control` has it: form feeds separate the sections of many a file.
        Step::Controls(_) => {
            matches!(
                character,
                '\x01'..='\x08' | '\x0B' | '\x0E'..='\x1F' | '\x7F'..='\u{9F}'
            )
        }
        Step::InnerBom => character == '\u{FEFF}',
        Step::ZeroWidth => {
            matches!(character, '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2064}')
        }
        Step::Bidi => matches!(
            character,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        ),
        Step::Tags => matches!(character, '\u{E0000}'..='\u{E007F}'),
        Step::Replaced => character == '\u{FFFD}',
        _ => false,
    }
}

/// What takes a character's place.
fn instead(step: &Step, character: char) -> Option<char> {
    match step {
        Step::C1 => disguised(character),
        Step::Nul(Instead::Space) | Step::Controls(Instead::Space) => Some(' '),
        _ => None,
    }
}

/// The character of windows-1252 whose byte was read as a control of Latin-1.
fn disguised(control: char) -> Option<char> {
    let byte = u8::try_from(control).ok().filter(|byte| matches!(byte, 0x80..=0x9F))?;
    let bytes = [byte];
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(&bytes);
    // The WHATWG has the controls themselves where windows-1252 has nothing.
    text.chars().next().filter(|character| *character != control)
}

/// Whether a flag has been begun at the end of `before`, and not ended.
fn is_in_flag(before: &str) -> bool {
    let mut tags = before.chars().rev().skip_while(|it| matches!(it, '\u{E0020}'..'\u{E007F}'));
    tags.next() == Some(BLACK_FLAG)
}
