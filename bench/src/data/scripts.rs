//! Texts of one script, like running text in it: the length of its characters, its spaces.

use super::random::Random;

/// How a script is written.
pub(crate) struct Script {
    pub(crate) name: &'static str,
    letters: &'static [(char, char)],
    /// The least and the most letters of a word.
    word: (usize, usize),
    /// What stands between words, and behind every eighth one or so.
    space: &'static str,
    comma: &'static str,
    /// What ends a sentence, and every sixth of them besides.
    stop: &'static str,
    line: &'static str,
}

const LATIN: Script = Script {
    name: "latin",
    letters: &[('a', 'z')],
    word: (2, 11),
    space: " ",
    comma: ", ",
    stop: ". ",
    line: "\n",
};

const CHINESE: Script = Script {
    name: "chinese",
    letters: &[('\u{4E00}', '\u{9FA5}')],
    word: (1, 3),
    space: "",
    comma: "，",
    stop: "。",
    ..LATIN
};

pub(crate) static SCRIPTS: [Script; 8] = [
    LATIN,
    Script {
        name: "arabic",
        letters: &[('\u{0627}', '\u{063A}'), ('\u{0641}', '\u{064A}')],
        word: (2, 8),
        ..LATIN
    },
    Script { name: "russian", letters: &[('а', 'я')], word: (1, 10), ..LATIN },
    CHINESE,
    Script {
        name: "japanese",
        letters: &[('ぁ', 'ん'), ('ァ', 'ン'), ('\u{4E00}', '\u{4EFF}')],
        word: (1, 5),
        comma: "、",
        ..CHINESE
    },
    Script {
        name: "hindi", letters: &[('अ', 'ह'), ('ा', '्')], word: (2, 9), stop: "। ", ..LATIN
    },
    Script { name: "korean", letters: &[('가', '힣')], word: (1, 5), ..LATIN },
    // One picture after another, and nothing else.
    Script {
        name: "emoji",
        letters: &[('\u{1F300}', '\u{1F5FF}'), ('\u{1F600}', '\u{1F64F}')],
        word: (1, 1),
        space: "",
        comma: "",
        stop: "",
        line: "",
    },
];

impl Script {
    /// Adds a sentence.
    pub(crate) fn write(&self, random: &mut Random, text: &mut String) {
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
            text.push_str(self.line);
        }
    }
}
