//! How many replacements ill-formed bytes become.
//!
//! A policy divides a run of ill-formed bytes into units, from left to right. It is asked at the
//! start of a maximal subpart, and takes that and perhaps some that follow it: never a byte of a
//! well-formed character.
//!
//! ```text
//! maximal    the subpart                                            E2 82 | ED | A0 | 80 | 80
//! per-byte   a byte                                                 E2 | 82 | ED | A0 | 80 | 80
//! per-run    all subparts that follow one another                   E2 82 ED A0 80 80
//! java       the subpart; or ED A0..BF and one more continuation    E2 82 | ED A0 80 | 80
//! perl       a lead, and as many continuations as it asks for       E2 82 | ED A0 80 | 80
//! php        as perl for C2..F4, and C0, C1, F5..FF continue, too   E2 82 | ED A0 80 | 80
//! ```

use core::fmt;

use crate::scalar::decode::decode_at;

/// How many replacements ill-formed bytes become.
///
/// Every policy replaces the same bytes: those that are in no well-formed character. The policies
/// differ in how many of these bytes share one replacement.
///
/// ```
/// use utf8kit::repair::{Policy, replace};
///
/// // The start of an emoji, and a letter.
/// let cut = b"\xF0\x9F\x98A";
/// assert_eq!(replace(cut, Policy::Maximal, "?"), "?A");
/// assert_eq!(replace(cut, Policy::PerByte, "?"), "???A");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Policy {
    /// One for each maximal subpart (Unicode chapter 3.9, D93b; WHATWG): Python, Rust, Node, Ruby,
    /// ICU, and PHP's `UConverter`.
    #[default]
    Maximal,
    /// One for each byte: Go's `range` over a string, and its JSON.
    PerByte,
    /// One for each run of ill-formed bytes, however long: Go's `strings.ToValidUTF8`.
    PerRun,
    /// As `new String(bytes, UTF_8)` of OpenJDK: one for a surrogate, else one for each maximal
    /// subpart.
    Java,
    /// As `Encode::decode('UTF-8', $bytes)` of Perl: one for a lead and as many continuations as it
    /// asks for, up to the twelve of FF. Perl 5.36 itself loses some characters that stand right
    /// behind an error; this policy does not.
    Perl,
    /// As `htmlspecialchars` and `json_encode` of PHP: one for an overlong form, for a surrogate, and
    /// for a form above U+10FFFF that starts with F4.
    Php,
}

impl Policy {
    /// All policies.
    ///
    /// ```
    /// use utf8kit::repair::Policy;
    /// let names: Vec<_> = Policy::ALL.iter().map(|policy| policy.name()).collect();
    /// assert_eq!(names, ["maximal", "per-byte", "per-run", "java", "perl", "php"]);
    /// ```
    pub const ALL: [Policy; 6] =
        [Policy::Maximal, Policy::PerByte, Policy::PerRun, Policy::Java, Policy::Perl, Policy::Php];

    /// No policy has to see more bytes, from the start of a unit on, to tell where the unit ends.
    pub(super) const MAX_LOOKAHEAD: usize = 13;

