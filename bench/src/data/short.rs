//! Short strings, cut from text.

use super::{Case, Class, Form, Input, Random, classes};
use crate::Result;

/// For calls one by one: so many distinct strings that no branch predictor learns them. With fewer, a loop over characters is
/// measured with branches that it has met before: std's, over 16 bytes of Russian in UTF-32, takes 11 ns on Zen 5 with 1000 of
/// them, 20 with 4000, and 23 with 16,000 and with 64,000. Of long ones fewer do, and more would be more than a cache has.
fn called((least, most): (usize, usize)) -> usize {
    const MOST: usize = 16_000;
    const BYTES: usize = 256 * 1024;
    (BYTES / least.midpoint(most)).min(MOST)
}

/// In a column: few enough for a cache.
const IN_COLUMN: usize = 1000;

/// Around every step that an implementation could make.
const LENGTHS: [usize; 21] =
    [1, 2, 3, 4, 6, 8, 12, 15, 16, 17, 20, 24, 28, 31, 32, 33, 40, 48, 56, 63, 64];

/// Any length of these, each as often as another.
const MIXES: [(usize, usize); 2] = [(1, 16), (1, 64)];

/// One class for each length of characters, and one that is mostly ASCII.
const CLASSES: [&str; 5] = ["latin", "russian", "chinese", "emoji", "german"];

/// Those of which Latin-1 has nearly every character. The others are left out.
const NARROW: [&str; 2] = ["latin", "german"];

#[derive(Clone, Copy)]
struct Shape {
    class: &'static Class,
    /// How many strings.
    count: usize,
    /// The least and the most bytes of a string.
    length: (usize, usize),
    /// One byte of each is bad.
    malformed: bool,
    /// What has every character.
    form: Form,
}

/// For calls one by one: every class at every length, well-formed and not.
pub(super) fn strings() -> Vec<Case> {
    [false, true].into_iter().flat_map(|malformed| of_all_lengths(malformed, Form::Utf8)).collect()
}

/// The first half of these, or of Latin-1 what it has of them.
pub(super) fn well_formed(form: Form) -> Vec<Case> {
    of_all_lengths(false, form).collect()
}

fn of_all_lengths(malformed: bool, form: Form) -> impl Iterator<Item = Case> {
    let of_class = move |class: &'static Class| {
        let group = match malformed {
            false => class.name.to_owned(),
            true => format!("{}, a bad byte in each", class.name),
        };
        let lengths = LENGTHS.map(|length| (length, length)).into_iter().chain(MIXES);
        lengths.map(move |length| {
            Shape { class, count: called(length), length, malformed, form }.case(group.clone())
        })
    };
    chosen(form).flat_map(of_class)
}

/// For one call on all of them.
pub(super) fn columns() -> Vec<Case> {
    let lengths = [(8, 8), (16, 16), (32, 32), (1, 64)];
    let of_class = |class: &'static Class| {
        lengths.map(|length| {
            Shape { class, count: IN_COLUMN, length, malformed: false, form: Form::Utf8 }
                .case(class.name.to_owned())
        })
    };
    chosen(Form::Utf8).flat_map(of_class).collect()
}

fn chosen(form: Form) -> impl Iterator<Item = &'static Class> {
    let names = if form == Form::Latin1 { &NARROW[..] } else { &CLASSES };
    names.iter().flat_map(|name| classes().filter(move |class| class.name == *name))
}

impl Shape {
    fn case(self, group: String) -> Case {
        let name = match self.length {
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low} to {high}"),
        };
        Case::new(group, name, move || self.input())
    }

    fn input(self) -> Result<Input> {
        let mut random = Random::new(self.class.name);
        let lengths: Vec<usize> = (0..self.count).map(|_| random.between(self.length)).collect();
        // What does not fit a string is left out, at most a character of each; and what the form lacks.
        let mut text = self.class.text(2 * lengths.iter().map(|length| length + 4).sum::<usize>());
        text.retain(|character| self.form.has(character));
        let mut rest = text.as_str();
        let mut bytes = Vec::new();
        let mut offsets = vec![0];
        for length in lengths {
            let start = bytes.len();
            let taken;
            (taken, rest) = rest.split_at(rest.floor_char_boundary(length));
            bytes.extend_from_slice(taken.as_bytes());
            if taken.len() < length {
                // The next character is longer than what is left: letters fill it.
                bytes.resize(start + length, b'x');
                rest = &rest[rest.chars().next().map_or(0, char::len_utf8)..];
            }
            if self.malformed {
                bytes[start + random.below(length)] = 0xFF;
            }
            offsets.push(i32::try_from(bytes.len())?);
        }
        Ok(Input { bytes, offsets })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_well_formed(string: &[u8]) -> bool {
        std::str::from_utf8(string).is_ok()
    }

    #[test]
    fn strings_are_as_long_and_as_good_as_they_say() {
        for class in chosen(Form::Utf8) {
            for length in LENGTHS {
                for malformed in [false, true] {
                    let (count, form) = (IN_COLUMN, Form::Utf8);
                    let shape = Shape { class, count, length: (length, length), malformed, form };
                    let input = shape.input().expect("it fits");
                    assert_eq!(input.strings().count(), count);
                    assert!(input.strings().all(|string| string.len() == length));
                    assert!(input.strings().all(|string| is_well_formed(string) != malformed));
                }
            }
        }
    }

    #[test]
    fn strings_differ_and_are_of_their_class() {
        for (class, wide) in chosen(Form::Utf8).zip([0, 2, 3, 4, 2]) {
            let input = of_32_bytes(class, Form::Utf8);
            let mut strings: Vec<&[u8]> = input.strings().collect();
            let count = strings.len();
            strings.sort();
            strings.dedup();
            assert!(strings.len() >= count * 9 / 10, "{}: {}", class.name, strings.len());
            let text = std::str::from_utf8(&input.bytes).expect("every string is well-formed");
            let widest = text.chars().map(char::len_utf8).filter(|&len| len == wide).count();
            let least = if class.name == "german" { count / 10 } else { count * 4 };
            assert!(wide == 0 || widest >= least, "{}: {widest}", class.name);
        }
    }

    #[test]
    fn latin_1_has_all_of_its_strings_and_some_are_more_than_ascii() {
        for class in chosen(Form::Latin1) {
            let input = of_32_bytes(class, Form::Latin1);
            let text = std::str::from_utf8(&input.bytes).expect("every string is well-formed");
            assert!(text.chars().all(|character| Form::Latin1.has(character)), "{}", class.name);
            assert_eq!(text.is_ascii(), class.name == "latin");
        }
    }

    fn of_32_bytes(class: &'static Class, form: Form) -> Input {
        let length = (32, 32);
        Shape { class, count: called(length), length, malformed: false, form }
            .input()
            .expect("it fits")
    }
}
