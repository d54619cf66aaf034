//! Section 3: from a character number to its octets.

/// A row of the table in section 3.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The first number of the "char. number range".
    pub first: u32,
    /// The last one.
    pub last: u32,
    /// The "UTF-8 octet sequence (binary)". "The letter x indicates bits available for encoding
    /// bits of the character number."
    pub octets: &'static [&'static [u8; 8]],
}

/// The table in section 3.
pub const TABLE: [Row; 4] = [
    Row { first: 0x0000_0000, last: 0x0000_007F, octets: &[b"0xxxxxxx"] },
    Row { first: 0x0000_0080, last: 0x0000_07FF, octets: &[b"110xxxxx", b"10xxxxxx"] },
    Row { first: 0x0000_0800, last: 0x0000_FFFF, octets: &[b"1110xxxx", b"10xxxxxx", b"10xxxxxx"] },
    Row {
        first: 0x0001_0000,
        last: 0x0010_FFFF,
        octets: &[b"11110xxx", b"10xxxxxx", b"10xxxxxx", b"10xxxxxx"],
    },
];

/// Section 3: "between U+D800 and U+DFFF, which are reserved for use with the UTF-16 encoding
/// form" and "do not directly represent characters".
#[must_use]
pub const fn is_surrogate(number: u32) -> bool {
    matches!(number, 0xD800..=0xDFFF)
}

/// Section 3, "encoding a character to UTF-8": the octets of the character with this number, if
/// there is one.
#[must_use]
pub const fn encode(number: u32) -> Option<Octets> {
    // "The definition of UTF-8 prohibits encoding character numbers between U+D800 and U+DFFF."
    if is_surrogate(number) {
        return None;
    }
    // Step 1: "Determine the number of octets required from the character number".
    match row_of(number) {
        Some(row) => Some(fill(row, number)),
        // Above U+10FFFF: section 10 asks that the range be "explicitly limited".
        None => None,
    }
}

/// "The rows of the table are mutually exclusive": the only row for a number, if it has one.
#[must_use]
pub const fn row_of(number: u32) -> Option<&'static Row> {
    let mut index = 0;
    while index < TABLE.len() {
        if TABLE[index].first <= number && number <= TABLE[index].last {
            return Some(&TABLE[index]);
        }
        index += 1;
    }
    None
}

/// Steps 2 and 3: "prepare the high-order bits of the octets", then "fill in the bits marked x"
/// from the number, "starting by putting the lowest-order bit" into "the lowest-order position of
/// the last octet".
pub(super) const fn fill(row: &Row, mut number: u32) -> Octets {
    let mut octets = Octets::EMPTY;
    octets.len = row.octets.len();
    let mut index = octets.len;
    while index > 0 {
        index -= 1;
        let mut bit = 0;
        while bit < 8 {
            // The patterns are written with the high-order bit first.
            octets.octets[index] |= match row.octets[index][7 - bit] {
                b'1' => 1 << bit,
                b'x' => {
                    let lowest = (number & 1) as u8;
                    number >>= 1;
                    lowest << bit
                }
                _ => 0,
            };
            bit += 1;
        }
    }
    octets
}

/// A few octets: at most four are one character in UTF-8, at most six one in CESU-8.
#[derive(Clone, Copy, Debug)]
pub struct Octets {
    octets: [u8; 6],
    len: usize,
}

impl Octets {
    pub(super) const EMPTY: Octets = Octets { octets: [0; 6], len: 0 };

    /// The octets, in order.
    #[must_use]
    pub const fn as_slice(&self) -> &[u8] {
        self.octets.split_at(self.len).0
    }

    /// These octets, of which there are at most six.
    pub(super) const fn of(octets: &[u8]) -> Octets {
        let mut all = Octets::EMPTY;
        while all.len < octets.len() {
            all.octets[all.len] = octets[all.len];
            all.len += 1;
        }
        all
    }

    pub(super) const fn and(mut self, next: Octets) -> Octets {
        let mut index = 0;
        while index < next.len {
            self.octets[self.len] = next.octets[index];
            self.len += 1;
            index += 1;
        }
        self
    }
}
