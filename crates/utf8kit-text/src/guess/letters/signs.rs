//! What is odd about two characters next to each other, whatever the language.

use super::BIT;

/// What a character is, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Holds the small letter.
    Small(char),
    Capital(char),
    /// Of a script without case, and marks.
    Uncased(char),
    Digit,
    /// Any other character of ASCII.
    Plain,
    /// Quotation marks that open, and what else stands before words.
    Opening,
    /// Those that may open or close, by language.
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

impl Kind {
    pub(super) fn of(character: Option<char>) -> Kind {
        let Some(character) = character else { return Kind::Control };
        match character {
            '0'..='9' => Kind::Digit,
            'a'..='z' => Kind::Small(character),
            'A'..='Z' => Kind::Capital(character.to_ascii_lowercase()),
            '\0'..='\x7F' => Kind::Plain,
            '\u{80}'..='\u{9F}' | '\u{FFFD}' | '\u{E000}'..='\u{F8FF}' => Kind::Control,
            '\u{A0}' => Kind::Space,
            '„' | '‚' | '¿' | '¡' | '‹' => Kind::Opening,
            '“' | '”' | '«' | '»' | '‘' | '›' => Kind::Quote,
            '’' | '–' | '—' | '…' | '·' | '•' => Kind::Joiner,
            '€' | '£' | '§' | '°' | '©' | '®' | '™' | 'º' | 'ª' | '½' | '²' | '³' | '№' | '±' => {
                Kind::Sign
            }
            '\u{2500}'..='\u{259F}' | '■' => Kind::Box,
            'ˆ' | '˜' | 'ƒ' | 'µ' | '×' | '÷' | '†' | '‡' | '‰' | '˘'..='˝' => {
                Kind::RareSign
            }
            '\u{A0}'..='\u{BF}' => Kind::RareSign,
            _ if character.is_lowercase() => Kind::Small(character),
            _ if character.is_uppercase() => {
                Kind::Capital(character.to_lowercase().next().unwrap_or(character))
            }
            _ if character.is_alphabetic() || is_mark(character) => Kind::Uncased(character),
            _ => Kind::Symbol,
        }
    }

    /// The letter, in lower case.
    pub(super) const fn letter(self) -> Option<char> {
        match self {
            Kind::Small(letter) | Kind::Capital(letter) | Kind::Uncased(letter) => Some(letter),
            _ => None,
        }
    }

    const fn is_letter(self) -> bool {
        self.letter().is_some()
    }
}

/// Combining marks of Vietnamese, Hebrew, Arabic and Thai.
const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{65F}'
        | '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}')
}

/// What it costs, in eighths of bits, that `second` follows `first`, beyond what letters cost.
pub(super) fn oddness(first: Kind, second: Kind) -> u32 {
    let of_second = match second {
        Kind::Small(_) if matches!(first, Kind::Capital(_)) => 3,
        Kind::Small(_) | Kind::Uncased(_) | Kind::Digit | Kind::Plain => 0,
        Kind::Capital(_) => match first {
            Kind::Small(_) => 10 * BIT,
            Kind::Capital(_) => 2 * BIT,
            _ => 3 * BIT,
        },
        Kind::Opening if first.is_letter() => 13 * BIT,
        Kind::Opening | Kind::Quote | Kind::Joiner => 7 * BIT,
        Kind::Space => 7 * BIT,
        Kind::Sign if first.is_letter() => 11 * BIT,
        Kind::Sign => 9 * BIT,
        Kind::RareSign if first.is_letter() => 14 * BIT,
        Kind::RareSign => 12 * BIT,
        Kind::Box if first == Kind::Box => 3 * BIT,
        Kind::Box => 14 * BIT,
        Kind::Symbol => 16 * BIT,
        Kind::Control => 30 * BIT,
    };
    let of_first = match first {
        Kind::Sign if second.is_letter() => 3 * BIT,
        Kind::RareSign | Kind::Symbol if second.is_letter() => 4 * BIT,
        Kind::Quote if second.is_letter() => 5 * BIT,
        Kind::Opening if !second.is_letter() => 3 * BIT,
        Kind::Box if second.is_letter() => 3 * BIT,
        _ => 0,
    };
    of_second + of_first + of_scripts(first, second)
}

/// A letter of ASCII and one of another script in one word.
fn of_scripts(first: Kind, second: Kind) -> u32 {
    match (first.letter(), second.letter()) {
        (Some(a), Some(b)) if is_latin(a) != is_latin(b) => 10 * BIT,
        _ => 0,
    }
}

const fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}')
}
