//! Section 4: the syntax of UTF-8 byte sequences, production by production.
//!
//! The ABNF is in the text on the left, and here on the right:
//!
//! ```text
//! UTF8-octets = *( UTF8-char )                                  utf8_octets
//! UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4               UTF8_CHAR
//! UTF8-1      = %x00-7F                                         UTF8_1
//! UTF8-2      = %xC2-DF UTF8-tail                               UTF8_2
//! UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
//!               %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail ) UTF8_3
//! UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
//!               %xF4 %x80-8F 2( UTF8-tail )                     UTF8_4
//! UTF8-tail   = %x80-BF                                         UTF8_TAIL
//! ```

/// An element of the ABNF: `%xFIRST-LAST`, one octet.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    first: u8,
    last: u8,
}

impl Range {
    /// Whether the octet is in the range.
    #[must_use]
    pub const fn matches(self, octet: u8) -> bool {
        self.first <= octet && octet <= self.last
    }
}

/// `%xFIRST-LAST`
const fn x(first: u8, last: u8) -> Range {
    Range { first, last }
}

/// One alternative of a production: elements in sequence.
pub type Alternative = &'static [Range];

/// `UTF8-tail = %x80-BF`
pub const UTF8_TAIL: Range = x(0x80, 0xBF);

/// `UTF8-1 = %x00-7F`
pub const UTF8_1: &[Alternative] = &[&[x(0x00, 0x7F)]];

/// `UTF8-2 = %xC2-DF UTF8-tail`
pub const UTF8_2: &[Alternative] = &[&[x(0xC2, 0xDF), UTF8_TAIL]];

/// `UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
/// %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )`
pub const UTF8_3: &[Alternative] = &[
    &[x(0xE0, 0xE0), x(0xA0, 0xBF), UTF8_TAIL],
    &[x(0xE1, 0xEC), UTF8_TAIL, UTF8_TAIL],
    &[x(0xED, 0xED), x(0x80, 0x9F), UTF8_TAIL],
    &[x(0xEE, 0xEF), UTF8_TAIL, UTF8_TAIL],
];

/// `UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
/// %xF4 %x80-8F 2( UTF8-tail )`
pub const UTF8_4: &[Alternative] = &[
    &[x(0xF0, 0xF0), x(0x90, 0xBF), UTF8_TAIL, UTF8_TAIL],
    &[x(0xF1, 0xF3), UTF8_TAIL, UTF8_TAIL, UTF8_TAIL],
    &[x(0xF4, 0xF4), x(0x80, 0x8F), UTF8_TAIL, UTF8_TAIL],
];

/// `UTF8-char = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4`
pub const UTF8_CHAR: [&[Alternative]; 4] = [UTF8_1, UTF8_2, UTF8_3, UTF8_4];

/// `UTF8-octets = *( UTF8-char )`: whether the text, all of it, is that.
#[must_use]
pub const fn utf8_octets(text: &[u8]) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        match utf8_char(rest) {
            Some(len) => rest = rest.split_at(len).1,
            None => return false,
        }
    }
    true
}

/// How many octets the `UTF8-char` has that the text starts with.
#[must_use]
pub const fn utf8_char(text: &[u8]) -> Option<usize> {
    let begun = longest_beginning(text);
    if begun.is_whole { Some(begun.len) } else { None }
}

/// What a text starts with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    /// Octets.
    pub(super) len: usize,
    /// Whether they are a whole `UTF8-char`.
    pub(super) is_whole: bool,
}

/// The longest beginning of the text that some `UTF8-char` begins with.
///
/// No two alternatives share a first octet, so that at most one is begun at all.
pub(super) const fn longest_beginning(text: &[u8]) -> Beginning {
    let mut longest = Beginning { len: 0, is_whole: false };
    let mut production = 0;
    while production < UTF8_CHAR.len() {
        let mut alternative = 0;
        while alternative < UTF8_CHAR[production].len() {
            let elements = UTF8_CHAR[production][alternative];
            let len = matched(elements, text);
            if len > longest.len {
                longest = Beginning { len, is_whole: len == elements.len() };
            }
            alternative += 1;
        }
        production += 1;
    }
    longest
}

/// How many elements in a row match the octets that the text starts with.
const fn matched(elements: Alternative, text: &[u8]) -> usize {
    let mut len = 0;
    while len < elements.len() && len < text.len() && elements[len].matches(text[len]) {
        len += 1;
    }
    len
}
