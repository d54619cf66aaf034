//! What one writes with std alone: a loop over characters.

use std::str;

use bytemuck::Pod;
use utf8kit::Level;
use utf8kit::convert::{Latin1, Utf8, Utf16, Utf32};

use super::FAILED;
use crate::families::units::{Tells, Writes};
use crate::families::{Call, Function};
use crate::peers::Peer;

pub(super) const fn convert<S: Source, T: Target>() -> Function {
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::Units(&Writes(|src, dst| into_slice::<S, T>(src, dst).unwrap_or(FAILED))),
    }
}

fn into_slice<S: Source, T: Target>(src: &[S::Unit], dst: &mut [T::Unit]) -> Option<usize> {
    let mut at = 0;
    for character in S::chars(src)? {
        at += T::put(character?, &mut dst[at..])?;
    }
    Some(at)
}

pub(super) const fn len<S: Source, T: Target>() -> Function {
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::Units(&Tells(|src| units::<S, T>(src).unwrap_or(FAILED))),
    }
}

fn units<S: Source, T: Target>(src: &[S::Unit]) -> Option<usize> {
    let mut len = 0;
    for character in S::chars(src)? {
        len += T::len(character?);
    }
    Some(len)
}

pub(super) const fn validate<S: Source>() -> Function {
    Function {
        peer: Peer::Detects(Level::Scalar),
        name: "std",
        call: Call::Units(&Tells(|src| {
            S::chars(src).is_some_and(|mut chars| chars.all(|it| it.is_some())).into()
        })),
    }
}

/// Where characters come from; `None` is what is malformed.
pub(super) trait Source {
    type Unit: Pod;

    fn chars(src: &[Self::Unit]) -> Option<impl Iterator<Item = Option<char>>>;
}

/// Where they go.
pub(super) trait Target {
    type Unit: Pod;

    /// Says how many units were put there.
    fn put(character: char, dst: &mut [Self::Unit]) -> Option<usize>;

    fn len(character: char) -> usize;
}

impl Source for Utf8 {
    type Unit = u8;

    fn chars(src: &[u8]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(str::from_utf8(src).ok()?.chars().map(Some))
    }
}

impl Source for Utf16 {
    type Unit = u16;

    fn chars(src: &[u16]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(char::decode_utf16(src.iter().copied()).map(Result::ok))
    }
}

impl Source for Utf32 {
    type Unit = u32;

    fn chars(src: &[u32]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(src.iter().copied().map(char::from_u32))
    }
}

impl Source for Latin1 {
    type Unit = u8;

    fn chars(src: &[u8]) -> Option<impl Iterator<Item = Option<char>>> {
        Some(src.iter().map(|&byte| Some(char::from(byte))))
    }
}

impl Target for Utf8 {
    type Unit = u8;

    fn put(character: char, dst: &mut [u8]) -> Option<usize> {
        Some(character.encode_utf8(dst).len())
    }

    fn len(character: char) -> usize {
        character.len_utf8()
    }
}

impl Target for Utf16 {
    type Unit = u16;

    fn put(character: char, dst: &mut [u16]) -> Option<usize> {
        Some(character.encode_utf16(dst).len())
    }

    fn len(character: char) -> usize {
        character.len_utf16()
    }
}

impl Target for Utf32 {
    type Unit = u32;

    fn put(character: char, dst: &mut [u32]) -> Option<usize> {
        *dst.first_mut()? = character.into();
        Some(1)
    }

    fn len(_: char) -> usize {
        1
    }
}

impl Target for Latin1 {
    type Unit = u8;

    fn put(character: char, dst: &mut [u8]) -> Option<usize> {
        *dst.first_mut()? = character.try_into().ok()?;
        Some(1)
    }

    fn len(_: char) -> usize {
        1
    }
}
