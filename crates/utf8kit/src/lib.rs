//! UTF-8 as [RFC 3629](https://www.rfc-editor.org/rfc/rfc3629) defines it.
//!
//! Text that comes in pieces, a model's answer or a log, without ever half a character
//! ([`stream`]):
//!
//! ```
//! use std::io::{Result, Write};
//!
//! fn show<'a>(pieces: impl IntoIterator<Item = &'a [u8]>, screen: &mut impl Write) -> Result<()> {
//!     let mut decoder = utf8kit::stream::Utf8Decoder::new();
//!     for piece in pieces {
//!         for text in decoder.push(piece).lossy() {
//!             write!(screen, "{text}")?;
//!         }
//!         screen.flush()?;
//!     }
//!     decoder.finish().lossy().try_for_each(|text| write!(screen, "{text}"))
//! }
//!
//! let mut screen = Vec::new();
//! show([&b"na\xC3"[..], b"\xAFve \xF0", b"\x9F\x98\x80"], &mut screen)?;
//! assert_eq!(screen, "naïve 😀".as_bytes());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! What is text, and what is wrong where it is not:
//!
//! ```
//! assert_eq!(utf8kit::from_utf8(b"\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"), Ok("日本語"));
//!
//! let error = utf8kit::from_utf8(b"Espec\xEDfica").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (5, Some(1)));
//! assert_eq!(error.kind(), utf8kit::Kind::Truncated);
//! assert_eq!(
//!     error.to_string(),
//!     "malformed UTF-8 at byte 5: truncated 3-byte sequence: expected 80..9F after ED, found 66",
//! );
//! ```
//!
//! # What is here
//!
//! | to | use |
//! | --- | --- |
//! | check bytes | [`is_utf8`], [`from_utf8`], [`string_from_utf8`] |
//! | have text in spite of errors | [`from_utf8_lossy`], [`string_from_utf8_lossy`], [`append_utf8_lossy`], [`append_utf8_lossy_bytes`], [`write_utf8_lossy`] |
//! | see every error of an input | [`Utf8Chunks`] |
//! | choose how often errors are replaced, and by what; repair what has another form | [`repair`] |
//! | take text that comes in pieces | [`stream`] |
//! | know counts, lines and the first error, piece by piece | [`Summary`] |
//! | check a column of short strings | [`validate_strings`] |
//! | convert between UTF-8 and another encoding | [`utf16`], [`utf32`], [`latin1`], [`cesu8`] |
//! | convert from any of eleven encodings to any other | [`convert`] |
//! | go one character at a time | [`decode_first`], [`decode_last`], [`encode`] |
//! | cut without splitting a character | [`floor_char_boundary`], [`ceil_char_boundary`], [`truncate`], [`trim_incomplete`] |
//! | count characters | [`count`] |
//! | know where: bytes, characters, UTF-16 code units, lines and columns | [`position`] |
//! | deal with a byte order mark | [`Bom`], [`BomPolicy`] |
//! | read a charset label | [`Encoding::for_label`] |
//! | sort UTF-16 as UTF-8 sorts | [`utf16::cmp`] |
//! | find what replaces a function of another library | [`migrating`] |
//!
//! # What is well-formed
//!
//! A byte sequence is well-formed UTF-8 if it matches the grammar of RFC 3629 section 4, which is
//! table 3-7 of the Unicode Standard. Where it does not, the unit of error is the *maximal subpart*
//! (Unicode chapter 3.9, D93b; the WHATWG Encoding Standard requires the same): the longest
//! sequence at that place that starts as some well-formed one does, or else one byte. Rust's
//! standard library, CPython, Node and ICU agree on this unit; one U+FFFD stands for each.
//!
//! # From the standard library, or another
//!
//! [`from_utf8`] gives the verdicts of [`core::str::from_utf8`]. [`Error`] has the same
//! `valid_up_to` and `error_len`, and a [`kind`](Error::kind). So one function replaces the other.
//! Only a program that spells the type [`core::str::Utf8Error`] has to change that too.
//! [`migrating`] has the other functions of std, and those of encoding_rs, simdutf8, bstr and
//! widestring.
//!
//! # Costs
//!
//! Nothing here allocates but what gives a `String`, a `Vec` or an index of positions, and the one
//! buffer of a [`TranscodingReader`](stream::TranscodingReader); and an error, where it becomes one
//! of `std::io`. No function panics, whatever bytes it is given. The crate is `no_std` and depends
//! on nothing; feature `alloc` adds what owns memory, and `std` (on by default) implies it. The
//! CPU's features are found once, at the first call that needs them; see [`Level`].
//!
//! What is not generic is compiled in this crate, conversions of every pair of encodings too; a
//! program that is linked has those that it uses.
// The documentation is written for all features. Without some of them, a few links stay text.
#![cfg_attr(
    not(all(feature = "convert", feature = "position", feature = "std")),
    allow(rustdoc::broken_intra_doc_links)
)]
#![no_std]
// What is dead code is asked where all rooms are open and an ISA of ours is compiled.
#![cfg_attr(
    not(all(
        feature = "convert",
        feature = "position",
        any(
            all(
                target_arch = "x86_64",
                target_feature = "sse2",
                not(any(target_os = "none", target_env = "sgx"))
            ),
            feature = "internal"
        )
    )),
    allow(dead_code, unreachable_pub, unused_imports, unused_variables)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bom;
mod boundary;
#[cfg(feature = "convert")]
pub mod cesu8;
mod character;
mod chunks;
#[cfg(feature = "convert")]
mod codec;
#[cfg(feature = "convert")]
pub mod convert;
mod count;
mod encoding;
mod engine;
mod error;
mod kernel;
#[cfg(feature = "convert")]
pub mod latin1;
#[cfg(feature = "alloc")]
mod lossy;
#[cfg(all(doc, feature = "convert", feature = "std"))]
pub mod migrating;
#[cfg(feature = "position")]
pub mod position;
mod raw;
#[cfg(any(test, feature = "internal"))]
#[doc(hidden)]
pub mod reference;
pub mod repair;
mod scalar;
mod simd;
pub mod stream;
mod strings;
mod summary;
pub mod utf16;
#[cfg(feature = "convert")]
pub mod utf32;
mod validate;

pub use bom::{Bom, BomError, BomPolicy};
pub use boundary::{ceil_char_boundary, floor_char_boundary, trim_incomplete, truncate};
pub use character::{Encoded, decode_first, decode_last, encode};
pub use chunks::{Utf8Chunk, Utf8Chunks};
pub use count::{count, count_line_feeds};
pub use encoding::Encoding;
pub use engine::Engine;
pub use error::{Error, ErrorAt, Kind, Reason};
#[cfg(feature = "std")]
pub use lossy::write_utf8_lossy;
#[cfg(feature = "alloc")]
pub use lossy::{
    append_utf8_lossy, append_utf8_lossy_bytes, from_utf8_lossy, string_from_utf8_lossy,
};
pub use simd::level::{Level, UnknownLevel};
pub use strings::{Offset, StringsError, validate_strings};
pub use summary::Summary;
#[cfg(feature = "alloc")]
pub use validate::{FromUtf8Error, string_from_utf8};
pub use validate::{from_utf8, is_utf8};

/// The README's examples, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
