//! Forms that UTF-8 has not, written as what they stand for. All other bytes stay, those that are
//! ill-formed too.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Form, Part, Parts, Policy, decode_form};
use crate::is_utf8;

/// `bytes`, with each pair of surrogates written as the character that it stands for: CESU-8 (UTR 26)
/// as UTF-8, where some of a text is one and some the other.
///
/// All other bytes stay. For a text that is all CESU-8, [`cesu8`](crate::cesu8) is stricter. Allocates
/// if there is a pair. Cannot panic.
///
/// ```
/// use std::borrow::Cow;
/// use utf8kit::repair::join_surrogate_pairs;
///
/// assert_eq!(*join_surrogate_pairs(b"\xED\xA0\xBD\xED\xB8\x80 \xED\xA0\x80"), *b"\xF0\x9F\x98\x80 \xED\xA0\x80");
/// assert!(matches!(join_surrogate_pairs("😀".as_bytes()), Cow::Borrowed(_)));
/// ```
#[must_use]
pub fn join_surrogate_pairs(bytes: &[u8]) -> Cow<'_, [u8]> {
    rewrite(bytes, |form| match form {
        Form::SurrogatePair(character) => Some(Meant::Character(character)),
        _ => None,
    })
}

/// `bytes`, with NUL for each C0 80, which Java's Modified UTF-8 writes in its place.
///
/// All other bytes stay. Allocates if there is one. Cannot panic.
///
/// ```
/// assert_eq!(*utf8kit::repair::restore_modified_nul(b"key\xC0\x80value"), *b"key\0value");
/// ```
#[must_use]
pub fn restore_modified_nul(bytes: &[u8]) -> Cow<'_, [u8]> {
    rewrite(bytes, |form| (form == Form::ModifiedNul).then_some(Meant::Character('\0')))
}

/// `bytes`, with the shortest form of each character that has an overlong one, NUL included.
///
/// Only for text that is known to come from a faulty encoder: an overlong form may be an attack on
/// whoever looks for `/` or a quote before decoding (RFC 3629 section 10), and this completes the
/// attack. All other bytes stay. Allocates if there is one. Cannot panic.
///
/// ```
/// assert_eq!(*utf8kit::repair::shorten_overlong(b"a\xC0\xAFb"), *b"a/b");
/// ```
#[must_use]
pub fn shorten_overlong(bytes: &[u8]) -> Cow<'_, [u8]> {
    rewrite(bytes, |form| match form {
        Form::ModifiedNul => Some(Meant::Character('\0')),
        Form::Overlong(value) => char::from_u32(value).map(Meant::Character),
        _ => None,
    })
}

/// `bytes`, with the byte that each lone surrogate U+DC80..DCFF stands for, as Python's
/// `surrogateescape` (PEP 383) has it: a name that was not UTF-8 as it was.
///
/// All other bytes stay. What comes of it need not be UTF-8: often it was Latin-1 before. Allocates if
/// there is such a surrogate. Cannot panic.
///
/// ```
/// use utf8kit::repair::unescape_surrogates;
/// // E2 80 99, byte by byte.
/// let name = unescape_surrogates(b"agency\xED\xB3\xA2\xED\xB2\x80\xED\xB2\x99s");
/// assert_eq!(*name, *"agency’s".as_bytes());
/// ```
#[must_use]
pub fn unescape_surrogates(bytes: &[u8]) -> Cow<'_, [u8]> {
    rewrite(bytes, |form| match form {
        // Its low byte is the one that was escaped.
        Form::Surrogate(code_point @ 0xDC80..=0xDCFF) => Some(Meant::Byte(code_point as u8)),
        _ => None,
    })
}

/// `bytes`, with a surrogate U+DC80..DCFF in the place of each byte that is in no well-formed
/// character: what Python writes for a name that it has decoded with `surrogateescape`, encoded with
/// `surrogatepass`.
///
/// The answer is WTF-8 and no UTF-8. [`unescape_surrogates`] undoes it, whatever the bytes are.
/// Allocates if there is such a byte. Cannot panic.
///
/// ```
/// use utf8kit::repair::{escape_surrogates, unescape_surrogates};
///
/// let name = b"caf\xE9";
/// assert_eq!(*escape_surrogates(name), *b"caf\xED\xB3\xA9");
/// assert_eq!(*unescape_surrogates(&escape_surrogates(name)), *name);
/// ```
#[must_use]
pub fn escape_surrogates(bytes: &[u8]) -> Cow<'_, [u8]> {
    if is_utf8(bytes) {
        return Cow::Borrowed(bytes);
    }
    let mut escaped = Vec::with_capacity(bytes.len() + bytes.len() / 8);
    for part in Parts::new(bytes, Policy::PerByte) {
        match part {
            Part::Text(text) => escaped.extend_from_slice(text.as_bytes()),
            Part::IllFormed(unit) | Part::More(unit) => {
                for &byte in unit {
                    escaped.extend_from_slice(&[0xED, 0xB0 | byte >> 6, 0x80 | byte & 0x3F]);
                }
            }
        }
    }
    Cow::Owned(escaped)
}

/// What a form is written as.
enum Meant {
    Character(char),
    Byte(u8),
}

/// Writes each form as `meaning` has it, if it has anything.
fn rewrite(bytes: &[u8], meaning: impl Fn(Form) -> Option<Meant>) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    // All before this is in `out`, if anything is.
    let mut copied = 0;
    let mut at = 0;
    while let Some(part) = Parts::new(&bytes[at..], Policy::Maximal).next() {
        at += match part {
            Part::Text(text) => text.len(),
            Part::IllFormed(subpart) | Part::More(subpart) => {
                let form = decode_form(&bytes[at..]);
                if let Some((form, len)) = form
                    && let Some(meant) = meaning(form)
                {
                    out.extend_from_slice(&bytes[copied..at]);
                    match meant {
                        Meant::Byte(byte) => out.push(byte),
                        Meant::Character(it) => {
                            out.extend_from_slice(it.encode_utf8(&mut [0; 4]).as_bytes());
                        }
                    }
                    copied = at + len;
                }
                form.map_or(subpart.len(), |(_, len)| len)
            }
        };
    }
    if copied == 0 {
        return Cow::Borrowed(bytes);
    }
    out.extend_from_slice(&bytes[copied..]);
    Cow::Owned(out)
}
