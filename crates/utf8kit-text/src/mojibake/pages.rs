//! The charsets in which UTF-8 is read by mistake: of each character, its byte in each of them.
//!
//! A set of charsets is an integer of 32 bits, one bit a charset. So what a character may be in any of
//! them is looked up once:
//!
//! ```text
//!             windows-1252   macintosh   ibm866
//! Ã           C3             CC          -         leads: windows-1252, macintosh
//! ©           A9             A9          -         continuations: windows-1252, macintosh
//! both                                             UTF-8 read as: windows-1252, macintosh
//! ```

use std::collections::BTreeMap;
use std::sync::LazyLock;

use utf8kit::decode_first;

use super::model::BIT;
use crate::charset::Charset;

/// A set of charsets: bit `n` is that of the `n`th page.
pub(super) type Set = u32;

/// A charset of one byte a character.
pub(super) struct Page {
    pub(super) number: usize,
    pub(super) charset: Charset,
    /// So much must be gained before anything on a line is read, because text that is right has such
    /// sequences by chance.
    pub(super) bar: i32,
    /// What a span must gain besides that is two letters, as words in the charset have them.
    pub(super) letters: i32,
    /// Continuations that programs may lose that read the charset: 80 to 9F, and holes above.
    pub(super) lost: Vec<u8>,
    /// Of these, the holes.
    pub(super) holes: Vec<u8>,
}

/// What a character is, in every page.
pub(super) struct Entry {
    bytes: [u8; NAMES.len()],
    /// Where it is the first of two, three or four bytes.
    pub(super) leads: [Set; 3],
    pub(super) continuations: Set,
}

pub(super) struct Pages {
    pub(super) all: Vec<Page>,
    entries: Vec<Entry>,
    /// By character, where it is in `entries`. The first entry is that of none.
    places: Vec<u16>,
}

/// Of what is as likely, the first is taken. The numbers are bits: the bar, and what a span of two
/// letters must gain besides.
const NAMES: [(&str, i32, i32); 19] = [
    ("windows-1252", 10, 0),
    ("macintosh", 16, 4),
    ("windows-1250", 12, 0),
    ("windows-1251", 16, 4),
    ("windows-1253", 16, 0),
    ("windows-1254", 13, 0),
    ("windows-1255", 16, 0),
    ("windows-1256", 20, 4),
    ("windows-1257", 14, 0),
    ("windows-1258", 14, 0),
    ("windows-874", 22, 8),
    ("iso-8859-2", 15, 0),
    ("iso-8859-15", 11, 0),
    ("ibm437", 12, 8),
    ("ibm850", 12, 8),
    ("ibm852", 14, 10),
    ("ibm866", 24, 8),
    ("koi8-r", 32, 10),
    ("koi8-u", 32, 10),
];

/// Charsets whose letters, or most of them, are of a script of its own: from, to.
const NATIVE: [(&str, char, char); 8] = [
    ("windows-1251", '\u{400}', '\u{4FF}'),
    ("windows-1253", '\u{370}', '\u{3FF}'),
    ("windows-1255", '\u{590}', '\u{5FF}'),
    ("windows-1256", '\u{600}', '\u{6FF}'),
    ("windows-874", '\u{E00}', '\u{E7F}'),
    ("ibm866", '\u{400}', '\u{4FF}'),
    ("koi8-r", '\u{400}', '\u{4FF}'),
    ("koi8-u", '\u{400}', '\u{4FF}'),
];

/// Those that ISO 8859 has too, but for 80 to 9F: ISO 8859-1, -9 and -11.
const ISO: [&str; 3] = ["windows-1252", "windows-1254", "windows-874"];

/// Characters that other tables than the WHATWG's have.
const OTHERS: [(&str, char, u8); 2] = [("koi8-u", '╝', 0xAE), ("koi8-u", '╬', 0xBE)];

/// No page has characters from here on.
const END: usize = 0x1_0000;

pub(super) static PAGES: LazyLock<Pages> = LazyLock::new(Pages::new);

