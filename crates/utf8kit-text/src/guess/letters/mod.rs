//! Which legacy charset text is in, by its letters.
//!
//! ```text
//! for each charset, and each language that is written in it
//!     read the text in that charset
//!     bits = what the charset itself costs: the rarer, the more
//!          + a quarter of what the words of ASCII letters cost in this language, more than in the
//!            likeliest, but no more than 12
//!          + for each pair of characters that is not all ASCII
//!                - log2 P(second | first) in this language
//!                + what is odd about the pair: a capital behind a small letter, a sign in a word
//! the reading that costs the fewest bits is the likeliest
//! ```
//!
//! The bits of two readings can be compared because both spell the same bytes. `letters.bin` has
//! the pairs of letters of each language; `bench/detection/train.py` makes that file, and says of
//! what.

mod ideographs;
mod model;
mod signs;

use std::sync::LazyLock;

use encoding_rs::WINDOWS_1252;

pub(super) use ideographs::is_unlikely_utf16;
use model::{Language, MODEL};
use signs::{Kind, oddness};

use crate::charset::Charset;

/// As much of what is not all ASCII is read.
const SAMPLE: usize = 8 * 1024;

/// And so much ASCII beside it.
const REACH: usize = 64;

/// Costs are counted in eighths of bits.
pub(super) const BIT: u32 = 8;

/// A reading that costs so much more than the best is none that the text could have.
pub(super) const POSSIBLE: u32 = 25 * BIT;

/// How a text reads in a charset.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) charset: Charset,
    /// As ISO 639 has it, or `zht`.
    pub(super) language: &'static str,
    /// In eighths of bits.
    pub(super) cost: u32,
    /// Of the cost, that of the charset itself.
    pub(super) prior: u32,
    /// How many characters beyond ASCII there are, with what is no character.
    pub(super) characters: u32,
    /// Of these, how many are letters; in charsets of one byte a character.
    letters: u32,
    /// What is no character in the charset, or none that texts have.
    pub(super) malformed: u32,
    /// The characters that its bytes beyond ASCII stand for, in charsets of one byte a character.
    spelling: Vec<Option<char>>,
}

impl Reading {
    /// Whether it costs no more than text does: 4 to 13 bits a letter in the mean, 8 to 12 an
    /// ideograph, and somewhat more where there are few.
    pub(super) fn is_text(&self) -> bool {
        let (few, each) = if self.has_one_byte_each() { (16, 18) } else { (8, 15) };
        self.cost <= (each * self.characters).saturating_add(few).saturating_mul(BIT)
    }

    /// Whether half of its characters are letters. Quotes and dashes alone are of windows-1252, or of
    /// whatever has them in the same places.
    pub(super) fn has_letters(&self) -> bool {
        !self.has_one_byte_each()
            || 2 * self.letters >= self.characters
            || self.charset == Charset::of_whatwg(WINDOWS_1252)
    }

    /// Whether the two are the same text.
    pub(super) fn is_same_text(&self, other: &Reading) -> bool {
        self.has_one_byte_each() && self.spelling == other.spelling
    }

    /// Whether its charset has one byte a character.
    pub(super) fn has_one_byte_each(&self) -> bool {
        !self.spelling.is_empty()
    }
}

