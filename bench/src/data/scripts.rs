//! Texts of one script, like running text in it: the length of its characters, its spaces.

use super::Class;
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

pub(crate) static CLASSES: [Class; 8] = [
    Class { name: "latin", more: |random, text| LATIN.sentence(random, text) },
    Class {
        name: "arabic",
        more: |random, text| {
            let letters = &[('\u{0627}', '\u{063A}'), ('\u{0641}', '\u{064A}')];
            Script { letters, word: (2, 8), ..LATIN }.sentence(random, text);
        },
    },
    Class {
        name: "russian",
        more: |random, text| {
            Script { letters: &[('а', 'я')], word: (1, 10), ..LATIN }.sentence(random, text);
        },
    },
    Class {
        name: "chinese",
        more: |random, text| {
            let letters = &[('\u{4E00}', '\u{9FA5}')];
            Script { letters, word: (1, 3), space: "", comma: "，", stop: "。" }
                .sentence(random, text);
        },
    },
    Class {
        name: "japanese",
        more: |random, text| {
            let letters = &[('ぁ', 'ん'), ('ァ', 'ン'), ('\u{4E00}', '\u{4EFF}')];
            Script { letters, word: (1, 5), space: "", comma: "、", stop: "。" }
                .sentence(random, text);
        },
    },
    Class {
        name: "hindi",
        more: |random, text| {
            let letters = &[('अ', 'ह'), ('ा', '्')];
            Script { letters, word: (2, 9), stop: "। ", ..LATIN }.sentence(random, text);
        },
    },
    Class {
        name: "korean",
        more: |random, text| {
            Script { letters: &[('가', '힣')], word: (1, 5), ..LATIN }.sentence(random, text);
        },
    },
    Class {
        name: "emoji",
        more: |random, text| {
            let letters = [('\u{1F300}', '\u{1F5FF}'), ('\u{1F600}', '\u{1F64F}')];
            text.push(random.pick_range(&letters));
        },
    },
];

impl Script {
    fn sentence(&self, random: &mut Random, text: &mut String) {
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
    use super::super::Statistics;
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
