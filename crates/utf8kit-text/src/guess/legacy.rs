//! Which legacy charset text is likely in, by its letters.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::DecoderResult;

use crate::charset::{Charset, Inner};

/// Countries that stand for the scripts and the families of charsets among which letters decide.
const COUNTRIES: [&str; 14] =
    ["fr", "jp", "cn", "tw", "kr", "ru", "ua", "pl", "gr", "tr", "il", "sa", "vn", "th"];

/// The charsets that `head` is likely in, the likeliest first: by statistics of letters, and only
/// such as `head` is well-formed in. None, if it is all ASCII without escape sequences.
///
/// ```
/// use utf8kit_text::guess::legacy;
///
/// let text = b"\xD1\xFA\xE5\xF8\xFC \xE6\xE5 \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5";
/// assert_eq!(legacy(text)[0].name(), "windows-1251");
/// assert!(legacy(b"ASCII").is_empty());
/// ```
#[must_use]
pub fn legacy(head: &[u8]) -> Vec<Charset> {
    if head.iter().all(|byte| byte.is_ascii() && *byte != b'\x1B') {
        return Vec::new();
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(head, true);
    let mut likely = Vec::new();
    for country in std::iter::once(None).chain(COUNTRIES.map(|name| Some(name.as_bytes()))) {
        let charset = Charset::of_whatwg(detector.guess(country, Utf8Detection::Deny));
        if !likely.contains(&charset) {
            likely.push(charset);
        }
    }
    likely.retain(|charset| match charset.0 {
        Inner::Legacy(encoding) => is_text(encoding, head),
        Inner::Own(_) | Inner::Page(_) => false,
    });
    likely
}

/// Whether `head` is well-formed apart from a cut tail, and has no control characters beyond ASCII:
/// where charsets have nothing else.
fn is_text(encoding: &'static encoding_rs::Encoding, head: &[u8]) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = [0; 4096];
    let mut at = 0;
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&head[at..], &mut text, false);
        at += read;
        let has_controls =
            text[..written].windows(2).any(|pair| matches!(pair, [0xC2, 0x80..=0x9F]));
        match result {
            DecoderResult::Malformed(..) => return false,
            _ if has_controls => return false,
            DecoderResult::InputEmpty => return true,
            DecoderResult::OutputFull => {}
        }
    }
}
