//! Where in a text: bytes, scalar values, UTF-16 code units, lines and columns.
//!
//! Rust indexes text by bytes, Python by scalar values, JavaScript, Java and most language servers
//! by UTF-16 code units, and people by lines and columns. [`convert`] has an offset in one unit in
//! another; [`line_column`] and [`byte_offset`] go from a byte to a line and a column, and back.
//! Each looks through the text up to there. For many offsets in ascending order [`convert_all`],
//! [`line_columns`] and [`byte_offsets`] look through it once; for many in any order there is
//! [`Index`].
//!
//! ```
//! use utf8kit::position::{self, LineColumn, LineEnds, Unit};
//!
//! let text = "let crab = \"🦀\";\nlet dog = \"🐕\";";
//! let quote = text.rfind('"').unwrap();
//! assert_eq!(quote, 34);
//! assert_eq!(position::convert(text, Unit::Byte, quote, Unit::Scalar), 28);
//! assert_eq!(position::convert(text, Unit::Byte, quote, Unit::Utf16), 30);
//! assert_eq!(position::convert(text, Unit::Utf16, 30, Unit::Byte), quote);
//!
//! // As language servers have it.
//! let at = position::line_column(text, quote, LineEnds::Universal, Unit::Utf16);
//! assert_eq!(at, LineColumn { line: 1, column: 13 });
//! assert_eq!(position::byte_offset(text, at, LineEnds::Universal, Unit::Utf16), quote);
//! ```
//!
//! # What counts
//!
//! All offsets, lines and columns count from 0: what people are shown is one more.
//!
//! Every offset has an answer. One inside of a character (between its bytes, or between the halves
//! of its surrogate pair) stands for the start of that character, and one beyond the end for the
//! end. So an offset is exact if it comes back when it is converted to bytes and back.
//!
//! In malformed text each maximal subpart counts as a character, of one scalar value and one UTF-16
//! code unit: positions are those of the text with a U+FFFD for each, as [`from_utf8_lossy`] and
//! every decoder that follows WHATWG has it. Text that is given as a `str` is not checked for that,
//! and is faster.
//!
//! A line end belongs to the line that it ends; behind the last one there is one more line, which
//! may be empty. A column counts from the start of its line, in the unit that is asked for. No line
//! end can be split: the offset between a CR and an LF that are one stands for the one before them,
//! and a column beyond the end of its line stands for the place before what ends it. A line beyond
//! the last stands for the end of the text. All that is as the Language Server Protocol has it.
//!
//! # Costs
//!
//! Nothing here allocates but an [`Index`], nor can anything panic.
//!
//! [`from_utf8_lossy`]: crate::from_utf8_lossy

#[cfg(feature = "alloc")]
mod index;
mod sorted;
mod source;

use crate::engine::Engine;
#[cfg(feature = "alloc")]
pub use index::Index;
use sealed::Sealed;
use sorted::{ByteOffsets, Converter, LineColumns};
use source::Source;

/// What an offset or a column counts.
///
/// The Language Server Protocol's position encodings are these: `utf-8`, `utf-32` and `utf-16`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Unit {
    /// Bytes of the text as it is.
    Byte,
    /// Scalar values, which are also the code units of UTF-32; a maximal subpart counts as one.
    Scalar,
    /// UTF-16 code units: two for each scalar value above U+FFFF, else one; a maximal subpart
    /// counts as one.
    Utf16,
}

/// What ends a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum LineEnds {
    /// LF, and nothing else: a CR is a character of its line. What `wc` and `utf8 check` count.
    Lf,
    /// LF, CR, and CR LF, which is one: what the Language Server Protocol, XML and Python's
    /// universal newlines have.
    Universal,
}

/// A line and a column in it, both from 0. They are in order as the places in the text are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LineColumn {
    /// How many lines end before.
    pub line: usize,
    /// How many units of the line are before; which units, is said where it is made or used.
    pub column: usize,
}

/// A text that has positions: a `str`, which is not checked, or bytes that may be malformed.
///
/// This trait is sealed: no other crate can implement it.
pub trait Text: Sealed {}

mod sealed {
    pub trait Sealed {
        const IS_WELL_FORMED: bool;

        fn bytes(&self) -> &[u8];
    }
}