    /// The name, in lower case.
    ///
    /// ```
    /// assert_eq!(utf8kit::repair::Policy::PerRun.name(), "per-run");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Maximal => "maximal",
            Policy::PerByte => "per-byte",
            Policy::PerRun => "per-run",
            Policy::Java => "java",
            Policy::Perl => "perl",
            Policy::Php => "php",
        }
    }

    /// The policy of that name, or of that system: `python`, `rust`, `node`, `ruby`, `icu`, `whatwg`
    /// and `go` are names too.
    ///
    /// ```
    /// use utf8kit::repair::Policy;
    /// assert_eq!(Policy::for_name("go"), Some(Policy::PerByte));
    /// assert_eq!(Policy::for_name("python"), Some(Policy::Maximal));
    /// assert_eq!(Policy::for_name("cobol"), None);
    /// ```
    #[must_use]
    pub fn for_name(name: &str) -> Option<Policy> {
        match name {
            "python" | "rust" | "node" | "ruby" | "icu" | "whatwg" => Some(Policy::Maximal),
            "go" => Some(Policy::PerByte),
            _ => Policy::ALL.into_iter().find(|policy| policy.name() == name),
        }
    }

    /// How many bytes, from the start of a unit on, tell where the unit ends. A [`Splitter`] holds
    /// back fewer.
    ///
    /// Of `per-run`: where the part of a run ends that is at hand. A run has no longest length.
    ///
    /// ```
    /// use utf8kit::repair::Policy;
    /// assert_eq!((Policy::Maximal.lookahead(), Policy::Perl.lookahead()), (4, 13));
    /// ```
    ///
    /// [`Splitter`]: super::Splitter
    #[must_use]
    pub const fn lookahead(self) -> usize {
        match self {
            Policy::PerByte | Policy::Maximal | Policy::PerRun | Policy::Java | Policy::Php => 4,
            Policy::Perl => Policy::MAX_LOOKAHEAD,
        }
    }

    /// The length of the unit with which `bytes` begin. A maximal subpart has to begin there.
    ///
    /// `bytes` reach to the end of the text, or over [`lookahead`](Self::lookahead) bytes at least.
    /// 0 if they are empty, or begin with a well-formed character.
    ///
    /// ```
    /// use utf8kit::repair::Policy;
    ///
    /// assert_eq!(Policy::Maximal.unit_len(b"\xE2\x82."), 2);
    /// assert_eq!(Policy::PerByte.unit_len(b"\xE2\x82."), 1);
    /// assert_eq!(Policy::PerRun.unit_len(b"\xE2\x82\xFF."), 3);
    /// assert_eq!(Policy::Maximal.unit_len("é".as_bytes()), 0);
    /// ```
    #[must_use]
    pub fn unit_len(self, bytes: &[u8]) -> usize {
        let subpart = subpart_len(bytes);
        if subpart == 0 {
            return 0;
        }
        match self {
            Policy::Maximal => subpart,
            Policy::PerByte => 1,
            Policy::PerRun => run_len(bytes),
            Policy::Java => match bytes {
                [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => 3,
                [0xED, 0xA0..=0xBF, ..] => 2,
                _ => subpart,
            },
            Policy::Perl => perl(bytes),
            Policy::Php => php(bytes),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The length of the ill-formed maximal subpart with which `bytes` begin; 0 if none does.
pub(super) fn subpart_len(bytes: &[u8]) -> usize {
    if bytes.is_empty() {
        return 0;
    }
    decode_at(bytes, 0).err().map_or(0, |error| error.subpart_len())
}

fn run_len(bytes: &[u8]) -> usize {
    let mut len = 0;
    loop {
        match subpart_len(&bytes[len..]) {
            0 => return len,
            subpart => len += subpart,
        }
    }
}

/// Perl's own UTF-8 has forms of up to 13 bytes.
fn perl(bytes: &[u8]) -> usize {
    let due = match bytes[0] {
        0..=0xBF => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        0xF8..=0xFB => 5,
        0xFC..=0xFD => 6,
        0xFE => 7,
        0xFF => 13,
    };
    1 + bytes[1..].iter().take(due - 1).take_while(|byte| is_continuation(**byte)).count()
}

/// `get_next_char` of PHP's `ext/standard/html.c`: a sequence that is not whole ends before the
/// first byte that may lead one, of those that the lead asks for.
fn php(bytes: &[u8]) -> usize {
    let due = match bytes[0] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return 1,
    };
    let may_lead = |byte: u8| matches!(byte, 0..=0x7F | 0xC2..=0xF4);
    1 + bytes[1..].iter().take(due - 1).take_while(|byte| !may_lead(**byte)).count()
}

const fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}
