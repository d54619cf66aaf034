//! Malformed UTF-8 put right: what stands for a character is decoded, and what stands for nothing is
//! replaced, as often as a system of your choice does it.
//!
//! # What is replaced, and how often
//!
//! Systems agree on which bytes are ill-formed, and not on how many U+FFFD these become. A
//! [`Policy`] says how many:
//!
//! | policy | is how | ED A0 80 | E0 80 80 | F0 9F 98 41 | 80 80 80 80 |
//! | --- | --- | --- | --- | --- | --- |
//! | `maximal` | Python, Rust, Node, Ruby, ICU, browsers | 3 | 3 | 1 | 4 |
//! | `per-byte` | Go (`range`, JSON) | 3 | 3 | 3 | 4 |
//! | `per-run` | Go (`strings.ToValidUTF8`) | 1 | 1 | 1 | 1 |
//! | `java` | Java | 1 | 3 | 1 | 4 |
//! | `perl` | Perl (`Encode`) | 1 | 1 | 1 | 4 |
//! | `php` | PHP (`htmlspecialchars`, JSON) | 1 | 1 | 1 | 4 |
//!
//! ```
//! use utf8kit::repair::{Escape, Policy, replace};
//!
//! let text = b"caf\xE9 <\xED\xA0\x80>";
//! assert_eq!(replace(text, Policy::Maximal, "\u{FFFD}"), "caf\u{FFFD} <\u{FFFD}\u{FFFD}\u{FFFD}>");
//! assert_eq!(replace(text, Policy::Java, "?"), "caf? <?>");
//! assert_eq!(replace(text, Policy::Maximal, ""), "caf <>");
//! assert_eq!(replace(text, Policy::Maximal, Escape::Backslash), r"caf\xE9 <\xED\xA0\x80>");
//! ```
//!
//! # What loses nothing
//!
//! Some ill-formed bytes have the form of a character that UTF-8 writes in another way
//! ([`decode_form`]). Where it is known who wrote them, they can be put right, and all else stays:
//!
//! ```
//! use utf8kit::repair;
//!
//! // Oracle's UTF8 has surrogates for 🙈, and the file has real UTF-8 too.
//! let mixed = b"\xED\xA0\xBD\xED\xB9\x88 \xF0\x9F\x99\x88";
//! assert_eq!(*repair::join_surrogate_pairs(mixed), *"🙈 🙈".as_bytes());
//! // Java's modified UTF-8 has C0 80 for NUL.
//! assert_eq!(*repair::restore_modified_nul(b"a\xC0\x80b"), *b"a\0b");
//! // Python's surrogateescape: a file name that was not UTF-8, written as if it were.
//! assert_eq!(*repair::unescape_surrogates(b"caf\xED\xB3\xA9"), *b"caf\xE9");
//! ```

mod escape;
mod form;
mod parts;
mod policy;
#[cfg(feature = "alloc")]
mod replace;
#[cfg(feature = "alloc")]
mod rewrite;
mod splitter;

pub use escape::{Escape, Escaped, Replacement};
pub use form::{Form, decode_form};
pub use parts::{Part, Parts};
pub use policy::Policy;
#[cfg(feature = "alloc")]
pub use replace::{replace, replace_with};
#[cfg(feature = "alloc")]
pub use rewrite::{
    escape_surrogates, join_surrogate_pairs, restore_modified_nul, shorten_overlong,
    unescape_surrogates,
};
pub use splitter::Splitter;
