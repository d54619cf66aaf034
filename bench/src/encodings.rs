//! The encodings as std knows them, and what one writes with std alone: loops over characters.

use std::str;

use crate::ours::{Engine, Form, Latin1, Utf8, Utf16, Utf32};

pub(crate) trait Encoding: Form<Unit: Copy + Default + PartialEq> {
    /// As the names of tables spell it.
    const NAME: &'static str;

    /// The text in this encoding, which has all of its characters.
    fn encode(text: &str) -> Vec<Self::Unit>;

    /// The characters of a text; `None` stands for what is malformed.
    fn decode(src: &[Self::Unit]) -> Option<impl Iterator<Item = Option<char>>>;

    /// Writes a character, and returns how many units it has.
    fn put(character: char, dst: &mut [Self::Unit]) -> Option<usize>;

    /// How many units a character has.
    fn len(_: char) -> usize {
        1
    }
}

impl Encoding for Utf8 {
    const NAME: &'static str = "utf8";

    fn encode(text: &str) -> Vec<u8> {
        text.as_bytes().to_vec()
    }

    fn decode(src: &[u8]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(str::from_utf8(src).ok()?.chars().map(Some))
    }

    fn put(character: char, dst: &mut [u8]) -> Option<usize> {
        Some(character.encode_utf8(dst).len())
    }

    fn len(character: char) -> usize {
        character.len_utf8()
    }
}

impl Encoding for Utf16 {
    const NAME: &'static str = "utf16";

    fn encode(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn decode(src: &[u16]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(char::decode_utf16(src.iter().copied()).map(Result::ok))
    }

    fn put(character: char, dst: &mut [u16]) -> Option<usize> {
        Some(character.encode_utf16(dst).len())
    }

    fn len(character: char) -> usize {
        character.len_utf16()
    }
}

impl Encoding for Utf32 {
    const NAME: &'static str = "utf32";

    fn encode(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    fn decode(src: &[u32]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(src.iter().copied().map(char::from_u32))
    }

    fn put(character: char, dst: &mut [u32]) -> Option<usize> {
        *dst.first_mut()? = character.into();
        Some(1)
    }
}

impl Encoding for Latin1 {
    const NAME: &'static str = "latin1";

    fn encode(text: &str) -> Vec<u8> {
        text.chars().map(|character| character as u8).collect()
    }

    fn decode(src: &[u8]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(src.iter().map(|&byte| Some(char::from(byte))))
    }

    fn put(character: char, dst: &mut [u8]) -> Option<usize> {
        *dst.first_mut()? = character.try_into().ok()?;
        Some(1)
    }
}

/// Converts a text.
pub(crate) fn convert<S: Encoding, T: Encoding>(
    _: Engine,
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Option<usize> {
    let mut at = 0;
    for character in S::decode(src)? {
        at += T::put(character?, &mut dst[at..])?;
    }
    Some(at)
}

/// How many units a text would become; 0 if it is malformed.
pub(crate) fn length<S: Encoding, T: Encoding>(_: Engine, src: &[S::Unit]) -> usize {
    let lengths = S::decode(src).map(|mut characters| {
        characters.try_fold(0, |sum, character| Some(sum + T::len(character?)))
    });
    lengths.flatten().unwrap_or(0)
}

/// Whether a text is well-formed.
pub(crate) fn is_valid<S: Encoding>(_: Engine, src: &[S::Unit]) -> usize {
    S::decode(src).is_some_and(|mut characters| characters.all(|it| it.is_some())).into()
}
