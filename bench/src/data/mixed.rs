//! Texts like encyclopedia articles: ASCII with markup, and stretches with something else in it.
//!
//! How fast such text is checked depends on how its blocks differ. So each class is made to have a
//! certain share of characters of each length, and a certain share of 64-byte blocks that are
//! ASCII. The numbers below were tuned to these shares, which the tests of the classes know.

use super::random::Random;

/// A text that alternates between stretches of two kinds. Every length is the least and the most.
pub(crate) struct Mix {
    pub(crate) name: &'static str,
    /// Bytes of a stretch that is ASCII.
    plain: (usize, usize),
    /// Bytes of a stretch that is not.
    dense: (usize, usize),
    /// In the latter, characters of a run that is not ASCII, and bytes until the next one.
    run: (usize, usize),
    gap: (usize, usize),
    /// The 2-byte letters.
    two: &'static str,
    /// The 3-byte characters.
    three: &'static [(char, char)],
    /// Of a thousand runs, so many are of 3-byte characters.
    threes: usize,
}

const ENGLISH: Mix = Mix {
    name: "english",
    plain: (500, 1110),
    dense: (16, 24),
    run: (1, 1),
    gap: (2, 4),
    two: "éáöüñćšø",
    // Dashes and quotation marks.
    three: &[('–', '—'), ('‘', '‟')],
    threes: 500,
};

pub(crate) static MIXES: [Mix; 4] = [
    ENGLISH,
    Mix {
        name: "german",
        plain: (150, 1050),
        dense: (250, 750),
        gap: (5, 44),
        two: "äöüßÄÖÜ",
        threes: 353,
        ..ENGLISH
    },
    Mix {
        name: "czech",
        plain: (130, 560),
        dense: (200, 2000),
        gap: (3, 23),
        two: "áčďéěíňóřšťúůýž",
        threes: 130,
        ..ENGLISH
    },
    Mix {
        name: "thai",
        plain: (140, 460),
        dense: (200, 800),
        run: (3, 20),
        gap: (1, 21),
        three: &[('ก', 'ฺ'), ('เ', '๎')],
        threes: 1000,
        ..ENGLISH
    },
];

impl Mix {
    /// Adds one stretch of each kind.
    pub(crate) fn write(&self, random: &mut Random, text: &mut String) {
        let len = random.between(self.plain);
        write_ascii(random, text, len);
        let end = text.len() + random.between(self.dense);
        while text.len() < end {
            let three = random.below(1000) < self.threes;
            for _ in 0..random.between(self.run) {
                text.push(match three {
                    true => random.pick_range(self.three),
                    false => random.pick(self.two),
                });
            }
            let len = random.between(self.gap);
            write_ascii(random, text, len);
        }
    }
}

/// Adds so many bytes of words and markup.
fn write_ascii(random: &mut Random, text: &mut String, len: usize) {
    let end = text.len() + len;
    while text.len() < end {
        match random.below(40) {
            0 => text.push_str("\n\n"),
            1 => text.push_str("[["),
            2 => text.push_str("]] "),
            3 => text.push_str("<ref name=\""),
            4 => text.push_str("\"/> "),
            5 => text.push_str(". "),
            _ => {
                for _ in 0..random.between((2, 9)) {
                    text.push(random.pick_range(&[('a', 'z')]));
                }
                text.push(' ');
            }
        }
    }
    text.truncate(end);
}
