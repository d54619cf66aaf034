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
    /// It is well-formed UTF-8, ASCII included.
    Utf8,
    /// It has zero bytes where text in UTF-16 or UTF-32 has them.
    ZeroBytes(Wide),
    /// It is none of these.
    Nothing,
}

/// What `head` shows, the start of a text or (`is_whole`) all of it. A byte order mark comes first;
/// what is well-formed UTF-8, apart from a tail that was cut, is UTF-8; then zero bytes count.
///
/// ```
/// use utf8kit::Bom;
/// use utf8kit_text::guess::{Seen, charset};
///
/// assert_eq!(charset(b"\xFF\xFEh\0", true), Seen::Mark(Bom::Utf16Le));
/// // Cut in the middle of a character, or ill-formed.
/// assert_eq!(charset(b"na\xC3", false), Seen::Utf8);
/// assert_eq!(charset(b"na\xC3", true), Seen::Nothing);
/// ```
#[must_use]
pub fn charset(head: &[u8], is_whole: bool) -> Seen {
    if let Some(bom) = Bom::detect(head) {
        return Seen::Mark(bom);
    }
    let whole = if is_whole { head } else { trim_incomplete(head) };
    if from_utf8(whole).is_ok() {
        return Seen::Utf8;
    }
    utf16_or_utf32(&head[..head.len().min(HEAD)]).map_or(Seen::Nothing, Seen::ZeroBytes)
}
