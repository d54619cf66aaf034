//! What text is, as far as it is certain or shows: the order in which evidence counts.

use utf8kit::{Bom, from_utf8, trim_incomplete};

use super::{HEAD, Wide, utf16_or_utf32};

/// What the start of a text shows of its charset.
///
/// ```
/// use utf8kit_text::guess::{Seen, charset};
/// assert_eq!(charset("naïve".as_bytes(), true), Seen::Utf8);
/// assert_eq!(charset(b"na\xEFve", true), Seen::Nothing);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It starts with a byte order mark.
    Mark(Bom),
    /// It has zero bytes where text in UTF-16 or UTF-32 has them. If that is all in ASCII, it is
    /// well-formed UTF-8 too, in which NULs hardly ever occur.
    ZeroBytes(Wide),
    /// It is well-formed UTF-8, ASCII included.
    Utf8,
    /// It is none of these.
    Nothing,
}

/// What `head` shows, the start of a text or (`is_whole`) all of it. A byte order mark comes first;
/// then zero bytes count; what is well-formed UTF-8, apart from a tail that was cut, is UTF-8.
///
/// ```
/// use utf8kit::Bom;
/// use utf8kit_text::guess::{Seen, charset};
///
/// assert_eq!(charset(b"\xFF\xFEh\0", true), Seen::Mark(Bom::Utf16Le));
/// assert!(matches!(charset(b"h\0i\0!\0", true), Seen::ZeroBytes(_)));
/// // Names that are separated by NULs.
/// assert_eq!(charset(b"one\0two\0three\0", true), Seen::Utf8);
/// // Cut in the middle of a character, or ill-formed.
/// assert_eq!(charset(b"na\xC3", false), Seen::Utf8);
/// assert_eq!(charset(b"na\xC3", true), Seen::Nothing);
/// ```
#[must_use]
pub fn charset(head: &[u8], is_whole: bool) -> Seen {
    if let Some(bom) = Bom::detect(head) {
        return Seen::Mark(bom);
    }
    let start = &head[..head.len().min(HEAD)];
    if start.contains(&0)
        && let Some(wide) = utf16_or_utf32(start)
    {
        return Seen::ZeroBytes(wide);
    }
    let whole = if is_whole { head } else { trim_incomplete(head) };
    if from_utf8(whole).is_ok() { Seen::Utf8 } else { Seen::Nothing }
}
