//! What a text is in, or that a file is no text.
//!
//! [`judge`] decides, and says on what evidence, how sure that is, and what else it could be. The
//! other functions here are the witnesses that it asks.
//!
//! ```
//! use utf8kit_text::guess::{Grade, judge};
//!
//! let verdict = judge(b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2", true);
//! assert_eq!((verdict.name().as_str(), verdict.grade()), ("windows-1250", Grade::Likely));
//!
//! let verdict = judge(b"\x89PNG\r\n\x1A\n\0", true);
//! assert_eq!(verdict.charset(), None);
//! assert_eq!(verdict.evidence().to_string(), "PNG image");
//! ```

mod appended;
mod binary;
mod declared;
mod escapes;
mod judge;
mod letters;
mod near;
mod verdict;
mod wide;

pub use appended::{Within, utf16_within};
pub use binary::{Binary, binary};
pub use declared::{Declared, Where, declared};
pub use escapes::{SevenBit, escapes};
pub use judge::{judge, judge_parts};
pub use near::{NearUtf8, near_utf8};
pub use verdict::{Evidence, Grade, Letters, Verdict};
pub use wide::{Wide, utf16_or_utf32};

/// How much of a file is looked at for magic numbers, zero bytes and declarations.
///
/// ```
/// assert_eq!(utf8kit_text::guess::HEAD, 8 * 1024);
/// ```
pub const HEAD: usize = 8 * 1024;
