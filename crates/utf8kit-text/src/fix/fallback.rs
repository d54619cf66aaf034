//! What stray bytes are in a legacy charset.
//!
//! ```text
//! by place              a byte that windows-1252 explains, by the line around it
//! one byte a character  parts of lines, or lines, that are more likely in it than in UTF-8 (see
//!                       `legacy_line`), and every stray byte that the charset defines
//! several bytes         every line that is not UTF-8, nor nearly, and that decodes as a whole
//!
//! which charset a text's stray bytes are in:
//!     take the lines that are not UTF-8, and judge these alone
//!     of several bytes, and likely?       that charset, by line
//!     blank what is UTF-8 in them, and judge again
//!     of one byte, and likely?            that charset
//!     else, in a language that windows-1252 has the letters of    by place
//! ```

use std::fmt;

use memchr::{memchr, memrchr};
use utf8kit::repair::{Part, Parts, Policy};

use super::FEWEST_LETTERS;
use super::legacy_line::character_of;
use crate::charset::{Charset, Stop, Transcoder};
use crate::guess::{Evidence, Grade, Verdict, judge};
use crate::{Cause, diagnose};

/// In which charset stray bytes are read.
///
/// A character that was cut off is not read so, unless it stands in a legacy word: an emoji would become
/// letters.
///
/// ```
/// use utf8kit_text::charset::Charset;
/// use utf8kit_text::fix::{Fallback, Pipeline, Step, fix};
///
/// let windows = Fallback::charset(Charset::for_label("windows-1252").unwrap()).unwrap();
/// let pipeline = Pipeline::new().with(Step::Fallback(windows));
/// // A line in UTF-8 and windows-1252 at once.
/// assert_eq!(*fix(b"\xD0 \x92 \xD0\x92", &pipeline).text(), *"Ð ’ В".as_bytes());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Fallback {
    /// windows-1252, for those bytes that their neighbours show to be in it.
    ByPlace,
    /// Of a charset of one byte a character: each stray byte, and what stands among many of them.
    Bytes(Charset),
    /// Of a charset of several bytes a character: each line that is not UTF-8 and decodes as a whole.
    Lines(Charset),
}

impl Fallback {
    /// Stray bytes are in `charset`; `None` if it does not start with ASCII, as UTF-16 and EBCDIC do
    /// not, or has states, as ISO-2022-JP has.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// use utf8kit_text::fix::Fallback;
    ///
    /// let of = |label| Fallback::charset(Charset::for_label(label).unwrap());
    /// assert!(matches!(of("koi8-r"), Some(Fallback::Bytes(_))));
    /// assert!(matches!(of("shift_jis"), Some(Fallback::Lines(_))));
    /// assert_eq!(of("utf-16le"), None);
    /// ```
    #[must_use]
    pub fn charset(charset: Charset) -> Option<Fallback> {
        if let Some(characters) = charset.characters() {
            let is_ascii = |byte: u8| characters[usize::from(byte)] == Some(char::from(byte));
            return (0..0x80).all(is_ascii).then_some(Fallback::Bytes(charset));
        }
        let names = ["shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"];
        names.contains(&&*charset.name()).then_some(Fallback::Lines(charset))
    }

    /// In which charset the stray bytes of a text are likely to be, by those of its lines in `text`
    /// that are not UTF-8, or the first 64 KiB of these. `verdict`: what the text as a whole was judged
    /// to be. `None` where nothing is likely.
    ///
    /// ```
    /// use utf8kit_text::fix::Fallback;
    /// use utf8kit_text::guess::judge;
    ///
    /// let text = b"\xC5\x99e\xC4\x8D\nP\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl\n";
    /// let Some(Fallback::Bytes(charset)) = Fallback::of(text, &judge(text, true)) else { panic!() };
    /// assert_eq!(charset.name(), "windows-1250");
    /// // Czech in UTF-8 has letters that windows-1252 has not.
    /// let text = "Příliš žluťoučký kůň ".repeat(4).into_bytes();
    /// let text = [&text[..], b"caf\xE9"].concat();
    /// assert_eq!(Fallback::of(&text, &judge(&text, true)), None);
    /// ```
    #[must_use]
    pub fn of(text: &[u8], verdict: &Verdict) -> Option<Fallback> {
        /// As much as a judge looks at.
        const ENOUGH: usize = 64 * 1024;
        /// One byte alone, such as FF, is a letter of some charset, and stands for nothing.
        const FEWEST_BYTES: usize = 3;
        let ascii_or_space = |it: char| if it.is_ascii() { it as u8 } else { b' ' };
        let mut stray = Vec::new();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            if stray.len() < ENOUGH && !utf8kit::is_utf8(line) {
                stray.extend_from_slice(&line[..line.len().min(ENOUGH - stray.len())]);
            }
        }
        let likely = |text: &[u8]| {
            let verdict = judge(text, true);
            let is_likely = verdict.grade() == Grade::Likely
                && matches!(verdict.evidence(), Evidence::Letters(letters)
                    if letters.characters() >= FEWEST_LETTERS);
            verdict.charset().filter(|_| is_likely).and_then(Fallback::charset)
        };
        if let Some(lines @ Fallback::Lines(_)) = likely(&stray) {
            return Some(lines);
        }
        let mut is_there = [false; 256];
        let mut blanked = Vec::with_capacity(stray.len());
        for part in Parts::new(&stray, Policy::Maximal) {
            match part {
                Part::Text(text) => blanked.extend(text.chars().map(ascii_or_space)),
                Part::IllFormed(unit) | Part::More(unit) => {
                    blanked.extend_from_slice(unit);
                    if let [byte] = unit {
                        is_there[usize::from(*byte)] = true;
                    }
                }
                _ => {}
            }
        }
        let are_several = is_there.iter().filter(|is_there| **is_there).count() >= FEWEST_BYTES;
        let bytes =
            likely(&blanked).filter(|found| matches!(found, Fallback::Bytes(_)) && are_several);
        bytes.or_else(|| verdict.allows_windows_1252().then_some(Fallback::ByPlace))
    }

    pub(super) fn counted(self, count: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, charset) = match self {
            Fallback::ByPlace => ("byte", "windows-1252".into()),
            Fallback::Bytes(charset) => ("byte", charset.name()),
            Fallback::Lines(charset) => ("line", charset.name()),
        };
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{count} {what}{plural} read as {charset}")
    }
}

