//! UTF-16 and UTF-32, by mark, by the pattern of zero bytes, or by frequent characters.

use utf8kit::{Bom, Encoding};

use super::HEAD;
use super::letters::is_unlikely_utf16;

/// A guess that text is UTF-16 or UTF-32.
///
/// ```
/// use utf8kit::{Bom, Encoding};
/// use utf8kit_text::guess::utf16_or_utf32;
///
/// let wide = utf16_or_utf32(b"\xFE\xFF\0h\0i").unwrap();
/// assert_eq!((wide.encoding(), wide.bom()), (Encoding::Utf16Be, Some(Bom::Utf16Be)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide {
    encoding: Encoding,
    bom: Option<Bom>,
}

impl Wide {
    /// Text that starts with `bom`. Who writes a mark means it: broken characters and NULs behind it
    /// do not refute it.
    pub(super) fn marked(bom: Bom) -> Option<Wide> {
        (bom != Bom::Utf8).then_some(Wide { encoding: bom.encoding(), bom: Some(bom) })
    }

    /// With its byte order: [`Encoding::Utf16Le`] and the like.
    ///
    /// ```
    /// let wide = utf8kit_text::guess::utf16_or_utf32(b"h\0i\0").unwrap();
    /// assert_eq!(wide.encoding(), utf8kit::Encoding::Utf16Le);
    /// ```
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The byte order mark, if the text starts with one.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::guess::utf16_or_utf32(b"h\0i\0").unwrap().bom(), None);
    /// ```
    #[must_use]
    pub const fn bom(&self) -> Option<Bom> {
        self.bom
    }

    /// The length of one code unit in bytes: 2 or 4.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::guess::utf16_or_utf32(b"h\0i\0").unwrap().unit(), 2);
    /// ```
    #[must_use]
    pub const fn unit(&self) -> usize {
        match self.encoding {
            Encoding::Utf32Le | Encoding::Utf32Be => 4,
            _ => 2,
        }
    }
}

/// Whether `head`, the start of a file, is UTF-16 or UTF-32: by its byte order mark (FF FE 00 00 is
/// UTF-32LE), else by where its zero bytes stand. Looks at the first [`HEAD`] bytes.
///
/// Text without any zero byte, as Chinese may be, is not recognised without a mark.
///
/// ```
/// use utf8kit_text::guess::utf16_or_utf32;
/// assert_eq!(utf16_or_utf32(b"Espec\xEDfica"), None);
/// // Zero bytes, and nothing that would be text.
/// assert_eq!(utf16_or_utf32(b"\x7FELF\x02\x01\x01\0\0\0\0\0"), None);
/// ```
#[must_use]
pub fn utf16_or_utf32(head: &[u8]) -> Option<Wide> {
    let head = &head[..head.len().min(HEAD)];
    if let Some(bom) = Bom::detect(head) {
        return Wide::marked(bom);
    }
    // UTF-32 first: each of its characters has the zero bytes that UTF-16 is known by.
    [Encoding::Utf32Le, Encoding::Utf32Be, Encoding::Utf16Le, Encoding::Utf16Be]
        .into_iter()
        .find(|&encoding| Units::of(head, encoding).are_surely_text(encoding))
        .map(|encoding| Wide { encoding, bom: None })
}

/// Whether `head` is UTF-16 of a text that has no zero bytes: for want of spaces, digits and line
/// feeds, as short texts in Chinese, Japanese and Thai may be.
pub(super) fn by_characters(head: &[u8]) -> Option<Wide> {
    /// A longer text has zero bytes.
    const SHORT: usize = 1024;
    let head = &head[..head.len().min(SHORT)];
    [Encoding::Utf16Le, Encoding::Utf16Be]
        .into_iter()
        .find(|&encoding| Units::of(head, encoding).are_likely_text())
        .map(|encoding| Wide { encoding, bom: None })
}

