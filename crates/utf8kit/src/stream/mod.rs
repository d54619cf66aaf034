//! Text that comes in pieces, cut anywhere.
//!
//! What a program shows while it is still coming, a model's answer, a log, a socket, must not be
//! cut inside a character. A decoder holds back the start of one until the rest has come:
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
//! show([&b"na\xC3"[..], b"", b"\xAFve \xF0", b"\x9F\x98\x80"], &mut screen)?;
//! assert_eq!(screen, "naïve 😀".as_bytes());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What is here
//!
//! | to | use |
//! | --- | --- |
//! | see the text and the errors of UTF-8, piece by piece | [`Utf8Decoder`] |
//! | convert from any encoding to any other, piece by piece, into a buffer | [`Transcoder`] |
//! | go over an iterator of pieces | [`Strings`]; in another encoding [`TranscodingStrings`] |
//! | read a whole file that has to be UTF-8 | [`Utf8Reader`] |
//! | read or write what is converted on the way | [`TranscodingReader`], [`TranscodingWriter`] |
//!
//! # What is promised
//!
//! However the input is cut, into empty pieces too: the text is the same as that of the whole, and
//! so are the errors, whose [offsets](crate::ErrorAt::offset) count from the start of it all. Only
//! where runs of text are cut may differ. At most five bytes are held back, in the decoder itself:
//! nothing here allocates but what says so.
//!
//! An error is reported as soon as it is certain what it is. In UTF-8 that is with the byte that
//! makes the input wrong: a protocol that has to fail at once (WebSocket, RFC 6455 section 8.1)
//! need not wait for the end of a message. In other encodings, how long an error is, or what, can
//! depend on the rest of its code unit, of the one behind it, or of a surrogate's form: it is
//! reported when that has come, at most five bytes later.
//!
//! ```
//! let mut message = utf8kit::stream::Utf8Decoder::new();
//! assert!(message.push(b"caf\xC3").all(|run| run.is_ok()));
//! // Nothing that comes now can make it well-formed: the connection is failed with this byte.
//! let error = message.push(b"(").find_map(Result::err).unwrap();
//! assert_eq!(error.to_string(), "malformed UTF-8 at byte 3: truncated");
//! ```

mod error;
#[cfg(feature = "std")]
mod io;
#[cfg(feature = "alloc")]
mod strings;
#[cfg(feature = "convert")]
mod transcoder;
#[cfg(all(feature = "convert", feature = "std"))]
mod transcoding_io;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod transcoding_strings;
mod utf8;

#[cfg(feature = "convert")]
pub use crate::convert::{Progress, Stop};
pub use error::DecodeError;
#[cfg(feature = "std")]
pub use io::Utf8Reader;
#[cfg(feature = "alloc")]
pub use strings::Strings;
#[cfg(feature = "convert")]
pub use transcoder::Transcoder;
#[cfg(all(feature = "convert", feature = "std"))]
pub use transcoding_io::{TranscodingReader, TranscodingWriter};
#[cfg(all(feature = "convert", feature = "alloc"))]
pub use transcoding_strings::TranscodingStrings;
pub use utf8::{LossyRuns, Runs, Utf8Decoder};
