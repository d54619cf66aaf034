//! Text of one charset of one byte a character that was read in another one: `Ïðèâåò` is `Привет`,
//! if windows-1251 was read as windows-1252.
//!
//! Nothing in such a text says that it is wrong. So it is read again only if a user names the charset
//! that was meant, and line by line:
//!
//! ```text
//! for each run of characters beyond ASCII that the charset which was read has
//!     encode it in that one, decode it in the one that was meant
//! if all runs together are likelier than before, by more than a bar: read all
//! ```

use super::line::Unit;
use super::model::{BIT, MODEL};
use super::path::Reading;
use crate::charset::Charset;

/// What must be gained on a line.
const BAR: i32 = 4 * BIT;

/// A charset that text is in, and the one it was read in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misread {
    pub(super) shown: Charset,
    pub(super) meant: Charset,
    /// What each character that was shown stands for, in order.
    characters: Vec<(char, char)>,
}

impl Misread {
    /// `None`, unless both have one byte a character, and ASCII.
    pub(super) fn new(shown: Charset, meant: Charset) -> Option<Misread> {
        if !shown.has_ascii() || !meant.has_ascii() {
            return None;
        }
        let (shows, means) = (shown.characters()?, meant.characters()?);
        let pairs = (0x80..=0xFF_usize).zip(shows[0x80..].iter().zip(&means[0x80..]));
        let mut characters = Vec::new();
        for (byte, (shows, means)) in pairs {
            let Some(means) = *means else { continue };
            characters.extend(shows.map(|shows| (shows, means)));
            // ISO 8859-1 has controls where windows-1252 has characters; both are said for each other.
            characters
                .extend(char::from_u32(byte as u32).filter(|_| byte < 0xA0).map(|it| (it, means)));
        }
        characters.sort_by_key(|(shows, _)| *shows);
        characters.dedup_by_key(|(shows, _)| *shows);
        Some(Misread { shown, meant, characters })
    }

    fn read(&self, character: char) -> Option<char> {
        let place = self.characters.binary_search_by_key(&character, |(shows, _)| *shows).ok()?;
        Some(self.characters[place].1)
    }

    /// What a line is read as, if that is likelier.
    pub(super) fn read_line(&self, units: &[Unit]) -> Option<Vec<Reading>> {
        let mut readings = Vec::new();
        let (mut stood, mut stands) = (MODEL.line_end(), MODEL.line_end());
        let mut gain = -BAR;
        for (at, unit) in units.iter().enumerate() {
            let meant = self.read(unit.character);
            let token = meant.map_or(unit.token, |character| MODEL.token(character));
            let gained = MODEL.cost(stood, unit.token) - MODEL.cost(stands, token);
            if let Some(character) = meant {
                let (start, end, is_lost) = (at, at + 1, false);
                readings.push(Reading { start, end, character, is_lost, gain: gained });
            }
            gain += gained;
            (stood, stands) = (unit.token, token);
        }
        gain += MODEL.cost(stood, MODEL.line_end()) - MODEL.cost(stands, MODEL.line_end());
        (gain > 0).then_some(readings)
    }
}