macro_rules! texts {
    ($($(#[$feature:meta])? [$($generics:tt)*] $text:ty, $is_well_formed:literal, $bytes:ident;)*) => {$(
        $(#[$feature])?
        impl<$($generics)*> Sealed for $text {
            const IS_WELL_FORMED: bool = $is_well_formed;

            #[inline]
            fn bytes(&self) -> &[u8] {
                self.$bytes()
            }
        }

        $(#[$feature])?
        impl<$($generics)*> Text for $text {}
    )*};
}

texts! {
    [] str, true, as_bytes;
    [] [u8], false, as_ref;
    [const N: usize] [u8; N], false, as_slice;
    #[cfg(feature = "alloc")] [] alloc::string::String, true, as_bytes;
    #[cfg(feature = "alloc")] [] alloc::vec::Vec<u8>, false, as_slice;
}

/// The offset in units of `to` that is the offset `offset` in units of `from`.
///
/// The length of a text in some unit is what the length in bytes becomes.
///
/// ```
/// use utf8kit::position::{Unit, convert};
///
/// assert_eq!(convert("a😀b", Unit::Utf16, 3, Unit::Byte), 5);
/// // Within the smiley, and beyond the end.
/// assert_eq!(convert("a😀b", Unit::Utf16, 2, Unit::Byte), 1);
/// assert_eq!(convert("a😀b", Unit::Utf16, 100, Unit::Byte), 6);
/// // Lengths.
/// assert_eq!(convert("a😀b", Unit::Byte, 6, Unit::Utf16), 4);
/// // A sequence that is cut short is one character, and so is each byte that starts nothing.
/// assert_eq!(convert(b"\xF0\x9F\x98 \x80\xFF!", Unit::Byte, 6, Unit::Scalar), 4);
/// ```
#[must_use]
pub fn convert<T: Text + ?Sized>(text: &T, from: Unit, offset: usize, to: Unit) -> usize {
    Engine::best().convert_offset(text, from, offset, to)
}

/// [`convert`] for one offset after the other: where each is at least as large as the one before
/// it, the text is looked through once in all.
///
/// They may come in any order; one that goes back makes it begin again at the start.
///
/// ```
/// use utf8kit::position::{Unit, convert_all};
///
/// let ends = "naïve café 😀".match_indices(' ').map(|(at, _)| at);
/// let ends = convert_all("naïve café 😀", Unit::Byte, ends, Unit::Utf16);
/// assert!(ends.eq([5, 10]));
/// ```
pub fn convert_all<T: Text + ?Sized>(
    text: &T,
    from: Unit,
    offsets: impl IntoIterator<Item = usize>,
    to: Unit,
) -> impl Iterator<Item = usize> {
    Engine::best().convert_offsets(text, from, offsets, to)
}

/// The line and column, in units of `unit`, of a byte offset.
///
/// ```
/// use utf8kit::position::{LineColumn, LineEnds, Unit, line_column};
///
/// let at = |byte, ends| line_column("one\r\ntwo 😀!", byte, ends, Unit::Utf16);
/// assert_eq!(at(13, LineEnds::Universal), LineColumn { line: 1, column: 6 });
/// // Between CR and LF: where they are one, that is before them.
/// assert_eq!(at(4, LineEnds::Universal), LineColumn { line: 0, column: 3 });
/// assert_eq!(at(4, LineEnds::Lf), LineColumn { line: 0, column: 4 });
/// ```
#[must_use]
pub fn line_column<T: Text + ?Sized>(
    text: &T,
    byte: usize,
    ends: LineEnds,
    unit: Unit,
) -> LineColumn {
    Engine::best().line_column(text, byte, ends, unit)
}

/// [`line_column`] for one byte offset after the other: where each is at least as large as the one
/// before it, the text is looked through once in all.
///
/// They may come in any order; one that goes back makes it begin again at the start.
///
/// ```
/// use utf8kit::position::{LineColumn, LineEnds, Unit, line_columns};
///
/// // Every error of a text.
/// let text = b"caf\xE9\nna\xEFve\n";
/// let errors = utf8kit::Utf8Chunks::new(text).filter_map(|chunk| chunk.error());
/// let bytes = errors.map(|error| error.position());
/// let places = line_columns(text, bytes, LineEnds::Lf, Unit::Scalar);
/// assert!(places.eq([LineColumn { line: 0, column: 3 }, LineColumn { line: 1, column: 2 }]));
/// ```
pub fn line_columns<T: Text + ?Sized>(
    text: &T,
    bytes: impl IntoIterator<Item = usize>,
    ends: LineEnds,
    unit: Unit,
) -> impl Iterator<Item = LineColumn> {
    Engine::best().line_columns(text, bytes, ends, unit)
}

/// The byte offset of a line and column, the column in units of `unit`.
///
/// ```
/// use utf8kit::position::{LineColumn, LineEnds, Unit, byte_offset};
///
/// let text = "one\r\ntwo 😀!";
/// let offset = |line, column| {
///     byte_offset(text, LineColumn { line, column }, LineEnds::Universal, Unit::Utf16)
/// };
/// assert_eq!(offset(1, 6), 13);
/// // A line, without what ends it.
/// assert_eq!(&text[offset(0, 0)..offset(0, usize::MAX)], "one");
/// // There is no third line.
/// assert_eq!(offset(2, 0), text.len());
/// ```
#[must_use]
pub fn byte_offset<T: Text + ?Sized>(
    text: &T,
    at: LineColumn,
    ends: LineEnds,
    unit: Unit,
) -> usize {
    Engine::best().byte_offset(text, at, ends, unit)
}

/// [`byte_offset`] for one line and column after the other: where each is at or behind the one
/// before it, the text is looked through once in all.
///
/// They may come in any order; one that goes back makes it begin again at the start.
///
/// ```
/// use utf8kit::position::{LineColumn, LineEnds, Unit, byte_offsets};
///
/// // Where each line starts.
/// let starts = (0..3).map(|line| LineColumn { line, column: 0 });
/// let starts = byte_offsets("one\ntwo\r\nthree", starts, LineEnds::Universal, Unit::Byte);
/// assert!(starts.eq([0, 4, 9]));
/// ```
pub fn byte_offsets<T: Text + ?Sized>(
    text: &T,
    places: impl IntoIterator<Item = LineColumn>,
    ends: LineEnds,
    unit: Unit,
) -> impl Iterator<Item = usize> {
    Engine::best().byte_offsets(text, places, ends, unit)
}

impl Engine {
    /// [`position::convert`](convert) by this engine.
    #[must_use]
    pub fn convert_offset<T: Text + ?Sized>(
        self,
        text: &T,
        from: Unit,
        offset: usize,
        to: Unit,
    ) -> usize {
        Converter::new(Source::new(self, text), from, to).convert(offset)
    }

    /// [`position::convert_all`](convert_all) by this engine.
    pub fn convert_offsets<T: Text + ?Sized>(
        self,
        text: &T,
        from: Unit,
        offsets: impl IntoIterator<Item = usize>,
        to: Unit,
    ) -> impl Iterator<Item = usize> {
        let mut converter = Converter::new(Source::new(self, text), from, to);
        offsets.into_iter().map(move |offset| converter.convert(offset))
    }

    /// [`position::line_column`](line_column) by this engine.
    #[must_use]
    pub fn line_column<T: Text + ?Sized>(
        self,
        text: &T,
        byte: usize,
        ends: LineEnds,
        unit: Unit,
    ) -> LineColumn {
        LineColumns::new(Source::new(self, text), ends, unit).line_column(byte)
    }

    /// [`position::line_columns`](line_columns) by this engine.
    pub fn line_columns<T: Text + ?Sized>(
        self,
        text: &T,
        bytes: impl IntoIterator<Item = usize>,
        ends: LineEnds,
        unit: Unit,
    ) -> impl Iterator<Item = LineColumn> {
        let mut columns = LineColumns::new(Source::new(self, text), ends, unit);
        bytes.into_iter().map(move |byte| columns.line_column(byte))
    }

    /// [`position::byte_offset`](byte_offset) by this engine.
    #[must_use]
    pub fn byte_offset<T: Text + ?Sized>(
        self,
        text: &T,
        at: LineColumn,
        ends: LineEnds,
        unit: Unit,
    ) -> usize {
        ByteOffsets::new(Source::new(self, text), ends, unit).byte_offset(at)
    }

    /// [`position::byte_offsets`](byte_offsets) by this engine.
    pub fn byte_offsets<T: Text + ?Sized>(
        self,
        text: &T,
        places: impl IntoIterator<Item = LineColumn>,
        ends: LineEnds,
        unit: Unit,
    ) -> impl Iterator<Item = usize> {
        let mut offsets = ByteOffsets::new(Source::new(self, text), ends, unit);
        places.into_iter().map(move |at| offsets.byte_offset(at))
    }
}