/// Charsets of one byte a character, what each costs in bits, and what is written in it.
const OF_ONE_BYTE: &[(&str, u32, &[&str])] = &[
    ("windows-1252", 0, WESTERN),
    ("windows-1250", 1, CENTRAL),
    ("windows-1251", 1, CYRILLIC),
    ("windows-1253", 1, &["el"]),
    ("windows-1254", 2, TURKISH),
    ("windows-1255", 1, &["he"]),
    ("windows-1256", 1, &["ar", "fa", "ur"]),
    ("windows-1257", 2, BALTIC),
    ("windows-1258", 3, &["vi"]),
    ("windows-874", 1, &["th"]),
    ("iso-8859-2", 3, CENTRAL),
    ("iso-8859-3", 6, &["mt", "eo"]),
    ("iso-8859-4", 5, &["lt", "lv", "et", "se"]),
    ("iso-8859-5", 3, CYRILLIC),
    ("iso-8859-6", 4, &["ar"]),
    ("iso-8859-7", 3, &["el"]),
    ("iso-8859-8", 4, &["he"]),
    ("iso-8859-10", 7, &["se", "is", "lt", "lv"]),
    ("iso-8859-13", 4, BALTIC),
    ("iso-8859-14", 7, &["cy", "ga", "br"]),
    ("iso-8859-15", 4, WESTERN),
    ("iso-8859-16", 7, &["ro", "pl", "hu", "hr"]),
    ("koi8-r", 2, &["ru", "bg"]),
    ("koi8-u", 3, &["uk"]),
    ("ibm866", 3, &["ru", "be", "uk", "bg"]),
    ("macintosh", 5, WESTERN),
    ("x-mac-cyrillic", 6, CYRILLIC),
    ("ibm437", 6, &["en", "de", "fr", "es", "it", "sv", "fi", "nl"]),
    ("ibm737", 6, &["el"]),
    ("ibm775", 7, BALTIC),
    ("ibm850", 5, WESTERN),
    ("ibm852", 5, CENTRAL),
    ("ibm855", 6, CYRILLIC),
    ("ibm857", 7, TURKISH),
    ("ibm858", 6, WESTERN),
    ("ibm862", 6, &["he"]),
    ("ibm869", 8, &["el"]),
];

const WESTERN: &[&str] = &[
    "en", "fr", "de", "es", "pt", "it", "nl", "sv", "da", "no", "fi", "is", "fo", "ca", "gl", "eu",
    "oc", "lb", "br", "sq", "ga",
];
const CENTRAL: &[&str] = &["pl", "cs", "sk", "hu", "ro", "hr", "sl", "hsb", "sq", "de"];
const CYRILLIC: &[&str] = &["ru", "uk", "bg", "be", "sr", "mk"];
const TURKISH: &[&str] = &["tr", "az"];
const BALTIC: &[&str] = &["lt", "lv", "et"];

/// Charsets of several bytes a character.
const OF_SEVERAL: &[(&str, u32, &[&str])] = &[
    ("shift_jis", 1, &["ja"]),
    ("euc-jp", 2, &["ja"]),
    ("gbk", 1, &["zh", "zht"]),
    ("big5", 1, &["zht"]),
    ("euc-kr", 1, &["ko"]),
];

/// The readings of `text`, the likeliest first, and whether all of it was read. None, if `text` is
/// all ASCII, or repeats one byte.
pub(super) fn readings(text: &[u8]) -> (Vec<Reading>, bool) {
    let (sample, is_all) = sample(text);
    let pairs = Pairs::of(&sample);
    if sample.is_empty() || pairs.are_mostly_one() {
        return (Vec::new(), is_all);
    }
    let around = Around::of(&sample);
    let mut search = Search { sample, pairs, around, found: Vec::new(), limit: u32::MAX };
    // The likeliest first: most others are given up early, as they cost more than can be.
    let mut pages: Vec<_> = PAGES.iter().map(|page| (page.oddness(&search.pairs), page)).collect();
    pages.sort_by_key(|(odd, _)| *odd);
    let (first, others) = pages.split_at(1);
    search.read_pages(first);
    search.read_several_bytes();
    search.read_pages(others);
    search.found.retain(|reading| reading.characters > 0);
    search.found.sort_by_key(|reading| reading.cost);
    (search.found, is_all)
}

/// Readings, as they are found.
struct Search {
    sample: Vec<u8>,
    pairs: Pairs,
    around: Around,
    found: Vec<Reading>,
    /// A reading that costs more need not be finished.
    limit: u32,
}

impl Search {
    fn add(&mut self, reading: Reading) {
        self.limit = self.limit.min(reading.cost + POSSIBLE);
        self.found.push(reading);
    }

    /// Reads in charsets of one byte a character, by what is odd in each.
    fn read_pages(&mut self, pages: &[(u32, &Page)]) {
        for (odd, page) in pages {
            if *odd <= self.limit
                && let Some(reading) = page.read(&self.pairs, &self.around, *odd)
            {
                self.add(reading);
            }
        }
    }

