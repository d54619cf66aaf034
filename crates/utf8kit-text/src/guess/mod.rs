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

mod binary;
mod charset;
mod legacy;
mod near;
mod wide;

pub use binary::{Binary, binary};
pub use charset::{Seen, charset};
pub use legacy::legacy;
pub use near::{NearUtf8, near_utf8};
pub use wide::{Wide, utf16_or_utf32};

/// As much of a file as a guess needs to see, and the most that it looks at.
///
/// ```
/// assert_eq!(utf8kit_text::guess::HEAD, 8 * 1024);
/// ```
pub const HEAD: usize = 8 * 1024;
