//! The classes of generated text: eight scripts, and four languages mixed with markup.

use super::mixed::{MIXES, Mix};
use super::random::Random;
use super::scripts::{SCRIPTS, Script};

#[derive(Clone, Copy)]
pub(crate) enum Class {
    Script(&'static Script),
    Mix(&'static Mix),
}

pub(crate) fn classes() -> impl Iterator<Item = Class> {
    SCRIPTS.iter().map(Class::Script).chain(MIXES.iter().map(Class::Mix))
}

impl Class {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Script(script) => script.name,
            Class::Mix(mix) => mix.name,
        }
    }

    /// So many bytes of it, or up to three fewer. It is the beginning of every longer text of its
    /// class.
    pub(crate) fn text(self, size: usize) -> String {
        let mut random = Random::new(self.name());
        let mut text = String::with_capacity(size + 4096);
        while text.len() < size {
            match self {
                Class::Script(script) => script.write(&mut random, &mut text),
                Class::Mix(mix) => mix.write(&mut random, &mut text),
            }
        }
        text.truncate(utf8kit::floor_char_boundary(text.as_bytes(), size));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the characters of `text` that are so many bytes long, from 1.
    fn lengths(text: &str) -> [f64; 4] {
        let count = |len| text.chars().filter(|character| character.len_utf8() == len).count();
        [1, 2, 3, 4].map(|len| count(len) as f64 / text.chars().count() as f64)
    }

    #[test]
    fn scripts_have_the_length_of_their_characters() {
        for script in &SCRIPTS {
            let [one, two, three, four] = lengths(&Class::Script(script).text(1 << 20));
            let (main, others) = match script.name {
                "latin" => (one, two + three + four),
                "arabic" | "russian" => (two, three + four),
                "emoji" => (four, one + two + three),
                _ => (three, two + four),
            };
            assert!(main >= 0.7 && others == 0.0, "{}: {main} {others}", script.name);
        }
    }

    #[test]
    fn mixed_texts_have_their_shares() {
        for mix in &MIXES {
            let text = Class::Mix(mix).text(1 << 20);
            let blocks = text.as_bytes().chunks_exact(64);
            let ascii = blocks.clone().filter(|block| block.is_ascii()).count();
            let [_, two, three, _] = lengths(&text);
            let found = [two, three, ascii as f64 / blocks.len() as f64];
            // Of 2-byte characters, of 3-byte characters, and of ASCII blocks.
            let wanted = match mix.name {
                "english" => [0.0025, 0.0025, 0.90],
                "german" => [0.011, 0.006, 0.50],
                "czech" => [0.047, 0.007, 0.19],
                _ => [0.0, 0.23, 0.30],
            };
            for (found, wanted) in found.into_iter().zip(wanted) {
                let is_near = (found - wanted).abs() <= 0.07 * wanted;
                assert!(is_near, "{}: {found}, and not {wanted}", mix.name);
            }
        }
    }
}