    fn read_several_bytes(&mut self) {
        for &(label, prior, languages) in OF_SEVERAL {
            let Some(charset) = Charset::for_label(label) else { continue };
            let prior = prior * BIT + self.around.cost_of_other_scripts;
            let readings = languages.iter().filter_map(|language| {
                ideographs::read(charset, &self.sample, language, prior, self.limit)
            });
            if let Some(reading) = readings.min_by_key(|reading| reading.cost) {
                self.add(reading);
            }
        }
    }
}

/// What is not all ASCII in `text`, with [`REACH`] of what is beside it, up to [`SAMPLE`]; and whether
/// that is all. A line end stands for what is left out.
fn sample(text: &[u8]) -> (Vec<u8>, bool) {
    let mut sample = Vec::new();
    let mut at = 0;
    let next = |from: usize| Some(from + text[from..].iter().position(|byte| !byte.is_ascii())?);
    while let Some(first) = next(at) {
        let from = at.max(first.saturating_sub(REACH));
        if from > at && !sample.is_empty() {
            sample.push(b'\n');
        }
        at = text.len().min(first + 1 + REACH);
        if sample.len() + at - from > SAMPLE {
            let room = SAMPLE.saturating_sub(sample.len());
            sample.extend_from_slice(&text[from..from + room]);
            return (sample, false);
        }
        sample.extend_from_slice(&text[from..at]);
    }
    (sample, true)
}

/// The pairs of bytes that are not all ASCII.
struct Pairs {
    /// Each once, and how often it occurs.
    counted: Vec<([u8; 2], u32)>,
    /// The bytes beyond ASCII, each once, and how often it occurs.
    bytes: Vec<(u8, u32)>,
}

impl Pairs {
    /// Of a sample that starts and ends as a line does.
    fn of(sample: &[u8]) -> Pairs {
        let mut counts = vec![0_u32; 1 << 16];
        let mut met = Vec::new();
        let mut bytes = [0_u32; 256];
        let mut last = b'\n';
        for &byte in sample.iter().chain(b"\n") {
            if !(last.is_ascii() && byte.is_ascii()) {
                let count = &mut counts[usize::from(u16::from_be_bytes([last, byte]))];
                if *count == 0 {
                    met.push([last, byte]);
                }
                *count += 1;
            }
            bytes[usize::from(byte)] += 1;
            last = byte;
        }
        let counted = met.into_iter();
        let counted = counted.map(|pair| (pair, counts[usize::from(u16::from_be_bytes(pair))]));
        let bytes = (0x80..=0xFF).map(|byte| (byte, bytes[usize::from(byte)]));
        Pairs { counted: counted.collect(), bytes: bytes.filter(|(_, count)| *count > 0).collect() }
    }

    /// Whether most are one byte twice, as where FF fills what was never written.
    fn are_mostly_one(&self) -> bool {
        const FEW: u32 = 4;
        let total: u32 = self.counted.iter().map(|(_, count)| count).sum();
        let doubles = self.counted.iter().filter(|([first, second], _)| first == second);
        doubles.map(|(_, count)| *count).max().is_some_and(|most| most >= FEW && 2 * most >= total)
    }

    fn cost(&self, of_pair: impl Fn(usize, usize) -> u32) -> u32 {
        let costs = self.counted.iter().map(|&([first, second], count)| {
            count * of_pair(usize::from(first), usize::from(second))
        });
        costs.sum()
    }
}

/// What the words of ASCII letters tell, which are the same in every reading.
struct Around {
    /// What they cost in each language of the model, more than in the likeliest.
    costs: Vec<u32>,
    cost_of_other_scripts: u32,
}

impl Around {
    /// Only one bit in so many counts, because words are often names, or English.
    const SHARE: u32 = 4;
    const MOST: u32 = 12 * BIT;
    /// What it costs that few letters of a text are of the script that the text is said to be in.
    const OTHER_SCRIPTS: u32 = 8 * BIT;

