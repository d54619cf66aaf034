//! UTF-8 as [RFC 3629](https://www.rfc-editor.org/rfc/rfc3629) defines it.
//!
//! Text that comes in pieces, a model's answer or a log, without ever half a character ([`stream`]):
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
//! | take text that comes in pieces | [`stream`] |
//! | know counts, lines and the first error, piece by piece | [`Summary`] |
//! | check a column of short strings | [`validate_strings`] |
//! | convert from and to UTF-16, UTF-32, Latin-1, CESU-8 and others | [`convert`] |
//! | go one character at a time | [`decode_first`], [`decode_last`], [`encode`] |
//! | cut without splitting a character | [`floor_char_boundary`], [`ceil_char_boundary`], [`truncate`], [`trim_incomplete`] |
//! | count characters | [`count`] |
//! | know where: bytes, characters, UTF-16 code units, lines and columns | [`position`] |
//! | deal with a byte order mark | [`Bom`], [`BomPolicy`] |
//! | read a charset label | [`Encoding::for_label`] |
//! | sort UTF-16 as UTF-8 sorts | [`cmp_utf16`] |
//!
//! # What is well-formed
//!
//! A byte sequence is well-formed UTF-8 if it matches the grammar of RFC 3629 section 4, which is
//! table 3-7 of the Unicode Standard. Where it does not, the unit of error is the *maximal subpart*
//! (Unicode chapter 3.9, D93b; the WHATWG Encoding Standard requires the same): the longest
//! sequence at that place that starts as some well-formed one does, or else one byte. Rust's
//! standard library, CPython, Node and ICU agree on this unit; one U+FFFD stands for each.
//!
//! # From the standard library
//!
//! [`from_utf8`] gives the verdicts of [`core::str::from_utf8`], and [`Error`] the same
//! `valid_up_to` and `error_len`, and a [`kind`](Error::kind). A program that spells the type
//! [`core::str::Utf8Error`] changes that to [`Error`]; `error_len` is an `Option<u8>` here, so
//! `usize::from` stands where its value is added to an index.
//!
//! # Costs
//!
//! Nothing here allocates but what gives a `String`, a `Vec` or an index of positions, and the one buffer of a
//! [`TranscodingReader`](stream::TranscodingReader); and an error, where it becomes one of `std::io`. No function panics,
//! whatever bytes it is given. The crate is `no_std` and depends on nothing; feature `alloc` adds what owns
//! memory, and `std` (on by default) implies it. The CPU's features are found once, at the first call that
//! needs them; see [`Level`].
//!
//! A [conversion](convert) is compiled where it is used. With the feature `precompiled` what converts long text is compiled into this
//! crate, for all pairs of encodings: one crate that uses few of them waits longer for it, and several that use most wait less.
#![no_std]
// Where no ISA of ours is compiled, scalar code does the work and the kernels wait.
#![cfg_attr(
    not(any(
        all(
            target_arch = "x86_64",
            target_feature = "sse2",
            not(any(target_os = "none", target_env = "sgx"))
        ),
        feature = "emulated"
    )),
    allow(dead_code, unused_variables)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
pub mod at_level;
mod bom;
mod boundary;
mod character;
mod chunks;
mod compare;
pub mod convert;
mod count;
mod encoding;
mod error;
mod kernel;
#[cfg(feature = "alloc")]
mod lossy;
pub mod position;
mod raw;
#[doc(hidden)]
pub mod reference;
mod scalar;
mod simd;
pub mod stream;
mod strings;
mod summary;
mod validate;

pub use bom::{Bom, BomError, BomPolicy};
pub use boundary::{ceil_char_boundary, floor_char_boundary, trim_incomplete, truncate};
pub use character::{Encoded, decode_first, decode_last, encode};
pub use chunks::{Utf8Chunk, Utf8Chunks};
pub use compare::cmp_utf16;
pub use count::{count, count_line_feeds};
pub use encoding::Encoding;
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
