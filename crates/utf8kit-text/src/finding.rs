//! Adjacent subparts that one cause explains, as one finding.

use utf8kit::repair::decode_form;
use utf8kit::{Error, Kind, Reason, Utf8Chunks, decode_first};

use crate::cause::Cause;
use crate::guess::Verdict;
use crate::legacy;

/// How far the evidence for a cause reaches, in bytes.
const BEFORE: usize = 32;
const BEHIND: usize = 64;

/// The subparts of a form, of which none has more than six bytes.
static ONES: [u8; 6] = [1; 6];

/// The longest run of adjacent maximal subparts that one cause explains, or else one subpart.
///
/// ```
/// use utf8kit::Kind;
/// use utf8kit_text::{Cause, diagnose};
///
/// // U+1F600 as two surrogates, as Java and Oracle write it.
/// let text = b"<\xED\xA0\xBD\xED\xB8\x80>";
/// let finding = diagnose(text, 1).unwrap();
/// assert_eq!((finding.offset(), finding.length()), (1, 6));
/// assert_eq!(finding.subparts(), [1, 1, 1, 1, 1, 1]);
/// assert_eq!(finding.kind(), Kind::Surrogate);
/// assert_eq!(finding.cause(), Some(Cause::Cesu8Pair('😀')));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    offset: usize,
    /// Of the first subpart; its position is not the finding's.
    error: Error,
    subparts: &'static [u8],
    cause: Option<Cause>,
}

impl Finding {
    /// Index of the first byte.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::diagnose(b"ok\xFF", 2).unwrap().offset(), 2);
    /// ```
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The number of bytes: 1 to 6.
    ///
    /// ```
    /// // RFC 3629 section 10: an overlong form of `/`.
    /// assert_eq!(utf8kit_text::diagnose(b"\xC0\xAF..", 0).unwrap().length(), 2);
    /// ```
    #[must_use]
    pub fn length(&self) -> usize {
        self.subparts.iter().map(|&len| usize::from(len)).sum()
    }

    /// The lengths of the maximal subparts; each would become one U+FFFD.
    ///
    /// ```
    /// assert_eq!(utf8kit_text::diagnose(b"\xF0\x9F\x98!", 0).unwrap().subparts(), [3]);
    /// assert_eq!(utf8kit_text::diagnose(b"\xC0\xAF!", 0).unwrap().subparts(), [1, 1]);
    /// ```
    #[must_use]
    pub const fn subparts(&self) -> &'static [u8] {
        self.subparts
    }

    /// What is wrong with the first subpart.
    ///
    /// ```
    /// let finding = utf8kit_text::diagnose(b"\xC0\xAF", 0).unwrap();
    /// assert_eq!(finding.kind(), utf8kit::Kind::Overlong);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.error.kind()
    }

    /// Why the first subpart is ill-formed, in words.
    ///
    /// ```
    /// let finding = utf8kit_text::diagnose(b"\xFE", 0).unwrap();
    /// assert_eq!(finding.reason().to_string(), "byte FE never appears in UTF-8");
    /// ```
    #[must_use]
    pub const fn reason(&self) -> Reason {
        self.error.reason()
    }

    /// How the bytes are likely to have come here, where the evidence supports a cause.
    ///
    /// ```
    /// use utf8kit_text::{Cause, diagnose};
    /// assert_eq!(diagnose(b"\xC0\x80", 0).unwrap().cause(), Some(Cause::ModifiedUtf8Nul));
    /// assert_eq!(diagnose(b"\xFE", 0).unwrap().cause(), None);
    /// ```
    #[must_use]
    pub const fn cause(&self) -> Option<Cause> {
        self.cause
    }

    /// How many findings there are, from this one in `text` on and one right behind the other, that
    /// differ in their offsets alone: more than one in a long run of one byte, where all have the
    /// same evidence.
    ///
    /// ```
    /// use utf8kit_text::diagnose;
    ///
    /// let text = [0xFF; 1000];
    /// // The start of the text and its end are evidence.
    /// assert_eq!(diagnose(&text, 0).unwrap().repeats(&text), 1);
    /// assert_eq!(diagnose(&text, 100).unwrap().repeats(&text), 836);
    /// assert_eq!(diagnose(&text, 990).unwrap().repeats(&text), 1);
    /// ```
    #[must_use]
    pub fn repeats(&self, text: &[u8]) -> usize {
        let around = self.offset.checked_sub(BEFORE).and_then(|start| text.get(start..));
        let around = around.unwrap_or_default();
        let run = around.iter().take_while(|&byte| Some(byte) == around.first()).count();
        run.saturating_sub(BEFORE + BEHIND).max(1)
    }

    /// The finding whose first subpart is `error`, which stands at `text[offset]`.
    /// `may_be_1252`: whether it may be a byte of windows-1252.
    fn of(text: &[u8], offset: usize, error: Error, may_be_1252: bool) -> Finding {
        if let Some((form, length)) = decode_form(&text[offset..]) {
            let cause = Cause::of_form(form, length);
            return Finding { offset, error, subparts: &ONES[..length], cause };
        }
        let subparts: &'static [u8] = match error.subpart_len() {
            1 => &[1],
            2 => &[2],
            _ => &[3],
        };
        // What kind of error it is takes longer to say than that the text goes on.
        let is_at_end = offset + error.subpart_len() == text.len();
        let cause = if is_at_end && error.kind() == Kind::Incomplete {
            Some(Cause::Cut)
        } else if subparts == [1] && may_be_1252 {
            legacy::windows_1252(text, offset).map(Cause::Windows1252)
        } else {
            None
        };
        Finding { offset, error, subparts, cause }
    }
}

