//! ISO 8859-1: U+0000..U+00FF, each in its byte.

use super::{Checked, Codec, Coded, bytes_before_special};
use crate::engine::Engine;
use crate::error::{Error, Kind, Place};

/// True ISO 8859-1.
#[derive(Clone, Copy, Debug)]
pub enum Latin1 {}

impl Codec for Latin1 {
    type Unit = u8;
    const LEAST: usize = 1;
    const MOST: usize = 1;
    const LAST_SAME: u8 = 0xFF;

    #[inline(always)]
    fn decode(src: &[u8], at: usize) -> Result<(u32, usize), Error> {
        Ok((src[at].into(), 1))
    }

    #[inline(always)]
    fn encode(code: u32) -> Option<Coded> {
        (code <= 0xFF).then_some(Coded::new(code.into(), 1))
    }

    /// Latin-1 has no supplementary character.
    #[inline(always)]
    fn len_before_special(src: &[u8], _: bool, nul: bool) -> usize {
        bytes_before_special(src, false, nul)
    }

    fn check(_: Engine, _: &[u8]) -> Checked {
        Checked::WellFormed
    }

    fn unsettled(_: &[u8]) -> usize {
        0
    }

    fn unrepresentable(at: usize, code: u32, len: usize) -> Error {
        // Every encoding here has U+0000..U+00FF.
        Error::other(Place::Utf8, Kind::Unrepresentable, at, len, code)
    }
}