    fn of(sample: &[u8]) -> Around {
        const LETTERS: usize = 26;
        let index = |byte: u8| match byte.to_ascii_lowercase() {
            letter @ b'a'..=b'z' => usize::from(letter - b'a') + 1,
            _ => 0,
        };
        let mut counts = [[0_u32; LETTERS + 1]; LETTERS + 1];
        let (mut letters, mut others) = (0, 0);
        for pair in sample.windows(2) {
            if pair.is_ascii() {
                counts[index(pair[0])][index(pair[1])] += 1;
            }
            letters += usize::from(pair[1].is_ascii_alphabetic());
            others += usize::from(!pair[1].is_ascii());
        }
        let is_latin = letters > 4 * others;
        let cost_of_other_scripts = if is_latin { Around::OTHER_SCRIPTS } else { 0 };
        let rows = counts.iter().enumerate();
        let met: Vec<(usize, usize, u32)> = rows
            .flat_map(|(first, row)| {
                row.iter().enumerate().map(move |(second, &count)| (first, second, count))
            })
            .filter(|&(_, _, count)| count > 0)
            .collect();
        let cost = |language: &Language| -> u32 {
            let costs =
                met.iter().map(|&(first, second, count)| count * language.of_ascii(first, second));
            costs.sum()
        };
        let latin = MODEL.languages.iter().filter(|language| language.is_latin());
        let least = latin.map(cost).min().unwrap_or_default();
        let costs = MODEL.languages.iter().map(|language| match language.is_latin() {
            true => ((cost(language) - least) / Around::SHARE).min(Around::MOST),
            false => cost_of_other_scripts,
        });
        Around { costs: costs.collect(), cost_of_other_scripts }
    }
}

/// A charset of one byte a character.
struct Page {
    charset: Charset,
    prior: u32,
    /// Their places in the model.
    languages: Vec<usize>,
    characters: [Option<char>; 256],
    kinds: [Kind; 256],
    /// In lower case; `None` for what is no letter.
    letters: [Option<char>; 256],
}

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let pages = OF_ONE_BYTE.iter().filter_map(|&(label, prior, languages)| {
        let charset = Charset::for_label(label)?;
        let characters = charset.characters()?;
        let languages = languages.iter().filter_map(|name| MODEL.place(name)).collect();
        Some(Page {
            charset,
            prior: prior * BIT,
            languages,
            characters,
            kinds: characters.map(Kind::of),
            letters: characters.map(signs::letter),
        })
    });
    pages.collect()
});

impl Page {
    /// What is odd about the pairs, with what the charset itself costs.
    fn oddness(&self, pairs: &Pairs) -> u32 {
        let kinds = &self.kinds;
        self.prior + pairs.cost(|first, second| oddness(kinds[first], kinds[second]))
    }

    /// How a text reads in this charset, that has so much that is odd.
    fn read(&self, pairs: &Pairs, around: &Around, odd: u32) -> Option<Reading> {
        let costs = self.languages.iter().map(|&place| {
            let language = &MODEL.languages[place];
            (self.letters(pairs, language) + around.costs[place], language.name)
        });
        let (cost, language) = costs.min_by_key(|(cost, _)| *cost)?;
        let spelling = pairs.bytes.iter().map(|&(byte, _)| self.characters[usize::from(byte)]);
        let is_letter = |&&(byte, _): &&(u8, u32)| self.letters[usize::from(byte)].is_some();
        let is_none = |&&(byte, _): &&(u8, u32)| self.kinds[usize::from(byte)].is_no_text();
        Some(Reading {
            charset: self.charset,
            language,
            cost: cost + odd,
            prior: self.prior,
            characters: pairs.bytes.iter().map(|(_, count)| count).sum(),
            letters: pairs.bytes.iter().filter(is_letter).map(|(_, count)| count).sum(),
            malformed: pairs.bytes.iter().filter(is_none).map(|(_, count)| count).sum(),
            spelling: spelling.collect(),
        })
    }

    /// What the pairs of letters cost in `language`.
    fn letters(&self, pairs: &Pairs, language: &Language) -> u32 {
        let mut indices = [0; 256];
        indices[..0x80].copy_from_slice(&language.ascii);
        for &(byte, _) in &pairs.bytes {
            let byte = usize::from(byte);
            indices[byte] = language.index(self.letters[byte]);
        }
        pairs.cost(|first, second| language.cost(indices[first], indices[second]))
    }
}
