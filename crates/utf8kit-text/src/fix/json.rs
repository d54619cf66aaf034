//! Escapes in JSON that stand for no character, or for NUL, which many readers refuse.
//!
//! A backslash and what it escapes are passed over together, so that in `\\ud83d` there is a
//! backslash and no surrogate. JSON has no backslash outside of strings, and no line end in them.

use std::borrow::Cow;

use memchr::memchr;

use super::{Done, Step};

/// Takes out `\u0000`, and puts `\ufffd` in the place of each surrogate that is not half of a pair.
pub(super) fn repair<'t>(text: &'t str, done: &mut Done) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(next) = memchr(b'\\', &bytes[at..]) {
        at += next;
        let Some(unit) = escaped(&bytes[at..]) else {
            at += 2;
            if at >= bytes.len() {
                break;
            }
            continue;
        };
        let instead = match unit {
            0 => "",
            0xD800..=0xDBFF if matches!(escaped(&bytes[at + LENGTH..]), Some(0xDC00..=0xDFFF)) => {
                at += 2 * LENGTH;
                continue;
            }
            0xD800..=0xDFFF => "\\ufffd",
            _ => {
                at += LENGTH;
                continue;
            }
        };
        out.push_str(&text[copied..at]);
        out.push_str(instead);
        done.step(&Step::JsonEscapes, 1);
        at += LENGTH;
        copied = at;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// Of `\u0000`.
pub(crate) const LENGTH: usize = 6;

/// The code unit whose escape `bytes` start with.
pub(crate) fn escaped(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    // `from_str_radix` takes a sign, too.
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| is_hex)?;
    u16::from_str_radix(digits, 16).ok()
}
