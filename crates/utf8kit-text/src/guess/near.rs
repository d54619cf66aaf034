//! Text that is UTF-8 but for some of it, and CESU-8 and Modified UTF-8, which are nearly UTF-8.
//!
//! ```text
//! count    sequences of several bytes that are well-formed
//!          pairs of surrogates of three bytes each, and C0 80      (CESU-8, Modified UTF-8)
//!          other maximal subparts, which are ill-formed; not one that the end cuts off
//!
//! pairs or C0 80, nothing ill-formed, no form of four bytes        CESU-8 or Modified UTF-8
//! more than two well-formed for each that is ill-formed            UTF-8, damaged
//!     a pair, one surrogate, C0 80 and an overlong form of punctuation count as four well-formed
//! as many well-formed, and no charset that its letters fit         UTF-8, damaged
//! ```
//!
//! In legacy text, a letter beyond ASCII is seldom part of a well-formed sequence. Of the Universal
//! Declaration of Human Rights in 532 languages, in each of 34 legacy charsets that has its letters,
//! no whole text (of 2528) and one piece of 80 to 160 characters (of 40,499) has more than two such
//! sequences for each that is ill-formed.

use utf8kit::{Encoding, Utf8Chunks, from_utf8};

/// What a text is that is not well-formed UTF-8, and yet nearer to it than to any legacy charset.
///
/// ```
/// use utf8kit::Encoding;
/// use utf8kit_text::guess::near_utf8;
///
/// let near = near_utf8(b"d\xC3\xA9j\xC3\xA0 vu, 3 \xE2\x82\xAC, na\xEFve").unwrap();
/// assert_eq!((near.encoding(), near.sequences(), near.ill_formed()), (Encoding::Utf8, 4, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NearUtf8 {
    encoding: Encoding,
    sequences: usize,
    ill_formed: usize,
    has_latin_extended: bool,
    /// Whether all of the text was looked at.
    pub(super) is_all: bool,
}

impl NearUtf8 {
    /// Whether more than one Latin letter in nine is not in windows-1252.
    pub(super) const fn has_latin_extended(&self) -> bool {
        self.has_latin_extended
    }

    /// UTF-8, CESU-8 or Modified UTF-8.
    ///
    /// ```
    /// let near = utf8kit_text::guess::near_utf8(b"\xED\xA0\xBD\xED\xB8\x80").unwrap();
    /// assert_eq!(near.encoding(), utf8kit::Encoding::Cesu8);
    /// ```
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// How many sequences of several bytes there are, with those that are ill-formed.
    ///
    /// ```
    /// let near = utf8kit_text::guess::near_utf8(b"key\xC0\x80value").unwrap();
    /// assert_eq!(near.sequences(), 1);
    /// ```
    #[must_use]
    pub const fn sequences(&self) -> usize {
        self.sequences
    }

    /// How many of the sequences are ill-formed in the encoding. A sequence that the end of the
    /// text cuts off is not one of them.
    ///
    /// ```
    /// // A text that is cut off has none.
    /// let near = utf8kit_text::guess::near_utf8(b"na\xC3\xAFve caf\xC3").unwrap();
    /// assert_eq!(near.ill_formed(), 0);
    /// ```
    #[must_use]
    pub const fn ill_formed(&self) -> usize {
        self.ill_formed
    }
}

/// Says whether `text`, which is not well-formed UTF-8, is nearly that. Reads all of `text`, unless
/// more than 500 sequences are ill-formed and few are not. Does not allocate.
///
/// ```
/// use utf8kit_text::guess::near_utf8;
/// // windows-1252, in which a letter and a sign happen to be a sequence.
/// assert_eq!(near_utf8(b"na\xEFve caf\xE9 \xC2\xA9"), None);
/// // It is well-formed, or in ASCII.
/// assert_eq!(near_utf8("naïve".as_bytes()), None);
/// ```
#[must_use]
pub fn near_utf8(text: &[u8]) -> Option<NearUtf8> {
    match from_utf8(text) {
        Ok(_) => None,
        Err(_) => Sequences::of(text).are_near(),
    }
}

/// As many well-formed sequences show as much as one form of CESU-8, or an overlong one.
const FORM_WEIGHT: usize = 4;

/// How many sequences there are, by kind.
#[derive(Default)]
pub(super) struct Sequences {
    well_formed: usize,
    /// Of these, forms of four bytes.
    four_bytes: usize,
    /// Of these, U+00C0 to U+00FF.
    latin_1: usize,
    /// Of these, U+0100 to U+027F, without those of windows-1252.
    latin_extended: usize,
    pairs: usize,
    long_nuls: usize,
    /// Overlong forms of punctuation, and surrogates alone.
    forms: usize,
    ill_formed: usize,
}