/// A fallback that is ready to be asked.
pub(super) enum Reader {
    ByPlace,
    Bytes(Box<[Option<char>; 256]>),
    Lines(Box<Transcoder>),
}

impl Reader {
    pub(super) fn new(fallback: Fallback) -> Reader {
        match fallback {
            Fallback::ByPlace => Reader::ByPlace,
            Fallback::Bytes(charset) => match charset.characters() {
                Some(characters) => Reader::Bytes(Box::new(characters)),
                None => Reader::ByPlace,
            },
            Fallback::Lines(charset) => {
                Reader::Lines(Box::new(Transcoder::new(charset, Charset::UTF_8)))
            }
        }
    }

    /// What the ill-formed subpart of one byte at `text[at]` is.
    pub(super) fn read(&self, text: &[u8], at: usize) -> Option<char> {
        match self {
            Reader::ByPlace => {
                let (line, at) = line_around(text, at);
                match diagnose(line, at)?.cause() {
                    Some(Cause::Windows1252(character)) => Some(character),
                    _ => None,
                }
            }
            Reader::Bytes(characters) => character_of(characters, text[at]),
            Reader::Lines(_) => None,
        }
    }

    /// How many bytes, from the one at `text[at]` on, are the same and are read in the same way.
    pub(super) fn alike(&self, text: &[u8], at: usize) -> usize {
        /// No byte that is so far away says anything of another.
        const FAR: usize = 4;
        match self {
            Reader::ByPlace => {
                let before = &text[at.saturating_sub(FAR)..at];
                let is_inside = before.len() == FAR && before.iter().all(|it| *it == text[at]);
                if is_inside { alike(&text[at..], FAR) } else { 1 }
            }
            Reader::Bytes(_) | Reader::Lines(_) => alike(&text[at..], 1),
        }
    }

    /// A line that is not UTF-8 in a charset of several bytes, if all of it is that.
    pub(super) fn read_line(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let Reader::Lines(transcoder) = self else { return None };
        let mut decoded = vec![0; 4 * line.len() + Transcoder::MIN_ROOM];
        let progress = transcoder.convert(line, true, &mut decoded);
        if progress.stop != Stop::Done {
            return None;
        }
        decoded.truncate(progress.written);
        Some(decoded)
    }
}

/// How many bytes equal to the first can be handled at once: more than one where a byte that is an
/// error whatever follows fills what was never written, as FF does. The last `kept` of them are not
/// counted, because what follows may change how they are read.
pub(super) fn alike(rest: &[u8], kept: usize) -> usize {
    let Some(&first @ (0x80..=0xC1 | 0xF5..)) = rest.first() else { return 1 };
    let run = rest.iter().take_while(|byte| **byte == first).count();
    run.saturating_sub(kept).max(1)
}

/// So much around a place is evidence for what is there.
const BEFORE: usize = 32;
const BEHIND: usize = 64;

/// The line around `at`, or as much of it as is evidence; and where in that `at` is.
fn line_around(text: &[u8], at: usize) -> (&[u8], usize) {
    let first = at.saturating_sub(BEFORE);
    let start = memrchr(b'\n', &text[first..at]).map_or(first, |it| first + it + 1);
    let last = text.len().min(at + BEHIND);
    let end = memchr(b'\n', &text[at..last]).map_or(last, |it| at + it + 1);
    (&text[start..end], at - start)
}
