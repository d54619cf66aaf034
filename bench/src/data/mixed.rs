//! Texts like encyclopedia articles: ASCII with markup, and stretches with something else in it.
//!
//! How fast such text is checked hangs on how its blocks differ, so the classes are made to two
//! measures: the share of characters of each length, and the share of 64-byte blocks that are
//! ASCII. The numbers below were tuned to these; the test knows them.

use super::class::{Class, Style};
use super::random::Random;

/// A text that alternates between stretches of two kinds. Every length is the least and the most.
struct Mix {
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

/// Dashes and quotation marks.
const PUNCTUATION: &[(char, char)] = &[('–', '—'), ('‘', '‟')];

pub(super) static CLASSES: [Class; 4] = [
    Class {
        name: "english",
        style: &Mix {
            plain: (500, 1110),
            dense: (16, 24),
            run: (1, 1),
            gap: (2, 4),
            two: "éáöüñćšø",
            three: PUNCTUATION,
            threes: 500,
        },
    },
    Class {
        name: "german",
        style: &Mix {
            plain: (150, 1050),
            dense: (250, 750),
            run: (1, 1),
            gap: (5, 44),
            two: "äöüßÄÖÜ",
            three: PUNCTUATION,
            threes: 353,
        },
    },
    Class {
        name: "czech",
        style: &Mix {
            plain: (130, 560),
            dense: (200, 2000),
            run: (1, 1),
            gap: (3, 23),
            two: "áčďéěíňóřšťúůýž",
            three: PUNCTUATION,
            threes: 130,
        },
    },
    Class {
        name: "thai",
        style: &Mix {
            plain: (140, 460),
            dense: (200, 800),
            run: (3, 20),
            gap: (1, 21),
            two: "é",
            three: &[('ก', 'ฺ'), ('เ', '๎')],
            threes: 1000,
        },
    },
];

impl Style for Mix {
    /// One stretch of each kind.
    fn write(&self, random: &mut Random, text: &mut String) {
        let len = random.between(self.plain);
        ascii(random, text, len);
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
            ascii(random, text, len);
        }
    }
}

/// So many bytes of words and markup.
fn ascii(random: &mut Random, text: &mut String, len: usize) {
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

#[cfg(test)]
mod tests {
    use super::super::class::Statistics;
    use super::*;

    /// The shares of 2-byte and of 3-byte characters and of ASCII blocks that a class is to have.
    const WANTED: [(&str, [f64; 3]); 4] = [
        ("english", [0.0025, 0.0025, 0.90]),
        ("german", [0.011, 0.006, 0.50]),
        ("czech", [0.047, 0.007, 0.19]),
        ("thai", [0.0, 0.23, 0.30]),
    ];

    #[test]
    fn classes_are_what_they_are_made_to_be() {
        for (class, (name, wanted)) in CLASSES.iter().zip(WANTED) {
            let found = Statistics::of(class);
            let found = [found.lengths[1], found.lengths[2], found.ascii_blocks];
            assert_eq!(class.name, name);
            for (found, wanted) in found.into_iter().zip(wanted) {
                let near = (found - wanted).abs() <= 0.07 * wanted;
                assert!(near, "{name}: {found} for {wanted}");
            }
        }
    }
}
