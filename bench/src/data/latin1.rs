//! Texts of which Latin-1 has every character.

use super::{Case, Form, Input, texts};
use crate::Result;
use crate::args::Args;

/// Of a text that counts as one, the least share of characters that Latin-1 has. The others are
/// left out.
const LEAST: f64 = 0.9;

/// What is asked for and is such text; and because few files are more than ASCII, what is made here
/// too.
pub(super) fn texts(args: &Args) -> Result<Vec<Case>> {
    let mut cases = texts::all(args)?;
    if args.corpus.is_some() {
        cases.extend(texts::generated(&args.sizes));
    }
    let mut narrow = Vec::new();
    for case in cases {
        let text = text_of(&case)?;
        let kept = text.chars().filter(|&c| Form::Latin1.has(c)).count();
        if kept as f64 >= LEAST * text.chars().count() as f64 {
            narrow.push(Case::new(case.group.clone(), case.name.clone(), move || {
                let mut text = text_of(&case)?;
                text.retain(|c| Form::Latin1.has(c));
                Input::text(text.into_bytes())
            }));
        }
    }
    Ok(narrow)
}

fn text_of(case: &Case) -> Result<String> {
    Ok(String::from_utf8(case.input()?.bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Command;

    #[test]
    fn texts_have_what_latin_1_has_and_more_than_ascii() {
        let Ok(Command::Measure(args)) = Args::parse(["convert".into()].into_iter()) else {
            panic!("a family is enough");
        };
        let cases = texts(&args).expect("texts are made");
        let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        let once = ["latin", "english", "german", "czech"];
        assert_eq!(names, [once, once].concat());
        for case in &cases {
            let text = text_of(case).expect("text is made");
            assert!(text.chars().all(|c| Form::Latin1.has(c)), "{}", case.name);
            assert_eq!(text.is_ascii(), case.name == "latin", "{}", case.name);
        }
    }
}
