//! Texts of one script, like running text in it: the length of its characters, its spaces.

use super::class::{Class, Style};
use super::random::Random;

/// How a script is written.
struct Script {
    letters: &'static [(char, char)],
    /// Letters of a word.
    word: (usize, usize),
    /// Between words, and behind every tenth one or so.
    space: &'static str,
    comma: &'static str,
    stop: &'static str,
}

const LATIN: Script =
    Script { letters: &[('a', 'z')], word: (2, 11), space: " ", comma: ", ", stop: ". " };

pub(super) static CLASSES: [Class; 8] = [
    Class { name: "latin", style: &LATIN },
    Class {
        name: "arabic",
        style: &Script {
            letters: &[('\u{0627}', '\u{063A}'), ('\u{0641}', '\u{064A}')],
            word: (2, 8),
            ..LATIN
        },
    },
    Class { name: "russian", style: &Script { letters: &[('а', 'я')], word: (1, 10), ..LATIN } },
    Class {
        name: "chinese",
        style: &Script {
            letters: &[('\u{4E00}', '\u{9FA5}')],
            word: (1, 3),
            space: "",
            comma: "，",
            stop: "。",
        },
    },
    Class {
        name: "japanese",
        style: &Script {
            letters: &[('ぁ', 'ん'), ('ァ', 'ン'), ('\u{4E00}', '\u{4EFF}')],
            word: (1, 5),
            space: "",
            comma: "、",
            stop: "。",
        },
    },
    Class {
        name: "hindi",
        style: &Script {
            letters: &[('अ', 'ह'), ('ा', '्')], word: (2, 9), stop: "। ", ..LATIN
        },
    },
    Class { name: "korean", style: &Script { letters: &[('가', '힣')], word: (1, 5), ..LATIN } },
    Class {
        name: "emoji",
        style: &Pictures(&[('\u{1F300}', '\u{1F5FF}'), ('\u{1F600}', '\u{1F64F}')]),
    },
];

/// One picture after another, without a word.
struct Pictures(&'static [(char, char)]);

impl Style for Pictures {
    fn write(&self, random: &mut Random, text: &mut String) {
        text.push(random.pick_range(self.0));
    }
}

impl Style for Script {
    /// A sentence.
    fn write(&self, random: &mut Random, text: &mut String) {
        let words = random.between((4, 20));
        for word in 1..=words {
            for _ in 0..random.between(self.word) {
                text.push(random.pick_range(self.letters));
            }
            text.push_str(match random.below(8) {
                _ if word == words => self.stop,
                0 => self.comma,
                _ => self.space,
            });
        }
        if random.below(6) == 0 {
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::Statistics;
    use super::*;

    #[test]
    fn scripts_have_the_length_of_their_characters() {
        for class in &CLASSES {
            let [one, two, three, four] = Statistics::of(class).lengths;
            let (main, rest) = match class.name {
                "latin" => (one, two + three + four),
                "arabic" | "russian" => (two, three + four),
                "emoji" => (four, one + two + three),
                _ => (three, two + four),
            };
            assert!(main >= 0.7 && rest == 0.0, "{}: {main} {rest}", class.name);
        }
    }
}
