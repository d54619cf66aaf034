//! Coming from std, encoding_rs, simdutf8, bstr or widestring.
//!
//! Each section has a table of what a program calls there and what it calls here, an example, and
//! the differences. In the examples, the other library's call stands in a comment above ours. The
//! tables were compared with Rust 1.95, encoding_rs 0.8.44, simdutf8 0.1.5, bstr 1.13 and
//! widestring 1.2.
//!
//! This module has no items.
//!
//! # What is different from all of them
//!
//! - **One error type.** [`Error`] has `valid_up_to` and `error_len` as std's `Utf8Error` has
//!   them. It also has a [`kind`](Error::kind), and a message that says what is wrong.
//! - **An error counts elements of the source.** [`Error::position`] is an index into the slice
//!   that was passed, be it of bytes or of code units. [Streams](stream) have [`ErrorAt`], which
//!   counts from the start of the stream.
//! - **One U+FFFD for each error.** In UTF-8 an error is a maximal subpart, as it is in std,
//!   encoding_rs and bstr. In UTF-16 it is an unpaired surrogate.
//! - **Allocation shows.** What returns or fills a `String` or a `Vec` allocates. What borrows,
//!   counts or writes into a slice does not.
//! - **A slice that is too short is no panic.** The conversion stops, and
//!   [`Progress`](convert::Progress) says how far it came and why it stopped. The source comes
//!   before the destination.
//! - **A byte order mark is a character** unless a [`BomPolicy`] says otherwise.
//! - **Features.** Conversions need the feature `convert`. Offsets, lines and columns need
//!   `position`. What owns memory needs `alloc`, which `std` (on by default) implies.
//!
//! # From std
//!
//! | std | here |
//! | --- | --- |
//! | `str::from_utf8(bytes)` | [`from_utf8`] |
//! | `str::from_utf8(bytes).is_ok()` | [`is_utf8`] |
//! | `str::Utf8Error` | [`Error`] |
//! | `String::from_utf8(vec)` | [`string_from_utf8`] |
//! | `string::FromUtf8Error` | [`FromUtf8Error`] |
//! | `String::from_utf8_lossy(bytes)` | [`from_utf8_lossy`] |
//! | `bytes.utf8_chunks()` | [`Utf8Chunks::new(bytes)`](Utf8Chunks::new) |
//! | `text.chars().count()` | [`count(text.as_bytes())`](count) |
//! | `text.floor_char_boundary(index)` | [`floor_char_boundary`] |
//! | `text.ceil_char_boundary(index)` | [`ceil_char_boundary`] |
//! | `char::from_u32` and `char::encode_utf8` | [`encode`] |
//! | `text.encode_utf16().collect()` | [`utf16::from_str`] |
//! | `text.encode_utf16().count()` | [`utf16::len_from_str`] |
//! | `String::from_utf16(units)` | [`utf16::to_utf8`] |
//! | `String::from_utf16_lossy(units)` | [`utf16::to_utf8_lossy`] |
//! | `text.chars().map(u32::from).collect()` | [`utf32::from_str`] |
//! | `reader.read_to_string(&mut text)` | the same method of [`Utf8Reader`](stream::Utf8Reader) |
//!
//! ```
//! // str::from_utf8(bytes)
//! fn text(bytes: &[u8]) -> Result<&str, utf8kit::Error> {
//!     utf8kit::from_utf8(bytes)
//! }
//!
//! // The code around it stays as it is.
//! fn behind_first_error(bytes: &[u8]) -> &[u8] {
//!     match text(bytes) {
//!         Ok(_) => b"",
//!         Err(error) => {
//!             let len = error.error_len().unwrap_or(bytes.len() - error.valid_up_to());
//!             &bytes[error.valid_up_to() + len..]
//!         }
//!     }
//! }
//! assert_eq!(behind_first_error(b"caf\xE9 noir"), b" noir");
//!
//! // String::from_utf8(vec)
//! let error = utf8kit::string_from_utf8(b"caf\xE9".to_vec()).unwrap_err();
//! assert_eq!(error.utf8_error().valid_up_to(), 3);
//!
//! // String::from_utf16(&units): its error does not say where.
//! let error = utf8kit::utf16::to_utf8(&[0x61, 0xD800, 0x62]).unwrap_err();
//! assert_eq!(error.position(), 1);
//! ```
//!
//! - The verdicts, `valid_up_to`, `error_len`, the chunks and the U+FFFDs are std's. A program
//!   that spells the types `Utf8Error`, `FromUtf8Error`, `Utf8Chunks` or `FromUtf16Error` has to
//!   change these. Messages differ.
//! - [`from_utf8`] is not `const`, because it chooses its kernel when the program runs.
//!   [`decode_first`], [`decode_last`], [`encode`] and the boundaries are `const`.
//! - The boundaries are functions of bytes, and go on where text is malformed.
//! - An error becomes a [`std::io::Error`] by `?`, with the kind `InvalidData`.
//! - There is no `from_utf8_mut` (check with [`is_utf8`] first) and no `from_utf8_unchecked`.
//!   There is no iterator over UTF-16, as `char::decode_utf16` is one: convert, and take the
//!   `chars` of the `String`.
//!
//! # From encoding_rs
//!
//! | encoding_rs | here |
//! | --- | --- |
//! | `mem::convert_utf8_to_utf16(src, dst)` | [`convert::lossy::<Utf8, Utf16>`](convert::lossy) |
//! | `mem::convert_utf8_to_utf16_without_replacement` | [`utf16::from_utf8_into`] |
//! | `mem::convert_str_to_utf16(text, dst)` | [`convert::encode::<Utf16>`](convert::encode) |
//! | `mem::convert_utf16_to_utf8(src, dst)` | [`convert::lossy::<Utf16, Utf8>`](convert::lossy) |
//! | `mem::convert_utf16_to_utf8_partial(src, dst)` | [`lossy::<Utf16, Utf8>`](convert::lossy) |
//! | `mem::utf16_valid_up_to(units)` | [`utf16::validate`] |
//! | `mem::ensure_utf16_validity(units)` | [`utf16::to_well_formed`] |
//! | `mem::decode_latin1(bytes)` | [`latin1::to_utf8`] |
//! | `mem::convert_latin1_to_utf8(src, dst)` | [`latin1::to_utf8_into`] |
//! | `mem::encode_latin1_lossy(text)` | [`latin1::from_str_lossy`] |
//! | `mem::is_str_latin1(text)` | [`latin1::is_latin1`] |
//! | `mem::is_utf8_latin1(bytes)` | [`latin1::len_from_utf8`] is `Ok` |
//! | `Encoding::utf8_valid_up_to(bytes)` | [`from_utf8`], `valid_up_to` of its error |
//! | `UTF_8.decode_without_bom_handling(bytes)` | [`from_utf8_lossy`] |
//! | the same, `_and_without_replacement` | [`from_utf8`] |
//! | `UTF_8.decode_with_bom_removal(bytes)` | [`BomPolicy::Strip`] before it |
//! | the same of `UTF_16LE` | [`convert::lossy_owned::<Utf16Le, Utf8>`](convert::lossy_owned) |
//! | `Encoding::for_bom(bytes)` | [`Bom::detect`] |
//! | `Encoding::for_label(label)` | [`Encoding::for_label`] |
//! | `UTF_8.new_decoder_without_bom_handling()`, to text | [`stream::Utf8Decoder`] |
//! | `Decoder` and `Encoder`, into a slice | [`stream::Transcoder`] |
//! | `DecoderResult::InputEmpty` and others | [`Stop::Done`](convert::Stop) and others |
//!
//! ```
//! use utf8kit::convert::{self, Progress, Stop, Utf8, Utf16, Utf16Le};
//! use utf8kit::{BomPolicy, latin1, utf16};
//!
//! // let written = mem::convert_utf8_to_utf16(bytes, &mut units);
//! let mut units = [0; 8];
//! let Progress { written, .. } = convert::lossy::<Utf8, Utf16>(b"na\xEFve", &mut units);
//! assert_eq!(units[..written], [0x6E, 0x61, 0xFFFD, 0x76, 0x65]);
//!
//! // let (read, written) = mem::convert_utf16_to_utf8_partial(&units, &mut bytes);
//! let mut bytes = [0; 4];
//! let Progress { read, written, stop, .. } =
//!     convert::lossy::<Utf16, Utf8>(&[0x6E, 0xE9, 0xE9], &mut bytes);
//! assert_eq!((read, written, stop), (2, 3, Stop::OutputFull));
//!
//! // let written = mem::convert_utf8_to_utf16_without_replacement(bytes, &mut units)?;
//! let stop = utf16::from_utf8_into(b"na\xEFve", &mut units).stop;
//! let Stop::Malformed(error) = stop else { panic!() };
//! assert_eq!(error.position(), 2);
//!
//! // mem::ensure_utf16_validity(&mut units);
//! let mut units = [0x61, 0xD800];
//! utf16::to_well_formed(&mut units);
//! assert_eq!(units, [0x61, 0xFFFD]);
//!
//! // mem::decode_latin1(b"caf\xE9")
//! assert_eq!(latin1::to_utf8(b"caf\xE9"), "café");
//!
//! // let (text, had_errors) = UTF_16LE.decode_without_bom_handling(bytes);
//! assert_eq!(convert::lossy_owned::<Utf16Le, Utf8>(b"a\0\x3D\xD8"), "a\u{FFFD}");
//!
//! // let (text, had_errors) = UTF_8.decode_with_bom_removal(bytes);
//! let bytes = BomPolicy::Strip.apply(b"\xEF\xBB\xBFcaf\xE9")?;
//! assert_eq!(utf8kit::from_utf8_lossy(bytes), "caf\u{FFFD}");
//! # Ok::<(), utf8kit::BomError>(())
//! ```
//!
//! - Most functions of `mem` panic if the destination is shorter than they ask for. Functions here
//!   stop with [`Stop::OutputFull`](convert::Stop::OutputFull).
//! - A lossy conversion does not return `had_errors`. [`Cow::Owned`](std::borrow::Cow::Owned) says
//!   it for [`from_utf8_lossy`]; for the others, try the strict function first.
//! - `mem::decode_latin1` and `mem::encode_latin1_lossy` borrow what is ASCII. Functions here
//!   allocate a `String` or a `Vec`.
//! - `mem::encode_latin1_lossy` promises nothing for characters that Latin-1 lacks.
//!   [`latin1::from_str_lossy`] writes `?`.
//! - The label `iso-8859-1` is Latin-1 here, and windows-1252 there.
//! - FF FE 00 00 is the mark of UTF-32LE here. There it is the mark of UTF-16LE, and UTF-32 is
//!   unknown.
//! - There are no legacy charsets here (windows-1252, Shift_JIS, GB18030 and others), and no
//!   checks for right-to-left text.
//!
//! # From simdutf8
//!
//! | simdutf8 | here |
//! | --- | --- |
//! | `basic::from_utf8(bytes)` | [`is_utf8`], or [`from_utf8`] |
//! | `compat::from_utf8(bytes)` | [`from_utf8`] |
//! | `basic::Utf8Error`, `compat::Utf8Error` | [`Error`] |
//! | `basic::imp::x86::avx2::validate_utf8` and others | [`Engine::at`], [`Engine::is_utf8`] |
//! | `basic::imp::Utf8Validator`, piece by piece | [`stream::Utf8Decoder`], or [`Summary`] |
//!
//! ```
//! // simdutf8::basic::from_utf8(bytes).is_ok()
//! assert!(utf8kit::is_utf8("naïve".as_bytes()));
//!
//! // simdutf8::compat::from_utf8(bytes)
//! let error = utf8kit::from_utf8(b"na\xEFve").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (2, Some(1)));
//!
//! // validator.update(piece) for each piece, and validator.finalize().is_ok()
//! let pieces = [&b"na\xC3"[..], b"\xAFve"];
//! let whole = pieces.map(utf8kit::Summary::of).into_iter().reduce(utf8kit::Summary::merge);
//! assert!(whole.unwrap().is_utf8());
//! ```
//!
//! - There is no choice between a `basic` and a `compat` function. An error is always located,
//!   which costs nothing where there is none.
//! - Kernels are chosen when the program runs, without `std` too, except on bare metal.
//! - There is AVX-512 here. There are no kernels for aarch64 and wasm32 yet: portable code runs
//!   there.
//! - There is no `from_utf8_mut`.
//!
//! # From bstr
//!
//! | bstr | here |
//! | --- | --- |
//! | `bytes.to_str()` | [`from_utf8`] |
//! | `bytes.is_utf8()` | [`is_utf8`] |
//! | `bytes.to_str_lossy()` | [`from_utf8_lossy`] |
//! | `bytes.to_str_lossy_into(&mut text)` | [`append_utf8_lossy`] |
//! | `vec.into_string()` | [`string_from_utf8`] |
//! | `vec.into_string_lossy()` | [`string_from_utf8_lossy`] |
//! | `bytes.utf8_chunks()` | [`Utf8Chunks::new(bytes)`](Utf8Chunks::new) |
//! | `chunk.incomplete()` | the chunk's [`error`](Utf8Chunk::error) is [`Kind::Incomplete`] |
//! | `bytes.chars()` | `from_utf8_lossy(bytes).chars()` |
//! | `bytes.char_indices()` | [`decode_first`] in a loop |
//! | `decode_utf8(bytes)`, `decode_last_utf8(bytes)` | [`decode_first`], [`decode_last`] |
//! | `Utf8Error`, `FromUtf8Error` | [`Error`], [`FromUtf8Error`] |
//!
//! ```
//! // bytes.to_str_lossy_into(&mut text)
//! let mut text = String::from("> ");
//! utf8kit::append_utf8_lossy(b"caf\xE9", &mut text);
//! assert_eq!(text, "> caf\u{FFFD}");
//!
//! // for (start, end, character) in bytes.char_indices()
//! let bytes = b"n\xC3\xA9\xF0\x9F!";
//! let (mut start, mut found) = (0, Vec::new());
//! while let Some(first) = utf8kit::decode_first(&bytes[start..]) {
//!     let (character, len) = match first {
//!         Ok(character) => (character, character.len_utf8()),
//!         Err(error) => (char::REPLACEMENT_CHARACTER, error.subpart_len()),
//!     };
//!     found.push((start, start + len, character));
//!     start += len;
//! }
//! assert_eq!(found, [(0, 1, 'n'), (1, 3, 'é'), (3, 5, '\u{FFFD}'), (5, 6, '!')]);
//!
//! // let (character, len) = bstr::decode_last_utf8(bytes);
//! assert_eq!(utf8kit::decode_last("né".as_bytes()), Some(Ok('é')));
//! ```
//!
//! - `decode_utf8` there returns a pair of an optional character and a length. Here it is an
//!   optional result: `None` at the end, `Some(Err(error))` where text is malformed.
//! - `FromUtf8Error::into_vec` is called [`into_bytes`](FromUtf8Error::into_bytes), as in std.
//! - There are no string types here, and nothing that works on text that is already decoded:
//!   search, graphemes, words, case, trimming, escapes. The two libraries go together well.
//!
//! # From widestring
//!
//! | widestring | here |
//! | --- | --- |
//! | `U16Str::from_slice(units).to_string()` | [`utf16::to_utf8`] |
//! | `U16Str::from_slice(units).to_string_lossy()` | [`utf16::to_utf8_lossy`] |
//! | `U16String::from_str(text).into_vec()` | [`utf16::from_str`] |
//! | `Utf16Str::from_slice(units)` | [`utf16::validate`] |
//! | `Utf16String::from_slice_lossy(units)` | [`utf16::to_well_formed`], in place |
//! | `U32Str::from_slice(units).to_string()` | [`utf32::to_utf8`] |
//! | `U32Str::from_slice(units).to_string_lossy()` | [`utf32::to_utf8_lossy`] |
//! | `U32String::from_str(text).into_vec()` | [`utf32::from_str`] |
//! | `Utf32Str::from_slice(units)` | [`utf32::validate`] |
//! | `index()` of `Utf16Error`, `Utf32Error` | [`Error::position`] |
//! | `U16CStr`, `U16CString` | units up to a 0; see the example |
//!
//! ```
//! use utf8kit::utf16;
//!
//! // U16Str::from_slice(&units).to_string()
//! let units = [0xD83D, 0xDE00, 0x61, 0xDE00];
//! let error = utf16::to_utf8(&units).unwrap_err();
//! // The index of widestring's error is 2: it counts characters.
//! assert_eq!(error.position(), 3);
//!
//! // Utf16String::from_slice_lossy(&units)
//! let mut units = units.to_vec();
//! assert_eq!(utf16::to_well_formed(&mut units), 1);
//! assert_eq!(units[3], 0xFFFD);
//!
//! // U16CStr::from_slice_truncate(&units)?.to_string()
//! let units = [0x68, 0x69, 0, 0x7A];
//! let len = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
//! assert_eq!(utf16::to_utf8(&units[..len])?, "hi");
//!
//! // U16CString::from_str(text)?.into_vec_with_nul()
//! let mut units = utf16::from_str("hi");
//! units.push(0);
//! assert_eq!(units, [0x68, 0x69, 0]);
//! # Ok::<(), utf8kit::Error>(())
//! ```
//!
//! - There are no string types here: no type says that a slice is well-formed, or ends in 0. There
//!   are no macros for literals, no pointers, and nothing of `OsString`.
//! - Conversions are whole slices at a time, and not iterators. For text in pieces there is
//!   [`stream::Transcoder`].
//! - An error does not hold the units.

// What the links above name.
#[allow(unused_imports, reason = "only rustdoc reads them")]
use crate::{
    Bom, BomPolicy, Encoding, Engine, Error, ErrorAt, FromUtf8Error, Kind, Summary, Utf8Chunk,
    Utf8Chunks, append_utf8_lossy, ceil_char_boundary, convert, count, decode_first, decode_last,
    encode, floor_char_boundary, from_utf8, from_utf8_lossy, is_utf8, latin1, stream,
    string_from_utf8, string_from_utf8_lossy, utf16, utf32,
};
