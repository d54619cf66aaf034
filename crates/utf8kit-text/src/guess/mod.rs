//! What a file is, if it is not UTF-8, by its first bytes.
//!
//! ```
//! use utf8kit::Encoding;
//! use utf8kit_text::guess;
//!
//! let wide = guess::utf16_or_utf32(b"h\0i\0 \0\x3D\xD8\x00\xDE").unwrap();
//! assert_eq!((wide.encoding(), wide.bom()), (Encoding::Utf16Le, None));
//! assert_eq!(guess::binary(b"\x89PNG\r\n\x1A\n\0").unwrap().to_string(), "PNG image");
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
pub use judge::judge;
pub use near::{NearUtf8, near_utf8};
pub use verdict::{Evidence, Grade, Letters, Verdict};
pub use wide::{Wide, utf16_or_utf32};

/// As much of a file as a guess needs to see, and the most that it looks at.
///
/// ```
/// assert_eq!(utf8kit_text::guess::HEAD, 8 * 1024);
/// ```
pub const HEAD: usize = 8 * 1024;