impl Sequences {
    /// Those of a text that is not well-formed.
    pub(super) fn of(text: &[u8]) -> Sequences {
        let mut seen = Sequences::default();
        let mut at = 0;
        // What the pair before this has taken of the text already.
        let mut taken = 0;
        for chunk in Utf8Chunks::new(text) {
            seen.add_well_formed(chunk.valid());
            at += chunk.valid().len();
            let error = chunk.invalid();
            if at >= taken && !error.is_empty() {
                taken = at + seen.add_error(&text[at..], error.len());
            }
            at += error.len();
            if seen.are_hopeless() {
                break;
            }
        }
        seen
    }

    fn add_well_formed(&mut self, text: &str) {
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            self.well_formed += usize::from(byte >= 0xC0);
            self.four_bytes += usize::from(byte >= 0xF0);
            self.latin_1 += usize::from(byte == 0xC3);
            if matches!(byte, 0xC4..=0xC9) {
                // Without those of windows-1252: Œ œ Š š Ÿ Ž ž ƒ.
                let is_of_1252 = matches!(
                    text.as_bytes()[at..],
                    [0xC5, 0x92 | 0x93 | 0xA0 | 0xA1 | 0xB8 | 0xBD | 0xBE, ..] | [0xC6, 0x92, ..]
                );
                self.latin_extended += usize::from(!is_of_1252);
            }
        }
    }

    /// Adds what `rest` starts with, a maximal subpart of `len` bytes and perhaps others that
    /// belong to it. Gives how many bytes that is.
    fn add_error(&mut self, rest: &[u8], len: usize) -> usize {
        match *rest {
            [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
                self.pairs += 1;
                6
            }
            [0xC0, 0x80, ..] => {
                self.long_nuls += 1;
                2
            }
            // Overlong forms of " ' . / < > and \, which attacks are made of.
            [0xC0, 0xA2 | 0xA7 | 0xAE | 0xAF | 0xBC | 0xBE, ..] | [0xC1, 0x9C, ..] => {
                self.forms += 1;
                2
            }
            [0xE0, 0x80, 0xA2 | 0xA7 | 0xAE | 0xAF | 0xBC | 0xBE, ..] | [0xE0, 0x81, 0x9C, ..]
            // One surrogate alone.
            | [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => {
                self.forms += 1;
                3
            }
            // The end cuts it off.
            _ if rest.len() == len && matches!(rest[0], 0xC2..=0xF4) => len,
            _ => {
                self.ill_formed += 1;
                len
            }
        }
    }

    /// Whether what follows will hardly change the verdict.
    const fn are_hopeless(&self) -> bool {
        const MANY: usize = 500;
        self.ill_formed > MANY && self.ill_formed > 2 * self.like_utf8()
    }

    /// How much speaks for UTF-8, as so many well-formed sequences.
    const fn like_utf8(&self) -> usize {
        self.well_formed + FORM_WEIGHT * (self.pairs + self.long_nuls + self.forms)
    }

    /// What that is, if it is nearly UTF-8.
    pub(super) fn are_near(&self) -> Option<NearUtf8> {
        self.verdict(|well_formed, ill_formed| well_formed > 2 * ill_formed)
    }

    /// And if it is rather that, where letters fit no charset clearly.
    pub(super) fn are_rather_near(&self) -> Option<NearUtf8> {
        self.verdict(|well_formed, ill_formed| well_formed > 0 && well_formed >= ill_formed)
    }

    /// Whether so much is well-formed that a part of the text is hardly in a charset of one byte a
    /// character.
    pub(super) fn are_in_part(&self) -> bool {
        self.well_formed >= 3 && 2 * self.well_formed >= self.ill_formed
    }

    /// Whether at least half is well-formed: then it is hardly in any other charset.
    pub(super) fn are_half(&self) -> bool {
        self.well_formed >= self.ill_formed
    }

    /// What that is, if `is_enough` says so of how many are well-formed and how many are not.
    fn verdict(&self, is_enough: impl Fn(usize, usize) -> bool) -> Option<NearUtf8> {
        let like_cesu8 = self.pairs + self.long_nuls;
        let near = |encoding, ill_formed| {
            let sequences = self.well_formed + like_cesu8 + self.forms + self.ill_formed;
            let has_latin_extended = 8 * self.latin_extended > self.latin_1;
            Some(NearUtf8 { encoding, sequences, ill_formed, has_latin_extended, is_all: true })
        };
        if like_cesu8 > 0 && self.ill_formed + self.forms + self.four_bytes == 0 {
            let encoding =
                if self.long_nuls > 0 { Encoding::ModifiedUtf8 } else { Encoding::Cesu8 };
            return near(encoding, 0);
        }
        // These forms are ill-formed in UTF-8, but hardly ever in legacy text either.
        match is_enough(self.like_utf8(), self.ill_formed) {
            true => near(Encoding::Utf8, self.ill_formed + like_cesu8 + self.forms),
            false => None,
        }
    }
}
