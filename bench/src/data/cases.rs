//! The inputs of the families: long texts, generated or read from files, and many short strings.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::class::{Class, classes};
use super::random::Random;
use crate::error::Result;
use crate::size;

/// One input: what its row of a table is called, and how to make it.
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) size: String,
    make: Box<dyn Fn() -> Result<Vec<String>>>,
}

impl Case {
    /// The strings of the input. A long text is one string.
    pub(crate) fn strings(&self) -> Result<Vec<String>> {
        (self.make)()
    }
}

/// The files of `corpus`, or else every class of text in each of `sizes`.
pub(crate) fn texts(sizes: &[usize], corpus: Option<&Path>) -> Result<Vec<Case>> {
    if let Some(directory) = corpus {
        return files(directory)
            .map_err(|error| format!("{}: {error}", directory.display()).into());
    }
    let of_size = |&size: &usize| {
        classes().map(move |class| Case {
            text: class.name().into(),
            size: size::show(size),
            make: Box::new(move || Ok(vec![class.text(size)])),
        })
    };
    Ok(sizes.iter().flat_map(of_size).collect())
}

fn files(directory: &Path) -> io::Result<Vec<Case>> {
    let paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.into_iter().map(file).collect()
}

fn file(path: PathBuf) -> io::Result<Case> {
    // Many are named like `Arabic-Lipsum.utf8.txt`.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = name.split(['-', '.']).next().unwrap_or_default().to_owned();
    let size = size::show(fs::metadata(&path)?.len() as usize);
    let make = move || match fs::read_to_string(&path) {
        Ok(text) => Ok(vec![text]),
        Err(error) => Err(format!("{}: {error}", path.display()).into()),
    };
    Ok(Case { text, size, make: Box::new(make) })
}

/// One class for each length of characters, and one that is mostly ASCII.
const SHORT_CLASSES: [&str; 5] = ["latin", "russian", "chinese", "emoji", "german"];

/// So many short strings that no branch predictor learns them, and so few that they fit a cache.
const STRINGS: usize = 8192;

/// Strings of 1 to N units for each N of `longest`; `units` says how many a character has.
pub(crate) fn short(longest: &[usize], units: fn(char) -> usize) -> Vec<Case> {
    let of_longest = |&longest: &usize| {
        let chosen = classes().filter(|class| SHORT_CLASSES.contains(&class.name()));
        chosen.map(move |class| Case {
            text: class.name().into(),
            size: format!("1 to {longest}"),
            make: Box::new(move || Ok(short_strings(class, longest, units))),
        })
    };
    longest.iter().flat_map(of_longest).collect()
}

/// Each length is as frequent as another. They do not lie in memory in the order of the vector.
fn short_strings(class: Class, longest: usize, units: fn(char) -> usize) -> Vec<String> {
    let mut random = Random::new(class.name());
    let text = class.text(STRINGS * (2 * longest + 16));
    let mut characters = text.chars().cycle();
    let mut strings = Vec::with_capacity(STRINGS);
    for _ in 0..STRINGS {
        let mut string = String::new();
        let mut room = random.between((1, longest));
        for character in &mut characters {
            if units(character) > room {
                string.extend(std::iter::repeat_n('x', room));
                break;
            }
            string.push(character);
            room -= units(character);
        }
        strings.push(string);
    }
    for end in (2..=strings.len()).rev() {
        strings.swap(end - 1, random.below(end));
    }
    strings
}

/// The characters of `strings` that Latin-1 has; `None` if it lacks more than a tenth.
pub(crate) fn only_latin1(mut strings: Vec<String>) -> Option<Vec<String>> {
    let count = |strings: &[String]| strings.iter().map(|it| it.chars().count()).sum::<usize>();
    let before = count(&strings);
    for string in &mut strings {
        string.retain(|character| u8::try_from(character).is_ok());
    }
    strings.retain(|string| !string.is_empty());
    (count(&strings) * 10 >= before * 9).then_some(strings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_strings_are_distinct_and_as_long_as_they_say() {
        for units in [char::len_utf8 as fn(char) -> usize, char::len_utf16] {
            for case in short(&[64], units) {
                let mut strings = case.strings().expect("they are made");
                let lengths: Vec<usize> =
                    strings.iter().map(|string| string.chars().map(units).sum()).collect();
                assert_eq!(lengths.iter().min(), Some(&1), "{}", case.text);
                assert_eq!(lengths.iter().max(), Some(&64), "{}", case.text);
                strings.sort();
                strings.dedup();
                assert!(strings.len() > STRINGS * 3 / 4, "{}: {}", case.text, strings.len());
            }
        }
    }

    #[test]
    fn latin1_has_some_classes_and_of_these_more_than_ascii() {
        let cases = texts(&[64 << 10], None).expect("they are made");
        let mut names = Vec::new();
        for case in cases {
            let Some(strings) = only_latin1(case.strings().expect("it is made")) else { continue };
            let is_ascii = strings.iter().all(|string| string.is_ascii());
            assert_eq!(is_ascii, case.text == "latin", "{}", case.text);
            names.push(case.text);
        }
        assert_eq!(names, ["latin", "english", "german", "czech"]);
    }
}
