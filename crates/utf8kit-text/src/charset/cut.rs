//! Where text of any charset can be cut, so that its pieces, each converted alone, give what the
//! whole would have given.

use encoding_rs::DecoderResult;

use super::Charset;
use super::coding::Coding;

/// No byte below this is the second or a later one of a character, in any charset of several bytes
/// without state.
const ALWAYS_ALONE: u8 = 0x30;

/// Begins an escape sequence.
const ESCAPE: u8 = 0x1B;

/// So many bytes of escape sequences, one right behind the other, are looked at together.
const MAX_SEQUENCES: usize = 1024;

impl Charset {
    /// Whether a place to cut can be found without knowing the text before: all but those of
    /// several bytes that are not of Unicode.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert!(Charset::UTF_8.is_cut_locally());
    /// assert!(!Charset::for_label("big5").unwrap().is_cut_locally());
    /// ```
    #[must_use]
    pub fn is_cut_locally(self) -> bool {
        match Coding::of(self) {
            Coding::Legacy(encoding) => encoding.is_single_byte(),
            _ => true,
        }
    }

    /// The first place from `at` on where `text` can be cut, however malformed it is; at most six
    /// bytes further, of which the next nine of `text` decide. For charsets that are
    /// [cut locally](Charset::is_cut_locally); `text` starts where a code unit does.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::UTF_8.cut_at("a日b".as_bytes(), 2), 4);
    /// ```
    #[must_use]
    pub fn cut_at(self, text: &[u8], at: usize) -> usize {
        if at >= text.len() {
            return text.len();
        }
        match Coding::of(self) {
            Coding::Utf8 => at + continuations(&text[at..]),
            Coding::Cesu8 | Coding::ModifiedUtf8 | Coding::Wtf8 => {
                let at = at + continuations(&text[at..]);
                match text[at..] {
                    // It may belong to a high one.
                    [0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => at + 3,
                    _ => at,
                }
            }
            Coding::Utf16Le | Coding::Utf16Be => {
                let at = text.len().min(at.next_multiple_of(2));
                match self.unit_at(text, at) {
                    Some(0xDC00..=0xDFFF) => at + 2,
                    _ => at,
                }
            }
            Coding::Utf32Le | Coding::Utf32Be => text.len().min(at.next_multiple_of(4)),
            Coding::Latin1 | Coding::Ascii | Coding::Legacy(_) | Coding::Page(_) => at,
        }
    }

    /// How much of `text`, which starts between characters, can be converted whatever follows: all,
    /// but for what may be the beginning of a character.
    ///
    /// ```
    /// use utf8kit_text::charset::Charset;
    /// assert_eq!(Charset::UTF_8.cut_before_end(b"a\xE6\x97"), 1);
    /// assert_eq!(Charset::UTF_8.cut_before_end(b"a\xFF"), 2);
    /// ```
    #[must_use]
    pub fn cut_before_end(self, text: &[u8]) -> usize {
        match Coding::of(self) {
            Coding::Utf8 => utf8kit::trim_incomplete(text).len(),
            Coding::Cesu8 | Coding::ModifiedUtf8 | Coding::Wtf8 => before_surrogate(text),
            Coding::Utf16Le | Coding::Utf16Be => {
                let end = text.len() / 2 * 2;
                match end.checked_sub(2).and_then(|last| self.unit_at(text, last)) {
                    Some(0xD800..=0xDBFF) => end - 2,
                    _ => end,
                }
            }
            Coding::Utf32Le | Coding::Utf32Be => text.len() / 4 * 4,
            Coding::Latin1 | Coding::Ascii | Coding::Page(_) => text.len(),
            Coding::Legacy(encoding) if encoding.is_single_byte() => text.len(),
            coding @ Coding::Legacy(_) if coding.has_state() => last_between_sequences(text),
            Coding::Legacy(encoding) => {
                let alone = text.iter().rposition(|&byte| byte < ALWAYS_ALONE);
                let alone = alone.filter(|&at| at >= text.len() / 2);
                alone.map_or_else(|| last_boundary(encoding, text), |at| at + 1)
            }
        }
    }

    fn unit_at(self, text: &[u8], at: usize) -> Option<u16> {
        let unit = *text.get(at..)?.first_chunk()?;
        Some(match Coding::of(self) {
            Coding::Utf16Be => u16::from_be_bytes(unit),
            _ => u16::from_le_bytes(unit),
        })
    }
}

/// How many bytes may belong to a character that started before: what follows a whole character
/// starts no later.
fn continuations(text: &[u8]) -> usize {
    text.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// What of text that is much like UTF-8 is before a cut character, or before a high surrogate that
/// a low one may follow.
fn before_surrogate(text: &[u8]) -> usize {
    let end = match text {
        [.., 0xC0] => text.len() - 1,
        // Well-formed so far, though not in UTF-8.
        [.., 0xED, 0xA0..=0xBF] => text.len() - 2,
        _ => utf8kit::trim_incomplete(text).len(),
    };
    match text[..end] {
        [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF] => end - 3,
        _ => end,
    }
}

/// Whether this is an escape sequence of ISO-2022-JP.
pub(super) const fn is_escape_sequence(bytes: &[u8]) -> bool {
    matches!(bytes, [ESCAPE, b'$', b'@' | b'B'] | [ESCAPE, b'(', b'B' | b'I' | b'J'])
}

/// Whether this starts with an escape sequence of ISO-2022-JP.
pub(super) fn starts_with_escape_sequence(bytes: &[u8]) -> bool {
    bytes.first_chunk::<3>().is_some_and(|three| is_escape_sequence(three))
}

/// The last place in ISO-2022-JP where neither an escape sequence nor a character is begun,
/// whichever state the text starts in: where a byte is a character, two are two. Not behind an
/// escape sequence: if another follows, this one is malformed.
fn last_between_sequences(text: &[u8]) -> usize {
    let line_feed = text.iter().rposition(|&byte| byte == b'\n');
    let mut at = line_feed.filter(|&at| at >= text.len() / 2).map_or(0, |at| at + 1);
    let mut boundary = at;
    loop {
        let rest = &text[at..];
        let is_sequence = starts_with_escape_sequence(rest);
        // How far what stands here reaches, and whether that is certain without what follows.
        let (len, is_settled) = match rest {
            _ if is_sequence => (3, false),
            [] | [ESCAPE] | [ESCAPE, b'$' | b'('] => break,
            [ESCAPE, ..] => (1, false),
            // What may be the first byte of two; an escape sequence interrupts it.
            [0x21..=0x7E] => break,
            [0x21..=0x7E, ESCAPE, ..] => (1, false),
            [0x21..=0x7E, ..] => (2, true),
            _ => (1, true),
        };
        at += len;
        if is_settled {
            boundary = at;
        }
    }
    // Nothing but escape sequences: they cannot be kept for ever.
    if boundary == 0 && text.len() > MAX_SEQUENCES { at } else { boundary }
}

/// The last place where nothing is left to be completed, by going through all of it.
fn last_boundary(encoding: &'static encoding_rs::Encoding, text: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = [0; 32];
    let (mut at, mut boundary) = (0, 0);
    while at < text.len() {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&text[at..=at], &mut out, false);
        at += read;
        if let DecoderResult::Malformed(_, behind) = result {
            // What was read behind it is looked at again.
            at -= usize::from(behind);
            boundary = at;
            decoder = encoding.new_decoder_without_bom_handling();
        } else if written > 0 {
            boundary = at;
        }
    }
    boundary
}