/// The finding that starts at `text[offset]`, where everything before is settled; `None` where a
/// well-formed character starts there, or the text ends.
///
/// The end of `text` counts as the end of the input. Of a longer input it is enough to pass 32
/// bytes before the offset and 64 behind it.
///
/// ```
/// use utf8kit_text::{Cause, diagnose};
///
/// assert_eq!(diagnose("fine".as_bytes(), 0), None);
/// let finding = diagnose(b"the end \xE2\x82", 8).unwrap();
/// assert_eq!(finding.cause(), Some(Cause::Cut));
/// ```
#[must_use]
pub fn diagnose(text: &[u8], offset: usize) -> Option<Finding> {
    diagnose_if(text, offset, true)
}

/// The finding that starts at `text[offset]`, as [`diagnose`] has it, in a text of which something is
/// known: without a cause that this speaks against. In Turkish text, DD is no stray Ý of windows-1252.
///
/// ```
/// use utf8kit_text::guess::judge;
/// use utf8kit_text::{Cause, diagnose, diagnose_in};
///
/// let text = b"\xDDnsan haklar\xFD evrensel beyannamesi";
/// assert_eq!(diagnose(text, 0).unwrap().cause(), Some(Cause::Windows1252('Ý')));
/// let verdict = judge(text, true);
/// assert_eq!(diagnose_in(text, 0, &verdict).unwrap().cause(), None);
/// ```
#[must_use]
pub fn diagnose_in(text: &[u8], offset: usize, verdict: &Verdict) -> Option<Finding> {
    diagnose_if(text, offset, verdict.allows_windows_1252())
}

fn diagnose_if(text: &[u8], offset: usize, may_be_1252: bool) -> Option<Finding> {
    match decode_first(text.get(offset..)?)? {
        Ok(_) => None,
        Err(error) => Some(Finding::of(text, offset, error, may_be_1252)),
    }
}

/// All findings of `text`, in order.
///
/// ```
/// use utf8kit_text::{Cause, findings};
///
/// let offsets: Vec<usize> = findings(b"r\xE9sum\xE9s").map(|finding| finding.offset()).collect();
/// assert_eq!(offsets, [1, 5]);
/// ```
#[must_use]
pub fn findings(text: &[u8]) -> Findings<'_> {
    Findings { text, at: 0 }
}

/// An iterator over the findings of a text. Made by [`findings`].
///
/// ```
/// assert_eq!(utf8kit_text::findings("all of it UTF-8".as_bytes()).count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    text: &'a [u8],
    /// Everything before is settled.
    at: usize,
}

impl Iterator for Findings<'_> {
    type Item = Finding;

    fn next(&mut self) -> Option<Finding> {
        let chunk = Utf8Chunks::new(&self.text[self.at..]).next()?;
        self.at += chunk.valid().len();
        let finding = Finding::of(self.text, self.at, chunk.error()?, true);
        self.at += finding.length();
        Some(finding)
    }
}

impl std::iter::FusedIterator for Findings<'_> {}