/// What a sample holds, read as an encoding's code units.
#[derive(Default)]
struct Units {
    characters: usize,
    /// Below U+0100: in UTF-16, those whose other byte is zero.
    latin: usize,
    /// Unpaired surrogates and what is above U+10FFFF.
    ill_formed: usize,
    /// NUL, other controls that text does not have, private use and noncharacters.
    no_text: usize,
    /// In UTF-16: of two bytes that are both printable ASCII, as in a text that has NULs for
    /// another reason; of ideographs, a third is like that.
    ascii_pairs: usize,
    /// How many of these there are in a row at the most, and here.
    longest_ascii: usize,
    ascii_here: usize,
    /// Letters of scripts from Greek to Tibetan: one byte of each is a control that text in ASCII
    /// does not have. The scripts of which that byte is a tab or a line end are left out: Devanagari
    /// to Gujarati, Malayalam and Sinhala.
    of_alphabets: usize,
    /// Ideographs, syllables, and their punctuation.
    wide: Vec<char>,
}

impl Units {
    fn of(head: &[u8], encoding: Encoding) -> Units {
        let mut units = Units::default();
        let two = |bytes: &[u8; 2]| match encoding {
            Encoding::Utf16Le => u16::from_le_bytes(*bytes),
            _ => u16::from_be_bytes(*bytes),
        };
        let four = |bytes: &[u8; 4]| match encoding {
            Encoding::Utf32Le => u32::from_le_bytes(*bytes),
            _ => u32::from_be_bytes(*bytes),
        };
        if matches!(encoding, Encoding::Utf32Le | Encoding::Utf32Be) {
            let (sample, _) = head.as_chunks::<4>();
            sample.iter().for_each(|bytes| units.add(char::from_u32(four(bytes))));
            return units;
        }
        let (sample, _) = head.as_chunks::<2>();
        // The sample may end between two surrogates.
        let ends_high = sample.last().is_some_and(|unit| two(unit) & 0xFC00 == 0xD800);
        let sample = &sample[..sample.len() - usize::from(ends_high)];
        char::decode_utf16(sample.iter().map(two)).for_each(|decoded| units.add(decoded.ok()));
        units
    }

    fn add(&mut self, character: Option<char>) {
        let Some(character) = character else {
            self.ill_formed += 1;
            return;
        };
        self.characters += 1;
        self.latin += usize::from(character < '\u{100}');
        self.no_text += usize::from(!is_text(character));
        self.of_alphabets += usize::from(matches!(
            character,
            '\u{370}'..='\u{8FF}' | '\u{B00}'..='\u{CFF}' | '\u{E00}'..='\u{FFF}'
        ));
        if character >= '\u{2E80}' {
            self.wide.push(character);
        }
        let bytes = u32::from(character).to_be_bytes();
        let is_ascii_pair = matches!(bytes, [0, 0, b' '..=b'~', b' '..=b'~']);
        self.ascii_pairs += usize::from(is_ascii_pair);
        self.ascii_here = if is_ascii_pair { self.ascii_here + 1 } else { 0 };
        self.longest_ascii = self.longest_ascii.max(self.ascii_here);
    }

    /// Nothing that text does not have, and zero bytes where this encoding has them. In UTF-32
    /// every character has one; in UTF-16 line ends, spaces and digits do, in any script.
    fn are_surely_text(&self, encoding: Encoding) -> bool {
        /// One lone surrogate among so many characters is damage.
        const SELDOM: usize = 50;
        /// As many ideographs that are ASCII as well are no chance: a third are like that.
        const MOST_ASCII: usize = 16;
        if self.ill_formed * SELDOM > self.characters
            || self.no_text > 0
            || self.characters < 2
            || self.longest_ascii >= MOST_ASCII
        {
            return false;
        }
        if matches!(encoding, Encoding::Utf32Le | Encoding::Utf32Be) {
            return true;
        }
        let wanted = if self.characters < 16 { self.characters / 2 } else { self.characters / 32 };
        self.latin >= wanted.max(2) && self.ascii_pairs <= self.characters / 2
    }

    /// Nothing that text does not have, and most of it letters of one kind.
    fn are_likely_text(&self) -> bool {
        const FEWEST: usize = 4;
        let is_most = |count: usize| 4 * count > 3 * self.characters;
        self.ill_formed == 0
            && self.no_text == 0
            && self.characters >= FEWEST
            && (is_most(self.of_alphabets)
                || is_most(self.wide.len()) && !is_unlikely_utf16(&self.wide))
    }
}

/// Whether text has such characters: no controls but white space, nothing private, no noncharacters.
pub(super) fn is_text(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' | '\x0C' => true,
        '\0'..' ' | '\x7F'..'\u{A0}' | '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' => false,
        _ => u32::from(character) & 0xFFFE != 0xFFFE,
    }
}