impl Pages {
    fn new() -> Pages {
        let mut all = Vec::new();
        let mut bytes: BTreeMap<char, [u8; NAMES.len()]> = BTreeMap::new();
        for (place, (name, bar, letters)) in NAMES.into_iter().enumerate() {
            let charset = Charset::for_label(name);
            let Some((charset, characters)) = charset.and_then(|it| Some((it, it.characters()?)))
            else {
                continue;
            };
            let mut set = |character: char, byte: u8| {
                bytes.entry(character).or_default()[place] = byte;
            };
            let is_hole = |byte: &u8| {
                matches!(characters[usize::from(*byte)], None | Some('\u{80}'..='\u{9F}'))
            };
            for byte in 0x80..=0xFF_u8 {
                if let Some(character) = characters[usize::from(byte)] {
                    set(character, byte);
                }
                // Programs have controls where a charset has nothing; and in all these places, if they
                // take it for ISO 8859.
                let may_be_iso = ISO.contains(&name);
                if byte < 0xA0 && (is_hole(&byte) || may_be_iso) {
                    set(byte.into(), byte);
                }
            }
            for (page, character, byte) in OTHERS {
                if page == name {
                    set(character, byte);
                }
            }
            let lost = (0x80..=0xBF).filter(|byte| *byte < 0xA0 || is_hole(byte)).collect();
            let holes = (0x80..=0xBF).filter(is_hole).collect();
            all.push(Page {
                number: place,
                charset,
                bar: bar * BIT,
                letters: letters * BIT,
                lost,
                holes,
            });
        }
        let mut entries = vec![Entry::of([0; NAMES.len()])];
        let mut places = vec![0; END];
        for (character, bytes) in bytes {
            places[character as usize] = entries.len() as u16;
            entries.push(Entry::of(bytes));
        }
        Pages { all, entries, places }
    }

    /// The pages whose script a character is of.
    pub(super) fn native(&self, character: char) -> Set {
        let here = NATIVE.iter().filter(|(_, from, to)| (*from..=*to).contains(&character));
        let numbers = here.filter_map(|(native, ..)| NAMES.iter().position(|it| it.0 == *native));
        numbers.map(|number| 1 << number).sum()
    }

    pub(super) fn entry(&self, character: char) -> &Entry {
        let place = self.places.get(character as usize).copied().unwrap_or_default();
        &self.entries[usize::from(place)]
    }
}

impl Entry {
    fn of(bytes: [u8; NAMES.len()]) -> Entry {
        let pages_of = |is: fn(u8) -> bool| -> Set {
            let places = bytes.iter().enumerate().filter(|(_, byte)| is(**byte));
            places.map(|(place, _)| 1 << place).sum()
        };
        Entry {
            bytes,
            leads: [
                pages_of(|byte| matches!(byte, 0xC2..=0xDF)),
                pages_of(|byte| matches!(byte, 0xE0..=0xEF)),
                pages_of(|byte| matches!(byte, 0xF0..=0xF4)),
            ],
            continuations: pages_of(|byte| matches!(byte, 0x80..=0xBF)),
        }
    }

    /// Whether it is in any page.
    pub(super) const fn is_known(&self) -> bool {
        self.continuations != 0 || self.leads[0] | self.leads[1] | self.leads[2] != 0
    }

    /// Its byte in a page; 0 if it is ASCII, or not there.
    pub(super) fn byte(&self, page: usize) -> u8 {
        self.bytes[page]
    }
}

/// The sequence of UTF-8 that characters start with, if they are read in a page: what it stands for,
/// and how many they are.
pub(super) fn sequence<'e>(
    entries: impl IntoIterator<Item = &'e Entry>,
    page: usize,
) -> Option<(char, usize)> {
    let mut bytes = [0; 4];
    let mut entries = entries.into_iter();
    bytes[0] = entries.next()?.byte(page);
    let length = length(bytes[0]);
    for byte in bytes.get_mut(1..length)? {
        *byte = entries.next()?.byte(page);
    }
    Some((decode_first(&bytes[..length])?.ok()?, length))
}

/// The length of the sequence that a byte leads; 0 if it leads none.
pub(super) const fn length(lead: u8) -> usize {
    match lead {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}
