//! What is odd about two characters next to each other, whatever the language.

use std::sync::LazyLock;

use super::BIT;

/// What a character is, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Small,
    Capital,
    /// Letters of other scripts than Latin. The uncased are of scripts without case, and marks.
    OtherSmall,
    OtherCapital,
    Uncased,
    Digit,
    /// Any other character of ASCII.
    Plain,
    /// Quotation marks that open, and what else stands before words.
    Opening,
    /// Quotation marks that open or close, by language.
    Quote,
    /// Apostrophes, dashes, and what else stands within and behind words.
    Joiner,
    /// A no-break space.
    Space,
    /// Signs that texts have: of currencies, paragraphs, degrees.
    Sign,
    /// Signs that few texts have.
    RareSign,
    /// Lines and blocks, of which pictures are made on terminals.
    Box,
    /// Any other symbol.
    Symbol,
    /// A control beyond ASCII, or no character at all.
    Control,
}

use Kind::{
    Box, Capital, Control, Digit, Joiner, Opening, OtherCapital, OtherSmall, Plain, Quote,
    RareSign, Sign, Small, Space, Symbol, Uncased,
};

const KINDS: [Kind; 16] = [
    Small,
    Capital,
    OtherSmall,
    OtherCapital,
    Uncased,
    Digit,
    Plain,
    Opening,
    Quote,
    Joiner,
    Space,
    Sign,
    RareSign,
    Box,
    Symbol,
    Control,
];

// The table of oddness is looked up by the numbers of kinds.
const _: () = {
    let mut at = 0;
    while at < KINDS.len() {
        assert!(KINDS[at] as usize == at);
        at += 1;
    }
};

impl Kind {
    pub(super) fn of(character: Option<char>) -> Kind {
        let Some(character) = character else { return Control };
        match character {
            '0'..='9' => Digit,
            'a'..='z' => Small,
            'A'..='Z' => Capital,
            '\0'..='\x7F' => Plain,
            '\u{80}'..='\u{9F}' | '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' => Control,
            '\u{A0}' => Space,
            '„' | '‚' | '¿' | '¡' | '‹' => Opening,
            '“' | '”' | '«' | '»' | '‘' | '›' => Quote,
            '’' | '–' | '—' | '…' | '·' | '•' => Joiner,
            '€' | '£' | '§' | '°' | '©' | '®' | '™' | 'º' | 'ª' | '½' | '²' | '³' | '№' | '±' => {
                Sign
            }
            '\u{2500}'..='\u{259F}' | '■' => Box,
            'ˆ' | '˜' | 'ƒ' | '×' | '÷' | '†' | '‡' | '‰' | '˘'..='˝' => RareSign,
            '\u{A0}'..='\u{BF}' => RareSign,
            _ => match letter(Some(character)) {
                None => Symbol,
                Some(_) if is_mark(character) => Uncased,
                Some(_) if character.is_lowercase() && is_latin(character) => Small,
                Some(_) if character.is_uppercase() && is_latin(character) => Capital,
                Some(_) if character.is_lowercase() => OtherSmall,
                Some(_) if character.is_uppercase() => OtherCapital,
                Some(_) if is_latin(character) => Small,
                Some(_) => Uncased,
            },
        }
    }

    /// Whether texts hardly have it.
    pub(super) const fn is_no_text(self) -> bool {
        matches!(self, Box | Symbol | Control)
    }

    const fn is_latin(self) -> bool {
        matches!(self, Small | Capital)
    }

    const fn is_other(self) -> bool {
        matches!(self, OtherSmall | OtherCapital | Uncased)
    }

    const fn is_letter(self) -> bool {
        self.is_latin() || self.is_other()
    }
}

/// The letter that a character is, in lower case.
pub(super) fn letter(character: Option<char>) -> Option<char> {
    let character = character?;
    let is_sign = matches!(character, '\u{80}'..='\u{BF}' | 'ˆ' | '˜' | 'ƒ' | '˘'..='˝');
    let is_letter = (character.is_alphabetic() || is_mark(character)) && !is_sign;
    is_letter.then(|| character.to_lowercase().next().unwrap_or(character))
}

const fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}')
}

/// Combining marks of Vietnamese, Hebrew, Arabic and Thai.
const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}'
        | '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}')
}

/// What it costs, in eighths of bits, that `second` follows `first`, beyond what letters cost.
pub(super) fn oddness(first: Kind, second: Kind) -> u32 {
    static ALL: LazyLock<[[u32; 16]; 16]> = LazyLock::new(|| {
        KINDS.map(|first| {
            KINDS.map(|second| (of_second(first, second) + of_first(first, second)) * BIT)
        })
    });
    ALL[first as usize][second as usize]
}

/// What a character costs, by what is before it.
const fn of_second(first: Kind, second: Kind) -> u32 {
    let behind_letter = first.is_letter();
    match second {
        Small | Uncased | OtherSmall | Digit | Plain => 0,
        Capital | OtherCapital => match first {
            Small | OtherSmall => 10,
            Capital | OtherCapital => 2,
            _ => 3,
        },
        Opening if behind_letter => 13,
        Opening | Quote | Joiner | Space => 7,
        Sign if behind_letter => 11,
        Sign => 9,
        RareSign if behind_letter => 14,
        RareSign => 12,
        Box if matches!(first, Box) => 3,
        Box => 14,
        Symbol => 16,
        Control => 30,
    }
}

/// What a character costs, by what is behind it.
const fn of_first(first: Kind, second: Kind) -> u32 {
    let before_letter = second.is_letter();
    match first {
        // Letters of two scripts in one word.
        _ if first.is_latin() && second.is_other() || first.is_other() && second.is_latin() => 10,
        Sign | Box if before_letter => 3,
        RareSign | Symbol if before_letter => 4,
        Quote if before_letter => 5,
        Opening if !before_letter => 3,
        _ => 0,
    }
}
