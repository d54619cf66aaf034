//! Texts, cut into pieces without regard to characters.

use super::{Case, Input, Random, texts};
use crate::Result;
use crate::args::Args;

/// The least and the most bytes of a piece: blocks of files, lines or messages, and what a model
/// answers with.
const PIECES: [(usize, usize); 3] = [(64 << 10, 64 << 10), (100, 100), (1, 8)];

pub(super) fn texts(args: &Args) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for bounds in PIECES {
        for text in texts::all(args)? {
            let (least, most) = (texts::Size(bounds.0), texts::Size(bounds.1));
            let group = match least.0 == most.0 {
                true => format!("{}, pieces of {least} bytes", text.group),
                false => format!("{}, pieces of {least} to {most} bytes", text.group),
            };
            let name = text.name.clone();
            cases.push(Case::new(group, name, move || cut(text.input()?, bounds)));
        }
    }
    Ok(cases)
}

fn cut(input: Input, bounds: (usize, usize)) -> Result<Input> {
    let mut random = Random::new("pieces");
    let mut offsets = vec![0];
    let mut at = 0;
    while at < input.bytes.len() {
        at = input.bytes.len().min(at + random.between(bounds));
        offsets.push(i32::try_from(at)?);
    }
    Ok(Input { offsets, ..input })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_as_long_as_they_say() -> Result<()> {
        for (least, most) in PIECES {
            let input = cut(Input::text(vec![b'a'; 200_000])?, (least, most))?;
            let lengths: Vec<usize> = input.strings().map(<[u8]>::len).collect();
            assert_eq!(lengths.iter().sum::<usize>(), 200_000);
            let (last, all_else) = lengths.split_last().expect("there are pieces");
            assert!(all_else.iter().all(|len| (least..=most).contains(len)));
            assert!((1..=most).contains(last));
        }
        Ok(())
    }
}
